#!/usr/bin/env bash
# Floquet multipliers with compliant laws: compared with the period map by multipliers_in_time.py, a
# separate program; a stop with a moving gap; a cubic spring compared with a polynomial, point by
# point; linear dashpots, with mass and without, in closed form, and compared with those of a model.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
here=$(dirname "$0")
study() { # NAME METHOD CONTACT TO HARMONICS [DRIVES]
  oscillator "$1" "$3" "to: $4, harmonics: $5, samples: 1024, stability: floquet"
  [ -z "${6-}" ] || echo "drives: {$6}" >>"$1.yaml"
  [ "$2" = modal ] || sed -i 's/method: modal,/method: macneal, modes: 1,/; s/masses: \[1\]/masses: [1, 0]/; s/springs: \[100\]/springs: [100, 400]/
    s/  - {node: 1/  - {node: 2/' "$1.yaml"
  tabulate "$1"
}
# The multiplier of the last point is within its own error estimate plus that of the program: maps
# of 2000 steps by central differences are accurate to 1e-7, for the force of a dashpot without
# mass, whose rate has a vertical slope, to 2e-5; for the sliders with 8000 steps, which slip one
# step late, to 3e-5.
compare() { # NAME LAW FREQUENCY TOLERANCE [STABILITY]
  local there
  there=$(/usr/bin/python3 "$here/multipliers_in_time.py" "$2" "$3") || say "multipliers_in_time.py $2 fails"
  awk -F, -v f="$3" -v there="$there" -v e="$4" -v is="${5:-stable}" '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { here = $at["multiplier"]; told = $at["multiplier_error"]; place = $at["frequency"]; stable = $at["stable"] }
    END { off = here - there; if (off < 0) off = -off; if (!(off <= told + e && told < 0.01 && stable == is && (place - f)^2 < 1e-12)) print place, here, there, told, stable }' \
    "$1-point.csv" >wrong.txt
  [ -s wrong.txt ] && say "$1 at $3 Hz: $(cat wrong.txt)"
}
while read -r name frequency method tolerance law; do
  study "$name" "$method" "law: $law" "$frequency" 25
  compare "$name" "$name" "$frequency" "$tolerance"
done <<'LAWS'
kelvin_voigt 1.85 modal 1e-7 kelvin_voigt, gap: 0.1, normal_stiffness: 200, normal_damping: 2
polynomial 2.4 modal 2e-7 polynomial, powers: [2, 3], coefficients: [-60, 900]
dashpot 1.5 modal 2e-7 dashpot, normal_damping: 0.4, power: 2
tanh_friction 1.5 modal 3e-7 tanh_friction, friction: 0.5, preload: 3, velocity_scale: 0.4
bouc_wen 1.7 modal 2e-6 bouc_wen, stiffness: 50, alpha: 0.3, beta: 8, gamma: 4
iwan 1.7 modal 3e-5 iwan, limit_force: 5, tangential_stiffness: 50, chi: -0.5, beta: 0.3, sliders: 12
dashpot-massless 1.5 macneal 2e-5 dashpot, normal_damping: 0.4, power: 2
linear-massless 1.5 macneal 1e-7 dashpot, normal_damping: 0.4
LAWS

# A massless stop with a moving gap; the table of 400 rows has an error of 1e-8.
awk 'BEGIN { print "turns,gap"; for (i = 0; i <= 400; i++) { x = 2 * atan2(0, -1) * (i % 400) / 400; printf "%.17g,%.17g\n", i / 400, 0.05 * sin(x) + 0.03 * cos(2 * x) } }' >gap-table.csv
while read -r frequency stability; do
  study moving macneal "law: unilateral, gap: 0.1, gap_drive: moves, gap_phase: 0.7" $frequency 60 \
    "moves: {file: gap-table.csv, abscissa: turns, periodic: true, interpolation: cubic}"
  compare moving moving_stop $frequency 3e-7 $stability
done <<'FREQUENCIES'
0.655 stable
0.68 flip
0.695 flip
0.9 stable
FREQUENCIES

# Every point of a curve with its folds: rounding of the multipliers, which are accurate to 1e-8.
study cubic modal "law: cubic, cubic_stiffness: 50" 3 7
study cube modal "law: polynomial, powers: [3], coefficients: [50]" 3 7
sed -i 's/harmonics: 7/harmonics: 7, static: no/' cube.yaml
"$chatter" run cube.yaml -f -q --device cpu -o cube.h5 >/dev/null 2>&1 && "$chatter" export -f cube.h5 >/dev/null 2>&1 || say "cube fails"
paste -d, cubic-point.csv cube-point.csv | awk -F, '
  NR == 1 { for (i = 1; i <= NF / 2; i++) at[$i] = i; next }
  { n++; m = $at["multiplier"]; d = m - $(NF / 2 + at["multiplier"]); folds += $at["stable"] == "fold"; if (!(d * d < 1e-16 * m * m) || $at["stable"] != $(NF / 2 + at["stable"])) print $at["frequency"], m, d }
  END { if (n < 60 || folds < 3) print n " points, " folds " of them unstable" }' >wrong.txt
[ -s wrong.txt ] && say "a polynomial of the cube is no cubic spring: $(head -3 wrong.txt)"

# x'' + (0.4 + c) x' + 100 x: exp(-(0.4 + c)/2f), at every point.
study linear modal "law: dashpot, normal_damping: 0.4" 3 3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { n++; d = $at["multiplier"] / exp(-0.4 / $at["frequency"]) - 1; if (!(d * d < 1e-16)) print $at["frequency"], d } END { if (n < 30) print n " points" }' linear-point.csv >wrong.txt
[ -s wrong.txt ] && say "a linear dashpot: $(head -3 wrong.txt)"
# A stop with a dashpot on a node without mass, which stays open: exp(-0.4/2f), as without it.
study open macneal "law: kelvin_voigt, gap: 10, normal_stiffness: 200, normal_damping: 2" 3 3
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { n++; d = $at["multiplier"] / exp(-0.2 / $at["frequency"]) - 1; if (!(d * d < 1e-16)) print $at["frequency"], d } END { if (n < 30) print n " points" }' open-point.csv >wrong.txt
[ -s wrong.txt ] && say "a stop that stays open: $(head -3 wrong.txt)"
# A dashpot of the model, which couples the modes, or of a contact beside a spring: the same motions and multipliers, but for the
# corrector's tolerance.
for row in law:0.2:0.4 model:0.6:1e-9; do
  IFS=: read -r name own law <<<"$row"
  cat >"$name.yaml" <<YAML
study: response
model: {type: chain, masses: [1, 2], springs: [100, 300], dashpots: [$own, 0.3]}
reduction: {method: modal, rayleigh: {mass: 0.02}}
contact:
  - {node: 1, law: dashpot, normal_damping: $law}
  - {node: 2, law: polynomial, powers: [3], coefficients: [40]}
excitation: {node: 1, amplitude: 3}
response: {from: 0.5, to: 4, harmonics: 5, stability: floquet}
outputs: {x: {node: 2}}
YAML
  "$chatter" run "$name.yaml" -q --device cpu -o "$name.h5" >/dev/null 2>&1 && "$chatter" export "$name.h5" >/dev/null 2>&1 || say "$name fails"
done
paste -d, law-point.csv model-point.csv | awk -F, '
  NR == 1 { for (i = 1; i <= NF / 2; i++) at[$i] = i; next }
  { n++; d = $at["multiplier"] - $(NF / 2 + at["multiplier"]); if (!(d * d < 1e-16)) print $at["frequency"], $at["multiplier"], d } END { if (n < 60) print n " points" }' >wrong.txt
[ -s wrong.txt ] && say "a dashpot of the model and of a contact: $(head -3 wrong.txt)"
finish
