#!/usr/bin/env bash
# Outputs for every contact point and sums of displacements, compared with the single outputs that
# they combine. Every point: equal to the last digit (17 digits identify every double). The same for
# a sum of one term, and for weights that are powers of two; other sums are rounded once more, 1e-14
# of the largest displacement is fifty roundings.
. "$(dirname "$0")/../../program.sh"
for file in K.mtx M.mtx dof.csv nodes.csv contact.csv; do ln -s "$models/matrices/$file" .; done
cat >points.yaml <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv, contact: contact.csv}
reduction: {method: macneal, modes: 10, damping: 0.01}
contact: {from_file: true, law: unilateral}
excitation: {node: 26, direction: y, amplitude: 15.0, frequency: 480.0}
integrator: {scheme: leapfrog, steps_per_period: 250, periods: 60, window: 10, windows: 3}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 465, to: 485, count: 5}}}}
outputs:
  force: {quantity: normal_force, contact: all, reduce: max}
  force0: {quantity: normal_force, contact: 0, reduce: max}
  force1: {quantity: normal_force, contact: 1, reduce: max}
  hits: {quantity: impacts, contact: all}
  hits1: {quantity: impacts, contact: 1}
  bounce: {quantity: apex_time, contact: all, index: 2}
  bounce1: {quantity: apex_time, contact: 1, index: 2}
  pulse: {quantity: normal_force, contact: all, reduce: window_max}
  pulse1: {quantity: normal_force, contact: 1, reduce: window_max}
  gap: {quantity: gap, contact: all, reduce: series, every: 50, trajectories: [1, 4]}
  gap1: {quantity: gap, contact: 1, reduce: series, every: 50, trajectories: [1, 4]}
  a: {node: 25, direction: y}
  b: {node: 27, direction: "-y"}
  speed: {node: 25, direction: y, quantity: velocity, reduce: rms}
  same: {sum: [{node: 25, direction: y}]}
  quarter: {sum: [{node: 25, direction: y, weight: -0.25}]}
  double_speed: {quantity: velocity, sum: [{node: 25, direction: y, weight: 2}], reduce: rms}
  both: {sum: [{node: 25, direction: y, weight: 0.3}, {node: 27, direction: [0, -1, 0], weight: -0.7}]}
YAML
"$chatter" run points.yaml -q --device cpu -o all.h5 || say "the run failed"
"$chatter" export all.h5 2>/dev/null
# compare FILE NAME NAME [FACTOR]: two columns, equal to the last digit
compare() {
  awk -F, -v a="$2" -v b="$3" -v factor="${4:-1}" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!at[a] || !at[b]) { print "no column " a " or " b; exit } next }
    { n++; x = sprintf("%.17g", factor * $at[a]); y = sprintf("%.17g", 0 + $at[b]); if (x != y ) print a, $at[a], b, $at[b] }
    END { if (n < 5) print n " lines" }' "$1" | grep . && say "$1: $2 and $3 differ"
}
compare all.csv force.0 force0
compare all.csv force.1 force1
compare all.csv hits.1 hits1
compare all.csv bounce.1 bounce1
compare all-window.csv pulse.1 pulse1
compare all.csv a same
compare all.csv a quarter -0.25
compare all.csv speed double_speed 2
awk -F, 'NR > 1 { print $1, $2, $4 }' all-series-gap_sample.csv >gap.txt
awk -F, 'NR > 1 { print $1, $2, $3 }' all-series-gap1_sample.csv >gap1.txt
[ "$(wc -l <gap.txt)" -ge 100 ] && cmp -s gap.txt gap1.txt || say "the series of point 1 differs"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { a = $at["a"]; b = $at["b"]; e = $at["both"] - (0.3 * a - 0.7 * b); size = a * a + b * b; if (e * e > 1e-28 * size || !size) print e }' all.csv |
  grep . && say "the sum is not that of its terms"
[ "$(tr '\n' ' ' <all-point.csv)" = "point,point_node 0,25 1,27 " ] || say "nodes of the points: $(cat all-point.csv)"

