#!/usr/bin/env bash
# Continuation: a run of 2 T equals a run of T with --keep-state and its continuation (initial.from,
# clock: continue), to the last bit of the state, for each kind of contact and drive, in ensembles
# with different steps, over lanes, shards, kill and resume. With another step the continuation is
# of second order; with the clock at zero the drives begin again. Runs that cannot be continued are
# refused with a specific message.
. "$(dirname "$0")/../../program.sh"
chain='model: {type: chain, masses: [1, 1, 0.5], springs: [100, 150, 80]}
reduction: {method: modal, damping: 0.02}'
massless='model: {type: chain, masses: [1, 1, 0.5, 0], springs: [100, 150, 80, 400]}
reduction: {method: macneal, modes: 3, damping: 0.02}'
plane='model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 20, elements_across: 2, clamped: left}'
awk 'BEGIN { print "time,force"; for (i = 0; i <= 400; i++) printf "%.17g,%.17g\n", i / 20, sin(i * i / 700) }' >table.csv

study() { # name, model, contact, load, integrator without duration, [more]
  cat >"$1.yaml" <<YAML
study: transient
$2
contact: $3
excitation: $4
integrator: {$5}
${6-}
YAML
}
run() { # study, results, options
  "$chatter" run "$1.yaml" -o "$2.h5" -f -q --keep-state "${@:3}" 2>errors.txt || say "$1 as $2: $(cat errors.txt)"
}
states() { # results: all numbers of the states it ended with
  rm -rf "$1-tables" && mkdir "$1-tables" && (cd "$1-tables" && "$chatter" export "../$1.h5" -o t.csv 2>/dev/null) &&
    cat "$1-tables"/t-state_*.csv && cut -d, -f1-3 "$1-tables/t.csv"
}
same_states() { cmp -s <(states "$1") <(states "$2") || say "$3: the states differ"; }
moves() { [ "$(sort -u "$1-tables/t-state_modal_velocity_row.csv" | wc -l)" -gt 3 ] || say "$1: nothing moves"; }
go_on() { # study: T, then T more, against 2 T
  sed '/^initial:/d' "$1.yaml" >"$1-rest.yaml"
  echo "initial: {from: $1-half.h5, clock: continue}" >>"$1-rest.yaml"
  run "$1" "$1-half" --set "integrator.duration=$2"
  run "$1" "$1-whole" --set "integrator.duration=$3"
  # shellcheck disable=SC2086
  run "$1-rest" "$1-end" --set "integrator.duration=$2" ${4---lanes 1}
  same_states "$1-whole" "$1-end" "$1"
  moves "$1-end"
}
sine='{node: 1, amplitude: 2, frequency: 1.1}'
grid() { echo "ensemble: {design: {type: grid, parameters: {$1: {from: $2, to: $3, count: 5}}}}"; }

study bounces 'model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 30}
reduction: {method: massless_craig_bampton, modes: 6}' '{nodes: LOWER, law: unilateral, merge: 0.2}' \
  '{type: gravity, direction: -x, amplitude: 10}' 'step: 1e-3' "initial: {direction: x, displacement: 2}
ensemble: {design: {type: grid, parameters: {integrator.step: {values: [1.0e-3, 2.0e-3, 2.5e-3, 1.0e-3]}}}}
outputs: {e: {quantity: energy_total}, a: {quantity: apex, index: 1}, n: {quantity: impacts}}"
go_on bounces 3 6 "--device device_sim"
study impacts "$chain" '{nodes: 3, law: unilateral, gap: 0.01, gap_amplitude: 0.02, gap_frequency: 1.7, restitution: 0.5}' "$sine" \
  'scheme: moreau, step: 2e-3' "$(grid contact.gap 0 0.05)"
go_on impacts 4 8
study sticks "$massless" '{nodes: 4, law: coulomb, preload: 2, friction: 0.4, wall_velocity: 0.3}' "$sine" 'step: 1e-3' \
  "$(grid contact.friction 0.05 0.9)"
go_on sticks 4 8 "--device device_sim"
study rubs "$plane
reduction: {method: macneal, modes: 8, damping: 0.01}" '{nodes: 63, law: friction, normal: -y, gap: 1e-6, friction: 0.4, preload: 1}' \
  '{node: 63, direction: y, amplitude: 20, frequency: 400}' 'step: 2e-6' "$(grid contact.friction 0 0.8)"
