#!/usr/bin/env bash
# What is wrong in a study of sliding contact is said with its place and what is allowed, and ends with exit code 3 (4: a
# name that the model does not have). In a table of samples a row that cannot be run has its own status.
. "$(dirname "$0")/../../program.sh"
sed -e '/^#/d' -e '/^inputs:/,$d' -e 's/duration: 3.13/duration: 0.001/' "$models/beam-on-beam/slide.yaml" >base.yaml
echo 'outputs: {tip: {node: target.303, direction: y, reduce: rms}}' >>base.yaml

# refused CODE 'sed' 'message'; @ in the message stands for line:column of the file
refused() {
  local pattern code
  sed -e "$2" base.yaml >bad.yaml
  cmp -s base.yaml bad.yaml && say "'$2' changes nothing"
  "$chatter" eval bad.yaml -o bad.csv --quiet 2>errors.txt
  code=$?
  pattern=$(printf '%s' "$3" | sed -e 's/[].*^$[]/\\&/g' -e 's/@/[0-9]*:[0-9]*/g')
  [ $code = "$1" ] && grep -q "$pattern" errors.txt && [ ! -e bad.csv ] || say "$2: exit code $code: $(cat errors.txt)"
  rm -f bad.csv
}
inner='slider.model.type: a body that slides moves in the plane (allowed: plane, matrices, calculix)'

