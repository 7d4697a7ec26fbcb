#!/usr/bin/env bash
# models/beams: final values of the examples of Litewka 2013 and 2015, compared with those of an
# independent program (second-order automatic differentiation of the same definitions) to their
# known digits; and the number of linear solves.
. "$(dirname "$0")/../../program.sh"

# row STUDY PAIRS OPTIONS: values in the order of the outputs of the study
row() {
  printf 'sample_id,pairs\na,%s\n' "$2" >samples.csv
  "$chatter" eval "$models/beams/$1.yaml" -i samples.csv -o out.csv -f "${@:3}" >log 2>&1 || say "$1: $(tail -1 log)"
  head -1 out.csv | tr ',' '\n' | paste -d' ' - <(tail -1 out.csv | tr ',' '\n') >values
}
value() { awk -v name="$1" '$1 == name { print $2 }' values; }

# Tolerance: half of the last given digit.
row crossed-cantilevers 1
expect "one pair, tip force" "$(value tip_force)" 25.0723 5e-5
expect "one pair, normal force" "$(value normal_force_c)" 61.178 5e-4
expect "one pair, friction force" "$(value friction_force_c)" 2.7224 5e-5
expect "one pair, slid" "$(value plastic_gap_c)" 2.69e-5 5e-8
expect "one pair, elastic" "$(value elastic_gap_c)" 2.7224e-3 5e-8
expect "one pair, penetration" "$(value penetration_max)" 0.102 5e-4
row crossed-cantilevers 3
expect "three pairs, tip force" "$(value tip_force)" 27.4225 5e-5
expect "three pairs, normal force" "$(value normal_force_c)" 23.739 5e-4
expect "three pairs, friction force" "$(value friction_force_c)" 1.1910 5e-5
expect "three pairs, slid" "$(value plastic_gap_c)" 1.650e-3 5e-7
expect "three pairs, penetration" "$(value penetration_max)" 0.0396 5e-5
expect "three pairs, linear solves of 60 increments" "$(value newton_total)" 180 60 # 2 to 4 each
row weave 1
expect "weave, one pair, runs" "$(value penetration_max)" 0.08 0.03 # three pairs: 0.0345, with a third of the stiffness up to three times that
row weave 3 --set 'outputs.normal_force_a_backward={quantity: normal_force, contact: 0, index: 2}' \
  --set 'outputs.friction_force_a_backward={quantity: friction_force, contact: 0, index: 2}'
expect "weave, tip force" "$(value tip_force)" 6.41906 5e-6
expect "weave, normal force" "$(value normal_force_a)" 6.910 5e-4
expect "weave, normal force behind" "$(value normal_force_a_backward)" 6.214 5e-4
expect "weave, friction force" "$(value friction_force_a)" -0.3913 5e-5
expect "weave, friction force behind" "$(value friction_force_a_backward)" -0.3265 5e-5
expect "weave, slid" "$(value plastic_gap_a)" 0 1e-15
expect "weave, penetration" "$(value penetration_max)" 0.0345 5e-5
expect "weave, linear solves of 30 increments" "$(value newton_total)" 90 30

# The friction vector is not bounded by μ F_N with the law of Litewka 2015 (two digits known); with
# friction as a vector it is.
vector() { # STUDY LAW: mutual force over μ F_N
  { sed '/^inputs:/,$d' "$models/beams/$1.yaml"
    printf 'outputs:\n  mutual: {quantity: mutual_force, contact: 0}\n  normal: {quantity: normal_force, contact: 0}\n'
  } >vector.yaml
  tabulate vector --set beam_contact.pairs=1 --set beam_contact.friction_law="$2"
  awk -F, 'END { print $5 / (0.1 * $6) }' vector.csv
}
expect "crossed cantilevers, mutual force" "$(vector crossed-cantilevers components)" 0.45 5e-3
expect "weave, mutual force" "$(vector weave components)" 2.8 0.05
for study in crossed-cantilevers weave; do
  awk -v x="$(vector $study vector)" 'BEGIN { exit !(x > 0.5 && x <= 1) }' || say "$study: friction as a vector is $(vector $study vector) of μ F_N"
done

# models/beams/uncertain.yaml, a few of its groups: a window of one increment contains its reaction,
# and the dissipation depends on friction and angle far more than on gap and stiffness.
cp "$models/beams/uncertain.yaml" uncertain.yaml
"$chatter" run uncertain.yaml -o uncertain.h5 -f -q --set ensemble.design.count=32 --set 'outputs.peak={quantity: reaction, reduce: max}' 2>log ||
  say "uncertain: $(tail -1 log)"
/usr/bin/python3 - <<'PY' || say "uncertain: its numbers"
import h5py, numpy as np
f = h5py.File("uncertain.h5")
assert np.array_equal(f["force"][:].max(1), f["peak"][:]) and f["force"].shape == (192, 120)
total = f["dissipated_sobol_total"][:].reshape(-1, 4)[-1]
assert min(total[:2]) > 5 * max(total[2:]), total
PY
finish
