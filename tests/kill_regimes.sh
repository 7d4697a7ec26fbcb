#!/usr/bin/env bash
# Regime maps in parts: kill -9 and --resume with another number of threads give the same tables
# byte for byte, shards and merge the same numbers; for the event-exact engine and for the stepped
# one with several contacts.
. "$(dirname "$0")/program.sh"

# All three classes, structures of several kinds, a monitored coordinate, a second map by damping.
cat >exact.yaml <<'YAML'
study: regimes
regimes: {wall: ground, contact_mass: 2, gamma: [0.5], kappa: [2], cycles: 8000, window: 50, early_exit: false}
ensemble:
  design:
    type: grid
    parameters:
      regimes.gamma: {values: [0.5, 1.5]}
      regimes.r1: {from: 0.31, to: 2.13, count: 7}
      regimes.beta: {from: 0.05, to: 1.55, count: 6}
outputs:
  regime: {quantity: regime}
  stops_per_cycle: {quantity: stops_per_cycle}
  amplitude: {quantity: amplitude}
  stick_fraction: {quantity: regime_stick_fraction}
  dissipation: {quantity: cycle_dissipation}
  beta_lim: {quantity: beta_lim}
  beta_nomotion: {quantity: beta_nomotion}
  first: {node: 1, reduce: max}
YAML
sed -e 's/early_exit: false/early_exit: true/; s/^outputs/reduction: {damping: 0.0001}\noutputs/' exact.yaml >damped.yaml
cat >stepped.yaml <<'YAML'
study: regimes
model: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1]}
reduction: {method: modal}
contact:
  - {nodes: 2, law: coulomb, preload: 1, friction: 0.2}
  - {nodes: 3, law: coulomb, preload: 1, friction: 0.2}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
integrator: {scheme: moreau, steps_per_period: 200}
regimes: {cycles: 300, window: 10}
ensemble:
  design:
    type: grid
    parameters:
      excitation.frequency: {from: 0.05, to: 0.3, count: 6}
      contact.1.friction: {from: 0.02, to: 1.0, count: 7}
outputs:
  regime: {quantity: regime, contact: 1}
  regime_first: {quantity: regime, contact: 0}
  stick_fraction: {quantity: regime_stick_fraction, contact: 1}
YAML

for name in exact damped stepped; do
  chunk=500
  [ $name = stepped ] && chunk=5000
  kill_and_resume $name run $name.yaml -o out.h5 --device cpu --batch 32 --chunk $chunk --checkpoint 0 --quiet || continue
  "$chatter" info reference.h5 >/dev/null || say "$name: the reference cannot be read"

  for i in 1 2 3; do
    "$chatter" run $name.yaml -o part$i.h5 --device cpu --shard $i/3 --batch $((5 * i)) --quiet || say "$name: shard $i failed"
  done
  "$chatter" merge out.h5 part*.h5 2>errors.txt || say "$name: merge failed: $(cat errors.txt)"
  # The command lines, stored in both files, differ; the numbers have 17 digits.
  { "$chatter" export reference.h5 -o one.csv && "$chatter" export out.h5 -o three.csv; } 2>errors.txt ||
    say "$name: export failed: $(cat errors.txt)"
  cmp -s one.csv three.csv || say "$name: three shards merged differ from one run"
  rm -rf out.h5 part*.h5* reference.h5 ./*.csv
done

# Many trajectories are bound eight at a time; few are bound one by one. The last group of eight has
# three.
sed -e 's/cycles: 8000, window: 50/cycles: 3, window: 2/; s/values: \[0.5, 1.5\]/values: [0.5]/; s/count: 7/count: 1083/; s/count: 6/count: 1/' exact.yaml >many.yaml
"$chatter" run many.yaml -o many.h5 --device cpu --batch 2000 --threads 2 --quiet && "$chatter" export many.h5 -o many.csv || say "many: failed"
"$chatter" run many.yaml -o few.h5 --device cpu --batch 100 --threads 1 --quiet && "$chatter" export few.h5 -o few.csv || say "few: failed"
cmp -s many.csv few.csv || say "trajectories bound together differ from those bound alone"
[ "$(wc -l <many.csv)" -ge 1083 ] || say "fewer than 1083 trajectories"
finish
