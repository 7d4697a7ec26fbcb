#!/usr/bin/env bash
# What is wrong in a study of harmonic balance is said with its place and what is allowed, and ends with exit code 3 (4: a
# name that the model does not have).
. "$(dirname "$0")/../../program.sh"
cp "$models"/blade-damper-blade/*.{mtx,csv} .
sed -e '/^#/d' -e '/^inputs:/,/^outputs:/{/^outputs:/!d}' "$models/blade-damper-blade/peak.yaml" >base.yaml
sed -e '/^#/d' -e '/^inputs:/,/^outputs:/{/^outputs:/!d}' "$models/cantilever/peak.yaml" >beam.yaml
sed -e 's/^study: response/study: backbone/' -e 's/^ridges:/backbone: {methods: [extremum, phase], from: 1.0, to: 10.0}\nridges:/' base.yaml >backbone.yaml

# refused_in FILE CODE 'sed' 'message'; @ in the message stands for line:column of the file
refused_in() {
  local pattern code
  sed -e "$3" "$1" >bad.yaml
  cmp -s "$1" bad.yaml && say "'$3' changes nothing"
  "$chatter" check bad.yaml >output.txt 2>errors.txt
  code=$?
  pattern=$(printf '%s' "$4" | sed -e 's/[].*^$[]/\\&/g' -e 's/@/[0-9]*:[0-9]*/g')
  [ $code = "$2" ] && grep -q "$pattern" errors.txt || say "$3: exit code $code: $(cat errors.txt)"
}
refused() { refused_in base.yaml "$@"; }
for study in base beam backbone; do
  "$chatter" check $study.yaml >output.txt 2>errors.txt || say "$study.yaml: $(cat errors.txt)"
done

