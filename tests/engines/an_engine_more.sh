#!/usr/bin/env bash
# usage: an_engine_more.sh BUILD_FOLDER
# A program with one more engine (tests/engines/falling: its folder, and its name in one line of
# tests/CMakeLists.txt) has everything that engines share: keys with messages, ensembles, eval,
# plots, lanes, chunks, shards, resume, other machines. A mass that falls by symplectic Euler is at
# h - g Δt² n(n+1)/2 after n steps. It lands, which ends it early, at the first n for which this is
# not above the floor.
set -uo pipefail
build=$1
chatter=$build/tests/engines/chatter_falling
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
say() { echo "$1" >&2; failures=$((failures + 1)); }
cat >"$work/fall.yaml" <<'TEXT'
study: falling
falling: {height: 2, step: 1.0e-3, duration: 0.75}
ensemble: {design: {type: grid, parameters: {falling.height: {from: 0.01, to: 4, count: 333}}}}
inputs: {height: falling.height, gravity: falling.gravity}
outputs: {end: {}, speed: {quantity: speed}, path: {quantity: path}}
TEXT
cd "$work" || exit 1

# same NAME options: the exported results must equal those of the first run
same() {
  local name=$1
  shift
  "$chatter" run fall.yaml -o "$name.h5" "$@" >log 2>&1 || { say "$name: exit $?: $(tail -2 log)"; return; }
  "$chatter" export "$name.h5" -o "$name.csv" >log 2>&1 || say "$name: export: $(cat log)"
  cmp -s "${first:=$name}.csv" "$name.csv" || say "$name differs from $first"
  cmp -s "$first-point.csv" "$name-point.csv" || say "the paths of $name differ from those of $first"
}
same whole --device cpu_scalar
same lanes --device cpu --threads 2
same device_sim --device device_sim
same host --set falling.by=host
same chunks --set falling.by=host --chunk 100
same kernel_chunks --chunk 100
for i in 1 2 3; do "$chatter" run fall.yaml -o "s$i.h5" --shard "$i/3" >log 2>&1 || say "shard $i: $(tail -2 log)"; done
"$chatter" merge shards.h5 s1.h5 s2.h5 s3.h5 >log 2>&1 && "$chatter" export shards.h5 -o shards.csv >log 2>&1
cmp -s whole.csv shards.csv && cmp -s whole-point.csv shards-point.csv || say "shards differ: $(tail -1 log)"
fake=$build/tools/ptx_machine/libptx_cuda.so
if [ -e "$fake" ]; then
  CHATTER_LIBCUDA=$fake "$chatter" run fall.yaml -o ptx.h5 --device cuda --shard 1/3 >log 2>&1
  code=$?
  if [ $code = 0 ]; then
    "$chatter" export ptx.h5 -o ptx.csv >log 2>&1
    "$chatter" export s1.h5 -o s1.csv >log 2>&1
    cmp -s ptx.csv s1.csv || say "the compiled kernel gives other numbers"
  elif ! grep -q "no NVRTC" log; then
    say "ptx: exit $code: $(tail -2 log)"
  fi
fi

# The closed form. The rounding of sums of n ≤ 750 terms in double precision is far below 1e-12 of a
# metre.
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  {
    h = $at["falling.height"]; n = $at["steps"]; g = 9.81; d = 1e-3
    want = h - g * d * d * n * (n + 1) / 2; before = h - g * d * d * n * (n - 1) / 2
    if ((e = $at["end"] - want) > 1e-12 || e < -1e-12) { print "height " $at["end"] " after " n " steps, expected " want; bad = 1 }
    if (n < 750 && !(want <= 1e-12 && before > -1e-12)) { print h " m landed after " n " steps"; bad = 1 }
    if ((e = $at["speed"] + g * d * n) > 1e-12 || e < -1e-12) { print "speed " $at["speed"]; bad = 1 }
    if ((e = $at["end_time"] - n * d) > 1e-12 || e < -1e-12) { print "time " $at["end_time"]; bad = 1 }
    if ($at["status"] != "ok" && $at["status"] != 0) { print "status " $at["status"]; bad = 1 }
    landed += n < 750; rows++
  }
  END { if (rows != 333 || landed < 100 || landed > 300) { print rows " rows, " landed " landed"; bad = 1 } exit bad }
' whole.csv >log || say "$(head -3 log)"

# Paths of different length, compared with the closed form at every hundredth step.
awk -F, '
  NR == 1 { if ($0 != "trajectory,falling.height,point,time,path") { print "columns " $0; bad = 1 }; next }
  {
    n = 100 * $3; want = $2 - 9.81e-6 * n * (n + 1) / 2; points[$1]++
    if ($3 != points[$1] - 1) { print "trajectory " $1 " has point " $3 " as number " points[$1]; bad = 1 }
    if ((e = $4 - n * 1e-3) > 1e-12 || e < -1e-12) { print "time " $4; bad = 1 }
    if ((e = $5 - want) > 1e-12 || e < -1e-12) { print "height " $5 " after " n " steps, expected " want; bad = 1 }
  }
  END { if (points[0] != 1 || points[332] != 8) { print points[0] " to " points[332] " points"; bad = 1 } exit bad }
' whole-point.csv >log || say "$(head -3 log)"
"$chatter" plot whole.h5 -o path.svg --set plot.kind=curves >log 2>&1 || say "curves: $(tail -2 log)"
"$chatter" run fall.yaml -o no.h5 --set plot.kind=curves --set plot.y=pat --plot >log 2>&1
[ $? = 3 ] && grep -q "did you mean 'path'" log || say "a figure of what is not there: $(cat log)"

printf 'sample_id,height,gravity\na,1,9.81\nb,1,0\n' >samples.csv
"$chatter" eval fall.yaml -i samples.csv -o rows.csv >log 2>&1 || say "eval: $(tail -2 log)"
grep -q '^b,ok,1,' rows.csv || say "without gravity it fell: $(cat rows.csv)"
"$chatter" plot whole.h5 -o figure.svg >log 2>&1 || say "plot: $(tail -2 log)"
"$chatter" schema --markdown >page.md && grep -q '^## falling' page.md || say "the reference page has no falling mass"
"$chatter" run fall.yaml -o no.h5 --set falling.heigt=1 >log 2>&1
[ $? = 3 ] && grep -q "did you mean 'height'" log || say "a misspelt key: $(cat log)"
"$chatter" run fall.yaml -o no.h5 --set falling.step=1 >log 2>&1
[ $? = 3 ] && grep -q "longer than the duration" log || say "its own rule: $(cat log)"
"$build/chatter" run fall.yaml -o no.h5 >log 2>&1
[ $? = 3 ] && grep -q "falling" log || say "the program without it: $(cat log)"
exit $((failures > 0))
