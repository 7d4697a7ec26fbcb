#!/usr/bin/env bash
# Branch points along response curves, and `stable` across them and across folds: two coupled
# oscillators in closed form; an oscillator that loses its symmetry, compared with the shooting
# program reference/symmetry_breaking.py; Floquet multipliers; and curves without branch points.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
# points NAME STUDY [options]: NAME.csv with a line `event frequency stable multiplier amplitude` per point; the output is `x`
points() { curves "$1" "$2" "event frequency stable multiplier x" "${@:3}"; }
events() { awk '$1 != "none" && $1 != "phase_resonance" { printf "%s%s", n++ ? " " : "", $1 }' "$1.csv"; }
expect_events() { [ "$(events "$1")" = "$2" ] || say "$1: events '$(events "$1")', expected '$2'"; }
wrong() { [ -s wrong.txt ] && say "$1: $(head -3 wrong.txt)"; }

# x₁'' + d x₁' + x₁ + x₁³ + k (x₁ - x₂) = F cos ωt, and the same for x₂. With one harmonic, a = A²
# of x₁ = x₂, and y = ω²:
#   (1 - y + ¾ a)² + d₁² y = F²/a.
# Motions with an additional x₁ = -x₂ branch off where the balance of a small one is singular, whose
# first factor is stiffened by cos²:
#   (1 + 2k - y + 9/4 a) (1 + 2k - y + ¾ a) + d₂² y = 0
cat >pair.yaml <<'END2'
study: response
title: Two equal oscillators
model: {type: chain, masses: [1, 1], springs: [1, 0.1, 1]}
reduction: {method: modal, damping: 0.01}
contact:
  - {nodes: 1, law: cubic, cubic_stiffness: 1.0}
  - {nodes: 2, law: cubic, cubic_stiffness: 1.0}
excitation:
  - {node: 1, amplitude: 0.11, phase: cos}
  - {node: 2, amplitude: 0.11, phase: cos}
response: {from: 0.3, to: 0.1, harmonics: 1}
outputs:
  x: {node: 1}
END2
awk 'BEGIN {
  k = 0.1; zeta = 0.01; F = 0.11; d1 = 2 * zeta; d2 = 2 * zeta * sqrt(1 + 2 * k)
  for (a = 1e-3; a < 3; a += 1e-3) {
    value = singular(a)
    if (a > 1e-3 && value * before < 0) {
      low = a - 1e-3; high = a
      for (i = 0; i < 60; i++) { middle = (low + high) / 2; if (singular(middle) * before > 0) low = middle; else high = middle }
      printf "%.17g %.17g\n", sqrt(y) / (8 * atan2(1, 1)), sqrt(low / 2)
    }
    before = value } }
  function singular(a,   p, b) { # on the branch above the resonance, up to the fold and down to the
                                 # peak
    p = 1 + 0.75 * a; b = p - d1 * d1 / 2; y = b + sqrt(b * b - p * p + F * F / a)
    return (1 + 2 * k - y + 2.25 * a) * (1 + 2 * k - y + 0.75 * a) + d2 * d2 * y }' >closed.txt
[ "$(wc -l <closed.txt)" = 2 ] || say "the closed form has $(wc -l <closed.txt) branch points"
# A point lies within 1e-5 of a largest step, 0.004 Hz, of the last iterate, and within the square
# of that of the branch point: 1e-8 is a wide tolerance.
for way in kernel library; do
  for range in 'from=0.3 to=0.1' 'from=0.3 to=0.1 step=0.005' 'from=0.1 to=0.4'; do
    options=(); for key in $range; do options+=(--set "response.$key"); done
    points pair pair.yaml --set response.factorisation=$way --set response.points=2000 "${options[@]}"
    grep '^branch' pair.csv | { [[ $range == from=0.1* ]] && tac || cat; } | paste -d' ' - closed.txt | awk '
      { f = $2 / $6 - 1; x = $5 / $7 - 1 }
      !(f * f < 1e-16) || !(x * x < 1e-16) { print } END { if (NR != 2) print NR " branch points" }' >wrong.txt
    wrong "pair, $way, $range"
  done
done
points pair pair.yaml
expect_events pair 'branch fold branch fold maximum end'
"$chatter" plot pair.h5 -o pair.png >/dev/null 2>&1 && ! grep -q "title 'branch'" pair.gp && say "the figure has no branch points"