# loads
refused 3 '/^excitation/d' 'bad.yaml: there is no harmonic load, so that nothing moves (at least one'
refused 3 's/amplitude: 1.0, phase: cos/amplitude: 1.0, type: constant/' 'bad.yaml:@: excitation.0: a constant load needs the static harmonic (response.static: auto or yes)'
refused 3 's/^excitation:.*/excitation: {node: RIGHT_BLADE, direction: x, amplitude: 1.0, type: constant}/; s/static: no/static: yes/' 'bad.yaml:@: there is no harmonic load'
refused 3 's/amplitude: 1.0, phase/phase/' "bad.yaml:@: excitation.0: missing key 'amplitude': in N"
refused 3 's/phase: cos/phase: cos, frequency: 200/' 'bad.yaml:@: excitation.0.frequency: all loads have the frequency that goes from response.from to response.to: leave it out'
refused 4 's/excitation: {node: RIGHT_BLADE/excitation: {node: RIGHT_BLADES/' "bad.yaml:@: the model has no node or node set 'RIGHT_BLADES' (did you mean 'RIGHT_BLADE'?)"
# the range and the harmonics
refused 3 's/^response:.*//' "missing key 'response'"
refused 3 's/harmonics: 3/harmonics: 0/' 'bad.yaml:@: response.harmonics: 0 is out of range (allowed: 1 to 100)'
refused 3 's/, harmonics: 3//' "bad.yaml:@: response: missing key 'harmonics': how many"
refused 3 's/harmonics: 3/harmonics: 2.5/' 'bad.yaml:@: response.harmonics: 2.5 is not a whole number'
refused 3 's/to: 222.0/to: 185.0/' 'bad.yaml:@: response.to: the curve ends where it begins, at 185 Hz (allowed: any other)'
refused 3 's/from: 185.0, //' "bad.yaml:@: response: missing key 'from': in Hz"
refused 3 's/harmonics: 3/harmonics: 3, samples: 100/' 'bad.yaml:@: response.samples: 100 is no power of two (allowed: 0, 16, 32, 64 ... 65536)'
refused 3 's/harmonics: 3/harmonics: 9, samples: 32/' 'bad.yaml:@: response.samples: 32 do not tell 9 harmonics of a force apart (allowed: more than 36)'
refused 3 's/harmonics: 3/harmonics: 3, grid: [200, 190, 5]/' 'bad.yaml:@: response.grid: [from, to, count] is expected: from less than to (Hz), 2 to 1e6 frequencies'
refused 3 's/harmonics: 3/harmonics: 3, ridge: 3/' 'bad.yaml:@: response.ridge: there is no ridge 3 (allowed: 1 to 2)'
refused 3 's/from: 205.3098766, take/from: 205.3098766, to: 200, take/' 'bad.yaml:@: ridges.1.to: 200 Hz is not above ridges.1.from, 205.31 Hz'
refused 3 's/take: last/take: widest/' "bad.yaml:@: ridges.1.take: unknown word 'widest' (allowed: highest, last, lowest, last_minimum)"
refused 3 's/mode: 1}/mode: 9}/' 'ridges.0.mode: there is no mode 9 (allowed: 1 to 8)'
refused 3 's/harmonics: 3/harmonics: 3, monitor: tip/' "bad.yaml:@: there is no output 'tip' of a node (allowed: "
refused 3 's/node: RIGHT_BLADE, direction: x}$/node: RIGHT_BLADE, direction: x, reduce: windows}/' 'bad.yaml:@: outputs.amplitude.reduce: of a periodic motion there is one period (allowed: rms, half_peak_to_peak, min, max, mean, max_abs)'
refused 3 's/amplitude: {quantity: peak_amplitude/curve: {quantity: displacement/' "bad.yaml:@: an output cannot be named 'curve': curves have a variable of that name"
refused 3 's/quantity: peak_kind/quantity: impacts/' 'outputs.kind: the quantity impacts belongs to a study of kind transient'
refused 3 's/harmonics: 3/harmonics: 3, at: 184.9/' 'bad.yaml:@: response.at: 184.9 Hz is not between response.from and response.to (allowed: 185 to 222)'
refused 3 's/harmonics: 3/harmonics: 3, at: 200/; s/^outputs:/ensemble: {design: {type: grid, parameters: {response.at: {values: [185, 223]}}}}\n&/' 'trajectory 1: response.at is 223 Hz (allowed: between response.from, 185 Hz, and response.to, 222 Hz)'
refused 3 's/^outputs:/initial: {direction: x, displacement: 1.0}\n&/' 'bad.yaml:@: initial: a periodic response has no beginning: leave it out'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: unilateral, restitution: 0}/' 'bad.yaml:@: contact.0.restitution: harmonic balance has no impacts that lose energy: leave it out'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: unilateral}/; s/^outputs:/ensemble: {design: {type: grid, parameters: {contact.restitution: {values: [0, 1]}}}}\n&/' 'bad.yaml:@: contact.restitution: harmonic balance has no impacts that lose energy'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: unilateral}/; s/harmonics: 3/harmonics: 3, coefficients: true/; s/^outputs:/&\n  amplitude_mean: {node: RIGHT}\n  amplitude: {node: RIGHT}\n  a_mean: {node: 5}/; /quantity/d' "bad.yaml:@: an output cannot be named 'amplitude_mean': response.coefficients has a variable of that name"
# contacts
refused_in beam.yaml 4 's/node: 5/node: 21/' "bad.yaml:@: the model has no node or node set '21'"
refused_in beam.yaml 3 's/contact: .*//' 'harmonic balance is of nonlinear contacts, this model has none'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: coulomb, friction: 0.3, preload: 40.0}/' 'bad.yaml:@: damped nonlinear normal modes begin as a linear mode, which set-valued contacts have none of (allowed with dnnm: elastic, spring, and laws without set values)'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: coulomb, friction: 0.3, preload: 40.0, wall_velocity: 1}/' 'bad.yaml:@: contact.wall_velocity: harmonic balance has no sliding walls (allowed: 0)'
refused_in beam.yaml 3 's/contact: {.*/contact: {node: 5, law: unilateral, gap_amplitude: 1.0e-5, gap_frequency: 10}/' 'bad.yaml:@: contact.gap_amplitude: its frequency is not that of the response (allowed: 0; a gap that moves with the turns of the loads: gap_drive)'
refused_in beam.yaml 3 's/clamped: left/clamped: none/; s/harmonics: 3/harmonics: 3, static: yes/' 'the model has rigid-body motions that no contact holds along its normal or by a spring'
# Ridges beside the range are warned of, by `check` and after a run.
sed 's/from: 205.3098766, take/from: 222, take/' base.yaml >beside.yaml
for what in check "run -f -o beside.h5 --device cpu"; do
  "$chatter" ${what%% *} beside.yaml $([ "$what" = check ] || echo "${what#* }") >output.txt 2>errors.txt
  grep -q 'beside.yaml:.*ridges.1: the response runs from 185 to 222 Hz only: no peak is found there' errors.txt || say "$what: $(cat errors.txt)"
done
# Rigid stops on nodes with mass lose no energy here: said by `check` and after a run, and not of a boundary without mass.
stop() { # MASSES REDUCTION
  printf 'study: response\nmodel: {type: chain, masses: %s, springs: [1, 20]}\nreduction: %s\ncontact: {node: 2, law: unilateral, gap: 1}\nexcitation: {node: 1, amplitude: 0.001, phase: cos}\nresponse: {from: 0.1, to: 0.12, harmonics: 3}\noutputs: {x: {node: 1}}\n' "$1" "$2"
}
stop '[1, 0.1]' '{method: modal, damping: 0.02}' >rigid.yaml
stop '[1, 0]' '{method: massless_craig_bampton, modes: 1, damping: 0.02}' >massless.yaml
for what in check "run -f -o stop.h5 --device cpu"; do
  for study in rigid massless; do
    "$chatter" ${what%% *} $study.yaml $([ "$what" = check ] || echo "${what#* }") >output.txt 2>errors.txt || say "$study: $(cat errors.txt)"
    grep -q "$study.yaml:.*contact.0: a rigid stop on nodes with mass: .*massless_craig_bampton" errors.txt && warned=rigid || warned=massless
    [ $warned = $study ] || say "$what, $study: $(cat errors.txt)"
  done
