#!/usr/bin/env bash
# `last` of series and windows, for each output: compared with the whole series, cut by last.py, a
# separate program. Transient (leapfrog, Moreau), sliding and stepped regimes; different steps in a
# batch, a shorter record, bands, lanes, the simulated device, single precision, shards, a
# continuation; figures and refused values.
. "$(dirname "$0")/../program.sh"
here=$(dirname "${BASH_SOURCE[0]}")
here=$(cd "$OLDPWD" && cd "$here" && pwd)
for file in K.mtx M.mtx dof.csv nodes.csv contact.csv; do ln -s "$models/matrices/$file" .; done
ln -s "$here/../engines/sliding/small.yaml" sliding-base.yaml
# KIND's windows and series: of one quantity $1 with the seconds $2, $3, one of a wider record than there is ($4)
outputs() {
  local all='trajectories: [0, 1, 2, 3, 4]'
  cat <<YAML
outputs:
  whole: {$1, reduce: series, $all}
  banded: {$1, band: [$5], reduce: series, $all}
  tail: {$1, reduce: series, last: $2, $all}
  coarse: {$1, reduce: series, last: $3, every: 7, $all}
  one: {$1, reduce: series, last: 1e-12, $all}
  beyond: {$1, reduce: series, last: $4, every: 3, $all}
  common: {$1, reduce: windows}
  largest: {$1, reduce: window_max, last: $2}
  level: {$1, reduce: window_rms, last: $3}
  middle: {$1, reduce: window_mean, last: $4}
  few: {$1, reduce: window_min, last: $6}
  in_band: {$1, band: [$5], reduce: window_rms, last: $2}
  late: {$1, reduce: rms, last: $2}
  highest: {$1, reduce: max, last: $2}
YAML
}
compare() { # study windows seconds...
  /usr/bin/env python3 "$here/last.py" "$1" "${epsilon-2.2e-16}" "$2" tail:whole:series:"$3" coarse:whole:series:"$4":7 one:whole:series:1e-12 \
    beyond:whole:series:"$5":3 common:whole:half:0 largest:whole:max:"$3" level:whole:rms:"$4" middle:whole:mean:"$5" \
    few:whole:min:"$6" in_band:banded:rms:"$3" late:whole:final_rms:"$3" highest:whole:final_max:"$3" \
    >told 2>&1 && [ ! -s told ] || say "$1: $(head -5 told)"
}
{
  cat <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv, contact: contact.csv}
reduction: {method: macneal, modes: 10, damping: 0.01}
contact: {from_file: true, law: friction, friction: 0.3}
excitation: {node: 26, direction: y, amplitude: 15.0, frequency: 480.0}
integrator: {scheme: leapfrog, steps_per_period: 260, periods: 20, window: 15, windows: 7}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 465, to: 485, count: 5}}}}
YAML
  outputs 'node: 26, direction: y' 0.01 0.0123 1 '300, 2000' 2.5e-5
} >leapfrog.yaml
{
  cat <<'YAML'
study: transient
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.01}
contact: {nodes: 3, law: unilateral, gap: 0.01, restitution: 0.5}
excitation: {node: 1, amplitude: 1, frequency: 1.2}
integrator: {scheme: moreau, step: 0.001, duration: 4, windows: 7}
ensemble: {design: {type: grid, parameters: {integrator.step: {from: 0.001, to: 0.0013, count: 5}}}}
YAML
  outputs 'quantity: gap' 1.5 0.77 9 '0.5, 30' 4e-3
} >moreau.yaml
{
  sed '/^ensemble:/,$d; s/duration: 0.003, step: 1.0e-7, windows: 4, record: 0.002/duration: 0.0006, step: 2.0e-7, windows: 7, record: 0.0005/' sliding-base.yaml
  echo 'ensemble: {design: {type: grid, parameters: {sliding.step: {from: 2.0e-7, to: 2.5e-7, count: 5}}}}'
  outputs 'node: target.52, direction: y' 2e-4 3.3e-4 1 '3000, 8000' 8e-7
} >sliding.yaml
{
  cat <<'YAML'
study: regimes
model: {type: chain, masses: [1, 1], springs: [1, 1]}
reduction: {method: modal}
contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.3}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
integrator: {scheme: moreau, steps_per_period: 400}
regimes: {cycles: 30, window: 10}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.2, to: 0.24, count: 5}}}}
YAML
  outputs 'node: 2' 3 4.4 1e9 '0.1, 3' 0.03
} >regimes.yaml
sed 's/duration: 4/duration: 3/' moreau.yaml >begun.yaml
sed 's/duration: 4/duration: 1/' moreau.yaml >onward.yaml
echo 'initial: {from: begun.h5, clock: continue}' >>onward.yaml
"$chatter" run begun.yaml -f -q --keep-state --device cpu -o begun.h5 2>message || say "begun: $(cat message)"
sed -i 's/^roughness:.*/roughness: {band: [200, 20000], deviation: 0.5, seed: 3}/' sliding.yaml
while read -r name numbers; do
  tabulate "$name" --lanes 1
  # shellcheck disable=SC2086
  compare "$name" $numbers
  kept() { cat "$name"{,-window,-series-tail_sample,-series-coarse_sample,-series-beyond_sample}.csv; }
  kept >one
  for options in "--device cpu --lanes 4" "--device cpu --lanes 8" "--device device_sim" "--device cpu --lanes 1 --batch 2 --chunk 37"; do
    # shellcheck disable=SC2086
    "$chatter" run "$name.yaml" -f -q $options -o "$name.h5" 2>message || { grep -q lanes message || say "$name $options: $(cat message)"; continue; }
    "$chatter" export -f "$name.h5" >/dev/null 2>&1
    kept | cmp -s - one || say "$name: other bits with $options"
  done
  [ "$name" = sliding ] && continue # needs double
  tabulate "$name" --lanes 1 --precision single
  # shellcheck disable=SC2086
  epsilon=1.2e-7 compare "$name" $numbers
