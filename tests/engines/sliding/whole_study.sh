#!/usr/bin/env bash
# A whole study of sliding contact, with roughness, bands, windows, series and trajectories that
# lose contact, gives the same numbers on every machine and in every partition: instruction sets and
# lanes, threads, chunks, batches, the simulated device, the compiled GPU kernel, shards and merge,
# kill -9 and --resume; and `eval` gives those of `run`.
. "$(dirname "$0")/../../program.sh"
cp "${CHATTER_SOURCE:-$(dirname "$models")}/tests/engines/sliding/small.yaml" .

# Prints all tables of a file, without those of the model, which do not depend on the run.
tables() { "$chatter" export "$1.h5" -o "$1.csv" --force >log 2>&1 || say "$1: export: $(cat log)"; cat "$1.csv" "$1-window.csv" "$1-series-height_sample.csv" >"$1.txt"; }
# same NAME options: the exported results must equal those of the first run
same() {
  local name=$1
  shift
  "$chatter" run small.yaml -o "$name.h5" "$@" >log 2>&1 || { say "$name: exit $?: $(tail -2 log)"; return; }
  tables "$name"
  cmp -s "${first:=$name}.txt" "$name.txt" || say "$name differs from $first"
}
same whole --device cpu_scalar
same lanes --device cpu --threads 1
same threads --device cpu --threads 2 --batch 16
same lanes4 --device cpu --threads 2 --lanes 4
same baseline --device cpu:baseline
same device_sim --device device_sim
same chunks --device cpu --chunk 777
same teams --device device_sim --team 32 --chunk 5000

# The runs must contain contacts that hold and contacts that are lost, and a slider past a node at
# 0.024 m.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { count[$at["status"]]++ }
  $at["status"] == "ok" && !($at["arc"] > 0.0247 && $at["arc"] < 0.0249) { print "arc " $at["arc"]; bad = 1 }
  END { if (count["ok"] < 10 || count["detached"] < 3) { for (s in count) print s, count[s]; bad = 1 } exit bad }' whole.csv >errors.txt || say "$(cat errors.txt)"

fake=$build/tools/ptx_machine/libptx_cuda.so
if [ -e "$fake" ]; then
  short=(--set sliding.duration=2.0e-5 --set sliding.record=1.0e-5 --set outputs.late.last=1.0e-5 --set outputs.height.every=10 --shard 1/8)
  CHATTER_LIBCUDA=$fake "$chatter" run small.yaml -o ptx.h5 --device cuda "${short[@]}" >log 2>&1
  code=$?
  if [ $code = 0 ]; then
    "$chatter" run small.yaml -o cpu.h5 --device cpu "${short[@]}" >log 2>&1
    tables ptx
    tables cpu
    cmp -s ptx.txt cpu.txt || say "the compiled kernel gives other numbers"
    [ "$(wc -l <cpu.txt)" -gt 20 ] || say "the compiled kernel was asked for nothing: $(cat cpu.txt)"
  elif ! grep -q "no NVRTC" log; then
    say "ptx: exit $code: $(tail -2 log)"
  fi
fi

for i in 1 2 3; do "$chatter" run small.yaml -o "part$i.h5" --shard "$i/3" --batch $((5 * i)) --quiet || say "shard $i"; done
"$chatter" merge shards.h5 part?.h5 >log 2>&1 || say "merge: $(cat log)"
tables shards
cmp -s whole.txt shards.txt || say "shards differ"

# eval computes the same as run.
awk -F, 'NR == 1 { print "sample_id,roughness.seed,roughness.deviation,slider.friction"; next } { print $1 "," $5 "," $6 "," $7 }' whole.csv >samples.csv
"$chatter" eval small.yaml -i samples.csv -o rows.csv --quiet 2>log || say "eval fails: $(cat log)"
columns() { awk -F, -v names="$2" 'NR == 1 { n = split(names, want, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
  { line = $1; for (i = 1; i <= n; i++) line = line "," $at[want[i]]; print line }' "$1"; }
names="status tip late loud speed bend arc angle slip"
cmp -s <(columns whole.csv "$names") <(columns rows.csv "$names") || say "eval differs: $(diff <(columns whole.csv "$names") <(columns rows.csv "$names") | head -4)"

# Killed and resumed, with different numbers of threads, at every few checkpoints: the file is the
# same byte for byte.
kill_and_resume small run small.yaml -o out.h5 --device cpu --batch 16 --chunk 2000 --checkpoint 0 --quiet
finish
