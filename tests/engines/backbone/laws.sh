#!/usr/bin/env bash
# Backbones with compliant laws, whose second derivatives are differences. A cubic polynomial is
# compared with the cubic spring, which has analytical ones; dashpots and an Iwan joint with closed
# forms for one harmonic (iwan_backbone.py, a separate program); the backbone of maxima of every law
# with the peaks of separate response curves; and the messages of `check`.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
study() { # NAME CONTACT BACKBONE RESPONSE [OUTPUTS]
  cat >"$1.yaml" <<YAML
study: backbone
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, $2}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.7, to: 3, growth: 0.1, $4}
backbone: {$3}
outputs: {x: {node: 1}${5-}}
YAML
}
run() { # NAME
  "$chatter" run "$1.yaml" -f --device cpu -o "$1.h5" >/dev/null 2>message || say "$1 fails: $(cat message)"
  "$chatter" export -f "$1.h5" >/dev/null 2>&1
}
# Prints the numbers of the points of a method: curve, load, frequency, the named columns.
points() { # NAME CURVE COLUMNS...
  awk -F, -v curve="$2" -v names="${*:3}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next }
    $at["curve"] == curve { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$1-point.csv"
}

# The same points, except for the tolerance of the Newton iteration, which later steps inherit.
study cubic "law: cubic, cubic_stiffness: 50" "methods: [extremum, phase, dnnm], to: 6" "harmonics: 5, static: no"
study cube "law: polynomial, powers: [3], coefficients: [50]" "methods: [extremum, phase, dnnm], to: 6" "harmonics: 5, static: no"
run cubic
run cube
for curve in extremum phase; do
  paste -d' ' <(points cubic $curve frequency load_factor x) <(points cube $curve frequency load_factor x) | awk -v curve=$curve '
    { n++; for (i = 1; i <= 3; i++) { e = $(i + 3) / $i - 1; if (!(e < 1e-6 && e > -1e-6)) print curve, $0 } } END { if (n < 20) print curve, n " points" }' |
    grep . && say "$curve: a polynomial of the cube is no cubic spring"
done

# A mode begins at another amplitude, so that the points are others: compared at common loads, with
# the error of cubics between points.
for name in cubic cube; do
  sed -i 's/to: 6}/to: 6, grid: [1, 5, 9]}/' $name.yaml
  run $name
done
paste -d, cubic-grid_load_factor.csv cube-grid_load_factor.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF / 2; i++) at[$i] = i; next }
  { n++; for (i = 3; i <= NF / 2; i++) if ($i + 0 > 0) { e = $(i + NF / 2) / $i - 1; m++; if (!(e < 1e-5 && e > -1e-5)) print $2, i, e } }
  END { if (n != 9 || m != 54) print n, m }' | grep . && say "a polynomial of the cube is no cubic spring at common loads"

# Linear: d = 0.4 of the mode and 0.4 of the dashpot. Tolerance of the Newton iteration: 1e-9.
study dashpot "law: dashpot, normal_damping: 0.4" "methods: [extremum, phase, dnnm], to: 4" "harmonics: 3"
run dashpot
for curve in extremum phase dnnm; do
  points dashpot $curve frequency load_factor x damping | awk -v curve=$curve '
    { n++; w2 = (2 * 3.14159265358979324 * $1) ^ 2; e = w2 / (curve == "extremum" ? 100 - 0.32 : 100) - 1
      f = $2 / (curve == "extremum" ? 0.8 * sqrt(100 - 0.16) : 8) / $3 / sqrt(2) - 1; x = curve == "dnnm" ? $4 - 0.04 : 0
      if (!(e * e < 1e-16 && f * f < 1e-16 && x * x < 1e-16)) print $0, e, f } END { if (n < 5) print n " points" }' | grep . && say "dashpot, $curve"
