#!/usr/bin/env bash
# `check` of a study for `identify`, before there are any results: it is valid with its figure of a
# fit; it prints the columns that the measured file may have, which `identify` then accepts, and the
# largest number of trajectories that are evaluated. A study without curves is refused. `run` still
# reports that it leaves nothing to fit.
. "$(dirname "$0")/../program.sh"
"$chatter" check "$models/cantilever/identify.yaml" --device cpu >plan.txt 2>message || say "the model's study: $(cat message)"
column=$(head -1 "$models/cantilever/measured.csv" | tr -d '\r' | cut -d, -f2)
grep "^  columns " plan.txt | grep -qw "$column" || say "'$column' is no column: $(cat plan.txt)"
cat >beam.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [100], dashpots: [0.8]}
contact: {node: 1, law: elastic, tangential_stiffness: 40, friction: 1, preload: 1.0e+6}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.5, to: 3.5, harmonics: 1, grid: [0.6, 3.4, 29], step: 0.01}
ensemble: {design: {type: random, count: 4, parameters: {contact.tangential_stiffness: {distribution: uniform, from: 10, to: 100}}}}
identify: {noise: 0.05, walkers: 8, steps: 4, warmup: 2, starts: 3, iterations: 2, draws: 4}
outputs: {x: {node: 1}}
plot: {kind: fit}
YAML
"$chatter" check beam.yaml --device cpu >plan.txt 2>message || say "check: $(cat message)"
grep -q "^Identification (chatter identify beam.yaml -d MEASURED.csv)" plan.txt || say "$(cat plan.txt)"
# 3 starts, each evaluated once and three times (the point itself, and one parameter in both
# directions) in each of 2 steps; 8 walkers with 6 steps
grep -q "^  trajectories          21 of the fit at most (3 starts), 48 of 8 walkers" plan.txt || say "$(grep trajectories plan.txt)"
for column in $(sed -n 's/^  columns *//p' plan.txt | tr -d ,); do
  printf "frequency,$column\n1,0.01\n2,0.02\n3,0.01\n" >measured.csv
  "$chatter" identify beam.yaml -d measured.csv --device cpu -q -f -o found.h5 >/dev/null 2>message || say "$column: $(cat message)"
done
[ -n "${column:-}" ] || say "no columns"
"$chatter" plot found.h5 -o fit.svg -f >/dev/null 2>message || say "the figure that was checked: $(cat message)"
"$chatter" check beam.yaml --device cpu --set response.grid=null >/dev/null 2>message && say "a study without curves is taken"
grep -q "^chatter: beam.yaml:7:.*identify: the study has no curves that could be measured (allowed: outputs over a grid" message ||
  say "$(cat message)"
"$chatter" check beam.yaml --device cpu --set identify=null >/dev/null 2>message || say "without its section: $(cat message)"
"$chatter" run beam.yaml --device cpu -f -q --plot 2>message && say "run --plot draws a fit"
grep -q "a fit is drawn from results of \`chatter identify\`" message || say "$(cat message)"
finish
