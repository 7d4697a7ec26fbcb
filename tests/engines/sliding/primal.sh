#!/usr/bin/env bash
# usage: primal.sh BUILD_FOLDER
# A second method for the transient: `chatter primal` assembles the two bodies again in every step
# (primal assembly, Brunetti et al. 2021) and solves a dense system by LAPACK. It shares with the
# kernel only the reduced bodies and their initial equilibrium. 2000 steps in which the contact
# passes from one element to the next, with a guide of constant velocity and one with a drive.
set -uo pipefail
chatter=$1/chatter
models=$(cd "$(dirname "$0")/../../../models/beam-on-beam" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
sed '/^outputs:/,$d' "$models/slide.yaml" >slide.yaml
cat >>slide.yaml <<'TEXT'
drives: {shake: {type: harmonic, frequency: 3000, sweep: {from: 1000, rate: 5e7}, phase: 0.5, factor: 0.01}}
outputs:
  force: {quantity: normal_force, reduce: series}
  velocity: {quantity: contact_velocity, reduce: series}
  angle: {quantity: contact_angle, reduce: series}
  tip: {quantity: acceleration, node: target.303, direction: y, reduce: series}
  arc: {quantity: contact_arc, reduce: series}
TEXT
# 7.0366 mm undeformed are 6.9985 mm deformed: 3 µm of sliding pass the node at 7 mm.
column() { cut -d, -f3 "run-series-$1_sample.csv" | tail -n +2; }
compare() { # settings...
  local set=(--set slider.start=0.0070366 --set sliding.duration=1e-4 "$@")
  "$chatter" primal slide.yaml "${set[@]}" >primal.csv 2>log || { echo "primal: $(tail -2 log)" >&2; exit 1; }
  "$chatter" run slide.yaml "${set[@]}" -o run.h5 -q -f 2>log && "$chatter" export -f run.h5 -o run.csv 2>log >&2 || { echo "run: $(tail -2 log)" >&2; exit 1; }
  paste -d, <(tail -n +2 primal.csv) <(column force) <(column velocity) <(column angle) <(column tip) <(column arc) >both.csv
  awk -F, '
    function size(x) { return x < 0 ? -x : x }
    { for (i = 0; i < 4; i++) { d = size($(2 + i) - $(6 + i)); if (d > off[i]) off[i] = d; if (size($(2 + i)) > most[i]) most[i] = size($(2 + i)) }
      if ($10 < 0.007) before++; else behind++ }
    END {
      # Positions of 1e-3 m are rounded to 1e-19 m, which h² b_C Φ Φᵀ b_Eᵀ (about 2e-10 m/N)
      # converts to 1e-9 N of λ in either program; the bodies filter the effect on velocity and
      # acceleration: a force of 1e-8 N moves some 1e-3 kg.
      if (NR != 2000 || !before || !behind) { print NR " steps, " before " before the node, " behind " behind it"; bad = 1 }
      if (off[0] > 2e-8) { print "force: off by " off[0] " N"; bad = 1 }
      if (off[1] > 1e-10) { print "velocity: off by " off[1] " m/s"; bad = 1 }
      if (off[2] > 1e-12) { print "angle: off by " off[2] " rad"; bad = 1 }
      if (off[3] > 1e-5 || most[3] < 0.01) { print "acceleration: off by " off[3] " of " most[3] " m/s²"; bad = 1 }
      exit bad
    }' both.csv || exit 1
}
compare
compare --set slider.velocity_drive=shake --set slider.velocity_factor=0.5
