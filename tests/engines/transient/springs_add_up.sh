#!/usr/bin/env bash
# Several springs and dashpots at one coordinate add up, on a boundary with mass and on a massless one: a polynomial in two parts
# is the whole, a stop beside a dashpot and a spring one without order, and sliders in parallel are Iwan's chain. Rounding of
# 20,000 steps, and on massless boundaries the solver's tolerance of 1e-13: 1e-9 of the motion.
. "$(dirname "$0")/../../program.sh"
study() { # name, contacts, one per line
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1, 2], springs: [100, 300]}
reduction: {method: modal}
contact:
$2
excitation: {node: 1, amplitude: 3, frequency: 1.3}
integrator: {step: 2e-4, duration: 4, tolerance: 1e-13}
outputs: {x: {node: 2}, v: {node: 1, quantity: velocity}}
YAML
  sed 's/method: modal/method: macneal, modes: 2/; s/masses: \[1, 2\]/masses: [1, 2, 0]/; s/springs: \[100, 300\]/springs: [100, 300, 4000]/
    s/node: 2, law/node: 3, law/' "$1.yaml" >"$1-massless.yaml"
  for name in "$1" "$1-massless"; do
    "$chatter" run "$name.yaml" -q -f --device cpu -o "$name.h5" && "$chatter" export -f "$name.h5" >/dev/null 2>&1 || say "$name fails"
  done
}
same() {
  for end in "" -massless; do
    paste -d, <(tail -1 "$1$end.csv") <(tail -1 "$2$end.csv") | awk -F, '{ for (i = 5; i <= 6; i++) { e = $(i + 6) - $i
      if (!(e < 1e-9 && e > -1e-9) || $i * $i < 1e-8) print $i, $(i + 6), e } }' | grep . && say "$1$end and $2$end"
  done
}
study whole "- {node: 2, law: polynomial, powers: [1, 3], coefficients: [400, 2e6]}"
study parts "- {node: 2, law: polynomial, powers: [3], coefficients: [2e6]}
- {node: 2, law: polynomial, powers: [1], coefficients: [400]}"
same whole parts
study first "- {node: 2, law: spring, gap: 0.001, normal_stiffness: 2000}
- {node: 2, law: dashpot, normal_damping: 5}
- {node: 2, law: kelvin_voigt, gap: 0.002, normal_stiffness: 3000, normal_damping: 10}"
study last "- {node: 2, law: kelvin_voigt, gap: 0.002, normal_stiffness: 3000, normal_damping: 10}
- {node: 2, law: dashpot, normal_damping: 2}
- {node: 2, law: dashpot, normal_damping: 3}
- {node: 2, law: spring, gap: 0.001, normal_stiffness: 2000}"
same first last
# Iwan's density: φ_max = F (1 + β) / (K (β + (χ + 1)/(χ + 2))); N = 3 sliders share [0, φ_max] at φ_max (i/N)², the stiffness of
# each the integral of R φ^χ over its part, its strength R φ^(χ+1) integrated, and S at φ_max.
read -r k1 f1 k2 f2 k3 f3 ks fs < <(awk 'BEGIN { F = 1.5; K = 300; chi = -0.5; beta = 0.4; N = 3
  top = F * (1 + beta) / (K * (beta + (chi + 1) / (chi + 2))); spread = K / (1 + beta); R = spread * (chi + 1) / top ^ (chi + 1)
  for (i = 1; i <= N; i++) { a = top * ((i - 1) / N) ^ 2; b = top * (i / N) ^ 2
    printf "%.17g %.17g ", R * (b ^ (chi + 1) - a ^ (chi + 1)) / (chi + 1), R * (b ^ (chi + 2) - a ^ (chi + 2)) / (chi + 2) }
  printf "%.17g %.17g\n", K - spread, (K - spread) * top }')
slider() { echo "- {node: 2, law: elastic, tangential_stiffness: $1, friction: 1, preload: $2}"; }
study chain "- {node: 2, law: iwan, limit_force: 1.5, tangential_stiffness: 300, chi: -0.5, beta: 0.4, sliders: 3}"
study sliders "$(slider "$k1" "$f1")
$(slider "$k2" "$f2")
$(slider "$k3" "$f3")
$(slider "$ks" "$fs")"
same chain sliders
# Two rigid stops on one side are one wall; a spring that its own entry has twice is a node that is listed twice. Beside a stop
# with a stiffness, as the message advises, two are allowed.
refused() {
  "$chatter" check "$1.yaml" 2>message >/dev/null && say "$1 is allowed"
  grep -q "$2" message || say "$1: $(cat message)"
}
sed 's/law: polynomial, powers: \[.\], coefficients: \[.*\]/law: unilateral, gap: 1/; s/scheme: .*//; s/step: 2e-4/scheme: moreau, &/' parts.yaml >stops.yaml
sed '/node: 2, law: polynomial, powers: \[3\]/d; s/{node: 2, law: polynomial/{nodes: [2, 2], law: polynomial/' parts.yaml >twice.yaml
refused stops "has two rigid walls on the same side, of which only the nearer one acts"
sed 's/law: unilateral, gap: 1/law: spring, gap: 1, normal_stiffness: 9/; s/scheme: moreau, //' stops.yaml >soft.yaml
"$chatter" check soft.yaml >message 2>&1 || say "two stops with a stiffness: $(cat message)"
refused twice "stands twice in one entry, along the same direction"

# Beside a wall too, on whatever side its direction says: held against the wall at x2 = 1 by 10 N on node 1, 10 = x1 + 20 (x1 - 1), so
# that of 20 (x1 - 1) the wall carries what the spring does not: 2 x2³, whose sign is its own, or the soft stop's 2 (x2 - 0.5).
# Decay by exp(-50) and the solver's tolerance: 1e-9.
for law in "cubic, direction: x, cubic_stiffness: 2" "cubic, direction: -x, cubic_stiffness: 2" "spring, normal: -x, gap: 0.5, normal_stiffness: 2"; do
  cat >walled.yaml <<YAML
study: transient
model: {type: chain, masses: [1, 0], springs: [1, 20]}
reduction: {method: massless_craig_bampton, modes: 1, rayleigh: {mass: 0.5}}
contact:
  - {node: 2, law: unilateral, normal: -x, gap: 1}
  - {node: 2, law: $law}
excitation: {type: constant, node: 1, amplitude: 10}
integrator: {scheme: leapfrog, step: 0.01, duration: 200, tolerance: 1e-13}
outputs: {x: {node: 2}, wall: {quantity: normal_force, contact: 0}}
YAML
  tabulate walled
  expect "wall beside $law" "$(last walled.csv 6)" "$(awk -v law="$law" 'BEGIN { printf "%.15g", 180 / 21 - (law ~ /cubic/ ? 2 : 1) }')" 1e-9
done
finish
