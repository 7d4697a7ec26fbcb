"""Figures as JSON against the results (h5py), gnuplot's numbers and the report's."""
import json
import sys

import h5py
import numpy

sys.path.insert(0, sys.argv[1] + "/../report")
from page import Page

COLUMNS = {"lines": 2, "lines and points": 2, "points": 2, "band": 3, "areas": 3, "bars": 2, "image": 0, "cells": 7, "x error": 4, "y error": 4, "arrows": 4}


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def read(text):
    return json.loads(text, parse_constant=refuse)


def rows_of(table):
    return numpy.array([[numpy.nan if x is None else x for x in row] for row in table["rows"] if row], float)


def blocks(path):
    """Reads gnuplot's numbers: blocks separated by two empty lines."""
    found = []
    for block in open(path, encoding="utf-8").read().split("\n\n\n"):
        lines = [line.split("#")[0].split() for line in block.strip("\n").split("\n")[1:]]
        found.append(numpy.array([[float(word) for word in line] for line in lines if line]))
    return found


def same(a, b, rtol):
    return a.shape == b.shape and numpy.allclose(a, b, rtol=rtol, atol=0, equal_nan=True)


figures = {kind: read(open(f"{kind}.json", encoding="utf-8").read()) for kind in ("series", "map", "scatter", "chart", "histogram", "posterior")}
for kind, figure in figures.items():
    assert figure["format"] == "chatter figure" and figure["version"] == 1 and figure["kind"] == kind, kind
    assert len(figure["panels"]) >= 1
    for panel in figure["panels"]:
        for curve in panel["curves"]:
            if curve["table"] is None:
                continue
            table, n = figure["tables"][curve["table"]], COLUMNS[curve["draw"]]
            n += curve["draw"] == "points" and curve["colour"] == "by value"
            assert len(curve["columns"]) == n and all(0 <= c < table["columns"] for c in curve["columns"]), (kind, curve)
            assert all(row is None or len(row) == table["columns"] for row in table["rows"]), (kind, table["name"])
    # The numbers for gnuplot: nine digits, six for an image.
    drawn, tables = blocks(f"{kind}.dat"), [table for table in figure["tables"] if table["rows"]]
    assert len(drawn) == len(tables), (kind, len(drawn), len(tables))
    for table, block in zip(tables, drawn):
        assert same(block, rows_of(table), 5e-6 if kind == "map" else 5e-9), (kind, table["name"])

grid, sample = h5py.File("grid.h5"), h5py.File("sample.h5")
ok = grid["status"][...] == 0
assert (~ok).sum() == 1

# Series: times and values, every bit (millimetres are exactly 1000 times metres).
panel = figures["series"]["panels"][0]
assert panel["y"]["label"] == "tip (mm)" and panel["y"]["unit"] == "mm" and panel["x"]["label"] == "Time (s)"
for curve in panel["curves"]:
    row = next(k for k, name in enumerate(grid["series"][...]) if f"trajectory {name}" == curve["name"])
    points = rows_of(figures["series"]["tables"][curve["table"]])
    assert numpy.array_equal(points[:, 0], grid["tip_time"][row]) and numpy.array_equal(points[:, 1], 1000 * grid["tip"][row]), row
assert len(panel["curves"]) == 3

# Map: a row for each y, a column for each x, null where the trajectory failed.
figure = figures["map"]
panel, (curve,) = figure["panels"][0], [c for c in figure["panels"][0]["curves"] if c["draw"] == "image"]
cells = figure["tables"][curve["table"]]["rows"]
amplitude, gap, highest = (grid[name][...] for name in ("excitation.amplitude", "contact.gap", "highest"))
assert [panel[axis]["unit"] for axis in "xy"] in (["N", "mm"], ["mm", "N"])
of = {"N": amplitude, "mm": 1000 * gap}
x, y = of[panel["x"]["unit"]], of[panel["y"]["unit"]]
factor = {"mm": 1000, "m": 1}[figure["colours"]["axis"]["unit"]]
for i in range(len(ok)):
    column, row = (round((v[i] - o) / s) for v, o, s in zip((x, y), curve["origin"], curve["step"]))
    if not ok[i]:
        assert cells[row][column] is None, i
    else:
        assert cells[row][column] == factor * highest[i], i
assert sum(value is None for row in cells for value in row) == 1

# Scatter: the points of successful trajectories, for any curve.
figure = figures["scatter"]
points = numpy.concatenate([rows_of(figure["tables"][c["table"]])[:, :2] for c in figure["panels"][0]["curves"]])
x = of[figure["panels"][0]["x"]["unit"]]
assert sorted(map(tuple, points)) == sorted(zip(x[ok], {"mm": 1000, "m": 1}[figure["panels"][0]["y"]["unit"]] * highest[ok]))

# Histogram: numpy's counts in the same bins.
figure = figures["histogram"]
bins, width = rows_of(figure["tables"][0]), figure["panels"][0]["bar_width"]
values = {"mm": 1000, "m": 1}[figure["panels"][0]["x"]["unit"]] * sample["highest"][...]
edges = numpy.append(bins[:, 0] - width / 2, bins[-1, 0] + width / 2)
edges[0], edges[-1] = edges[0] - 1e-9 * width, edges[-1] + 1e-9 * width # the extremes lie on edges
assert numpy.array_equal(numpy.histogram(values, edges)[0], bins[:, 1]) and bins[:, 1].sum() == 40

# Texts are unchanged.
title = "A \"mass\" \\ µ, it's <one>"
assert figures["map"]["title"]["text"] == title == figures["series"]["title"]["text"], figures["map"]["title"]
assert "1 of 12 trajectories failed" in figures["map"]["note"]["text"]

# The report draws the same figure from gnuplot's digits.
root = Page("page.html").root
nodes = list(root.every("figure"))
first, whole = read(nodes[0].one("pre", "data").text()), figures["map"]
assert nodes[0].attributes["data-kind"] == "map"
for table, wanted in zip(first.pop("tables"), blocks("map.dat")):
    assert numpy.array_equal(rows_of(table), wanted, equal_nan=True), table["name"]
tables = whole.pop("tables")
first.pop("kind"), whole.pop("kind")
assert first == whole
assert len(tables) == len(blocks("map.dat"))
