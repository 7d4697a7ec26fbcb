#!/usr/bin/env bash
# Advice of messages about time stepping, followed: each text is seen for a study that earns it, and the study runs without it
# once the advice is taken.
. "$(dirname "$0")/../../program.sh"
# Three nodes of an edge, of which each rubs and has a stop along the same direction: six contact coordinates, three of them different.
cat >edge.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 70e9, density: 2700, poisson_ratio: 0.3, length: 0.3, height: 0.02, width: 0.01, elements: 10, elements_across: 2, clamped: left}
reduction: {method: modal, modes: 9, damping: 0.01}
contact:
  - {nodes: RIGHT, law: coulomb, direction: y, preload: 2, friction: 0.5}
  - {nodes: RIGHT, law: unilateral, normal: -y, gap: 1.0e-4, restitution: 0.5}
excitation: {node: 20, direction: y, amplitude: 20, frequency: 90}
integrator: {scheme: moreau, steps_per_period: 2000, periods: 3}
outputs: {x: {node: 20, direction: y, reduce: max_abs}}
YAML
cat >stop.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [3]}
reduction: {method: modal}
contact: {node: 1, law: spring, normal: x, gap: 0.02, normal_stiffness: 1.0e+6}
initial: {displacement: 0.01}
integrator: {scheme: leapfrog, step: 1.0e-2, duration: 1}
outputs: {x: {node: 1, reduce: max}}
YAML
cat >bounce.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [3]}
reduction: {method: modal}
contact: {node: 1, law: unilateral, normal: -x, gap: 0.02}
initial: {displacement: 0.05}
integrator: {scheme: moreau, step: 1.0e-3, duration: 3}
outputs: {x: {quantity: normal_force, contact: 0, reduce: max}}
YAML
cat >coupled.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1], springs: [3, 3], dashpots: [0.3, 0]}
reduction: {method: modal}
contact: {node: 1, law: unilateral, gap: 0.02}
excitation: {node: 1, amplitude: 1, frequency: 0.2}
integrator: {scheme: moreau, steps_per_period: 200, periods: 3}
outputs: {x: {node: 1, reduce: max}}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {values: [0.2, 0.3]}}}}
YAML
# ends STUDY SETTINGS...: what is said; the trajectories that run to their end are counted in $ran
ends() {
  rm -f x.h5
  "$chatter" run "$1.yaml" -f -q --device cpu --max-failed 1 -o x.h5 "${@:2}" >words.txt 2>&1
  ran=0
  if [ -e x.h5 ]; then
    "$chatter" export x.h5 -o x.csv -f >/dev/null 2>&1
    ran=$(grep -c ',ok,[^,]*,[^,]*,-\{0,1\}[0-9]' x.csv)
  fi
}
# cures STUDY MESSAGE ADVICE EARNED CURE: settings are separated by blanks, ~ within one stands for a blank
cures() {
  local earned=() cure=() word
  for word in $4; do earned+=(--set "${word//\~/ }"); done
  for word in $5; do cure+=(--set "${word//\~/ }"); done
  ends "$1" "${earned[@]}"
  grep -qF -- "$2" words.txt && grep -qF -- "$3" words.txt || say "$1 $4: no '$2' with '$3': $(cat words.txt)"
  ends "$1" "${earned[@]}" "${cure[@]}"
  grep -qF -- "$2" words.txt && say "$1: $5 does not help: $(cat words.txt)"
  [ "$ran" -ge 1 ] || say "$1: with $5 nothing runs: $(cat words.txt)"
}
stalls='the contact solver did not converge'
cures edge "$stalls" 'take integrator.contact_solver: newton' integrator.contact_solver=relaxation integrator.contact_solver=newton
cures edge "$stalls" 'raise integrator.max_iterations' integrator.max_iterations=1 integrator.max_iterations=1000
cures edge "$stalls" 'reduction.method: rubin' 'integrator.max_iterations=1 reduction.modes=3' \
  'reduction.method=rubin integrator.steps_per_period=8500 integrator.max_iterations=1000'
# The number of modes is that of different coordinates.
cures edge '2 modes cannot tell 3 contact coordinates apart' 'keep at least 3 modes' 'integrator.max_iterations=1 reduction.modes=2' \
  'integrator.max_iterations=1000 reduction.modes=9'
ends edge --set integrator.max_iterations=1 --set reduction.modes=3
grep -q 'cannot tell' words.txt && say "3 modes: $(cat words.txt)"
cures edge 'above the stability limit' 'raise integrator.steps_per_period' reduction.method=rubin integrator.steps_per_period=8500
cures stop 'lies between the stability limits 0.002 s' 'compare with a step below both' '' integrator.step=1e-3
cures stop "missing key 'steps_per_period'" "or 'step'" 'integrator={scheme:~leapfrog,~duration:~1}' integrator.step=1e-3
cures stop "missing key 'periods'" "or 'duration'" 'integrator={scheme:~leapfrog,~step:~1e-3}' integrator.duration=1
unknown='the period is not known'
cures stop "steps_per_period: $unknown" "'period_frequency'" 'integrator={scheme:~leapfrog,~steps_per_period:~9000,~duration:~1}' integrator.period_frequency=1
cures stop "periods: $unknown" "'period_frequency'" 'integrator={scheme:~leapfrog,~step:~1e-3,~periods:~3}' integrator.period_frequency=1
cures bounce 'of a rigid contact has no peaks' 'quantity: impulse, reduce: max' '' outputs.x.quantity=impulse
cures bounce 'of a rigid contact has no peaks' 'law: spring with scheme leapfrog' '' \
  'contact={node:~1,~law:~spring,~normal:~-x,~gap:~0.02,~normal_stiffness:~1e3} integrator.scheme=leapfrog'
cures coupled 'a general damping matrix has one time step' 'allowed: integrator.step' '' 'integrator={scheme:~moreau,~step:~0.01,~periods:~3}'
finish
