#!/usr/bin/env bash
# Runs whose batches are compacted give the table of a run in one launch, which cannot be compacted:
# on the CPU, on the simulated device, stopped and resumed. The log reports it, and lanes are
# fuller.
. "$(dirname "$0")/../program.sh"
cat >map.yaml <<'YAML'
study: regimes
regimes: {wall: base, contact_mass: 1, gamma: [1], kappa: [1], r1: 1, beta: 0.3, cycles: 120, window: 5}
ensemble: {design: {type: grid, parameters: {regimes.r1: {from: 0.1, to: 2.3, count: 24}, regimes.beta: {from: 0.05, to: 2.5, count: 25}}}}
outputs: {regime: {quantity: regime}, stops: {quantity: stops_per_cycle}, second: {node: 2, reduce: max}}
YAML
# usage: number NAME KEY: the sum of a number over the batches of NAME.json
number() {
  grep '"message":"batch"' "$1.json" | grep -o "\"$2\":[0-9.e+]*" | cut -d: -f2 | awk '{s += $1} END {printf "%.17g", s}'
}
run() {
  local name=$1
  shift
  rm -f "$name.json"
  "$chatter" run map.yaml -q -o "$name.h5" --log-json "$name.json" "$@"
}
same() {
  "$chatter" export "$1.h5" 2>/dev/null && cmp -s whole.csv "$1.csv" || say "$1: another table than in one launch"
  [ "$(number "$1" compactions)" -ge 1 ] || say "$1: nothing was brought together"
}
run whole --device cpu --chunk 1000 && "$chatter" export whole.h5 2>/dev/null || say "the run in one launch failed"
[ "$(number whole compactions)" = 0 ] || say "in one launch: $(number whole compactions) times brought together"
run cpu --device cpu --threads 2 --chunk 12 && same cpu
run scalar --device cpu_scalar --chunk 5 --checkpoint 0.05s && same scalar
run sim --device device_sim --chunk 12 && same sim
# The same work, with fewer idle lanes than in short launches of a batch without compacting.
[ "$(number whole work)" = "$(number cpu work)" ] || say "work: $(number whole work) and $(number cpu work)"
awk -v w="$(number cpu work)" -v l8="$(number cpu lane_work_8)" -v l32="$(number cpu lane_work_32)" -v all="$(number whole lane_work_32)" '
  BEGIN {exit !(w <= l8 && l8 <= l32 && 1.2 * l32 < all)}' || say "lanes are not fuller: $(grep '"batch"' cpu.json)"
# Stopped repeatedly (130: before the first checkpoint), resumed until it is done.
status=75 stops=0
for round in $(seq 40); do
  case $status in 75 | 130) ;; *) break ;; esac
  run cut --device cpu --chunk 6 --threads 1 $([ -e cut.h5.parts ] && echo --resume) $([ "$round" -lt 20 ] && echo --max-time 0.03s)
  status=$?
  stops=$((stops + (status == 75)))
done
[ $status = 0 ] || say "stopped again and again: status $status after $stops stops"
"$chatter" export cut.h5 2>/dev/null && cmp -s whole.csv cut.csv || say "cut: another table than in one launch"
finish
