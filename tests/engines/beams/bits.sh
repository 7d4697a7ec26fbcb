#!/usr/bin/env bash
# Beams in contact: the same numbers for any number of lanes and threads, in batches and chunks, on
# the simulated device and in shards, and if killed and resumed.
. "$(dirname "$0")/../../program.sh"
{ sed '/^inputs:/,$d' "$models/beams/crossed-cantilevers.yaml"
  cat <<'YAML'
ensemble:
  design:
    type: grid
    parameters:
      assembly.angle: {values: [3, 9, 25, 80]}
      beam_contact.friction: {values: [0, 0.1, 0.5]}
      assembly.gap: {values: [0.001, 0.03, -0.05]}
outputs:
  tip_force: {quantity: reaction}
  normal_force: {quantity: normal_force, contact: 0, index: 2}
  slid: {quantity: sliding_path, contact: 0, reduce: max}
  lost: {quantity: dissipated_energy}
  solves: {quantity: linear_solves}
  history: {quantity: friction_force, contact: 0, reduce: series, every: 1, trajectories: [0, 13]}
YAML
} >beams.yaml
same() { # NAME OPTIONS...
  "$chatter" run beams.yaml -o "$1.h5" -q "${@:2}" 2>log || { say "$1: $(tail -1 log)"; return; }
  [ -e reference.h5 ] || cp "$1.h5" reference.h5
  same_tables "$1.h5" reference.h5 || say "$1 differs"
}
same scalar --device cpu_scalar
same lanes --device cpu --threads 2
same one_thread --device cpu --threads 1 --batch 7
same chunks --device cpu --chunk 17
same simulated --device device_sim --batch 16
for i in 1 2 3; do "$chatter" run beams.yaml -o "part$i.h5" -q --shard "$i/3" 2>log || say "shard $i: $(tail -1 log)"; done
"$chatter" merge merged.h5 part1.h5 part2.h5 part3.h5 2>log || say "merge: $(tail -1 log)"
same_tables merged.h5 reference.h5 || say "shards differ"
"$chatter" export reference.h5 -o table.csv 2>log
[ "$(grep -c ',intersecting,' table.csv)" = 12 ] || say "beams that intersect: $(grep -c ',intersecting,' table.csv), expected 12"
[ "$(grep -c ',ok,' table.csv)" = 24 ] || say "$(grep -c ',ok,' table.csv) of 24 end well"
rm -f reference.h5
sed -i 's/increments: 60/increments: 3000/; s/every: 1,/every: 30,/; s/-0.05\]/0.002]/' beams.yaml
kill_and_resume beams run beams.yaml -o out.h5 --device cpu --batch 16 --chunk 500 --checkpoint 0 --quiet
finish
