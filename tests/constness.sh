#!/usr/bin/env bash
# No const is cast away: -Wcast-qual is among the warnings, and no code circumvents it by an
# integer. Addresses of a GPU are integers (host/machines/cuda, its tests, the PTX machine).
set -u
cd "${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}" || exit 1
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }
grep -qE '^add_compile_options\(.*-Wcast-qual .*-Werror' CMakeLists.txt || say "CMakeLists.txt: -Wcast-qual is not among the errors"
# "(double *)(uintptr_t)name", also with another cast between or the parts on two lines
laundered() { grep -rnPzo --include='*.[ch]' '\*\s*\)\s*\(\s*(size_t|u?intptr_t)\s*\)[^\n]*' "$@" | tr '\0' '\n' | grep -vE '^((host|tests)/machines/cuda|tools/ptx_machine)/'; }
printf 'double *f(const double *x) {\n  return (double *)\n    (uintptr_t)x;\n}\n' >"${TMPDIR:-/tmp}/laundered.$$.c"
[ -n "$(laundered "${TMPDIR:-/tmp}/laundered.$$.c")" ] || say "a pointer through an integer is not found"
rm -f "${TMPDIR:-/tmp}/laundered.$$.c"
found=$(laundered host include kernels tests bench tools)
[ -z "$found" ] || say "a pointer made of another one through an integer: $found"
exit $((failures > 0))
