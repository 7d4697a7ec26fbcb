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
# expect NAME VALUE REFERENCE TOLERANCE: compares a value with its reference
expect() {
  awk -v x="$2" -v y="$3" -v t="$4" 'BEGIN { d = x - y; exit !(d <= t && -d <= t) }' || say "$1: $2, expected $3 within $4"
}
# A mass before a wall, without inputs and outputs: the beginning of studies for tests of the
# command line.
mass_before_wall() {
  cat <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}
excitation: {node: 1, amplitude: 1, frequency: 1}
integrator: {scheme: moreau, steps_per_period: 200, periods: 20, window: 5}
YAML
}
# one_brick MODULUS: the deck of one cubic element, a metre wide, held at its lower end along z.
one_brick() {
  cat <<DECK
*NODE, NSET=ALL
1,0,0,0
2,1,0,0
3,1,1,0
4,0,1,0
5,0,0,1
6,1,0,1
7,1,1,1
8,0,1,1
*ELEMENT, TYPE=C3D8, ELSET=E
1,1,2,3,4,5,6,7,8
*MATERIAL, NAME=STEEL
*ELASTIC
$1,0.3
*DENSITY
7850
*SOLID SECTION, ELSET=E, MATERIAL=STEEL
*BOUNDARY
1,1,3
2,1,3
3,1,3
4,1,3
DECK
}
# tabulate NAME [OPTIONS]: runs the study NAME.yaml on the CPU; its tables are NAME.csv, NAME-….csv
tabulate() {
  { "$chatter" run "$1.yaml" -f -q --device cpu -o "$1.h5" "${@:2}" >/dev/null && "$chatter" export -f "$1.h5" >/dev/null; } 2>message ||
    say "$1 fails: $(cat message)"
}
# last TABLE COLUMNS, as `cut` counts them: prints those columns of its last row
last() { tail -1 "$1" | cut -d, -f"$2"; }
# has FLAG...: true if the processor has all these flags
has() { for flag; do grep -qm1 "^flags.* $flag\( \|$\)" /proc/cpuinfo || return 1; done; }
# Runs a command until it succeeds, a minute at most.
wait_until() {
  for _ in $(seq 6000); do
    "$@" && return
    sleep 0.01
  done
  say "never came: $*"
}
ended_or() { local process=$1; shift; ! kill -0 "$process" 2>/dev/null || "$@"; } # process command
# kill_and_resume NAME WORDS...: the run WORDS, which writes out.h5 and a checkpoint per chunk, is
# killed after every few checkpoints and resumed with different numbers of threads. Its tables are
# those of the undisturbed run byte for byte, which stays as reference.h5 (the files also name the
# devices and command lines of all sessions that reached a part). A run that ends before it can be
# killed is run again.
tables_of() { mkdir "$2" && (cd "$2" && "$chatter" export "../$1" -o table.csv 2>/dev/null); } # FILE FOLDER
same_tables() { # FILE FILE
  rm -rf tables_1 tables_2
  tables_of "$1" tables_1 && tables_of "$2" tables_2 && diff -r tables_1 tables_2 >/dev/null
}
has_written() { [ -n "$(find out.h5.parts -newer mark -type f 2>/dev/null)" ]; }
kill_and_resume() {
  local name=$1 kills=0 rounds=0 pid code
  shift
  "$chatter" "$@" --threads 1 && mv out.h5 reference.h5 || { say "$name: the reference run failed"; return 1; }
  while :; do
    rounds=$((rounds + 1))
    touch mark
    "$chatter" "$@" --threads $((1 + rounds % 2)) --resume 2>errors.txt &
    pid=$!
    if [ $kills -lt 5 ]; then
      wait_until ended_or $pid has_written
      kill -9 $pid 2>/dev/null
    fi
    wait $pid 2>/dev/null
    code=$?
    [ $code = 137 ] && kills=$((kills + 1)) && continue
    [ $code = 0 ] || say "$name, round $rounds: exit code $code: $(cat errors.txt)"
    [ $code = 0 ] && [ $kills = 0 ] && [ $rounds -lt 20 ] || break
    rm -rf out.h5
  done
  [ $kills -ge 1 ] || say "$name: no run could be killed"
  same_tables out.h5 reference.h5 || say "$name: after $kills kills the results differ"
  rm -rf out.h5 out.h5.parts tables_1 tables_2
}
# without_stability TABLE...: tables of evaluations without the columns NAME_stable, which follow
# all others
without_stability() {
  for table; do
    awk -F, -v OFS=, 'NR == 1 { for (n = NF; $n ~ /_stable$/;) n-- } { NF = n; print }' "$table" >table.tmp && mv table.tmp "$table"
  done
}
skip() { echo "skipped: $1"; exit 77; }

# The matrices of a deck are made by ccx; in a bundle the study has the reduced model in its place.
need_deck() { ! grep -q '^model:.*calculix' "$models/$1" || command -v ccx >/dev/null || skip "ccx is not installed"; }
