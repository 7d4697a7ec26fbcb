#!/usr/bin/env bash
# Damped nonlinear normal modes of two masses, the first of which a stiff pad holds: near the onset
# of slip corners follow each other closely, and steps must not reach other branches or go back.
. "$(dirname "$0")/../../program.sh"

# walk NAME STIFFNESS SETTINGS...: NAME.txt with frequency, damping ratio ξ / 2ω, root mean square
# of the points, NAME.end with the reason of the end
walk() {
  cat >study.yaml <<YAML
study: backbone
model: {type: chain, masses: [1.0, 1.0], springs: [1.0, 1.0], dashpots: [0.005, 0.005]}
contact: {node: 1, law: elastic, tangential_stiffness: $2, friction: 0.5, preload: 1.0}
excitation: {node: 2, amplitude: 1.0, phase: cos}
response: {from: 0.02, to: 0.6, harmonics: 5, points: 20000}
backbone: {methods: [dnnm], from: 0.02, to: 300.0}
outputs: {x: {node: 2}}
YAML
  "$chatter" run study.yaml -o out.h5 --force -q "${@:3}" 2>"$1.log" || say "$1: $(cat "$1.log")"
  "$chatter" export out.h5 -o out --force >/dev/null 2>&1 || say "$1: export"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "dnnm" { print $at["frequency"], $at["damping"], $at["x"] }' out-point.csv >"$1.txt"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["dnnm_end"] }' out.csv >"$1.end"
}

# Five harmonics: from the mode with the pad stuck, ω² = (kt + 3 - √((kt + 1)² + 4)) / 2, through
# slip to the lower mode without it, ω² = (3 - √5) / 2, for any step length. Corrections end at
# 1e-9; damping changes both by at most 2e-6 of ω.
for growth in 0.2 0.1 0.05; do
  walk "$growth" 1000.0 --set=response.growth=$growth
  [ "$(cat "$growth.end")" = end_of_range ] || say "growth $growth ends with $(cat "$growth.end")"
  awk -v growth=$growth 'function far(f, w2) { return !((2 * 3.14159265358979 * f / sqrt(w2) - 1) ^ 2 < 4e-12) }
    NR == 1 { first = $1 } END { k = 1000
      if (far(first, (k + 3 - sqrt((k + 1) ^ 2 + 4)) / 2)) print growth, "begins at", first; if (far($1, (3 - sqrt(5)) / 2)) print growth, "ends at", $1 }' "$growth.txt" >wrong.txt
  [ ! -s wrong.txt ] || say "$(cat wrong.txt)"
done

# One harmonic: at a point the pad with amplitude X has the complex stiffness of an elastic slider,
# kt (θ - sin 2θ / 2 + i sin² θ) / π, cos θ = 1 - 2 μN / (kt X), and kt below the onset:
#   (2 + k - ω² + iω (0.01 - ξ)) (1 - ω² + iω (0.005 - ξ)) = (1 + 0.005 iω)²
# Corrections of 1e-9 give errors of 1e-8 of the parts of a product that contains kt = 1e5.
for stiffness in 1000.0 1.0e+5; do
  walk one $stiffness --set=response.harmonics=1
  [ "$(cat one.end)" = end_of_range ] || say "one harmonic, $stiffness: ends with $(cat one.end)"
  awk -v kt=$stiffness 'function acos(c) { return atan2(sqrt(1 - c * c), c) }
    { pi = 3.14159265358979; w = 2 * pi * $1; xi = 2 * w * $2; dr = 1 - w * w; di = w * (0.005 - xi); size = sqrt((dr * dr + di * di) / (1 + 25e-6 * w * w)); X = size * sqrt(2) * $3
      k = kt; h = 0; if (kt * X > 0.5) { t = acos(1 - 1 / (kt * X)); k = kt / pi * (t - sin(2 * t) / 2); h = kt / pi * sin(t) ^ 2; slips++ } else sticks++
      ar = 2 + k - w * w; ai = w * (0.01 - xi) + h; br = 1 - 25e-6 * w * w; bi = 0.01 * w
      re = ar * dr - ai * di - br; im = ar * di + ai * dr - bi; parts = sqrt((ar * ar + ai * ai) * (dr * dr + di * di)) + sqrt(br * br + bi * bi)
      if (!(re * re + im * im < 1e-16 * parts * parts)) print NR, $0, sqrt(re * re + im * im) / parts }
    END { if (slips < 50 || sticks < 3) print slips " slip, " sticks " stick" }' one.txt >wrong.txt
  [ ! -s wrong.txt ] || say "one harmonic, $stiffness: $(wc -l <wrong.txt) points, $(head -3 wrong.txt)"
done
finish
