#!/usr/bin/env bash
# Outputs of contact points over a period in harmonic balance: a Jenkins element, compared with its
# closed form at one frequency, at every point of a curve and of backbones, and at the peak;
# elements with varying normal load, a stop and set-valued friction, compared with time steps by the
# quantities of the same names.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
cat >jenkins.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 8, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact: {node: 2, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 190.0, to: 350.0, harmonics: 9, grid: [190, 350, 9]}
outputs:
  tip: {node: RIGHT}
  most: {quantity: tangential_force, reduce: max}
  least: {quantity: tangential_force, reduce: min}
  mean: {quantity: tangential_force, reduce: mean}
  half: {quantity: tangential_force, reduce: half_peak_to_peak}
  load: {quantity: normal_force, reduce: mean}
  moved: {quantity: tangential_displacement, reduce: max}
  work: {quantity: cycle_dissipation}
  stuck: {quantity: stick_fraction}
  closed: {quantity: contact_fraction}
  peak_most: {quantity: peak_tangential_force, reduce: max}
  peak_moved: {quantity: peak_tangential_displacement, reduce: max}
  peak_work: {quantity: peak_cycle_dissipation}
  peak_stuck: {quantity: peak_stick_fraction}
  peak_closed: {quantity: peak_contact_fraction}
YAML
"$chatter" run jenkins.yaml -o curve.h5 -q --set='response.harmonics=1' && "$chatter" export curve.h5 -o one >/dev/null 2>&1 || say "one harmonic"
"$chatter" run jenkins.yaml -o curve.h5 -q --force && "$chatter" export curve.h5 -o nine >/dev/null 2>&1 || say "nine harmonics"
"$chatter" run jenkins.yaml -o back.h5 -q --set='study=backbone' --set='backbone.methods=[extremum, phase, dnnm]' --set='backbone.from=0.01' --set='backbone.to=10' --set='response.harmonics=1' --set='response.points=2000' 2>log && "$chatter" export back.h5 -o back >/dev/null 2>&1 || say "backbone: $(cat log)"
# An extreme between two of 4096 instants is off by (π / 4096)² / 2 = 3e-7. For a motion of one wave
# X: full slip above 12 N with the work 4 μN (X - μN / kt), below it kt X and no work (numbers of 1
# J: rounding of 12 N times 1e-6 m). After each reversal it sticks until it has returned by 2 μN /
# kt: the angle acos(1 - 2 μN / kt X), twice. With nine harmonics the work is the same if there are
# two reversals per period. Within 1e-6 of 12 N, slip depends on the error of X; the angle has an
# infinite slope there, and an error of 2e-6 from 0.3 % above on.
closed_form() { # FILE WAVES
  awk -F, -v waves="$2" '
    function acos(c) { return atan2(sqrt(1 - c * c), c) }
    function far(a, b, e) { return !(a - b <= e && b - a <= e) }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { X = $at["moved"]; if ((2e8 * X / 12 - 1) ^ 2 < 1e-12) next; slips = 2e8 * X > 12 * (1 + 1e-9); N += slips; M += !slips
      f = slips ? 12 : 2e8 * X; W = slips ? 48 * (X - 12 / 2e8) : 0
      if (far($at["most"], f, 3e-7 * f) || far($at["least"], -f, 3e-7 * f) || far($at["mean"], 0, 1e-6) || far($at["half"], f, 3e-7 * f) || far($at["load"], 40, 1e-9)) print "force", $0
      if (far($at["work"], W, 1e-8 * 48 * X)) print "work", $at["work"], W
      if ($at["closed"] != 1) print "closed", $at["closed"]
      if (waves == 1 && !(slips && 2e8 * X < 12.036) && far($at["stuck"], slips ? acos(1 - 24 / (2e8 * X)) / 3.14159265358979 : 1, 2e-6)) print "stuck", $at["stuck"], acos(1 - 24 / (2e8 * X)) / 3.14159265358979 }
    END { if (N < 20 || M < 5) print N " that slip, " M " that stick" }' "$1-point.csv" >wrong.txt
  [ -s wrong.txt ] && say "$1: $(head -4 wrong.txt)"
}
closed_form one 1
closed_form nine 9
closed_form back 1
# The values of the peak are those of the highest point of the curve; grids lie between points.
awk -F, 'NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i; else if ($at["event"] == "maximum" && $at["tip"] > tip) { tip = $at["tip"]; s = $at["most"] " " $at["moved"] " " $at["work"] " " $at["stuck"] " " $at["closed"] } next }
  FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i; next }
  { p = $of["peak_most"] " " $of["peak_moved"] " " $of["peak_work"] " " $of["peak_stuck"] " " $of["peak_closed"]; if (s == "" || p != s) print "peak", p, "curve", s }' nine-point.csv nine.csv >wrong.txt
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n++; if (!($at["most_lower"] > 5 && $at["most_upper"] < 12 + 1e-6 && $at["work_lower"] > -1e-12 && $at["work_upper"] < 2e-4)) print } END { if (n != 9) print n " rows" }' nine-grid_frequency.csv >>wrong.txt
[ -s wrong.txt ] && say "peak and grid: $(head -4 wrong.txt)"

