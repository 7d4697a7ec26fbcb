#!/usr/bin/env bash
# usage: sanitize_long.sh BUILD_FOLDER [all]
# Repeats the tests (except *_long) under AddressSanitizer and UndefinedBehaviorSanitizer, and those
# that use threads under ThreadSanitizer, each in a separate build folder. Instrumented are the host
# and every kernel in the instance of four lanes (cmake/engines.cmake); the other kernels are those
# of the build under test. Tests whose branches other tests take are left out
# (sanitized_by_others.txt); with `all` they run as well.
set -u
build=$1
left_out='^(all|by_others)$'
[ "${2:-}" = all ] && left_out='^all$'
case $build in */sanitize_*) echo "skipped: this is a sanitizer build itself"; exit 77 ;; esac
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}

# in_build PRESET ENGINES TESTS [BUT]: a separate build folder with the program and the test
# programs of the folders with tests whose names match the pattern TESTS and not BUT; these tests
# then run.
in_build() {
  local folder=$build/sanitize_$1 preset=$1 engines=$2 tests=$3 but=${4:-^$} generator=() targets=(chatter chatter_falling) name
  while read -r name; do
    [[ $name =~ $tests && ! $name =~ $but ]] && targets+=("tests.$(dirname "$name" | sed 's|^\.$|root|; s|/|.|g')")
  done < <(cd "$source/tests" && find . -path ./engines/falling -prune -o -name '*.c' -print | sed 's|^\./||; s|\.c$||')
  mapfile -t targets < <(printf '%s\n' "${targets[@]}" | sort -u)
  command -v ninja >/dev/null || generator=(-G "Unix Makefiles")
  cmake -S "$source" --preset "$preset" -B "$folder" -DCHATTER_ENGINES="$engines" -DCHATTER_RELEASE_BUILD="$build" \
    "${generator[@]}" >/dev/null || return 1
  cmake --build "$folder" -j 2 --target "${targets[@]}" >"$folder/build.log" 2>&1 || { tail -30 "$folder/build.log"; return 1; }
  # CTest silently excludes nothing if a pattern has ten groups or more.
  ctest --test-dir "$folder" -N -LE "$left_out" -R "$tests" -E "$but|_long$" | grep -E '_long$' && { echo "the pattern of what is left out is not understood" >&2; return 1; }
  ctest --test-dir "$folder" --output-on-failure -LE "$left_out" -R "$tests" -E "$but|_long$" -j 2 >"$folder/test.log" 2>&1 || { tail -60 "$folder/test.log"; return 1; }
}

# No leak check: MUMPS, OpenBLAS and HDF5 keep memory at exit.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
# Not here: machines/ compiles and emulates GPU kernels. Scripts are left out that load the program
# into Python, kill it dozens of times, or take long without that, or run one study in many lanes
# and chunks (bits): the other scripts of their folder (for study/law_table, those of the engines)
# run their host code. fuzz/ has its own preset with sanitizers.
not_here='^(fuzz|machines|api)/|^(kill|install|sanitize)|^results/kill$|/benchmark_plate|^reduction/(cache_key|methods|free_bars|recovered_stress)$|^(report/browser|layers|format|engines/words)$'
not_here+='|^ensemble/(last|matrices_and_numbers)$|^study/law_table$|/backbone/(laws|normal_modes)$'
not_here+='|/bits$|/response/(beside|stiff_stop|estimate|laws_balance|peak_tables|rubbing|scattered|units|invariance|columns|between_nodes|held_by_contacts|corners|coupled|grid_folds|means|multipliers|library|verify|plate_levels|stability|library_study)$'
not_here+='|/sliding/(transient|reference_step|guide|whole_study|backwards|ends)$'
not_here+='|/transient/(wedging|blade_balance|blade_methods|benchmark_blade|benchmark_bar|bar_figures|many_entries|go_on|contact_sums|noise|drives|second_solver|plate_nonperiodic)$'
in_build address all . "$not_here" || exit 1
in_build thread regimes '^(engines/regimes/equality|equality|base/threads|ensemble/(run_in_parts|several_devices|checkpoint|binding|scheduling)|api/(bound|threads)|engines/transient/linear_response)$' || exit 1
