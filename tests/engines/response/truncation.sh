#!/usr/bin/env bash
# The truncation error of a balance is estimated for every point, peak and state, and follows the
# actual error: peaks with few harmonics compared with those with many, for friction, a stop and a
# cubic spring. More than 1 % causes one warning.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
cat >friction.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 20, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact: {node: 5, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 0.2, phase: cos}
response: {from: 260.0, to: 330.0, harmonics: 3}
outputs:
  tip: {node: RIGHT}
  peak: {quantity: peak_amplitude, node: 5}
YAML
sed -e '/^#/d' -e 's/  mass:.*/&\n  peak: {quantity: peak_amplitude, node: 1}/' -e 's/, stability: floquet//' "$models/impact-oscillator/one.yaml" >stop.yaml
{ duffing "harmonics: 3"; echo '  peak: {quantity: peak_amplitude, node: 1}'; } >cubic.yaml
# peak STUDY HARMONICS: amplitude, peak_left_out, the largest estimate of a point, warnings
peak() {
  "$chatter" run "$1.yaml" -o x.h5 --force --quiet --device cpu --set "response.harmonics=$2" 2>log && "$chatter" export x.h5 --force >/dev/null 2>>log || say "$1, $2: $(cat log)"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { printf "%s %s ", $at["peak"], $at["peak_left_out"] }' x.csv
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["left_out"] > most { most = $at["left_out"] } END { printf "%s ", most }' x-point.csv
  grep -c 'left_out' log
}
# For contacts, whose own motion has a smaller error if they are stiff: at least the error of their
# amplitude, and at most a few hundred times that. It decreases with the harmonics at least as fast.
for case in "friction 31 3 5 9" "stop 40 5 10 20" "cubic 15 1 3 5"; do
  set -- $case
  exact=$(peak "$1" "$2")
  for harmonics in "${@:3}"; do echo "$1 $harmonics $(peak "$1" "$harmonics") ${exact%% *}"; done
done >peaks.txt
awk '{ error = $3 / $7 - 1; if (error < 0) error = -error
    if (!(error <= $4 && $4 <= 500 * error + 1e-6)) print "left out " $4 ", off by " error ": " $0
    if (!($4 <= $5 * 1.0000001)) print "more at the peak than anywhere: " $0
    if ($6 != ($5 > 0.01)) print "warned of or not: " $0
    if ($1 == before && !($4 < left)) print "not less: " $0
    before = $1; left = $4 }
  END { if (NR != 9) print NR " peaks" }' peaks.txt >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
# A state at response.at has the estimate of its point; the rows of eval contain only its outputs.
"$chatter" run friction.yaml -o state.h5 --force --quiet --device cpu --set response.at=300 2>/dev/null && "$chatter" export state.h5 --force >/dev/null 2>&1 || say "state"
"$chatter" run friction.yaml -o curve.h5 --force --quiet --device cpu --set response.to=300 2>/dev/null && "$chatter" export curve.h5 --force >/dev/null 2>&1 || say "curve"
expect "left_out of a state" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["left_out"] }' state.csv)" \
  "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at["left_out"] }' curve-point.csv)" 1e-6
# For an ensemble the warning counts the trajectories, and names no number of harmonics if that
# varies.
duffing "harmonics: 7, at: 0.2" | sed 's/law: cubic, cubic_stiffness: 1.0/law: spring, normal: -x, gap: 0.5, normal_stiffness: 30/' >many.yaml
echo 'ensemble: {design: {type: grid, parameters: {response.harmonics: {values: [1, 3, 7, 15]}}}}' >>many.yaml
tabulate many
"$chatter" run many.yaml -o many.h5 -f -q --device cpu 2>log || say "many: $(cat log)"
above=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["left_out"] > 0.01 { n++ } END { print n + 0 }' many.csv)
grep -q "what the harmonics of contacts leave out is up to 12 % of their motion, above 1 % in $above of 4 trajectories" log || say "$above of an ensemble: $(cat log)"
[ "$above" = 2 ] || say "$above of 4 trajectories leave out more than 1 %"
finish
