// Draws a figure read by figure.js as SVG. A panel stores its view (limits of its axes), so that it
// can zoom in, and the visible points of each curve, which the pointer looks up.
"use strict";

// Markers as paths around a point; r: half the size.
const drawSymbols = {
  plus: (x, y, r) => `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`,
  cross: (x, y, r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`,
  star: (x, y, r) => drawSymbols.plus(x, y, r) + drawSymbols.cross(x, y, r),
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  triangle: (x, y, r) => `M${x} ${y - 1.15 * r}l${r} ${1.73 * r}h${-2 * r}z`,
  wedge: (x, y, r) => `M${x} ${y + 1.15 * r}l${r} ${-1.73 * r}h${-2 * r}z`,
  diamond: (x, y, r) => `M${x} ${y - 1.3 * r}l${r} ${1.3 * r}l${-r} ${1.3 * r}l${-r} ${-1.3 * r}z`,
  pentagon: (x, y, r) => `M${x} ${y - r}l${0.95 * r} ${0.69 * r}l${-0.36 * r} ${1.12 * r}h${-1.18 * r}l${-0.36 * r} ${-1.12 * r}z`,
};
const drawIsFilled = (marker) => marker.endsWith(" filled");

function drawSymbol(marker, x, y, r) {
  const shape = drawSymbols[marker.split(" ")[0]];
  if (!shape) throw Error(`unknown marker: ${marker}`);
  return shape(Math.round(x * 100) / 100, Math.round(y * 100) / 100, r);
}

const drawRound = (x) => Math.round(x * 100) / 100;

// Returns the lines of a curve, interrupted at missing numbers and at empty lines of the block.
function drawLine(rows, axes, column) {
  let path = "", is_down = false;
  for (const row of rows) {
    const x = row ? axes.x.at(row[0]) : NaN,
      y = row ? axes.y.at(row[column]) : NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) { is_down = false; continue; }
    path += `${is_down ? "L" : "M"}${drawRound(x)} ${drawRound(y)}`;
    is_down = true;
  }
  return path;
}

// Returns the runs of rows between gaps.
function drawRuns(rows) {
  const runs = [[]];
  for (const row of rows)
    if (row && row.slice(0, 2).every(Number.isFinite)) runs[runs.length - 1].push(row);
    else if (runs[runs.length - 1].length) runs.push([]);
  return runs.filter((run) => run.length > 0);
}

const drawers = {
  lines(view, series, group) {
    svg("path", { d: drawLine(series.rows, view, 1), fill: "none", ...view.stroke(series.style) }, group);
  },
  points(view, series, group) {
    const { marker, size, width } = series.style, r = Math.max(1.5, 3.4 * size), ink = view.ink(series.style.colour);
    const paths = new Map();
    for (const row of series.rows) {
      if (!row || !Number.isFinite(view.x.at(row[0])) || !Number.isFinite(view.y.at(row[1]))) continue;
      const colour = drawIsCoded(series) ? view.scale.colour(row[2]) : ink;
      paths.set(colour, (paths.get(colour) || "") + drawSymbol(marker, view.x.at(row[0]), view.y.at(row[1]), r));
    }
    for (const [colour, d] of paths)
      svg("path", { d,
          style: `fill:${drawIsFilled(marker) ? colour : "none"};stroke:${drawIsFilled(marker) ? "none" : colour};stroke-width:${width}` },
        group);
  },
  "lines and points"(view, series, group) {
    drawers.lines(view, series, group);
    drawers.points(view, series, group);
  },
  band(view, series, group) {
    const path = (run, column) => run.map((row) => `${drawRound(view.x.at(row[0]))} ${drawRound(view.y.at(row[column]))}`);
    for (const run of drawRuns(series.rows))
      svg("path", { d: `M${path(run, 1).concat(path(run, 2).reverse()).join("L")}z`,
        style: `fill:${view.ink(series.style.colour)};fill-opacity:${series.style.opacity};stroke:none;stroke-width:.4` },
      group);
  },
  areas(view, series, group) {
    for (const run of drawRuns(series.rows)) {
      const fill = view.scale.colour(run[0][2]);
      svg("path", { d: `M${run.map((row) => `${drawRound(view.x.at(row[0]))} ${drawRound(view.y.at(row[1]))}`).join("L")}z`,
        style: `fill:${fill};fill-opacity:1;stroke:${fill};stroke-width:.4` }, group);
    }
  },
  bars(view, series, group) {
    const half = view.panel.bar / 2;
    for (const row of series.rows) {
      if (!row) continue;
      const x = view.x.at(row[0] - half),
        y = view.y.at(row[1]),
        base = view.y.at(view.y.logarithmic ? view.y.limits[0] : 0);
      svg("rect", { x: drawRound(x), y: drawRound(Math.min(y, base)), width: drawRound(view.x.at(row[0] + half) - x),
        height: drawRound(Math.abs(base - y)),
        style: `fill:${view.ink(series.style.colour)};fill-opacity:${series.style.opacity};stroke:var(--paper, #FFFFFF)` }, group);
    }
  },
  image(view, series, group) {
    const [nx, ny] = series.count, first = series.rows[0], last = series.rows[series.rows.length - 1];
    const canvas = document.createElement("canvas"),
      pen = canvas.getContext("2d");
    canvas.width = nx;
    canvas.height = ny;
    const pixels = pen.createImageData(nx, ny);
    series.rows.forEach((row, k) => {
      if (!row || !Number.isFinite(row[2])) return;
      const to = 4 * ((ny - 1 - Math.floor(k / nx)) * nx + (k % nx)); // rows of an image count from above
      pixels.data.set([...view.scale.channels(row[2]), 255], to);
    });
    pen.putImageData(pixels, 0, 0);
    const [w, h] = series.cell;
    const x = view.x.at(first[0] - w / 2),
      y = view.y.at(last[1] + h / 2);
    svg("image", { x, y, width: view.x.at(last[0] + w / 2) - x, height: view.y.at(first[1] - h / 2) - y,
      preserveAspectRatio: "none", style: "image-rendering:pixelated", href: canvas.toDataURL() }, group);
  },
  cells(view, series, group) {
    for (const row of series.rows) {
      if (!row || !Number.isFinite(row[6])) continue;
      const x = view.x.at(row[2]),
        y = view.y.at(row[5]);
      svg("rect", { x, y, width: view.x.at(row[3]) - x + 0.3, height: view.y.at(row[4]) - y + 0.3, fill: view.scale
          .colour(row[6]) }, group);
    }
  },
  "x error"(view, series, group) {
    for (const row of series.rows)
      if (row) svg(
      "path", { d: `M${drawRound(view.x.at(row[2]))} ${drawRound(view.y.at(row[1]))}H${drawRound(view.x.at(row[3]))}`,
        ...view.stroke(series.style) }, group);
  },
  "y error"(view, series, group) {
    for (const row of series.rows)
      if (row) svg(
      "path", { d: `M${drawRound(view.x.at(row[0]))} ${drawRound(view.y.at(row[2]))}V${drawRound(view.y.at(row[3]))}`,
        ...view.stroke(series.style) }, group);
  },
  arrows(view, series, group) {
    for (const row of series.rows)
      if (row) drawArrow(group, view.x.at(row[0]), view.y.at(row[1]), view.x.at(row[0] + row[2]), view.y.at(row[1] +
        row[3]), series.style, view);
  },
};

