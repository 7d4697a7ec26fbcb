#!/usr/bin/env bash
# Beams in contact that cannot be solved end with clear messages: errors of the study at their
# place, and statuses of the run.
. "$(dirname "$0")/../../program.sh"
cat >beams.yaml <<'YAML'
study: beams
assembly: {youngs_modulus: 2.5e7, gap: 0.01}
beams:
  lower: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: 5, lift: -1}
  upper: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: 5, lift: 1}
supports:
  - {of: lower, at: start, fix: all}
  - {of: lower, at: end, fix: all}
  - {of: upper, at: end, fix: all}
loads:
  - {of: upper, at: start, along: z, displacement: -0.2}
beam_contact: {normal_penalty: 3000, tangential_penalty: 1000, friction: 0.1, pairs: 3}
loading: {increments: 10, halvings: 3}
outputs:
  tip_force: {quantity: reaction}
YAML
# refused WORDS SED: the study changed by sed is refused with these words and a line
refused() {
  sed "$2" beams.yaml >wrong.yaml
  "$chatter" run wrong.yaml -o no.h5 -q 2>log
  local code=$?
  [ $code = 3 ] || say "$2: exit code $code"
  grep -qF "$1" log || say "$2: $(cat log)"
  grep -qE "^chatter: wrong.yaml:[0-9]+:[0-9]+: " log || say "$2: no place: $(cat log)"
  [ ! -e no.h5 ] || say "$2: a result"
}
refused "1 is out of range (allowed: 2 to 1000)" '0,/elements: 5/s//elements: 1/'
refused "there is no beam 'lowr' (allowed: a name of \`beams\`)" 's/of: lower, at: start/of: lowr, at: start/'
refused "'6' is no node of beam 'lower' (allowed: start, end, 0 to 5" 's/of: lower, at: end/of: lower, at: 6/'
refused "no middle node" 's/of: lower, at: end/of: lower, at: middle/'
refused "'u' is no freedom of a node" '0,/fix: all/s//fix: [x, u]/'
refused "held by a support already" 's/of: upper, at: start, along/of: upper, at: end, along/'
refused "give 'displacement' or 'force'" 's/, displacement: -0.2//'
refused "2 (allowed: 1, 3, 5)" 's/pairs: 3/pairs: 2/'
refused "missing key 'tangential_penalty'" 's/tangential_penalty: 1000, //'
refused "1 pairs of beams may touch (allowed: 0 to 0)" 's/quantity: reaction/quantity: normal_force, contact: 1/'
refused "there are 3 pairs of points (allowed: 1 to 3; beam_contact.pairs: 5, in every row" 's/quantity: reaction/quantity: normal_force, contact: 0, index: 4/'
refused "is no node of a beam" 's/quantity: reaction/quantity: displacement, node: upper.7, direction: z/'
refused "'upper' does not touch itself" 's/^loading/beam_pairs: {first: upper, second: upper}\n&/'
refused "nothing can move" 's/elements: 5/elements: 2/; /^loads/,/displacement/d; s/^beam_contact/  - {of: upper, at: start, fix: all}\n  - {of: upper, at: 1, fix: all}\n  - {of: lower, at: 1, fix: all}\n&/'
refused "[x, y, z]" '0,/span: \[6, 0, 0\]/s//span: [6, 0]/'
refused "'model' does not belong to a study of kind beams" '1s/$/\nmodel: {type: chain, masses: [1], springs: [1]}/'

# ends STATUS NAME SED: how the changed study ends; it has a number only after a success
ends() {
  sed "$3" beams.yaml >end.yaml
  "$chatter" run end.yaml -o end.h5 -f -q --max-failed 1 2>log || say "$2: exit code $?: $(tail -1 log)"
  "$chatter" export end.h5 -o end.csv -f 2>/dev/null
  local status=$(last end.csv 2) value=$(last end.csv 5)
  [ "$status" = "$1" ] || say "$2: $status, expected $1"
  if [ "$1" = ok ]; then [ "$value" != nan ] || say "$2: no number"; else [ "$value" = nan ] || say "$2: $value"; fi
}
ends parallel "parallel beams that are pressed together" ''
grep -q "no unique closest points" log || say "parallel: $(cat log)"
[ "$(last end.csv 4)" -ge 1 ] || say "parallel beams end before the first increment"
ends ok "parallel beams that do not meet" 's/gap: 0.01/gap: 1/'
ends intersecting "beams that intersect at the start" 's/gap: 0.01/gap: -0.05/'
grep -q "beams intersect at the start" log || say "intersecting: $(cat log)"
ends ok "one beam alone" '/^  upper/d; /of: upper, at: end/d; /of: lower, at: end/d; s/of: upper, at: start/of: lower, at: end/; /^beam_contact/d'
cross='s/span: \[6, 0, 0\], radius: 0.1, elements: 5, lift: 1/span: [0, 6, 0], radius: 0.1, elements: 5, lift: 1/; s/{of: upper, at: end, fix: all}/{of: upper, at: end, fix: [x, y, r1, r3]}/; s/^beam_contact/  - {of: upper, at: end, along: z, displacement: -0.2}\n&/; s/along: z, displacement: -0.2}$/&/'
ends ok "beams that cross" "$cross"
ends not_converged "two solves an increment" "$cross; s/halvings: 3/halvings: 1, iterations: 2/; s/displacement: -0.2/displacement: -1/"
grep -q "end.yaml:[0-9]*:[0-9]*: 1 trajectory ended in an increment that does not converge" log || say "not converged: $(cat log)"
# Beams that pass through each other in one increment are noticed: the increment is cut until they
# touch. The result equals that of 60 increments if nothing slips. With penalties so soft that beams
# pass through in any increment, the run ends there.
cp "$(dirname "$0")/through.yaml" .
tabulate through
many=$(tail -1 through.csv | cut -d, -f5)
tabulate through --set loading.increments=1
IFS=, read -r _ _ _ _ force halved <<<"$(tail -1 through.csv)"
expect "in one increment" "$force" "$many" 1e-6
[ "$halved" -ge 1 ] || say "beams went through each other and no increment was halved"
tabulate through --set beam_contact.normal_penalty=3
[ "$(tail -1 through.csv | cut -d, -f2)" = not_converged ] || say "too soft: $(tail -1 through.csv)"
finish