go_on rubs 5e-3 1e-2
# Enough points for forces to be extrapolated from the previous step.
nodes=$(seq -s ', ' 4 3 61)
study presses "$plane
reduction: {method: macneal, modes: 8, damping: 0.01}" "{nodes: [$nodes], law: friction, normal: y, friction: 0.4, preload: 1}" \
  '{node: 63, direction: [1, 0.3, 0], amplitude: 20, frequency: 400}' 'step: 2e-6' "$(grid contact.friction 0.1 0.8)"
go_on presses 2e-3 4e-3 "--device device_sim"
run presses-rest presses-relaxed --set integrator.duration=1e-5 --set integrator.contact_solver=relaxation # keeps no changes
sed 's/presses-half/presses-relaxed/' presses-rest.yaml >presses-newton.yaml
run presses-newton presses-newton --set integrator.duration=1e-5
# Many points that open and close, not pressed, with and without friction: extrapolation is reset
# where they open.
slides=$(seq -s ', ' 4 3 31) stops=$(seq -s ', ' 34 3 61)
study clatters "$plane
reduction: {method: macneal, modes: 8, damping: 0.01}" "
  - {nodes: [$slides], law: friction, normal: y, gap: 1e-7, friction: 0.4}
  - {nodes: [$stops], law: unilateral, direction: y, gap: 2e-7}" \
  '{node: 63, direction: [1, 1, 0], amplitude: 200, frequency: 900}' 'step: 1e-6' "$(grid excitation.frequency 300 2500)
outputs: {closed: {quantity: contact_fraction, contact: any}, x: {node: 63, direction: y, reduce: max}, n: {quantity: normal_force, contact: sum, reduce: integral}}"
go_on clatters 1.1e-3 2.2e-3 "--device device_sim"
states clatters-half >/dev/null
awk -F, 'NR > 1 && $3 != 0 { n++ } END { exit n < 4 }' clatters-half-tables/t-state_boundary_force_change_row.csv || say "clatters: all open in the middle"
states clatters-whole >/dev/null
awk -F, 'NR > 1 && ($6 < 0.02 || $6 > 0.98) { exit 1 }' clatters-whole-tables/t.csv || say "clatters: does not open and close"
# The other solver gives the same motion: forces are accurate to 1e-10 in each step, which impacts
# amplify (1.2e-9 observed).
run clatters clatters-relaxed --set integrator.duration=2.2e-3 --set integrator.contact_solver=relaxation --set integrator.max_iterations=100000
states clatters-relaxed >/dev/null
paste -d, clatters-whole-tables/t.csv clatters-relaxed-tables/t.csv |
  awk -F, 'NR > 1 { for (i = 6; i <= 8; i++) { e = $i / $(i + NF / 2) - 1; if (e < 0) e = -e; if (e > w) w = e } } END { print w > "worst.txt"; exit !(w < 2e-8) || NR != 6 }' ||
  say "clatters: Newton's method and the relaxation differ by $(cat worst.txt)"
study sliders "$chain" '{nodes: 2, law: elastic, tangential_stiffness: 300, friction: 0.5, preload: 1}' "$sine" 'step: 2e-3' \
  "$(grid contact.tangential_stiffness 50 900)"
go_on sliders 4 8
study sliders_massless "$massless" '{nodes: 4, law: elastic, tangential_stiffness: 300, friction: 0.5, preload: 1}' "$sine" \
  'step: 2e-3' "$(grid contact.tangential_stiffness 50 900)"
go_on sliders_massless 4 8
hysteresis='law: bouc_wen, stiffness: 300, alpha: 0.2, beta: 400, gamma: 200'
study hysteresis "$chain" "{nodes: 2, $hysteresis}" "$sine" 'step: 2e-3' "$(grid excitation.amplitude 0.5 4)"
go_on hysteresis 4 8
study hysteresis_massless "$massless" "{nodes: 4, $hysteresis}" "$sine" 'step: 2e-3' "$(grid excitation.amplitude 0.5 4)"
go_on hysteresis_massless 4 8
study joint "$massless" '{nodes: 4, law: iwan, limit_force: 1.5, tangential_stiffness: 300, chi: -0.5, beta: 0.4, sliders: 5}' "$sine" \
  'step: 2e-3' "$(grid excitation.amplitude 0.5 4)"