# Always stuck under a static load of 1 N: the spring of 80 N/m, parallel to 37.5 N/m, carries its
# share.
cat >static.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 1.3], springs: [100, 60]}
reduction: {method: modal, damping: 0.02}
contact: {node: 2, law: elastic, tangential_stiffness: 80, friction: 0.5, preload: 4}
excitation:
  - {node: 1, amplitude: 0.1}
  - {node: 2, type: constant, amplitude: 1}
response: {from: 0.2, to: 0.5, harmonics: 3, at: 0.4}
outputs: {x: {node: 1}, mean: {contact: 0, quantity: tangential_force, reduce: mean}, stuck: {contact: 0, quantity: stick_fraction}}
YAML
"$chatter" run static.yaml -o static.h5 -q && "$chatter" export static.h5 -o static >/dev/null 2>&1 || say "static"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { d = $at["mean"] + 80 / 117.5; if (!(d * d < 1e-20 && $at["stuck"] == 1)) print $0 }' static.csv >wrong.txt
[ -s wrong.txt ] && say "a static load: $(cat wrong.txt)"

# compare NAME ROWS TOLERANCES...: outputs of NAME.csv and NAME-steps.csv, relative to the first
# row; 0: not compared
compare() {
  local name=$1 rows=$2
  shift 2
  paste -d, "$name.csv" "$name-steps.csv" | awk -F, -v rows="$rows" -v words="$*" '
    { n = split(words, tolerance, " ") }
    NR > 1 { m++; for (i = 1; i <= n; i++) { a = $(i + 2); b = $(i + 4 + n); size = b < 0 ? -b : b; if (!(a - b <= tolerance[i] * size && b - a <= tolerance[i] * size)) print $1, i, a, b } }
    END { if (m != rows) print m " rows" }' >wrong.txt
  [ -s wrong.txt ] && say "$name: $(cat wrong.txt)"
}
# both NAME FREQUENCIES STEPS: NAME.yaml and a study of time steps made from it, whose 10 last
# periods count
both() {
  { echo sample_id,frequency; for f in $2; do echo "$f,$f"; done; } >samples.csv
  in_time "scheme: leapfrog, steps_per_period: $3, periods: 200, window: 10" <"$1.yaml" >"$1-steps.yaml"
  for name in "$1" "$1-steps"; do "$chatter" eval "$name.yaml" -i samples.csv -o "$name.csv" -q --force --device cpu 2>log && without_stability "$name.csv" || say "$name: $(cat log)"; done
}
# Time steps count whole steps of a state; the truncation error above 15 harmonics is 1e-4 of
# forces.
cp "$models"/blade-damper-blade/{K.mtx,M.mtx,dof.csv,nodes.csv} .
cat >blades.yaml <<'YAML'
study: response
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}
reduction: {method: modal, rayleigh: {stiffness: 1.5e-5}}
contact:
  - {nodes: LEFT_PLATFORM, partner: DAMPER, law: elastic, normal: [-0.5, 0.8660254037844386, 0], tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50.0}
  - {nodes: DAMPER, partner: RIGHT_PLATFORM, law: elastic, normal: [-0.5, -0.8660254037844386, 0], tangential_stiffness: 1.0e+5, normal_stiffness: 1.0e+5, friction: 0.3, preload: 50.0}
excitation: {node: RIGHT_BLADE, direction: x, amplitude: 20.0, phase: cos}
response: {from: 193.0, to: 205.0, harmonics: 15, static: yes, at: 203}
inputs: {frequency: response.at}
outputs:
  right: {node: RIGHT_BLADE, direction: x, reduce: rms}
  normal: {quantity: normal_force, contact: 1, reduce: max}
  least: {quantity: normal_force, contact: 1, reduce: min}
  force: {quantity: tangential_force, contact: 1, reduce: max}
  lowest: {quantity: tangential_force, contact: 1, reduce: min}
  mean: {quantity: normal_force, contact: 0, reduce: mean}
  gap: {quantity: gap, contact: 0, reduce: max}
  stuck: {quantity: stick_fraction, contact: 1}
