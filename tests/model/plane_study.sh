#!/usr/bin/env bash
# A plane from the study file to its motion: the lower corner of a cantilever, bent down by a
# constant load, settles on a wall. Beam theory: with a gap g the wall carries P - g / (L³/3EI + 1.2
# L/GA). Then the wall moves along: friction on the corner, along the only tangent of the plane, is
# μ N.
. "$(dirname "$0")/../program.sh"
cat >plane.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2.4e9, poisson_ratio: 0.37, density: 1211, length: 0.1, height: 0.002, width: 0.01, elements: 50, elements_across: 1, clamped: left}
reduction: {method: macneal, modes: 6, damping: 0.3, cache: false}
contact: {nodes: 101, law: unilateral, normal: y, gap: 1.0e-4}
excitation: {type: constant, node: 102, direction: -y, amplitude: 0.01}
integrator: {scheme: leapfrog, step: 4.0e-6, duration: 0.3}
outputs:
  rest: {node: 101, direction: y, reduce: final}
  press: {quantity: normal_force, reduce: final}
YAML
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1.csv"; }
run() { # study name settings
  local study=$1 name=$2
  shift 2
  "$chatter" run "$study.yaml" -q -f --device cpu -o "$name.h5" "$@" && "$chatter" export -f "$name.h5" 2>/dev/null || say "$name failed"
}
near() { # what x reference relative
  awk -v x="$2" -v r="$3" -v t="$4" 'BEGIN { d = x - r; if (d < 0) d = -d; if (r < 0) r = -r; exit !(x != "" && d <= t * r) }' ||
    say "$1 is '$2', expected $3"
}
press=$(awk 'BEGIN { e = 2.4e9; a = 0.01 * 0.002; i = a * 0.002 ^ 2 / 12; l = 0.1; g = e / 2.74
  printf "%.9g", 0.01 - 1e-4 / (l ^ 3 / (3 * e * i) + 1.2 * l / (g * a)) }')
for method in "macneal leapfrog" "massless_craig_bampton leapfrog" "craig_bampton moreau"; do
  read -r reduction scheme <<<"$method"
  run plane "$reduction" --set "reduction.method=$reduction" --set "integrator.scheme=$scheme"
  # 50 pieces of constant curvature and the clamped end: below 1e-3. With scheme moreau a part of
  # the step in which the wall is reached remains as penetration: at most 4 µs · 0.04 m/s = 1.6e-7
  # m.
  near "$reduction: the wall's force" "$(column "$reduction" press)" "$press" 2e-3
  near "$reduction: the corner's place" "$(column "$reduction" rest)" -1e-4 2e-3
done

sed 's/law: unilateral/law: friction, friction: 0.2, wall_velocity: 0.01/
  $a\  rub: {quantity: tangential_force, reduce: final}' plane.yaml >rub.yaml
run rub rub --set reduction.method=craig_bampton --set integrator.scheme=moreau
near "friction of the running wall" "$(column rub rub)" "$(awk -v n="$(column rub press)" 'BEGIN { print 0.2 * n }')" 1e-5 # six digits of awk
near "the force under friction" "$(column rub press)" "$press" 0.01 # the moment μ N H/2 at the tip: 3 μ H / 4 L
sed -i 's/friction: 0.2/tangents: 2, friction: 0.2/' rub.yaml
"$chatter" run rub.yaml -q -f -o two.h5 2>stderr.txt && say "two tangents in a plane are taken"
grep -q 'contact.tangents is 2; allowed in this model: at most 1' stderr.txt || say "two tangents: $(cat stderr.txt)"

# Numbers that only the model shows to be invalid are reported with their place.
"$chatter" run plane.yaml -q -f -o bad.h5 --set model.poisson_ratio=0.5 2>stderr.txt && say "a Poisson's ratio of 0.5 is taken"
grep -q 'model.poisson_ratio is 0.5; allowed: more than -1 and less than 0.5' stderr.txt || say "Poisson's ratio: $(cat stderr.txt)"
finish
