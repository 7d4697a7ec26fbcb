#!/usr/bin/env bash
# `chatter converge`: its orders and differences equal closed forms; it names the level that suffices,
# outputs that do not converge, and refused keys.
. "$(dirname "$0")/../program.sh"

# field KEY OUTPUT LEVEL COLUMN: of the table in levels.csv
field() {
  awk -F, -v key="$1" -v output="$2" -v level="$3" -v column="$4" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i; next }
    $1 == key && $2 == output && $3 - level < 1e-9 * level && level - $3 < 1e-9 * level { print $at }' levels.csv
}
levels() { "$chatter" converge "$@" --csv -q --device cpu >levels.csv 2>errors.txt || say "converge $*: $(cat errors.txt)"; }
# refused EXIT MESSAGE WORDS...
refused() {
  "$chatter" converge "${@:3}" -q --device cpu >out.txt 2>errors.txt
  code=$?
  [ $code = "$1" ] && grep -qF -- "$2" errors.txt || say "${*:3}: exit code $code, $(cat errors.txt)"
  [ ! -s out.txt ] || say "${*:3}: prints a table: $(cat out.txt)"
}

# A linear oscillator in its steady state. Leapfrog's amplitude is exactly
# F / |k - 4 m sin²(Ωh/2)/h² + i c sin(Ωh)/h| with h = 1/(n f): its error is h² (1 + O(Ω² h²)), so
# the order is 2 within (Ωh)², 0.1 at 20 steps per period.
cat >oscillator.yaml <<'YAML'
study: transient
model: {type: chain, masses: [2.0], springs: [200.0]}
reduction: {method: modal, damping: 0.05}
excitation: {node: 1, amplitude: 3.0, frequency: 1.2}
integrator: {scheme: leapfrog, steps_per_period: 40, periods: 120, window: 20}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.8, to: 1.4, count: 5}}}}
inputs: {fineness: integrator.steps_per_period}
outputs:
  motion: {node: 1, reduce: rms}
YAML
levels oscillator.yaml --over integrator.steps_per_period
expect "the order of leapfrog" "$(field integrator.steps_per_period motion 40 order)" 2 0.1
for n in 20 40; do
  awk -v n=$n '
    function rms(f, n) {
      h = 1 / (n * f); w = 2 * pi * f; stiff = 200 - 8 * sin(w * h / 2) ^ 2 / h ^ 2
      return 3 / sqrt(2) / sqrt(stiff ^ 2 + (0.1 * sqrt(400) * sin(w * h) / h) ^ 2)
    }
    BEGIN {
      pi = atan2(0, -1)
      for (i = 0; i < 5; i++) {
        f = 0.8 + 0.15 * i; d = rms(f, n) / rms(f, 80) - 1; d = d < 0 ? -d : d
        for (k = i; k > 0 && all[k - 1] > d; k--) all[k] = all[k - 1]
        all[k] = d
      }
      printf "%.17g %.17g\n", all[4], all[2]
    }' >expected.txt
  read -r largest median <expected.txt
  # The start has decayed to exp(-2 π 0.05 100 · 1.6/1.4) < 1e-13.
  expect "the largest difference at $n steps" "$(field integrator.steps_per_period motion $n largest)" "$largest" 1e-9
  expect "the median at $n steps" "$(field integrator.steps_per_period motion $n median)" "$median" 1e-9
done
[ "$(field integrator.steps_per_period motion 80 largest)" = 0 ] || say "the finest level differs from itself"

# A level suffices by its largest error: its difference plus a third of the last difference, which is
# what the finest level has left by its order (order 2: 1 / (2² - 1)).
"$chatter" converge oscillator.yaml -q --device cpu --tolerance 1% >table.txt || say "the table"
grep -q '^integrator.steps_per_period: 20, 40 (the study), 80$' table.txt || say "levels: $(cat table.txt)"
grep -q '^integrator.steps_per_period: 40 suffices for 1 % (motion: 0.42 % from 80, 0.56 % from the limit by its order 2.0)$' table.txt ||
  say "what suffices: $(cat table.txt)"
grep -q '^integrator.periods: 60 suffices' table.txt || say "the steady state is reached: $(cat table.txt)"
"$chatter" converge oscillator.yaml -q --device cpu --over fineness --tolerance 1e-4 >table.txt
grep -q '^integrator.steps_per_period: no level suffices for 0.01 % (.*; by its order 2.0 about 320 would$' table.txt || say "1e-4: $(cat table.txt)"
# 0.00138 at 80 steps, by order 2 0.0000863 at 320
levels oscillator.yaml --over integrator.steps_per_period --set integrator.steps_per_period=320 --levels 4
[ "$(cut -d, -f3 levels.csv | tail -n +2 | tr '\n' ' ')" = '160 320 640 1280 ' ] || say "four levels: $(cat levels.csv)"

