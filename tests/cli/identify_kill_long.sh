#!/usr/bin/env bash
# `chatter identify` is killed at 16 moments, in the fit, between steps of the walkers, and among
# the trajectories, and resumed each time: the same table and the same results, byte for byte.
# Signals and --max-time end it with 75 and keep its state.
. "$(dirname "$0")/../program.sh"

cat >swing.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 0.8, restitution: 0.7}
excitation: {node: 1, amplitude: 0, frequency: 1}
initial: {direction: x, displacement: 1}
integrator: {scheme: moreau, step: 2.0e-4, duration: 6}
ensemble:
  seed: 3
  design: {type: random, count: 2, parameters: {initial.displacement: {from: 0.5, to: 2}, contact.gap: {from: 0.5, to: 1}}}
identify: {noise: 0.1, noise_of: column, walkers: 8, steps: 40, warmup: 10, starts: 4, iterations: 8, draws: 160}
outputs: {x: {node: 1, reduce: series, every: 50}}
YAML
"$chatter" run swing.yaml -o truth.h5 -q --device cpu --set 'ensemble.design={type: none}' && "$chatter" export truth.h5 >/dev/null 2>&1
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print "time,x" } NR > 2 && NR % 20 == 0 && $c["x_time"] < 5.7 { printf "%.9g,%.9g\n", $c["x_time"], $c["x"] + 0.1 * sin(NR * NR) }' truth-series-x_sample.csv >swing.csv

options="identify swing.yaml -d swing.csv -o out.h5 --device cpu --quiet --checkpoint 0 --resume"
now() { date +%s%N; }
begin=$(now)
# shellcheck disable=SC2086
"$chatter" $options >reference.txt 2>errors.txt || { say "the reference fails: $(cat errors.txt)"; exit 1; }
took=$((($(now) - begin) / 1000000)) # ms
mv out.h5 reference.h5

RANDOM=$$
kept=out.h5.parts/identification
is_newer() { [ "$1" -nt mark ]; }
kills=0
for round in $(seq 200); do
  touch mark
  told=reference.txt
  [ -e out.h5 ] && told=/dev/null # it was done and had printed the table before the last kill
  # shellcheck disable=SC2086
  "$chatter" $options >found.txt 2>errors.txt &
  pid=$!
  case $kills in
    [0-5]) wait_until ended_or $pid is_newer $kept ;;   # as soon as a file is new: the fit, at
                                                        # first
    [6-9] | 1[0-5]) sleep "$(printf '0.%03d' $((10 + RANDOM % (took < 900 ? took : 900))))" ;;
  esac
  [ $kills -lt 16 ] && kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  code=$?
  # A run killed after its last byte, before it ends, was complete: its files are compared.
  [ $code = 137 ] && kills=$((kills + 1)) && { [ -e out.h5.parts ] || [ ! -e out.h5 ]; } && continue
  [ $code = 0 ] || [ $code = 137 ] || { say "round $round: exit code $code: $(cat errors.txt)"; break; }
  [ $code = 137 ] && head -c "$(stat -c %s found.txt)" reference.txt >told.txt && told=told.txt # killed before it had told all
  cmp -s found.txt $told || say "after $kills kills the table differs: $(diff found.txt reference.txt)"
  cmp -s out.h5 reference.h5 || say "after $kills kills the results differ"
  [ -e out.h5.parts ] && say "out.h5.parts is left over"
  rm -rf out.h5
  [ $kills -ge 16 ] && break
done

# Killed among the trajectories, after the table: they continue, and the walkers do not step again.
for _ in $(seq 20); do
  rm -rf out.h5 out.h5.parts
  # shellcheck disable=SC2086
  "$chatter" $options >found.txt 2>errors.txt &
  pid=$!
  wait_until ended_or $pid [ -s found.txt ]
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  [ $? = 137 ] && [ -e $kept ] && break
done
[ -e $kept ] || say "nothing is kept behind the walkers"
# shellcheck disable=SC2086
"$chatter" ${options/--quiet/} >found.txt 2>errors.txt || say "behind the walkers: $(cat errors.txt)"
grep -q 'Resumed: 50 of 50 steps of the walkers are done' errors.txt || say "the walkers step again: $(cat errors.txt)"
cmp -s found.txt reference.txt || say "the table behind the walkers differs"
same_tables out.h5 reference.h5 || say "the results behind the walkers differ" # whose command line differs

