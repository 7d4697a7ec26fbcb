#!/usr/bin/env bash
# A signal while ccx runs: ccx and its child processes end, its folder is removed, the exit code is
# 130, or 75 if an earlier part of the run is kept. kill.sh tests signals during integration.
. "$(dirname "$0")/../program.sh"

export TMPDIR=$work/tmp CHATTER_CCX=$work/slow-ccx XDG_CACHE_HOME=$work/cache
mkdir -p "$TMPDIR"
cat >slow-ccx <<'SCRIPT'
#!/bin/sh
sleep 60 &
echo $$ $! >"$TMPDIR/started.tmp" && mv "$TMPDIR/started.tmp" "$TMPDIR/started"
wait
SCRIPT
chmod +x slow-ccx
printf '*NODE\n1,0,0,0\n2,1,0,0\n' >deck.inp
cat >deck.yaml <<'YAML'
study: transient
model: {type: calculix, deck: deck.inp}
reduction: {method: macneal, modes: 1}
contact: {nodes: 1, law: unilateral, normal: x, gap: 0.01}
excitation: {node: 2, direction: x, amplitude: 1, frequency: 1}
integrator: {scheme: leapfrog, steps_per_period: 200, periods: 5}
outputs: {amplitude: {node: 2, direction: x, reduce: half_peak_to_peak}}
YAML

# Ended: gone, or a zombie for which process 1 has not waited yet.
ended() { local state; state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null); [ -z "$state" ] || [ "$state" = Z ]; }

stopped() { # signal, command line
  local signal=$1 code ccx child
  shift
  rm -f "$TMPDIR/started"
  setsid "$chatter" "$@" >stdout.txt 2>stderr.txt &
  local pid=$!
  wait_until ended_or $pid [ -e "$TMPDIR/started" ]
  read -r ccx child <"$TMPDIR/started"
  kill -"$signal" $pid
  wait $pid
  code=$?
  [ $code = 130 ] || say "SIG$signal, $*: exit code $code: $(cat stderr.txt)"
  grep -q "stopped by SIG$signal" stderr.txt || say "SIG$signal, $*: $(cat stderr.txt)"
  wait_until ended "$ccx"
  wait_until ended "$child"
  rm -f "$TMPDIR/started"
  [ -z "$(ls "$TMPDIR")" ] || say "SIG$signal, $*: leaves $(ls "$TMPDIR")"
  [ -e out.h5.parts ] && say "SIG$signal, $*: leaves an empty run"
}
for signal in INT TERM HUP USR1; do stopped $signal run deck.yaml -o out.h5; done
stopped INT eval deck.yaml
stopped INT reduce deck.yaml
stopped HUP reduce deck.yaml --quiet -o reduced.h5
stopped TERM check deck.yaml

# nohup: a closed terminal must not stop it
rm -f "$TMPDIR/started"
(trap '' HUP; exec "$chatter" run deck.yaml -o out.h5) 2>stderr.txt &
pid=$!
wait_until ended_or $pid [ -e "$TMPDIR/started" ]
kill -HUP $pid
sleep 0.3
kill -0 $pid 2>/dev/null || say "SIGHUP ends a run that ignores it"
kill -INT $pid
wait $pid
[ $? = 130 ] || say "SIGINT under nohup: $(cat stderr.txt)"
finish
