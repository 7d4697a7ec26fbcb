#!/usr/bin/env bash
# Keys of a plot section apply to the figure that they were written for: with --set plot.kind or
# plot.y, in plot or run, ranges of other axes are ignored and named, those in the same unit are
# kept. Trajectories of several files in one figure.
. "$(dirname "$0")/../program.sh"
command -v gnuplot >/dev/null || skip "gnuplot is not installed"
mass_before_wall >mass.yaml
cat >>mass.yaml <<'YAML'
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [1, 2, 3]}}}}
outputs:
  tip: {node: 1, reduce: series, every: 2, trajectories: [0, 1, 2]}
  speed: {node: 1, quantity: velocity, reduce: series, every: 2, trajectories: [0, 1, 2]}
  most: {node: 1, reduce: max}
  other: {node: 1, reduce: min}
plot: {kind: spectrogram, y: tip, y_range: [0, 40], x_range: [16, 19], colour_range: [-60, 0], window: 0.3}
YAML
"$chatter" run mass.yaml -q --device cpu -o a.h5 || say "the run failed"
cp a.h5 b.h5

# draw NAME OPTIONS: ignored keys are written to NAME.txt
draw() { "$chatter" plot a.h5 -f -o "$1.svg" "${@:2}" 2>"$1.txt" || say "plot $*: $(cat "$1.txt")"; }
draw same --set plot.kind=spectrogram --set plot.y=speed
grep -q 'yrange \[0:40\]' same.gp && ! grep -q ignored same.txt || say "the kind's own ranges: $(cat same.txt; grep yrange same.gp)"
draw series --set plot.kind=series
grep -q 'ignored of the study: .*plot.y_range' series.txt || say "a range that is left out is not named: $(cat series.txt)"
! grep -q 'yrange \[0:40\]\|xrange \[16:19\]' series.gp || say "a range of Hz on an axis of m"
grep -c '<path' series.svg | awk '{ exit !($1 > 3) }' || say "an empty figure of a series"
draw kept --set plot.kind=series --set 'plot.y_range=[-0.01, 0.02]'
grep -q 'yrange \[-10:20\]' kept.gp || say "a range of --set: $(grep yrange kept.gp)"
# The variable of the study if the kind cannot show it.
draw cloud --set plot.kind=scatter --set plot.x=most
grep -q 'ignored of the study: .*plot.y' cloud.txt || say "a variable that is left out is not named: $(cat cloud.txt)"
# With --set of the run too.
"$chatter" run mass.yaml -q --device cpu -o c.h5 --plot --set plot.kind=series 2>c.txt || say "the run's own figure: $(cat c.txt)"
! grep -q 'yrange \[0:40\]' c.gp || say "a range of Hz on an axis of m, by --set of the run"
# A threshold or a range belongs to the unit of its variable.
sed 's/^plot:.*/plot: {kind: series, y: tip, y_range: [-0.01, 0.02]}/' mass.yaml >line.yaml
"$chatter" run line.yaml -q --device cpu -o line.h5 || say "the second run failed"
"$chatter" plot line.h5 -f -o speed.svg --set plot.y=speed 2>speed.txt || say "another variable: $(cat speed.txt)"
! grep -q 'yrange \[-' speed.gp && grep -q 'ignored of the study: plot.y_range' speed.txt || say "a range of m on an axis of m/s"

# Trajectory 2 of one file over trajectory 0 of another.
"$chatter" plot a.h5:2 b.h5:0 -f -o both.svg --set plot.kind=series --set plot.overlay=true --set 'plot.names=[coarse mesh, fine mesh]' 2>both.txt ||
  say "two files: $(cat both.txt)"
grep -q "title 'coarse mesh'" both.gp && grep -q "title 'fine mesh'" both.gp || say "names of two lines: $(grep title both.gp)"
[ "$(grep -c '^plot ' both.gp)" = 1 ] || say "$(grep -c '^plot ' both.gp) panels"
grep -q '^# tip of trajectory 2' both.dat && grep -q '^# tip of trajectory 0' both.dat || say "trajectories: $(grep '^#' both.dat)"
[ "$(grep -c '^#' both.dat)" = 2 ] || say "more than two lines: $(grep '^#' both.dat)"
"$chatter" plot a.h5:2 2>/dev/null -f --set plot.kind=series && [ -s a.svg ] || say "the figure is not named after its file"
refused() { # code words OPTIONS
  "$chatter" plot -f -o no.svg "${@:3}" >/dev/null 2>no.txt
  [ $? = "$1" ] && grep -qF -- "$2" no.txt || say "plot ${*:3}: $(cat no.txt)"
}
refused 3 "no time series of trajectory 7 (there are: 0, 1, 2)" a.h5:7 --set plot.kind=series
refused 3 "no time series of trajectory 7 (there are: 0, 1, 2) in a; FILE.h5:0,1" a.h5 b.h5 --set plot.kind=series --set plot.trajectories=7
refused 3 "plot.names: 1 name for 2 files" a.h5 b.h5 --set plot.kind=series --set plot.names=one
refused 3 "shows no single trajectories of a file" a.h5:1 --set plot.kind=scatter --set plot.x=most --set plot.y=other
finish
