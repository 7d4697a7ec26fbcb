#!/usr/bin/env bash
# A base shaken along x, y and z at once, with an entry, a phase, a frequency and a drive for each:
# equal to inertial forces -m a on sets of nodes with weights, and to an entry for each node, with a
# stop and in harmonic balance. 1e-9 is the rounding of 8,000 steps, amplified by impacts.
. "$(dirname "$0")/../../program.sh"
# Two nodes of 2 kg and 0.5 kg, held by springs in all directions and joined by oblique ones.
awk 'BEGIN {
  for (i = 1; i <= 6; i++) { k[i, i] = 900 + 130 * i; m[i] = i <= 3 ? 2 : 0.5 }
  for (a = 1; a <= 3; a++) for (b = 1; b <= 3; b++) { s = 400 * a * b / 14; k[a, b] += s; k[a + 3, b + 3] += s; k[a + 3, b] -= s }
  for (i = 1; i <= 6; i++) for (j = 1; j <= i; j++) if (k[i, j]) { n++; t = t sprintf("%d %d %.17g\n", i, j, k[i, j]) }
  printf "%%%%MatrixMarket matrix coordinate real symmetric\n6 6 %d\n%s", n, t >"K.mtx"
  printf "%%%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n" >"M.mtx"
  for (i = 1; i <= 6; i++) printf "%d %d %g\n", i, i, m[i] >"M.mtx"
  print "eq,node,dof" >"dof.csv"
  for (i = 1; i <= 6; i++) printf "%d,%d,%d\n", i, int((i + 2) / 3), (i - 1) % 3 + 1 >"dof.csv"
  print "time,a\n0,0\n0.3,1\n0.5,-0.7\n1.1,0.4\n9,0" >"quake.csv"
}'
cat >base.yaml <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 2, law: unilateral, normal: y, gap: 2.0e-3, restitution: 0.5}
drives: {quake: {file: quake.csv}}
excitation:
  - {type: base, direction: x, amplitude: 4.0, frequency: 3.0, phase: 0.3}
  - {type: base, direction: y, amplitude: 6.0, frequency: 4.0, phase: cos}
  - {type: base, direction: z, amplitude: 5.0, drive: quake}
integrator: {scheme: moreau, step: 1.0e-3, duration: 8}
outputs:
  x: {node: 1, direction: x, reduce: rms}
  y: {node: 2, direction: y, reduce: max}
  z: {node: 2, direction: z, reduce: half_peak_to_peak}
  hits: {quantity: impacts, contact: 0}
YAML
sed 's/{type: base, /{nodes: [1, 2], weights: [-2, -0.5], /' base.yaml >sets.yaml
sed '/type: base/{s/{type: base, \(.*amplitude: \)\([0-9.]*\)/{node: 1, \1-2*\2/;p;s/node: 1/node: 2/;s/-2\*/-0.5*/}' base.yaml |
  awk '{ while (match($0, /-[0-9.]+\*[0-9.]+/)) { split(substr($0, RSTART, RLENGTH), f, "*")
         $0 = substr($0, 1, RSTART - 1) sprintf("%g", f[1] * f[2]) substr($0, RSTART + RLENGTH) } print }' >single.yaml
for name in base sets single; do
  "$chatter" run $name.yaml -q -f --device cpu -o $name.h5 && "$chatter" export -f $name.h5 2>/dev/null || say "$name fails"
done
same() { # which columns of two tables agree to 1e-9
  paste -d, "$1" "$2" | awk -F, -v from="$3" -v to="$4" 'NR > 1 { n++
    for (i = from; i <= to; i++) { a = $i; b = $(NF / 2 + i); if (!((a - b)^2 <= 1e-18 * a * a)) print "row " NR ", column " i ": " a, b } }
    END { if (!n) print "no rows" }' | grep . && say "$1 is not $2"
}
columns=$(head -1 base.csv | tr ',' '\n' | wc -l)
same base.csv sets.csv 2 "$columns"
same base.csv single.csv 2 "$columns"
head -1 base.csv | tr ',' '\n' | paste -d' ' - <(tail -1 base.csv | tr ',' '\n') | awk '$1 == "hits" && $2 > 5 { ok = 1 } END { exit !ok }' ||
  say "impacts: $(tail -1 base.csv)"
