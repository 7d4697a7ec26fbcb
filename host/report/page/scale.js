// Scales of a figure: colours, numbers at ticks, ranges of axes, the colour of a value.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, parent, text) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

// Colours that are too dark on a dark page.
const drawDeep = { "00375E": "--deep", "0072B2": "--blue", "6A1B9A": "--violet" };

// Returns a colour for the page: greys become shades between its ink and paper. plain: unchanged.
function drawColour(colour, plain) {
  const hex = colour.slice(-6),
    channels = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  if (plain || channels[0] !== channels[1] || channels[1] !== channels[2])
    return plain || !(hex in drawDeep) ? "#" + hex : `var(${drawDeep[hex]})`;
  return `color-mix(in srgb, var(--ink) ${Math.round(100 - channels[0] / 2.55)}%, var(--paper))`;
}

// Returns the opacity of #AARRGGBB, whose first two digits are the transparency.
const drawOpacity = (colour) => (colour.length === 9 ? 1 - parseInt(colour.slice(1, 3), 16) / 255 : 1);

function drawNumber(value, step) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return String(Number(value.toPrecision(5))).replace("e+", "e");
  const digits = step ? Math.max(0, Math.min(8, -Math.floor(Math.log10(step) + 1e-9))) : 6;
  return step ? value.toFixed(digits) : String(Number(value.toPrecision(6)));
}

// Returns a step of 1, 2 or 5 times a power of ten with about `pixels` between ticks.
function drawStep(low, high, length, pixels) {
  const rough = (high - low) / Math.max(2, length / pixels),
    power = 10 ** Math.floor(Math.log10(rough));
  return power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
}

function drawTicks(axis, length, pixels) {
  const [low, high] = axis.limits, ticks = [];
  if (axis.named) return axis.named.filter((tick) => tick.at >= low && tick.at <= high).map((tick) =>
({ value: tick.at, text: tick.name ?? drawNumber(tick.at) }));
  if (axis.logarithmic) {
    const decades = Math.log10(high / low),
      factors = decades < 3 ? [1, 2, 5] : [1];
    if (decades > 1) {
      const every = Math.max(1, Math.ceil(decades / (length / 28)));
      for (let k = Math.floor(Math.log10(low)); k <= Math.log10(high); k++)
        for (const factor of factors) {
          const value = factor * 10 ** k;
          if (value >= low * 0.9999 && value <= high * 1.0001 && k % every === 0) ticks.push({ value, text: drawNumber(
              value) });
        }
      return ticks;
    }
  }
  const step = drawStep(low, high, length, pixels);
  for (let k = Math.ceil(low / step - 1e-6); k * step <= high + 1e-6 * step; k++) ticks.push({ value: k * step,
    text: drawNumber(k * step, step) });
  return ticks;
}

// Returns the range of a curve's row along x (0) or y (1).
function drawSpan(series, row, axis, bar) {
  switch (series.kind) {
    case "band":
      return axis ? [row[1], row[2]] : [row[0]];
    case "bars":
      return axis ? [0, row[1]] : [row[0] - bar / 2, row[0] + bar / 2];
    case "image":
      return [row[axis] - series.cell[axis] / 2, row[axis] + series.cell[axis] / 2];
    case "cells":
      return [row[2 + 2 * axis], row[3 + 2 * axis]];
    case "x error":
      return axis ? [row[1]] : [row[2], row[3]];
    case "y error":
      return axis ? [row[2], row[3]] : [row[0]];
    case "arrows":
      return [row[axis], row[axis] + row[2 + axis]];
    default:
      return [row[axis]];
  }
}

// Counts the cells of an image and stores their number and size.
function drawCells(series) {
  const rows = series.rows;
  let nx = 1;
  while (nx < rows.length && rows[nx][1] === rows[0][1]) nx++;
  const ny = Math.max(1, Math.round(rows.length / nx));
  series.count = [nx, ny];
  series.cell = [nx > 1 ? rows[1][0] - rows[0][0] : 1, ny > 1 ? rows[nx][1] - rows[0][1] : 1];
}