go_on joint 4 8
study driven "$chain" '{nodes: 3, law: kelvin_voigt, gap: 0.01, normal_stiffness: 2000, normal_damping: 3}' \
  '[{node: 1, drive: record, amplitude: 2}, {node: 1, drive: rough, amplitude: 1}, {node: 2, amplitude: 1, frequency: 2.5, sweep: {from: 0.4, rate: 0.2}}]' 'step: 2e-3' \
  "drives: {record: {file: table.csv}, rough: {type: noise, deviation: 2, band: [0.1, 5], seed: 3}}
$(grid contact.gap 0 0.05)
outputs: {low: {node: 3, reduce: windows, band: [0.1, 5]}}"
go_on driven 4 8

# On emulated teams of 32 threads too, with filters that begin with the continuation.
fake=$build/tests/machines/cuda/standin/libfake_cuda.so
if [ -e "$fake" ]; then
  run driven-rest driven-cpu --set integrator.duration=4
  if CHATTER_LIBCUDA=$fake "$chatter" run driven-rest.yaml -o driven-team.h5 -f -q --keep-state --device cuda --team 32 \
    --set integrator.duration=4 2>errors.txt; then
    same_tables driven-cpu.h5 driven-team.h5 || say "driven: another motion by teams"
  else
    grep -q 'no NVRTC' errors.txt || say "by teams: $(cat errors.txt)"
  fi
fi

# Every quantity of the continuation is that of its own time: equal to the second half of the whole
# run.
sed -e '/^outputs/d' sticks.yaml >recorded.yaml
echo 'outputs: {x: {node: 2, reduce: max}, w: {node: 2, reduce: window_mean}, k: {quantity: stick_fraction}, f: {quantity: tangential_force, reduce: rms}, s: {node: 2, reduce: series, every: 50, trajectories: [0, 3]}, low: {node: 2, reduce: final, last: 0.5}}' >>recorded.yaml
sed 's/{step: 1e-3}/{step: 1e-3, duration: 8, period_frequency: 1, window: 4, windows: 3}/' recorded.yaml >recorded-whole.yaml
sed 's/{step: 1e-3}/{step: 1e-3, duration: 4, windows: 3}/' recorded.yaml >recorded-rest.yaml
echo 'initial: {from: sticks-half.h5, clock: continue}' >>recorded-rest.yaml
for name in recorded-whole recorded-rest; do
  run $name $name
  rm -rf $name-tables && mkdir $name-tables && (cd $name-tables && "$chatter" export ../$name.h5 -o t.csv 2>/dev/null)
done
for table in t.csv t-window.csv t-series-s_sample.csv; do
  diff -q <(cut -d, --complement -f4 recorded-whole-tables/$table) <(cut -d, --complement -f4 recorded-rest-tables/$table) >/dev/null ||
    { [ $table != t.csv ] && cmp -s recorded-whole-tables/$table recorded-rest-tables/$table; } || say "recorded: $table differs"
done

# Shards, and a run that is killed.
for shard in 1 2; do run bounces-rest part-$shard --set integrator.duration=3 --shard $shard/2; done
"$chatter" merge parts.h5 part-1.h5 part-2.h5 -f 2>errors.txt || say "merge: $(cat errors.txt)"
same_states bounces-whole parts shards
sed -i 's/{step: 1e-3}/{step: 1e-4}/' bounces-rest.yaml
kill_and_resume 'going on' run bounces-rest.yaml -o out.h5 --device cpu --set integrator.duration=3 --quiet --keep-state --batch 2 --chunk 500 --checkpoint 0

# Another step: v changes by a (Δt_old - Δt_new) / 2, and the whole is of second order.
study smooth "$chain" '{nodes: 2, law: cubic, cubic_stiffness: 400}' "$sine" 'step: 1e-3' 'outputs: {x: {node: 3}, v: {node: 3, quantity: velocity}}'
value() { "$chatter" export "$1.h5" -o value.csv -f 2>/dev/null; tail -1 value.csv | cut -d, -f5; }
run smooth exact --set integrator.duration=8 --set integrator.step=1.25e-4
for step in 8e-3 4e-3; do
  run smooth coarse --set integrator.duration=4 --set integrator.step=$step
  sed '$ainitial: {from: coarse.h5, clock: continue}' smooth.yaml >finer.yaml
  run finer fine-$step --set integrator.duration=4 --set "integrator.step=$(awk "BEGIN { print $step / 4 }")"
done
# final is one step before the end: comparing states excludes it
errors() { for step in 8e-3 4e-3; do states fine-$step >/dev/null; states exact >/dev/null
  paste -d, fine-$step-tables/t-state_modal_coordinate_row.csv exact-tables/t-state_modal_coordinate_row.csv |
    awk -F, 'NR == 2 { e = $3 - $6; print e < 0 ? -e : e }'; done; }
