// Reads a figure's JSON (the format of `chatter plot -o FIGURE.json`) for draw.js: panels with the
// rows of their curves. An unknown format or kind of curve is an error, so that no figure is
// silently incomplete.
"use strict";

const figureVersion = 1;

// Returns the numbers of a row; missing ones are null in JSON.
const figureNumbers = (row) => row.map((value) => value ?? NaN);

// Returns the rows of a table that a curve shows, null for a gap. between: a point on a smooth
// curve between two results, which is drawn but has no value to show. least: of the y axis; smaller
// values are drawn there.
function figureRows(curve, table, least) {
  if (!table) return [];
  if (curve.draw === "image") return figureCells(curve, table);
  const between = new Set(table.between),
    cut = ["lines", "band"].includes(curve.draw) && least !== null;
  return table.rows.map((row, i) => {
    if (!row) return null;
    const shown = figureNumbers(curve.columns.map((column) => row[column]));
    const numbers = cut ? shown.map((value, k) => (k > 0 && value <= least ? least : value)) : shown;
    return Object.assign(numbers, { between: between.has(i) });
  });
}

// Returns the middle and the value of each cell, row by row.
function figureCells(curve, table) {
  const cells = [];
  table.rows.forEach((row, j) => figureNumbers(row).forEach((value, i) =>
    cells.push([curve.origin[0] + i * curve.step[0], curve.origin[1] + j * curve.step[1], value])));
  return cells;
}

const figureDash = (dash) => (dash.length ? dash : null); // solid

function figureSeries(curve, tables, panel) {
  if (!(curve.draw in drawers)) throw Error(`unknown kind of curve: ${curve.draw}`);
  const { colour, width, dash, marker, size, opacity, head } = curve;
  return { kind: curve.draw, title: curve.name ?? "", rows: figureRows(curve, tables[curve.table], panel.y.least),
    style: { colour, width, dash: figureDash(dash), marker, size, opacity, head: Boolean(head) } };
}

// Returns the texts of the whole figure, which are those of the first panel.
function figureTexts(figure) {
  const { title, note, shared_y_label: shared, colours } = figure;
  const texts = [title && { ...title, is_title: true }, note, shared && { ...shared, is_turned: true }, ...figure.texts];
  if (colours?.scale === "flat" && colours.axis.label) texts.push({ text: colours.axis.label, anchor: "left",
    colour: "#000000", offset: [0, 0],
    place: { x: colours.origin[0], y: colours.origin[1] + 22 / figure.height, x_in: "figure", y_in: "figure" } });
  return texts.filter((text) => text);
}

// Returns the place of the colour scale, as fractions of the figure from its lower edge; true:
// beside the panel.
function figureScale(colours) {
  if (!colours || colours.scale === "hidden") return false;
  if (colours.scale === "beside") return true;
  const [x, y] = colours.origin, [width, height] = colours.size;
  return { x, y, width, height };
}

function figurePanel(figure, panel, index) {
  const { x, y } = panel, { colours } = figure, whole = index === 0 ? figure : { arrows: [], boxes: [] };
  return {
    x: { ...x, told: x.label },
    y: { ...y, told: y.label ?? figure.shared_y_label?.text },
    cb: colours?.axis ?? { low: null, high: null, scale: "linear", label: null },
    margin: { left: panel.left, right: panel.right, top: panel.top, bottom: panel.bottom },
    grid: panel.grid,
    frame: panel.frame,
    colours: colours?.stops ?? null,
    steps: colours?.steps ?? 0,
    scale: index === 0 && figureScale(colours),
    key: panel.legend.place !== "none",
    head: panel.legend.head.join(", "),
    bar: panel.bar_width,
    labels: [...(index === 0 ? figureTexts(figure) : []), ...(panel.title ? [panel.title] : []), ...panel.texts],
    arrows: [...whole.arrows, ...panel.arrows].map((arrow) => ({ ...arrow, dash: figureDash(arrow.dash) })),
    boxes: [...whole.boxes, ...panel.boxes],
    series: panel.curves.map((curve) => figureSeries(curve, figure.tables, panel)),
  };
}

function readFigure(text) {
  const figure = JSON.parse(text);
  if (figure.format !== "chatter figure" || figure.version !== figureVersion) throw Error("unknown format");
  return { size: { width: figure.width, height: figure.height }, tables: figure.tables, panels: figure.panels.map((panel,
      index) => figurePanel(figure, panel, index)) };
}

// Returns the tables as text: blocks of columns, with an empty line for a gap.
function figureBlocks(tables) {
  return tables.filter((table) => table.rows.length).map((table) => `# ${table.name}\n` + table.rows.map((row) =>
    (row ? row.map((value) => value ?? "nan").join(" ") : "") + "\n").join("")).join("\n\n");
}