# Some of the ensemble keep their numbers: the first and the third of five.
levels oscillator.yaml --over integrator.steps_per_period --count 2
[ "$(field integrator.steps_per_period motion 40 trajectories)" = 2 ] || say "--count: $(cat levels.csv)"
expect "the order of two trajectories" "$(field integrator.steps_per_period motion 40 order)" 2 0.1
cp levels.csv cpu.csv
"$chatter" converge oscillator.yaml --over integrator.steps_per_period --count 2 --csv -q --device device_sim | cmp - cpu.csv ||
  say "another device gives another table"
"$chatter" converge oscillator.yaml --json -q --device cpu | python3 -c '
import json, sys
all = json.load(sys.stdin)
steps = all["parameters"]["integrator.steps_per_period"]
assert all["trajectories"] == 5 and all["tolerance"] == 0.01, all
assert steps["levels"] == [20, 40, 80] and steps["own"] == 40 and steps["suffices"] == 40, steps
motion = steps["outputs"]["motion"]
assert abs(motion["order"] - 2) < 0.1 and motion["verdict"] == "converges" and len(motion["largest"]) == 3, motion
' || say "--json"

# A step that is refused at one end is replaced at the other: ω = 10/s, limit 0.2 s.
cat >free.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [100.0]}
reduction: {method: modal}
integrator: {scheme: leapfrog, step: 0.15, duration: 2}
initial: {direction: x, displacement: 1}
outputs:
  strain: {quantity: energy_elastic, reduce: mean}
  course: {node: 1, reduce: series}
YAML
"$chatter" converge free.yaml -q --device cpu >table.txt 2>errors.txt || say "a step above the limit ends the command: $(cat errors.txt)"
grep -q '^integrator.step (s): 0.15 (the study), 0.075, 0.0375$' table.txt || say "no other level: $(cat table.txt)"
grep -q 'note: nothing coarser: 0.3: .*above the stability limit 0.2 s' table.txt || say "not why: $(cat table.txt)"
grep -q 'not compared, as they have several values per trajectory: course' errors.txt || say "series: $(cat errors.txt)"
refused 3 'above the stability limit' free.yaml --set integrator.step=0.3

# A bar of n elements, clamped at one end, loaded at the other at 0.3 Hz: a sum over its modes, θ = (2k - 1) π / 2n,
# ω² = 6 E/ρ (n/L)² (1 - cos θ) / (2 + cos θ), modal mass ρ A L (2 + cos θ) / 6. The tail Σ 1/ω²
# falls as 1/modes: order 1.
cat >bar.yaml <<'YAML'
study: response
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 200, clamped: lower}
reduction: {method: modal, modes: 10}
contact: {nodes: UPPER, law: cubic, cubic_stiffness: 1.0e-12}
excitation: {node: UPPER, direction: x, amplitude: 1}
response: {from: 0.1, to: 0.4, at: 0.3, harmonics: 1}
outputs:
  tip: {node: UPPER, direction: x}
YAML
# tips MODES...: difference of each but the last from the last
tips() {
  awk 'function tip(modes) {
      sum = 0
      for (k = 1; k <= modes; k++) {
        c = cos((2 * k - 1) * pi / 400)
        sum += 1 / (10 * (2 + c) / 6 * (6 * 900 * 400 * (1 - c) / (2 + c) - (2 * pi * 0.3) ^ 2))
      }
      return sum
    }
    BEGIN {
      pi = atan2(0, -1)
      for (i = 1; i < ARGC - 1; i++) printf "%.17g ", 1 - tip(ARGV[i]) / tip(ARGV[ARGC - 1])
    }' "$@"
}
levels bar.yaml --over reduction.modes
read -r five ten <<<"$(tips 5 10 20)"
expect "the tip with 5 modes" "$(field reduction.modes tip 5 largest)" "$five" 1e-7
expect "the tip with 10 modes" "$(field reduction.modes tip 10 largest)" "$ten" 1e-7
expect "the order over modes" "$(field reduction.modes tip 10 order)" 1 0.1
# Halves are rounded; the order is that of 3, 5, 10 then, not of a ratio of 2.
levels bar.yaml --over reduction.modes --set reduction.modes=5
read -r three five <<<"$(tips 3 5 10)"
expect "the tip with 3 modes" "$(field reduction.modes tip 3 largest)" "$three" 1e-7
expect "the order over 3, 5, 10 modes" "$(field reduction.modes tip 5 order)" 1 0.1
"$chatter" converge bar.yaml -q --device cpu >table.txt 2>errors.txt
grep -q '^response.harmonics: 1 suffices for 1 % (nothing depends on it)' table.txt || say "harmonics: $(cat table.txt)"
grep -q 'note: nothing coarser: 1 is the smallest allowed' table.txt || say "half a harmonic: $(cat table.txt)"
# All 200 modes there are: two coarser levels.
"$chatter" converge bar.yaml -q --device cpu --over reduction.modes --set reduction.modes=200 >table.txt 2>errors.txt
grep -q '^reduction.modes: 50, 100, 200 (the study)$' table.txt && grep -q 'note: nothing finer: 400: ' table.txt || say "200 modes: $(cat table.txt)"
# On a finer mesh the tip is another node only where it has a number.
levels bar.yaml --over model.elements
grep -q 'name them by sets' errors.txt || say "nothing is said about nodes of another mesh: $(cat errors.txt)"

