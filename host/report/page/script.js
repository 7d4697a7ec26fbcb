// Reads a figure: the commands for gnuplot and the numbers that `chatter plot` writes, as plain objects for
// draw.js. Of gnuplot's language it knows what host/plot writes; a word that it does not know is an error, so
// that no figure silently lacks something.
"use strict";

// Style words of a line, a point, an area, an object.
function figureStyle(words, at) {
  const style = { colour: "#000000", head: true, width: 1, dash: null, point: 7, size: 1, opacity: 1, title: "",
    front: false };
  for (; at < words.length; at++) {
    const next = words[at + 1];
    switch (words[at]) {
      case "linecolor":
      case "fillcolor":
      case "textcolor":
        style.colour = next === "palette" ? "palette" : next.slice(1, -1);
        at++;
        break;
      case "palette":
        style.colour = "palette";
        break;
      case "linewidth":
        style.width = Number(next);
        at++;
        break;
      case "dashtype":
        style.dash = next[0] === "(" ? next.slice(1, -1).split(",").map(Number) : next === "solid" ? null : [6, 4];
        at++;
        break;
      case "pointtype":
        style.point = Number(next);
        at++;
        break;
      case "pointsize":
        style.size = Number(next);
        at++;
        break;
      case "fillstyle":
        style.filled = next !== "empty";
        if (next === "transparent") at++;
        if (words[at + 1] === "solid" && !isNaN(Number(words[at + 2]))) style.opacity = Number(words[at += 2]);
        else at++;
        break;
      case "border":
        style.border = true;
        if (next === "linecolor" && style.filled) { style.edge = words[at + 2].slice(1, -1);
          at += 2; }
        break;
      case "title":
        style.title = next;
        at++;
        break;
      case "front":
        style.front = true;
        break;
      case "size": // of an arrow's head, "screen 0.011,18" or "7,22,60": all heads are alike here
        at += next === "screen" ? 2 : 1;
        while (words[at + 1] === ",") at += 2;
        break;
      case "head":
      case "filled":
        style.head = true;
        break;
      case "nohead":
        style.head = false;
        break;
      case "left":
      case "center":
      case "right":
        style.anchor = words[at];
        break;
      case "rotate":
        style.rotate = true;
        break;
      case "offset":
        style.offset = [Number(next), words[at + 2] === "," ? Number(words[at + 3]) : 0];
        at += words[at + 2] === "," ? 3 : 1;
        break;
      case "font":
        style.font = next;
        at++;
        break;
      case "notitle":
      case "noborder":
      case "behind":
      case "clip":
      case "closed":
        break;
      default:
        throw Error(`unknown word of a style: ${words[at]}`);
    }
  }
  return style;
}

const figureKinds = ["lines", "linespoints", "points", "filledcurves", "boxes", "image", "boxxyerror", "xerrorbars",
  "yerrorbars", "vectors"
];

// One curve, cloud, band, image ... of a plot command.
function figureSeries(words, state, blocks) {
  const series = { rows: [], kind: "", title: "" };
  let at = 0,
    matrix = false,
    using = ["1", "2"];
  if (words[at] === "NaN") {
    at++;
  } else {
    if (words[at] !== "data" || words[at + 1] !== "index") throw Error(`unknown data: ${words.join(" ")}`);
    series.block = blocks[Number(words[at + 2])] || [];
    at += 3;
  }
  if (words[at] === "matrix") { matrix = true;
    at++; }
  if (words[at] === "using") { using = figureUsing(words[at + 1]);
    at += 2; }
  if (words[at] !== "with" || !figureKinds.includes(words[at + 1])) throw Error(
    `unknown kind of curve: ${words[at + 1]}`);
  series.kind = words[at + 1];
  series.style = figureStyle(words, at + 2);
  series.title = series.style.title ? figureText(series.style.title, state.texts) : "";
  const columns = using.map((text) => figureColumn(text, state.functions));
  if (matrix)
    (series.block || []).forEach((row, j) => row && row.forEach((value, i) =>
      series.rows.push(columns.map((column, k) => (k < 2 ? column([i, j]) : value)))));
  else
    series.rows = (series.block || []).map((row) => row && Object.assign(columns.map((column) => column(
    row)), { between: row.between }));
  series.columns = columns.length;
  delete series.block;
  return series;
}

