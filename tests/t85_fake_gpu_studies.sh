#!/usr/bin/env bash
# usage: t85_fake_gpu_studies.sh BUILD_FOLDER
# Whole studies through the program on the stand-in GPU: every digit of the exported results is the CPU's, for the three
# steppers, chosen and forced mappings, two GPUs, small memory (several batches), small launches.
set -uo pipefail
build=$1 models=${CHATTER_SOURCE:-$(dirname "$0")/..}/models
fake=$build/tests/cuda/libfake_cuda.so
if [ ! -e "$fake" ]; then echo "skipped: the stand-in driver is not there"; exit 77; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# same NAME "environment" STUDY options: runs on CPU and stand-in GPU, compares
same() {
  local name=$1 environment=$2 study=$models/$3 message
  shift 3
  "$build/chatter" run "$study" -o "$work/cpu.h5" --device cpu --force "$@" 2>"$work/log" >/dev/null &&
    env CHATTER_LIBCUDA="$fake" $environment "$build/chatter" run "$study" -o "$work/gpu.h5" --force $gpu "$@" \
      2>"$work/log" >/dev/null
  local code=$?
  if [ $code != 0 ] && grep -q "no NVRTC" "$work/log"; then echo "skipped: no NVRTC"; exit 77; fi
  if [ $code != 0 ]; then message="exit $code: $(tail -2 "$work/log")"; else
    "$build/chatter" export "$work/cpu.h5" -o "$work/cpu.csv" --force >/dev/null 2>&1
    "$build/chatter" export "$work/gpu.h5" -o "$work/gpu.csv" --force >/dev/null 2>&1
    [ "$(wc -l <"$work/cpu.csv")" -gt 3 ] && cmp "$work/cpu.csv" "$work/gpu.csv" >"$work/log" 2>&1 && return
    message=$(cat "$work/log")
  fi
  echo "$name: $message" >&2
  failed=1
}

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
exit $failed