YAML
both blades "197 200.5" 4000
compare blades 2 3e-4 3e-4 1e-3 3e-4 3e-4 3e-4 1.5e-3 6e-3
# Loads at which the right flank separates.
sed -i -e 's/amplitude: 20.0/amplitude: 60.0/' -e 's/stuck: {quantity: stick/stuck: {quantity: contact/' blades.yaml
both blades 197 4000
compare blades 1 1e-3 1e-3 0 2e-3 2e-3 1e-3 5e-3 6e-3
chain_and_stop "" >stop.yaml <<'YAML'
  top: {node: 1, reduce: max}
  force: {quantity: normal_force, reduce: max}
  mean: {quantity: normal_force, reduce: mean}
  gap: {quantity: gap, reduce: max}
  closed: {quantity: contact_fraction}
YAML
both stop "0.5 0.8 0.9 1.0" 4000
compare stop 4 2.5e-5 5e-5 5e-5 1e-4 2e-3
# Set-valued friction: short stick depends on harmonics above 25 (0.04 of the period; 0.075 by time
# steps), the work on the motion as a whole.
cat >rub.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 8, clamped: left}
reduction: {method: massless_craig_bampton, modes: 6, rayleigh: {stiffness: 5.0e-5}}
contact: {node: 2, law: coulomb, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 4.0, phase: cos}
response: {from: 190.0, to: 350.0, harmonics: 25, at: 280}
inputs: {frequency: response.at}
outputs:
  tip: {node: RIGHT, reduce: rms}
  force: {quantity: tangential_force, reduce: max}
  work: {quantity: cycle_dissipation}
  load: {quantity: normal_force, reduce: min}
  stuck: {quantity: stick_fraction}
YAML
both rub "220 250" 8000
awk -F, -v OFS=, 'NR > 1 { $5 /= 10 } { print }' rub-steps.csv >x && mv x rub-steps.csv # ten periods
compare rub 2 3e-4 1e-12 3e-4 1e-12 0.5

# Along two tangents. The outputs of a contact are computed together: each has the same value for
# any other outputs in any order.
for file in K:2:1:1.5 M:1:1:1; do
  echo "$file" | awk -F: '{ print "%%MatrixMarket matrix coordinate real symmetric"; print 3, 3, 3; for (i = 1; i <= 3; i++) print i, i, $(i + 1) }' >"${file%%:*}.mtx"
done
printf 'eq,node,dof\n1,1,x\n2,1,y\n3,1,z\n' >dof.csv
printf 'id,x,y,z\n1,0,0,0\n' >nodes.csv
round() { # NAME OUTPUT...
  cat >"$1.yaml" <<YAML
study: response
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, law: friction, normal: x, tangents: 2, friction: 0.3, preload: 1.0}
excitation:
  - {node: 1, direction: y, amplitude: 0.5, phase: cos}
  - {node: 1, direction: z, amplitude: 0.4, phase: sin}
response: {from: 0.1, to: 0.3, harmonics: 5}
outputs:
  y: {node: 1, direction: y}
$(for name in "${@:2}"; do sed -n "s/^$name /  $name: /p" quantities.txt; done)
YAML
  curves "$1" "$1.yaml" "moved force load stuck work"
}
cat >quantities.txt <<'TEXT'
moved {quantity: tangential_displacement, reduce: max}
force {quantity: tangential_force, reduce: max}
load {quantity: normal_force, reduce: max}
stuck {quantity: stick_fraction}
work {quantity: cycle_dissipation}
TEXT
round together moved force load stuck work
round reversed work stuck load force moved
cmp -s together.csv reversed.csv || say "outputs in another order: $(diff together.csv reversed.csv | head -3)"
n=0
for name in moved force load stuck work; do
  n=$((n + 1))
  round alone $name
  cmp -s <(cut -d' ' -f$n alone.csv) <(cut -d' ' -f$n together.csv) || say "$name is another one alone"
done
awk '$4 < 1 && $5 > 0 { n++ } END { exit !(n > 10) }' together.csv || say "along two tangents nothing slips"

# Outputs that do not exist.
refused() { # WORDS SETTINGS...
  "$chatter" check "$1" "${@:3}" >log 2>&1
  [ $? = 3 ] && grep -qF -- "$2" log || say "not refused as '$2': $(cat log)"
}
refused jenkins.yaml "there is no such contact point (allowed: 0 to 0" --set=outputs.work.contact=1
refused jenkins.yaml "no outputs of all contact points" --set=outputs.work.contact=all
refused jenkins.yaml "no normal coordinate" --set=outputs.work.quantity=gap
refused stop.yaml "no direction of friction" --set=outputs.closed.quantity=stick_fraction
refused jenkins.yaml "does not belong to the quantity" --set=outputs.work.node=RIGHT
finish
