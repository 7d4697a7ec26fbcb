#!/usr/bin/env bash
# Fields on the mesh: the motion of all nodes at instants of selected trajectories, from the
# recovery basis, compared with the responses that kernels take of single nodes; contact forces as
# vectors; events, times, periods of harmonic balance. The bytes are the same for any number of
# lanes, on the simulated device, by emulated teams, in shards, and after a stop.
. "$(dirname "$0")/../program.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
check() { /usr/bin/python3 "$here/fields.py" "$@" || say "$*"; }
run() { # study, results, options
  "$chatter" run "$1.yaml" -o "$2.h5" -f -q "${@:3}" 2>errors.txt || { say "$1 as $2: $(cat errors.txt)"; finish; } # nothing to compare
}
# Prints every variable of the fields as text.
bytes() { /usr/bin/python3 -c '
import h5py, hashlib, sys
with h5py.File(sys.argv[1]) as f:
    names = sorted(n for n in f if n in ("u", "v", "s", "series") or n[:2] in ("u_", "v_", "s_"))
    print(len(names), hashlib.sha256(b"".join(f[n][:].tobytes() for n in names)).hexdigest())' "$1"; }
same() { [ "$(bytes "$1.h5")" = "$(bytes "$2.h5")" ] || say "$3: other bytes of the fields"; }

# A cantilever of plane elements whose tip meets a rough stop with friction; a second force acts on
# the nodes of the massless boundary.
plane='model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 12, elements_across: 2, clamped: left}
contact: {nodes: 39, law: friction, normal: -y, gap: 1e-5, friction: 0.4, preload: 3}
excitation: [{node: 39, direction: y, amplitude: 20, frequency: 400}, {node: 39, direction: x, type: constant, amplitude: 5}, {node: 20, direction: y, amplitude: 3, frequency: 900}]
ensemble: {design: {type: grid, parameters: {contact.friction: {values: [0, 0.3, 0.8]}, excitation.0.amplitude: {values: [10, 30]}}}}'
series=''
for node in 4 20 39; do
  for d in 0 1; do
    for of in x v; do
      quantity=displacement; [ $of = v ] && quantity=velocity
      series="$series  ${of}_${node}_$d: {quantity: $quantity, node: $node, direction: $(echo xy | cut -c$((d + 1))), reduce: series, trajectories: [0, 3, 4]}
"
    done
  done
done
outputs="outputs:
$series  fn: {quantity: normal_force, reduce: series}
  ft: {quantity: tangential_force, reduce: series}
  u: {quantity: field}
  v: {quantity: field, of: velocity, nodes: all}
"
transient() { # name, lines
  printf 'study: transient\n%s\n%s\n%s' "$plane" "$2" "$outputs" >"$1.yaml"
}
transient leapfrog 'reduction: {method: macneal, modes: 8, damping: 0.01}
integrator: {scheme: leapfrog, step: 5e-6, duration: 7.5e-4, window: 0.2}'
transient moreau 'reduction: {method: craig_bampton, modes: 8, damping: 0.01}
integrator: {scheme: moreau, step: 2e-6, duration: 3e-4, window: 0.06}'
sed -i 's/gap: 1e-5/gap: 0/' moreau.yaml # less time until contact
for scheme in leapfrog moreau; do
  run $scheme $scheme
  check series $scheme.h5
  check forces $scheme.h5 '[0, -1, 0]' '[1, 0, 0]'
  for how in "--lanes 1" "--lanes 4 --threads 2" "--lanes 8" "--device device_sim" "--batch 2 --chunk 7"; do
    # shellcheck disable=SC2086
    run $scheme other $how
    same $scheme other "$scheme $how"
  done
  run $scheme first --shard 1/2 && run $scheme second --shard 2/2
  "$chatter" merge other.h5 first.h5 second.h5 -f 2>errors.txt || say "merge: $(cat errors.txt)"
  same $scheme other "$scheme in shards"
done
fake=$build/tests/machines/cuda/standin/libfake_cuda.so
if [ -e "$fake" ]; then # not in a bundle
  CHATTER_LIBCUDA=$fake run leapfrog other --device cuda --team 32
  same leapfrog other 'emulated teams'
fi

# One instant every so many steps, given times, and the largest value.
run leapfrog every --set 'outputs={u: {quantity: field, trajectories: [0, 3, 4], every: 7}}'
check times leapfrog.h5 every.h5
run leapfrog at --set 'outputs={u: {quantity: field, trajectories: [5, 0], at: [2.5e-4, 1.1e-4, 7.5e-4]}}'
run leapfrog all --set 'outputs={u: {quantity: field, trajectories: [5, 0]}}' --set integrator.window=0.3
check times all.h5 at.h5
run leapfrog event --set 'outputs={u: {quantity: field, trajectories: [0, 3, 4], event: maximum}}'
check largest leapfrog.h5 event.h5
run leapfrog event --set 'outputs={u: {quantity: field, trajectories: [0, 3, 4], nodes: [LEFT, 20, 22], event: maximum}}'
run leapfrog some --set 'outputs={u: {quantity: field, trajectories: [0, 3, 4], nodes: [LEFT, 20, 22]}}'
check largest some.h5 event.h5

# Cases that one mesh, one contact, a start at rest and one phase do not cover: contacts between
# nodes of the body with opposite forces, a second law, loads from a table and with a phase, an
# initial motion, varying phases.
printf 'time,value\n0,0.3\n0.001,1\n0.002,-0.5\n0.05,0\n' >pulse.csv
cat >both.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 7e10, poisson_ratio: 0.33, density: 2700, length: 0.1, height: 0.03, width: 0.02, elements: 8, elements_across: 3, clamped: both}
reduction: {method: macneal, modes: 9, rayleigh: {mass: 30, stiffness: 1e-7}}
contact:
  - {nodes: [19, 20], partner: [23, 24], law: friction, normal: -y, gap: -2e-7, friction: 0.3}
  - {nodes: 18, law: bouc_wen, direction: x, stiffness: 1e6, alpha: 0.1, beta: 1e5, gamma: 1e5}
