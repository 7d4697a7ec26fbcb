#!/usr/bin/env bash
# Ensembles of curves, killed and stopped: finished curves are in parts, a checkpoint holds the
# others, and the resumed run gives the tables of an undisturbed run, byte for byte. A first SIGINT
# ends with 75, when resumed too.
. "$(dirname "$0")/../../program.sh"
cat >curves.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 20, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact: {node: 5, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 190.0, to: 340.0, harmonics: 3, grid: [190, 340, 31]}
ensemble:
  design: {type: sobol, count: 200, parameters: {excitation.amplitude: {distribution: uniform, from: 0.1, to: 5}, contact.friction: {distribution: uniform, from: 0.1, to: 0.5}}}
outputs:
  tip: {node: 20}
  peak: {quantity: peak_amplitude, node: 20}
YAML
kill_and_resume curves run curves.yaml -o out.h5 --device cpu --batch 64 --chunk 20 --checkpoint 0 --quiet

# One batch for all trajectories, interrupted as soon as there is a checkpoint, or in a later round
# a part.
words="run curves.yaml -o out.h5 --device cpu --quiet --checkpoint 0"
for round in 1 2 3; do
  touch mark
  # shellcheck disable=SC2086
  "$chatter" $words --lanes $((round % 2 ? 1 : 4)) --resume 2>errors.txt &
  pid=$!
  wait_until ended_or $pid has_written
  kill -INT $pid 2>/dev/null
  wait $pid
  code=$?
  [ $code = 75 ] || break
done
[ $code = 75 ] || { [ $round -gt 1 ] && [ $code = 0 ]; } || say "SIGINT: exit code $code: $(cat errors.txt)"
# shellcheck disable=SC2086
[ $code = 0 ] || "$chatter" $words --resume || say "resuming fails"
same_tables out.h5 reference.h5 || say "after SIGINT and --resume the results differ"
finish