function drawLimits(panel, of, axis, visible) {
  const { low, high } = of;
  if (low !== null && high !== null) return [low, high];
  let least = Infinity,
    most = -Infinity;
  const logarithmic = of.scale === "logarithmic";
  for (const series of panel.series) {
    if (!visible(series) && panel.series.some(visible)) continue;
    for (const row of series.rows)
      for (const value of row ? drawSpan(series, row, axis, panel.bar) : [])
        if (Number.isFinite(value) && (!logarithmic || value > 0)) { least = Math.min(least, value);
          most = Math.max(most, value); }
  }
  if (!(least <= most)) { least = logarithmic ? 1 : 0;
    most = logarithmic ? 10 : 1; }
  const room = of.room[0] * (most - least);
  if (logarithmic) { if (least === most) { least /= 2;
      most *= 2; } } else if (least === most) { const pad = Math.abs(least) * 0.05 || 1;
    least -= pad;
    most += pad; } else if (of.tight) { least -= room;
    most += room; } else {
    const step = drawStep(least, most, 400, 70);
    least = Math.floor(least / step + 1e-9) * step;
    most = Math.ceil(most / step - 1e-9) * step;
  }
  return [low ?? least, high ?? most];
}

function drawAxis(of, limits, from, to) {
  const logarithmic = of.scale === "logarithmic" && limits[0] > 0;
  const f = logarithmic ? Math.log10 : (x) => x,
    a = f(limits[0]),
    b = f(limits[1]);
  return {
    limits,
    logarithmic,
    from,
    to,
    named: Array.isArray(of.ticks) ? of.ticks : null,
    at: (value) => from + ((f(value) - a) / (b - a)) * (to - from),
    value: (pixel) => { const t = a + ((pixel - from) / (to - from)) * (b - a); return logarithmic ? 10 ** t : t; },
  };
}

// Returns a function that gives the colour of a value on the figure's scale.
function drawScale(panel) {
  let { low, high } = panel.cb;
  if (low === null || high === null) {
    let least = Infinity,
      most = -Infinity;
    for (const series of panel.series)
      if (drawIsCoded(series))
        for (const row of series.rows) {
          const value = row ? drawCode(series, row) : NaN;
          if (Number.isFinite(value)) { least = Math.min(least, value);
            most = Math.max(most, value); }
        }
    low = low ?? (least <= most ? least : 0);
    high = high ?? (least < most ? most : low + 1);
  }
  const logarithmic = panel.cb.scale === "logarithmic" && low > 0,
    f = logarithmic ? Math.log : (x) => x;
  const stops = (panel.colours || [{ at: 0, colour: "#440154" }, { at: 0.5, colour: "#21918C" }, { at: 1,
    colour: "#FDE725" }]).map((stop) => ({
    value: stop.at,
    channels: [1, 3, 5].map((i) => parseInt(stop.colour.slice(i, i + 2), 16))
  }));
  const first = stops[0].value,
    last = stops[stops.length - 1].value;
  const channels = (value) => {
    let t = Math.min(1, Math.max(0, (f(value) - f(low)) / (f(high) - f(low))));
    if (panel.steps) t = Math.min(panel.steps - 1, Math.floor(t * panel.steps)) / (panel.steps - 1);
    const place = first + t * (last - first);
    let k = 0;
    while (k < stops.length - 2 && place > stops[k + 1].value) k++;
    const share = (place - stops[k].value) / (stops[k + 1].value - stops[k].value);
    return stops[k].channels.map((channel, i) => Math.round(channel + share * (stops[k + 1].channels[i] - channel)));
  };
  return { limits: [low, high], logarithmic, channels, colour: (value) => (Number.isFinite(value) ?
      `rgb(${channels(value).join(",")})` : "none") };
}

const drawIsCoded = (series) => series.style.colour === "by value";
const drawCode = (series, row) => row[series.kind === "cells" ? 6 : 2];
