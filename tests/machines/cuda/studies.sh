# Sourced by tests that run whole studies on a stand-in GPU: every digit of the exported results
# must equal that of the CPU. Before: build, work (a temporary folder), fake (the stand-in libcuda),
# models; gpu holds the options of the GPU run.
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
    [ "$(wc -l <"$work/cpu.csv")" -gt "${least_rows:-3}" ] && cmp "$work/cpu.csv" "$work/gpu.csv" >"$work/log" 2>&1 && return
    message=$(cat "$work/log")
  fi
  echo "$name: $message" >&2
  failed=1
}
