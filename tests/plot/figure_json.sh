#!/usr/bin/env bash
# A figure as data: its JSON contains the numbers of the results with all digits; the numbers of
# gnuplot and of the report are the same points.
tests=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../program.sh"
python=/usr/bin/python3
"$python" -c 'import numpy, h5py' 2>/dev/null || skip "python3-numpy or python3-h5py is missing"
command -v gnuplot >/dev/null || skip "no gnuplot"

{
  mass_before_wall
  cat <<'YAML'
title: "A \"mass\" \\ µ, it's <one>"
outputs:
  tip: {node: 1, reduce: series, trajectories: [0, 3, 7]}
  highest: {node: 1, reduce: max}
ensemble: {seed: 1, design: {type: grid, parameters: {excitation.amplitude: {from: 1, to: 4, count: 4}, contact.gap: {from: 0.01, to: 0.03, count: 3}}}}
YAML
} >grid.yaml
{
  mass_before_wall
  cat <<'YAML'
outputs: {highest: {node: 1, reduce: max}}
ensemble: {seed: 1, design: {type: random, count: 40, parameters: {excitation.amplitude: {distribution: uniform, from: 1, to: 4}, contact.gap: {distribution: uniform, from: 0.01, to: 0.03}}}}
YAML
} >sample.yaml
for name in grid sample; do
  "$chatter" run $name.yaml -q --device cpu -o $name.h5 2>message || say "$name: $(cat message)"
done
# One trajectory failed and has no value.
"$python" -c 'import h5py
file = h5py.File("grid.h5", "a")
file["status"][5], file["highest"][5] = 1, float("nan")' || say "no failed trajectory"

# draw NAME FILE [OPTIONS]: figure and data of one kind
draw() {
  for ending in json svg; do
    "$chatter" plot "$2" -o "$1.$ending" "${@:3}" 2>message || say "$1.$ending: $(cat message)"
    [ $ending = svg ] || { [ -e "$1.gp" ] || [ -e "$1.dat" ] || [ -e "$1.svg" ]; } && [ $ending = json ] && say "$1.json: something was drawn"
  done
}
for kind in series map scatter chart; do draw $kind grid.h5 --set plot.kind=$kind; done
for kind in histogram posterior; do draw $kind sample.h5 --set plot.kind=$kind; done
"$chatter" report grid.h5 -o page.html --set plot.kind=map 2>message || say "the report: $(cat message)"
"$chatter" plot grid.h5 -o map.json 2>message && say "an existing file is replaced"
grep -q "exists already" message || say "an existing file: $(cat message)"
"$chatter" plot grid.h5 -o map.json --force --set plot.kind=map 2>message || say "--force: $(cat message)"
"$python" "$tests/figure_json.py" "$tests" >message 2>&1 || say "$(tail -4 message)"
finish
