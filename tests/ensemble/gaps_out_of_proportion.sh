#!/usr/bin/env bash
# A gap or an interference larger than the structure causes a warning with its place: in check, run
# and eval, over an ensemble, from a table of contacts, from cache and saved models; but not if the
# wall or the whole body moves, and not for chains, which have no size.
. "$(dirname "$0")/../program.sh"
export XDG_CACHE_HOME=$PWD/cache
cat >beam.yaml <<'YAML'
study: transient
model: {type: beam, youngs_modulus: 2.1e11, density: 7800, length: 0.2, width: 0.01, height: 0.01, elements: 4, clamped: left}
reduction: {method: macneal, modes: 2, damping: 0.02}
contact: {nodes: RIGHT, law: unilateral, normal: y, gap: 0}
excitation: {node: RIGHT, direction: y, amplitude: 1, frequency: 20}
integrator: {scheme: leapfrog, step: 1e-6, duration: 1e-5}
outputs: {y: {node: RIGHT, direction: y}}
YAML
told() { # EXPECTED WORDS COMMAND...
  local expected=$1 words=$2
  shift 2
  "$chatter" "$@" >/dev/null 2>message || say "$*: $(cat message)"
  [ "$(grep -c 'gaps are in metres' message)" = "$expected" ] || say "$*: expected $expected warnings: $(cat message)"
  [ "$expected" = 0 ] || grep -q "$words" message || say "$*: $(cat message)"
}
gap() { echo "contact.gap=$1"; }
sed 's/gap: 0/gap: -1/' beam.yaml >deep.yaml
told 1 'deep.yaml:4:.*interference of 1 m is deeper than the structure is large, 0.2 m' check deep.yaml
for command in check "run -f -q -o out.h5" eval; do
  # shellcheck disable=SC2086
  told 1 'interference of 1 m' $command beam.yaml --set "$(gap -1)"
  # shellcheck disable=SC2086
  told 1 'a gap of 0.3 m is wider' $command beam.yaml --set "$(gap 0.3)"
  # shellcheck disable=SC2086
  told 0 '' $command beam.yaml --set "$(gap 0.199)" # 0.2: the beam's length, its largest dimension
done
told 0 '' check beam.yaml --set "$(gap -0.199)"
told 1 'interference of 0.7 m' check beam.yaml --set 'ensemble.design={type: grid, parameters: {contact.gap: {from: -0.7, to: 0.1, count: 3}}}'
told 0 '' check beam.yaml --set 'ensemble.design={type: grid, parameters: {contact.gap: {from: -0.07, to: 0.1, count: 3}}}' --set "$(gap -9)"
told 0 '' check beam.yaml --set "$(gap 0.3)" --set contact.gap_amplitude=0.2 --set contact.gap_frequency=3
told 0 '' check beam.yaml --set "$(gap 0.3)" --set model.clamped=none
"$chatter" reduce beam.yaml -o saved.h5 -f >/dev/null 2>&1 || say "no saved model"
told 1 'a gap of 0.3 m' check beam.yaml --set 'model={type: reduced, file: saved.h5}' --set 'reduction={}' --set "$(gap 0.3)"
{ mass_before_wall; echo 'outputs: {x: {node: 1}}'; } >chain.yaml
told 0 '' check chain.yaml --set "$(gap -1)"
finish