done <<'LIST'
leapfrog 7 0.01 0.0123 1 2.5e-5
moreau 7 1.5 0.77 9 4e-3
sliding 7 2e-4 3.3e-4 1 8e-7
regimes 10 3 4.4 1e9 0.03
onward 7 1.5 0.77 9 4e-3
LIST

# More windows or samples than in the study are named; figures use the times of the windows.
grep -q '^trajectory,window,common,window_start,window_end,largest,largest_window_start,largest_window_end,' leapfrog-window.csv ||
  say "columns: $(head -1 leapfrog-window.csv)"
tabulate moreau --lanes 1
times() { # figure options: first and last abscissa of the curves
  "$chatter" plot moreau.h5 -f -o figure.svg "$@" >/dev/null 2>message || say "figure $*: $(cat message)"
  awk '$1 + 0 == $1 { if (!n++ || $1 < a) a = $1; if ($1 > b) b = $1 } END { print a, b }' figure.dat
}
middle() { awk -v last="$1" 'BEGIN { print 4 - last + last / 14, 4 - last / 14 }'; } # of the first and the last of seven
near() { awk -v a="$2" -v b="$3" 'BEGIN { split(a, x); split(b, y); exit !(x[1] - y[1] < 0.003 && y[1] - x[1] < 0.003 && x[2] - y[2] < 0.003 && y[2] - x[2] < 0.003) }' || say "$1: $2, expected $3"; }
near "windows of the last seconds" "$(times --set plot.kind=windows --set plot.y=largest)" "$(middle 1.5)"
near "windows of all" "$(times --set plot.kind=windows --set plot.y=common)" "$(middle 4)"
times --set plot.kind=quantiles --set 'plot.y=[largest, common]' --set plot.colour=status >/dev/null
sed -n 's/^set xrange \[\(.*\):\(.*\)\]/\1 \2/p' figure.gp | awk '{ seen = $1 < 1e-9 && $2 > 3.99 } END { exit !seen }' ||
  say "fans of both have the range $(grep '^set xrange' figure.gp)"
refuse() { # message words...
  "$chatter" "${@:2}" >/dev/null 2>message && say "${*:2} was taken"
  grep -qF -- "$1" message || say "${*:2}: $(cat message)"
}
refuse "plot.x: the windows of 'common' are not those of 'largest'" plot moreau.h5 -f -o figure.svg --set plot.kind=quantiles \
  --set plot.y=largest --set plot.x=common --set plot.colour=status
refuse "the output 'largest' has a variable of that name" check moreau.yaml --device cpu \
  --set 'outputs.largest_window_end={quantity: impacts}'
refuse "'last' belongs to the quantities" check moreau.yaml --device cpu --set 'outputs.x={quantity: impacts, last: 1}'
refuse "keep the 'last' of them only" check moreau.yaml --device cpu --set integrator.duration=1e6
finish
