#!/usr/bin/env bash
# Impulses of rigid impacts (scheme moreau) are told as impulses: a mass that bounces between two walls gives (1 + e) m v, then e
# times that, whatever the step; impacts are counted above an impulse. Peaks of force, which grow as the step shrinks, are refused
# with a cure that works; leapfrog refuses impulses.
. "$(dirname "$0")/../../program.sh"
cat >walls.yaml <<'TEXT'
study: transient
model: {type: chain, masses: [2], springs: [0]}
reduction: {method: modal}
contact:
  - {nodes: 1, law: unilateral, normal: x, gap: 0.5, restitution: 0.5}
  - {nodes: 1, law: unilateral, normal: -x, gap: 0.5, restitution: 0.5}
initial: {direction: x, velocity: -3}
integrator: {scheme: moreau, step: 1.0e-3, duration: 10}
inputs: {limit: [contact.0.impulse_limit, contact.1.impulse_limit]}
ensemble: {design: {type: grid, parameters: {limit: {values: [0, 2]}, integrator.step: {values: [1.0e-3, 1.0e-4]}}}}
outputs:
  most: {quantity: impulse, contact: all, reduce: max}
  first: {quantity: impact_impulse, contact: 0, index: 1}
  second: {quantity: impact_impulse, contact: 0, index: 2}
  all: {quantity: normal_force, contact: 0, reduce: integral}
  n: {quantity: impacts, contact: all}
TEXT
tabulate walls
# v = 3, 1.5, 0.75, 0.375 … at walls 0, 1, 0, 1 …: impulses 1.5 m v = 9 and 2.25, 4.5 and 1.125 N s within 10 s, which end before the
# fifth bounce: 0.5/3 + 1/1.5 + 1/0.75 + 1/0.375 = 4.83 s, + 1/0.1875 = 10.2 s
expected=$(printf '9,4.5,9,2.25,11.25,2,%s\n' 2 2 1 1)
seen=$(tail -4 walls.csv | cut -d, -f8-14)
awk -F, -v e="$expected" 'BEGIN { split(e, row, "\n") } { n = split(row[NR], y, ","); for (i = 1; i <= n; i++)
  if (!(($i - y[i]) ^ 2 < 1e-20)) print "row " NR ", column " i ": " $i " instead of " y[i] }' <<<"$seen" >told # rounding
[ ! -s told ] || say "$(cat told)"

# A ball that comes to rest: the number of all contacts grows as the step shrinks, that of impulses above 0.1 N s does not.
ball="initial: {displacement: 0.05, shape: [1]}
excitation: {type: gravity, direction: -x, amplitude: 9.81}
integrator: {scheme: moreau, step: 1.0e-3, duration: 3}
ensemble: {design: {type: grid, parameters: {integrator.step: {values: [1.0e-3, 1.0e-4, 1.0e-5]}}}}"
echo "study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal}
contact: {node: 1, law: unilateral, gap: 0.01, restitution: 0.5, impulse_limit: 0.1}
$ball
outputs: {n: {quantity: impacts}}" >ball.yaml
tabulate ball
counted=$(tail -3 ball.csv | cut -d, -f6 | sort -u)
[ "$(wc -l <<<"$counted")" = 1 ] && [ "$counted" -ge 3 ] || say "impacts above 0.1 N s: $(tr '\n' ' ' <<<"$counted")"
tabulate ball --set contact.impulse_limit=0
tail -3 ball.csv | cut -d, -f6 | sort -u | wc -l | grep -q '^[23]$' || say "this ball does not come to rest"

refuse() { # MESSAGE STUDY OPTIONS...
  "$chatter" check "$2" --device cpu "${@:3}" >errors.txt 2>&1 && say "accepted: ${*:2}"
  grep -qF -- "$1" errors.txt || say "${*:2} is refused by: $(cat errors.txt)"
}
for reduce in max rms half_peak_to_peak drift windows window_max window_rms; do
  refuse "the normal_force of a rigid contact has no peaks" walls.yaml --set outputs.all.reduce=$reduce
done
refuse "the normal_force of a rigid contact has no peaks" walls.yaml --set 'outputs.all={quantity: normal_force, contact: sum, reduce: max}'
refuse "an impulse has no integral over time" walls.yaml --set outputs.most.reduce=integral
sed 's/, restitution: 0.5//; s/law: unilateral/law: spring, normal_stiffness: 1.0e+4/; s/moreau/leapfrog/; /limit/d; /impulse/d' walls.yaml |
  sed 's/reduce: integral/reduce: max/; s/contact: 0/contact: all/' >cure.yaml
"$chatter" check cure.yaml --device cpu >errors.txt 2>&1 || say "the cure fails: $(cat errors.txt)"
refuse "impulses belong to scheme moreau" cure.yaml --set outputs.all.quantity=impulse
sed 's/law: unilateral/law: unilateral, impulse_limit: 1/; s/, restitution: 0.5//; s/moreau/leapfrog/; s/method: modal/method: macneal, modes: 1/; /limit: contact/d; s/limit: {values: [^}]*}, //' walls.yaml |
  sed '/impulse, /d; /impact_impulse/d; s/masses: .2., springs: .0./masses: [2, 1], springs: [0, 50]/' >massless.yaml
refuse "they have no impulse per step" massless.yaml
finish
