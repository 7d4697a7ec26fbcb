#!/usr/bin/env bash
# Advice of messages about backbones, followed: each is given for a study that earns it, and cures that study.
. "$(dirname "$0")/../../program.sh"
# study NAME METHOD HARMONICS CONTACT
study() {
  cat >"$1.yaml" <<YAML
study: backbone
model: {type: chain, masses: [1, 1], springs: [1, 1]}
reduction: {method: modal, damping: 0.005}
contact: $4
excitation: {node: 1, amplitude: 0.05}
response: {from: 0.08, to: 0.2, harmonics: $3}
backbone: {methods: [$2], to: 20}
outputs: {x: {node: 2}}
YAML
}
# ends STUDY SETTINGS...: what is said of a curve that ended early
ends() { "$chatter" run "$1.yaml" -f -q --device cpu -o out.h5 "${@:2}" 2>&1 >/dev/null | grep 'ended early\|chatter:'; }
# cures STUDY MESSAGE ADVICE SETTINGS...: the study ends with the message, which names the advice; with the settings it does not
cures() {
  local told
  told=$(ends "$1")
  [[ $told == *"$2"*"$3"* ]] || say "$1 does not end with '$2' and '$3': $told"
  told=$(ends "$1" "${@:4}")
  [ -z "$told" ] || say "$1: ${*:4} does not help: $told"
}
study mode dnnm 15 '{node: 2, law: spring, normal: x, gap: 0.1, normal_stiffness: 100}'
study phase phase 3 '{node: 2, law: cubic, cubic_stiffness: 3}'
study full extremum 5 '{node: 2, law: kelvin_voigt, normal: x, gap: 0.1, normal_stiffness: 300, normal_damping: 0.1}'
sed 's/^response:/ridges: [{from: 0.19}]\n&/' full.yaml >none.yaml
sed 's/from: 0.08,/from: 0.19,/' full.yaml >short.yaml
cures mode 'no first point was found' 'ridges.mode' --set 'ridges=[{mode: 2}]'
cures phase 'nowhere a quarter period behind' 'backbone.from' --set backbone.from=0.3
cures phase 'nowhere a quarter period behind' 'response.from, response.to' --set response.from=0.03 --set response.to=0.6
cures none 'no peak there to begin with' 'ridges.from' --set 'ridges=[{from: 0.08}]' --set response.points=5000
cures short 'no peak there to begin with' 'response.from, response.to' --set response.from=0.08 --set response.points=5000
cures full 'as many points as are kept' 'raise response.points' --set response.points=5000
finish
