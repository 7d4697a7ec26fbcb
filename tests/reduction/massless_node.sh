#!/usr/bin/env bash
# A chain with massless nodes: both reductions with a massless boundary give the closed form, also
# with another massless node inside, and for any spelling of zero mass; the other reductions refuse
# with a message.
. "$(dirname "$0")/../program.sh"
cat >chain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [2.0, 0.0], springs: [3.0, 20.0]}
reduction: {method: macneal, modes: 1, damping: 0.02}
contact: {node: 2, law: unilateral, normal: -x, gap: 1.0}
excitation: {node: 1, amplitude: 1.0, frequency: 0.1}
integrator: {scheme: leapfrog, steps_per_period: 100, periods: 2}
outputs: {boundary: {node: 2, reduce: max}}
YAML
# reduced NAME FREQUENCY RESIDUAL STATIC OPTIONS...: compares the numbers in the report of the only
# mode and contact point
reduced() {
  local row
  "$chatter" reduce chain.yaml "${@:5}" >report.txt 2>errors.txt || { say "$1: $(cat errors.txt)"; return; }
  row=$(awk '$1 == "mode" { getline; f = $2 } $1 == "point" { getline; print f, $4, $5 }' report.txt)
  set -- "$1" "$2" "$3" "$4" $row
  expect "$1, frequency" "$5" "$2" 1e-8
  expect "$1, residual flexibility" "$6" "$3" 1e-8
  expect "$1, static flexibility" "$7" "$4" 1e-8
  grep -q 'mass         positive semidefinite' report.txt || say "$1: $(grep '^mass' report.txt)"
}
# √(3/2) / 2π Hz; behind the mass 1/20, from the ground 1/3 more. Two springs of 40 in series are
# one of 20.
for method in macneal massless_craig_bampton; do
  reduced $method 0.194924199 0.05 0.383333333 --set reduction.method=$method
  reduced "$method, two nodes" 0.194924199 0.05 0.383333333 --set reduction.method=$method --set contact.node=3 \
    --set 'model.masses=[2,0,0]' --set 'model.springs=[3,40,40]'
done
refused() { # METHOD MODES EXIT-CODE MESSAGE
  "$chatter" reduce chain.yaml --set reduction.method="$1" --set reduction.modes="$2" >out.txt 2>errors.txt
  [ $? = "$3" ] && grep -qF "$4" errors.txt || say "$1: $(cat out.txt errors.txt)"
}
refused modal 0 3 'node 2 is in contact and has no mass: reduction.method modal would leave out how far it gives way; allowed: massless_craig_bampton, macneal'
for method in craig_bampton rubin; do
  refused $method 1 4 'the boundary carries no mass of its own in this reduced model: the reduction.method macneal or massless_craig_bampton is for such boundaries; else keep fewer modes'
done
# A load and a displacement at nodes without mass and contact; either one alone is accepted.
free() { "$chatter" reduce chain.yaml --set 'model.masses=[2,0,1,0]' --set 'model.springs=[3,40,40,10]' --set contact.node=2 --set reduction.method=macneal "$@" >out.txt 2>errors.txt; }
free --set excitation.node=4 --set outputs.boundary.node=3 || say "a load there: $(cat errors.txt)"
free --set excitation.node=3 --set outputs.boundary.node=4 || say "a displacement there: $(cat errors.txt)"
free --set excitation.node=4 --set outputs.boundary.node=4 && say 'both there are accepted'
grep -qF 'the load 4:x acts on a node without mass and contact, and so the displacement 4:x of one would lack a part; allowed: nodes with mass, or in contact, for one of them' errors.txt || say "$(cat errors.txt)"
finish
