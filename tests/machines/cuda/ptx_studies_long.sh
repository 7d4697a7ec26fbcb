#!/usr/bin/env bash
# usage: ptx_studies_long.sh BUILD_FOLDER
# Whole studies through the program on the PTX machine: the exported results are the CPU's, byte for byte, for all
# kinds of models and steppers, chosen and forced mappings.
set -uo pipefail
build=$1 models=${CHATTER_SOURCE:-$(dirname "$0")/../../..}/models
fake=$build/tests/machines/cuda/standin/libptx_cuda.so
if [ ! -e "$fake" ]; then echo "skipped: the stand-in driver is not there"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/studies.sh"
least_rows=1

gpu="--device cuda"
same bar "" bar/massless.yaml --set integrator.duration=2
same bar_moreau "PTX_NAN=1" bar/moreau.yaml --set integrator.duration=1
same chain_friction "" chain/coulomb.yaml --set integrator.periods=10 --set integrator.window=3 --shard 1/8
same regimes_bar "" coulomb/bar.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/64
same regimes_two_contacts "" coulomb/two-contacts.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/16
same regimes_5dof "" coulomb/ground2-5dof.yaml --set regimes.cycles=20 --set regimes.window=5 --shard 1/512
same plate_friction "" plate/friction.yaml --set integrator.periods=2 --set integrator.window=1 --shard 1/8
same plate_resonance "" plate/resonance.yaml --set integrator.periods=3 --set integrator.window=1 --shard 1/32
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
exit $failed
