#!/usr/bin/env bash
# A mass on a linear and a cubic spring with one harmonic, known in closed form. With a = A², the
# force F and the damping d, the maximum has ω² = 1 + ¾ k a - d²/2 with ¾ k d² a² + (d² - d⁴/4) a =
# F²; phase resonance and the damped nonlinear normal mode have ω² = 1 + ¾ k a with a = (F / dω)².
# At the maximum the curve is on the upper branch, which turns back.
. "$(dirname "$0")/../../program.sh"
cat >duffing.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0], springs: [1.0]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: cubic, cubic_stiffness: 0.5}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.05, to: 0.35, harmonics: 1}
inputs: {stiffness: contact.cubic_stiffness, force: excitation.amplitude}
outputs:
  omega: {quantity: peak_angular_frequency}
  amplitude: {quantity: peak_amplitude, node: 1}
  phase: {quantity: phase_angular_frequency}
  dnnm: {quantity: dnnm_angular_frequency}
YAML
printf 'sample_id,stiffness,force\na,0.5,0.1\nb,0.5,0.2\nc,2,0.1\nd,0.02,0.05\n' >samples.csv
"$chatter" eval duffing.yaml -i samples.csv -o out.csv --quiet --device cpu || say "eval fails"
# 1e-8: a maximum is found to the tolerance of the Newton iteration, 1e-9; others are less accurate.
paste -d, samples.csv out.csv | awk -F, '
  function far(name, x, y) { if (!((x / y - 1) ^ 2 < 1e-16)) print $1, name, x, y }
  NR > 1 {
    n++; k = $2; F = $3; d = 0.1
    p = 0.75 * k * d * d; q = d * d - d ^ 4 / 4
    a = (sqrt(q * q + 4 * p * F * F) - q) / (2 * p)
    far("omega", $6, sqrt(1 + 0.75 * k * a - d * d / 2))
    far("amplitude", $7, sqrt(a / 2))
    w = sqrt((1 + sqrt(1 + 3 * k * F * F / (d * d))) / 2)
    far("phase", $8, w); far("dnnm", $9, w) }
  END { if (n != 4) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
finish
