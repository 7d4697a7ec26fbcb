#!/usr/bin/env bash
# The reaction to a driven rotation is a moment: its unit is N·m, for a value, a time series and a
# mean, and its magnitude that of the bent rod, E I θ / L with I = π r⁴ / 4. A mean over forces and
# moments is refused, and the alternative named by the message is accepted.
. "$(dirname "$0")/../../program.sh"
cat >rod.yaml <<'YAML'
study: beams
assembly: {youngs_modulus: 2.0e9}
beams: {rod: {centre: [0.5, 0, 0], span: [1, 0, 0], radius: 0.01, elements: 8}}
supports: {of: rod, at: start, fix: all}
loads:
  - {of: rod, at: end, along: r2, displacement: 0.02}
  - {of: rod, at: end, along: y, force: 0}
loading: {increments: 4}
outputs:
  moment: {quantity: load_reaction, reduce: final}
  turn: {quantity: load_reaction, index: 1, reduce: series}
  mean: {quantity: reaction, reduce: final}
YAML
unit() { # FILE OUTPUT
  /usr/bin/python3 -c "
import sys, h5py
v = h5py.File(sys.argv[1])[sys.argv[2]].attrs['units']
print(v.decode() if isinstance(v, bytes) else v)" "$@"
}
tabulate rod
for name in moment turn mean; do [ "$(unit rod.h5 $name)" = "N·m" ] || say "$name is in $(unit rod.h5 $name)"; done
header=$(head -1 rod.csv | tr , '\n')
column() { tail -1 rod.csv | cut -d, -f"$(grep -nx "$1" <<<"$header" | cut -d: -f1)"; }
exact=$(awk 'BEGIN { printf "%.9g", 2e9 * atan2(0, -1) * 0.01 ^ 4 / 4 * 0.02 / 1 }')
# θ = 0.02 is a small rotation: a relative error of θ²/10
expect "moment of a bent rod" "$(column moment)" "$exact" "$(awk -v e="$exact" 'BEGIN { print 1e-4 * e }')"
expect "mean of one" "$(column mean)" "$exact" "$(awk -v e="$exact" 'BEGIN { print 1e-4 * e }')"
# a second driven displacement: forces in N, and no mean
sed 's/along: y, force: 0/along: x, displacement: -1.0e-4/; s/index: 1,/index: 2,/; /mean:/d' rod.yaml >both.yaml
tabulate both
[ "$(unit both.h5 moment) $(unit both.h5 turn)" = "N·m N" ] || say "of both: $(unit both.h5 moment), $(unit both.h5 turn)"
{ cat both.yaml; echo '  mean: {quantity: reaction}'; } >mixed.yaml
"$chatter" check mixed.yaml >/dev/null 2>message && say "a mean of forces and moments is taken"
grep -q "^chatter: mixed.yaml:12:.*(along x) and rotations (along r2): a mean of forces and moments has no unit (allowed: load_reaction" message ||
  say "$(cat message)"
finish