// "1:(least($3)):4" by its colons outside of parentheses.
function figureUsing(text) {
  const parts = [];
  let depth = 0,
    part = "";
  for (const c of text) {
    depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    if (c === ":" && depth === 0) { parts.push(part);
      part = ""; } else part += c;
  }
  return parts.concat(part);
}

const figureNumbers = (word) => word.slice(1, -1).split(":").map((text) => (text.trim() === "*" ? null : Number(text)));

// ('name' 1, 2, 5) of an axis: values, with names where they have some.
function figureTicks(word, texts) {
  const items = [];
  let name = null;
  for (const part of figureWords(word.slice(1, -1))) {
    if (part === ",") continue;
    if (part[0] === "'") name = figureText(part, texts);
    else { items.push({ value: Number(part), name });
      name = null; }
  }
  return items;
}

const figureColours = (word) => figureWords(word.slice(1, -1)).join(" ").split(",").map((stop) => {
  const [value, colour] = stop.trim().split(/\s+/);
  return { value: Number(value), colour: colour.replaceAll("'", "") };
});

function figureFresh() {
  return {
    texts: {},
    functions: {},
    labels: {},
    arrows: {},
    objects: {},
    margin: {},
    range: { x: [null, null], y: [null, null], cb: [null, null] },
    logarithmic: {},
    label: { x: "", y: "", cb: "" },
    numbers: { x: true, y: true },
    ticks: {},
    tight: { x: false, y: false },
    room: [0, 0, 0, 0],
    grid: true,
    frame: false,
    axes: true,
    colours: null,
    scale: true,
    key: true,
    head: "",
    next: 1000,
  };
}

// `set` and `unset` of the state; what only matters to gnuplot's own layout is left alone.
const figureSetters = {
  label(s, w) {
    figureTagged(s, s.labels, w, (words) => {
      const at = words.indexOf("at"),
        place = figurePlace(words, at + 1);
      return { text: figureText(words[0], s.texts), place, style: figureStyle(words, place.next) };
    });
  },
  arrow(s, w) {
    figureTagged(s, s.arrows, w, (words) => {
      const from = figurePlace(words, 1),
        to = figurePlace(words, from.next + 1);
      return { from, to, style: figureStyle(words, to.next) };
    });
  },
  object(s, w) {
    figureTagged(s, s.objects, w, (words) => {
      if (words[1] === "center") {
        const centre = figurePlace(words, 2),
          size = figurePlace(words, centre.next + 1);
        return { centre, size, style: figureStyle(words, size.next) };
      }
      const from = figurePlace(words, 2),
        to = figurePlace(words, from.next + 1);
      return { from, to, style: figureStyle(words, to.next) };
    });
  },
  lmargin(s, w) { s.margin.left = Number(w[1]); },
  rmargin(s, w) { s.margin.right = Number(w[1]); },
  tmargin(s, w) { s.margin.top = Number(w[1]); },
  bmargin(s, w) { s.margin.bottom = Number(w[1]); },
  xrange(s, w) { s.range.x = figureNumbers(w[0]); },
  yrange(s, w) { s.range.y = figureNumbers(w[0]); },
  cbrange(s, w) { s.range.cb = figureNumbers(w[0]); },
  xlabel(s, w) { if (w[0] !== "offset") s.label.x = figureText(w[0], s.texts); },
  ylabel(s, w) { s.label.y = figureText(w[0], s.texts); },
  cblabel(s, w) { s.label.cb = figureText(w[0], s.texts); },
  format(s, w) { s.numbers[w[0]] = figureText(w[1], s.texts) !== ""; },
  logscale(s, w) { s.logarithmic[w[0]] = true; },
  xtics(s, w) {
    const list = w.find((word) => word[0] === "(");
    s.ticks.x = list ? figureTicks(list, s.texts) : null;
    s.turned = w.includes("rotate");
  },
  ytics(s, w) { s.ticks.y = w[0][0] === "(" ? figureTicks(w[0], s.texts) : null; },
  autoscale(s, w) { s.tight = { x: true, y: s.tight.y || w[0] === "fix" }; },
  offsets(s, w) { s.room = w.filter((word) => word !== "graph" && word !== ",").map(Number); },
  palette(s, w) { s.colours = figureColours(w[w.indexOf("defined") + 1]);
    s.steps = w[0] === "maxcolors" ? Number(w[1]) : 0; },
  colorbox(s, w) {
    const at = w.indexOf("origin");
    s.scale = at < 0 ? true : figureBox(w, at);
  },
  border(s, w) { s.frame = w[0] === "15";
    s.axes = true; },
  grid(s) { s.grid = true; },
  boxwidth(s, w) { s.boxes = Number(w[0]); },
  style(s, w) { if (w[0] !== "fill") throw Error(`unknown style: ${w[0]}`); },
  key(s, w) {
    const at = w.indexOf("title");
    if (at >= 0) s.head = figureText(w[at + 1], s.texts).replaceAll("\n", ", ");
    s.key = w[0] !== "off";
  },
  tics() {},
  cbtics() {},
  multiplot() {},
};

