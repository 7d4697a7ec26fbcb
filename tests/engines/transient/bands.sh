#!/usr/bin/env bash
# Outputs in bands of frequencies: a linear oscillator under gravity and loads of 20 and 60 Hz, whose parts are known one by
# one. What is refused, and how it is named.
. "$(dirname "$0")/../../program.sh"
cat >bands.yaml <<'YAML'
study: transient
model: {type: chain, masses: [2.0], springs: [2.0e4]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: unilateral, gap: 1.0}
excitation:
  - {type: gravity, amplitude: 5.0}
  - {node: 1, amplitude: 30.0, frequency: 20.0}
  - {node: 1, amplitude: -50.0, frequency: 60.0, phase: cos}
integrator: {scheme: moreau, step: 1.0e-4, period_frequency: 20, periods: 60, window: 20, windows: 2}
outputs:
  low: {node: 1, reduce: rms, band: [16, 24]}
  edge: {node: 1, reduce: half_peak_to_peak, band: [20, 30]}
  high: {node: 1, reduce: max, band: [57, 63]}
  parts: {node: 1, reduce: window_rms, band: [57, 63]}
  mean: {node: 1, band: [0, 2], reduce: mean}
  all: {node: 1, reduce: rms}
YAML
run() { "$chatter" run bands.yaml -q -f --device "$1" -o "$2.h5" "${@:3}" && "$chatter" export -f "$2.h5" 2>/dev/null || say "$* failed"; }
run cpu cpu
# F / |k - m ω² + i c ω|, c = 2 ζ √(k m), times 1 / √(1 + ((f² - f1 f2) / (f (f2 - f1)))⁸). Steps of 1/167 of the shortest period:
# (ω Δt)² / 12 = 1e-4 times the resonance's slope of at most 5; after 2 s filters and oscillator have settled to e^-10, and what a band lets through of the other load is 2e-4 of it.
awk -F, 'function h(f, a, b) { return 1 / sqrt(1 + ((f * f - a * b) / (f * (b - a))) ^ 8) }
  function amplitude(force, f) { w = 6.283185307179586 * f; return force / sqrt((20000 - 2 * w * w) ^ 2 + (0.1 * sqrt(40000) * w) ^ 2) }
  function near(x, expected, name) { e = x / expected - 1; if (e * e > 1e-6) printf "%s: %.9g instead of %.9g\n", name, x, expected }
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { slow = amplitude(30, 20); fast = amplitude(50, 60); root = sqrt(0.5)
    near($at["low"], slow * h(20, 16, 24) * root, "low"); near($at["edge"], slow * root, "edge")
    near($at["high"], fast * h(60, 57, 63), "high"); near($at["mean"], 10 / 20000, "mean")
    near($at["all"], sqrt((slow * slow + fast * fast) / 2 + 25e-8), "all"); n++ }
  END { if (n != 1) print n " rows" }' cpu.csv | grep . && say "parts of the motion are wrong"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["parts"] }' cpu-window.csv >parts.txt
high=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["high"] }' cpu.csv)
awk -v high="$high" '{ e = $1 / (high * sqrt(0.5)) - 1; if (e * e > 1e-6) print; n++ } END { if (n != 2) print n " windows" }' parts.txt | grep . && say "windows are wrong"
run device_sim sim
cmp cpu.csv sim.csv || say "another machine gives other numbers"
"$chatter" info cpu.h5 | grep -q "root mean square displacement at 1 along x, 16 to 24 Hz" || say "the band is not in the name"
"$chatter" info cpu.h5 | grep -q "linear_edge" && say "the linear response is compared with a part of the motion"
refuse() { # message settings
  local message=$1
  shift
  "$chatter" check bands.yaml --device cpu "$@" >/dev/null 2>err.txt && say "$* was taken"
  grep -qF -- "$message" err.txt || say "$*: $(cat err.txt)"
}
refuse "outputs.low.band: [from, to] in Hz is expected, from less than to, not [30, 20]" --set "outputs.low.band=[30, 20]"
refuse "outputs.low.band: [from, to] in Hz is expected, from less than to, not [20, 0]" --set outputs.low.band=20
refuse "output 'low': a band up to 5000 Hz does not exist in steps of 0.0001 s (allowed: less than half a period per step, 5000 Hz)" --set "outputs.low.band=[20, 5000]"
refuse "outputs.low: 'band' belongs to the quantities displacement, velocity, acceleration, gap" --set outputs.low.quantity=impacts --set outputs.low.node=null
refuse "outputs.low: 'band' belongs to the quantities displacement, velocity, acceleration, gap" --set outputs.low.quantity=iterations --set outputs.low.node=null
finish
