#!/usr/bin/env bash
# Nonlinear normal modes with stops that have a gap or none: they begin at contact with a stop and
# grow in amplitude. One mass is compared with the period of its piecewise linear motion in closed
# form; two masses with time steps from rest at the extreme of the motion, which must return there
# after a period. The laws spring and kelvin_voigt without damping are the same stop.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
# study NAME MASSES SPRINGS RANGE CONTACT: with the law `spring`, and as NAME-kelvin with the other
# law
study() {
  cat >"$1.yaml" <<YAML
study: backbone
model: {type: chain, masses: $2, springs: $3}
reduction: {method: modal, damping: 1.0e-5}
contact: [$5]
excitation: {node: 1, amplitude: 1.0, phase: cos}
response: {$4, harmonics: 12, points: 2000, step: 0.02}
backbone: {methods: [dnnm], from: 1.0e-7, to: 1.0e-3, amplitude_to: 0.05}
outputs: {low: {node: 1, reduce: min}, high: {node: 1, reduce: max}, end: {node: $6, reduce: min}}
YAML
  sed -e 's/law: spring/law: kelvin_voigt, normal_damping: 0/' -e 's/points: 2000/&, samples: 512/' "$1.yaml" >"$1-kelvin.yaml"
  for name in "$1" "$1-kelvin"; do curves "$name.points" "$name.yaml" "curve frequency low high end"; done
}
# 12 harmonics have a truncation error of 1e-5 in the period of one mass, of 5e-7 for the bilinear
# oscillator.
one() { # NAME GAP POINTS TOLERANCE
  study "$1" 1 10 "from: 0.45, to: 0.8" "{node: 1, law: spring, normal: -x, gap: $2, normal_stiffness: 50}" 1
  for name in "$1" "$1-kelvin"; do
    awk -v g="$2" -v least="$3" -v tolerance="$4" 'function acos(c) { return atan2(sqrt(1 - c * c), c) }
      $1 == "dnnm" { n++; pi = atan2(0, -1); a = -$3; v = sqrt(10 * (a * a - g * g)); rest = 50 * g / 60; b = sqrt((g - rest) ^ 2 + v * v / 60)
        period = 2 * (pi - acos(g / a)) / sqrt(10) + 2 * acos((g - rest) / b) / sqrt(60)
        e = $2 * period - 1; if (!(e < tolerance && e > -tolerance)) print $2, 1 / period; if (a < last) print "down to " a; last = a }
      END { if (n < least) print n + 0 " points"; if (last < 0.04) print "up to " last }' "$name.points.csv" | grep . && say "$name"
  done
}
one gap 0.01 25 3e-5
one none 0 25 3e-6

# 12 harmonics have a truncation error of 3e-5 in the state of two masses.
study two "[1, 1]" "[10, 10]" "from: 0.2, to: 1.2" "{node: 1, law: spring, normal: -x, gap: 0.01, normal_stiffness: 50}" 2
cat >period.py <<'PY'
import sys
def force(x):
    stop = 50 * max(x[0] - 0.01, 0)
    return (-20 * x[0] + 10 * x[1] - stop, 10 * (x[0] - x[1]))
def rate(s):
    return list(s[2:]) + list(force(s))
n = 0
for line in sys.stdin:
    name, frequency, low, high, end = line.split()
    if name != "dnnm": continue
    n += 1
    if n % 5: continue
    steps = 2000
    h = 1 / float(frequency) / steps
    s = [float(low), float(end), 0.0, 0.0]
    for k in range(steps):
        a = rate(s)
        b = rate([u + h / 2 * v for u, v in zip(s, a)])
        c = rate([u + h / 2 * v for u, v in zip(s, b)])
        d = rate([u + h * v for u, v in zip(s, c)])
        s = [u + h / 6 * (p + 2 * q + 2 * r + t) for u, p, q, r, t in zip(s, a, b, c, d)]
    away = max(abs(s[0] - float(low)), abs(s[1] - float(end))) / abs(float(end))
    if not away < float(sys.argv[1]): print(name, frequency, low, away)
if n < 15: print(n, "points")
PY
for name in two two-kelvin; do /usr/bin/env python3 period.py 1e-4 <$name.points.csv | grep . && say "$name"; done
finish
