// The page: figures with legends, values under the pointer, zoom, files to download; copying.
"use strict";

function pageNode(name, className, parent, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

function pageButton(parent, text, act) {
  const button = pageNode("button", "", parent, text);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

function pageSave(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Returns the symbol of a curve in the legend, as it is drawn.
function pageSign(series) {
  const sign = svg("svg", { viewBox: "0 0 26 12", width: 26, height: 12, "aria-hidden": "true" }),
    style = series.style,
    ink = drawColour(style.colour);
  if (series.kind === "band" || series.kind === "bars") svg("rect", { x: 1, y: 1, width: 24, height: 10,
    style: `fill:${ink};fill-opacity:${style.opacity}` }, sign);
  if (series.kind.startsWith("lines") || series.kind === "x error" || !series.rows.length) svg(
    "path", { d: "M1 6H25",
      style: `stroke:${ink};stroke-width:${Math.max(1.5, style.width)}${style.dash ? `;stroke-dasharray:${style.dash.join(" ")}` : ""}` },
    sign);
  if (series.kind.endsWith("points")) svg("path", { d: drawSymbol(style.marker, 13, 6, Math.min(4.5, Math.max(2.2, 3.4 *
        style.size))), style: drawIsFilled(style.marker) ? `fill:${ink}` :
      `fill:none;stroke:${ink};stroke-width:1.4` }, sign);
  return sign;
}

function pageLegend(figure, parent) {
  const entries = new Map();
  for (const panel of figure.panels)
    for (const series of panel.series)
      if (series.title && !entries.has(series.title)) entries.set(series.title, series);
  if (entries.size === 0 || (entries.size === 1 && !figure.panels[0].key)) return;
  const legend = pageNode("div", "legend", parent),
    head = figure.panels[0].head;
  if (head) pageNode("span", "head", legend, head);
  for (const [title, series] of entries) {
    if (!series.rows.length) { // explains a sign, is no curve of its own
      const item = pageNode("span", "sign", legend);
      item.append(pageSign(series), title);
      continue;
    }
    const button = pageButton(legend, "", () => {
      const hides = !figure.hidden.delete(title);
      if (hides) figure.hidden.add(title);
      button.setAttribute("aria-pressed", String(!hides));
      pageDraw(figure);
    });
    button.setAttribute("aria-pressed", "true");
    button.title = "switch off and on";
    button.append(pageSign(series), title);
  }
}

function pageDraw(figure) {
  const fresh = drawFigure(figure, false);
  figure.stage.replaceChildren(fresh, figure.tip);
  figure.tip.hidden = true;
  figure.all.hidden = !figure.panels.some((panel) => panel.view);
}

// Returns the pointer in the figure's pixels, and the panel under it.
function pagePointer(figure, event) {
  const drawn = figure.stage.querySelector("svg").getBoundingClientRect();
  const x = ((event.clientX - drawn.left) / drawn.width) * figure.size.width,
    y = ((event.clientY - drawn.top) / drawn.height) * figure.size.height;
  const view = figure.views.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  return { x, y, view };
}

// Returns the visible point nearest to the pointer; for an image the cell under it.
function pageNearest(figure, view, x, y) {
  let best = null,
    least = 30 ** 2; // pixels
  for (const series of view.panel.series) {
    if (figure.hidden.has(series.title)) continue;
    if (series.kind === "image" && series.rows.length) {
      const i = Math.round((view.x.value(x) - series.rows[0][0]) / series.cell[0]),
        j = Math.round((view.y.value(y) - series.rows[0][1]) / series.cell[1]);
      const row = i >= 0 && j >= 0 && i < series.count[0] ? series.rows[j * series.count[0] + i] : null;
      if (row && !best) best = { series, row, x: view.x.at(row[0]), y: view.y.at(row[1]) };
      continue;
    }
    if (series.kind === "band") continue;
    for (const row of series.rows) {
      if (!row || row.between) continue;
      const at_x = view.x.at(row[0]),
        at_y = view.y.at(row[1]),
        far = (at_x - x) ** 2 + (at_y - y) ** 2;
      if (far < least) { least = far;
        best = { series, row, x: at_x, y: at_y }; }
    }
  }
  return best;
}

function pageValues(view, found) {
  const { panel } = view, { series, row } = found, lines = [];
  if (series.title) lines.push(series.title);
  if (panel.frame !== "none") {
    lines.push(`${panel.x.told ?? "x"}: ${drawNumber(row[0])}`);
    lines.push(`${panel.y.told ?? "y"}: ${drawNumber(row[1])}`);
  }
  if (drawIsCoded(series)) lines.push(`${panel.cb.label ?? "colour"}: ${drawNumber(drawCode(series, row))}`);
  return lines;
}

function pageShow(figure, event) {
  const { x, y, view } = pagePointer(figure, event), found = view && pageNearest(figure, view, x, y);
  figure.stage.querySelector(".spot")?.remove();
  figure.tip.hidden = !found;
  if (!found) return;
  svg("circle", { class: "spot", cx: found.x, cy: found.y, r: 4.5 }, figure.stage.querySelector("svg"));
  figure.tip.replaceChildren(...pageValues(view, found).map((line) => pageNode("div", "", null, line)));
  const stage = figure.stage.getBoundingClientRect(),
    scale = stage.width / figure.size.width;
  const left = found.x * scale + 14,
    width = figure.tip.offsetWidth;
  figure.tip.style.left = `${left + width > stage.width ? Math.max(0, found.x * scale - width - 14) : left}px`;
  figure.tip.style.top = `${Math.max(0, found.y * scale - figure.tip.offsetHeight - 8)}px`;
}

// Sets the view of a panel; panels above each other share the range of x.
function pageLook(figure, view, x, y) {
  const of = (axis, a, b) => [axis.value(axis.from < axis.to ? Math.min(a, b) : Math.max(a, b)), axis.value(axis.from <
    axis.to ? Math.max(a, b) : Math.min(a, b))];
  const wide = Math.abs(x[1] - x[0]) > 6 ? of(view.x, ...x) : view.x.limits,
    high = Math.abs(y[1] - y[0]) > 6 ? of(view.y, ...y) : view.y.limits;
  view.panel.view = { x: wide, y: high };
  for (const other of figure.views)
    if (other !== view && other.box.left === view.box.left && other.x.limits.join() === view.x.limits.join()) other
      .panel.view = { x: wide, y: other.y.limits };
  pageDraw(figure);
}

function pageDrag(figure) {
  let start = null,
    mark = null;
  figure.stage.addEventListener("pointerdown", (event) => {
    const at = pagePointer(figure, event);
    if (event.button !== 0 || event.pointerType === "touch" || !at.view) return; // a finger scrolls the page
    start = at;
    mark = svg("rect", { class: "mark" }, figure.stage.querySelector("svg"));
    figure.stage.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  figure.stage.addEventListener("pointermove", (event) => {
    if (!start) return pageShow(figure, event);
    const at = pagePointer(figure, event),
      { box } = start.view;
    at.x = Math.min(box.right, Math.max(box.left, at.x));
    at.y = Math.min(box.bottom, Math.max(box.top, at.y));
    start.to = at;
    for (const [name, value] of Object.entries({ x: Math.min(at.x, start.x), y: Math.min(at.y, start.y), width: Math
          .abs(at.x - start.x), height: Math.abs(at.y - start.y) })) mark.setAttribute(name, value);
  });
  const end = (looks) => {
    const from = start;
    start = null;
    mark?.remove();
    if (looks && from?.to && Math.max(Math.abs(from.to.x - from.x), Math.abs(from.to.y - from.y)) > 6) pageLook(
      figure, from.view, [from.x, from.to.x], [from.y, from.to.y]);
  };
  figure.stage.addEventListener("pointerup", () => end(true));
  figure.stage.addEventListener("pointercancel", () => end(false));
  figure.stage.addEventListener("pointerleave", () => { if (!start) { figure.tip.hidden = true;
      figure.stage.querySelector(".spot")?.remove(); } });
  figure.stage.addEventListener("dblclick", () => pageAll(figure));
}

function pageAll(figure) {
  for (const panel of figure.panels) delete panel.view;
  pageDraw(figure);
}

function pageFigure(node, number) {
  const figure = { ...readFigure(node.querySelector(".data").textContent), number, hidden: new Set(),
      title: `figure of kind ${node.dataset.kind}` },
    name = `figure-${number}`;
  figure.stage = pageNode("div", "stage", node);
  figure.tip = pageNode("div", "tip");
  pageLegend(figure, node);
  const tools = pageNode("div", "tools", node);
  figure.all = pageButton(tools, "Show all", () => pageAll(figure));
  pageButton(tools, "SVG", () => {
    pageSave(`${name}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(drawFigure(figure, true)));
    pageDraw(figure); // the views of the page again
  });
  pageButton(tools, "Numbers", () => pageSave(`${name}.dat`, "text/plain", figureBlocks(figure.tables)));
  pageDraw(figure);
  pageDrag(figure);
}

document.querySelectorAll("figure.chart").forEach((node, index) => {
  try {
    pageFigure(node, index + 1);
  } catch (error) { // the rest of the page stands
    pageNode("p", "error", node, `This figure cannot be drawn: ${error.message}`);
  }
});

document.querySelectorAll("button.copy").forEach((button) => button.addEventListener("click", async () => {
  const source = document.getElementById(button.dataset.copy),
    words = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = "Copied";
  } catch { // pages from files may not write to the clipboard in every browser: the text is selected instead
    getSelection().selectAllChildren(source);
    button.textContent = "Selected: press Ctrl-C";
  }
  setTimeout(() => { button.textContent = words; }, 2000);
}));
