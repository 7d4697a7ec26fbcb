#!/usr/bin/env bash
# Figures find the frequency of a load in any entry of a list: files beside a response curve, axes,
# sweeps. A second load of zero size changes no number: the data of the figures are those of one
# load.
. "$(dirname "$0")/../program.sh"
base='
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: cubic, cubic_stiffness: 900}'
printf '%s\n' "study: response$base" 'excitation: {node: 1, amplitude: 1}' 'response: {from: 1, to: 3, harmonics: 3}' \
  'outputs: {x: {node: 1, reduce: half_peak_to_peak}}' >curve.yaml
none='{node: 1, type: constant, amplitude: 0}'
study() { # NAME LOADS ENSEMBLE REDUCE
  printf '%s\n' "study: transient$base" "excitation: $2" "integrator: {scheme: leapfrog, steps_per_period: 100, periods: 20$3" \
    "outputs: {x: {node: 1, reduce: $4}}" >"$1.yaml"
}
grid() { # NAME LOADS PATH
  study "$1" "$2" ', window: 5}' half_peak_to_peak
  echo "ensemble: {design: {type: grid, parameters: {$3: {from: 1, to: 3, count: 9}}}}" >>"$1.yaml"
}
load='{node: 1, amplitude: 1, frequency: 2}' sweep='{node: 1, amplitude: 1, frequency: 3, sweep: {from: 1, rate: 0.1}}'
grid one "$load" excitation.frequency
grid list_of_one "[$load]" excitation.0.frequency
grid first "[$load, $none]" excitation.0.frequency
grid second "[$none, $load]" excitation.1.frequency
for name in sweep first_sweep second_sweep; do
  case $name in first_*) loads="[$sweep, $none]" ;; second_*) loads="[$none, $sweep]" ;; *) loads=$sweep ;; esac
  study $name "$loads" ', windows: 20}' windows
done
for name in curve one list_of_one first second sweep first_sweep second_sweep; do
  "$chatter" run $name.yaml -q -f -o $name.h5 2>message || say "$(cat message)"
done
draw() { # FIGURE FILES [OPTIONS]
  local name=$1
  shift
  "$chatter" plot -f "$@" -o "$name.svg" >/dev/null 2>message || say "plot $*: $(cat message)"
  sed -i 's/^# .*//; s/one\|list_of_one\|first_sweep\|second_sweep\|first\|second\|sweep//g' "$name.dat" # names of files
}
same() { cmp -s "$1.dat" "$2.dat" || say "$3: other data than those of one load"; }
draw alone one.h5
draw beside curve.h5 one.h5
for name in list_of_one first second; do
  draw this $name.h5 && same this alone "$name"
  draw this curve.h5 $name.h5 && same this beside "curve and $name"
  for x in excitation.frequency excitation.$([ $name = second ] && echo 1 || echo 0).frequency; do
    draw this $name.h5 --set plot.x=$x && same this alone "$name over $x"
    draw this curve.h5 $name.h5 --set plot.x=$x && same this beside "curve and $name over $x"
  done
done
draw beside curve.h5 sweep.h5
for name in first_sweep second_sweep; do draw this curve.h5 $name.h5 && same this beside "curve and $name"; done
"$chatter" plot -f first.h5 -o this.svg --set plot.x=excitation.1.frequency >/dev/null 2>message && say "a load that does not vary is an axis"
grep -q "did you mean 'excitation.0.frequency'" message || say "$(cat message)"
finish
