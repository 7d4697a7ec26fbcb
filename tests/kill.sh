#!/usr/bin/env bash
# kill -9 at 20 random moments of a run, --resume each time: the results file is the same, byte for
# byte. Then the signals that ask for a checkpoint, --max-time, and a second SIGINT.
. "$(dirname "$0")/program.sh"

# Bounces (massless boundary) and different step lengths; slow enough to be killed in the middle.
cat >bar.yaml <<'YAML'
study: transient
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 100}
reduction: {method: massless_craig_bampton, modes: 20}
contact: {nodes: LOWER, law: unilateral, merge: 0.2}
excitation: {type: gravity, direction: -x, amplitude: 10}
integrator: {scheme: leapfrog, step: 1.0e-3, duration: 60, half_step: false, windows: 6}
initial: {direction: x, displacement: 5}
ensemble: {design: {type: grid, parameters: {integrator.step: {from: 1.0e-4, to: 2.0e-4, count: 40}}}}
outputs:
  apex_1: {quantity: apex, index: 1}
  energy_drift: {quantity: energy_total, reduce: drift}
  height: {quantity: boundary, reduce: window_max}
  path: {quantity: boundary, reduce: series, every: 5000, trajectories: [0, 17, 39]}
  shape: {quantity: field, every: 20000, trajectories: [0, 17, 39]}
  fastest: {quantity: field, of: velocity, event: maximum, every: 1700, trajectories: [0, 17, 39]}
YAML
options="run bar.yaml -o out.h5 --device cpu --batch 16 --chunk 20000 --checkpoint 0 --quiet"
# Moments are drawn over the duration of the reference run, so that they fall into the run on any
# machine.
now() { date +%s%N; }
begin=$(now)
# shellcheck disable=SC2086
"$chatter" $options || { say "the reference run failed"; exit 1; }
took=$((($(now) - begin) / 1000000)) # ms
mv out.h5 reference.h5

kills=0 rounds=0
RANDOM=$$
while :; do
  rounds=$((rounds + 1))
  # shellcheck disable=SC2086
  "$chatter" $options --resume 2>errors.txt &
  pid=$!
  if [ $kills -lt 20 ]; then
    sleep "$(printf '%d.%03d' 0 $((10 + RANDOM % (took < 900 ? took : 900))))"
    kill -9 $pid 2>/dev/null
  fi
  wait $pid 2>/dev/null
  code=$?
  [ $code = 137 ] && kills=$((kills + 1)) && continue
  [ $code = 0 ] || { say "round $rounds: exit code $code: $(cat errors.txt)"; break; }
  cmp -s out.h5 reference.h5 || say "after $kills kills the results file differs"
  [ -e out.h5.parts ] && say "out.h5.parts is left over"
  rm -rf out.h5
  [ $kills -ge 20 ] && break
done

# Killed when the file was complete and its parts were being removed: complete, whatever remains of
# them.
for left in 'chatter-parts 1\nfinishing\nfinished\n' ''; do
  cp reference.h5 out.h5
  mkdir out.h5.parts
  [ -z "$left" ] || { printf "$left" >out.h5.parts/MANIFEST; : >out.h5.parts/part-000000.h5; }
  # shellcheck disable=SC2086
  "$chatter" $options --resume || say "a complete run with a rest of its parts: exit code $?"
  [ -e out.h5.parts ] && say "the rest of the parts is left"
  cmp -s out.h5 reference.h5 || say "the complete file differs"
  rm -rf out.h5 out.h5.parts
done

# Stops a run of one batch in the middle. A run that ends before the signal arrives is run again.
signal() { # name, expected exit code
  local pid code
  for _ in $(seq 20); do
    rm -rf out.h5 out.h5.parts
    # shellcheck disable=SC2086
    "$chatter" $options --batch 40 &
    pid=$!
    wait_until ended_or $pid [ -e out.h5.parts/batch-000000000.checkpoint ]
    kill -"$1" $pid
    wait $pid
    code=$?
    [ $code = 0 ] || break
  done
  [ $code = "$2" ] || say "SIG$1: exit code $code, expected $2"
  [ -e out.h5.parts/batch-000000000.checkpoint ] || say "SIG$1: no checkpoint"
  # shellcheck disable=SC2086
  "$chatter" $options --resume || say "resuming after SIG$1 failed"
  cmp -s out.h5 reference.h5 || say "after SIG$1 and --resume the results file differs"
}
signal TERM 75
signal USR1 75
signal HUP 75

# A launch of minutes: the first SIGINT waits for its end, the second does not. Closed parts stay. A
# first SIGINT before the launch ends the run at once: then it is repeated.
for _ in $(seq 20); do
  rm -rf out.h5 out.h5.parts
  "$chatter" run bar.yaml -o out.h5 --device cpu --quiet --chunk 1000000000 --set integrator.duration=20000 \
    --set "outputs={height: {quantity: boundary, reduce: window_max}}" &
  pid=$!
  wait_until ended_or $pid [ -e out.h5.parts/run ] # from then on the run handles signals
  sleep 0.2
  kill -INT $pid
  sleep 0.2
  kill -INT $pid 2>/dev/null
  wait $pid
  code=$?
  [ $code = 75 ] || break
done
[ $code = 130 ] || say "the second SIGINT: exit code $code, expected 130"

rm -rf out.h5 out.h5.parts
# shellcheck disable=SC2086
"$chatter" $options --max-time 0.001s
[ $? = 75 ] || say "--max-time does not end with 75"
# shellcheck disable=SC2086
"$chatter" $options 2>errors.txt
[ $? = 6 ] && grep -q -- --resume errors.txt || say "an unfinished run is begun anew without a word"
finish
