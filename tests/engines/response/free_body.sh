#!/usr/bin/env bash
# A body held by contacts only: its response curve has a first point for any beginning, with stops
# that are all open where the search begins, with and without a mean load, and with a spring without
# a linear part. A gear pair with backlash (Kahraman and Singh, J. Sound Vib. 142, 1990) is compared
# with time steps of its equation in a separate program.
. "$(dirname "$0")/../../program.sh"
stop="law: kelvin_voigt, gap: 1, normal_stiffness: 1, normal_damping: 0.04"
# free NAME LOAD CONTACTS
free() {
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [1], springs: [0]}
reduction: {method: modal, rayleigh: {mass: ${4:-0}}}
contact: [$3]
excitation: [{type: constant, node: 1, amplitude: $2}, {node: 1, amplitude: 0.05, phase: cos}]
response: {from: 0.22, to: 0.17, harmonics: 12, step: 0.02, at: 0.17}
inputs: {from: response.from}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}, mean: {node: 1, reduce: mean}}
YAML
  "$chatter" eval "$1.yaml" -i from.csv -o "$1.csv" --quiet --device cpu 2>message || say "$1: $(cat message)"
}
{ echo sample_id,from && printf '%s,%s\n' 1 0.18 2 0.2 3 0.22 4 0.25 5 0.3 6 0.4 7 0.5 8 0.7 9 1 10 2 11 3; } >from.csv
# found NAME MEAN AMPLITUDE TOLERANCE: for all these beginnings, at 0.17 Hz
found() {
  awk -F, -v mean="$2" -v x="$3" -v t="$4" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { n++; d = $at["amplitude"] - x; e = $at["mean"] - mean; if ($2 != "ok" || !(d < t && -d < t && e < t && -e < t)) print }
    END { if (n != 11) print n " rows" }' "$1.csv" | grep . && say "$1: not mean $2, amplitude $3"
}
cat >steps.py <<'PY'
import math
w, h = 2 * math.pi * 0.17, 1 / 0.17 / 800
def rate(t, x, v):
    stop = -(x - 1) - 0.04 * v if x > 1 else -(x + 1) - 0.04 * v if x < -1 else 0
    if x > 1: stop = min(stop, 0)
    if x < -1: stop = max(stop, 0)
    return v, 0.1 + 0.05 * math.cos(w * t) + stop
x, v, low, high, total = 1.1, 0.0, 9.0, -9.0, 0.0
for k in range(800 * 150):
    t = k * h
    if k >= 800 * 149: low, high, total = min(low, x), max(high, x), total + x
    a, b = rate(t, x, v)
    c, d = rate(t + h / 2, x + h / 2 * a, v + h / 2 * b)
    e, f = rate(t + h / 2, x + h / 2 * c, v + h / 2 * d)
    g, i = rate(t + h, x + h * e, v + h * f)
    x, v = x + h / 6 * (a + 2 * c + 2 * e + g), v + h / 6 * (b + 2 * d + 2 * f + i)
print((high - low) / 2, total / 800)
PY
read -r amplitude mean < <(/usr/bin/env python3 steps.py)
# Truncation error of 12 harmonics, and steps that pass the corner of the force: 1e-4.
free gear 0.1 "{node: 1, $stop, normal: -x}, {node: 1, $stop, normal: x}"
found gear "$mean" "$amplitude" 3e-4
expect "the gear pair's amplitude" "$amplitude" 0.1591 2e-4

# In permanent contact: x = 1 + 3 + the response of a linear spring.
amplitude=$(awk 'BEGIN { w = 0.34 * atan2(0, -1); printf "%.15g", 0.05 / sqrt((1 - w * w) ^ 2 + (0.04 * w) ^ 2) }')
free pressed 3 "{node: 1, $stop, normal: -x}, {node: 1, $stop, normal: x}"
found pressed 4 "$amplitude" 1e-8
free elastic 3 "{node: 1, law: spring, normal: -x, gap: 1, normal_stiffness: 1}, {node: 1, law: spring, normal: x, gap: 1, normal_stiffness: 1}" 0.04
found elastic 4 "$amplitude" 1e-8
# x³ = 0.1 + …: the linear response about 0.1^(1/3), except for quadratic terms.
free cubic -27 "{node: 1, law: cubic, direction: x, cubic_stiffness: 1}" 0.04
found cubic -3 "$(awk 'BEGIN { w = 0.34 * atan2(0, -1); printf "%.15g", 0.05 / sqrt((27 - w * w) ^ 2 + (0.04 * w) ^ 2) }')" 1e-5
finish