done
# A dashpot with power 2 is equivalent to c 8/(3π) ω A for one harmonic: G(ω) = (100 - ω²)² + ω²
# (0.4 + e ω)² is minimal.
study power "law: dashpot, normal_damping: 0.4, power: 2" "methods: [extremum], to: 4" "harmonics: 1, samples: 4096"
run power
points power extremum frequency load_factor x | awk '
  { n++; pi = 3.14159265358979324; w = 2 * pi * $1; a = sqrt(2) * $3; e = 0.4 * 8 / 3 / pi * a; c = 0.4 + e * w
    slope = (-4 * w * (100 - w * w) + 2 * w * c * c + 2 * w * w * c * e) / 4 / w ^ 3; load = a * sqrt((100 - w * w) ^ 2 + (w * c) ^ 2) / $2 - 1
    if (!(slope * slope < 1e-14 && load * load < 1e-14)) print $0, slope, load } END { if (n < 5) print n " points" }' | grep . && say "a dashpot with a power"

# 60 sliders represent the distribution; the loss per period grows with the power 3 + chi of the
# amplitude. At small motions only few of their strengths slip, one after the other: errors of 1e-3
# of the amplitude and 1 % of the loss.
study joint "law: iwan, limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 60" "methods: [extremum], from: 0.2, to: 1.5" \
  "harmonics: 1" ", lost: {contact: 0, quantity: cycle_dissipation}"
run joint
points joint extremum frequency load_factor x lost >joint.txt
awk '{ printf "%.15g\n", sqrt(2) * $3 }' joint.txt | /usr/bin/env python3 "$here/iwan_backbone.py" 5 50 -0.5 0.3 >closed.txt || say "iwan_backbone.py fails"
paste -d' ' joint.txt closed.txt | awk '
  { n++; w = 2 * 3.14159265358979324 * $1; e = w / $6 - 1; f = $2 / $7 - 1; d = $4 / $8 - 1; p = $8 / $9 - 1
    if (!(e * e < 1e-6 && f * f < 1e-5 && d * d < 1e-4 && p * p < 1e-12)) print $2, $3, e, f, d, p } END { if (n < 10) print n " points" }' |
  grep . && say "an Iwan joint"

# The backbone of maxima at three loads, compared with the peaks of separate curves: the error of a
# cubic between points.
while IFS=: read -r name law; do
  # The maximum of a sampled loop is not smooth: its position has an error of 1/N, 1e-4 with the
  # usual 1024 samples.
  study "$name" "$law" "methods: [extremum, phase], to: 3.2, grid: [1, 3, 3]" "harmonics: 5$([ "$name" = loop ] && echo ", samples: 4096")"
  run "$name"
  sed -e 's/^study.*/study: response/' -e 's/^backbone.*/ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 1, to: 3, count: 3}}}}/' \
    -e 's/^outputs.*/outputs: {x: {node: 1, quantity: peak_amplitude}, f: {quantity: peak_frequency}, g: {quantity: phase_frequency}}/' "$name.yaml" >"peak-$name.yaml"
  run "peak-$name"
  paste -d, "peak-$name.csv" "$name-grid_load_factor.csv" | awk -F, -v name="$name" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { n++; e = $at["x_by_extremum"] / $at["x"] - 1; f = $at["frequency_by_extremum"] / $at["f"] - 1; g = $at["frequency_by_phase"] / $at["g"] - 1
      if (!(e * e < 1e-8 && f * f < 1e-8 && g * g < 1e-8)) print name, $at["grid_load_factor"], e, f, g }
    END { if (n != 3) print n " loads" }' | grep . && say "$name: the backbone is not that of the peaks"
done <<'LAWS'
stop:law: kelvin_voigt, gap: 0.05, normal_stiffness: 60, normal_damping: 1
well:law: polynomial, powers: [1, 2, 3], coefficients: [10, -30, 90]
power2:law: dashpot, normal_damping: 0.4, power: 2
tanh:law: tanh_friction, friction: 0.5, preload: 0.6, velocity_scale: 0.4
loop:law: bouc_wen, stiffness: 50, alpha: 0.3, beta: 8, gamma: 4
iwan:law: iwan, limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 12
LAWS

"$chatter" check iwan.yaml >message 2>&1 || say "check: $(cat message)"
grep -q "second derivatives.*differences" message || say "check says nothing of differences"
"$chatter" check cubic.yaml 2>&1 | grep -q "second derivatives" && say "a cubic spring has second derivatives"
finish
