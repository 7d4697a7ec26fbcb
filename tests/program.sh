# shellcheck shell=bash
# Sourced first by the tests that run the program: . "$(dirname "$0")/../program.sh" (as many ../ as it lies deep)
# Takes the build folder from the test's first argument. Gives $chatter, $library, $build and $models, an empty current folder
# that goes away at the end, and `say`, which counts failures: end with `finish`.
set -u
build=$(cd "$1" && pwd)
chatter=$build/chatter
library=$build/libchatter.so
[ -e "$library" ] || library=$build/../lib/libchatter.so # in a bundle
models=$(cd "${CHATTER_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/..}/models" && pwd)
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
failures=0
say() { echo "$(basename "$0"): $1" >&2; failures=$((failures + 1)); }
finish() { exit $((failures > 0)); }
# Runs a command until it succeeds, a minute at most.
wait_until() {
  for _ in $(seq 6000); do
    "$@" && return
    sleep 0.01
  done
  say "never came: $*"
}
ended_or() { local process=$1; shift; ! kill -0 "$process" 2>/dev/null || "$@"; } # process command
skip() { echo "skipped: $1"; exit 77; }

# The matrices of a deck come from ccx; in a bundle the study has the reduced model in its place.
need_deck() { ! grep -q '^model:.*calculix' "$models/$1" || command -v ccx >/dev/null || skip "ccx is not installed"; }
