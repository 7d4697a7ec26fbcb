#!/usr/bin/env bash
# A chain that hits a stop, under two harmonic loads with phases, a shaken base and a constant load:
# harmonic balance with 30 harmonics and the static one, compared with time steps in the largest,
# smallest and mean displacement of a node and in the stretch of a spring. Then a shaken base,
# compared with the equivalent inertial forces, to rounding.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
chain_and_stop "
  - {type: base, amplitude: 0.3, phase: 1.1}
  - {node: 2, type: constant, amplitude: 0.5}" >balance.yaml <<'YAML'
  top: {node: 1, reduce: max}
  bottom: {node: 1, reduce: min}
  mean: {node: 1, reduce: mean}
  stretch: {sum: [{node: 2}, {node: 1, weight: -1}], reduce: half_peak_to_peak}
YAML
printf 'sample_id,frequency\na,0.5\nb,0.8\nc,0.9\nd,1.0\n' >samples.csv
in_time "scheme: leapfrog, steps_per_period: 4000, periods: 300, window: 10" <balance.yaml >steps.yaml
sed -e 's/{type: base, amplitude: 0.3/{node: 1, amplitude: -0.3/' -e '/^  - {node: 1, amplitude: -0.3/a\  - {node: 2, amplitude: -0.6, phase: 1.1}' balance.yaml >forces.yaml
for name in balance steps forces; do
  "$chatter" eval $name.yaml -i samples.csv -o $name.csv --quiet --device cpu && without_stability $name.csv || say "$name fails"
done
# compare FILE TOLERANCE: relative to the motion. With 4000 steps per period the error is (2π /
# 4000)² = 2.5e-6 of the fundamental, and a hundred times that of the tenth harmonic, which is a
# tenth of it. A boundary with 1e-9 of the mass is equivalent to a massless one.
compare() {
  paste -d, balance.csv "$1" | awk -F, -v tolerance="$2" '
    NR > 1 { n++; for (i = 3; i <= 6; i++) { d = ($i - $(i + 6)) / $3; if (!(d * d <= tolerance * tolerance)) print $1, i, $i, $(i + 6) } }
    END { if (n != 4) print n " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "$1: $(cat wrong.txt)"
}
compare steps.csv 2.5e-5
compare forces.csv 1e-9
finish