# where it slides
refused 3 's/start: 0.006/start: 0.1003/' 'bad.yaml:10:10: slider.start is 0.1003 m: the slider starts off the target, whose path is 0.1 m long (allowed: 0 to that)'
refused 3 's/start: 0.006/start: -0.001/' 'bad.yaml:@: slider.start: -0.001 m is out of range (allowed: at least 0 m)'
refused 3 's/duration: 0.001/duration: 4/' "bad.yaml:@: 4 s at 0.03 m/s take the slider from 0.006 m to 0.126 m of the target's path, which is 0.1 m long (allowed: 0 to that)"
refused 3 's/velocity: 0.03/velocity: -30/' 'bad.yaml:@: 0.001 s at -30 m/s take the slider from 0.006 m to -0.024 m'
refused 3 's/velocity: 0.03/velocity: 0/' 'bad.yaml:@: slider.velocity: at 0 m/s nothing slides (allowed: any other velocity)'
refused 3 's/preload: 0.1/preload: 0/' 'slider.preload: 0 N is out of range (allowed: more than 0 N)'
refused 3 's/friction: 0.3/friction: -0.3/' 'slider.friction: -0.3 is out of range'
# a driven guide
driven() { refused 3 "s/velocity: 0.03/velocity: 0.03\n  velocity_drive: w/; s/^sliding:/drives: {w: {$1}}\nsliding:/" "$2"; }
refused 3 's/velocity: 0.03/velocity_drive: w/' "bad.yaml:11:19: slider.velocity_drive: there is no drive 'w' (allowed: names of the section drives, which there is none of)"
refused 3 's/velocity: 0.03/&\n  velocity_factor: 2/' 'bad.yaml:12:20: slider.velocity_factor: a factor of nothing: there is no velocity_drive (allowed: with one)'
refused 3 '/velocity: 0.03/d' "slider: missing key 'velocity': in m/s along x"
printf 'time,v\n0,0.01\n5e-4,0.02\n' >speed.csv
driven 'file: speed.csv' "bad.yaml:@: the drive 'w' lasts from 0 to 0.0005 s, trajectory 0 from 0 to 0.001 (allowed: a table that covers the run, or periodic: true)"
printf 'turns,v\n0,0.01\n5,0.02\n' >turns.csv
driven 'file: turns.csv, abscissa: turns' "bad.yaml:12:19: slider.velocity_drive: the drive 'w' goes by turns, but no load has a frequency"
driven 'type: noise, deviation: 0.01, band: [20, 5e6]' "noise up to 5e+06 Hz is too fast for the steps of trajectory 0, 5e-08 s"
"$chatter" eval "$models/beam-on-beam/stability.yaml" --quiet --set slider.velocity_drive=w 2>errors.txt
[ $? = 3 ] && grep -q 'slider.velocity_drive: a study of kind stability knows no drives (allowed with: .*sliding' errors.txt || say "stability: $(cat errors.txt)"
# steps and times
refused 3 's/step: 5.0e-8/step: 6.6e-8/' 'bad.yaml:@: the time step 6.6e-08 s is above the stability limit 6.54881e-08 s of these bodies (allowed: below that)'
refused 3 's/duration: 0.001/duration: 1e-9/' '0 steps of 5e-08 s (allowed: 1 to 1e15)'
refused 3 's/step: 5.0e-8/step: 5.0e-8, record: 1/' 'bad.yaml:@: sliding.record: 1 s are to be recorded of 0.001 s'
refused 3 's/step: 5.0e-8/step: 5.0e-8, windows: 0/' 'sliding.windows: 0 is out of range'
# bands and roughness
refused 3 's/reduce: rms/reduce: rms, band: [1000, 1.2e7]/' "bad.yaml:@: output 'tip': a band up to 1.2e+07 Hz does not exist in steps of 5e-08 s (allowed: less than half a period per step, 1e+07 Hz)"
refused 3 's/reduce: rms/reduce: rms, band: [5000, 1000]/' 'outputs.tip.band: [from, to] in Hz is expected, from less than to, not [5000, 1000]'
rough() { refused 3 "s/^sliding:/roughness: {$1}\nsliding:/" "$2"; }
rough 'deviation: 0.005, band: [20, 4e6]' 'bad.yaml:@: roughness up to 4e+06 Hz is too fast for steps of 5e-08 s (allowed: at most 2.5e+06 Hz, 8 steps per period)'
rough 'deviation: 0.005, band: [2000, 20]' 'bad.yaml:@: roughness.band: [from, to] is expected, from less than to, not [2000, 20]'
rough 'deviation: -0.005' 'roughness.deviation: -0.005 is out of range (allowed: at least 0)'
rough 'deviation: 0.005, file: force.csv' "roughness: give 'deviation' or 'file', not both"
rough 'file: nowhere.csv' 'nowhere.csv: cannot open'
printf 'time,force\n0,0\n1e-4,0\n2e-4,0\n3e-4,0\n' >force.csv
rough 'file: force.csv' 'bad.yaml:@: the force of force.csv lasts from 0 s to 0.0003 s, the run from 0 to 0.001 s'
printf 'time,force\n0,0\n1e-3,0\n2e-3,much\n3e-3,0\n' >force.csv
rough 'file: force.csv' "force.csv:4:6: "
printf 'time,force\n0,0\n1e-3,0\n2.5e-3,1\n3e-3,0\n' >force.csv
rough 'file: force.csv' 'force.csv:4:1: time 0.0025 s where equal distances from the first sample to the last put 0.002 s'
printf 'time,load\n0,0\n1e-3,0\n2e-3,1\n3e-3,0\n' >force.csv
rough 'file: force.csv' 'force.csv:1:'
# nodes
refused 3 's/node: target.303/node: beam.303/' "bad.yaml:@: 'beam.303' names no body: a node is given as slider.NODE or target.NODE (an id, or a set of one node)"
refused 3 's/node: target.303/node: 303/' "'303' names no body"
refused 4 's/node: target.303/node: target.3003/' "bad.yaml:@: the model has no node or node set '3003' (sets: LEFT RIGHT BOTTOM TOP; ids: 1 to 303)"
refused 4 's/node: target.303/node: target.TOP/' "the node set 'TOP' has 101 nodes; allowed here: one"
refused 3 's/node: target.303, direction: y/quantity: displacement, sum: [{node: slider.1, direction: y}, {node: target.303, direction: y}]/' \
  'bad.yaml:@: a sum has terms of both bodies; allowed: nodes of one of them'
