#!/usr/bin/env bash
# Early refusals: fields with different models before a run of ccx, too many modes of a later group
# before the first group runs, --keep-state of a study without motion before the results are begun.
. "$(dirname "$0")/../program.sh"
{ mass_before_wall | sed 's/masses: \[1\], springs: \[100\]/masses: [1, 1, 1], springs: [100, 100, 100]/; s/modal/modal, modes: 1/'
  echo 'ensemble: {design: {type: grid, parameters: {reduction.modes: {values: [1, 2, 9]}}}}'
  echo 'outputs: {x: {node: 1}}'; } >modes.yaml
"$chatter" run modes.yaml -q -o modes.h5 2>message && say "9 modes of 3 equations are taken"
grep -q "^chatter: modes.yaml:3:.*reduction.modes is 9; allowed: at most 3" message || say "modes: $(cat message)"
[ -e modes.h5.parts ] && say "groups ran before the one with too many modes"
"$chatter" run modes.yaml -q -o modes.h5 --set ensemble.design.parameters.reduction.modes.values='[1, 2, 3]' 2>message ||
  say "1 to 3 modes: $(cat message)"

cat >response.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1]}
excitation: {node: 1, amplitude: 1}
response: {from: 0.1, to: 0.12, harmonics: 3}
outputs: {x: {node: 1}}
YAML
"$chatter" run response.yaml -q -o response.h5 --keep-state 2>message && say "response: a state is kept"
grep -q "keep-state: a study of this kind (response) has no motion to go on from" message || say "$(cat message)"
[ -e response.h5.parts ] && say "results of --keep-state were begun"

if command -v ccx >/dev/null; then
  export XDG_CACHE_HOME=$work/cache CHATTER_CCX=$work/counted
  printf '#!/bin/sh\necho run >>%s/runs\nexec ccx "$@"\n' "$work" >counted && chmod +x counted
  : >runs
  one_brick 2e11 >one.inp
  cat >field.yaml <<'YAML'
study: transient
model: {type: calculix, deck: one.inp, materials: {STEEL: {youngs_modulus: 2e11}}}
reduction: {method: modal, modes: 2}
excitation: {node: 7, direction: x, amplitude: 1, frequency: 1}
integrator: {scheme: leapfrog, step: 1e-6, duration: 1e-4}
ensemble: {design: {type: grid, parameters: {model.materials.STEEL.youngs_modulus: {values: [1e11, 2e11]}}}}
outputs:
  x: {node: 7, direction: x}
  shape: {quantity: field}
YAML
  for command in check run; do
    "$chatter" $command field.yaml 2>message >/dev/null && say "$command: a field of two models is taken"
    grep -q "^chatter: field.yaml:9:.*every value of model.materials.STEEL.youngs_modulus makes another" message ||
      say "$command: $(cat message)"
  done
  [ -s runs ] && say "ccx ran $(wc -l <runs) times before the refusal"
  sed '/^ensemble/d' field.yaml >alone.yaml # as the message says
  "$chatter" run alone.yaml -q -o alone.h5 --set model.materials.STEEL.youngs_modulus=1e11 2>message || say "$(cat message)"
  [ -s runs ] || say "ccx is not counted"
fi
finish
