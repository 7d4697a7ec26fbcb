#!/usr/bin/env bash
# `chatter report`: a page of matching tags that loads nothing from outside; its numbers are those
# of the results, its figures those of `chatter plot`, its texts are escaped; several results on one
# page; refused files.
tests=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../program.sh"
python=/usr/bin/python3
"$python" -c 'import numpy, h5py' 2>/dev/null || { echo "skipped: python3-numpy or python3-h5py is missing"; exit 77; }

# Steps, some of them above the limit; a title and a comment that contain markup.
cat >bars.yaml <<'YAML'
study: transient
title: Bars </pre></script><script>alert(1)</script> & "two" 'quotes'
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 40} # </pre><img src=x>
reduction: {method: massless_craig_bampton, modes: 8}
contact: {nodes: LOWER, law: unilateral, merge: 0.2}
excitation: {type: gravity, direction: -x, amplitude: 10}
integrator: {scheme: leapfrog, step: 2.0e-3, duration: 8, half_step: false}
initial: {direction: x, displacement: 5}
inputs: {dt: integrator.step}
ensemble: {seed: 3, design: {type: random, count: 60, parameters: {dt: {distribution: uniform, from: 1.0e-3, to: 1.0e-1}}}}
outputs:
  apex_1: {quantity: apex, index: 1}
  energy_drift: {quantity: energy_total, reduce: drift}
YAML
"$chatter" run bars.yaml -q --device cpu -o bars.h5 --set excitation.amplitude=9.5 --set "plot.title=it's <i>" 2>message || say "the run fails: $(cat message)"
"$chatter" plot bars.h5 -o bars.svg 2>message || say "plot fails: $(cat message)"
"$chatter" report bars.h5 2>message || say "report fails: $(cat message)"

"$python" - "$tests" >message 2>&1 <<'PYTHON' || say "the page: $(cat message)"
import json, re, sys
sys.path.insert(0, sys.argv[1])
import h5py, numpy
from page import Page, number

page = Page("bars.html")
root, file = page.root, h5py.File("bars.h5")
text = lambda name: (lambda value: value.decode() if isinstance(value, bytes) else value)(file.attrs[name])
values = {name: file[name][...] for name in ("status", "apex_1", "energy_drift", "integrator.step")}
ok = values["status"] == 0
assert 5 < ok.sum() < 55, f"{ok.sum()} of 60 ended well: the test shows nothing"

# Nothing is loaded: no address, no file, in attributes, style or scripts, except the name space of
# SVG.
for node in root.every("script"):
    assert "src" not in node.attributes
for tag in ("link", "img", "iframe", "object"):
    assert not list(root.every(tag)), f"<{tag}>"
