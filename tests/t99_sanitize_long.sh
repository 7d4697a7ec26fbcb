#!/usr/bin/env bash
# The quick tests once more under AddressSanitizer and UndefinedBehaviorSanitizer, and those that use threads under
# ThreadSanitizer, each in a build folder of its own.
set -u
build=$1
case $build in */sanitize_*) echo "skipped: this is a sanitizer build itself"; exit 77 ;; esac
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}

# in_build PRESET TESTS: a build folder of its own with the program and the test programs that the pattern TESTS
# names, which then run.
in_build() {
  local folder=$build/sanitize_$1 preset=$1 tests=$2 generator=() targets=(chatter) file
  for file in "$source"/tests/t*.c; do
    file=$(basename "$file" .c)
    [[ $file =~ $tests && $file != *_long ]] && targets+=("$file")
  done
  command -v ninja >/dev/null || generator=(-G "Unix Makefiles")
  cmake -S "$source" --preset "$preset" -B "$folder" "${generator[@]}" >/dev/null || return 1
  cmake --build "$folder" -j 2 --target "${targets[@]}" >"$folder/build.log" 2>&1 || { tail -30 "$folder/build.log"; return 1; }
  ctest --test-dir "$folder" --output-on-failure -L quick -R "$tests" -j 2 >"$folder/test.log" 2>&1 || { tail -60 "$folder/test.log"; return 1; }
}

# No leak check: MUMPS, OpenBLAS and HDF5 keep memory at exit.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
# Not here: t8 compiles and emulates GPU kernels; scripts that load the program into Python or kill it by the dozen.
in_build address '^t([0-7][0-9]|90|93|94)_' || exit 1
in_build thread '^t(57|6[0-4])_' || exit 1
