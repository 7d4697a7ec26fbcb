#!/usr/bin/env bash
# chatter reduce --mesh stores in the saved model the data for recovering all nodes; without it they
# are missing, and the hash is the same. The saved model runs as before.
. "$(dirname "$0")/../program.sh"
cat >plane.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2e11, poisson_ratio: 0.3, density: 7800, length: 0.3, height: 0.02, width: 0.01, elements: 6,
  elements_across: 2, clamped: left}
reduction: {method: macneal, modes: 4, damping: 0.01}
contact: {node: 21, law: unilateral, normal: y, gap: 1e-4}
excitation: {node: 20, direction: y, amplitude: 1, frequency: 50}
integrator: {scheme: leapfrog, step: 1e-7, duration: 1e-5}
outputs: {tip: {node: 20, direction: y, reduce: max}}
YAML
"$chatter" reduce plane.yaml -q -o plain.h5 2>errors.txt || say "plain: $(cat errors.txt)"
"$chatter" reduce plane.yaml -q -o mesh.h5 --mesh displacement 2>errors.txt || say "with mesh: $(cat errors.txt)"
[ "$(stat -c %s mesh.h5)" -gt "$(($(stat -c %s plain.h5) + 21 * 3 * 8 * 5))" ] || say "mesh.h5 is not larger by its nodes"
grep -qa 'set_node' mesh.h5 || say "no mesh in mesh.h5"
grep -qa 'set_node' plain.h5 && say "a mesh in plain.h5"
for name in plain mesh; do
  sed "s/^model:.*/model: {type: reduced, file: $name.h5}/; /^  elements_across/d" plane.yaml >$name.yaml
  "$chatter" reduce $name.yaml 2>errors.txt | grep '^  hash' >$name.txt ||
    say "$name.h5: $(cat errors.txt)"
done
cmp -s plain.txt mesh.txt || say "hashes differ: $(cat plain.txt mesh.txt)"
"$chatter" reduce plane.yaml --mesh displacement 2>errors.txt >/dev/null && say "--mesh without -o is taken"
grep -q 'belongs to -o or --shapes' errors.txt || say "--mesh without -o: $(cat errors.txt)"
finish
