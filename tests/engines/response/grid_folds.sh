#!/usr/bin/env bash
# response.grid near folds and maxima: the smallest and the largest value at a frequency are those
# of the states at exactly that frequency (response.at, from either side), and converge to them at
# least with the third power of the steps.
. "$(dirname "$0")/../../program.sh"
cat > duffing.yaml << 'END'
study: response
model: {type: chain, masses: [1.0], springs: [1.0]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: cubic, cubic_stiffness: 1.0}
excitation: {node: 1, amplitude: 0.05, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 5, points: 5000, grid: [0.12, 0.28, 161]}
outputs:
  x: {node: 1}
  high: {node: 1, reduce: max}
END
# The states at frequencies of the grid, by increase and by decrease.
sed -e '/^ *high:/d' -e 's/, grid: .*/, at: 0.2}/' duffing.yaml > at.yaml
echo 'inputs: {frequency: response.at, branch: response.branch}' >> at.yaml
awk 'BEGIN { print "sample_id,frequency,branch"; for (i = 0; i < 161; i++) for (b = 0; b < 2; b++) printf "%d,%.15g,%d\n", 2 * i + b, 0.12 + 0.16 * i / 160, b }' > samples.csv
"$chatter" eval at.yaml -i samples.csv -o at.csv -q || say "states"
without_stability at.csv
awk -F, 'NR > 1 { print $NF }' at.csv > states.txt

# error GROWTH: largest relative errors of the outer values of x, which are those two states
error() {
  "$chatter" run duffing.yaml -o out.h5 --force -q --set=response.growth="$1" --set=response.step="$(awk "BEGIN { print 0.1 * $1 }")" || say "curve"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1 || say "export"
  awk -F, 'NR == FNR { state[NR] = $1; next } FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { k = 2 * FNR - 3; a = state[k]; b = state[k + 1]; low = a < b ? a : b; high = a < b ? b : a; n++; folded += high / low > 1.5
      for (side = 0; side < 2; side++) { e = side ? $at["x_upper"] / high - 1 : $at["x_lower"] / low - 1; if (e < 0) e = -e; if (!(e <= most)) most = e } }
    END { if (n == 161 && folded > 10) print most; else print "nan" }' states.txt out-grid_frequency.csv
}
coarse=$(error 0.2) fine=$(error 0.05)
# Near a fold an error of the frequency counts by the inverse of its slope: third order there, so
# that a quarter of the step gives 1/64; 40 allows for the positions of the points. With cubics in
# the frequency the first error was 2.4e-2.
awk -v a="$coarse" -v b="$fine" 'BEGIN { exit !(a < 5e-4 && b < a / 40) }' || say "off by $coarse, with a quarter of the step by $fine"

# From a fold to a maximum, where one of the directions has a slope by rounding only: no value
# exceeds those of the points, 1 % for a maximum between them.
"$chatter" run "$models/two-masses/surface.yaml" -o surface.h5 -f -q 2>log && "$chatter" export -f surface.h5 >/dev/null 2>&1 || say "surface: $(cat log)"
awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } NR == FNR { if ($at["first"] > most[$1]) most[$1] = $at["first"]; next }
  { n++; if (!($at["first_upper"] <= 1.01 * most[$1])) print $1, $2, $at["first_upper"], most[$1] } END { if (n != 41 * 321) print n " values" }' surface-point.csv surface-grid_frequency.csv | grep . && say "values beyond the curve"
finish