# Harmonic balance, with the phases of each, at frequencies and over factors of the loads: 1e-8 is
# the tolerance of the corrector.
for name in base sets single; do
  for kind in response backbone; do
    sed -e '/^drives/d;/^integrator/,$d' -e 's/, drive: quake/, phase: 1.1/; s/frequency: [0-9.]*, //' \
      -e "s/^study.*/study: $kind/; s/^contact.*/contact: {nodes: 2, law: cubic, direction: y, cubic_stiffness: 1.0e+6}/" $name.yaml >$name-$kind.yaml
    [ $kind = response ] && cat >>$name-$kind.yaml <<'YAML'
response: {from: 2.5, to: 7, harmonics: 3, at: 3}
ensemble: {design: {type: grid, parameters: {response.at: {values: [2.7, 3.3, 4.1, 5.5, 6.6]}}}}
outputs: {x: {node: 1, direction: x}, y: {node: 2, direction: y}}
YAML
    [ $kind = backbone ] && cat >>$name-$kind.yaml <<'YAML'
response: {from: 2.5, to: 7, harmonics: 3}
backbone: {from: 0.2, to: 1, methods: extremum, grid: [0.2, 1, 5]}
outputs: {y: {node: 2, direction: y}}
YAML
    "$chatter" run $name-$kind.yaml -q -f --device cpu -o $name-$kind.h5 2>message && "$chatter" export -f $name-$kind.h5 >/dev/null 2>&1 || say "$name-$kind fails: $(cat message)"
  done
done
for name in sets single; do
  for table in response backbone-grid_load_factor; do
    [ -e base-$table.csv ] || say "no table $table: $(echo *.csv)"
    paste -d, base-$table.csv $name-$table.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF / 2; i++) if ($i ~ /^(x|y|grid_.*|y_.*)$/) is[i] = 1; next }
      { for (i in is) { a = $i; b = $(NF / 2 + i); if (!((a - b)^2 <= 1e-16 * a * a)) print "row " NR ", column " i ": " a, b; n++ } }
      END { if (n < 10) print n + 0 " numbers" }' | grep . && say "base-$table is not $name-$table"
  done
done
# Weights and pressure are ensemble parameters; a saved model finds the set by its name, but not
# with other weights.
"$chatter" reduce sets.yaml -o sets-model.h5 --quiet || say "reduce fails"
sed 's/^model:.*/model: {type: reduced, file: sets-model.h5}/' sets.yaml >saved.yaml
"$chatter" run saved.yaml -q -f --device cpu -o saved.h5 && "$chatter" export -f saved.h5 2>/dev/null || say "the saved model fails"
cmp base.csv base.csv && same sets.csv saved.csv 2 "$columns"
sed 's/weights: \[-2, -0.5\]/weights: [-2, -0.25]/' saved.yaml >other.yaml
"$chatter" run other.yaml -q -f --device cpu -o other.h5 2>message && say "other weights are taken"
grep -q "the reduced model has no load '1 2:x " message || say "other weights: $(cat message)"
cat >grid.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2.0e11, poisson_ratio: 0.3, density: 7800, length: 1, height: 0.1, width: 0.02, elements: 6, elements_across: 2, clamped: left}
reduction: {method: modal, modes: 4, damping: 0.7}
excitation:
  - {type: constant, nodes: TOP, pressure: 1.0e+4}
  - {type: constant, nodes: [RIGHT], direction: x, amplitude: 10, weights: [1, 2, 1]}
integrator: {step: 2.0e-6, duration: 0.15}
ensemble: {design: {type: grid, parameters: {excitation.0.pressure: {values: [1.0e+4, 2.0e+4]}, excitation.1.weights.1: {values: [2, 4]}}}}
outputs: {x: {node: 20, direction: x}, y: {node: 20, direction: y}}
YAML
"$chatter" run grid.yaml -q -f --device cpu -o grid.h5 && "$chatter" export -f grid.h5 2>/dev/null || say "the grid fails"
for p in 1.0e+4 2.0e+4; do
  for w in 2 4; do
    "$chatter" run grid.yaml -q -f --device cpu -o one.h5 --set ensemble=null --set excitation.0.pressure=$p --set excitation.1.weights.1=$w &&
      "$chatter" export -f one.h5 2>/dev/null && tail -1 one.csv | awk -F, '{ print $(NF - 1) "," $NF }'
  done
done >singles
awk -F, 'NR > 1 { print $7 "," $8 }' grid.csv | cmp - singles || say "an ensemble over pressure and weights is not its single runs"
[ "$(sort -u singles | wc -l)" = 4 ] || say "pressure and weights do not count: $(cat singles)"
finish
