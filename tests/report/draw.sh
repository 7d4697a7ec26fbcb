#!/usr/bin/env bash
# Figures of a report without a browser: node runs the scripts of the page on a minimal document.
# Points lie at the positions given by numbers and axes, and at those of gnuplot.
tests=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../program.sh"
python=/usr/bin/python3
command -v node >/dev/null || skip "no node"
command -v gnuplot >/dev/null || skip "no gnuplot"

{
  mass_before_wall
  cat <<'YAML'
outputs: {tip: {node: 1, reduce: series, trajectories: [0, 2]}, highest: {node: 1, reduce: max}}
ensemble: {seed: 1, design: {type: grid, parameters: {excitation.amplitude: {from: 1, to: 4, count: 6}, contact.gap: {from: 0.01, to: 0.03, count: 5}}}}
YAML
} >grid.yaml
"$chatter" run grid.yaml -q --device cpu -o grid.h5 2>message || say "the run: $(cat message)"
# With given ranges: the automatic limits of gnuplot differ from those of the page.
draw() { # KIND OPTIONS...
  "$chatter" plot grid.h5 -o "$1.svg" --set plot.kind="$1" "${@:2}" 2>message && "$chatter" plot grid.h5 -o "$1.json" --set plot.kind="$1" "${@:2}" 2>message && "$chatter" report grid.h5 -o "$1.html" --set plot.kind="$1" "${@:2}" 2>message || say "$1: $(cat message)"
  node "$tests/draw.js" "$1.html" >"$1.drawn.json" 2>message || say "$1: $(cat message)"
}
draw series --set 'plot.x_range=[0, 100]' --set 'plot.y_range=[-0.05, 0.05]'
draw scatter --set plot.x=excitation.amplitude --set 'plot.x_range=[0, 5]' --set 'plot.y_range=[0, 0.05]'
draw map
"$python" - >message 2>&1 <<'PYTHON' || say "$(tail -3 message)"
import json, re

def path(text): # absolute M and L
    return [tuple(map(float, pair)) for pair in re.findall(r"[ML]\s*(-?[\d.]+)[ ,](-?[\d.]+)", text)]

def near(a, b): # 0.3 pixels: gnuplot keeps margins to 1e-4 of the figure (0.1) and its places to 0.01 and to whole units of its own
    return abs(a[0] - b[0]) < 0.3 and abs(a[1] - b[1]) < 0.3

for kind, curves in (("series", 2), ("scatter", 0)):
    figure = json.load(open(f"{kind}.drawn.json"))[0]
    assert figure["kind"] == kind
    lines = [path(curve["d"]) for curve in figure["curves"] if curve.get("fill") == "none"]
    drawn = open(f"{kind}.svg").read()
    if kind == "series":
        assert len(lines) == curves
        wanted = [sum((path(d) for d in re.findall(r"d='([^']*)'", group)), []) for group in re.split(r'<g id="gnuplot_plot_\d+"', drawn)[1:]]
        for line, other in zip(lines, wanted):
            seen = [point for point in line if figure["box"]["left"] <= point[0] <= figure["box"]["right"]]
            found = sum(any(near(point, there) for there in other) for point in seen[::50])
            assert len(seen) > 400 and found == len(seen[::50]), (kind, found, len(seen[::50]))
    # where the numbers and the axes say
    box, x, y = figure["box"], figure["x"], figure["y"]
    data = json.load(open(f"{kind}.json"))
    curves = data["panels"][0]["curves"]
    assert len(curves) == len(figure["curves"])
    for curve, of in zip(figure["curves"], curves):
        rows = [[row[column] for column in of["columns"]] for row in data["tables"][of["table"]]["rows"]]
        at = path(curve["d"])
        places = [(box["left"] + (row[0] - x[0]) / (x[1] - x[0]) * (box["right"] - box["left"]), box["bottom"] - (row[1] - y[0]) / (y[1] - y[0]) * (box["bottom"] - box["top"])) for row in rows]
        assert len(at) == len(places) > 3, (kind, len(at), len(places))
        moved = 0 if curve.get("fill") == "none" else curve["radius"] # a ring begins at its left
        worst = max(max(abs(a[0] - b[0] + moved), abs(a[1] - b[1])) for a, b in zip(at, places))
        assert worst < 0.02, (kind, worst, moved, at[:2], places[:2]) # the rounding of the paths is 0.005

# A map: each cell has its colour, dark to light with its value.
figure = json.load(open("map.drawn.json"))[0]
data = json.load(open("map.json"))
curve = data["panels"][0]["curves"][0]
values = data["tables"][curve["table"]]["rows"]
cells = sorted((value, sum(pixel[:3])) for value, pixel in zip(sum(values, []), figure["pixels"]))
# the image covers the cells about their centres
x, y, w, h = (float(figure["image"][name]) for name in ("x", "y", "width", "height"))
at = lambda axis, side, value: figure["box"][side[0]] + (value - figure[axis][0]) / (figure[axis][1] - figure[axis][0]) * (figure["box"][side[1]] - figure["box"][side[0]])
for axis, side, n, from_, to in (("x", ("left", "right"), len(values[0]), x, x + w), ("y", ("bottom", "top"), len(values), y + h, y)):
    k = "xy".index(axis)
    first = curve["origin"][k] - curve["step"][k] / 2
    assert abs(at(axis, side, first) - from_) < 0.02 and abs(at(axis, side, first + n * curve["step"][k]) - to) < 0.02, axis
assert len(cells) == 30 and cells[0][1] < 160 and cells[-1][1] > 500, (cells[0], cells[-1]) # of 153 to 521
assert all(a[1] <= b[1] + 2 for a, b in zip(cells, cells[1:])) # three channels, each rounded
PYTHON
finish