refused 4 's/guide: RIGHT/guide: RIGTH/' "bad.yaml:8:10: the model has no node or node set 'RIGTH' (did you mean 'RIGHT'?)"
refused 4 's/path: TOP/path: TOPP/' "bad.yaml:17:9: the model has no node or node set 'TOPP' (did you mean 'TOP'?)"
refused 3 's/path: TOP/path: 303/' 'bad.yaml:@: target.path has 1 nodes at different places; allowed: 2 or more'
refused 3 's/contact: 1$/contact: LEFT/' 'bad.yaml:@: slider.contact is a set of several nodes; allowed: one'
refused 3 '/contact: 1$/d' "slider: missing key 'contact': the node that slides"
refused 3 's/weights: .*/weights: [0.5, 0.5]/' 'bad.yaml:9:12: 2 weights for 3 nodes of the guide'
refused 3 's/weights: .*/weights: [0, 0, 0]/' 'the weights of the guide are all zero'
refused 3 's/weights: .*/weights: [1, -1, 1]/' 'slider.weights.1: -1 is out of range (allowed: at least 0)'
# bodies
refused 3 's/^slider:/model: {type: chain, masses: 1, springs: 1}\nslider:/' "bad.yaml:@: 'model' does not belong to a study of kind sliding, whose bodies have their own sections"
refused 3 's/^slider:/reduction: {modes: 3}\nslider:/' "'reduction' does not belong to a study of kind sliding"
refused 3 's/^slider:/contact: {nodes: 1, law: friction}\nslider:/' "'contact' does not belong to a study of kind sliding"
refused 3 's/model: {type: plane, youngs_modulus: 69.*/model: {type: chain, masses: [1, 1], springs: [1, 1]}/' "bad.yaml:4:17: $inner"
refused 3 's/model: {type: plane, youngs_modulus: 69.*/model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 100}/' "$inner"
refused 3 's/method: craig_bampton\(.*mass: 20\)/method: macneal\1/' 'slider.reduction.method: the boundary of a body that slides keeps its mass (allowed: craig_bampton)'
refused 3 's/modes: 20\(.*mass: 20\)/modes: 20, hold: RIGHT\1/' 'slider.reduction.hold: what holds the slider is its guide (slider.guide)'
refused 3 's/modes: 20\(.*mass: 20\)/modes: 2000\1/' 'reduction.modes is 2000; allowed: at most 448'
refused 3 's/elements: 75, elements_across: 2/&, clamped: left/' 'bad.yaml:7:12: contact node 1 cannot move along (0.5, 0.866025, 0): it is fixed there'
refused 3 's/, clamped: left//' 'bad.yaml:15:10: the target has 3 rigid-body motions left; allowed: none'
refused 3 's/guide: RIGHT/guide: 226/; /weights/d' 'the slider has 2 rigid-body motions left; allowed: one, along y (a guide of several nodes holds its rotation)'

# Rows: what only a row can know is its status, what no run may begin with is an error.
printf 'sample_id,sliding.duration,slider.velocity,sliding.step\nlong,4,0.03,5e-8\nback,0.001,-7,5e-8\nfast,0.001,0.03,7e-8\ngood,0.001,0.03,5e-8\n' >samples.csv
"$chatter" eval base.yaml -i samples.csv -o rows.csv --quiet || say "rows: exit code $?"
[ "$(cut -d, -f1,2 rows.csv | paste -sd' ')" = 'sample_id,status long,off_target back,off_target fast,unstable_step good,ok' ] || say "rows: $(cat rows.csv)"
# The study's own values do not count where the rows have theirs.
printf 'sample_id,sliding.duration,sliding.step\na,0.001,5e-8\nb,0.0005,4e-8\n' >samples.csv
"$chatter" eval base.yaml -i samples.csv -o rows.csv --force --quiet --set sliding.duration=4 --set sliding.step=1e-6 2>errors.txt || say "own values: $(cat errors.txt)"
[ "$(grep -c ',ok,' rows.csv)" = 2 ] || say "own values: $(cat rows.csv)"
# At its very ends: the preload bends C off the path on the left, forwards; on the right it is bent onto it.
printf 'sample_id,slider.start,slider.velocity\na,0,0.03\nb,0.1,-0.03\nc,0.001,-0.03\n' >samples.csv
"$chatter" eval base.yaml -i samples.csv -o rows.csv --force --quiet --set sliding.duration=0.0005 || say "ends: exit code $?"
[ "$(cut -d, -f1,2 rows.csv | paste -sd' ')" = 'sample_id,status a,solver_stalled b,ok c,ok' ] || say "ends: $(cat rows.csv)"
# Beyond some preload the beams bend so far that nothing slides steadily: which is said, by eval and by a run.
for command in "eval" "run --max-failed 1 -o stalled.h5"; do
  # shellcheck disable=SC2086
  "$chatter" $command "$models/beam-on-beam/slide.yaml" --device cpu --set sliding.duration=0.0001 --set slider.preload=100 >rows.csv 2>words.txt ||
    say "$command without an equilibrium: exit code $?"
  grep -q 'slide.yaml:.*: 1 trajectory has no equilibrium of steady sliding (solver_stalled): .*friction' words.txt || say "no equilibrium: $(cat words.txt)"