function drawArrow(parent, x, y, to_x, to_y, style, view) {
  svg("path", { d: `M${drawRound(x)} ${drawRound(y)}L${drawRound(to_x)} ${drawRound(to_y)}`, ...view.stroke(style) },
    parent);
  if (!style.head) return;
  const length = Math.hypot(to_x - x, to_y - y) || 1,
    u = (to_x - x) / length,
    v = (to_y - y) / length,
    a = 9,
    b = 3.2;
  svg("path", { d: `M${to_x} ${to_y}L${to_x - a * u + b * v} ${to_y - a * v - b * u}L${to_x - a * u - b * v} ${to_y - a * v + b * u}z`,
    style: `fill:${view.ink(style.colour)}` }, parent);
}

// Converts the place of a label, arrow or box to pixels.
function drawPlace(view, place, width, height) {
  const { x, y, x_in, y_in } = place, box = view.box;
  return [
    x_in === "figure" ? x * width : x_in === "panel" ? box.left + x * (box.right - box.left) : view.x.at(x),
    y_in === "figure" ? (1 - y) * height : y_in === "panel" ? box.bottom - y * (box.bottom - box.top) : view.y.at(y),
  ];
}

function drawLabels(view, root, size) {
  for (const label of view.panel.labels) {
    let [x, y] = drawPlace(view, label.place, size.width, size.height);
    const { offset, anchor, is_title: title, is_turned: turned } = label;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    const is_inside = label.place.x_in === "axes";
    if (is_inside && (x < view.box.left || x > view.box.right || y < view.box.top || y > view.box.bottom)) continue;
    x += 7 * offset[0];
    y -= 15 * offset[1];
    const room = size.width - x - 6,
      estimate = label.text.length * (title ? 8.2 : 6.8);
    const font = Math.min(title ? 17 : 13, ((title ? 17 : 13) * room) / Math.max(estimate, 1));
    const turn = turned ? { transform: `rotate(-90 ${drawRound(x)} ${drawRound(y)})` } : {};
    svg("text", {
      x: drawRound(x),
      y: drawRound(y + 4),
      ...turn,
      "text-anchor": { centre: "middle", right: "end" } [anchor] || "start",
      style: `fill:${view.ink(label.colour)};font-size:${anchor === "left" && !turned ? font.toFixed(1) : 13}px;font-weight:${title ? 600 : 400}`
    }, root, label.text);
  }
}

