#!/usr/bin/env bash
# Grids and draws of integer keys give integers; noise alone makes an ensemble without parameters.
. "$(dirname "$0")/../program.sh"
cat >noise.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 0.01}
drives: {n: {type: noise, deviation: 1, band: [1, 8]}}
excitation: {type: base, direction: x, amplitude: 1, drive: n}
integrator: {scheme: moreau, step: 0.01, duration: 1}
outputs: {x: {node: 1, reduce: rms}}
YAML
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' noise.csv; }
design() { tabulate noise --set "ensemble.design={$1}"; }

for ends in "1 100 100" "0 7000 1001" "-1 1 3" "9 3 7" "1 9007199 3"; do
  set -- $ends
  design "type: grid, parameters: {drives.n.seed: {from: $1, to: $2, count: $3}}"
  seq "$1" $((($2 - $1) / ($3 - 1))) "$2" >expected
  column drives.n.seed | diff -q - expected >/dev/null || say "grid $ends: $(column drives.n.seed | head -20)"
done
design "type: grid, parameters: {drives.n.seed: {from: 1, to: 10000, count: 5, distribution: logarithmic}}"
[ "$(column drives.n.seed | xargs)" = "1 10 100 1000 10000" ] || say "logarithmic: $(column drives.n.seed)"
"$chatter" check noise.yaml --set 'ensemble.design={type: grid, parameters: {drives.n.seed: {from: 1, to: 100, count: 50}}}' >message 2>&1 &&
  say "99/49 is no whole step"
grep -q "take a 'count' whose steps are whole, or a list of 'values'" message || say "$(cat message)"
# Other distributions give fractions: limits do not help, a uniform draw does.
for spread in "normal, mean: 5, deviation: 2" "truncated_normal, mean: 5, deviation: 2, from: 1, to: 9" "logarithmic, from: 1, to: 9"; do
  "$chatter" check noise.yaml --set "ensemble.design={type: random, count: 8, parameters: {drives.n.seed: {distribution: $spread}}}" \
    >message 2>&1 && say "$spread: fractions are taken"
  grep -q "whole numbers: 'from' and 'to' without 'distribution', or 'values'" message || say "$spread: $(cat message)"
done

# 600 draws of five numbers: 120 each on average, with a standard deviation of 9.8; the tolerance of
# 60 is six times that
for type in random latin_hypercube sobol; do
  design "type: $type, count: 600, parameters: {drives.n.seed: {distribution: uniform, from: 3, to: 7}}"
  column drives.n.seed | sort -n | uniq -c | awk '{ if ($2 != 2 + NR || $1 < 60 || $1 > 180) print "wrong" } END { if (NR != 5) print "wrong" }' |
    grep -q wrong && say "$type: $(column drives.n.seed | sort -n | uniq -c)"
done

for type in random latin_hypercube sobol; do
  design "type: $type, count: 6"
  [ "$(column x | sort -u | wc -l)" = 6 ] || say "noise alone, $type: $(column x)"
done
"$chatter" run noise.yaml -q -f -o halves.h5 --shard 2/2 --set 'ensemble.design={type: sobol, count: 6}' && "$chatter" export -f halves.h5 2>/dev/null
[ "$(sed 1d halves.csv | cut -d, -f5- | xargs)" = "$(sed 1d noise.csv | sed -n 'n;p' | cut -d, -f5- | xargs)" ] || say "noise alone: a shard has other realisations"
"$chatter" check noise.yaml --set 'ensemble.design={type: grid}' >message 2>&1 && say "a grid of nothing is taken"
grep -q "noise alone: type random" message || say "$(cat message)"
"$chatter" check noise.yaml --set 'ensemble.design={type: random, count: 3}' --set drives.n.type=harmonic --set drives.n.frequency=2 >message 2>&1 &&
  say "trajectories that are all alike are taken"
# Trajectories are also identical if all noises have a fixed seed or are not used; the advice helps
# for the first. A number of an unused drive changes nothing, and lists and files without variation
# cause a warning.
wants() { # words, settings
  local words=$1 settings=()
  shift
  for one; do settings+=(--set "$one"); done
  "$chatter" check noise.yaml "${settings[@]}" >message 2>&1
  grep -qF "$words" message || say "$*: $(cat message)"
}
drawn='ensemble.design={type: latin_hypercube, count: 3}'
wants "leave drives.NAME.seed out, then each has a realisation of its own" "$drawn" drives.n.seed=1
wants "Study noise.yaml: valid" "$drawn" drives.n.seed=-1
wants "Study noise.yaml: valid" drives.n.seed=1 'ensemble.design={type: grid, parameters: {drives.n.seed: {values: [1, 2]}}}'
idle='drives.m={type: noise, band: [1, 5], deviation: 1}'
wants "no load, gap or wall names the drive of noise" "$drawn" "$idle" drives.n.type=harmonic drives.n.frequency=2 drives.n.seed=null \
  drives.n.band=null drives.n.deviation=null
wants "no load, gap or wall names drive 'm': varying it changes nothing" "$idle" \
  'ensemble.design={type: grid, parameters: {drives.m.deviation: {values: [1, 2]}}}'
wants "all 3 trajectories are equal: every parameter has one value" drives.n.seed=1 \
  'ensemble.design={type: grid, parameters: {drives.n.factor: {values: [2, 2, 2]}}}'
printf 'sample_id\na\nb\n' >ids.csv
wants "all 2 trajectories are equal: the file has no column of a parameter" drives.n.seed=1 'ensemble.design={type: file, file: ids.csv}'
"$chatter" check noise.yaml --set drives.n.seed=-1 --set 'ensemble.design={type: file, file: ids.csv}' 2>&1 | grep "are equal" && say "own noise is equal"
finish
