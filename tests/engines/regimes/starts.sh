#!/usr/bin/env bash
# Motion regimes with `initial`: event-exact studies are compared with starts.py, which integrates
# the masses independently, and so are their accelerations. In an ensemble each trajectory has its
# own start; initial conditions that an event-exact study cannot have are refused. Accelerations of
# stepped studies converge to those by events.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../../program.sh"
differs=$(python3 "$here/starts.py" "$chatter" 2>&1)
[ -z "$differs" ] || say "$differs"

cat >base.yaml <<'YAML'
study: regimes
regimes: {wall: ground, contact_mass: 2, gamma: [1], kappa: [1], r1: 1.3, beta: 0.1, cycles: 3, window: 3, early_exit: false}
initial: {displacement: 2, velocity: 0.3}
outputs: {amplitude: {}, stops: {quantity: stops_per_cycle}}
YAML
one() { "$chatter" eval base.yaml -q "$@" | tail -1 | cut -d, -f3-; }
cp base.yaml grid.yaml
echo 'ensemble: {design: {type: grid, parameters: {initial.displacement: {values: [0, 2, -7]}, initial.velocity: {values: [0.3, 5]}}}}' >>grid.yaml
tabulate grid
row=2
for displacement in 0 2 -7; do
  for velocity in 0.3 5; do
    expected=$(one --set initial.displacement=$displacement --set initial.velocity=$velocity)
    seen=$(sed -n "${row}p" grid.csv)
    expect "amplitude from $displacement, $velocity" "$(echo "$seen" | cut -d, -f"$(head -1 grid.csv | tr , '\n' | grep -n '^amplitude$' | cut -d: -f1)")" \
      "${expected%%,*}" 1e-15 # the same number with 17 digits
    row=$((row + 1))
  done
done
[ "$(sed 1d grid.csv | cut -d, -f"$(head -1 grid.csv | tr , '\n' | grep -n '^amplitude$' | cut -d: -f1)" | sort -u | wc -l)" = 6 ] ||
  say "different beginnings, the same answer: $(cat grid.csv)"

sed 's/^outputs: {/&fast: {quantity: velocity, node: 1, reduce: max}, hard: {quantity: acceleration, node: 2, reduce: min}, /' grid.yaml >rates.yaml
for device in cpu cpu_scalar device_sim; do
  "$chatter" run rates.yaml -q -o $device.h5 --device $device 2>message || say "$device: $(cat message)"
  same_tables cpu.h5 $device.h5 || say "rates on $device differ"
done

refused() { # WORDS STUDY OPTIONS
  local words=$1 code
  shift
  "$chatter" eval "$@" -q >/dev/null 2>message
  code=$?
  [ $code = 3 ] && grep -q "$words" message || say "$*: $code, $(cat message), not '$words'"
}
refused 'initial.shape has 3 factors; allowed: one per mass (2)' base.yaml --set 'initial={shape: [1, 2, 3], displacement: 1}'
refused 'initial.modal has 1 coordinates; allowed: one per mode (2)' base.yaml --set 'initial={modal: [1]}'
cat >load.yaml <<'YAML'
study: regimes
model: {type: chain, masses: [1, 1], springs: [1, 1]}
reduction: {method: modal}
contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.3}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
regimes: {cycles: 20, window: 5}
outputs: {amplitude: {}}
YAML
"$chatter" eval load.yaml -q >/dev/null 2>message || say "$(cat message)"
sed 's/outputs:.*/outputs: {most: {quantity: acceleration, node: 1, reduce: max}, least: {quantity: acceleration, node: 2, reduce: min}}/' load.yaml >events.yaml
{ cat events.yaml; echo 'integrator: {scheme: moreau, steps_per_period: 4000}'; } >steps.yaml
by_steps=$("$chatter" eval steps.yaml -q | tail -1)
by_events=$("$chatter" eval events.yaml -q | tail -1)
for column in 3 4; do # first order: 2π/4000 of a number of order one, once or twice
  expect "acceleration, column $column" "$(cut -d, -f$column <<<"$by_steps")" "$(cut -d, -f$column <<<"$by_events")" 2e-3
done
refused 'begins where its load has its maximum' load.yaml --set excitation.phase=sin
refused 'begins where its load has its maximum' load.yaml --set excitation.phase=1
finish