function drawBoxes(view, root, size, clip) {
  for (const item of view.panel.boxes) {
    let corners;
    if (item.centre) {
      const [x, y] = drawPlace(view, item.centre, size.width, size.height);
      const w = Math.abs(view.x.at(item.centre.x + item.extent.x) - view.x.at(item.centre.x));
      const h = item.extent.y * (view.box.bottom - view.box.top);
      corners = [
        [x - w / 2, y - h / 2],
        [x + w / 2, y + h / 2]
      ];
    } else {
      corners = [drawPlace(view, item.from, size.width, size.height), drawPlace(view, item.to, size.width, size
      .height)];
    }
    const x = Math.min(corners[0][0], corners[1][0]),
      y = Math.min(corners[0][1], corners[1][1]);
    const whole = !item.centre && item.from.x_in === "figure"; // explains a colour, which is as it is
    const fill = item.fill && (whole ? drawColour(item.fill, true) : view.ink(item.fill));
    svg("rect", {
      x: drawRound(x),
      y: drawRound(y),
      width: drawRound(Math.abs(corners[1][0] - corners[0][0])),
      height: drawRound(Math.abs(corners[1][1] - corners[0][1])),
      ...(whole ? {} : { "clip-path": clip }),
      style: fill ? `fill:${fill};fill-opacity:${item.opacity};stroke:${item.edge ? view.ink(item.edge) : "none"}` :
        `fill:none;stroke:${view.ink(item.edge)};stroke-width:${item.width}`
    }, root);
  }
}

function drawArrows(view, root, size, clip) {
  for (const item of view.panel.arrows) {
    const [x, y] = drawPlace(view, item.from, size.width, size.height), [to_x, to_y] = drawPlace(view, item.to, size
      .width, size.height);
    const whole = item.from.x_in === "figure" && item.from.y_in === "figure";
    const group = svg("g", whole ? {} : { "clip-path": clip }, root);
    if ([x, y, to_x, to_y].every(Number.isFinite)) drawArrow(group, x, y, to_x, to_y, item, view);
  }
}