# A ball falls on a rigid floor. The time of an impact is known to one step, so the speed at which
# the ball hits, and its impulse, have order 1. The medians over 401 balls of the velocities after it
# fall with h, at whatever part of a step each ball hits.
cat >ball.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [0]}
reduction: {method: modal}
contact: {nodes: 1, law: unilateral, restitution: 0.8}
excitation: {type: gravity, direction: -x, amplitude: 9.81}
initial: {direction: x, displacement: 1}
integrator: {scheme: moreau, step: 1.0e-3, duration: 0.6}
ensemble: {design: {type: grid, parameters: {initial.displacement: {from: 0.9, to: 1.1, count: 401}}}}
outputs:
  velocity: {node: 1, quantity: velocity, reduce: final}
  impulse: {contact: 0, quantity: impulse, reduce: max}
  mean_impulse: {contact: 0, quantity: impulse, reduce: mean}
  hits: {contact: 0, quantity: impacts}
  second_apex: {quantity: apex, index: 2}
YAML
levels ball.yaml
expect "the order of an impact's impulse" "$(field integrator.step impulse 1e-3 order)" 1 0.1
expect "the order of the velocity behind it" "$(field integrator.step velocity 1e-3 order)" 1 0.1
[ "$(field integrator.step hits 1e-3 verdict)" = equal ] || say "one impact: $(cat levels.csv)"
[ "$(field integrator.step second_apex 1e-3 verdict),$(field integrator.step second_apex 1e-3 trajectories)" = unknown,0 ] ||
  say "there is no second apex: $(cat levels.csv)"
# The mean over steps halves with them: 3 and 1 times the finest one's. A ball that comes to rest hits ever more often.
[ "$(field integrator.step mean_impulse 1e-3 verdict)" = does_not_converge ] || say "mean impulse: $(cat levels.csv)"
expect "the mean impulse of a step" "$(field integrator.step mean_impulse 2e-3 largest)" 3 0.02
"$chatter" converge ball.yaml -q --device cpu --set integrator.duration=6 >table.txt
grep -q 'note: mean_impulse: mean and rms of impulses are over the steps and shrink with them' table.txt || say "mean impulse: $(cat table.txt)"
grep -q 'note: hits: the number of impacts of a body that comes to rest grows as the step shrinks' table.txt || say "hits: $(cat table.txt)"
grep -qE '^integrator.step: .*; does not converge: .*hits' table.txt || say "hits are not named: $(cat table.txt)"
refused 3 'has no peaks' ball.yaml --set 'outputs.force={contact: 0, quantity: normal_force, reduce: max}'

# On a table that shakes it is chaotic: some thirty impacts later nothing is left of the tenth digit.
"$chatter" converge ball.yaml -q --device cpu --count 64 --set integrator.step=1e-4 --set integrator.duration=6 \
  --set contact.gap=0.02 --set contact.gap_amplitude=0.02 --set contact.gap_frequency=8 \
  --set 'outputs={end: {node: 1}, first: {quantity: apex, index: 1}}' >table.txt
grep -qE '^  end .* (does not converge|not converged)$' table.txt && grep -q 'A chaotic motion never converges' table.txt || say "chaos: $(cat table.txt)"
grep -q '^64 of 401 trajectories' table.txt || say "--count 64: $(cat table.txt)"

# Refused keys are named, with the keys that the study has.
refused 3 "--over: unknown parameter 'integrator.stp' (did you mean 'integrator.step'?)" ball.yaml --over integrator.stp
refused 3 '--over contact.gap: results should depend on it: it is no resolution of model or method (this study has: integrator.step,' \
  ball.yaml --over integrator.step,contact.gap
refused 3 '--over excitation.frequency: results should depend on it' oscillator.yaml --over excitation.frequency
refused 3 '--over reduction.modes: the study gives no number that could be halved and doubled' ball.yaml --over reduction.modes
refused 3 '--over integrator.step: ensemble.design varies it' ball.yaml --over integrator.step \
  --set 'ensemble.design.parameters={integrator.step: {from: 1e-4, to: 1e-3, count: 3}}'
refused 3 'levels are compared by outputs with one number per trajectory, and there is none' free.yaml --set outputs.strain=null
refused 2 "--tolerance: '0' is no number above 0" ball.yaml --tolerance 0
refused 2 '--levels: 1 is out of range (allowed: 2 to 9)' ball.yaml --levels 1
refused 2 'two formats: give one' ball.yaml --csv --json
refused 6 'nowhere.yaml' nowhere.yaml
finish
