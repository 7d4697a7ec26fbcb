#!/usr/bin/env bash
# Laws between two nodes of one body, in time and in harmonic balance: a spring and a dashpot equal
# their stiffness and damping in the matrices of the model; elastic friction and an Iwan element
# between two masses equal those of the relative coordinate.
. "$(dirname "$0")/../../program.sh"
# A plate of three nodes that move along x and y; between 1 and 3, along (0.6, 0.8), 700 N/m and 4 N s/m.
awk 'function write(name, a, i, j, n, t) { n = 0; t = ""
    for (i = 1; i <= 6; i++) for (j = 1; j <= i; j++) if (a[i, j] != 0) { n++; t = t sprintf("%d %d %.17g\n", i, j, a[i, j]) }
    printf "%%%%MatrixMarket matrix coordinate real symmetric\n6 6 %d\n%s", n, t >name }
  BEGIN {
    for (i = 1; i <= 6; i++) { k[i, i] = 500 + 170 * i; m[i, i] = 1 + i % 3; c[i, i] = 1.5 }
    k[3, 1] = k[5, 3] = -200; k[4, 2] = k[6, 4] = -300
    write("K.mtx", k); write("M.mtx", m); write("C.mtx", c)
    d[1] = -0.6; d[2] = -0.8; d[5] = 0.6; d[6] = 0.8
    for (i = 1; i <= 6; i++) for (j = 1; j <= i; j++) { k[i, j] += 700 * d[i] * d[j]; c[i, j] += 4 * d[i] * d[j] }
    write("K-more.mtx", k); write("C-more.mtx", c)
    print "eq,node,dof" >"dof.csv"
    for (i = 1; i <= 6; i++) printf "%d,%d,%d\n", i, int((i + 1) / 2), (i - 1) % 2 + 1 >"dof.csv"
  }'
cat >laws.yaml <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, damping: C.mtx, dof: dof.csv}
reduction: {method: modal}
contact:
  - {nodes: 3, partner: 1, law: polynomial, powers: [1], coefficients: [700], direction: [0.6, 0.8, 0]}
  - {nodes: 3, partner: 1, law: dashpot, normal_damping: 4, direction: [0.6, 0.8, 0]}
excitation:
  - {node: 1, direction: x, amplitude: 5.0, frequency: 3.0}
  - {node: 2, direction: y, amplitude: 3.0, phase: 0.8}
integrator: {scheme: leapfrog, step: STEP, duration: 2}
outputs: {x: {node: 3, direction: x}, y: {node: 1, direction: y}}
YAML
sed '/^contact/,/^  - {nodes.*dashpot/d; s/K.mtx/K-more.mtx/; s/C.mtx/C-more.mtx/' laws.yaml >matrices.yaml
value() { "$chatter" export -f "$1.h5" 2>/dev/null && tail -1 "$1.csv" | awk -F, '{ print $(NF - 1), $NF }'; }
# In time both are of second order in the step, with different errors (a general damping matrix is
# implicit in the mean velocity): the difference decreases by four, and the spring alone, which is
# explicit in both, differs by the rounding of 4000 steps.
for step in 2.0e-3 1.0e-3 5.0e-4; do
  for name in laws matrices; do
    sed "s/STEP/$step/" $name.yaml >run.yaml
    "$chatter" run run.yaml -q -f --device cpu -o $name.h5 || say "$name fails"
    value $name
  done | paste -sd' '
done | awk '{ d = ($1 - $3)^2 + ($2 - $4)^2; s = $1^2 + $2^2; if (NR > 1 && d > 1e-22 * s && !(last / d > 14 && last / d < 18)) print "order", last / d; last = d }
  END { if (NR != 3 || !(d < 1e-6 * s)) print "at the last step", d / s }' | grep . && say "in time"
for name in laws matrices; do
  sed -e 's/STEP/1.0e-3/; /dashpot/d; s/C-more/C/' $name.yaml >spring.yaml
  "$chatter" run spring.yaml -q -f --device cpu -o $name.h5 || say "$name with the spring fails"
  value $name
done | paste -sd' ' | awk '{ if (!(($1 - $3)^2 + ($2 - $4)^2 < 1e-20 * ($1^2 + $2^2))) print }' | grep . && say "the spring in time"
# Harmonic balance, with a cubic spring elsewhere: 1e-8 is the tolerance of the corrector.
for name in laws matrices; do
  sed -e '/^integrator/d; s/^study.*/study: response/; s/frequency: 3.0/phase: 0/' $name.yaml >hb.yaml
  cubic="  - {nodes: 2, law: cubic, direction: y, cubic_stiffness: 1.0e+5}"
  grep -q '^contact' hb.yaml && sed -i "s/^contact.*/&\n$cubic/" hb.yaml || printf 'contact:\n%s\n' "$cubic" >>hb.yaml
  cat >>hb.yaml <<'YAML'
response: {from: 1, to: 8, harmonics: 3, at: 3}
ensemble: {design: {type: grid, parameters: {response.at: {values: [1.5, 3, 4.4, 5.1, 7]}}}}
YAML
  "$chatter" run hb.yaml -q -f --device cpu -o hb-$name.h5 2>message || say "$name in harmonic balance: $(cat message)"
  "$chatter" export -f hb-$name.h5 >/dev/null 2>&1