read -r -d '' e1 e2 < <(errors)
awk -v a="$e1" -v b="$e2" 'BEGIN { exit !(a > 1e-9 && a / b > 3.3 && a / b < 5) }' || say "another step: errors $e1, $e2, not of second order"

# With the clock at zero the drive begins again: under constant loads the motion is the same.
study falls "$massless" '{nodes: 4, law: coulomb, preload: 2, friction: 0.4}' '{type: gravity, direction: x, amplitude: 3}' 'step: 1e-3'
go_on falls 2 4
sed 's/clock: continue/clock: zero/' falls-rest.yaml >falls-zero.yaml
run falls-zero falls-zero --set integrator.duration=2
diff <(states falls-whole | grep -v '^0,ok') <(states falls-zero | grep -v '^0,ok') >/dev/null || say "clock zero: the states differ"
# From one trajectory for all, and by number.
sed 's/clock: continue/trajectory: 3/' sticks-rest.yaml >one.yaml
run one one --set integrator.duration=1e-3 --set ensemble.design.parameters.contact.friction.from=0.4 --set ensemble.design.parameters.contact.friction.to=0.4
states one >/dev/null
[ "$(cut -d, -f2- one-tables/t-state_modal_coordinate_row.csv | sort -u | wc -l)" = 4 ] || say "initial.trajectory: the trajectories differ"

refused() { # study file, options..., words
  local words=${*: -1}
  "$chatter" run "$1" -o refused.h5 -f -q "${@:2:$#-2}" 2>errors.txt && say "$words: not refused"
  grep -q -- "$words" errors.txt || say "$1: expected '$words' in: $(cat errors.txt)"
}
"$chatter" run sticks.yaml -o plain.h5 -f -q --set integrator.duration=1
refused sticks-rest.yaml --set initial.from=plain.h5 --set integrator.duration=1 'holds no states'
refused sticks-rest.yaml --set initial.from=gone.h5 --set integrator.duration=1 'gone.h5'
refused sticks-rest.yaml --set initial.trajectory=7 --set integrator.duration=1 'has no trajectory 7 (allowed: 0 to 4)'
refused sticks-rest.yaml --set model.springs.1=151 --set integrator.duration=1 'another reduced model'
refused impacts-rest.yaml --set initial.from=sticks-half.h5 --set integrator.duration=1 'another reduced model'
refused sticks-rest.yaml --set integrator.step=3e-3 --set integrator.duration=3 'no whole number of steps'
refused hysteresis_massless-rest.yaml --set integrator.step=1e-3 --set integrator.duration=1 'allowed: the same step'
refused sticks-rest.yaml --set initial.displacement=1 --set integrator.duration=1 "not both"
sed 's/^initial.*/initial: {clock: continue}/' sticks-rest.yaml >alone.yaml
refused alone.yaml --set integrator.duration=1 'belongs to initial.from'
# Failed trajectories: refused if named, not run if they have the same number.
sed "1aoutputs: {x: {node: 2}}" sticks.yaml >told.yaml
run told broken --set integrator.duration=4 --set integrator.divergence=0.05
"$chatter" info broken.h5 | grep -q 'diverged' || say "nothing diverged"
bad=$("$chatter" export broken.h5 -o failed.csv -f >/dev/null 2>&1; awk -F, '/diverged/ { print $1; exit }' failed.csv)
refused sticks-rest.yaml --set initial.from=broken.h5 --set "initial.trajectory=$bad" --set integrator.duration=1 "ended with status diverged"
"$chatter" run sticks-rest.yaml -o some.h5 -f --set initial.from=broken.h5 --set integrator.duration=1 --max-failed 100% 2>errors.txt ||
  say "some failed: $(cat errors.txt)"
grep -q 'did not end well' errors.txt || say "no word about those that failed"
"$chatter" info some.h5 | grep -q 'not_run' || say "what failed is gone on from"
# A study without motion stores no state.
cat >curve.yaml <<YAML
study: response
$chain
contact: {nodes: 3, law: cubic, cubic_stiffness: 2000}
excitation: {node: 1, amplitude: 1}
response: {from: 0.5, to: 3, harmonics: 3}
outputs: {x: {node: 3}}
YAML
refused curve.yaml --keep-state 'keep-state'
finish
