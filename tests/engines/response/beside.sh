#!/usr/bin/env bash
# If neither rest nor a growing load leads to a first point of the response at response.from, a
# neighbouring frequency does: a mass between two rigid stops with little damping, from many
# frequencies to one state, that of the curve from rest at 0.21 Hz: 1e-9.
. "$(dirname "$0")/../../program.sh"
cat >stops.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 0], springs: [1, 50]}
reduction: {method: massless_craig_bampton, modes: 1, damping: 0.002}
contact:
  - {node: 2, law: unilateral, normal: -x, gap: 0.1}
  - {node: 2, law: unilateral, normal: x, gap: 0.1}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 15, at: 0.3}
inputs: {from: response.from}
outputs: {x: {node: 1}}
YAML
{ echo sample_id,from && awk 'BEGIN { for (i = 43; i < 61; i += 3) printf "%d,%.4f\n", i, 0.03 + 0.003 * i }'; } >from.csv
"$chatter" eval stops.yaml -i from.csv -o stops.csv --quiet --device cpu 2>message || say "$(cat message)"
awk -F, 'NR == 2 { x = $3 } NR > 1 { n++; e = $3 / x - 1; if ($2 != "ok" || !(e < 1e-9 && e > -1e-9)) print } END { if (n != 6) print n " rows" }' stops.csv | grep . && say "not one state"
finish
