#!/usr/bin/env bash
# chatter run --verify: the cantilever in partial slip, where harmonic balance is off by percents
# that alternate with the number of harmonics while integration in time does not change; a linear
# system, where the two agree; an oscillator that the harmonics represent to all digits; rigid
# contacts on a mass; and refused studies.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
verify() { "$chatter" run "$1" -o out.h5 --force --quiet --device cpu --verify "${@:2}" >table.txt 2>errors.txt || say "$*: $(cat errors.txt)"; }
# column POINT NUMBER: of the row of a point, counted from the end
column() { awk -v p="$1" -v c="$2" '$3 == p { print $(c) }' table.txt; }

sed -e '/^inputs:/,$d' -e 's/amplitude: 1.0/amplitude: 0.6/' "$models/cantilever/peak.yaml" >beam.yaml
printf 'outputs:\n  amplitude: {node: RIGHT}\n' >>beam.yaml
# 1773.28460786 rad/s, the peak with three harmonics. References have four digits; time integration
# has the error of its own steps.
for row in 1:1.628e-5 3:1.556e-5 5:1.624e-5 7:1.516e-5 9:1.551e-5; do
  verify beam.yaml --set response.harmonics="${row%%:*}" --set response.at=282.22701
  expect "harmonics ${row%%:*}" "$(column end 5)" "${row#*:}" 0.6e-8
  expect "time, harmonics ${row%%:*}" "$(column end 6)" 1.5484e-5 0.2e-8
  grep -q 'not steady' table.txt && say "not steady: $(cat table.txt)"
done
# In permanent stick the cantilever is linear: the error is that of the steps, (ωΔt)²/24 of
# frequencies.
verify beam.yaml --set excitation.amplitude=0.01
expect "stuck" "$(column maximum 6)" 5.78580e-6 1e-10
awk '$2 == "response" { n++; for (i = 3; i <= NF; i++) if ($i ~ /%|steady/) bad = 1 } END { exit n != 5 || bad }' table.txt || say "stuck: $(cat table.txt)"

duffing "harmonics: 9" >duffing.yaml
# Its highest maximum, found by shooting with small steps: reference/friction_reference.py, curve of
# 0.1 cos ωt.
verify duffing.yaml
expect "Duffing, harmonic balance" "$(column maximum 5)" 0.924714 1e-6
expect "Duffing, time" "$(column maximum 6)" 0.924714 1e-5

# A strong Duffing oscillator: with one harmonic, time integration leaves its peak, which lies
# beyond the fold. This is not an error of the solution, and more harmonics help: with 9 the peak
# stays. Elsewhere the difference of the two is the truncation error.
duffing "harmonics: 1, points: 2000" | sed 's/damping: 0.025/damping: 0.005/; s/amplitude: 0.1/amplitude: 1.0/; s/to: 0.3/to: 3.0/' >strong.yaml
verify strong.yaml
grep ' maximum ' table.txt | grep -q ', left$' || say "beyond the fold: $(cat table.txt)"
grep -q '^What they are apart at the other points is due' table.txt && grep -q "marked 'left' time goes over to another motion" table.txt || say "left: $(cat table.txt)"
verify strong.yaml --set response.harmonics=9
grep ' maximum ' table.txt | grep -q ' stable$' && ! grep -q "left'\|at the other points" table.txt || say "9 harmonics: $(cat table.txt)"

# A mass before a rigid stop has impacts that lose no energy: once per period, with the motion that
# is steady event by event at 1.6 Hz (free flights in closed form, contact times by bisection:
# 0.065965 m rms); 60 harmonics are off by 2 %. Time steps hit the stop up to one step late, so that
# periods vary by half a percent, whose mean is accurate to 1e-3.
cat >stop.yaml <<YAML
study: response
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, law: unilateral, gap: 0.1}
excitation: {node: 1, amplitude: 3}
response: {from: 0.5, to: 3, harmonics: 60, at: 1.6}
outputs: {x: {node: 1}}
YAML
verify stop.yaml
expect "impacts in time" "$(column end 6)" 0.065965 7e-5
grep ' end ' table.txt | grep -q 'not steady' && say "impacts are not steady: $(cat table.txt)"
# Coulomb friction on a mass without long stick: truncation error of 25 harmonics.
sed 's/law: unilateral, gap: 0.1/law: coulomb, friction: 0.3, preload: 3/; s/harmonics: 60, at: 1.6/harmonics: 25, at: 1.59/' stop.yaml >rub.yaml
verify rub.yaml
awk '$3 == "end" { n++; if (!($7 < 0.01 && $7 > -0.01) || /not steady/) print } END { if (n != 1) print n " rows" }' table.txt >wrong.txt
[ -s wrong.txt ] && say "friction on a mass: $(cat wrong.txt)"
# Keys that the engine of transient studies refuses are reported in its words.
sed 's/masses: \[1\], springs: \[100\]/masses: [1, 1], springs: [100, 100]/; s/^contact: .*/contact:\n  - {node: 1, law: unilateral, gap: 0.1}\n  - {node: 2, law: dashpot, normal_damping: 0.4}/' stop.yaml >both.yaml
verify both.yaml --set response.harmonics=3
grep -q '0  not integrated: .*springs and dashpots (law dashpot) and rigid contacts in one model need a massless boundary' table.txt || say "both: $(cat table.txt)"
"$chatter" run "$models/chain/coulomb.yaml" -o none.h5 --verify >output.txt 2>&1
[ $? = 2 ] && grep -q -- '--verify: there is nothing' output.txt && [ ! -e none.h5 ] || say "a transient study: $(cat output.txt)"
finish
