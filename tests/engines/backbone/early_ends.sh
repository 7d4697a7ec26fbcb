#!/usr/bin/env bash
# A curve that ends before its range reports it at the end of the run, in one line with the reason,
# the point reached and advice; a complete one reports nothing. A study without a load is refused, a
# sample without one is reported.
. "$(dirname "$0")/../../program.sh"
cp "$models"/blade-damper-blade/*.{mtx,csv} .
cantilever=$models/cantilever/backbone.yaml
# told FILE SETTINGS...: writes the messages of the run of the study to told.txt
told() {
  "$chatter" run "$1" -o out.h5 --force -d cpu "${@:2}" >told.all 2>&1 || say "$*: $(cat told.all)"
  grep ' \(ended early\|ends\)\|not run' told.all >told.txt
  "$chatter" export out.h5 -o out --force >/dev/null 2>&1
}
# last CURVE COLUMN: the last exported point, with the digits of messages
last() {
  awk -F, -v curve="$1" -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["curve"] == curve { x = $at[name] } END { printf "%.5g", x }' out-point.csv
}
# says TEXT: exactly one line contains it, and there is no other line
says() { grep -qF "$1" told.txt && [ "$(wc -l <told.txt)" = 1 ] || say "not '$1' but: $(cat told.txt)"; }

told "$cantilever"
[ -s told.txt ] && say "curves that end well: $(cat told.txt)"
told "$cantilever" --set response.points=100 --set backbone.methods=extremum
says "backbone.yaml:11:11: the backbone of maxima ended early, at $(last extremum load_factor) times the loads: as many points as are kept were found, or steps taken as those may need; raise response.points"
told "$cantilever" --set 'ridges=[{from: 1000}]' --set backbone.methods=extremum
says 'the backbone of maxima ended early: the response curve has no peak there to begin with; widen the ridge (ridges.from, ridges.to) or the range'
told "$cantilever" --set response.points=30
says "backbone.yaml:10:11: the response curve ended early, at $(last response frequency) Hz: as many points as are kept were found"
# Steps that may not be made shorter do not pass the onset of slip.
told "$cantilever" --set response.growth=3 --set response.least=1 --set backbone.methods=phase
says "the backbone of phase resonance ended early, at $(last phase load_factor) times the loads: no point was found even with the smallest step; take response.growth and response.least as they are by default"
# The end of the ridge of the second mode is not a failure.
told "$models/blade-damper-blade/backbone.yaml" --set response.ridge=2 --set backbone.methods=extremum --set reduction.rayleigh.stiffness=3e-6
says "the backbone of maxima ends, at $(last extremum load_factor) times the loads, where its maximum meets a minimum"
grep -q warning told.txt && say "the end of a ridge is a warning"

# Several trajectories, in one run and in one that is stopped and resumed: the same line.
cat "$cantilever" - >many.yaml <<'YAML'
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [1.0e-4, 0.5, 1, 60]}}}}
YAML
settings=(--set response.points=150 --set backbone.methods=extremum)
told many.yaml "${settings[@]}"
range=$(awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  FILENAME == "out.csv" { early[n++] = $at["extremum_end"] == "no_room"; size[n] = $at["row_size"]; total += early[n - 1]; next }
  { while (k == size[t]) { t++; k = 0 } k++; if (early[t - 1]) x[t] = $at["load_factor"] }
  END { least = 1e300; for (t in x) { if (x[t] < least) least = x[t]; if (x[t] > most) most = x[t] } printf "%d of %d trajectories, at %.5g to %.5g", total, n, least, most }' out.csv out-point.csv)
says "the backbone of maxima ended early in $range times the loads"
cp told.txt whole.txt
"$chatter" run many.yaml -o parts.h5 -q -d cpu -t 1 --batch 1 --chunk 50 --max-time 0.001s "${settings[@]}" 2>/dev/null
[ $? = 75 ] || say "the run was not stopped"
"$chatter" run many.yaml -o parts.h5 -d cpu --resume "${settings[@]}" 2>&1 | grep 'ended early' >resumed.txt
cmp -s resumed.txt whole.txt || say "resumed: $(cat resumed.txt), whole: $(cat whole.txt)"

# Without a load nothing moves.
"$chatter" run "$cantilever" -o none.h5 --set excitation.amplitude=0 2>errors.txt && say "no load is not refused"
grep -qF -- '--set excitation.amplitude=0: all harmonic loads are 0, so that nothing moves (allowed: an excitation.amplitude other than 0)' errors.txt || say "no load: $(cat errors.txt)"
told many.yaml --set 'ensemble.design.parameters.excitation.amplitude.values=[0, 1]'
says 'many.yaml:9:13: 1 trajectory was not run, as nothing moves: all harmonic loads are 0; their values are nan'
finish
