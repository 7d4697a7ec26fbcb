#!/usr/bin/env bash
# contact: sum and any, reduce: integral, factor: compared with sums over the series of every single
# point, by contact_sums.py, a separate program. Leapfrog and Moreau, lanes and precisions of this
# machine, several step lengths in one batch.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
for file in K.mtx M.mtx dof.csv nodes.csv contact.csv; do ln -s "$models/matrices/$file" .; done
# Every step of every point, the compared outputs, and a few that mix both.
outputs() {
  cat <<YAML
outputs:
  normal: {quantity: normal_force, contact: all, reduce: series, trajectories: [0, 1, 2, 3, 4]}
  tangential: {quantity: tangential_force, contact: all, reduce: series, trajectories: [0, 1, 2, 3, 4]}
  slip: {quantity: slip_velocity, contact: all, reduce: series, trajectories: [0, 1, 2, 3, 4]}
  normal_sum: {quantity: normal_force, contact: sum, reduce: series, trajectories: [0, 1, 2, 3, 4]}
  tangential_sum: {quantity: tangential_force, contact: sum, reduce: series, trajectories: [0, 1, 2, 3, 4]}
  largest: {quantity: normal_force, contact: sum, reduce: max}
  impulse: {quantity: normal_force, contact: sum, reduce: integral}
  late_impulse: {quantity: normal_force, contact: sum, reduce: integral, last: 0.02, factor: 0.25}
  rubbed: {quantity: tangential_force, contact: 1, reduce: integral}
  moved: {quantity: slip_velocity, contact: 0, reduce: integral}
  contact_fraction: {contact: any}
  stick_fraction: {contact: any}
  in_windows: {quantity: contact_fraction, contact: any, reduce: window_mean}
  single_fraction: {quantity: contact_fraction, contact: all}
YAML
}
{
  cat <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv, contact: contact.csv}
reduction: {method: macneal, modes: 10, damping: 0.01}
contact: {from_file: true, law: friction, friction: 0.3}
excitation: {node: 26, direction: y, amplitude: 15.0, frequency: 480.0}
integrator: {scheme: leapfrog, step: 8e-6, duration: 0.06, windows: 3}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 465, to: 485, count: 5}}}}
YAML
  outputs
} >leapfrog.yaml
{
  cat <<'YAML'
study: transient
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.01}
contact:
  - {nodes: 2, law: coulomb, preload: 1, friction: 0.2}
  - {nodes: 3, law: coulomb, preload: 2, friction: 0.3}
excitation: {node: 1, amplitude: 1, frequency: 1.2}
integrator: {scheme: moreau, step: 0.001, duration: 4, windows: 3}
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 0.5, to: 4, count: 5}}}}
YAML
  outputs
} >moreau.yaml
sed -i 's/last: 0.02/last: 1.5/' moreau.yaml
# compare STUDY BOUND WORDS...: BOUND relative to the largest term, for sums in another order
compare() {
  tabulate "$1" "${@:3}"
  /usr/bin/env python3 "$here/contact_sums.py" "$1" "$2" >told 2>&1 && [ ! -s told ] || say "$*: $(head -5 told)"
}
for study in leapfrog moreau; do
  # A compensated sum of n = 7500 numbers has an error of 2 units in the last place of the sum of
  # magnitudes, 5e-16; one product and one quotient more.
  compare $study 2e-15 --lanes 1
  cp $study.csv one.csv
  for lanes in 4 8; do
    "$chatter" run $study.yaml -f -q --device cpu --lanes $lanes -o lanes.h5 2>/dev/null || continue # not in this build
    "$chatter" export -f lanes.h5 >/dev/null 2>&1 && cmp -s lanes.csv one.csv || say "$study: other bits in $lanes lanes"
  done
  "$chatter" run $study.yaml -f -q --device device_sim -o sim.h5 2>/dev/null && "$chatter" export -f sim.h5 >/dev/null 2>&1 &&
    cmp -s sim.csv one.csv || say "$study: other bits on the simulated device"
  "$chatter" eval $study.yaml --device cpu 2>/dev/null | head -1 | grep -q ',largest,impulse,late_impulse,rubbed,moved,contact_fraction,stick_fraction' ||
    say "$study: eval leaves out what is of all points together"
  compare $study 4e-7 --precision single # numbers of 24 bits, likewise
done

for unit in 'impulse  *N s ' 'late_impulse  *N s ' 'moved  *m ' 'contact_fraction  *1 '; do
  "$chatter" info leapfrog.h5 | grep -q "^  $unit" || say "unit of $unit: $("$chatter" info leapfrog.h5 | grep "^  ${unit%% *}")"
done

refuse() { # message setting
  "$chatter" check leapfrog.yaml --device cpu --set "$2" >/dev/null 2>err.txt && say "$2 was taken"
  grep -qF -- "$1" err.txt || say "$2: $(cat err.txt)"
}
refuse "outputs.x: 'contact: sum' belongs to the quantities normal_force and tangential_force" 'outputs.x={quantity: gap, contact: sum}'
refuse "outputs.x: 'contact: sum' belongs to" 'outputs.x={quantity: contact_fraction, contact: sum}'
refuse "outputs.x: 'contact: any' belongs to the quantities contact_fraction and stick_fraction" 'outputs.x={quantity: normal_force, contact: any}'
refuse "'contact: any' is a share of steps (allowed: mean, window_mean)" 'outputs.x={quantity: contact_fraction, contact: any, reduce: max}'
refuse "outputs.x: 'reduce: integral' belongs to the quantities" 'outputs.x={quantity: contact_fraction, contact: 0, reduce: integral}'
refuse "outputs.x: 'factor' belongs to the quantities" 'outputs.x={quantity: impacts, factor: 2}'
refuse "outputs.x.factor" 'outputs.x={quantity: normal_force, factor: -1}'
refuse "is not a contact point (allowed: all, sum, any, or its number from 0)" 'outputs.x={quantity: normal_force, contact: each}'
finish
