#!/usr/bin/env bash
# The tests that factorise, with the kernels that OpenBLAS has for other processors and that this
# processor can run, with one thread (for unknown processors it uses the oldest, Prescott); and with
# two threads and all arrays 8 bytes after a multiple of 16, with its own and the oldest kernels.
# Every tolerance holds for any order of sums in a library.
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/program.sh"
names="reduction/bar reduction/beam reduction/chain_fields reduction/contact_entries reduction/contact_file reduction/contact_lists
  reduction/free_bars reduction/methods reduction/modes_used_up reduction/refused reduction/report reduction/rotations
  reduction/soft_mount reduction/stuck_damper model/beam model/clamped model/plane engines/damping
  engines/stability/eigenvalues engines/stability/response engines/stability/beams engines/stability/few_modes engines/sliding/matrices
  engines/regimes/descriptions engines/transient/two_stops_massless engines/transient/linear_response engines/transient/dense_damping
  engines/response/stuck_mode engines/response/floquet_stops engines/response/coupled_transfer engines/response/library_gpu"
scripts="engines/response/library_large"
cores="default"
has pni && cores+=" Prescott"
has avx && cores+=" Sandybridge"
has avx2 fma && cores+=" Haswell" # Zen has them too
has avx512f avx512vl avx512bw avx512dq avx512cd && cores+=" SkylakeX"

preload=
if command -v "${CC:-cc}" >/dev/null && "${CC:-cc}" -x c -O2 -shared -fPIC -D_GNU_SOURCE "$tests/shifted_lapack.h" -o shifted.so -ldl; then
  preload=$PWD/shifted.so
  export SHIFTED_CALLS=$PWD/calls
fi
[ -n "$preload" ] || echo "no compiler: arrays are not shifted" >&2

# Runs a test of this name, as a separate program or one of those of its folder; 127: not built.
one() {
  local folder=$build/tests/${1%/*} topic=${1##*/}
  if [ -x "$folder/tests" ]; then
    "$folder/tests" "$topic"
  elif [ -x "$folder/$topic" ]; then
    "$folder/$topic"
  else
    return 127
  fi
}
ran=0
try() { # label, command
  "${@:2}" >log 2>&1
  local code=$?
  [ $code = 127 ] && return
  ran=$((ran + 1))
  [ $code = 0 ] || [ $code = 77 ] || say "$1: exit code $code: $(grep -v '^warning' log | head -3)"
}
each() { # core, threads, library before all others
  local core=$1 name
  export XDG_CACHE_HOME=$PWD/cache OPENBLAS_NUM_THREADS=$2 OPENBLAS_CORETYPE=$core
  [ "$core" = default ] && unset OPENBLAS_CORETYPE
  rm -rf cache && mkdir cache
  for name in $names; do
    [ -e "$tests/$name.c" ] || say "there is no test $name"
    LD_PRELOAD=$3 try "$name with $core, $2 threads${3:+, shifted}" one "$name"
  done
  case $core in default | Sandybridge | Haswell) return ;; esac # the oldest, and the newest where
                                                                # they run
  for name in $scripts; do
    [ -n "$3" ] || try "$name with $core, $2 threads" bash "$tests/$name.sh" "$build"
  done
}
for core in $cores; do
  [ "$core" = default ] || each "$core" 1 "" # the quick tests run with the default
  case $core in default | Prescott) each "$core" 2 "$preload" ;; esac
done
[ $ran -ge 50 ] || say "only $ran tests were found"
[ -z "$preload" ] || [ "$(awk '{ n += $1 } END { print n }' calls)" -gt 1000 ] || say "no arrays were shifted"
finish
