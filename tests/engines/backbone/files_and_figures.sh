#!/usr/bin/env bash
# usage: files_and_figures.sh BUILD_FOLDER
# Curves of harmonic balance in files, of different length per trajectory: merged shards, chunks,
# threads and a resumed run give the bytes of the whole run. Their figures contain what the study
# asks for, and an impossible figure is refused first.
set -uo pipefail
build=$1
chatter=$build/chatter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }
cat >"$work/pad.yaml" <<'TEXT'
study: backbone
title: Cantilever with an elastic friction element
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 8, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact: {node: 2, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 190.0, to: 350.0, harmonics: 3, grid: [200, 340, 29]}
backbone: {methods: [extremum, phase, dnnm], from: 0.2, to: 3, grid: [0.3, 2.7, 13]}
ensemble: {design: {type: grid, parameters: {contact.preload: {from: 20, to: 60, count: 7}}}}
outputs:
  tip: {node: RIGHT}
  middle: {node: 4, direction: y}
  peak: {quantity: peak_amplitude, node: RIGHT}
TEXT
cd "$work" || exit 1
"$chatter" run pad.yaml -o whole.h5 --device cpu_scalar -q || { say "the run failed"; exit 1; }
"$chatter" export whole.h5 -o whole.csv 2>/dev/null || say "export failed"
for i in 1 2 3; do "$chatter" run pad.yaml -o "s$i.h5" --shard "$i/3" --device cpu -q --threads 2 || say "shard $i failed"; done
"$chatter" merge shards.h5 s3.h5 s1.h5 s2.h5 2>/dev/null && "$chatter" export shards.h5 -o shards.csv 2>/dev/null
"$chatter" run pad.yaml -o chunks.h5 --device cpu -q --chunk 50 && "$chatter" export chunks.h5 -o chunks.csv 2>/dev/null
for table in .csv -point.csv -grid_frequency.csv -grid_load_factor.csv; do
  for run in shards chunks; do cmp -s "whole$table" "$run$table" || say "$run$table differs from whole$table"; done
done
# Every trajectory has its rows together and in order, with its own preload, and begins with its
# response curve.
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  {
    t = $at["trajectory"]; if (t < last) { print "trajectory " t " behind " last; bad = 1 } last = t
    if ($at["point"] != points[t]++) { print "point " $at["point"] " of trajectory " t; bad = 1 }
    if ((e = $at["contact.preload"] - (20 + 40 * t / 6)) > 1e-9 || e < -1e-9) { print "preload " $at["contact.preload"]; bad = 1 }
    if ($at["point"] == 0 && ($at["curve"] != "response" || $at["frequency"] != 190)) { print "begins with " $0; bad = 1 }
    kinds[t "," $at["curve"]] = 1
  }
  END { for (t = 0; t < 7; t++) n += points[t] != points[0]; for (k in kinds) m++; if (m != 28 || n < 3) { print m " curves, " n " lengths"; bad = 1 } exit bad }
' whole-point.csv >log || say "$(head -3 log)"

command -v gnuplot >/dev/null || exit $((failures > 0))
draw() { # KIND text...: the script of the figure contains every text
  local kind=$1
  shift
  "$chatter" plot whole.h5 -o "$kind.svg" --set "plot.kind=$kind" >log 2>&1 || { say "$kind: $(tail -1 log)"; return; }
  for text in "$@"; do grep -qF -- "$text" "$kind.gp" || say "$kind.gp does not hold '$text'"; done
}
draw response "title 'extremum'" "title 'phase'" "title 'dnnm'" "title 'preload = 40 N'" "title 'maximum'" "set xlabel 'Frequency of the loads (Hz)'"
draw backbone "set logscale x" "set xlabel 'Load factor'" "set ylabel 'Damping'" "extremum'"
draw shape "maximum at"
draw quantiles "set xlabel 'Frequency of the loads (Hz)'" "7 trajectories"
draw windows "set xlabel 'Frequency (Hz)'"
"$chatter" plot whole.h5 -o bands.svg --set plot.kind=quantiles --set 'plot.y=[tip_by_extremum, frequency_by_extremum]' >log 2>&1 || say "bands: $(tail -1 log)"
for text in "set xlabel 'Load factor'" "set ylabel 'Frequency" "7 trajectories"; do grep -qF -- "$text" bands.gp || say "bands.gp does not hold '$text'"; done
"$chatter" plot whole.h5 -o load.svg --set plot.kind=windows --set plot.y=tip_by_phase >log 2>&1 || say "over loads: $(tail -1 log)"
grep -qF "set xlabel 'Load factor'" load.gp || say "load.gp has no loads"
"$chatter" plot whole.h5 -o mixed.svg --set plot.kind=quantiles --set 'plot.y=[tip_by_extremum, tip_upper]' >log 2>&1
[ $? != 0 ] && grep -q "'tip_upper' over grid_frequency: one figure has one axis" log || say "two axes: $(cat log)"
"$chatter" plot whole.h5 -o chart.svg --set plot.kind=chart --set plot.quantile=0.5 >log 2>&1 || say "chart: $(tail -1 log)"
grep -q "title 'least: .* mm at .* N'" chart.gp || say "the chart has no least peak"
"$chatter" run pad.yaml -o no.h5 --set plot.kind=response --set plot.y=middel --plot >log 2>&1
[ $? = 3 ] && grep -q "did you mean 'middle'" log || say "a figure of what is not there: $(cat log)"
exit $((failures > 0))