function drawFrame(view, root) {
  const { box, panel, x, y } = view, frame = svg("g", { class: "axes" }, root), lines = svg("g", { class: "grid" },
    root);
  const ink = view.ink("#404040"),
    faint = view.ink("#E4E4E4");
  if (panel.frame === "none") return;
  for (const tick of drawTicks(x, box.right - box.left, 84)) {
    const at = drawRound(x.at(tick.value));
    if (panel.grid) svg("path", { d: `M${at} ${box.top}V${box.bottom}`, style: `stroke:${faint};stroke-width:.8` },
      lines);
    svg("path", { d: `M${at} ${box.bottom}v4`, style: `stroke:${ink}` }, frame);
    if (!panel.x.numbers) continue;
    svg("text", { x: at, y: box.bottom + 18, "text-anchor": panel.x.turned ? "start" : "middle",
      style: `fill:${view.ink("#202020")}`, ...(panel.x.turned ?
      { transform: `rotate(45 ${at} ${box.bottom + 14})` } : {}) }, frame, tick.text);
  }
  let widest = 0;
  for (const tick of drawTicks(y, box.bottom - box.top, 46)) {
    const at = drawRound(y.at(tick.value));
    if (panel.grid) svg("path", { d: `M${box.left} ${at}H${box.right}`, style: `stroke:${faint};stroke-width:.8` },
      lines);
    svg("path", { d: `M${box.left} ${at}h-4`, style: `stroke:${ink}` }, frame);
    if (!panel.y.numbers) continue;
    widest = Math.max(widest, tick.text.length);
    svg("text", { x: box.left - 8, y: at + 4, "text-anchor": "end", style: `fill:${view.ink("#202020")}` }, frame, tick
      .text);
  }
  svg("path", { d: panel.frame === "box" ? `M${box.left} ${box.top}V${box.bottom}H${box.right}V${box.top}z` :
      `M${box.left} ${box.top}V${box.bottom}H${box.right}`, fill: "none", style: `stroke:${ink}` }, frame);
  if (panel.x.label && panel.x.numbers) svg("text", { x: (box.left + box.right) / 2, y: box.bottom +
    40, "text-anchor": "middle", style: `fill:${view.ink("#202020")}` }, frame, panel.x.label);
  if (panel.y.label && panel.y.numbers) {
    const at = Math.max(14, box.left - 18 - 7.4 * widest),
      middle = (box.top + box.bottom) / 2;
    const fits = Math.min(13, (13 * (box.bottom - box.top + 60)) / (7 * panel.y.label.length));
    svg("text", { x: at, y: middle, "text-anchor": "middle", transform: `rotate(-90 ${at} ${middle})`,
      style: `fill:${view.ink("#202020")};font-size:${fits.toFixed(1)}px` }, frame, panel.y.label);
  }
}

function drawColourBar(view, root, size) {
  const { panel, scale, box } = view, given = panel.scale, steps = 64;
  if (!given || !panel.series.some(drawIsCoded)) return;
  const bar = given === true ? { x: box.right + 18, y: box.top, width: 14, height: box.bottom - box.top } :
    { x: given.x * size.width, y: (1 - given.y - given.height) * size.height, width: given.width * size.width,
      height: given.height * size.height };
  const upright = bar.height > bar.width,
    group = svg("g", {}, root),
    ink = view.ink("#202020");
  const axis = drawAxis({ scale: scale.logarithmic ? "logarithmic" : "linear", ticks: null }, scale.limits, upright ? bar.y + bar
    .height : bar.x, upright ? bar.y : bar.x + bar.width);
  for (let k = 0; k < steps; k++) {
    const a = axis.from + (k / steps) * (axis.to - axis.from),
      b = axis.from + ((k + 1) / steps) * (axis.to - axis.from),
      fill = scale.colour(axis.value((a + b) / 2));
    svg("rect", upright ? { x: bar.x, y: b, width: bar.width, height: a - b + 0.5, fill } : { x: a, y: bar.y, width: b -
        a + 0.5, height: bar.height, fill }, group);
  }
  for (const tick of drawTicks(axis, upright ? bar.height : bar.width, upright ? 46 : 70)) {
    const at = axis.at(tick.value);
    svg("text", upright ? { x: bar.x + bar.width + 6, y: at + 4, style: `fill:${ink}` } : { x: at, y: bar.y + bar
        .height + 15, "text-anchor": "middle", style: `fill:${ink}` }, group, tick.text);
  }
  if (panel.cb.label && upright) {
    const at = Math.min(size.width - 8, bar.x + bar.width + 62),
      middle = bar.y + bar.height / 2;
    svg("text", { x: at, y: middle, "text-anchor": "middle", transform: `rotate(-90 ${at} ${middle})`,
      style: `fill:${ink}` }, group, panel.cb.label);
  }
}

