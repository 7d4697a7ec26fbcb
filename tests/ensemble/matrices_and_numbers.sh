#!/usr/bin/env bash
# An ensemble over numbers that change the matrices (modulus; springs, dashpots) and numbers that do
# not (damping ratio, friction, gap, preload, speed of the wall), in random order: every trajectory
# has the bits of a separate run with these numbers, for any lanes, threads, batches, machines and
# shards, and each distinct set of matrices is reduced once.
. "$(dirname "$0")/../program.sh"
command -v /usr/bin/python3 >/dev/null || skip "no python3"
export XDG_CACHE_HOME=$work/cache
models_in_cache() { find cache -name '*.h5' 2>/dev/null | wc -l; }
cat >plane.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 12, elements_across: 2, clamped: left}
reduction: {method: macneal, modes: 6, damping: 0.01}
contact: {nodes: [36, 39], law: friction, normal: y, gap: 1e-5, friction: 0.4, wall_velocity: 0.1}
excitation: {node: 39, direction: y, amplitude: 20, frequency: 400}
integrator: {scheme: leapfrog, step: 4e-6, duration: 4e-3}
inputs: {e: model.youngs_modulus, d: reduction.damping, f: contact.friction, g: contact.gap, v: contact.wall_velocity.0}
outputs:
  x: {node: 39, direction: y, reduce: rms}
  impulse: {quantity: normal_force, contact: sum, reduce: integral}
  slip: {quantity: slip_velocity, contact: 1, reduce: rms}
  tip: {node: 39, direction: y, reduce: series, every: 7, trajectories: [0, 5, 11]}
YAML
cat >chain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 2, 1, 0], springs: [100, 100, 100, 400], dashpots: [0.1, 0.2, 0.1, 0]}
reduction: {method: macneal, modes: 3}
contact: {nodes: 4, law: coulomb, friction: 0.3, preload: 1, wall_velocity: 0.2}
excitation: {node: 2, amplitude: 1, frequency: 0.7}
integrator: {scheme: leapfrog, step: 2e-3, duration: 8}
inputs: {e: model.springs.1, d: model.dashpots.1, f: contact.friction, g: contact.preload, v: contact.wall_velocity.0}
outputs:
  x: {node: 3, reduce: rms}
  impulse: {quantity: tangential_force, contact: sum, reduce: integral}
  slip: {quantity: slip_velocity, reduce: rms}
  tip: {node: 3, reduce: series, every: 7, trajectories: [0, 5, 11]}
YAML
samples() { # stiffness damping numbers
  /usr/bin/python3 -c 'import itertools, random, sys
rows = [",".join(r) for r in itertools.product(*(a.split() for a in sys.argv[1:]))]
random.seed(1), random.shuffle(rows)
print("\n".join(["e,d,f,g,v"] + rows))' "$@"
}
samples '2.1e11 1.9e11 2.0e11' '0.01 0.02' '0.4,1e-5,0.1 0.1,0,0.1 0.4,1e-5,-0.2 0.25,3e-6,0.05' >plane.csv
samples '100 90' '0.2 0.4 0.05' '0.3,1,0.2 0.1,1,0.2 0.3,2,0 0.2,0.5,-0.1' >chain.csv
for study in plane chain; do
  expected=3 && [ $study = plane ] || expected=6 # damping ratios change no matrix, dashpots do
  mv $study.csv samples.csv
  cp $study.yaml many.yaml
  echo 'ensemble: {design: {type: file, file: samples.csv}}' >>many.yaml
  rm -rf cache
  "$chatter" check many.yaml --device cpu >check.txt 2>&1 || say "$study: check fails: $(cat check.txt)"
  grep -q "reduced models  *$expected (" check.txt || say "$study: $(grep 'reduced models' check.txt)"
  rm -rf cache
  tabulate many --threads 1 --lanes 1
  [ "$(models_in_cache)" = $expected ] || say "$study: $(models_in_cache) models were reduced"
  [ "$(awk -F, 'NR > 1 { print $NF }' many.csv | sort -u | wc -l)" = $expected ] || say "$study: hashes of the models"
  [ "$(awk -F, 'NR > 1 && $2 == "ok" { print $10, $11, $12 }' many.csv | sort -u | wc -l)" = 24 ] || say "$study: numbers make no difference"
  cp many.csv first.csv && cp many-series-tip_sample.csv first-tip.csv
  again() { # words
    { cmp -s many.csv first.csv && cmp -s many-series-tip_sample.csv first-tip.csv; } || say "$study: other bits, $*"
    [ "$(models_in_cache)" = $expected ] || say "$study: $(models_in_cache) models, $*"
  }
  for how in '--lanes 8' '--lanes 4 --threads 2' '--batch 5 --chunk 77' '--device device_sim'; do
    # shellcheck disable=SC2086
    { [ "${how#--lanes}" = "$how" ] || "$chatter" run many.yaml -o many.h5 -f -q --device cpu $how 2>/dev/null; } || continue # not in this build
    # shellcheck disable=SC2086
    tabulate many $how
    again "$how"
  done
  rm -rf cache # two shards, each of which reduces what it needs
  for shard in 1 2; do "$chatter" run many.yaml -o $shard.h5 -f -q --device cpu --shard $shard/2 2>errors.txt || say "$study: $(cat errors.txt)"; done
  "$chatter" merge many.h5 1.h5 2.h5 -f 2>errors.txt && "$chatter" export -f many.h5 >/dev/null 2>&1 || say "$study: merge: $(cat errors.txt)"
  again 'in shards'
  "$chatter" eval $study.yaml -i <(awk -F, -v OFS=, '{ print (NR > 1 ? NR - 2 : "sample_id"), $0 }' samples.csv) --device cpu -q 2>errors.txt |
    awk -F, 'NR > 1 { print $3, $4, $5 }' >eval.txt
  awk -F, 'NR > 1 { print $10, $11, $12 }' first.csv | cmp -s - eval.txt || say "$study: eval: $(head -1 eval.txt) $(cat errors.txt)"
  i=0
  tail -n +2 samples.csv | while IFS=, read -r e d f g v; do # each alone, with a separate cache
    [ $((i % 5)) = 0 ] && rm -rf cache
    "$chatter" run $study.yaml -o one.h5 -f -q --device cpu --set e="$e" --set d="$d" --set f="$f" --set g="$g" --set v="$v" \
      --set 'outputs.tip.trajectories=[0]' 2>errors.txt && "$chatter" export -f one.h5 >/dev/null 2>&1 || { echo "$study: $(cat errors.txt)"; break; }
    [ "$(awk -F, 'NR == 2 { print $2, $3, $4, $5, $6, $7 }' one.csv)" = "$(awk -F, -v i=$i 'NR == i + 2 { print $2, $3, $4, $10, $11, $12 }' first.csv)" ] ||
      echo "trajectory $i: $(tail -1 one.csv), in the ensemble $(sed -n $((i + 2))p first.csv)"
    grep "^$i," first-tip.csv | cut -d, -f2- >all.txt
    [ ! -s all.txt ] || tail -n +2 one-series-tip_sample.csv | cut -d, -f2- | cmp -s - all.txt || echo "trajectory $i: another time series"
    i=$((i + 1))
  done >told
  [ ! -s told ] || say "$study: $(head -3 told)"
done
finish
