// Runs the scripts of a report on a minimal document that stores its contents: prints the contents
// of the first panel of each figure as JSON.
"use strict";
const { readFileSync } = require("fs"),
  { runInNewContext } = require("vm");

class Element {
  constructor(name) { Object.assign(this, { name, attributes: {}, items: [] }); }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  append(...items) { this.items.push(...items); }
  getContext() { return { createImageData: (w, h) => ({ width: w, data: new Uint8ClampedArray(4 * w * h) }), putImageData: (image) => { Element.image = image; } }; }
  toDataURL() { return "data:"; }
  every(name) { return this.items.flatMap((item) => [...(item.name === name ? [item] : []), ...item.every(name)]); }
}

const page = readFileSync(process.argv[2], "utf8"),
  script = page.slice(page.lastIndexOf("<script>") + 8, page.lastIndexOf("</script>")),
  plain = (text) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, "&");
const document = { createElementNS: (_, name) => new Element(name), createElement: (name) => new Element(name), querySelectorAll: () => [] };
const { readFigure, drawFigure } = runInNewContext(`${script}\n;({ readFigure, drawFigure })`, { document });

const found = [...page.matchAll(/<figure class="chart" data-kind="([^"]*)">\s*<pre class="data" hidden>([\s\S]*?)<\/pre>/g)].map(([, kind, data], index) => {
  const figure = { ...readFigure(plain(data)), number: index, hidden: new Set(), title: kind };
  const root = drawFigure(figure, true), view = figure.views[0];
  const group = root.items.find((item) => item.name === "g" && item.attributes["clip-path"]);
  const series = view.panel.series[0];
  return { kind, box: view.box, x: view.x.limits, y: view.y.limits, image: group.every("image")[0]?.attributes,
    curves: group.every("path").map(({ attributes: { d, fill } }) => ({ d, fill, radius: Math.max(1.5, 3.4 * series.style.size) })),
    pixels: Element.image && series.rows.map((_, k) => { // rows of an image count from the top
      const { width, data: pixels } = Element.image, height = pixels.length / 4 / width,
        at = 4 * ((height - 1 - Math.floor(k / width)) * width + (k % width));
      return [...pixels.slice(at, at + 4)];
    }) };
});
console.log(JSON.stringify(found));
