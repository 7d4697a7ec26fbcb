#!/usr/bin/env bash
# Estimates of time: `check` measures instead of guessing and writes nothing; the progress of one
# batch counts trajectories by completed steps.
. "$(dirname "$0")/../program.sh"
cat >long.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1], springs: [100, 100]}
contact: {nodes: 1, law: unilateral, gap: 0.01}
excitation: {node: 1, amplitude: 1, frequency: 1}
integrator: {scheme: moreau, steps_per_period: 500, periods: 1000, window: 2}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 1, to: 2, count: 64}}}}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}}
YAML
before=$(ls -R)
"$chatter" check long.yaml --device cpu >plan.txt 2>/dev/null || say "check fails"
grep -q '^  time .* from 64 trajectories measured for ' plan.txt || say "no measured time: $(cat plan.txt)"
grep -q '(a guess' plan.txt && say "the time is a guess"
rm plan.txt
[ "$(ls -R)" = "$before" ] || say "check left files: $(ls)"
"$chatter" check long.yaml --device cpu --set integrator.periods=2 2>/dev/null | grep -q '^  time .* measured' || say "a short run has no time"

# One batch of 64 that ends as a whole: a terminal shows values between 0 and 64.
if command -v script >/dev/null; then
  script -qec "'$chatter' run long.yaml --device cpu --threads 1 --lanes 1 -o long.h5" seen.txt </dev/null >/dev/null || say "the run fails"
  grep -aoE '[0-9]+ of 64 trajectories' seen.txt | sort -u >counts.txt
  grep -qvE '^(0|64) of' counts.txt || say "the progress counts batches only: $(tr '\n' ',' <counts.txt)"
fi
# For long steps only as many trajectories are tried as take a second: here one step is an
# eigenvalue problem of millions of floating-point operations, and all 28,731 took 30 to 90 s.
"$chatter" check "$models/beam-on-beam/growth_map.yaml" --device cpu >plan.txt 2>message || say "the growth map: $(cat message)"
measured=$(sed -n 's/.* from \([0-9]*\) trajectories measured for .*/\1/p' plan.txt)
[ "${measured:-28731}" -lt 5000 ] || say "the check of a map steps ${measured:-?} of 28731 trajectories"
finish
