#!/usr/bin/env bash
# Outputs `energy`. For the normal mode of a Duffing oscillator, frequency over energy in closed
# form (elliptic integral). For two masses, the sum from the motion of both at one instant. The
# energy is constant over the period except for truncated harmonics. Also a massless boundary, a
# stop, periodic responses and their peaks, and a figure.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
energies='  energy: {}
  swing: {quantity: energy, reduce: half_peak_to_peak}'
cat >duffing.yaml <<YAML
study: backbone
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, rayleigh: {mass: 0.1}}
contact: {nodes: 1, law: cubic, cubic_stiffness: 1.0}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.1, to: 3, harmonics: 15, points: 2000}
backbone: {methods: [dnnm], from: 0.05, to: 10}
outputs:
  x: {node: 1}
$energies
YAML
tabulate duffing
columns duffing-point.csv curve frequency energy swing | grep '^dnnm' >rows.txt
# x'' + x + x³ = 0 from rest at A: E = A²/2 + A⁴/4, ω = π sqrt(1 + A²) / 2 K(m), m = A² / 2(1 + A²),
# K by the arithmetic-geometric mean. 1e-7: truncation of harmonics above the 15th.
awk 'function mean(a, b,  c) { while ((a - b) ^ 2 > 1e-30) { c = (a + b) / 2; b = sqrt(a * b); a = c } return a }
  { pi = atan2(0, -1); square = sqrt(1 + 4 * $3) - 1; m = square / (2 * (1 + square)); omega = sqrt(1 + square) * mean(1, sqrt(1 - m))
    off = 2 * pi * $2 / omega - 1; n++; if (square > most) most = square
    if (!(off < 1e-7 && off > -1e-7) || !($4 < 1e-6 * $3)) print $0, omega / (2 * pi), square }
  END { if (n < 20 || !(most > 4)) print n + 0, "points, largest A²", most }' rows.txt >wrong.txt
[ -s wrong.txt ] && say "Duffing: $(head -3 wrong.txt)"
"$chatter" plot duffing.h5 -o fep.svg --set plot.x=frequency --set plot.y=energy --set plot.scale=logarithmic >message 2>&1 && [ -s fep.svg ] || say "figure: $(cat message)"
# Two masses: x and ẋ of both at τ = 0 from the harmonics of the outputs, ½ Σ m ẋ² + ½ xᵀ K x + ¼ k
# x₂⁴, at every point; its extremes lie within the variation about the mean.
cat >two.yaml <<YAML
study: backbone
model: {type: chain, masses: [1, 0.5], springs: [100, 80]}
reduction: {method: modal, rayleigh: {mass: 0.1}}
contact: {nodes: 2, law: cubic, cubic_stiffness: 3000.0}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.8, to: 3, harmonics: 25, points: 2000, coefficients: true}
backbone: {methods: [extremum, dnnm], from: 0.05, to: 1}
outputs:
  x: {node: 1}
  y: {node: 2}
$energies
YAML
tabulate two
python3 - >wrong.txt 2>&1 <<'PY'
import csv, glob
from math import pi
tables = {path: list(csv.DictReader(open(path))) for path in glob.glob("two-*.csv")}
points = tables["two-point.csv"]
path = next(p for p, rows in tables.items() if rows and "x_cos" in rows[0])
rows, H, n, most = tables[path], 25, 0, 0
assert len(rows) == H * len(points), (path, len(rows), len(points))
for i, point in enumerate(points):
    omega, swing, x, v = 2 * pi * float(point["frequency"]), float(point["swing"]), {}, {}
    for name in "xy":
        part = rows[i * H:(i + 1) * H]
        x[name] = sum(float(r[name + "_cos"]) for r in part)
        v[name] = omega * sum((h + 1) * float(r[name + "_sin"]) for h, r in enumerate(part))
    energy = 0.5 * v["x"]**2 + 0.25 * v["y"]**2 + 50 * x["x"]**2 + 40 * (x["y"] - x["x"])**2 + 750 * x["y"]**4
    off, mean = abs(energy - float(point["energy"])), float(point["energy"])
    # extremes lie up to twice the half variation from the mean; 1e-9 is the tolerance of the Newton
    # iteration
    if not off <= 2 * swing + 1e-8 * mean:
        print(point["curve"], omega, energy, mean, swing)
    # for the normal mode it is constant except for harmonics above the 25th (2e-4 above the 9th),
    # 1e-9
    if point["curve"] == "dnnm":
        n, most = n + 1, max(most, swing / mean)
if n < 10 or not most < 1e-8:
    print(n, "points, swings by", most)
PY
[ -s wrong.txt ] && say "two masses: $(tail -3 wrong.txt)"

# constant NAME MODEL CONTACT TOLERANCE HARMONICS: the largest variation of the energy of a normal
# mode
constant() {
  cat >"$1.yaml" <<YAML
study: backbone
model: $2
contact: $3
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.8, to: 3, harmonics: $5, points: 2000}
backbone: {methods: [dnnm], from: 0.05, to: 1}
outputs:
  x: {node: 1}
$energies
YAML
  tabulate "$1"
  columns "$1-point.csv" curve energy swing | awk -v w="$1" -v t="$4" '/^dnnm/ { n++; if (!($3 < t * $2)) bad = $0; if ($2 > most) most = $2 }
    END { if (n < 5 || bad != "" || !(most > 0)) print w, n + 0, bad }' >wrong.txt
  [ -s wrong.txt ] && say "$(cat wrong.txt)"
}
# A massless boundary, whose motion includes that due to forces; a stop with a gap, whose force
# begins with a corner: variations decrease with the square of the harmonics.
constant massless '{type: chain, masses: [1, 0], springs: [100, 400]}
reduction: {method: massless_craig_bampton, modes: 1, rayleigh: {mass: 0.1}}' '{node: 2, law: cubic, cubic_stiffness: 2.0e+3}' 1e-6 25
constant stop '{type: chain, masses: [1, 0.5], springs: [100, 80]}
reduction: {rayleigh: {mass: 0.1}}' '{node: 2, law: elastic, normal_stiffness: 100, tangential_stiffness: 0, friction: 0, gap: 0.02}' 1e-2 25

# Linear responses: E of x = Re X exp(iωt) has the mean ¼ (ω² + ω₀²) |X|², at one frequency and at
# the peak.
cat >linear.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [60]}
reduction: {rayleigh: {mass: 0.4}}
contact: {node: 1, law: elastic, tangential_stiffness: 40, friction: 1, preload: 1000}
excitation: {node: 1, amplitude: 2}
response: {from: 0.8, to: 3, harmonics: 3}
outputs:
  x: {node: 1}
  energy: {}
  peak_energy: {}
  peak: {quantity: peak_amplitude, node: 1}
  at: {quantity: peak_frequency}
YAML
tabulate linear
columns linear-point.csv frequency x energy | sed 1d | awk '{ o = 2 * atan2(0, -1) * $1; e = 0.5 * (o * o + 100) * $2 * $2; n++
  if (($3 / e - 1) ^ 2 > 1e-16) print $0, e } END { if (n < 10) print n }' >wrong.txt
[ -s wrong.txt ] && say "linear: $(head -3 wrong.txt)"
columns linear.csv at peak peak_energy | sed 1d | awk '{ o = 2 * atan2(0, -1) * $1; e = 0.5 * (o * o + 100) * $2 * $2; if (($3 / e - 1) ^ 2 > 1e-16) print $0, e }' >wrong.txt
[ -s wrong.txt ] && say "peak: $(cat wrong.txt)"
finish
