#!/usr/bin/env bash
# The blade against the oval casing (models/blade): its deck is what mesh.awk makes; frequencies are those of another mesher,
# another reduction and another eigensolver; the motion converges with the square of the step.
. "$(dirname "$0")/../../program.sh"
need_deck blade/transient.yaml
cp -r "$models/blade" . && cd blade || exit 1
if grep -q calculix transient.yaml; then
  awk -f mesh.awk | cmp -s - blade.inp || say "blade.inp is not what mesh.awk makes"
fi
"$chatter" reduce transient.yaml -q 2>/dev/null
"$chatter" reduce transient.yaml >report.txt 2>errors.txt || say "reduce: $(cat errors.txt)"
mode() { awk -v k="$1" '$1 == k && NF == 3 && $2 > 1 { print $2; exit }' report.txt; }
expect "first frequency" "$(mode 1)" 312.120 5e-4 # printed digits of the reference
expect "50th frequency" "$(mode 50)" 28036 0.5
tip() {
  "$chatter" run transient.yaml -o b.h5 -f -q --set integrator.steps_per_period="$1" --set 'outputs={tip_rms: {node: LEADING_TIP, direction: z, reduce: rms}}' 2>errors.txt ||
    say "$1 steps: $(cat errors.txt)"
  "$chatter" export b.h5 -o b.csv -f >/dev/null 2>&1 && last b.csv 5
}
a=$(tip 8000) b=$(tip 16000) c=$(tip 32000)
# Second order: 4; contacts that open and close a step earlier or later leave it between 3 and 6.
awk -v a="$a" -v b="$b" -v c="$c" 'BEGIN { f = (a - b) / (b - c); exit !(f > 3 && f < 6) }' || say "no second order: $a $b $c"
expect "error at 8,000 steps of the tip's motion" "$a" "$c" "$(awk -v c="$c" 'BEGIN { print 5e-4 * c }')" # 2e-4 is seen
finish
