#!/usr/bin/env bash
# The last line of a resumed run has the steps of that run alone: those of the run before stand in its checkpoint.
. "$(dirname "$0")/../program.sh"
cat >mass.yaml <<'TEXT'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}
excitation: {node: 1, amplitude: 1, frequency: 1}
integrator: {scheme: moreau, step: 1.0e-3, duration: 10000}
outputs: {x: {node: 1, reduce: max}}
TEXT
steps() { awk '/trajectory-steps in/ { print $1 }' "$1"; }
"$chatter" run mass.yaml -o whole.h5 --device cpu --threads 1 2>whole.txt || say "whole: $(cat whole.txt)"
[ "$(steps whole.txt)" = 1e+07 ] || say "a whole run: $(cat whole.txt)"
# Stopped on its way; a machine that is busy may not have come to a step, or to the end, before that.
for seconds in 0.4 1 2; do
  rm -rf part.h5*
  "$chatter" run mass.yaml -o part.h5 --device cpu --threads 1 --max-time $seconds 2>first.txt
  ls part.h5.parts/*.checkpoint >/dev/null 2>&1 && break
done
ls part.h5.parts/*.checkpoint >/dev/null 2>&1 || skip "no run could be stopped on its way"
"$chatter" run mass.yaml -o part.h5 --device cpu --threads 1 --resume 2>second.txt || say "resumed: $(cat second.txt)"
awk -v n="$(steps second.txt)" 'BEGIN { exit !(n > 0 && n < 1e7) }' || say "resumed: $(cat second.txt)"
finish
