#!/usr/bin/env bash
# π, clocks and the inner product are defined once: M_PI in the host and kernels/portable.h in
# kernels, base/clock.h, base/dot.h.
set -u
cd "${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}" || exit 1
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }
# only_in PATTERN EXPECTED-FILE WHAT FOLDERS...: the only file that contains the pattern
only_in() {
  local found
  found=$(grep -rlE --include='*.[ch]' "$1" "${@:4}" | sort)
  [ "$(echo $found)" = "$2" ] || say "$3: found in '$found', expected in $2"
}
# 2π, π, π/2, 1/π, 1/2π and 2/π as numbers, and ways to compute π
only_in '6\.2831[0-9]|3\.1415[0-9]|1\.5707[0-9]|0\.3183[0-9]|0\.15915[0-9]|0\.6366[0-9]|acos\(-1|atan\(1|PI *=' kernels/portable.h 'π' host kernels
only_in 'clock_gettime|gettimeofday|[^a-z_]time\((NULL|0)' host/base/clock.h 'clocks' host
# for (...) sum += a[i] * b[i]; of complex numbers it is another sum
only_in '^ *for \(.*\) ([a-z_]+) \+= ([a-z_]+)\[([a-z])\] \* ([a-z_]+)\[\3\];$' host/base/dot.h 'inner products' $(grep -rL 'double complex' host --include='*.[ch]')
only_in '([a-z_]+)\[0\] \* ([a-z_]+)\[0\] \+ \1\[1\] \* \2\[1\] \+ \1\[2\] \* \2\[2\]' '' 'inner products of three numbers' host
exit $((failures > 0))