drives: {pulse: {type: table, file: pulse.csv}}
excitation: [{type: base, direction: y, amplitude: 300, drive: pulse}, {node: 14, direction: [0.6, 0.8, 0], amplitude: 40, frequency: 3000, phase: 1.1}, {type: gravity, direction: -x, amplitude: 9.81}]
initial: {direction: y, velocity: 0.05, displacement: 1e-7}
integrator: {scheme: leapfrog, step: 4e-7, duration: 4e-5}
ensemble: {design: {type: grid, parameters: {excitation.1.phase: {values: [0, 1.1, 3]}, contact.0.friction: {values: [0.1, 0.5]}}}}
outputs:
  x_14_0: {node: 14, direction: x, reduce: series, trajectories: [1, 5, 2]}
  x_20_1: {node: 20, direction: y, reduce: series}
  v_14_1: {node: 14, direction: y, quantity: velocity, reduce: series}
  fn: {quantity: normal_force, contact: 0, reduce: series}
  ft: {quantity: tangential_force, contact: 0, reduce: series}
  u: {quantity: field}
  v: {quantity: field, of: velocity}
YAML
run both both
check series both.h5
check forces both.h5 '[0, -1, 0]' '[1, 0, 0]'
check partners both.h5

# Continued with its clock: the instants after the stop are those of the run without it.
sed '/^outputs:/,$d' leapfrog.yaml >plain.yaml
echo 'outputs: {u: {quantity: field, trajectories: [0, 3, 4], every: 5}}' >>plain.yaml
run plain whole --set integrator.window=0.3
run plain half --keep-state --set integrator.duration=4e-4 --set integrator.window=0.16
run plain rest --set integrator.duration=3.5e-4 --set integrator.window=0.14 --set "initial.from=$PWD/half.h5" --set initial.clock=continue
check times whole.h5 rest.h5

# Harmonic balance: the period at the peak, with a friction element behind a massless boundary, and
# at a given frequency.
printf 'study: response\n%s
reduction: {method: macneal, modes: 8, damping: 0.01}
response: {from: 300, to: 480, harmonics: 5, step: 0.02}
outputs:
  tip: {node: 39, direction: y}
  peak: {quantity: peak_amplitude, node: 20, direction: y}
  peak_frequency: {quantity: peak_frequency}
  work: {quantity: peak_cycle_dissipation, contact: 0}
  u: {quantity: field, event: maximum}
  v: {quantity: field, of: velocity, event: maximum}
