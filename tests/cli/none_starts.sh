#!/usr/bin/env bash
# A run in which no trajectory could start ends with exit code 7, and `check` reports its study as
# invalid, unless --max-failed allows it; one that starts is enough, and single shards may have
# none.
. "$(dirname "$0")/../program.sh"
{ mass_before_wall; echo 'outputs: {x: {node: 1}}'; } | sed 's/steps_per_period: 200/steps_per_period: 2/' >steps.yaml # h = 1/2 s, the limit 0.2 s
cat >free.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1], springs: [0, 10]}
reduction: {method: modal}
excitation: {type: gravity, direction: x, amplitude: 1}
integrator: {scheme: leapfrog, step: 0.1, duration: 2}
initial: {static: true}
outputs: {x: {node: 1}}
YAML
grid='ensemble.design={type: grid, parameters: {integrator.steps_per_period: {values: [1, 2, 3]}}}'
some='ensemble.design={type: grid, parameters: {integrator.steps_per_period: {values: [1, 2, 100]}}}'
ends() { # CODE WORDS COMMAND...
  local code=$1 words=$2 found
  shift 2
  "$chatter" "$@" >told 2>message
  found=$?
  [ $found = "$code" ] || say "$*: $found, not $code: $(cat message)"
  [ -z "$words" ] || grep -q -e "$words" message || say "$*: no '$words' in $(cat message)"
}
ends 3 'no trajectory of 3 can be run: the step is above' check steps.yaml --set "$grid"
ends 7 'no trajectory of 3 could start' run steps.yaml -q -f -o out.h5 --set "$grid"
[ "$("$chatter" info out.h5 | grep -c '3 unstable_step')" = 1 ] || say "the results of such a run are not kept"
ends 0 '' run steps.yaml -q -f -o out.h5 --set "$grid" --max-failed 100%
ends 7 '--max-failed allows 2' run steps.yaml -q -f -o out.h5 --set "$grid" --max-failed 2
ends 0 '' run steps.yaml -q -f -o out.h5 --set "$grid" --shard 1/3
ends 0 '' check steps.yaml --set "$some"
ends 0 '' run steps.yaml -q -f -o out.h5 --set "$some"
ends 3 'no trajectory of 1 can be run' check free.yaml
ends 7 'no trajectory of 1 could start' run free.yaml -q -f -o out.h5
ends 0 '' check free.yaml --set model.springs.0=1
ends 0 '' run free.yaml -q -f -o out.h5 --set model.springs.0=1
finish
