#!/usr/bin/env bash
# Runs of one study that end in different ways, in `run` and `eval`: contact lost under a force from
# a file, at the static load; stuck; past the end of the target; a step above the limit. Each row
# has its own status and time.
. "$(dirname "$0")/../../program.sh"
sed -e '/^ensemble/,$d' -e 's/^sliding: .*/sliding: {duration: 0.1, step: 1.0e-7}/' -e 's/^roughness: .*/roughness: {file: lift.csv}/' \
  "${CHATTER_SOURCE:-$(dirname "$models")}/tests/engines/sliding/small.yaml" >ends.yaml
cat >>ends.yaml <<'TEXT'
ensemble: {design: {type: file, file: rows.csv}}
outputs:
  force: {quantity: normal_force}
  force_max: {quantity: normal_force, reduce: max}
TEXT
# Upwards on C: 0.3 N in 0.1 s, evenly.
awk 'BEGIN { print "time,force"; for (i = 0; i <= 1000; i++) printf "%.17g,%.17g\n", i * 1e-4, i * 3e-4 }' >lift.csv
cat >rows.csv <<'TEXT'
sample_id,slider.preload,slider.velocity,slider.friction
light,0.1,0.03,0.3
heavier,0.2,0.03,0.3
heavy,1,0.03,0.3
slow,1,1e-6,0.3
slippery,1,1e-6,0
far,1,0.8,0.3
TEXT
"$chatter" run ends.yaml -o ends.h5 --quiet --device cpu 2>log && "$chatter" export ends.h5 -o ends.csv >log 2>&1 || say "run: $(cat log)"
"$chatter" eval ends.yaml -i rows.csv -o rows.out.csv --quiet --device cpu 2>log || say "eval: $(cat log)"
# The guide is free along y: on a level element C carries the preload less the lifting force, so
# that contact is lost when that equals the preload: after 1/30 s and 1/15 s. The slope of the bent
# target, 2e-3, adds 6e-4 of friction; the vibration that the sudden beginning of 3 N/s causes, at
# some 100 Hz, is at most 3 / (2 pi 100) = 5e-3 N: 3 %.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  function expect(condition, text) { if (!condition) { print name ": " text; bad = 1 } }
  { name = $at["sample_id"]; status = $at["status"]; t = $at["end_time"]; force = $at["force"] }
  name == "light" { expect(status == "detached" && t > 0.97 / 30 && t < 1.03 / 30, status " at " t) }
  name == "heavier" { expect(status == "detached" && t > 0.985 / 15 && t < 1.015 / 15, status " at " t) }
  name == "heavy" { expect(status == "ok" && t > 0.0999 && force > 0.69 && force < 0.71, status " at " t ", " force " N") }
  name == "slow" { expect(status == "stuck" && t > 0 && t < 0.01 && force == "nan", status " at " t ", " force) }
  name == "slippery" { expect(status == "ok" && force > 0.69 && force < 0.71, status " at " t ", " force " N") }
  name == "far" { expect(status == "off_target" && t == 0, status " at " t) }
  { rows++ }
  END { exit bad || rows != 6 }' ends.csv >errors.txt || say "$(cat errors.txt)"
words=detached,detached,ok,stuck,ok,off_target
[ "$(tail -n +2 rows.out.csv | cut -d, -f2 | paste -sd,)" = $words ] || say "eval: $(cut -d, -f1,2 rows.out.csv)"
"$chatter" info ends.h5 | grep -q '2 ok, 2 detached, 1 stuck, 1 off_target' || say "info: $("$chatter" info ends.h5 | grep status)"
"$chatter" run ends.yaml -o failed.h5 --quiet --device cpu --max-failed 3 2>log
[ $? = 7 ] || say "--max-failed 3 with four failed: $(cat log)"

# Windows of one step each: those before the step in which contact is lost have their force, that
# one and later ones none.
awk 'BEGIN { print "time,force"; for (i = 0; i <= 20; i++) printf "%.17g,%.17g\n", i * 1e-6, i * 0.1 }' >jump.csv
sed -e '/^ensemble/,$d' -e 's/0.1, step: 1.0e-7/2.0e-5, step: 1.0e-7, windows: 200/' -e 's/lift.csv/jump.csv/' ends.yaml >windows.yaml
cat >>windows.yaml <<'TEXT'
ensemble: {design: {type: grid, parameters: {slider.preload: {values: [0.1, 0.2]}}}}
outputs: {force: {quantity: normal_force, reduce: window_min}}
TEXT
"$chatter" run windows.yaml -o windows.h5 --quiet --device cpu && "$chatter" export windows.h5 -o windows.csv >log 2>&1 || say "windows: $(cat log)"
awk -F, '
  FNR == NR { if (FNR > 1) { steps[$1] = $4; if ($2 != "detached" || $4 < 20 || $4 > 100) { print; bad = 1 } } next }
  FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { x = $at["force"]; if ($2 < steps[$1] - 1 ? !(x > 0 && x < 0.21) : x != "nan") { print; bad = 1 } rows++ }
  END { exit bad || rows != 400 }' windows.csv windows-window.csv >errors.txt || say "windows: $(head -3 errors.txt)"

# A step above the limit: refused for the study, but only the status of a row in a table of steps.
"$chatter" eval ends.yaml -o long.csv --quiet --set sliding.step=8e-7 2>log
[ $? = 3 ] && grep -q 'the time step 8e-07 s is above the stability limit 7.22[0-9]*e-07 s' log || say "step: $(cat log)"
printf 'sample_id,sliding.step,slider.preload\na,8e-7,1\nb,1e-7,1\n' >steps.csv
"$chatter" eval ends.yaml -i steps.csv -o steps.out.csv --quiet 2>log || say "steps: $(cat log)"
grep -q '^a,unstable_step,nan,nan$' steps.out.csv && grep -q '^b,ok,0.[67]' steps.out.csv || say "steps: $(cat steps.out.csv)"
finish
