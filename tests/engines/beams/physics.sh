#!/usr/bin/env bash
# Beams compared with mechanics: a moment bends a cantilever to a circle, a force bends it as the
# elastica does (Mattiasson 1981, elliptic integrals), work is balanced; loading and unloading,
# meshes, the numbering of nodes and beams.
. "$(dirname "$0")/../../program.sh"
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } END { print $c }' "$1"; }

# A cantilever along x with one load at its end: bend ELEMENTS LOAD [INCREMENTS]; E I = 1 for the radius with E A = 4e6.
bend() {
  cat >bend.yaml <<YAML
study: beams
assembly: {youngs_modulus: $(awk 'BEGIN { r = 1e-3; printf "%.17g", 4 / (atan2(0, -1) * r ^ 4) }')}
beams: {b: {centre: [0.5, 0, 0], span: [1, 0, 0], radius: 1e-3, elements: $1}}
supports: {of: b, at: start, fix: all}
loads: {of: b, at: end, $2}
loading: {increments: ${3:-20}, tolerance: 1e-13}
outputs:
  x: {quantity: displacement, node: b.end, direction: x}
  y: {quantity: displacement, node: b.end, direction: y}
  z: {quantity: displacement, node: b.end, direction: z}
  energy: {quantity: strain_energy}
  halved: {quantity: halved_increments}
YAML
  tabulate bend
}
# M = 2π E I / L: a full turn, with the end at the clamp. All elements bend equally, so that the
# circle closes for any number of them; the error is the tolerance of the increments.
for elements in 10 20; do
  bend $elements "along: r3, force: 6.283185307179586" 40
  expect "rolled up, $elements elements, along" "$(column bend.csv x)" -1 1e-10
  expect "rolled up, $elements elements, across" "$(column bend.csv y)" 0 1e-10
done

# Tip of the elastica, P L²/E I: 1 - x and y over L, five digits; a hundred elements agree to 3e-5
# (second order).
while read -r load along across; do
  bend 100 "along: y, force: $load"
  expect "elastica $load along" "$(column bend.csv x)" "-$along" 1e-4
  expect "elastica $load across" "$(column bend.csv y)" "$across" 1e-4
done <<'TABLE'
1 0.05643 0.30172
2 0.16064 0.49346
5 0.38763 0.71379
10 0.55500 0.81061
TABLE

# crossed NAME SED [OPTIONS]: crossed cantilevers with changed keys
crossed() {
  { sed '/^inputs:/,$d' "$models/beams/crossed-cantilevers.yaml"
    cat <<'YAML'
outputs:
  tip_force: {quantity: reaction}
  normal_force: {quantity: normal_force, contact: 0}
  friction_first: {quantity: friction_force, contact: 0}
  friction_second: {quantity: friction_force_second, contact: 0}
  lost: {quantity: dissipated_energy}
  energy: {quantity: strain_energy}
  gap: {quantity: normal_gap, contact: 0}
YAML
  } | sed "$2" >"$1.yaml"
  tabulate "$1" "${@:3}"
}
one="--set beam_contact.pairs=1"

# The normal force of one pair decreases with the element length as in the independent program, at
# second order.
for mesh in 5:61.18 10:54.78 20:53.25 40:52.85; do
  crossed mesh "s/elements: 5/elements: ${mesh%:*}/" $one
  expect "normal force, ${mesh%:*} elements" "$(column mesh.csv normal_force)" "${mesh#*:}" 5e-3 # half of its last digit
done

# The results do not depend on the order of the nodes of a beam or of the beams. The chart of spins
# differs: 1e-9 is ten times the tolerance.
crossed straight '' --set loading.tolerance=1e-11
crossed turned 's/lower: {centre: \[3, 0, 0\], span: \[6.02/lower: {centre: [3, 0, 0], span: [-6.02/; s/of: lower, at: start/of: lower, at: END/; s/of: lower, at: end/of: lower, at: start/; s/at: END/at: end/' --set loading.tolerance=1e-11
expect "turned, normal force" "$(column turned.csv normal_force)" "$(column straight.csv normal_force)" 1e-7
expect "turned, tip force" "$(column turned.csv tip_force)" "$(column straight.csv tip_force)" 1e-7
expect "turned, friction" "$(column turned.csv friction_first)" "$(awk -v x="$(column straight.csv friction_first)" 'BEGIN { printf "%.15g", -x }')" 1e-7
# Several pairs are defined from the points of the second beam; one pair is the same from both
# sides.
crossed alone '' $one --set loading.tolerance=1e-11
crossed exchanged 's/^beam_contact/beam_pairs: {first: upper, second: lower}\n&/' $one --set loading.tolerance=1e-11
expect "exchanged, normal force" "$(column exchanged.csv normal_force)" "$(column alone.csv normal_force)" 1e-7
expect "exchanged, friction" "$(column exchanged.csv friction_first)" "$(column alone.csv friction_second)" 1e-7

# With the same penalty, three pairs and one carry the same force to 0.17 %.
crossed single '' $one
crossed shared 's/normal_penalty: 3000, tangential_penalty: 1000/normal_penalty: 1000, tangential_penalty: 333.3333333333/'
expect "equal penalty in all" "$(awk -v a="$(column shared.csv tip_force)" -v b="$(column single.csv tip_force)" 'BEGIN { print a / b - 1 }')" 0 1.8e-3