# The same bytes from shards and smaller batches; a saved model has the responses of the sum.
for i in 1 2; do "$chatter" run points.yaml -q --device cpu --shard $i/2 --batch 1 -o shard$i.h5 || say "shard $i failed"; done
"$chatter" merge merged.h5 shard1.h5 shard2.h5 2>/dev/null && "$chatter" export merged.h5 2>/dev/null
for end in .csv -window.csv -series-gap_sample.csv; do cmp -s "all$end" "merged$end" || say "shards give another table $end"; done
"$chatter" reduce points.yaml -q -o saved.h5 && "$chatter" run points.yaml -q --device cpu -o saved-run.h5 \
  --set 'model={type: reduced, file: saved.h5}' --set reduction=null && "$chatter" export saved-run.h5 2>/dev/null
cmp -s all.csv saved-run.csv || say "the saved model gives other numbers"
"$chatter" eval points.yaml --device cpu 2>err.txt | head -1 | grep -q 'force\.\|,gap' && say "eval has columns of several values"
grep -q 'left out of the table.*: force, hits, bounce, pulse, pulse1, gap, gap1' err.txt || say "eval: $(cat err.txt)"

# Stepped regime maps have a class for every contact.
cat >regimes.yaml <<'YAML'
study: regimes
model: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1]}
contact:
  - {nodes: 2, law: coulomb, preload: 1, friction: 0.2}
  - {nodes: 3, law: coulomb, preload: 1, friction: 0.2}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
integrator: {scheme: moreau, steps_per_period: 200}
regimes: {cycles: 30, window: 5}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.05, to: 0.2, count: 3}, contact.1.friction: {from: 0.02, to: 1, count: 3}}}}
outputs:
  regime: {contact: all}
  first: {quantity: regime, contact: 0}
  second: {quantity: regime, contact: 1}
  stick: {quantity: regime_stick_fraction, contact: all}
  stick1: {quantity: regime_stick_fraction, contact: 1}
YAML
"$chatter" run regimes.yaml -q --device cpu && "$chatter" export regimes.h5 2>/dev/null || say "the regime map failed"
compare regimes.csv regime.0 first
compare regimes.csv regime.1 second
compare regimes.csv stick.1 stick1
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { classes[$at["second"]] } END { for (c in classes) n++; exit n < 2 }' regimes.csv ||
  say "the second contact knows one regime only: nothing is compared"
[ "$(tr '\n' ' ' <regimes-point.csv)" = "point,point_node 0,2 1,3 " ] || say "nodes of the contacts: $(cat regimes-point.csv)"

refuse() { # message setting
  "$chatter" check points.yaml --device cpu --set "$2" >/dev/null 2>err.txt && say "$2 was taken"
  grep -qF -- "$1" err.txt || say "$2: $(cat err.txt)"
}
refuse "'some' is not a contact point (allowed: all, sum, any, or its number from 0)" outputs.force.contact=some
refuse "there is no contact point 2 (allowed: 0 to 1)" outputs.force.contact=2
refuse "unknown key 'wieght' (did you mean 'weight'?)" 'outputs.same.sum=[{node: 25, direction: y, wieght: 2}]'
refuse "outputs.same.sum.0: missing key 'node'" 'outputs.same.sum=[{direction: y}]'
refuse "outputs.same.sum.0: missing key 'direction'" 'outputs.same.sum=[{node: 25}]'
refuse "give 'node' or 'sum', not both" outputs.same.node=25
refuse "an empty list" 'outputs.same.sum=[]'
refuse "'sum' does not belong to the quantity gap" outputs.same.quantity=gap
refuse "no node or node set '99'" 'outputs.same.sum=[{node: 99, direction: y}]'
refuse "cannot be named 'gap_time': the output 'gap' has a variable of that name" 'outputs.gap_time={node: 25, direction: y}'
refuse "cannot be named 'point_node'" 'outputs.point_node={node: 25, direction: y}'
refuse "an output cannot be named 'end': with it comes 'end_time', and results have a variable of that name" 'outputs.end={node: 25, direction: y, reduce: series}'
finish