done
for name in response_start response_end; do # once taken, and what results say under that name was lost
  refused_in massless.yaml 3 "s/x: {node: 1}/$name: {node: 1}/" "bad.yaml:@: an output cannot be named '$name': results have a variable of that name"
done
refused_in massless.yaml 3 's/x: {node: 1}/x: {node: 1, contact: all}/' 'bad.yaml:@: outputs.x.contact: the output is of a node, not of a contact point'
refused_in massless.yaml 3 's/x: {node: 1}/x: {node: 1}, f: {quantity: normal_force, contact: all}/' "bad.yaml:@: output 'f': harmonic balance has no outputs of all contact points (allowed: 0 to 0, an output for each)"
# A grid over nodes: the one that is not there is found before the first runs.
sed -e 's/^model:.*/model: {type: chain, masses: [1, 0.5], springs: [1000, 800]}/; s/^contact:.*/contact: {node: 2, law: elastic, tangential_stiffness: 500, friction: 0.4, preload: 3}/
  s/^outputs:/ensemble: {design: {type: grid, parameters: {contact.node: {values: [1, 2, 7]}}}}\n&/; s/^excitation:.*/excitation: {node: 1, amplitude: 1}/; s/node: RIGHT/node: 1/; /^reduction/d; s/response:.*/response: {from: 3, to: 6, harmonics: 1}/' beam.yaml >grid.yaml
"$chatter" run grid.yaml -o grid.h5 --device cpu >output.txt 2>errors.txt
[ $? = 4 ] && grep -q "grid.yaml:.* the model has no node or node set '7' (ids: 1 to 2)" errors.txt && ! grep -q resume errors.txt && [ ! -e grid.h5.parts ] ||
  say "a grid over nodes: $(cat errors.txt)"
sed -i 's/, 7\]/]/' grid.yaml
"$chatter" run -q grid.yaml -o grid.h5 --device cpu 2>errors.txt || say "a grid over nodes that are there: $(cat errors.txt)"
# backbones
refused_in backbone.yaml 3 's/\[extremum, phase\]/[extremum, dnnm]/; s/^excitation: .*/excitation: [{node: 1, amplitude: 1.0}, {type: gravity, direction: x, amplitude: 9.81}]/' 'bad.yaml:@: backbone.methods: dnnm has no constant loads (excitation.1); allowed: extremum, phase'
refused_in backbone.yaml 3 's/to: 10.0/to: 1.0/' 'bad.yaml:@: backbone.to: the backbone ends where it begins, at 1 (allowed: any other)'
refused_in backbone.yaml 3 's/, to: 10.0//' "bad.yaml:@: backbone: missing key 'to': factor on all loads at which backbones end"
refused_in backbone.yaml 3 's/\[extremum, phase\]/[extremum, newton]/' "bad.yaml:@: backbone.methods: unknown word 'newton' (allowed: extremum, phase, dnnm)"
refused_in backbone.yaml 3 's/harmonics: 3/harmonics: 3, at: 200/' 'bad.yaml:@: response.at: a backbone begins with the peak of a whole curve: leave it out'
refused_in backbone.yaml 3 's/^study: backbone/study: response/' "bad.yaml:@: 'backbone' does not belong to a study of kind response"
# By --set a study is of another kind: sections that this does not know are ignored, with a warning, if the file has them.
sed -e '/^backbone/d; s/^study.*/study: response/' backbone.yaml >response.yaml
"$chatter" run response.yaml -q -o expected.h5 || say "response.yaml: fails"
"$chatter" run backbone.yaml -q -o out.h5 --set study=response 2>errors.txt || say "--set study=response: $(cat errors.txt)"
grep -q "^warning: backbone.yaml:[0-9:]*: 'backbone' does not belong to a study of kind response: it is ignored$" errors.txt || say "of an ignored section: $(cat errors.txt)"
for name in out expected; do "$chatter" export $name.h5 -o $name.csv 2>/dev/null; done
cmp -s out.csv expected.csv || say "a backbone as a response: $(diff out.csv expected.csv)"
"$chatter" check backbone.yaml --set study=response --set 'backbone={to: 3}' >output.txt 2>errors.txt && say "a section by --set is ignored"
grep -q "^chatter: --set backbone={to: 3}: 'backbone' does not belong" errors.txt || say "of a section by --set: $(cat errors.txt)"
"$chatter" check base.yaml --precision single >output.txt 2>errors.txt && say "single precision is not refused"
finish
