#!/usr/bin/env bash
# chatter run --verify: the cantilever in partial slip, where harmonic balance is off by percents that alternate with the
# number of harmonics while integration in time does not change; linear, the two agree; an oscillator that the harmonics
# describe to all digits; and what is refused.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
verify() { "$chatter" run "$1" -o out.h5 --force --quiet --device cpu --verify "${@:2}" >table.txt 2>errors.txt || say "$*: $(cat errors.txt)"; }
# column POINT NUMBER: of the row of a point at the given number from behind
column() { awk -v p="$1" -v c="$2" '$3 == p { print $(c) }' table.txt; }

sed -e '/^inputs:/,$d' -e 's/amplitude: 1.0/amplitude: 0.6/' "$models/cantilever/peak.yaml" >beam.yaml
printf 'outputs:\n  amplitude: {node: RIGHT}\n' >>beam.yaml
# 1773.28460786 rad/s, the peak with three harmonics. References have four digits; the time's has an error of its own steps.
for row in 1:1.628e-5 3:1.556e-5 5:1.624e-5 7:1.516e-5 9:1.551e-5; do
  verify beam.yaml --set response.harmonics="${row%%:*}" --set response.at=282.22701
  expect "harmonics ${row%%:*}" "$(column end 5)" "${row#*:}" 0.6e-8
  expect "time, harmonics ${row%%:*}" "$(column end 6)" 1.5484e-5 0.2e-8
  grep -q 'not steady' table.txt && say "not steady: $(cat table.txt)"
done
# Stuck all the time the cantilever is linear: what is left is the chords of the contact force in time, (ωh)²/12 = 8e-7 of it.
verify beam.yaml --set excitation.amplitude=0.01
expect "stuck" "$(column maximum 6)" 5.78580e-6 1e-10
awk '$2 == "response" { n++; for (i = 3; i <= NF; i++) if ($i ~ /%|steady/) bad = 1 } END { exit n != 5 || bad }' table.txt || say "stuck: $(cat table.txt)"

duffing "harmonics: 9" >duffing.yaml
# Its highest maximum, found by shooting with small steps: reference/friction_reference.py, curve of 0.1 cos ωt.
verify duffing.yaml
expect "Duffing, harmonic balance" "$(column maximum 5)" 0.924714 1e-6
expect "Duffing, time" "$(column maximum 6)" 0.924714 1e-5

# A mass before a rigid stop has impacts: that is said instead.
before_stop "harmonics: 3" >stop.yaml
verify stop.yaml
grep -q 'not integrated: laws unilateral, friction and coulomb are integrated with a massless boundary only (reduction.method macneal or massless_craig_bampton)' table.txt || say "a stop: $(cat table.txt)"
"$chatter" run "$models/chain/coulomb.yaml" -o none.h5 --verify >output.txt 2>&1
[ $? = 2 ] && grep -q -- '--verify: there is nothing' output.txt && [ ! -e none.h5 ] || say "a transient study: $(cat output.txt)"
finish
