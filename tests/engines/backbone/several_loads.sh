#!/usr/bin/env bash
# The load of a damped nonlinear normal mode by its energy balance, for several loads and for a
# shaken base: equivalent loads give the same numbers, and with little damping the maxima under that
# load nearly have the frequency and amplitude of the mode.
. "$(dirname "$0")/../../program.sh"
cat >chain.yaml <<'YAML'
study: backbone
model: {type: chain, masses: [1, 0.5, 0.7], springs: [1000, 800, 600]}
reduction: {rayleigh: {mass: 0.02, stiffness: 1.0e-5}}
contact: {node: 2, law: cubic, cubic_stiffness: 2.0e+4}
excitation: LOADS
response: {from: 1.5, to: 4.2, harmonics: 3, points: 4000}
backbone: {methods: [extremum, dnnm], from: 0.02, to: 2}
outputs:
  a: {node: 1}
YAML
# ends NAME LOADS: NAME.txt with load factor, frequency, amplitude at the end of the backbone of
# maxima and of the mode
ends() {
  sed "s/LOADS/$2/" chain.yaml >"$1.yaml"
  "$chatter" run "$1.yaml" -q -o "$1.h5" -d cpu 2>errors.txt && "$chatter" export "$1.h5" >/dev/null 2>errors.txt || say "$1: $(cat errors.txt)"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["event"] == "end" && $at["curve"] != "response" { print $at["curve"], $at["load_factor"], $at["frequency"], $at["a"] }' "$1-point.csv" >"$1.txt"
}
ends one '{node: 1, amplitude: 2.0, phase: cos}'
ends split '[{node: 1, amplitude: 0.5, phase: cos}, {node: 1, amplitude: 1.5, phase: cos}]'
ends quadrature '[{node: 1, amplitude: 1.2, phase: cos}, {node: 1, amplitude: 1.6, phase: sin}]'
# The last points agree to the tolerance of the Newton corrections, 1e-9.
for name in split quadrature; do
  paste -d ' ' one.txt $name.txt | awk 'function off(a, b) { return (a / b - 1) ^ 2 > 1e-17 }
    { n++ } $1 != $5 || off($2, $6) || off($3, $7) || off($4, $8) { print } END { if (n != 2) print n + 0, "ends" }' >wrong.txt
  [ -s wrong.txt ] && say "$name: $(cat wrong.txt)"
done

# The load of the mode counts the energy of the fundamental, which at 2 neglects 1 to 2.2 %
# (load_factor_all); the other modes and the damping of 0.5 % move the maximum by less than that.
ends two '[{node: 1, amplitude: 1, phase: cos}, {node: 3, amplitude: 1.5, phase: cos}]'
ends apart '[{node: 1, amplitude: 1, phase: cos}, {node: 3, amplitude: 1.5, phase: sin}]'
ends against '[{node: 1, amplitude: 1, phase: cos}, {node: 3, amplitude: -0.6, phase: cos}]'
ends three '[{node: 1, amplitude: 1, phase: cos}, {node: 2, amplitude: 2, phase: 0.6}, {node: 3, amplitude: 1.5, phase: -1.2}]'
ends base '{type: base, amplitude: 1.0, phase: cos}'
for name in one two apart against three base; do
  awk '{ load[$1] = $2; frequency[$1] = $3; amplitude[$1] = $4 }
    END { f = frequency["dnnm"] / frequency["extremum"] - 1; a = amplitude["dnnm"] / amplitude["extremum"] - 1
      if (NR != 2 || (load["dnnm"] / 2 - 1) ^ 2 > 1e-17 || f * f > 0.0022 ^ 2 || a * a > 0.011 ^ 2) print NR, "ends, off by", f, a }' $name.txt >wrong.txt
  [ -s wrong.txt ] && say "$name: $(cat wrong.txt)"
done
finish