// Returns the box of a panel's axes: that of the figure, else one with room for labels.
// The legend is drawn below the figure, so the panels use the space reserved for it beside them.
function drawBox(panel, figure) {
  const { width, height } = figure.size, margin = panel.margin;
  const with_scale = panel.scale === true && panel.series.some(drawIsCoded);
  const left = (margin.left ?? 84 / width) * width;
  let right = (margin.right ?? 1 - (with_scale ? 104 : 22) / width) * width;
  if (figure.widened) right = width - 22;
  return { left, right, top: (1 - (margin.top ?? 1 - 50 / height)) * height, bottom: (1 - (margin.bottom ?? 58 /
      height)) * height };
}

// Returns true if all panels end at the same x with only the legend beside them.
function drawIsWidened(figure) {
  const ends = new Set(figure.panels.map((panel) => panel.margin.right));
  return ends.size === 1 && !figure.panels.some((panel) => panel.scale && panel.series.some(drawIsCoded));
}

function drawPanel(figure, panel, root, index, plain) {
  const box = drawBox(panel, figure),
    visible = (series) => !figure.hidden.has(series.title);
  const limits = panel.view || { x: drawLimits(panel, panel.x, 0, visible), y: drawLimits(panel, panel.y, 1, visible) };
  const ink = (colour) => drawColour(colour, plain);
  const stroke = (shade) => (style) =>
({ style: `stroke:${shade(style.colour)};stroke-width:${style.width};stroke-opacity:${drawOpacity(style.colour)};stroke-linejoin:round${style.dash ? `;stroke-dasharray:${style.dash.join(" ")}` : ""}` });
  const view = {
    panel,
    box,
    ink,
    scale: drawScale(panel),
    x: drawAxis(panel.x, limits.x, box.left, box.right),
    y: drawAxis(panel.y, limits.y, box.bottom, box.top),
    stroke: stroke(ink),
  };
  const id = `clip-${figure.number}-${index}`,
    clip = `url(#${id})`;
  svg("rect", { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }, svg(
  "clipPath", { id }, svg("defs", {}, root)));
  drawFrame(view, root);
  // curves over cells keep their colours, as the cells do
  const over_cells = panel.series.some((series) => series.kind === "image" || series.kind === "cells");
  const as_given = (colour) => drawColour(colour, true),
    inner = over_cells ? { ...view, ink: as_given, stroke: stroke(as_given) } : view;
  const curves = svg("g", { "clip-path": clip }, root);
  for (const series of panel.series)
    if (visible(series) && series.rows.length) drawers[series.kind](inner, series, curves);
  drawBoxes(view, root, figure.size, clip);
  drawArrows(view, root, figure.size, clip);
  drawColourBar(view, root, figure.size);
  drawLabels(view, root, figure.size);
  return view;
}

// Draws all panels into a new <svg> and returns it; the views are stored in figure.views.
function drawFigure(figure, plain) {
  const { width, height } = figure.size;
  const root = svg("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": figure.title,
    style: "font:13px system-ui,'DejaVu Sans',sans-serif" });
  for (const panel of figure.panels)
    for (const series of panel.series)
      if (series.kind === "image" && !series.cell && series.rows.length) drawCells(series);
  figure.widened = drawIsWidened(figure);
  if (plain) svg("rect", { width, height, fill: "#FFFFFF" }, root);
  figure.views = figure.panels.map((panel, index) => drawPanel(figure, panel, root, index, plain));
  return root;
}
