#!/usr/bin/env bash
# usage: ptx_studies_long.sh BUILD_FOLDER
# Whole studies through the program on the PTX machine: the exported results equal those of the CPU,
# byte for byte, for all kinds of models and steppers, chosen and forced mappings.
set -uo pipefail
build=$1 models=${CHATTER_SOURCE:-$(dirname "$0")/../../..}/models
fake=$build/tools/ptx_machine/libptx_cuda.so
if [ ! -e "$fake" ]; then echo "skipped: the stand-in driver is not there"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/studies.sh"
least_rows=1

gpu="--device cuda"
same bar "" bar/massless.yaml --set integrator.duration=2
same bar_moreau "PTX_NAN=1" bar/moreau.yaml --set integrator.duration=1
same chain_friction "" chain/coulomb.yaml --set integrator.periods=10 --set integrator.window=3 --shard 1/8
same regimes_bar "" coulomb/bar.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/256
same regimes_two_contacts "" coulomb/two-contacts.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/16
same regimes_5dof "" coulomb/ground2-5dof.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/512
same plate_friction "" plate/friction.yaml --set integrator.periods=2 --set integrator.window=1 --shard 1/8
same plate_resonance "" plate/resonance.yaml --set integrator.periods=3 --set integrator.window=1 --set excitation.sweep.rate=200 --shard 1/32
gpu="--device cuda --team 32"
same bar_warp "PTX_RACE=1" bar/massless.yaml --set integrator.duration=0.2
same plate_friction_warp "" plate/friction.yaml --set integrator.periods=2 --set integrator.window=1 --shard 1/16
slide="--set sliding.duration=1e-5 --set slider.reduction.modes=4 --set target.reduction.modes=4 --set ensemble.design.type=grid"
slide="$slide --set roughness.deviation=0.005 --set roughness.band=[20,2.2e6] --set outputs.tip_rms.band=[3e3,1e6] --set outputs.tip_rms_last.last=5e-6"
seeds="ensemble.design.parameters={roughness.seed: {from: 0, to: 2, count: 3}}"
# shellcheck disable=SC2086
same slide_warp "PTX_RACE=1" beam-on-beam/slide.yaml $slide --set "$seeds"
gpu="--device cuda --team 128"
# shellcheck disable=SC2086
same slide_block "" beam-on-beam/slide.yaml $slide --set "$seeds"
same chain_friction_block "" chain/coulomb.yaml --set integrator.periods=4 --set integrator.window=2 --shard 1/32

# Stops with a column and an angle each of a table over time.
awk 'BEGIN { print "time,a,b,c"; for (i = 0; i <= 40; i++) { printf "%.17g", i / 50
  for (c = 0; c < 3; c++) { x = atan2(0, -1) * (i % 40) / 20 + 1.5 * c; printf ",%.17g", cos(x) + 0.4 * sin(2 * x) } printf "\n" } }' >"$work/beat.csv"
cat >"$work/points.yaml" <<'YAML'
study: transient
model: {type: chain, masses: [0, 1, 0, 2, 0], springs: [50, 100, 80, 60, 90]}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.01}
contact: {nodes: [1, 3, 5], law: unilateral, gap: 0.01, gap_factor: 0.02, gap_drive: beat, gap_columns: [b, 1, 3], phases: [0, 0.4, 2]}
drives: {beat: {file: beat.csv, periodic: true, interpolation: cubic}}
excitation: {node: 2, amplitude: 2, frequency: 1, sweep: {from: 0.5, rate: 0.4}}
integrator: {scheme: leapfrog, step: 5e-4, duration: 0.2}
ensemble: {design: {type: grid, parameters: {contact.gap_columns.1: {values: [1, 3]}, contact.phases.2: {from: 0, to: 3, count: 8}}}}
outputs: {x: {node: 2}, f: {quantity: normal_force, contact: 0, reduce: rms}, g: {quantity: normal_force, contact: 1, reduce: rms}}
YAML
models=$work
gpu="--device cuda"
same points "" points.yaml
gpu="--device cuda --team 32"
same points_warp "PTX_RACE=1" points.yaml
exit $failed
