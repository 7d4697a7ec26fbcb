#!/usr/bin/env bash
# The blade against the oval casing (models/blade): its deck is the output of mesh.awk; the
# frequencies equal those of another mesh generator, reduction and eigensolver; the motion converges
# with the square of the step.
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
evaluate() { # samples, results
  "$chatter" eval transient.yaml -i "$1" -o "$2" -f -q 2>errors.txt || say "eval: $(cat errors.txt)"
}
for n in 8000 16000 32000; do echo "$n,$n"; done | cat <(echo sample_id,steps_per_revolution) - >steps.csv
evaluate steps.csv steps-out.csv
head -1 steps-out.csv | grep -qx 'sample_id,status,tip_rms,impulse,contact_fraction' || say "eval: $(head -1 steps-out.csv)"
tip() { grep "^$1," steps-out.csv | cut -d, -f"${2:-3}"; }
a=$(tip 8000) b=$(tip 16000) c=$(tip 32000)
# Second order: 4; contacts that open and close one step earlier or later change it to between 3 and
# 6.
second_order() { awk -v a="$2" -v b="$3" -v c="$4" 'BEGIN { f = (a - b) / (b - c); exit !(f > 3 && f < 6) }' || say "$1: no second order: $2 $3 $4"; }
second_order "motion of the tip" "$a" "$b" "$c"
expect "error at 8,000 steps of the tip's motion" "$a" "$c" "$(awk -v c="$c" 'BEGIN { print 5e-4 * c }')" # 2e-4 is seen
second_order impulse "$(tip 8000 4)" "$(tip 16000 4)" "$(tip 32000 4)"
expect "impulse at 8,000 steps" "$(tip 8000 4)" "$(tip 32000 4)" "$(awk -v c="$(tip 32000 4)" 'BEGIN { print 5e-4 * c }')" # 2e-4 is seen
expect "share of contact" "$(tip 8000 5)" "$(tip 32000 5)" 1e-4 # 20 contacts that begin and end a tenth of a step apart
# A casing with a clearance larger than its bulge is never touched.
printf 'sample_id,clearance,friction\nfar,3.8e-4,0.15\n' >rows.csv
evaluate rows.csv rows-out.csv
grep -qx 'far,ok,0,0,0' rows-out.csv || say "a casing out of reach: $(grep far rows-out.csv)"
finish