addresses = set(re.findall(r"\b(?:https?:)?//[a-z][^\s\"'`<)]*", re.sub(r"//.*? [a-z].*", "", root.one("script").text() + root.one("style").text())))
assert addresses <= {"http://www.w3.org/2000/svg"}, addresses
assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttp|\beval\(|new Function", root.one("style").text() + root.one("script").text().replace("url(#${id})", ""))
policy = [meta.attributes["content"] for meta in root.every("meta") if "content" in meta.attributes and "default-src" in meta.attributes["content"]]
assert policy and "default-src 'none'" in policy[0], policy

# Texts: given text is text, not markup.
title = text("title")
assert title.startswith("Bars </pre></script><script>alert(1)"), title
assert root.one("title").text() == title and root.one("h2").text() == title
assert root.one("pre", "study").text() == text("study") == open("bars.yaml").read()
assert root.one("pre", "command").text() == "chatter run bars.yaml --set excitation.amplitude=9.5 --set 'plot.title=it'\\''s <i>'"
assert len(list(root.every("script"))) == 1 and not list(root.every("i"))

# Figures: the numbers are the data of gnuplot, in its blocks (plot/figure_json compares all else).
figure = json.loads(next(root.every("figure")).one("pre", "data").text())
drawn = [[[float(word) for word in line.split()] for line in block.split("\n")[1:] if line] for block in open("bars.dat").read().strip("\n").split("\n\n\n")]
assert [table["rows"] for table in figure["tables"]] == drawn and len(drawn[0]) > 2
assert figure["title"]["text"] == "it's <i>"

# Numbers: those of the file. Tolerance: sums in another order.
rows = {cells[0].text(): cells[1:] for cells in root.one("table", "statistics").rows()}
for name, units in (("apex_1", " (m)"), ("energy_drift", " (J)")):
    cells = [number(cell) for cell in rows[name + units]]
    good = values[name][ok & numpy.isfinite(values[name])]
    expected = [len(good), 60 - len(good), good.mean(), good.std(ddof=1), *numpy.quantile(good, [0, 0.05, 0.5, 0.95, 1])]
    assert numpy.allclose(cells[:9], expected, rtol=1e-12, atol=0), (name, cells, expected)
    assert cells[9] in good and cells[10] in good and cells[9] <= cells[6] <= cells[10]
varied = {cells[0].text().split()[0]: cells for cells in root.one("table", "parameters").rows()}["integrator.step"]
assert [number(cell) for cell in varied[2:]] == [values["integrator.step"].min(), values["integrator.step"].max(), 60]

# Outcomes: counts, the interval of Wilson by a separate formula, advice; the messages of the engine
# as a warning.
outcomes = {cells[0].text(): cells for cells in root.one("table", "outcomes").rows()}
assert set(outcomes) == {"ok", "unstable_step"}, outcomes
n, k, z = 60, int((~ok).sum()), 1.959963984540054
centre, half = (k + z * z / 2) / (n + z * z), z / (n + z * z) * numpy.sqrt(k * (n - k) / n + z * z / 4)
share = [number(cell) for cell in outcomes["unstable_step"][1:5]]
assert numpy.allclose(share, [k, 100 * k / n, 100 * (centre - half), 100 * (centre + half)], rtol=1e-7), share # z to seven digits there
assert "above its limit" in outcomes["unstable_step"][5].text()
warnings = [item.text() for item in root.one("ul", "warnings").every("li")]
assert any(f"{k} trajectories were not run" in text for text in warnings), warnings

# Single trajectories: all 60, the failed ones first.
table = root.one("table", "trajectories")
rows = table.rows()[1:]
assert len(rows) == 60 and all(cells[1].text() == "unstable step" for cells in rows[:k]) and all(cells[1].text() == "ok" for cells in rows[k:])
for cells in rows:
    i = int(number(cells[0]))
    assert number(cells[2]) == values["integrator.step"][i]
    assert numpy.array_equal(number(cells[3]), values["apex_1"][i], equal_nan=True)

# Origin: every text and number of the file attributes.
origin = {cells[0].text(): cells[1] for cells in root.one("table", "attributes").rows()}
for name in ("study_sha256", "values_sha256", "device", "command_line", "reduced_hash", "version"):
    assert origin[name].text() == text(name), name
assert number(origin["seed"]) == 3 and number(origin["stability_limit"]) == file.attrs["stability_limit"]
PYTHON

# Statistics with intervals are shown, whatever computed them, over the coordinates of their
# dimensions; along a growing number of trajectories the last value is shown, with the others beside
# it.
"$python" - <<'PYTHON' || say "the results with statistics were not written"
import h5py, numpy, shutil
shutil.copy("bars.h5", "estimates.h5")
with h5py.File("estimates.h5", "a") as file:
    for name, values in (("share", numpy.array([0.05, 0.5])), ("count", numpy.array([30, 60], dtype="i4"))):
        file[name] = values
        file[name].make_scale(name)
    for name, value in (("apex_1_quantile", [1.5, 2.25]), ("apex_1_quantile_low", [1.25, 2.125]), ("apex_1_quantile_high", [1.75, 1 / 3])):
        file[name] = numpy.array([[0.5, 0.75], value])
        for dim, scale in enumerate(("count", "share")):
            file[name].dims[dim].attach_scale(file[scale])
PYTHON
"$chatter" report estimates.h5 2>message || say "report of statistics fails: $(cat message)"
"$python" - "$tests" >message 2>&1 <<'PYTHON' || say "statistics with intervals: $(cat message)"
import sys
sys.path.insert(0, sys.argv[1])
from page import Page, number
table = Page("estimates.html").root.one("table", "estimates")
assert [cell.text() for cell in table.every("th")][:6] == ["Estimate", "Of", "Value", "From", "To", "first 30"]
rows = table.rows()
assert [[row[0].text(), row[1].text()] + [number(cell) for cell in row[2:]] for row in rows] == [
    ["apex_1_quantile", "share 0.05", 1.5, 1.25, 1.75, 0.5], ["apex_1_quantile", "share 0.5", 2.25, 2.125, 1 / 3, 0.75]], rows
PYTHON

# Two results: each with its section, and a list.
"$chatter" report bars.h5 estimates.h5 -o both.html 2>message || say "report of two fails: $(cat message)"
[ "$(grep -c '^<article ' both.html)" = 2 ] && grep -q 'href="#result-2"' both.html || say "two results on one page"
"$python" -c 'import sys; sys.path.insert(0, sys.argv[1]); from page import Page; Page("both.html")' "$tests" 2>message || say "two results: $(cat message)"

# The page goes to standard output, byte for byte; --set selects the figure.
"$chatter" report bars.h5 -o - 2>/dev/null | cmp -s - bars.html || say "the page on standard output differs"
"$chatter" report bars.h5 -o other.html --set plot.kind=scatter --set plot.y=energy_drift 2>message || say "--set: $(cat message)"
grep -q 'data-kind="scatter"' other.html || say "--set plot.kind is not drawn"

refused() { # CODE PATTERN WORDS...
  "$chatter" report "${@:3}" 2>message
  local code=$?
  [ $code = "$1" ] && grep -q -- "$2" message || say "report ${*:3}: exit $code, $(cat message)"
}
cp bars.html before.html
refused 6 'exists already' bars.h5
cmp -s bars.html before.html || say "a page was replaced"
"$chatter" report bars.h5 --force 2>/dev/null || say "--force does not replace"
refused 2 'bars.h5' bars.h5 -o bars.h5 --force
refused 6 'none.h5' none.h5
refused 3 "energy_drif.*did you mean 'energy_drift'" bars.h5 -o bad.html --set plot.y=energy_drif
refused 3 'only drawn' bars.h5 -o bad.html --set integrator.step=1
[ -e bad.html ] && say "a page was left behind by a mistake"
refused 6 'bars.yaml' bars.yaml -o bad.html
finish
