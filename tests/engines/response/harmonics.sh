#!/usr/bin/env bash
# Coefficients of every harmonic, by number, and the static one: their squares give the mean square
# of the motion, and the mean of the period is the static one. Outputs and coefficients are rounded
# separately, 1e-12.
. "$(dirname "$0")/../../program.sh"
cat >study.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [100]}
reduction: {rayleigh: {mass: 0.2}}
contact: {node: 1, law: unilateral, gap: 0.01}
excitation: {node: 1, amplitude: 3, phase: sin}
response: {from: 0.5, to: 3, harmonics: 5, coefficients: true}
outputs:
  swing: {node: 1}
  middle: {node: 1, reduce: mean}
YAML
"$chatter" run study.yaml -q -f --device cpu -o a.h5 && "$chatter" export -f a.h5 2>/dev/null || say "the study fails"
awk -F, 'function off(x, y) { return (x - y) * (x - y) > 1e-24 * y * y }
  NR == FNR { if (FNR == 1) { for (i = 1; i <= NF; i++) at[$i] = i; next }
              if ($at["harmonic"] != (FNR - 2) % 5 + 1) print "harmonic", $0
              sum[$at["point"]] += ($at["swing_cos"] ^ 2 + $at["swing_sin"] ^ 2) / 2; next }
  FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i; next }
  { n++; p = $of["point"]
    if (off($of["swing"] ^ 2, sum[p])) print "rms", $0
    if (off($of["middle"], $of["swing_mean"]) || !($of["swing_mean"] < 0 || $of["swing_mean"] > 0)) print "mean", $0 }
  END { if (n < 50) print n, "points" }' a-point-harmonic.csv a-point.csv | head -5 | grep . && say "coefficients are wrong"
# Without the static harmonic there is no such coefficient.
sed -i 's/harmonics: 5/&, static: no/' study.yaml
"$chatter" run study.yaml -q -f --device cpu -o b.h5 && "$chatter" export -f b.h5 2>/dev/null || say "without static fails"
grep -q swing_mean b-point.csv && say "a static harmonic that is not"
finish
