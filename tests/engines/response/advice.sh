#!/usr/bin/env bash
# Advice of messages about response curves, followed: each is given for a study that earns it, and is gone with the remedy that it names.
. "$(dirname "$0")/../../program.sh"
generator=$models/../tests/engines/response/scattered.awk
# study NAME LINES: a study of one or two masses; later lines take the place of earlier ones of the same section
study() {
  cat >"$1.yaml" <<YAML
study: response
model: $2
reduction: {method: modal${5:-}}
contact: $3
excitation: $4
response: {from: 0.1, to: 0.3, harmonics: 5, stability: no}
outputs: {x: {node: 1, reduce: half_peak_to_peak}}
YAML
}
one='{type: chain, masses: [1], springs: [1]}'
harmonic() { echo "{node: 1, amplitude: $1, phase: cos}"; }
study stops "$one" '[{node: 1, law: spring, normal: -x, gap: 0.1, normal_stiffness: 100}, {node: 1, law: spring, normal: x, gap: 0.1, normal_stiffness: 100}]' "$(harmonic 0.3)" ', damping: 0.005'
study absorber '{type: chain, masses: [1, 1], springs: [1, 1], dashpots: [0.02, 0]}' '{node: 1, law: cubic, cubic_stiffness: 1}' "$(harmonic 0.1)"
study undamped "$one" '{node: 1, law: cubic, cubic_stiffness: 1}' "$(harmonic 5)"
study free '{type: chain, masses: [1], springs: [0]}' '{node: 1, law: kelvin_voigt, normal: -x, gap: 1, normal_stiffness: 1, normal_damping: 0.04}' \
  "[{type: constant, node: 1, amplitude: -0.1}, $(harmonic 0.05)]" ', rayleigh: {mass: 0.01}'
study rigid '{type: chain, masses: [1, 1], springs: [1, 1]}' '{node: 1, law: unilateral, gap: 0.1}' "$(harmonic 0.05)" ', damping: 0.05'
study stiff '{type: chain, masses: [1], springs: [40], dashpots: [0.632455532033676]}' \
  '{node: 1, law: kelvin_voigt, normal: -x, gap: 10, normal_stiffness: 1.0e+5, normal_damping: 1.0e-6}' "$(harmonic 100)"
sed -i 's/^response: .*/response: {from: 1.0, to: 1.6, harmonics: 7, step: 0.05, at: 1.2, stability: no}/' stiff.yaml
for number in 32 43; do awk -v seed="$number" -f "$generator" | sed 's/points: 20000/&, stability: no/' >"$number.yaml"; done
# ends STUDY SETTINGS...: what is said of it
ends() { "$chatter" run "$1.yaml" -f -q --device cpu -o out.h5 "${@:2}" >words.txt 2>&1; }
# cures STUDY MESSAGE ADVICE EARNED CURE: the message is seen with the first settings, names the advice, and is gone with the others too
cures() {
  local earned=() cure=() word
  for word in $4; do earned+=(--set "${word//\~/ }"); done
  for word in $5; do cure+=(--set "${word//\~/ }"); done
  ends "$1" "${earned[@]}"
  grep -F -- "$2" words.txt | grep -qF -- "$3" || say "$1 $4: no '$2' with '$3': $(cat words.txt)"
  ends "$1" "${earned[@]}" "${cure[@]}"
  grep -F -e "$2" -e 'ended early' -e 'is closed' -e 'chatter:' words.txt && say "$1: $5 does not help"
}
lost='no point was found even with the smallest step'
start='no first point was found'
closed='is closed'
cures absorber "$lost" 'begin beyond it (response.from)' '' response.from=0.17
cures absorber "$lost" 'a dashpot of 1e-6' '' model.dashpots.1=1e-6
cures undamped "$start" 'away from resonance (response.from)' response.from=0.15915494309189535 response.from=0.2
cures stops "$start" 'response.growth and response.least as they are by default' 'response.growth=5 response.least=1' 'response.growth=0.2 response.least=1e-9'
cures free "$start" 'on the side that its mean load pushes it to' '' contact.normal=x
cures stops 'as many points as are kept' 'raise response.points' response.points=20 response.points=2000
cures 43 'leaves the range' 'another range (response.from' '' response.from=0.2
cures 43 'leaves the range' 'response.to' '' response.to=0.2
cures 43 "$closed" '(response.from' response.least=1 response.from=0.2
cures 43 "$closed" 'response.to)' response.least=1 response.to=0.4
cures 32 "$closed" 'begin at another frequency (response.from)' 'response.at=0.2 response.points=1000' response.from=0.15
# What harmonics and samples leave out: advice that is taken leaves less than is warned of.
cures stops 'leave out' 'take more (response.harmonics)' response.at=0.2 response.harmonics=20
cures stops 'leave out' 'response.adapt: 1.0e-3 with so many more harmonics' response.at=0.2 'response.adapt=1e-3 response.harmonics=25'
cures stiff 'sampling_error' 'take more (response.samples)' response.samples=256 response.samples=2048
cures rigid 'a rigid stop on nodes with mass' 'massless_craig_bampton' '' 'reduction.method=massless_craig_bampton reduction.modes=1'
cures rigid 'a rigid stop on nodes with mass' 'law spring, with friction elastic, with a normal_stiffness' '' \
  'contact={node:~1,~law:~spring,~gap:~0.1,~normal:~x,~normal_stiffness:~100}'
finish
