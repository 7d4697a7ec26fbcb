#!/usr/bin/env bash
# usage: fake_gpu_studies.sh BUILD_FOLDER
# Whole studies through the program on the stand-in GPU: every digit of the exported results equals
# that of the CPU, for the three steppers, chosen and forced mappings, two GPUs, small memory
# (several batches), small launches.
set -uo pipefail
build=$1 models=${CHATTER_SOURCE:-$(dirname "$0")/../../..}/models
fake=$build/tests/machines/cuda/standin/libfake_cuda.so
if [ ! -e "$fake" ]; then echo "skipped: the stand-in driver is not there"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/studies.sh"

gpu="--device cuda"
same leapfrog "" matrices/impact.yaml --set integrator.periods=12 --set integrator.window=4 --shard 1/8
gpu="--device cuda --team 32 --chunk 700"
same leapfrog_warp "" matrices/impact.yaml --set integrator.periods=6 --set integrator.window=2 --shard 1/16
gpu="--device cuda"
same moreau "" chain/impact.yaml --set integrator.periods=10 --set integrator.window=3 --shard 1/8
gpu="--device cuda:all --batch 16"
same moreau_two_gpus "FAKE_CUDA_DEVICES=2" chain/impact.yaml --set integrator.periods=4 --set integrator.window=2 --shard 1/4
gpu="--device cuda"
same coulomb "" coulomb/ground2.yaml --set regimes.cycles=30 --set regimes.window=10 --shard 1/64
same small_memory "FAKE_CUDA_MEMORY=300000" coulomb/ground2.yaml --set regimes.cycles=12 --set regimes.window=4 --shard 1/16
# The driver takes 60 bytes for each of 4096 threads at the first launch: the batches must leave
# them free.
same local_memory "FAKE_CUDA_MEMORY=400000 FAKE_CUDA_LOCAL=60" coulomb/ground2.yaml --set regimes.cycles=12 --set regimes.window=4 --shard 1/16
exit $failed
