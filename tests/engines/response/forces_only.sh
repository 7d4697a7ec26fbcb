#!/usr/bin/env bash
# Studies of harmonic balance without an output of a node: the displacement along the first load is
# monitored. The numbers are those of the same study whose first output is the displacement of the
# loaded node; a force at one frequency equals the closed form.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
chain() { # STUDY EXCITATION REST
  cat <<YAML
study: $1
model: {type: chain, masses: [1, 0.5], springs: [100, 80]}
reduction: {rayleigh: {mass: 0.05, stiffness: 1.0e-4}}
contact: {node: 2, law: elastic, tangential_stiffness: 40, friction: 0.3, preload: 2}
excitation: $2
$3
outputs:
YAML
}
force='  force: {quantity: tangential_force, contact: 0, reduce: max}'
peak='  peak: {quantity: peak_tangential_force, contact: 0, reduce: max}
  at: {quantity: peak_frequency}'

# Stuck, x₂ of K − ω² M + iω D at 0.8 Hz: two masses whose spring of 40 N/m never slips.
{ chain response '{node: 1, amplitude: 0.02}' 'response: {from: 0.5, to: 3, harmonics: 3, at: 0.8}'; echo "$force"; } >at.yaml
tabulate at
reference=$(python3 - <<'PY'
from math import pi
s = 2j * pi * 0.8
spring = 1 + 1e-4 * s # damping proportional to the stiffness, without that of the contact
a, b, c = 180 * spring + s * s + 0.05 * s, -80 * spring, 80 * spring + 40 + 0.5 * (s * s + 0.05 * s)
print(40 * abs(-b * 0.02 / (a * c - b * b)))
PY
)
# Eight digits: the tolerance of the Newton iteration is 1e-9.
expect "force at one frequency" "$(columns at.csv force)" "$reference" 1e-8

# same NAME STUDY EXCITATION REST OUTPUTS FIRST: without and with the displacement FIRST, of which
# the peak is the same
same() {
  { chain "$2" "$3" "$4"; echo "$5"; } >"$1.yaml"
  { chain "$2" "$3" "$4"; echo "  x: $6"; echo "$5"; } >"$1_x.yaml"
  tabulate "$1" && tabulate "$1_x"
  local tables=0
  for table in "$1".csv "$1"-*.csv; do
    [ -e "$table" ] || continue
    tables=$((tables + 1))
    names=$(head -1 "$table" | tr ',' ' ')
    columns "$table" $names >a.txt
    columns "${table/$1/$1_x}" $names >b.txt
    cmp -s a.txt b.txt || say "$1, $table: $(diff a.txt b.txt | head -4)"
  done
  [ $tables -gt 0 ] || say "$1: no tables"
}
load='{node: 1, amplitude: 0.6}'
same curve response "$load" 'response: {from: 0.5, to: 3, harmonics: 3}' "$force" '{node: 1}'
same peaks response "$load" 'response: {from: 0.5, to: 3, harmonics: 3}' "$peak" '{node: 1}'
same phase response "$load" 'response: {from: 0.5, to: 3, harmonics: 3}' '  p: {quantity: phase_frequency}' '{node: 1}'
same grid response "$load" 'response: {from: 0.5, to: 3, harmonics: 3, grid: [0.6, 2.9, 20]}' "$force" '{node: 1}'
same ridges backbone "$load" 'response: {from: 0.5, to: 3, harmonics: 3}
backbone: {methods: [extremum, phase, dnnm], from: 0.1, to: 2}' "$force" '{node: 1}'
same second backbone "$load" 'response: {from: 0.5, to: 4, harmonics: 3, ridge: 2}
ridges: [{from: 0.5, to: 2.1}, {from: 2.1, to: 4}]
backbone: {methods: [extremum, dnnm], from: 0.1, to: 0.5}' "$force" '{node: 1}'
# A force distributed over two nodes does work on their weighted sum, a shaken base on all masses.
same set response '[{node: 2, amplitude: 0.3}, {node: 1, amplitude: 0.3}]' 'response: {from: 0.5, to: 3, harmonics: 3}' "$peak" '{node: 2}'
same base response '{type: base, amplitude: 0.4}' 'response: {from: 0.5, to: 3, harmonics: 3}' "$peak" '{sum: [{node: 1, weight: -1}, {node: 2, weight: -0.5}]}'

# Time steps monitor the same displacement.
verify() { "$chatter" run "$1.yaml" -f -q --device cpu -o v.h5 --verify >"$1.txt" 2>errors.txt || say "$1: $(cat errors.txt)"; }
verify curve && verify curve_x && { cmp -s curve.txt curve_x.txt || say "verify: $(diff curve.txt curve_x.txt | head -4)"; }
[ "$(grep -c ' response ' curve.txt)" -ge 3 ] || say "verify: $(cat curve.txt)"
refused_with curve 's/harmonics: 3/harmonics: 3, monitor: force/' "there is no output 'force' of a node"
finish
