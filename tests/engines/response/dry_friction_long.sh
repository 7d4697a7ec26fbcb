#!/usr/bin/env bash
# Set-valued friction: the closed form of Den Hartog 1931 for an oscillator with dry friction, and
# an exact event-by-event solution where it stops twice per period. A chain, and a contact under a
# varying normal load, both under constant loads that friction does not hold, are compared with time
# steps. Whole curves from far below to far above the resonances have less than 300 points, also
# below the friction limit. A curve without any bound of the motion ends with its reason.
. "$(dirname "$0")/../../program.sh"
evaluate() { "$chatter" eval "$1" -i "$2" -o "$3" --force --quiet --device cpu && without_stability "$3" || say "$1 fails"; }

# x'' + x + sgn x' = P cos βt. Without stops half the travel is P √(V² - (U/P)²), V = 1 / (1 - β²),
# U = sin(π/β) / (β (1 + cos π/β)); with them (β = 0.7 and 1.4, P = 1.2) it is computed by cos, sin
# and load between events, which are found by bisection.
cat >march.awk <<'AWK'
function x(t) { return C * cos(t - t0) + D * sin(t - t0) + A * cos(w * t) - s }
function v(t) { return -C * sin(t - t0) + D * cos(t - t0) - A * w * sin(w * t) }
function holds(t) { g = P * cos(w * t) - at; return g <= 1 && g >= -1 }
function march(   T, dt, end, t, lo, hi, m, i, most, least) {
  T = 8 * atan2(1, 1) / w; dt = T / 2000; end = 200 * T; A = P / (1 - w * w); t = at = 0; most = least = 0
  while (t < end) {
    for (lo = t; t < end && holds(t); t += dt) lo = t
    hi = t
    if (hi > lo) for (i = 0; i < 60; i++) { m = (lo + hi) / 2; if (holds(m)) lo = m; else hi = m }
    holds(hi); s = g > 0 ? 1 : -1; t0 = hi; C = at + s - A * cos(w * hi); D = A * w * sin(w * hi)
    for (t = hi + dt; v(t) * s > 0 && t < end; t += dt) continue
    lo = t - dt < hi ? hi : t - dt; hi = t
    for (i = 0; i < 60; i++) { m = (lo + hi) / 2; if (v(m) * s > 0) lo = m; else hi = m }
    t = hi; at = x(t)
    if (t > end - 1.01 * T) { if (at > most) most = at; if (at < least) least = at }
  }
  return (most - least) / 2
}
BEGIN {
  pi = 4 * atan2(1, 1); n = split("0.6 2 0.8 2 1.4 2 1.8 3 0.7 1.2 1.4 1.2", row, " ")
  for (k = 1; k < n; k += 2) {
    w = row[k]; P = row[k + 1]; V = 1 / (1 - w * w); U = sin(pi / w) / (1 + cos(pi / w)) / w
    hartog = P > 1.5 ? P * sqrt(V * V - U * U / P / P) : march()
    if (P > 1.5) { m = march(); if ((m - hartog) ^ 2 > 1e-16 * hartog ^ 2) print "the march itself is wrong" >"/dev/stderr" }
    for (h = 7; h <= 31; h = 2 * h + 1) printf "%d,%.16g,%d,%g,%.16g\n", ++id, w / (2 * pi), h, P, hartog
  }
}
AWK
awk -f march.awk >exact.csv 2>march.txt
[ -s march.txt ] && say "$(cat march.txt)"
cat >oscillator.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal}
contact: {nodes: 1, law: coulomb, preload: 2, friction: 0.5}
excitation: {node: 1, amplitude: 2, phase: cos}
response: {from: 0.05, to: 0.4, harmonics: 31, static: yes, samples: 1024, at: 0.1}
inputs: {frequency: response.at, harmonics: response.harmonics, force: excitation.amplitude, from: response.from, to: response.to}
outputs: {x: {node: 1, reduce: half_peak_to_peak}}
YAML
# Beside the resonance, at which the load exceeds all bounds: the loss of dry friction grows no
# faster than its work.
awk -F, 'BEGIN { print "sample_id,frequency,harmonics,force,from,to" }
  { print $1 "," $2 "," $3 "," $4 "," ($2 < 0.159 ? "0.05,0.4" : "0.4,0.05") }' exact.csv >rows.csv
evaluate oscillator.yaml rows.csv oscillator.csv
# The velocity lacks the harmonics 4 / (π h² ω) of a force that jumps, h > H odd: 2 / (π H ω) at the
# stops. These occur too early or too late by this over the acceleration, of size 1: an error of
# order 1 / H of the static deflection by friction. It halves if H doubles; with stops of a tenth of
# the period, only for larger H.
paste -d, exact.csv <(tail -n +2 oscillator.csv) | awk -F, '
  { d = $7 == "ok" && $8 + 0 > 0 ? $8 - $5 : 9; if (d < 0) d = -d; if (!(d <= 2 / $3)) print $1 ": " $8 ", expected " $5
    if ($3 > 7 && $4 > 1.5 && !(d < 0.75 * before)) print $1 ": " d " after " before; before = d; n++ }
  END { if (n != 18) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"

# curve FILE STATUS END MOST: how the whole curve ends, with at most MOST points
curve() {
  "$chatter" run "$1" -o curve.h5 --force --quiet --device cpu >curve.txt 2>&1
  "$chatter" export curve.h5 -o curve.csv --force >/dev/null 2>&1
  awk -F, -v status="$2" -v end="$3" -v most="$4" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == 2 { ok = $at["status"] == status && $at["response_end"] == end && $at["row_size"] < most && $at["row_size"] > 20; row = $0 }
    END { if (!ok) print row }' curve.csv >wrong.txt
  grep -qi 'inf\|-nan' curve-point.csv && say "$1: not finite"
  [ -s wrong.txt ] && say "$1: $(cat wrong.txt)"
}
sed -e '/^inputs/d' -e 's/, at: 0.1//' oscillator.yaml >whole.yaml
curve whole.yaml solver_stalled step_too_small 400 # without damping: beyond all bounds
sed 's/method: modal/method: modal, damping: 0.02/' whole.yaml >damped.yaml
curve damped.yaml ok end_of_range 300
sed 's/amplitude: 2/amplitude: 0.9/' whole.yaml >held.yaml
curve held.yaml ok end_of_range 100

# Three masses with friction at two of them, under a constant load.
cat >chain.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0, 0.5, 0.3], springs: [1.0, 1.5, 0.8]}
reduction: {method: modal, damping: 0.02}
contact:
  - {nodes: 2, law: coulomb, friction: 1.0, preload: 0.5}
  - {nodes: 3, law: coulomb, friction: 1.0, preload: 0.3}
