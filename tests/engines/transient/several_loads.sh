#!/usr/bin/env bash
# Several loads: their common period, and one frequency for all of them. Two loads of one frequency and phase on a linear
# chain are the sum of each alone (superposition; 1e-12 of the largest allows the rounding of 4,000 steps).
. "$(dirname "$0")/../../program.sh"
cat >loads.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0, 2.0], springs: [1.0e4, 2.0e4]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 1.0}
excitation:
  - {type: gravity, amplitude: 0.0}
  - {node: 1, amplitude: 3.0, frequency: 20.0}
  - {node: 2, amplitude: -5.0, phase: cos}
integrator: {scheme: moreau, steps_per_period: 200, periods: 20, window: 4, windows: 4}
ensemble: {design: {type: grid, parameters: {excitation.1.frequency: {values: [10, 16, 20]}}}}
outputs:
  tip: {node: 2}
  top: {node: 2, reduce: max}
  parts: {node: 2, reduce: windows}
YAML
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1.csv"; }
run() { # name settings
  local name=$1
  shift
  "$chatter" run loads.yaml -q -f --device cpu -o "$name.h5" "$@" && "$chatter" export -f "$name.h5" 2>/dev/null || say "$name failed"
}
run both
run first --set excitation.2.amplitude=0
run second --set excitation.1.amplitude=0
paste <(column both tip) <(column first tip) <(column second tip) |
  awk '{ e = $1 - $2 - $3; if (e * e > 1e-24 * ($2 * $2 + $3 * $3) || !($1 * $1 > 0)) print; n++ } END { if (n != 3) print n " rows" }' | grep . &&
  say "the loads do not add up"
# The frequency of the first is that of the second, whatever it is: written out it gives the same numbers.
for f in 10 16 20; do
  run own --set ensemble=null --set excitation.1.frequency=$f --set excitation.2.frequency=$f
  column both tip | grep -qxF -- "$(column own tip)" || say "at $f Hz: $(column own tip) is not in $(column both tip)"
done
# 20 periods of each frequency, the last four in four windows of one period.
paste <(column both end_time) <(column both excitation.1.frequency) | awk '{ e = $1 * $2 / 20 - 1; if (e * e > 1e-20) print }' | grep . && say "the period is not that of the loads"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == 1 { e = ($at["window_end"] - $at["window_start"]) * 16 - 1; if (e * e > 1e-18) print; n++ } END { if (n != 4) print n }' both-window.csv |
  grep . && say "windows are no periods"

period() { # frequencies expected-frequency
  run period --set ensemble=null --set "excitation.1.frequency=$1" --set "excitation.2.frequency=$2"
  column period end_time | awk -v f="$3" '{ e = $1 * f / 20 - 1; exit e * e > 1e-20 }' || say "$1 and $2 Hz: $(column period end_time) s"
}
period 40 60 20
period 60 40 20
period 20 20 20
period 50 20 10
period 33.3 11.1 11.1
refuse() { # message settings
  local message=$1
  shift
  "$chatter" check loads.yaml --device cpu "$@" >/dev/null 2>err.txt && say "$* was taken"
  grep -qF -- "$message" err.txt || say "$*: $(cat err.txt)"
}
refuse "loads.yaml:9:13: the loads, 20 to 31.41592654 Hz, have no common period" --set ensemble=null --set excitation.2.frequency=31.415926535
refuse "have no common period" --set excitation.2.frequency=31.415926535
refuse "missing key 'frequency'" --set excitation.1.frequency=null --set ensemble=null
refuse "a sweep needs 'frequency'" --set excitation.2.sweep_from=3 --set excitation.2.sweep_rate=1
"$chatter" check loads.yaml --device cpu --set excitation.2.frequency=31.415926535 --set integrator.period_frequency=20 >/dev/null 2>err.txt ||
  say "a given period is not enough: $(cat err.txt)"
finish