# Without friction the path does not matter: the same with ten times as many increments, and zero
# after the return.
free="--set beam_contact.friction=0 --set loading.tolerance=1e-11"
crossed coarse '' $one $free
crossed fine '' $one $free --set loading.increments=600
expect "path" "$(column fine.csv normal_force)" "$(column coarse.csv normal_force)" 1e-7
crossed back '' $free --set loading.path=[1,0]
expect "unloaded, tip force" "$(column back.csv tip_force)" 0 1e-7
expect "unloaded, lost" "$(column back.csv lost)" 0 1e-12

# Work of the loads = strain energy + energy of the penalties + dissipation by friction, over
# loading, unloading and reverse loading, by the trapezoidal rule for the reactions: second order in
# the increment (10 times as many: 100 times closer). The dissipation never decreases.
balance() { # INCREMENTS: |work - energies| of the largest energy
  { sed '/^inputs:/,$d' "$models/beams/crossed-cantilevers.yaml"
    echo "outputs:"
    for each in "lower load_reaction 1" "upper load_reaction 2"; do
      read -r name quantity index <<<"$each"
      echo "  $name: {quantity: $quantity, index: $index, reduce: series, every: 1}"
    done
    for each in strain_energy dissipated_energy load_factor; do echo "  $each: {quantity: $each, reduce: series, every: 1}"; done
    for each in normal_gap elastic_gap elastic_gap_second normal_force; do echo "  $each: {quantity: $each, contact: 0, reduce: series, every: 1}"; done
  } >balance.yaml
  tabulate balance $one --set loading.increments="$1" --set loading.path=[1,0.2,1] "${@:2}"
  paste -d, balance-series-{lower,upper,strain_energy,dissipated_energy,load_factor,normal_gap,elastic_gap,elastic_gap_second,normal_force}_sample.csv |
    awk -F, 'NR > 1 {
      lower = $3; upper = $7; strain = $11; lost = $15; factor = $19; gap = $23; em = $27; es = $31; force = $35
      work += 0.5 * (lower + lower_before) * 0.2 * (factor - factor_before) - 0.5 * (upper + upper_before) * 0.2 * (factor - factor_before)
      press = force > 0 ? 0.5 * 3000 * gap * gap : 0
      slide = 0.5 * 1000 * (em * em + es * es)
      if (lost < lost_before - 1e-15) print "what friction took falls to " lost > "/dev/stderr"
      d = work - strain - press - slide - lost; d = d < 0 ? -d : d
      if (d > most) most = d
      if (strain > largest) largest = strain
      lower_before = lower; upper_before = upper; factor_before = factor; lost_before = lost
    } END { printf "%.3e %.3e\n", most / largest, lost / largest }'
}
for n in 60 600; do
  balance $n --set beam_contact.friction=0.02 >balance-$n 2>falls
  [ ! -s falls ] || say "$(cat falls)"
done
expect "work balance, 60 increments" "$(cut -d' ' -f1 balance-60)" 0 1e-4
expect "work balance, 600 increments" "$(cut -d' ' -f1 balance-600)" 0 1e-6
awk '{ exit !($2 > 1e-5) }' balance-600 || say "nothing slips: $(cat balance-600)" # else the balance would say nothing of friction
# Isotropy: the crossed cantilevers along y, pressed along x, and along z, pressed along y, carry
# the same force, by penalty and by the augmented Lagrangian. (Rotations by right angles do not
# change the measures of the element.)
turned_by() { # TIMES: the study with its axes exchanged x -> y -> z -> x so many times
  awk -v times="$1" 'function place(x, y, z,  i, t) {
    for (i = 0; i < times; i++) { t = z; z = y; y = x; x = t }
    return sprintf("[%.17g, %.17g, %.17g]", x, y, z)
  } BEGIN {
    half = atan2(0.25, 3); length_ = sqrt(36.25); axis = substr("zxy", 1 + times, 1)
    print "study: beams\nassembly: {youngs_modulus: 2.5e7, poisson_ratio: 0.3}\nbeams:"
    for (side = -1; side <= 1; side += 2)
      printf "  %s: {centre: %s, span: %s, radius: 0.1, elements: 5}\n", side < 0 ? "lower" : "upper", place(3, 0, side * 0.1005), \
        place(length_ * cos(half), -side * length_ * sin(half), 0)
    print "supports:\n  - {of: lower, at: start, fix: all}\n  - {of: upper, at: end, fix: all}\nloads:"
    print "  - {of: lower, at: end, along: " axis ", displacement: 0.2}\n  - {of: upper, at: start, along: " axis ", displacement: -0.2}"
    print "beam_contact: {friction: 0.1, normal_penalty: 3000, tangential_penalty: 1000}\nloading: {increments: 60, tolerance: 1e-11}"
    print "outputs: {tip_force: {quantity: reaction}, normal_force: {quantity: normal_force, contact: 0}, friction: {quantity: friction_force, contact: 0}}"
  }' >turned.yaml
}
for words in "beam_contact.pairs=3" "beam_contact.pairs=1 --set beam_contact.augmentations=100"; do
  for times in 0 1 2; do
    turned_by $times
    # shellcheck disable=SC2086
    tabulate turned --set $words
    [ $times = 0 ] && cp turned.csv upright.csv
    for name in tip_force normal_force friction; do # a hundred times the tolerance
      expect "axes exchanged $times times, $words, $name" "$(column turned.csv $name)" "$(column upright.csv $name)" 1e-7
    done
  done
done
finish
