#!/usr/bin/env bash
# The plot section by --set: of a run, and of a finished file, which is not modified; data that a
# figure lacks are reported before the run; names with characters that are special for gnuplot.
. "$(dirname "$0")/../program.sh"
command -v gnuplot >/dev/null || skip "gnuplot is not installed"
cat >chain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [1.0e4]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}
excitation: {node: 1, amplitude: 3.0, frequency: 20.0}
integrator: {scheme: moreau, steps_per_period: 50, periods: 4}
inputs: {wall: contact.gap}
ensemble: {design: {type: random, count: 40, parameters: {contact.gap: {from: 0, to: 1.0e-3}, excitation.amplitude: {from: 1, to: 9}}}}
outputs: {tip: {node: 1, reduce: max}, force: {quantity: normal_force, reduce: mean}, late: {node: 1, reduce: windows}}
YAML
"$chatter" run chain.yaml -q --device cpu -o a.h5 --set 'plot.title=Forty stops' --set plot.kind=scatter --set plot.y=force \
  --set integrator.windows=3 --plot || say "the run failed"
grep -q 'Forty stops' a.svg && grep -q '>Force ' a.svg || say "--set plot.title and plot.y of the run are not in the figure"
before=$(sha256sum a.h5)

draw() { "$chatter" plot a.h5 -f -o b.svg "$@" 2>b.txt || say "plot $*: $(cat b.txt)"; }
draw --set plot.x=wall --set plot.y=tip --set plot.title=Other
grep -q 'Other' b.svg && grep -q 'Wall (mm)' b.svg || say "other axes of a finished file: $(grep -c . b.svg)"
draw --set plot.kind=histogram --set 'plot.x_range=[0, 100]' --set 'plot.y_range=[0, 40]'
grep -q 'set xrange \[0:100\]' b.gp && grep -q 'set yrange \[0:40\]' b.gp || say "limits are not in the script"
draw --set plot.kind=null --set plot.y=late
grep -q 'Time (s)' b.svg || say "the kind does not follow plot.y"
draw --set plot.kind=scatter --set plot.x=force --set 'plot.x_range=[0, 0.5]' --set plot.y=tip
grep -q 'xrange \[0:0.5\]' b.gp || say "limits of a force: $(grep xrange b.gp)"
[ "$(sha256sum a.h5)" = "$before" ] || say "the results were touched"

# A study with its own figure is drawn as another kind: keys that this kind does not have are
# ignored, with a message.
sed -e '$a plot: {kind: chart, x: wall, y: tip, quantile: 0.9, scale: logarithmic}' chain.yaml >own.yaml
"$chatter" run own.yaml -q --device cpu -o own.h5 -f --set ensemble.design.parameters.excitation.amplitude=null || say "the run with a chart failed"
"$chatter" plot own.h5 -f -o own.svg --set plot.kind=scatter 2>err.txt || say "a chart as a scatter figure: $(cat err.txt)"
grep -qxF 'A figure of kind scatter: ignored of the study: plot.scale, plot.quantile' err.txt || say "nothing is said of keys left out: $(cat err.txt)"
grep -q 'Wall (mm)' own.svg || say "no scatter figure"
"$chatter" plot own.h5 -f -o own.svg --set plot.kind=null 2>err.txt && grep -q ignored err.txt && say "a chart leaves its own keys out"
"$chatter" plot own.h5 -f -o own.svg --set plot.kind=scatter --set plot.quantile=0.5 2>err.txt && say "a key by --set that scatter does not know is ignored"
grep -qF -- '--set plot.quantile=0.5: plot.quantile does not belong to a figure of kind scatter' err.txt || say "of such a key: $(cat err.txt)"
sed -e 's/kind: chart/kind: scatter/' own.yaml >wrong.yaml
"$chatter" check wrong.yaml >out.txt 2>err.txt && say "a study's own wrong key is not refused"
grep -q 'wrong.yaml:[0-9:]*: plot.scale does not belong to a figure of kind scatter' err.txt || say "of a study's own wrong key: $(cat err.txt)"

refuse() { # code message words
  local code=$1 message=$2 got
  shift 2
  "$chatter" "$@" >out.txt 2>err.txt
  got=$?
  [ "$got" = "$code" ] && grep -qF -- "$message" err.txt || say "chatter $*: $got, $(cat err.txt)"
  [ ! -e new.h5 ] && [ ! -e new.h5.parts ] || say "chatter $*: began the run"
}
# Limits with no values inside: the message of gnuplot follows the whole plot command.
refuse 6 "no finite value lies within the limits of the axes (plot.x_range, plot.y_range)" plot a.h5 -f -o b.png \
  --set plot.kind=scatter --set plot.x=wall --set plot.y=tip --set 'plot.x_range=[5, 6]'
# The linear response differs between frequencies: over another axis it is not a curve.
"$chatter" run chain.yaml -q --device cpu -o f.h5 --set 'outputs={tip: {node: 1, reduce: half_peak_to_peak}}' --set \
  'ensemble={design: {type: grid, parameters: {excitation.frequency: {from: 10, to: 20, count: 5}, contact.gap: {values: [0.001, 0.002]}}}}' || say "the sweep failed"
