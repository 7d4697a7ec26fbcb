#!/usr/bin/env bash
# A trajectory that ends early keeps its completed windows, equal to those of the same trajectory
# without the end; the others, and all values of the whole time, are NaN.
. "$(dirname "$0")/../program.sh"
cat >growing.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [1.0e4]}
reduction: {method: modal}
contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0}
excitation: {node: 1, amplitude: 10.0, frequency: 15.915494}
integrator: {scheme: moreau, steps_per_period: 100, periods: 100, windows: 10}
outputs: {tip: {node: 1, reduce: window_rms}, all: {node: 1, reduce: rms}}
YAML
"$chatter" run growing.yaml -q --device cpu -o whole.h5 && "$chatter" run growing.yaml -q --device cpu -o ended.h5 \
  --set integrator.divergence=0.1 || say "the runs failed"
for name in whole ended; do "$chatter" export $name.h5 2>/dev/null || say "no table of $name"; done
steps=$(awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} NR == 2 && $at["status"] == "diverged" && $at["all"] == "nan" {print $at["steps"]}' ended.csv)
[ "${steps:-0}" -gt 2000 ] && [ "$steps" -lt 9000 ] || say "it ended after '$steps' steps, with: $(tail -1 ended.csv)"
paste -d, <(cut -d, -f2,3 whole-window.csv) <(cut -d, -f3 ended-window.csv) | awk -F, -v reached=$((${steps:-0} / 1000)) '
  NR > 1 && $3 != ($1 < reached ? $2 : "nan") {bad = 1} END {exit bad || NR != 11}' || say "windows: $(cat ended-window.csv)"
# The figure draws them and says so.
"$chatter" plot ended.h5 -o ended.svg --set plot.kind=windows >/dev/null 2>log || say "figure: $(cat log)"
grep -q "1 of 1 trajectories ended early: what they reached is shown" ended.gp || say "the figure does not say that the trajectory ended"
[ "$(grep -cE '^[0-9.e+-]+ [0-9.e+-]+$' ended.dat)" = $((${steps:-0} / 1000)) ] || say "the figure has $(grep -cE '^[0-9.e+-]+ [0-9.e+-]+$' ended.dat) windows"
finish
