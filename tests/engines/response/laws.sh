#!/usr/bin/env bash
# Every compliant law in harmonic balance: the motion at a frequency, compared with time steps by
# laws_in_time.py, a separate program, and by --verify; a cubic spring compared with a polynomial,
# point by point; a linear dashpot with the resonance in closed form; contact outputs; and refused
# studies, with specific messages.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
here=$(dirname "$0")
study() { oscillator "$1" "$2" "to: 3, $3"; } # NAME CONTACT RESPONSE
# for --verify too
verify() { "$chatter" run "$1.yaml" -f -q --device cpu -o "$1.h5" --verify >"$1.verified" 2>message || say "$1 fails: $(cat message)"; }
run() { "$chatter" run "$1.yaml" -f --device cpu -o "$1.h5" >/dev/null 2>message || say "$1 fails: $(cat message)"; }

# The truncation error of 25 harmonics for the stop is 8e-6, here 1e-6; 1024 samples of hysteresis
# are off by 4e-6.
/usr/bin/env python3 "$here/laws_in_time.py" 1.7 150 >in_time || say "laws_in_time.py fails"
while read -r name rest; do
  study "$name" "law: $name, $rest" "at: 1.7, harmonics: 25, samples: 1024"
  verify "$name"
  "$chatter" export -f "$name.h5" >/dev/null 2>&1
  # in 8192 steps per period; a step may be late by up to its length where the force of the stop
  # jumps
  awk -v name="$name" 'NR == FNR { if ($1 == name) x = $2; next } $3 == "end" { n++; e = ($6 / x - 1) / (name == "kelvin_voigt" ? 3 : 1); if (!(e < 1e-5 && e > -1e-5) || /not steady/) print }
    END { if (n != 1) print n " states" }' in_time "$name.verified" | grep . && say "$name: --verify"
  awk -v name="$name" -F'[, ]' 'NR == FNR { if ($1 == name) x = $2; next }
    FNR == 2 { e = $5 / x - 1; if (!(e < 1e-5 && e > -1e-5)) print name ": " $5 " in the balance, " x " in time" }' \
    in_time "$name.csv" | grep . && say "$name: not as in time"
done <<'LAWS'
kelvin_voigt gap: 0.1, normal_stiffness: 200, normal_damping: 2
polynomial powers: [2, 3], coefficients: [-60, 900]
dashpot normal_damping: 0.4, power: 2
tanh_friction friction: 0.5, preload: 3, velocity_scale: 0.4
bouc_wen stiffness: 50, alpha: 0.3, beta: 8, gamma: 4
iwan limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 12
LAWS

# A cubic polynomial gives the same points, except for the rounding of its sums.
study cubic "law: cubic, cubic_stiffness: 50" "harmonics: 7"
study cube "law: polynomial, powers: [3], coefficients: [50]" "harmonics: 7, static: no"
for name in cubic cube; do run $name; "$chatter" export -f $name.h5 >/dev/null 2>&1; done
paste -d, cubic-point.csv cube-point.csv | awk -F, 'NR > 1 { n++; e = $(NF / 2 + 12) / $12 - 1; if (!(e < 1e-9 && e > -1e-9)) print $5, e }
  END { if (n < 60) print n " points" }' | grep . && say "a polynomial of the cube is no cubic spring"

# d = 0.4 of the mode and 0.4 of the dashpot: F/(c sqrt(k - c²/4)) at the peak, rms.
study dashpot "law: dashpot, normal_damping: 0.4" "harmonics: 3"
run dashpot
"$chatter" export -f dashpot.h5 >/dev/null 2>&1
awk -F, 'NR > 1 && $12 > most { most = $12 } END { e = most / (3 / (0.8 * sqrt(100 - 0.16)) / sqrt(2)) - 1
  if (!(e < 1e-9 && e > -1e-9)) print e }' dashpot-point.csv | grep . && say "the peak with a dashpot"

# The work per period is the loss of the loop: the area of force over displacement in time.
study loop "law: bouc_wen, stiffness: 50, alpha: 0.3, beta: 8, gamma: 4" "at: 1.7, harmonics: 25, samples: 1024"
sed -i 's/^outputs.*/outputs: {x: {node: 1}, lost: {contact: 0, quantity: cycle_dissipation}, pull: {contact: 0, quantity: tangential_force, reduce: max}}/' loop.yaml
run loop
"$chatter" export -f loop.h5 >/dev/null 2>&1
awk 'NR == FNR && $1 == "bouc_wen" { pull = $3; lost = $4 } NR > FNR { split($0, of, ",") }
  END { a = of[6] / lost - 1; b = of[7] / pull - 1; if (!(a * a < 1e-8 && b * b < 1e-8)) print of[6], lost, of[7], pull }' in_time loop.csv | grep . && say "the loop of Bouc-Wen"
study gap "law: kelvin_voigt, gap: 0.1, normal_stiffness: 200, normal_damping: 2" "at: 1.7, harmonics: 25, samples: 1024"
sed -i 's/^outputs.*/outputs: {x: {node: 1}, closed: {contact: 0, quantity: contact_fraction}, push: {contact: 0, quantity: normal_force, reduce: mean}, low: {node: 1, reduce: mean}}/' gap.yaml
run gap
"$chatter" export -f gap.h5 >/dev/null 2>&1
# The load has no mean: the contact force of the stop is balanced by the spring of 100 N/m, by the
# law at 4096 instants and by the balance at 1024 samples.
awk -F, 'NR == 2 { e = $7 / (100 * $8) - 1; if (!($6 > 0.25 && $6 < 0.27 && e < 1e-3 && e > -1e-3)) print }' gap.csv | grep . && say "the mean push of a stop"

# With the usual number of samples, sliders that change their state at samples cause no artificial
# extremes: one maximum per curve.
study joint "law: iwan, limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 30" "harmonics: 5"
sed -i 's/damping: 0.02/damping: 0.005/; s/amplitude: 3/amplitude: 1.6/; s/from: 0.5, to: 3/from: 1.3, to: 2.4/' joint.yaml
run joint
"$chatter" export -f joint.h5 >/dev/null 2>&1
[ "$(grep -c "maximum" joint-point.csv)" = 1 ] && ! grep -q "minimum" joint-point.csv || say "extremes of an Iwan joint: $(grep -c imum joint-point.csv)"

study stuck "law: iwan, limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 12" "harmonics: 3"
sed -i 's/^outputs.*/outputs: {x: {node: 1}, s: {contact: 0, quantity: stick_fraction}}/' stuck.yaml
"$chatter" check stuck.yaml >message 2>&1 && say "stuck of an Iwan element is not refused"
"$chatter" run stuck.yaml -f --device cpu -o stuck.h5 >message 2>&1
grep -q "law knows no such state" message || say "stuck of an Iwan element: $(cat message)"
finish
