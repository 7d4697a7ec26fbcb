#!/usr/bin/env bash
# Steps between the stability limits with open and with stuck contacts run, with one warning that
# has both numbers; above the open limit they are refused; for tables the warning is given once.
. "$(dirname "$0")/../../program.sh"
cat >bar.yaml <<'TEXT'
study: transient
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 40}
reduction: {method: massless_craig_bampton, modes: 8}
contact: {nodes: LOWER, law: unilateral}
excitation: {type: gravity, direction: -x, amplitude: 10}
integrator: {scheme: leapfrog, step: 1.0e-3, duration: 1}
initial: {direction: x, displacement: 20}
inputs: {dt: integrator.step}
ensemble: {design: {type: grid, parameters: {initial.displacement: {values: [15, 16, 17]}}}}
outputs: {energy_drift: {quantity: energy_total, reduce: drift}}
TEXT
# largest stable step: OPEN s with contacts open, STUCK s with contacts stuck
read -r open stuck < <("$chatter" reduce bar.yaml | awk '/largest stable step/ { print $4, $8 }')
between=$(awk "BEGIN { x = ($open + $stuck) / 2; printf \"%.12g\", x; exit !($stuck < x && x < $open) }") || say "no step between $stuck and $open"
above=$(awk "BEGIN { printf \"%.12g\", 1.001 * $open }")
short() { printf '%.6g' "$1"; }

"$chatter" check bar.yaml --set integrator.step="$between" >check.out 2>check.err || say "check refuses a step between the limits"
"$chatter" run bar.yaml --set integrator.step="$between" -o between.h5 2>run.err >&2 || say "run refuses a step between the limits"
for log in check.err run.err; do
  [ "$(grep -c 'stability limits' $log)" = 1 ] || say "$log: not one warning but: $(cat $log)"
  grep -q "$(short "$stuck") s with all contacts stuck and $(short "$open") s with open" $log || say "$log lacks the numbers: $(cat $log)"
done
grep -q 'doubtful *3 trajectories' check.out || say "check does not count them: $(cat check.out)"
"$chatter" info between.h5 >info.out
grep -q "stability_warning.*$(short "$stuck")" info.out || say "the results do not tell: $(cat info.out)"
grep -q 'stability_limit_stuck' info.out || say "the results lack the limit"

"$chatter" run bar.yaml -o below.h5 2>run.err >&2 || say "run fails below the limits"
grep -q 'stability' run.err && say "a warning below the limits: $(cat run.err)"
"$chatter" info below.h5 | grep -q stability_warning && say "a warning below the limits in the results"

"$chatter" check bar.yaml --set integrator.step="$above" >/dev/null 2>above.err
[ $? = 3 ] || say "a step above both limits is not refused"
grep -q "stability limit $(short "$open")" above.err || say "the refusal lacks the limit: $(cat above.err)"

printf 'sample_id,dt\n' >in.csv
for i in $(seq 50); do printf '%d,%s\n' "$i" "$between" >>in.csv; done
printf '51,%s\n' "$above" >>in.csv
"$chatter" eval bar.yaml -i in.csv -o out.csv 2>eval.err || say "eval fails"
[ "$(grep -c ',ok,' out.csv)" = 50 ] || say "rows between the limits are not evaluated: $(head -3 out.csv)"
grep -q '^51,unstable_step' out.csv || say "the row above both limits is: $(tail -1 out.csv)"
[ "$(grep -c 'stability limits' eval.err)" = 1 ] || say "eval: not one warning but: $(cat eval.err)"
grep -q 'of 50 rows' eval.err || say "eval does not count the rows: $(cat eval.err)"
finish
