// Simulates a reader of a page: for each figure it reads a value, switches a curve off and on,
// zooms in and back. The findings are in the element `probe` as JSON.
"use strict";
Element.prototype.setPointerCapture = () => {}; // artificial pointers cannot be captured

function probeFigure(node) {
  const stage = node.querySelector(".stage"),
    found = { kind: node.dataset.kind, error: node.querySelector(".error")?.textContent ?? "", values: [], places: [] };
  if (!stage) return found;
  const send = (type, x, y) => {
    const box = stage.querySelector("svg").getBoundingClientRect();
    stage.dispatchEvent(new PointerEvent(type, { clientX: box.left + x * box.width, clientY: box.top + y * box.height,
      bubbles: true, button: 0, pointerType: "mouse" }));
  };
  const tip = stage.querySelector(".tip"),
    drawn = () => { stage.querySelector(".spot")?.remove(); return stage.querySelector("svg").innerHTML; };
  found.shapes = stage.querySelectorAll("svg path, svg image, svg rect").length;
  found.texts = [...stage.querySelectorAll("svg text")].map((text) => text.textContent);
  for (let i = 1; i < 40 && found.values.length < 5; i++)
    for (let j = 1; j < 40 && found.values.length < 5; j++) {
      send("pointermove", i / 40, j / 40);
      if (tip.hidden || i % 7 !== 0) continue;
      found.values.push([...tip.children].map((line) => line.textContent));
      found.places.push(Number(stage.querySelector(".spot").getAttribute("cx")));
    }
  // the numbers below the axes, and their positions
  found.panels = stage.querySelectorAll(".axes").length;
  found.ticks = [...stage.querySelectorAll(".axes text[text-anchor=middle]")].filter((text) => !text.hasAttribute("transform") && !isNaN(Number(text.textContent)))
    .map((text) => [Number(text.textContent), Number(text.getAttribute("x"))]);
  const whole = drawn(),
    button = node.querySelector(".legend button");
  if (button) {
    button.click();
    found.switched = drawn() !== whole && button.getAttribute("aria-pressed") === "false";
    button.click();
    found.back = drawn() === whole;
  }
  const all = node.querySelector(".tools button");
  found.offered = !all.hidden;
  send("pointerdown", 0.4, 0.4);
  send("pointermove", 0.45, 0.48);
  send("pointerup", 0.45, 0.48);
  found.closer = drawn() !== whole && !all.hidden;
  stage.dispatchEvent(new MouseEvent("dblclick"));
  found.again = drawn() === whole && all.hidden;
  return found;
}

const probed = {
  figures: [...document.querySelectorAll("figure.chart")].map(probeFigure),
  paper: getComputedStyle(document.body).backgroundColor,
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  errors: window.probeErrors,
};
const probeNode = document.createElement("pre");
probeNode.id = "probe";
probeNode.textContent = JSON.stringify(probed);
document.body.append(probeNode);
