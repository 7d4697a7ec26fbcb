#!/usr/bin/env bash
# initial.steady: the linear system is in its steady state from the first step on, about the static
# position under constant loads: every window has the amplitude and mean of the last one, those of
# closed form; with damping of modes and with a general matrix, two loads of one frequency and one
# of another.
. "$(dirname "$0")/../../program.sh"
study() { # name, model, loads
  cat >"$1.yaml" <<YAML
study: transient
$2
contact: {nodes: 1, law: cubic, cubic_stiffness: 1e-12}
excitation: $3
integrator: {step: 5e-4, duration: 20, windows: 10}
initial: {steady: true}
outputs: {a: {node: 1, reduce: windows}, m: {node: 1, reduce: window_mean}}
YAML
  "$chatter" run "$1.yaml" -o "$1.h5" -f -q --device cpu 2>errors.txt && "$chatter" export "$1.h5" -f >/dev/null 2>&1 || say "$1: $(cat errors.txt)"
}
# One mass, k = 100, m = 2, damping ratio 0.02: the amplitude is F / |k - m Ω² + iΩ 2 ζ ω m|.
study one 'model: {type: chain, masses: [2], springs: [100]}
reduction: {method: modal, damping: 0.02}' '[{node: 1, amplitude: 3, frequency: 1.0, phase: 0.7}, {type: constant, node: 1, amplitude: 5}]'
awk -F, 'NR > 1 { w = 8 * atan2(1, 1); d = 2 * 0.02 * sqrt(100 / 2) * 2 * w; a = 3 / sqrt((100 - 2 * w * w)^2 + d * d)
  if (($3 - a)^2 > (1e-5 * a)^2 || ($6 - 0.05)^2 > (1e-5 * a)^2) print }' one-window.csv | grep . && say "one mass: not its closed form"
# Windows of two periods of 1 Hz: all equal, to the error of the start of order Δt², (Ω Δt)² = 1e-5.
alike() { awk -F, 'NR == 2 { a = $3; m = $6 } NR > 2 && (($3 - a)^2 > (1e-5 * a)^2 || ($6 - m)^2 > (1e-5 * a)^2)' "$1-window.csv" | grep . && say "$1: windows differ"; }
loads='[{node: 1, amplitude: 2, frequency: 1.0, phase: 0.7}, {type: constant, node: 3, amplitude: 1}, {node: 2, amplitude: 0.4, phase: 1.9}]'
study ratios 'model: {type: chain, masses: [1, 1, 0.5], springs: [100, 150, 80]}
reduction: {method: modal, damping: 0.02}' "$loads" && alike ratios
study matrix 'model: {type: chain, masses: [1, 1, 0.5], springs: [100, 150, 80], dashpots: [0.3, 0, 0.1]}
reduction: {method: modal}' "$loads" && alike matrix
# Without the start the first windows differ: the test would notice.
sed -i '/^initial/d' ratios.yaml
"$chatter" run ratios.yaml -o ratios.h5 -f -q --device cpu && "$chatter" export ratios.h5 -f >/dev/null 2>&1
[ "$(alike ratios 2>&1 | wc -l)" -gt 1 ] || say "the test sees nothing"
for load in '{type: constant, node: 1, amplitude: 5}' '{type: gravity, direction: x, amplitude: 1}'; do
  sed -e "s/^excitation.*/excitation: $load/" one.yaml >none.yaml
  "$chatter" run none.yaml -o none.h5 -f -q 2>errors.txt && say "steady without a frequency"
  grep -q 'initial.steady: no load has a frequency' errors.txt || say "$(cat errors.txt)"
done
sed -e 's/springs: \[100\]/springs: [0]/' one.yaml >free.yaml
"$chatter" run free.yaml -o free.h5 -f -q 2>errors.txt && say "a free body under a constant load"
grep -q 'nothing holds' errors.txt || say "$(cat errors.txt)"
finish
