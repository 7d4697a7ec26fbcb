#!/usr/bin/env bash
# Sliding pairs and regimes start from the ends of other runs (initial.from): a run of 2 T equals a
# run of T and its continuation, to the last bit of the state, with roughness, a driven guide,
# chains and stepped maps. A guide with another speed continues at its position. Runs that cannot be
# continued are refused with a specific message.
. "$(dirname "$0")/../program.sh"
run() { # study, results, options
  "$chatter" run "$1" -o "$2.h5" -f -q --keep-state "${@:3}" 2>errors.txt || say "$1 as $2: $(cat errors.txt)"
}
states() {
  rm -rf "$1-tables" && mkdir "$1-tables" && (cd "$1-tables" && "$chatter" export "../$1.h5" -o t.csv 2>/dev/null) &&
    cat "$1-tables"/t-state_*.csv
}
same_states() { cmp -s <(states "$1") <(states "$2") || say "$3: the states differ"; }
go_on() { # name, study, half, whole, key of the length, options
  run "$2" "$1-half" --set "$5=$3" "${@:6}"
  run "$2" "$1-whole" --set "$5=$4" "${@:6}"
  run "$2" "$1-rest" --set "$5=$3" "${@:6}" --set "initial.from=$PWD/$1-half.h5" --set initial.clock=continue --lanes 1
  same_states "$1-whole" "$1-rest" "$1"
  [ "$(states "$1-rest" | sort -u | wc -l)" -gt 20 ] || say "$1: no states"
}
cp -r "$models/beam-on-beam" pair
slide=pair/slide.yaml
echo 'ensemble: {design: {type: grid, parameters: {slider.friction: {values: [0.1, 0.2, 0.3]}}}}' | cat "$slide" - >pair/several.yaml
echo 'drives: {sway: {type: harmonic, frequency: 2000, factor: 0.01}}' | cat pair/several.yaml - >pair/driven.yaml
go_on smooth pair/several.yaml 4e-4 8e-4 sliding.duration
go_on rough pair/several.yaml 4e-4 8e-4 sliding.duration --set roughness.deviation=0.005
go_on driven pair/driven.yaml 4e-4 8e-4 sliding.duration --set slider.velocity_drive=sway
# Another speed, and the clock at zero: the contact continues at its position, within the motion of
# two steps.
run "$slide" first --set sliding.duration=4e-4 --set 'outputs={x: {quantity: contact_x}}'
run "$slide" second --set sliding.duration=1e-6 --set 'outputs={x: {quantity: contact_x}}' --set "initial.from=$PWD/first.h5" --set slider.velocity=3
at() { "$chatter" export "$1.h5" -o at.csv -f >/dev/null 2>&1; awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "x") c = i } NR == 2 { print $c }' at.csv; }
awk -v a="$(at first)" -v b="$(at second)" 'BEGIN { d = a - b; exit !(a != 0 && d * d < 1e-10) }' || say "another speed: contact at $(at first), then $(at second)"

# Back over a distance that from the initial position of the study would leave the path: the
# position of the guide counts. With another start C is elsewhere: that is another model.
run "$slide" forth --set sliding.duration=4e-4 --set slider.velocity=10
run "$slide" back --set sliding.duration=4e-4 --set slider.velocity=-20 --set "initial.from=$PWD/forth.h5"
"$chatter" info back.h5 | grep -q '1 ok' || say "no way back: $("$chatter" info back.h5 | grep status)"

# Regimes of a chain (whole cycles, exact events), and a stepped map.
chain=$models/coulomb/base2.yaml
go_on regimes "$chain" 7 14 regimes.cycles --set ensemble.design.parameters.r1.count=9 --set ensemble.design.parameters.beta.count=7 --set regimes.window=3 --set regimes.early_exit=false
go_on stepped "$models/coulomb/two-contacts.yaml" 6 12 regimes.cycles --set ensemble.design.parameters.excitation.frequency.count=4 --set ensemble.design.parameters.contact.1.friction.count=3 --set regimes.window=3

refused() { # study, options..., words
  "$chatter" run "$1" -o refused.h5 -f -q "${@:2:$#-2}" 2>errors.txt && say "${*: -1}: not refused"
  grep -q -- "${*: -1}" errors.txt || say "expected '${*: -1}' in: $(cat errors.txt)"
}
refused "$slide" --set "initial.from=$PWD/smooth-half.h5" --set initial.clock=continue --set sliding.step=1e-8 'allowed: the same step'
refused "$slide" --set "initial.from=$PWD/forth.h5" --set slider.start=0.007 'another reduced model'
refused "$slide" --set initial.displacement=1 'begin in equilibrium by themselves (allowed: from)'
refused "$slide" --set "initial.from=$PWD/regimes-half.h5" 'is of another kind of study'
refused "$chain" --set "initial.from=$PWD/regimes-half.h5" --set ensemble.design.parameters.r1.count=9 --set ensemble.design.parameters.beta.count=7 \
  --set ensemble.design.parameters.beta.to=0.4 'one of another system, friction or frequency'
printf 'study: transient\nmodel: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1]}\nreduction: {method: modal, modes: 2}\nintegrator: {step: 0.1, duration: 1}
outputs: {x: {node: 1}}\nensemble: {design: {type: grid, parameters: {reduction.modes: {values: [2, 3]}}}}\n' >sizes.yaml
refused sizes.yaml --keep-state 'modal coordinates are 2 of some trajectories and 3 of others'
refused "$models/beam-on-beam/stability.yaml" --set "initial.from=$PWD/smooth-half.h5" "does not belong to a study of kind stability"
finish