' 'model: {type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 12, elements_across: 2, clamped: left}
contact: {nodes: 38, law: elastic, normal: -x, tangent: y, tangential_stiffness: 2e5, friction: 0.4, preload: 20}
excitation: [{node: 39, direction: y, amplitude: 10, phase: cos}, {node: 38, direction: y, amplitude: 4, phase: cos}]' >response.yaml
run response response
check period response.h5 20 1
run response state --set response.at=350 --set 'outputs={rms: {node: 20, direction: y}, u: {quantity: field}}'
check state state.h5

# Two bodies: nodes of both, the slider's with the way of its guide; the forces that meet at the contact.
{
  sed '/^outputs:/,$d' "$models/beam-on-beam/slide.yaml"
  echo 'outputs: {fn: {quantity: normal_force, reduce: series, every: 50}, u: {quantity: field, every: 50}, v: {quantity: field, of: velocity, every: 50}'
  for body in slider target; do
    for of in x v; do
      quantity=displacement; [ $of = v ] && quantity=velocity
      echo "  , ${of}_${body}: {quantity: $quantity, node: $body.100, direction: y, reduce: series, every: 50}"
      echo "  , ${of}_${body}_along: {quantity: $quantity, node: $body.100, direction: x, reduce: series, every: 50}"
    done
  done
  echo '  }'
} >pair.yaml
run pair pair --set sliding.duration=1e-4 --set slider.velocity=2
check bodies pair.h5
# A stepped map has them too; the time steps do not depend on the map.
run_map() { "$chatter" run "$models/coulomb/two-contacts.yaml" -o map.h5 -f -q --set ensemble.design.parameters.excitation.frequency.count=2 \
  --set ensemble.design.parameters.contact.1.friction.count=1 --set regimes.cycles=4 --set regimes.window=2 --set "$1" 2>errors.txt || say "map: $(cat errors.txt)"; }
run_map 'outputs={regime: {quantity: regime}, u: {quantity: field}, x_2_0: {node: 2, reduce: series}}'
check series map.h5
refused() { # words, options
  "$chatter" run leapfrog.yaml -o refused.h5 -f -q "${@:2}" 2>errors.txt && say "$1: not refused"
  grep -q -- "$1" errors.txt || say "expected '$1' in: $(cat errors.txt)"
}
refused "no node or node set 'RIHGT' (did you mean 'RIGHT'?)" --set 'outputs={u: {quantity: field, nodes: RIHGT}}'
refused 'at 1 s trajectory 0 is over, it ends at 0.00075 s' --set 'outputs={u: {quantity: field, at: [1]}}'
refused "'reduce' does not belong to the quantity field" --set 'outputs={u: {quantity: field, reduce: max}}'
refused "'of' belongs to quantity: field" --set 'outputs={u: {node: 39, direction: y, of: velocity}}'
refused "stress is recovered by ccx" --set 'outputs={u: {quantity: field, of: stress}}'
refused 'a field belongs to one reduced model' --set 'outputs={u: {quantity: field}}' --set 'ensemble.design.parameters={reduction.modes: {values: [4, 5]}}'
refused 'there is no trajectory 6' --set 'outputs={u: {quantity: field, trajectories: [6]}}'
sed -i '/^  v:/d; s/event: maximum/every: 2, event: maximum/' response.yaml
"$chatter" run response.yaml -o refused.h5 -f -q 2>errors.txt && say "instants of a period: not refused"
grep -q 'there is one period, of 64 instants' errors.txt || say "instants of a period: $(cat errors.txt)"

# Tables of evaluations have no fields, and compute none: rows may change the model.
sed 's/^outputs:/inputs: {modes: reduction.modes}\noutputs:\n  rms: {node: 20, direction: y, reduce: rms}/; /^ensemble/d' leapfrog.yaml >table.yaml
sed -i 's/trajectories: \[0, 3, 4\]/trajectories: [0]/' table.yaml
printf 'sample_id,modes\na,6\nb,8\n' >rows.csv
"$chatter" eval table.yaml -i rows.csv -o table.csv 2>errors.txt || say "eval: $(cat errors.txt)"
[ "$(grep -c ',ok,' table.csv)" = 2 ] || say "eval: $(cat table.csv errors.txt)"
finish