# Neighbouring trajectories, which reach their branch points in different steps, have the bits that
# each has alone.
cat pair.yaml - >many.yaml <<<'ensemble: {design: {type: grid, parameters: {response.from: {from: 0.28, to: 0.32, count: 11}}}}'
for device in cpu cpu_scalar device_sim; do
  "$chatter" run many.yaml -o many.h5 --force --quiet --device $device && "$chatter" export many.h5 --force >/dev/null 2>&1 || say "$device fails"
  [ "$(grep -c ',branch,' many-point.csv)" = 22 ] || say "$device: $(grep -c ',branch,' many-point.csv) branch points of 22"
  [ $device = cpu ] && cp many-point.csv first.csv
  cmp -s many-point.csv first.csv || say "$device has other bits than cpu"
done

# With five harmonics the number of multipliers above 1 is one from the first branch point on, two
# from the fold, one from the second branch point. The sign of the determinant shows where it is
# one.
points fold pair.yaml --set response.harmonics=5
points floquet pair.yaml --set response.harmonics=5 --set response.stability=floquet
expect_events fold 'branch fold branch fold maximum end'
paste -d' ' fold.csv floquet.csv | awk '
  { wanted = n % 2 ? "fold" : "unknown" } # n: events passed
  $1 == "branch" || $1 == "fold" { n++; next }
  $3 != wanted { print "at " $2 " after " n " events: " $3 }
  $8 != (n > 0 && n < 4 ? "fold" : "stable") { print "at " $2 " after " n " events: multiplier " $9 }' >wrong.txt
wrong "pair, stability"

# A spring without a preferred side: static and even harmonics branch off the symmetric motion,
# after folds.
cat >duffing.yaml <<'END2'
study: response
title: Duffing oscillator that loses its symmetry
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: cubic, cubic_stiffness: 1.0}
excitation: {node: 1, amplitude: 3.0, phase: cos}
response: {from: 0.08, to: 0.2, harmonics: 20, static: yes}
outputs:
  x: {node: 1}
END2
points fold duffing.yaml
points floquet duffing.yaml --set response.stability=floquet
expect_events fold 'maximum fold fold minimum branch branch end'
# The numbers of the program are accurate to 1e-12; 20 harmonics have a truncation error of 1e-11
# there.
grep '^branch' fold.csv | paste -d' ' - <(printf '0.1373024606749\n0.1698583466129\n') | awk '
  { d = $2 / $6 - 1 } !(d * d < 1e-16) { print }' >wrong.txt
wrong "loss of symmetry"
paste -d' ' fold.csv floquet.csv | awk '$1 != "branch" && $1 != "fold" { n++; unstable += $3 == "fold"; if (($3 == "fold") != ($8 == "fold") || $8 == "unknown") print $2, $3, $8, $9 }
  END { if (unstable < 20 || n - unstable < 20) print unstable " unstable of " n " points" }' >wrong.txt
wrong "loss of symmetry, stability"
# Without even harmonics there is no other branch, and with a mean load there is no symmetry to
# lose.
points odd duffing.yaml --set response.static=no --set response.harmonics=1 --set response.from=0.1 --set response.to=0.4
grep -q '^branch' odd.csv && say "one harmonic has a branch point"
sed -e 's/^excitation:.*/excitation:\n  - {node: 1, amplitude: 3.0, phase: cos}\n  - {node: 1, amplitude: 0.3, type: constant}/' duffing.yaml >mean.yaml
points mean mean.yaml
grep -q '^branch' mean.csv && say "an unsymmetric oscillator has a branch point"

# Friction with onsets and kinks, folds, stops: no branch points.
for study in cantilever/curves cantilever/backbone blade-damper-blade/curves blade-damper-blade/loads impact-oscillator/one impact-oscillator/two; do
  (cd "$models/${study%/*}" && "$chatter" run "${study#*/}.yaml" -o "$work/model.h5" --force --quiet --device cpu) || say "$study fails"
  "$chatter" export model.h5 --force >/dev/null 2>&1
  awk -F, 'NR > 1 { n++ } /,branch,/ { print } END { if (n < 100) print n " points" }' model-point.csv >wrong.txt
  wrong "$study"
done
finish
