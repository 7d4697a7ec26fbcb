#!/usr/bin/env bash
# Smooth runs of the beam on the beam, compared with those of an independent program
# (reference/transient.csv), for two frictions, two steps and three durations; properties of any
# run: lambda at the start, no penetration; a rough run with half the step.
. "$(dirname "$0")/../../program.sh"
reference=${CHATTER_SOURCE:-$(dirname "$models")}/tests/engines/sliding/reference/transient.csv
study=$models/beam-on-beam/slide.yaml

# The rows of the reference except the longest (0.2 s in steps of 2.5e-8 s), which late_long.sh
# runs.
awk -F, '!($2 > 0.1 && $3 < 4e-8)' "$reference" >wanted.csv
awk -F, 'NR == 1 { print "sample_id," $1 "," $2 "," $3; next } { print NR "," $1 "," $2 "," $3 }' wanted.csv >samples.csv
"$chatter" eval "$study" -i samples.csv -o smooth.csv --quiet --device cpu || say "eval fails"
# Both programs do the same sums in different orders. tip_rms: accelerations are differences of
# displacements over h^2, with a rounding of 1e-7. Velocities likewise. Forces: where C passes a
# node its velocity jumps with the slope, by a force over one step that grows as 1/h and depends on
# the position of the node in the step; a relative change of 1e-6 of the force is 1e-7 of that.
paste -d, wanted.csv smooth.csv | awk -F, '
  NR == 1 { next }
  function near(i, tolerance,  e) {
    e = $(i + 8) / $i - 1 # columns of the same name: 9 of the reference, then sample_id and status
    if (e > tolerance || -e > tolerance || e != e) { print "row " NR ", column " i ": " $(i + 8) " is not " $i; bad = 1 }
  }
  $11 != "ok" { print "row " NR ": " $11; bad = 1; next }
  { for (i = 4; i <= 9; i++) near(i, 1e-6); rows++ }
  # from the equilibrium in position and velocity, lambda stays within 0.09998 and 0.10001 (five
  # digits) in the first 10 ms, at h = 5e-8 s
  $2 < 0.02 && $3 > 4e-8 && !($14 > 0.099975 && $15 < 0.100015) { print "lambda " $14 " to " $15; bad = 1 }
  END { if (rows != 10) print rows " rows"; exit bad || rows != 10 }' >errors.txt || say "$(cat errors.txt)"

# The contact is closed in every step: the remaining gap is the rounding of displacements of 1e-5 m,
# some 1e-20 m. A gap of 1e-18 m would be an error of 2e-9 N.
sed -e '/^inputs:/,$d' -e 's/^sliding: .*/sliding: {duration: 0.06, step: 5.0e-8, windows: 5}/' "$study" >rough.yaml
cat >>rough.yaml <<'TEXT'
roughness: {deviation: 0.005, seed: 7}
ensemble:
  design: {type: grid, parameters: {slider.friction: {values: [0.1, 0.3]}, sliding.step: {values: [5.0e-8, 2.5e-8]}}}
outputs:
  tip: {quantity: acceleration, node: target.303, direction: y, reduce: window_rms}
  force: {quantity: normal_force, reduce: window_rms}
  above: {quantity: penetration, reduce: min}
  below: {quantity: penetration, reduce: max}
TEXT
"$chatter" run rough.yaml -o rough.h5 --quiet --device cpu && "$chatter" export rough.h5 -o rough.csv >log 2>&1 || say "the rough runs fail"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["status"] != "ok" || !($at["above"] > -1e-18 && $at["below"] < 1e-18 && $at["below"] > $at["above"]) { print; bad = 1 }
  { rows++ } END { exit bad || rows != 4 }' rough.csv >errors.txt || say "penetration: $(cat errors.txt)"
# The same process in time with half the step: the scheme is of second order for the modes below 20
# kHz that the noise excites, (h w)^2 / 24 = 2e-6 of their frequencies, and its delay of one step in
# the damping forces is h w / 2 of those; the tolerance of 1 % is ten times the observed difference.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { tip[$1, $2] = $at["tip"]; force[$1, $2] = $at["force"]; if ($2 + 1 > windows) windows = $2 + 1 }
  END {
    for (t = 0; t < 4; t += 2) for (w = 0; w < windows; w++) {
      if ((e = tip[t + 1, w] / tip[t, w] - 1) > 0.01 || e < -0.01 || !(tip[t, w] > 5)) { print t, w, tip[t, w], tip[t + 1, w]; bad = 1 }
      if ((e = force[t + 1, w] / force[t, w] - 1) > 1e-4 || e < -1e-4) { print t, w, force[t, w], force[t + 1, w]; bad = 1 }
    }
    exit bad || windows != 5
  }' rough-window.csv >errors.txt || say "half the step: $(cat errors.txt)"
finish
