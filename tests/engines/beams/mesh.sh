#!/usr/bin/env bash
# Fields of beams: the contact forces at the nodes balance the reactions of a beam, displacements
# equal those of outputs, and the file for ParaView is right; and runs that start from the end of
# other runs.
. "$(dirname "$0")/../../program.sh"
cat >pressed.yaml <<'YAML'
study: beams
assembly: {youngs_modulus: 2.5e7, poisson_ratio: 0.3, angle: 40, gap: 0.001}
beams:
  lower: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: 6, turn: 0.5, lift: -1}
  upper: {centre: [3.4, 0, 0], span: [6, 0, 0], radius: 0.1, elements: 6, turn: -0.5, lift: 1}
supports:
  - {of: lower, at: start, fix: r1}
  - {of: upper, at: end, fix: all}
loads: # both ends of the lower beam are driven, so that all its reactions are known
  - {of: lower, at: start, along: x, displacement: 0}
  - {of: lower, at: start, along: y, displacement: 0}
  - {of: lower, at: start, along: z, displacement: 0.1}
  - {of: lower, at: end, along: x, displacement: 0}
  - {of: lower, at: end, along: y, displacement: 0}
  - {of: lower, at: end, along: z, displacement: 0.2}
  - {of: upper, at: start, along: z, displacement: -0.2}
  - {of: upper, at: start, along: y, displacement: -0.3}
beam_contact: {friction: 0.2, normal_penalty: 3000, tangential_penalty: 1000}
loading: {increments: 40}
outputs:
  shape: {quantity: field, of: displacement, every: 10}
  last: {quantity: field, of: displacement, at: [40], nodes: upper}
  normal: {quantity: normal_force, contact: 0}
  end_y: {quantity: displacement, node: upper.start, direction: y}
  middle_z: {quantity: displacement, node: upper.middle, direction: z}
YAML
for i in 1 2 3 4 5 6; do echo "  r$i: {quantity: load_reaction, index: $i}"; done >>pressed.yaml
balance() { # NAME: largest component of forces on the lower beam plus reactions, and of all contact forces; displacements' error
  /usr/bin/python3 - "$1.h5" <<'PY'
import sys, h5py, numpy as np
f = h5py.File(sys.argv[1])
force = f["last_force"][0, -1].reshape(-1, 3)
held = np.array([f[f"r{i}"][0] for i in range(1, 7)]).reshape(2, 3).sum(0)
all_nodes = f["shape_force"][0, -1].reshape(-1, 3)
shape = np.tensordot(f["last"][0, 0], f["last_basis"][:], 1)
moved = max(abs(shape[0, 1] - f["end_y"][0]), abs(shape[3, 2] - f["middle_z"][0]))
print(abs(force[:7].sum(0) + held).max(), abs(force.sum(0)).max(), moved, f["last_time"][0, 0], len(f["shape_time"][0]), abs(force[:7].sum(0)).max(), all_nodes.shape[0])
PY
}
for pairs in 1 3; do
  for law in vector components; do
    tabulate pressed --set beam_contact.pairs=$pairs --set beam_contact.friction_law=$law
    read -r held all moved time instants pushes nodes <<<"$(balance pressed)"
    # The tolerance of the increments, 1e-9 of reactions of some 100 N, in each of some ten forces.
    expect "$pairs pairs, $law: balance of the lower beam" "$held" 0 1e-6
    expect "$pairs pairs, $law: contact forces cancel" "$all" 0 1e-11
    expect "$pairs pairs, $law: displacements" "$moved" 0 1e-14
    expect "$pairs pairs, $law: last instant" "$time" 40 0
    expect "$pairs pairs, $law: instants" "$instants" 4 0
    expect "$pairs pairs, $law: nodes with forces" "$nodes" 14 0
    awk -v x="$pushes" 'BEGIN { exit !(x > 50) }' || say "$pairs pairs, $law: the beams hardly press: $pushes N"
  done
done
"$chatter" export pressed.h5 --mesh shape.xdmf 2>log >/dev/null || say "export --mesh: $(cat log)"
[ "$(grep -c '<Time' shape.xdmf)" = 4 ] || say "$(grep -c '<Time' shape.xdmf) instants in shape.xdmf"
sed 's/every: 10/of: stress/; s/of: displacement, of/of/' pressed.yaml >stress.yaml
"$chatter" check stress.yaml >/dev/null 2>log && say "a stress field of beams is taken"
grep -q "allowed: of: displacement" log || say "stress: $(cat log)"

# A run in two parts equals one run bit by bit; with a clock that starts again, displacements
# continue from their values.
cp "$models/beams/crossed-cantilevers.yaml" crossed.yaml
values() { cut -d, -f5-10 "$1.csv" | tail -1; }
cp crossed.yaml whole.yaml && tabulate whole --set loading.path=[0.5,1,0.5] --set loading.increments=30
cp crossed.yaml first.yaml && tabulate first --keep-state --set loading.path=[0.5] --set loading.increments=30
cp crossed.yaml rest.yaml
tabulate rest --set loading.path=[1,0.5] --set loading.increments=30 --set initial.from=first.h5 --set initial.clock=continue
[ "$(values whole)" = "$(values rest)" ] || say "in two parts: $(values rest), in one $(values whole)"
tabulate rest --set loading.path=[0.5] --set loading.increments=30 --set initial.from=first.h5
tabulate crossed
expect "moved on, tip force" "$(cut -d, -f5 rest.csv | tail -1)" "$(cut -d, -f5 crossed.csv | tail -1)" 1e-6
"$chatter" run crossed.yaml -o bad.h5 --set initial.from=first.h5 --set beams.lower.elements=6 2>log && say "another mesh is taken"
grep -q "another reduced model" log || say "another mesh: $(cat log)"
"$chatter" run crossed.yaml -o bad.h5 --set initial.static=true 2>log && say "initial.static is taken"
grep -q "begin in equilibrium by themselves" log || say "initial.static: $(cat log)"
finish
