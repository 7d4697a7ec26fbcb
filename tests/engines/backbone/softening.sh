#!/usr/bin/env bash
# A softening spring, 1 N/m x - 0.1 N/m³ x³, with one harmonic: its backbones end at the loads of
# the closed forms. At larger loads the response curve decreases to zero frequency and ends there;
# an earlier version continued to negative frequencies, its own mirror image, until its steps were
# used up.
. "$(dirname "$0")/../../program.sh"
cat >soft.yaml <<'YAML'
study: backbone
model: {type: chain, masses: [1], springs: [1], dashpots: [0.04]}
reduction: {method: modal}
contact: {node: 1, law: polynomial, powers: [3], coefficients: [-0.1]}
excitation: {node: 1, amplitude: 0.02}
response: {from: 0.05, to: 0.3, harmonics: 1}
backbone: {methods: [extremum, phase], to: 50}
outputs: {x: {node: 1}}
YAML
tabulate soft
# Phase resonance: F = c ω A, ω² = 1 - ¾ 0.1 A², maximum at A² = 2/0.3, 0.04 √(10/3). Maxima: ω² = 1
# - ¾ 0.1 A² - c²/2 and F² = A² (c⁴/4 + c² ω²), maximum at A² = 2 (1 - c²/4) / 0.3. Loads are
# multiples of 0.02.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  NR == 2 { if ($at["status"] != "ok" || $at["extremum_end"] != "ridge_ends" || $at["phase_end"] != "returned" || $at["steps"] > 1000) print }' soft.csv >wrong.txt
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { c = $at["curve"]; if ($at["load_factor"] > most[c]) { most[c] = $at["load_factor"]; f[c] = $at["frequency"] } }
  function differs(x, y, t) { d = x / y - 1; return !(d < t && -d < t) }
  END { c = 0.04; a2 = 2 * (1 - c * c / 4) / 0.3; w2 = 1 - 0.075 * a2 - c * c / 2
    if (differs(most["phase"], 2 * sqrt(10 / 3), 1e-3)) print "phase " most["phase"] # a point near the fold, not at it
    if (differs(most["extremum"], sqrt(a2 * (c ^ 4 / 4 + c * c * w2)) / 0.02, 1e-6)) print "extremum " most["extremum"]
    if (differs(6.283185307179586 * f["extremum"], sqrt(w2), 1e-4)) print "frequency " f["extremum"] }' soft-point.csv >>wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
finish
