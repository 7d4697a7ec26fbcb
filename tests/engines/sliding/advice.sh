#!/usr/bin/env bash
# Advice where no equilibrium of steady sliding is found, followed: studies that earn it run with each remedy.
. "$(dirname "$0")/../../program.sh"
sed -e '/^#/d' -e '/^inputs:/,$d' -e 's/duration: 3.13/duration: 0.0001/' \
  "$models/beam-on-beam/slide.yaml" >bent.yaml
echo 'outputs: {tip: {node: target.303, direction: y, reduce: rms}}' >>bent.yaml
# ends SETTINGS...: status and value of the one trajectory; messages are in words.txt
ends() {
  "$chatter" run bent.yaml -o bent.h5 -f -q --device cpu --max-failed 1 "${@/#/--set=}" 2>words.txt || say "$*: exit code $?: $(cat words.txt)"
  "$chatter" export bent.h5 -o bent.csv -f >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["status"], $at["tip"] }' bent.csv
}
# cures ADVICE EARNED CURE: the message that the first settings earn names the advice, and the study runs with the last one too
cures() {
  local ended
  ended=$(ends $2)
  [ "$ended" = 'solver_stalled nan' ] || say "$2: $ended"
  grep -q "no equilibrium of steady sliding.*take .*$1" words.txt || say "$2: no advice '$1': $(cat words.txt)"
  ended=$(ends $2 "$3")
  [[ $ended == 'ok '[0-9]* ]] || say "$3 does not help: $ended"
}
locked='slider.preload=10 slider.friction=2'
cures 'less slider.friction' "$locked" slider.friction=1
cures 'another slider.preload' "$locked" slider.preload=0.1
cures 'angle' "$locked" slider.angle=0.2
cures 'draw it the other way' "$locked" slider.velocity=-0.03
cures 'start' slider.preload=30 slider.start=0.05
finish