done
printf 'sample_id,slider.velocity\na,0.03\nb,0\n' >samples.csv
"$chatter" eval base.yaml -i samples.csv -o rows.csv --force --quiet --set sliding.duration=0.0005 || say "a row at rest: exit code $?"
[ "$(cut -d, -f1,2 rows.csv | paste -sd' ')" = 'sample_id,status a,ok b,stuck' ] || say "a row at rest: $(cat rows.csv)"
"$chatter" eval base.yaml --quiet --precision single 2>errors.txt
[ $? = 2 ] && grep -q 'need double: a step moves the bodies by less than the last digit' errors.txt || say "single precision: $(cat errors.txt)"
printf 'sample_id,roughness.seed\na,1.5\n' >samples.csv
"$chatter" eval base.yaml -i samples.csv --quiet 2>errors.txt
[ $? = 3 ] && grep -q 'samples.csv:2:3: roughness.seed: 1.5 is out of range' errors.txt || say "half a seed: $(cat errors.txt)"

# The top face of a solid body is no line: its nodes stand behind each other in the plane.
if command -v ccx >/dev/null; then
  {
    echo '*NODE,NSET=ALL'
    for i in 0 1 2 3 4; do for j in 0 1; do for k in 0 1; do echo "$((1 + 4 * i + 2 * j + k)),0.0$((25 * i)),0.00$((2 * j)),0.0$k"; done; done; done |
      sed -E 's/,0\.0(0|25|50|75|100),/,\1e-3,/'
    echo '*ELEMENT,TYPE=C3D8I,ELSET=E'
    for i in 0 1 2 3; do a=$((1 + 4 * i)); echo "$((i + 1)),$a,$((a + 4)),$((a + 6)),$((a + 2)),$((a + 1)),$((a + 5)),$((a + 7)),$((a + 3))"; done
    printf '*NSET,NSET=FACE\n3,4,7,8,11,12,15,16,19,20\n*NSET,NSET=LINE\n3,7,11,15,19\n*NSET,NSET=CLAMP\n1,2,3,4\n'
    printf '*MATERIAL,NAME=M\n*ELASTIC\n2.4e9,0.37\n*DENSITY\n1211\n*SOLID SECTION,ELSET=E,MATERIAL=M\n*BOUNDARY\nCLAMP,1,3\nALL,3,3\n'
  } >solid.inp
  sed -E -e '/^target:/,/path:/{s/model: .*/model: {type: calculix, deck: solid.inp}/; s/modes: 20/modes: 4/; s/path: TOP/path: FACE/}' \
    -e 's/target.303/target.19/' base.yaml >solid.yaml
  "$chatter" eval solid.yaml --quiet 2>errors.txt
  [ $? = 3 ] && grep -q 'nodes 3 and 4 of target.path stand at the same place in the plane (allowed: one line of nodes)' errors.txt ||
    say "a face as path: $(cat errors.txt)"
  sed -i 's/path: FACE/path: LINE/' solid.yaml
  "$chatter" eval solid.yaml --quiet >rows.csv 2>errors.txt && grep -q ',ok,' rows.csv || say "a line as path: $(cat errors.txt rows.csv)"
fi
finish