excitation:
  - {node: 1, amplitude: 2.0, phase: cos}
  - {node: 1, type: constant, amplitude: 0.7}
response: {from: 0.03, to: 0.6, harmonics: 31, static: yes, samples: 1024, at: 0.1}
inputs: {frequency: response.at}
outputs:
  first: {node: 1, reduce: half_peak_to_peak}
  mean: {node: 1, reduce: mean}
  last: {node: 3, reduce: half_peak_to_peak}
YAML
# A massless pad with friction whose normal load varies and is zero at rest, with constant loads
# along both directions.
printf '%%%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 3.0\n2 2 4.5\n2 1 0.3\n3 3 2.0\n4 4 3.0\n3 1 -2.0\n4 2 -3.0\n' >K.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n4 4 4\n1 1 1.0\n2 2 1.0\n3 3 1e-9\n4 4 1e-9\n' >M.mtx
printf 'eq,node,dof\n1,1,x\n2,1,y\n3,2,x\n4,2,y\n' >dof.csv
printf 'id,x,y,z,sets\n1,0,0,0,TOP\n2,0,0,0,PAD\n' >nodes.csv
cat >pad.yaml <<'YAML'
study: response
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.02}
contact: {nodes: PAD, law: friction, normal: -y, tangents: 1, tangent: x, friction: 0.4}
excitation:
  - {node: 1, direction: x, amplitude: 0.8, phase: cos}
  - {node: 1, direction: y, amplitude: 0.2, phase: 0.3}
  - {node: 1, direction: y, type: constant, amplitude: 2.0}
  - {node: 1, direction: x, type: constant, amplitude: 0.5}
response: {from: 0.05, to: 0.6, harmonics: 15, samples: 512, at: 0.1}
inputs: {frequency: response.at}
outputs:
  first: {node: 1, direction: x, reduce: half_peak_to_peak}
  mean: {node: 1, direction: x, reduce: mean}
  last: {node: 1, direction: y, reduce: half_peak_to_peak}
YAML
# against FILE SCHEME TOLERANCE FREQUENCY...: compared with time steps at those frequencies,
# relative to the motion
against() {
  local name=$1 scheme=$2 tolerance=$3 f
  shift 3
  { echo sample_id,frequency; for f; do echo "$f,$f"; done; } >at.csv
  evaluate $name.yaml at.csv balance.csv
  : >steps.csv
  for f; do
    sed -e '/^response/d' -e 's/^study.*/study: transient/' -e "s/phase: [a-z0-9.]*/&, frequency: $f/" \
      -e "s/^inputs.*/integrator: {scheme: $scheme, steps_per_period: 4000, periods: 200, window: 10}/" $name.yaml >steps.yaml
    "$chatter" run steps.yaml -o steps.h5 --force --quiet --device cpu || say "$name: steps at $f fail"
    "$chatter" export steps.h5 -o - 2>/dev/null | tail -1 >>steps.csv
  done
  paste -d, <(tail -n +2 balance.csv) steps.csv | awk -F, -v tolerance="$tolerance" '
    $2 != "ok" || !($3 + 0 > 0) { print $0 }
    { n++; for (i = 3; i <= 5; i++) { d = ($i - $(i + 7)) / $3; if (!(d * d <= tolerance * tolerance)) print $1, i, $i, $(i + 7) } }
    END { if (n < 3) print n " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "$name: $(cat wrong.txt)"
  sed -e '/^inputs/d' -e 's/, at: 0.1//' $name.yaml >whole.yaml
  curve whole.yaml ok end_of_range 300
}
# The series of friction forces, truncated after H harmonics as above: 31, and 15 for the pad, whose
# forces are half its loads.
against chain moreau 0.015 0.06 0.1 0.15 0.2 0.3
against pad leapfrog 0.025 0.06 0.1 0.15 0.2 0.3
# The constant loads alone exceed friction, and the oscillation is smaller: it slips and settles.
sed -i -e 's/amplitude: 0.7/amplitude: 3.0/' -e 's/amplitude: 2.0/amplitude: 0.2/' whole.yaml
sed -e '/^inputs/d' -e 's/, at: 0.1//' -e 's/amplitude: 0.7/amplitude: 3.0/' -e 's/amplitude: 2.0/amplitude: 0.2/' chain.yaml >settled.yaml
curve settled.yaml ok end_of_range 300
finish