signal() {
  for _ in $(seq 20); do
    rm -rf out.h5 out.h5.parts
    # shellcheck disable=SC2086
    "$chatter" ${options/--quiet/} >found.txt 2>errors.txt &
    pid=$!
    wait_until ended_or $pid [ -e $kept ]
    kill -"$1" $pid
    wait $pid
    code=$?
    [ $code = 0 ] || break
  done
  [ $code = 75 ] || say "SIG$1: exit code $code: $(cat errors.txt)"
  grep -q "stopped by SIG$1.*continue with .chatter identify .* --resume" errors.txt || say "SIG$1: $(cat errors.txt)"
  # shellcheck disable=SC2086
  "$chatter" $options >found.txt 2>errors.txt || say "resuming after SIG$1: $(cat errors.txt)"
  cmp -s found.txt reference.txt && same_tables out.h5 reference.h5 || say "after SIG$1 the results differ"
}
signal TERM
signal USR1
signal INT

# The same, with another number of threads and lanes; a finished file is complete.
for part in 2 3 4 6 8; do # a machine may be faster now than it was for the reference
  rm -rf out.h5 out.h5.parts
  # shellcheck disable=SC2086
  "$chatter" $options --max-time "$(printf '%d.%03d' $((took / part / 1000)) $((took / part % 1000)))s" >found.txt 2>errors.txt
  code=$?
  [ $code = 0 ] || break
done
[ $code = 75 ] || say "--max-time does not end with 75: $(cat errors.txt)"
"$chatter" run swing.yaml -o out.h5 -q --resume 2>errors.txt
[ $? = 6 ] && grep -q 'cannot be resumed' errors.txt || say "run takes up an identification: $(cat errors.txt)"
sed 's/$/1/; 1s/1$//' swing.csv >other.csv
# shellcheck disable=SC2086
"$chatter" ${options/swing.csv/other.csv} 2>errors.txt >/dev/null
[ $? = 6 ] && grep -q 'a file of values, differs' errors.txt || say "other measured curves: $(cat errors.txt)"
# Unreadable files are refused and kept. A stop before the first curves keeps existing files, too.
cp $kept whole
printf x | dd of=$kept bs=1 seek=300 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
"$chatter" $options 2>errors.txt >/dev/null
[ $? = 6 ] && grep -q 'identification: is damaged' errors.txt || say "a damaged file: $(cat errors.txt)"
[ -e $kept ] || say "a damaged file is gone"
cp whole $kept
# shellcheck disable=SC2086
"$chatter" $options --max-time 0.000001s 2>errors.txt >/dev/null
[ $? = 75 ] || say "stopped at once: $(cat errors.txt)"
cmp -s whole $kept || [ -s $kept ] || say "a stop at once loses what was kept"
# shellcheck disable=SC2086
"$chatter" ${options/out.h5/none.h5} --max-time 0.000001s 2>errors.txt >/dev/null
[ $? = 130 ] && grep -q 'there is nothing to keep' errors.txt && [ ! -e none.h5.parts ] || say "nothing to keep: $(cat errors.txt)"
# shellcheck disable=SC2086
"$chatter" $options --threads 1 --lanes 4 >found.txt 2>errors.txt || say "with other lanes: $(cat errors.txt)"
cmp -s found.txt reference.txt && same_tables out.h5 reference.h5 || say "with other lanes the results differ"
# shellcheck disable=SC2086
"$chatter" ${options/--quiet/} 2>errors.txt >/dev/null && grep -q 'complete already' errors.txt || say "a complete file: $(cat errors.txt)"
# shellcheck disable=SC2086
"$chatter" $options --force 2>errors.txt >/dev/null
[ $? = 2 ] || say "--resume with --force: $(cat errors.txt)"
finish
