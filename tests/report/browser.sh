#!/usr/bin/env bash
# Reports of all kinds of study in a real browser, headless Chromium: no script errors, every figure
# is drawn, values under the pointer are the numbers of the figure, curves can be switched off and
# on, zoom and back; light and dark, wide and narrow.
tests=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../program.sh"
python=/usr/bin/python3
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "skipped: no Chromium"; exit 77; }

names=()
for study in chain/impact chain/coulomb coulomb/figure03 cantilever/backbone cantilever/scatter impact-oscillator/one matrices/impact \
  bar/massless-history beams/crossed-cantilevers; do
  name=${study//\//-}
  "$chatter" run "$models/$study.yaml" -q --device cpu -o "$name.h5" >/dev/null 2>message || say "$study: $(cat message)"
  names+=("$name.h5")
done
"$chatter" run "$models/beam-on-beam/locus.yaml" -q --device cpu -o locus.h5 --set 'ensemble.design={type: grid, parameters: {stability.position: {from: 0.02, to: 0.08, count: 30}, slider.friction: {values: [0.1, 0.3]}}}' 2>message || say "a grid of positions: $(cat message)"
"$chatter" run "$models/beams/uncertain.yaml" -q --device cpu -o shares.h5 --set ensemble.design.count=32 --set plot.kind=sobol --set plot.y=dissipated 2>message ||
  say "shares of the variance: $(cat message)"
"$chatter" report "${names[@]}" locus.h5 shares.h5 -o all.html 2>message || say "report fails: $(cat message)"

# The page with an error handler before it and the probe after it.
sed -e 's|<head>|&<script>window.probeErrors = []; addEventListener("error", (event) => probeErrors.push(event.message));</script>|' all.html >probe.html
{ sed '/^<\/body>/,$d' probe.html; echo '<script>'; cat "$tests/probe.js"; printf '</script>\n</body>\n</html>\n'; } >whole.html
look() { # NAME OPTIONS...
  HOME=$work timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" "${@:2}" --dump-dom "file://$work/whole.html" >"$1.dom" 2>browser.txt
  grep -q 'id="probe"' "$1.dom" || say "$1: the browser shows no page: $(tail -2 browser.txt)"
}
look light --window-size=1200,900
look dark --window-size=520,900 --blink-settings=preferredColorScheme=0
"$python" - "$tests" >message 2>&1 <<'PYTHON' || say "$(cat message)"
import json, math, re, sys
sys.path.insert(0, sys.argv[1])
from page import Page

numbers = [json.loads(figure.one("pre", "data").text()) for figure in Page("all.html").root.every("figure")]
kinds, placed = set(), 0
for name in ("light", "dark"):
    text = re.findall(r'<pre id="probe">(.*?)</pre>', open(f"{name}.dom").read(), re.S)[-1] # before it, the script itself
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, sign)
    found = json.loads(text)
    assert found["errors"] == [], (name, found["errors"])
    assert len(found["figures"]) == len(numbers) >= 10, (name, len(found["figures"]))
    assert found["wide"] <= 0, f"{name}: the page is {found['wide']} pixels wider than the window"
    paper = [int(part) for part in re.findall(r"\d+", found["paper"])]
    assert (sum(paper) > 700) if name == "light" else (sum(paper) < 100), (name, paper)
    for figure, data in zip(found["figures"], numbers):
        what = (name, figure["kind"])
        kinds.add(figure["kind"])
        assert figure["error"] == "", (what, figure["error"])
        assert figure["shapes"] > 3 and len(figure["texts"]) > 6, what
        assert not any("NaN" in text or "undefined" in text for text in figure["texts"]), (what, figure["texts"])
        assert not figure["offered"] and figure["closer"] and figure["again"], (what, figure)
        assert figure.get("switched", True) and figure.get("back", True), (what, figure)
        # The values shown under the pointer are in the data of the figure, to the six digits shown.
        there = sorted({x for table in data["tables"] for row in table["rows"] if row for x in row if x is not None})
        assert figure["values"], f"{what}: no value under the pointer"
        if "matrix" not in figure["kind"] and figure["kind"] not in ("map", "regimes"): # places of cells are counted
            for line in (line for value in figure["values"] for line in value if ": " in line):
                value = float(line.rsplit(": ", 1)[1])
                assert any(abs(value - x) <= 1e-5 * abs(x) for x in there), (what, line)
        # They are drawn at the positions that the ticks of a linear axis give: 0.1 pixels is the
        # rounding of the paths.
        (first, left), (last, right) = (figure["ticks"] or [(0, 0)])[0], (figure["ticks"] or [(0, 0)])[-1]
        at = lambda value: left + (value - first) / (last - first) * (right - left)
        if figure["panels"] == 1 and len(figure["ticks"]) > 2 and all(abs(at(value) - x) < 0.1 for value, x in figure["ticks"]):
            for value, x in zip(figure["values"], figure["places"]):
                told = [line for line in value if ": " in line][0].rsplit(": ", 1)[1]
                assert abs(at(float(told)) - x) < 0.1 + 1e-5 * abs(at(float(told))), (what, told, x)
                placed += 1
assert placed > 20, placed
assert {"scatter", "histogram", "regimes", "response", "quantiles", "frequency_response", "series", "locus", "sobol", "convergence"} <= kinds, kinds
PYTHON
finish
