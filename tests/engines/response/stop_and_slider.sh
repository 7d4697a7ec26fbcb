#!/usr/bin/env bash
# Stability of a stop beside an elastic friction element, which shooting does not cover: if
# harmonics cannot resolve the stop, the stability is unknown, by multipliers and by the sign of the
# determinant; otherwise labels and multipliers are those of the motion step by step
# (stop_and_slider.py), which is stable.
. "$(dirname "$0")/../../program.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
/usr/bin/python3 -c 'import numpy' 2>/dev/null || exit 77
OPENBLAS_NUM_THREADS=1 /usr/bin/python3 "$here/stop_and_slider.py" 1.05 1.08 1.11 1.13 >steps.txt || say "stop_and_slider.py fails"
# study HARMONICS STABILITY
study() {
  cat <<YAML
study: response
model: {type: chain, masses: [1], springs: [40], dashpots: [0.632455532033676]}
reduction: {method: modal}
contact:
  - {nodes: 1, law: spring, normal: x, gap: 10, normal_stiffness: 4000}
  - {nodes: 1, law: elastic, tangential_stiffness: 40, friction: 0.3, preload: 50}
excitation: {node: 1, amplitude: 100, phase: sin}
response: {from: 0.9, to: 1.6, harmonics: $1, step: 0.03, points: 4000, stability: $2}
outputs: {amp: {node: 1, reduce: half_peak_to_peak}}
YAML
}
for row in 5:floquet 5:fold 60:floquet; do
  IFS=: read -r harmonics stability <<<"$row"
  study "$harmonics" "$stability" >"s$harmonics-$stability.yaml"
  tabulate "s$harmonics-$stability"
  # Points of the upper branch between the frequencies of two steps. 5e-3: linear interpolation, and
  # an event that is one step late.
  awk -F'[ ,]' -v harmonics="$harmonics" '
    NR == FNR { f[++n] = $1; modulus[n] = $3; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["event"] == "fold" { exit }
    { place = $at["frequency"]; is = $at["stable"]
      for (k = 1; k < n; k++) if (f[k] <= place && place < f[k + 1]) {
        seen++; labelled += is != "unknown"
        if (is != "unknown" && is != "stable") print place, is ": the motion is stable"
        exact = modulus[k] + (modulus[k + 1] - modulus[k]) * (place - f[k]) / (f[k + 1] - f[k])
        if (is == "stable" && ($at["multiplier"] - exact) ^ 2 > ($at["multiplier_error"] + 5e-3) ^ 2) print place, $at["multiplier"], $at["multiplier_error"], exact } }
    END { if (!seen) print "no point"; if (harmonics == 60 && labelled < seen) print labelled " of " seen " have a label" }' steps.txt "s$harmonics-$stability-point.csv" >wrong.txt
  [ -s wrong.txt ] && say "$harmonics harmonics, $stability: $(head -3 wrong.txt)"
done
# Between the folds of five harmonics the determinant is negative, but this does not decide the
# stability of the motion.
cut -d, -f11 s5-fold-point.csv | grep -q fold && say "five harmonics tell folds"
finish