// vertical user origin x, y size width, height: of the colour scale, as fractions of the figure from below.
function figureBox(words, at) {
  const origin = figurePlace(words, at + 1),
    size = figurePlace(words, origin.next + 1);
  return { x: origin.value[0], y: origin.value[1], width: size.value[0], height: size.value[1] };
}

const figureUnsetters = {
  label(s, w) { figureForget(s.labels, w); },
  arrow(s, w) { figureForget(s.arrows, w); },
  object(s, w) { figureForget(s.objects, w); },
  colorbox(s) { s.scale = false; },
  grid(s) { s.grid = false; },
  border(s) { s.axes = false; },
  xlabel(s) { s.label.x = ""; },
  ylabel(s) { s.label.y = ""; },
  logscale(s, w) { delete s.logarithmic[w[0]]; },
  tics() {},
  key() {},
  multiplot() {},
};

function figureTagged(state, list, words, make) {
  const tagged = /^\d+$/.test(words[0]);
  const item = make(tagged ? words.slice(1) : words);
  item.tag = tagged ? Number(words[0]) : state.next++;
  list[item.tag] = item;
}

function figureForget(list, words) {
  for (const tag of words.length ? words : Object.keys(list)) delete list[tag];
}

// What a panel keeps of the state when it is plotted; labels that stand in all panels are drawn once.
function figurePanel(state, series, seen) {
  const fresh = (list) => Object.values(list).filter((item) => {
    const is_whole = (item.place || item.from || item.centre).system.every((system) => system === "screen");
    return !is_whole || (!seen.has(item) && seen.add(item));
  });
  const copy = { ...state, series, labels: fresh(state.labels), arrows: fresh(state.arrows), objects: fresh(state
      .objects) };
  for (const name of ["margin", "range", "logarithmic", "label", "numbers", "ticks", "tight"]) copy[name] = { ...state[
      name] };
  return copy;
}

function readFigure(script, data) {
  const blocks = figureBlocks(data),
    state = figureFresh(),
    panels = [],
    seen = new Set();
  for (const command of figureCommands(script)) {
    const words = figureWords(command);
    const assigned = command.match(/^([a-z_]+) = (.*)$/),
      defined = command.match(/^([a-z]+)\(x\) = (?:x > (\S+) \?.*|x)$/);
    if (defined) {
      const least = defined[2] === undefined ? -Infinity : Number(defined[2]);
      state.functions[defined[1]] = (x) => (x > least || isNaN(x) ? x : least);
    } else if (assigned) {
      state.texts[assigned[1]] = assigned[2].startsWith("sprintf") ? assigned[2] : figureText(assigned[2], state.texts);
    } else if (words[0] === "set" || words[0] === "unset") {
      const act = (words[0] === "set" ? figureSetters : figureUnsetters)[words[1]];
      if (!act) throw Error(`unknown command: ${words[0]} ${words[1]}`);
      act(state, words.slice(2));
    } else if (words[0] === "plot") {
      const series = [[]];
      for (const word of words.slice(1))
        if (word === "," && series[series.length - 1].length && !figureGoesOn(series[series.length - 1])) series.push(
        []);
        else series[series.length - 1].push(word);
      panels.push(figurePanel(state, series.map((one) => figureSeries(one, state, blocks)), seen));
    } else {
      throw Error(`unknown command: ${words[0]}`);
    }
  }
  return { panels };
}

// Within "size 7,22,60" a comma is no end of a curve.
function figureGoesOn(words) {
  const at = words.lastIndexOf("size");
  return at >= 0 && words.slice(at + 1).every((word) => word === "," || !isNaN(Number(word))) && words.filter((word,
    i) => i > at && word === ",").length < 2;
}
