#!/usr/bin/env bash
# An adaptive number of harmonics: the truncation error stays below the tolerance, peaks differ from
# those with all harmonics by less than it, a balance of n harmonics equals that of a study with n
# harmonics, and a sticking contact has one.
. "$(dirname "$0")/../../program.sh"
cp "$models"/blade-damper-blade/*.{mtx,csv} .
base() { sed -e '/^#/d' -e '/^inputs:/,/^outputs:/{/^outputs:/!d}' -e '/omega_phase\|omega_dnnm\|kind:/d' "$models/$1/peak.yaml"; }
run() { # NAME OPTIONS...
  local name=$1
  shift
  "$chatter" run "$name.yaml" -d cpu -q -o "$name.h5" -f "$@" 2>log || say "$name fails: $(cat log)"
  "$chatter" export "$name.h5" -f >/dev/null 2>&1 || say "$name.h5 has no table"
}

# Peaks: their error is below the tolerance. With a tolerance so small that all harmonics are used,
# they agree to 1e-10, a tenth of the tolerance of the Newton corrections.
peaks() { # FILE
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    function off(x, y) { return x > y ? x / y - 1 : 1 - x / y }
    { load = $at["excitation.amplitude"]; tolerance = $at["response.adapt"] + 0; n++ }
    tolerance == 0 { amplitude[load] = $at["amplitude"]; omega[load] = $at["omega"]; next }
    { bound = tolerance < 1e-9 ? 1e-10 : tolerance; d = off($at["amplitude"], amplitude[load]); w = off($at["omega"], omega[load]) }
    !(d <= bound && w <= bound) { print "load", load, "tolerance", tolerance, "off by", d, w }
    d > 1e-9 { seen = 1 }
    END { if (!seen) print "no peak has fewer harmonics"; if (n != 12) print n, "rows" }' "$1"
}
sweep() { # LOAD LOAD
  echo "ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [$1, $2]}, response.adapt: {values: [0, 0.1, 0.01, 1.0e-3, 1.0e-5, 1.0e-14]}}}}"
}
{ base cantilever | sed -e 's/harmonics: 3, step: 0.004/harmonics: 9/'; sweep 5 30; } >cantilever.yaml
{ base blade-damper-blade | sed -e 's/harmonics: 3/harmonics: 7/'; sweep 10 30; } >blades.yaml
cat >coupled.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 1.5, 0.8, 1.2], springs: [4000, 6000, 5000, 3000, 2000], dashpots: [2, 0.5, 12, 0, 1]}
reduction: {method: modal}
contact:
  - {nodes: 3, law: elastic, tangential_stiffness: 3000.0, friction: 0.4, preload: 5.0}
  - {nodes: 2, law: cubic, cubic_stiffness: 4.0e+6}
excitation: {node: 4, amplitude: 1.0, phase: cos}
response: {from: 2.4, to: 12.7, harmonics: 7, growth: 0.05, step: 0.004, points: 3000}
outputs:
  omega: {quantity: peak_angular_frequency}
  amplitude: {quantity: peak_amplitude, node: 4}
YAML
sweep 10 30 >>coupled.yaml
for name in cantilever blades coupled; do
  run $name
  peaks $name.csv >wrong.txt
  [ -s wrong.txt ] && say "$name: $(cat wrong.txt)"
done

# Curves, every point: the number of harmonics grows from 1, and the estimate exceeds the tolerance
# only with all harmonics.
{ base blade-damper-blade | sed -e 's/harmonics: 3/harmonics: 7/' -e '/^  [a-z]*: {quantity/d'; echo '  right: {node: RIGHT_BLADE, direction: x}'; } >curve.yaml
points() { # FILE TOLERANCE
  awk -F, -v tolerance="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { n = $at["harmonics"]; few += n == 1; many += n > 3 }
    !(n >= 1 && n <= 7) || !($at["left_out"] >= 0 && ($at["left_out"] <= tolerance || n == 7)) { print "point", NR, n, $at["left_out"] }
    END { if (few < 10 || many < 10) print few + 0, "with one,", many + 0, "with many" }' "$1"
}
run curve --set excitation.amplitude=10 --set response.adapt=0.003
points curve-point.csv 0.003 >wrong.txt
[ -s wrong.txt ] && say "curve: $(head -3 wrong.txt)"

# Nothing slips: the force is linear, and all but one harmonic are zero up to rounding.
run curve --set excitation.amplitude=0.1 --set response.adapt=1e-10
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["harmonics"] != 1 || $at["left_out"] > 1e-13 { print NR }' curve-point.csv >wrong.txt
[ -s wrong.txt ] && say "a contact that sticks has more than one harmonic at $(wc -l <wrong.txt) points"

# The last point lies exactly at response.to: with n of many harmonics it equals that of a study
# with n (tolerance of the Newton iteration 1e-9, squared once more in the last step).
last() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { value = $at } END { print value }' curve-point.csv; }
run curve --set excitation.amplitude=10 --set response.adapt=0.1 --set response.to=205
n=$(last harmonics) amplitude=$(last right)
{ [ "$n" -gt 1 ] && [ "$n" -lt 7 ]; } || say "the last point has $n harmonics, of no use to compare"
run curve --set excitation.amplitude=10 --set response.to=205 --set response.harmonics="$n"
awk -v a="$amplitude" -v b="$(last right)" 'BEGIN { exit !((a / b - 1) ^ 2 < 1e-22) }' || say "with $n harmonics $amplitude, in a study of its own $(last right)"
head -1 curve-point.csv | grep -q 'harmonics' && say "without adapt results have numbers of harmonics"

# Slip onsets, where the motion is that of stick with one harmonic but the derivatives on the
# slipping side couple all: the loads between which the maximum lies on an onset are those with all
# harmonics (roots of a slope that passes 0, accurate to 1e-12).
onsets() { # STUDY SETTINGS...
  "$chatter" run "$models/$1" -d cpu -q -o onsets.h5 -f --set=backbone.methods=extremum "${@:2}" 2>log || say "$1: $(cat log)"
  "$chatter" export onsets.h5 -f >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" && $at["event"] == "onset" { print $at["load_factor"], $at["frequency"] }' onsets-point.csv
}
for study in cantilever blade-damper-blade; do
  onsets $study/backbone.yaml >all.txt
  onsets $study/backbone.yaml --set=response.adapt=0.01 >few.txt
  paste -d ' ' all.txt few.txt | awk '{ n++ } NF != 4 || ($1 / $3 - 1) ^ 2 > 1e-18 || ($2 / $4 - 1) ^ 2 > 1e-18 { print } END { if (n < 2) print n + 0, "onsets" }' >wrong.txt
  [ -s wrong.txt ] && say "$study, onsets: $(cat wrong.txt)"
done

# By LAPACK, matrices of all sizes: the same peaks.
run blades --set response.factorisation=library
peaks blades.csv >wrong.txt
[ -s wrong.txt ] && say "by LAPACK: $(cat wrong.txt)"

refused() { # 'message' OPTIONS...
  local message=$1
  shift
  "$chatter" check curve.yaml "$@" >/dev/null 2>errors.txt && say "$* is accepted"
  grep -qF "$message" errors.txt || say "$*: $(cat errors.txt)"
}
refused 'response.adapt: -1 is out of range (allowed: 0 to 0.1)' --set response.adapt=-1
refused 'response.adapt: 0.5 is out of range (allowed: 0 to 0.1)' --set response.adapt=0.5
sed -e 's/^  right:/  left_out:/' curve.yaml >named.yaml
"$chatter" check named.yaml >/dev/null 2>errors.txt && say "the name left_out is accepted twice"
grep -q "an output cannot be named 'left_out': results have a variable of that name" errors.txt || say "$(cat errors.txt)"
finish