done
compare() { # two tables, 1e-8 in the columns named
  paste -d, "$1.csv" "$2.csv" | awk -F, -v names="$3" 'NR == 1 { for (i = 1; i <= NF / 2; i++) if ($i ~ "^(" names ")$") is[i] = 1; next }
    { for (i in is) { a = $i; b = $(NF / 2 + i); n++; if (!(a != 0 && (a - b)^2 <= 1e-16 * a * a)) print "row " NR ", column " i ": " a, b } }
    END { if (n < 5) print n + 0 " numbers" }' | grep . && say "$1 is not $2"
}
compare hb-laws hb-matrices "x|y"
# Two masses m on springs k to the ground, pulled apart by F: q = x_1 - x_2 has m/2, k/2 and F, with
# the law between them as to the ground.
cat >two.yaml <<'YAML'
study: KIND
model: {type: chain, masses: [2, 2], springs: [300, 0, 300], dashpots: [1, 0, 1]}
reduction: {method: modal}
contact: {nodes: 1, partner: 2, LAW}
excitation:
  - {node: 1, amplitude: 4, FREQUENCY}
  - {node: 2, amplitude: -4}
TAIL
outputs: {q: {sum: [{node: 1}, {node: 2, weight: -1}], reduce: max}}
YAML
sed 's/masses.*/masses: [1], springs: [150], dashpots: [0.5]}/; s/, partner: 2//; /node: 2, amplitude/d; s/outputs.*/outputs: {q: {node: 1, reduce: max}}/' two.yaml >one.yaml
while read -r law keys; do
  for kind in transient response; do
    frequency="frequency: 2.3"
    tail="integrator: {scheme: leapfrog, step: 1.0e-3, duration: 5}"
    [ $kind = response ] && frequency="phase: 0" && tail="response: {from: 1, to: 4, harmonics: 7, at: 3}\nensemble: {design: {type: grid, parameters: {response.at: {values: [1.5, 1.9, 2.3, 2.6, 3.5]}}}}"
    for name in one two; do
      sed "s/KIND/$kind/; s/LAW/law: $law, $keys/; s/FREQUENCY/$frequency/; s/TAIL/$tail/" $name.yaml >$name-run.yaml
      "$chatter" run $name-run.yaml -q -f --device cpu -o $law-$kind-$name.h5 2>message || say "$law, $kind, $name: $(cat message)"
      "$chatter" export -f $law-$kind-$name.h5 >/dev/null 2>&1
    done
    if [ $kind = transient ]; then
      paste -d, $law-$kind-one.csv $law-$kind-two.csv | awk -F, 'NR == 2 { a = $(NF / 2); b = $NF; if (!(a > 0 && (a - b)^2 < 1e-20 * a * a)) print a, b; n++ } END { if (n != 1) print "no row" }' | grep . && say "$law in time"
    else
      compare $law-$kind-one $law-$kind-two q
    fi
  done
done <<'LAWS'
elastic tangential_stiffness: 400, friction: 0.4, preload: 5
iwan limit_force: 3, tangential_stiffness: 400, chi: -0.5, beta: 1.2, sliders: 10
bouc_wen stiffness: 400, alpha: 0.1, beta: 90, gamma: 60
tanh_friction friction: 0.4, preload: 5, velocity_scale: 0.05
dashpot normal_damping: 3, power: 2
LAWS
# One entry with two tangents equals two entries with one tangent each, bit by bit, in time and in
# harmonic balance.
cat >tangents.yaml <<'YAML'
study: KIND
model: {type: matrices, stiffness: K-space.mtx, mass: M-space.mtx, dof: dof-space.csv}
reduction: {method: modal, damping: 0.01}
contact:
  - {nodes: 2, partner: 1, LAW, normal: z, tangent: [0.8, 0.6, 0], tangents: 2}
excitation:
  - {node: 2, direction: x, amplitude: 4, FREQUENCY}
  - {node: 2, direction: y, amplitude: 5, phase: 1.2}
TAIL
outputs: {x: {node: 2, direction: x, reduce: max}, y: {node: 2, direction: y, reduce: max}}
YAML
awk 'BEGIN {
  for (name = 0; name < 2; name++) {
    file = name ? "M-space.mtx" : "K-space.mtx"
    printf "%%%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n" >file
    for (i = 1; i <= 6; i++) print i, i, name ? 2 - i % 2 : 200 + 40 * i >file }
  print "eq,node,dof" >"dof-space.csv"
  for (i = 1; i <= 6; i++) printf "%d,%d,%d\n", i, int((i + 2) / 3), (i - 1) % 3 + 1 >"dof-space.csv" }'
while read -r law keys; do
  for kind in transient response; do
    frequency="frequency: 2.3"
    tail="integrator: {scheme: leapfrog, step: 1.0e-3, duration: 5}"
    [ $kind = response ] && frequency="phase: 0" && tail="response: {from: 1, to: 4, harmonics: 5, at: 2.3}"
    sed "s/KIND/$kind/; s/LAW/law: $law, $keys/; s/FREQUENCY/$frequency/; s/TAIL/$tail/" tangents.yaml >both.yaml
    sed '/tangents: 2/{s/, normal: z//; s/, tangents: 2//;p; s/tangent: \[0.8, 0.6, 0\]/direction: [-0.6, 0.8, 0]/}' both.yaml >each.yaml
    for name in both each; do
      "$chatter" run $name.yaml -q -f --device cpu -o $name.h5 2>message || say "$law, $kind, $name: $(cat message)"
      "$chatter" export -f $name.h5 >/dev/null 2>&1
    done
    cmp both.csv each.csv || say "$law, $kind: two tangents"
  done
done <<'LAWS'
bouc_wen stiffness: 400, alpha: 0.1, beta: 90, gamma: 60
tanh_friction friction: 0.4, preload: 5, velocity_scale: 0.05
LAWS
finish
