#!/usr/bin/env bash
# The quick tests once more under AddressSanitizer and UndefinedBehaviorSanitizer, and those that use threads under
# ThreadSanitizer, each in a build folder of its own.
set -u
build=$1
case $build in */sanitize_*) echo "skipped: this is a sanitizer build itself"; exit 77 ;; esac
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}

# in_build NAME CMAKE_OPTION CTEST_ARGUMENTS...
in_build() {
  local folder=$build/sanitize_$1 option=$2
  shift 2
  local generator=()
  [ -f "$folder/CMakeCache.txt" ] || { command -v ninja >/dev/null && generator=(-G Ninja); }
  cmake -S "$source" -B "$folder" "${generator[@]}" "$option" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 >/dev/null || return 1
  cmake --build "$folder" -j 2 >"$folder/build.log" 2>&1 || { tail -30 "$folder/build.log"; return 1; }
  ctest --test-dir "$folder" --output-on-failure "$@" >"$folder/test.log" 2>&1 || { tail -60 "$folder/test.log"; return 1; }
}

# Leaks inside MPI-free MUMPS, OpenBLAS and HDF5 at exit are not ours to see: errors and our own leaks are.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
in_build address -DCHATTER_SANITIZE=ON -L quick || exit 1
in_build thread -DCHATTER_SANITIZE_THREAD=ON -R '^t(5|6|8)' -L quick || exit 1
