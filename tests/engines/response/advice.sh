#!/usr/bin/env bash
# Advice of messages, followed: a mass between two springs with gaps, whose curve is lost where motions that are not symmetric
# branch off, goes through its range with each of the remedies that the message names, and so do curves without room.
. "$(dirname "$0")/../../program.sh"
cat >stops.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.005}
contact:
  - {node: 1, law: spring, normal: -x, gap: 0.1, normal_stiffness: 100}
  - {node: 1, law: spring, normal: x, gap: 0.1, normal_stiffness: 100}
excitation: {node: 1, amplitude: 0.3, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 15}
outputs: {x: {node: 1, reduce: half_peak_to_peak}}
YAML
# ends SETTINGS...: what is said of a curve that ended early
ends() { "$chatter" run stops.yaml -f -q --device cpu -o out.h5 "${@/#/--set=}" 2>&1 >/dev/null | grep 'ended early\|chatter:'; }
# cures MESSAGE ADVICE EARNED CURE: the message is seen with the first settings, names the advice, and is gone with the others too
cures() {
  local told
  told=$(ends $3)
  [[ $told == *"$1"*"$2"* ]] || say "$3 does not end with '$1' and '$2': $told"
  told=$(ends $3 $4)
  [ -z "$told" ] || say "$4 does not help: $told"
}
lost='no point was found even with the smallest step'
cures "$lost" 'larger steps (response.growth)' response.growth=0.2 response.growth=0.5
cures "$lost" 'another number of harmonics' response.growth=0.2 response.harmonics=25
cures "$lost" 'response.static: no' response.growth=0.2 response.static=no
cures 'as many points as are kept' 'raise response.points' 'response.static=no response.points=20' response.points=2000
finish
