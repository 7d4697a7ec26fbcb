#!/usr/bin/env bash
# A unilateral and a cubic spring, a polynomial one and tanh friction: with five harmonics, compared
# with a separate harmonic balance (laws_balance.py: Newton's method by differences, the force by
# samples), and with 25 with Runge-Kutta.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../program.sh"
/usr/bin/env python3 "$here/laws_balance.py" 5 120 1.3 1.5 >reference || say "laws_balance.py fails"
of() { # NAME HARMONICS KEYS: rms at both frequencies
  for at in 1.3 1.5; do
    cat >case.yaml <<YAML
study: response
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, law: $1, $3}
excitation: {node: 1, amplitude: 3}
response: {from: 0.5, to: 3, at: $at, static: yes, harmonics: $2, samples: 1024}
outputs: {x: {node: 1}}
YAML
    "$chatter" run case.yaml -q -f --device cpu -o case.h5 2>message || say "$1: $(cat message)"
    "$chatter" export -f case.h5 >/dev/null 2>&1
    awk -F, -v name="$1" -v at="$at" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "x") c = i } NR == 2 { print name, at, $c }' case.csv
  done
}
compare() { # NAME KEYS BALANCE TIME: what both may be off by, of the motion
  of "$1" 5 "$2" >few
  of "$1" 25 "$2" >many
  paste -d' ' <(grep "^$1 " reference) few many | awk -v balance="$3" -v time="$4" '
    function off(a, b) { e = a / b - 1; return e < 0 ? -e : e }
    { n++; if (!(off($7, $3) < balance)) print $1, $2 " Hz: " $7 ", harmonic balance " $3
      if (!(off($10, $4) < time)) print $1, $2 " Hz: " $10 ", Runge-Kutta " $4 }
    END { if (n != 2) print "not compared" }' | grep . && say "$1"
}
# The reference samples the kinks of the spring 2048 times per period: 1e-6. The other laws are
# sampled equally: tolerance of the Newton iteration. In time, 25 harmonics have a truncation error
# of 1e-7 at the kinks; the transient is exp(-0.2 t) = 1e-7 at the end.
compare spring "gap: 0.1, normal_stiffness: 200" 2e-6 2e-6
compare cubic "cubic_stiffness: 50" 1e-8 2e-6
compare polynomial "powers: [2, 3], coefficients: [-60, 900]" 1e-8 2e-6
compare tanh_friction "friction: 0.5, preload: 3, velocity_scale: 0.4" 1e-8 2e-6
finish