for x in excitation.frequency wall; do
  "$chatter" plot f.h5 -f -o "f-$x.svg" --set plot.kind=frequency_response --set "plot.x=$x" 2>err.txt || say "over $x: $(cat err.txt)"
done
grep -q 'without contact' f-excitation.frequency.svg || say "no linear curve over the frequency"
grep -q 'without contact' f-wall.svg && say "a linear curve over the gap"
# Legends of time histories are beside the panel: their lines begin 40 of 900 pixels before the
# text.
"$chatter" run chain.yaml -q --device cpu -o s.h5 --set ensemble.design.count=12000 --set integrator.periods=1 --set \
  'outputs={past: {node: 1, reduce: series, trajectories: [1, 11999]}}' || say "the run of series failed"
"$chatter" plot s.h5 -f -o s.svg --set plot.kind=series 2>err.txt || say "series cannot be drawn"
end=$(sed -n 's/.*set rmargin screen //p' s.gp)
words=$(grep -B1 '>trajectory 11999<' s.svg | sed -n 's/.*translate(\([0-9.]*\),.*/\1/p')
awk -v end="$end" -v words="$words" 'BEGIN { exit !(words > 0 && words - 40 >= 900 * end) }' || say "legend at $words, panel to $end"
for command in "check chain.yaml" "run chain.yaml -o new.h5 --plot" "plot a.h5 -o new.svg"; do
  code=3
  [ "$command" = "plot a.h5 -o new.svg" ] && code=6 # data that a file lacks are not an error of the
                                                    # study
  # shellcheck disable=SC2086
  refuse 3 "--set plot.y=tipp: plot.y: no variable 'tipp' with a value per trajectory in the results (did you mean 'tip'?)" $command --set plot.y=tipp
  # shellcheck disable=SC2086
  refuse $code "plot.kind=regimes: a regime map needs the output \`regime\`" $command --set plot.kind=regimes --set plot.y=null
  # shellcheck disable=SC2086
  refuse 3 "plot.colour does not belong to a figure of kind histogram (allowed: y)" $command --set plot.kind=histogram --set plot.colour=tip
  # shellcheck disable=SC2086
  refuse 3 "(there are: late)" $command --set plot.kind=windows --set plot.y=force
  # shellcheck disable=SC2086
  refuse 3 "plot.x_range: [from, to] is expected" $command --set 'plot.x_range=[2, 1]'
done
refuse 3 "no time series of trajectory 3 (there are: 1, 7)" check chain.yaml --set plot.kind=spectrogram --set plot.trajectories=3 \
  --set 'outputs={past: {node: 1, reduce: series, trajectories: [1, 7]}}'
refuse 3 "plot.intervals: from 2 to 1 is no interval" check chain.yaml --set 'plot.intervals=[2, 1]'
refuse 3 "plot.intervals: [from, to, from, to, …] is expected, not 3 numbers" check chain.yaml --set 'plot.intervals=[1, 2, 3]'
refuse 3 "nothing that a figure could show" run chain.yaml -o new.h5 --plot --set ensemble=null --set outputs.late=null
refuse 3 "a finished file is only drawn" plot a.h5 -o new.svg --set contact.gap=1
refuse 3 "unknown key 'knd'" plot a.h5 -o new.svg --set plot.knd=scatter

refuse 3 "no figure 'scater'" run chain.yaml -o new.h5 --set plot.kind=scater
# A run that is too small for the study's figure is still a run, with a warning; so is a shard.
sed 's/^outputs.*/&\nplot: {kind: scatter, x: contact.gap, y: force}/; s/count: 40/count: 4/' chain.yaml >drawn.yaml
"$chatter" run drawn.yaml -o one.h5 --set ensemble=null 2>err.txt || say "one trajectory is not run: $(cat err.txt)"
grep -q "warning: .*plot.x: 'contact.gap' is the same in all trajectories" err.txt || say "no warning: $(cat err.txt)"
"$chatter" run drawn.yaml -o shard.h5 --shard 2/4 2>err.txt && ! grep -q warning err.txt || say "a shard: $(cat err.txt)"

# Sections that a command does not use are reported to have no effect.
"$chatter" eval chain.yaml --set plot.kind=scatter --set wall=2e-4 2>&1 >/dev/null | grep -c 'no effect' | grep -qx 1 ||
  say "eval is silent about --set plot.kind"

# shellcheck disable=SC2016
for name in '$a' '|a' '<a' 'a`b`' "it's" 'a"b' 'a\n@b'; do
  cp a.h5 "$name.h5"
  "$chatter" plot "$name.h5" 2>err.txt && [ -s "$name.svg" ] || say "a figure named $name: $(cat err.txt)"
done
cp a.h5 c.h5
"$chatter" plot c.h5 -o $'c\nd.svg' 2>err.txt && say "a line break in a figure's name was taken"
finish
