#!/usr/bin/env bash
# A shaken base equals an inertial force -m a on every mass: with a sweep and an impact against a
# stop, and beside another load, whose frequency it has. 1e-9 of the largest is the rounding of
# 16,000 steps, amplified by impacts.
. "$(dirname "$0")/../../program.sh"
cat >base.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0, 2.0, 0.5], springs: [1.0e4, 2.0e4, 1.0e4]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 3, law: unilateral, gap: 5.0e-4, restitution: 0.5}
excitation:
  - {node: 1, amplitude: 3.0, frequency: 20.0, phase: cos, sweep: {from: 2.0, rate: 9.0}}
  - {type: base, amplitude: 4.0, phase: 0.3}
integrator: {scheme: moreau, steps_per_period: 200, periods: 40, window: 40, windows: 10}
outputs:
  tip: {node: 3, reduce: windows}
  hits: {quantity: impacts, contact: 0}
YAML
sed '/type: base/d; /node: 1, amp/a\  - {node: 1, amplitude: -4.0, phase: 0.3}\n  - {node: 2, amplitude: -8.0, phase: 0.3}\n  - {node: 3, amplitude: -2.0, phase: 0.3}' base.yaml >forces.yaml
for name in base forces; do
  "$chatter" run $name.yaml -q -f --device cpu -o $name.h5 && "$chatter" export -f $name.h5 2>/dev/null || say "$name fails"
done
paste -d, base-window.csv forces-window.csv |
  awk -F, 'NR > 1 { e = $3 / $8 - 1; if (!(e * e < 1e-18)) print; n++ } END { if (n != 10) print n " windows" }' | grep . &&
  say "the base's acceleration is not the force of inertia"
[ "$(tail -1 base.csv)" = "$(tail -1 forces.csv)" ] && [ "$(tail -1 base.csv | cut -d, -f5)" -gt 10 ] || say "impacts: $(tail -1 base.csv)"
# In `reduce` and a saved model too.
"$chatter" reduce base.yaml -o reduced.h5 --quiet || say "reduce fails"
sed 's/^model:.*/model: {type: reduced, file: reduced.h5}/; s/nodes: 3, law: unilateral/&, normal: x/; s/node: 1, amp/node: 1, direction: x, amp/
  s/type: base/&, direction: x/; s/tip: {node: 3/&, direction: x/' base.yaml >saved.yaml
"$chatter" run saved.yaml -q -f --device cpu -o saved.h5 && "$chatter" export -f saved.h5 2>/dev/null || say "the saved model fails"
cmp base-window.csv saved-window.csv || say "the saved model gives other numbers"
finish
