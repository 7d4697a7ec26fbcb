#!/usr/bin/env bash
# Backbones over a map of frequency and load: their position is that of their file, with loads in
# the unit of the map; backbones without a load are refused.
. "$(dirname "$0")/../program.sh"
command -v gnuplot >/dev/null || exit 77
two=$models/two-masses
"$chatter" run "$two/surface.yaml" -f -q --device cpu -o surface.h5 --set 'response.grid=[0.08, 0.4, 33]' --set 'ensemble.design.parameters.excitation.amplitude.values=[0.01, 0.05, 0.1, 0.5]' 2>log &&
  "$chatter" run "$two/ridges.yaml" -f -q --device cpu -o ridges.h5 --set excitation.amplitude=2 --set backbone.from=0.005 --set backbone.to=0.25 2>log && "$chatter" export -f ridges.h5 >/dev/null 2>&1 || say "$(cat log)"
"$chatter" plot surface.h5 ridges.h5 -f -o over.svg 2>log || say "$(cat log)"
[ "$(grep -c "data index [0-9]* using 1:2 with lines linecolor '#000000'" over.gp)" = 3 ] || say "lines: $(grep -c "#000000" over.gp)"
# 2 N times the load factor, in mN; nine digits in the figure's data
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" { printf "%.7g %.7g\n", $at["frequency"], 2000 * $at["load_factor"] }' ridges-point.csv | sort >wanted
awk 'NF == 2 { printf "%.7g %.7g\n", $1, $2 }' over.dat | sort >drawn
[ -s wanted ] && [ -z "$(comm -23 wanted drawn)" ] || say "points of the backbones that are not drawn: $(comm -23 wanted drawn | wc -l) of $(wc -l <wanted)"
"$chatter" plot surface.h5 surface.h5 -f -o no.svg 2>log && say "a file without backbones is drawn"
grep -q "surface: holds no backbones, which alone lie over a map" log || say "without backbones: $(cat log)"
finish
