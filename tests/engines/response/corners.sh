#!/usr/bin/env bash
# Two masses with one pad in partial slip near a third of the resonance, where a further phase of
# slip begins: the curve turns there by more than a right angle in the space of continuation. An
# earlier version ended all curves with friction limits from 0.33 to 0.353 N at that corner.
. "$(dirname "$0")/../../program.sh"
cat >corner.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 0.5], springs: [1000, 800]}
reduction: {rayleigh: {mass: 0.2, stiffness: 1.0e-4}}
contact: {node: 2, law: elastic, tangential_stiffness: 500, friction: 0.4, preload: 0.85}
excitation: {node: 1, amplitude: 1.0, phase: cos}
response: {from: 2, to: 12, harmonics: 3}
ensemble: {design: {type: grid, parameters: {contact.preload: {from: 0.75, to: 0.95, count: 64}}}}
outputs:
  p: {quantity: peak_amplitude, node: 1}
  f: {quantity: peak_frequency}
YAML
for run in "2 12" "12 2" "3 12"; do
  set -- $run
  "$chatter" run corner.yaml -q -o "$1.h5" --set response.from="$1" --set response.to="$2" --max-failed 0 || say "from $1 Hz: a run fails"
  "$chatter" export "$1.h5" 2>/dev/null
  awk -F, 'NR > 1 && !/,end_of_range/ { exit 1 }' "$1.csv" || say "from $1 Hz: a curve ends early"
  # the status is ok and the peak right; without the digits that depend on the steps
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { printf "%.9g %.9g\n", $c["p"], $c["f"] }' "$1.csv" >"$1.txt"
done
# The peak does not depend on the beginning of the curve: 3 Hz lies beyond the corner.
cmp -s 2.txt 12.txt || say "upwards and downwards differ"
cmp -s 2.txt 3.txt || say "from below the corner and from above it differ"
# A harmonic balance in full coordinates with a friction force of 131072 samples: 0.018166855 m at
# 3.787 Hz with μN = 0.34 N. Half of its last digit.
peak() { "$chatter" eval corner.yaml -q | awk -F, 'NR == 2 { print $'"$1"' }'; }
expect amplitude "$(peak 3)" 0.018166855 5e-10
expect frequency "$(peak 4)" 3.787 5e-4

# A corner where the curve reverses: the way back is not a branch point; with some step lengths an
# earlier version passed it to and fro without end.
cat >back.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0, 0.8, 1.2], springs: [4000.0, 9000.0, 7000.0, 0.0], dashpots: [0.8, 0.6, 0.5, 0.0]}
contact: {node: 2, law: elastic, tangential_stiffness: 12000.0, friction: 0.4, preload: 10.0}
excitation: {node: 3, amplitude: 6.0}
response: {from: 3.0, to: 13.0, harmonics: 21, points: 3000}
outputs: {tip: {node: 3}}
ensemble: {design: {type: grid, parameters: {response.growth: {values: [0.1, 0.06, 0.05, 0.045, 0.03, 0.02]}}}}
YAML
"$chatter" run back.yaml -q -o back.h5 --max-failed 0 2>errors.txt || say "back: $(cat errors.txt)"
"$chatter" export back.h5 2>/dev/null
awk -F, 'NR > 1 && /,end_of_range/ { n++ } END { exit n != 6 }' back.csv || say "back: $(cat back.csv)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["event"] == "branch"' back-point.csv >wrong.txt
[ -s wrong.txt ] && say "back: $(wc -l <wrong.txt) branch points"
finish
