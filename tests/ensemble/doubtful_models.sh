#!/usr/bin/env bash
# Trajectories whose steps lie between the stability limits, or above them, are counted over all
# reduced models: `check` examines them all, `run` prints their number again at the end.
. "$(dirname "$0")/../program.sh"
cat >masses.yaml <<'TEXT'
study: transient
model: {type: chain, masses: [1], springs: [3]}
reduction: {method: modal}
contact: {node: 1, law: spring, normal: x, gap: 0.02, normal_stiffness: 1.0e+4}
integrator: {scheme: leapfrog, step: 0.1, duration: 1}
ensemble: {design: {type: grid, parameters: {model.masses.0: {from: 1, to: 2, count: 5}, contact.gap: {values: [0.02, 0.03]}}}}
outputs: {x: {node: 1}}
TEXT
"$chatter" check masses.yaml --device cpu >told 2>errors.txt || say "check: $(cat errors.txt)"
grep -q '^  doubtful  *10 trajectories with ' told || say "check: $(grep doubtful told)"
"$chatter" run masses.yaml -o masses.h5 --device cpu 2>errors.txt || say "run: $(cat errors.txt)"
grep 'of [0-9]* trajectories' errors.txt | tail -1 | grep -q 'of 10 trajectories' || say "run: $(cat errors.txt)"
# 2/√(3/m) of masses 1 and 1.25 is below 1.3 s, of the others above it
"$chatter" check masses.yaml --device cpu --set integrator.step=1.3 --set 'inputs={dt: integrator.step}' \
  --set 'ensemble.design.parameters.dt={values: [1.3]}' >told 2>errors.txt || say "check: $(cat errors.txt)"
grep -q '^  refused  *4 trajectories will not be run' told || say "check: $(grep refused told)"
grep -q '^  doubtful  *6 trajectories with ' told || say "check: $(grep doubtful told)"
finish
