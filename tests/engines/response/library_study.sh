#!/usr/bin/env bash
# Peaks of the cantilever with factorisations by LAPACK: equal to those of the kernel, and the same
# table from threads, batches, chunks, shards and a run that is stopped and resumed.
. "$(dirname "$0")/../../program.sh"
cat "$models/cantilever/peak.yaml" - >study.yaml <<'TEXT'
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 0.2, to: 2, count: 24}}}}
TEXT
by_library=(--set response.factorisation=library)
"$chatter" check study.yaml "${by_library[@]}" >check.txt 2>&1 || say "the study is refused: $(tail -1 check.txt)"
grep -q 'factorisation *by libraries' check.txt || say "check does not say that libraries factorise"
"$chatter" check study.yaml | grep -q 'factorisation *by the kernel' || say "small systems are not the kernel's"
run() { "$chatter" run study.yaml "${by_library[@]}" -d cpu -q "$@" || say "fails: $*"; }
table() { "$chatter" export "$1.h5" -o "$1.csv" 2>/dev/null || say "$1.h5 has no table"; }
same() { table "$1"; cmp -s whole.csv "$1.csv" || say "$1.csv differs from whole.csv"; }
# alike NAME: all methods end the Newton iteration at corrections below 1e-9 of the state, which are
# squared once more; the position of a smooth maximum is found to about the square root of that in
# frequency, its amplitude to rounding.
alike() {
  table "$1"
  paste -d, whole.csv "$1.csv" | awk -F, '
    NR == 1 { for (i = NF / 2 + 1; i <= NF; i++) at[$i] = i; next }
    { n++
      for (name in at) {
        i = at[name]; a = $(i - NF / 2); b = $i; e = a - b; if (e < 0) e = -e
        if (name == "amplitude" && !(e <= 1e-10 * b)) { print name " " a " " b; bad = 1 }
        if (name ~ /^omega/ && b != "" && b != "nan" && !(e <= 1e-7 * b)) { print name " " a " " b; bad = 1 }
        if (name == "kind" && a != b) { print name " " a " " b; bad = 1 }
      } }
    END { if (n != 24) print n " rows"; exit bad || n != 24 }' >log || say "whole and $1: $(head -2 log)"
}
run -o whole.h5 -t 2
table whole
run -o alone.h5 -t 1 --chunk 13 --batch 5
same alone
for i in 1 2; do run -o "piece$i.h5" --shard "$i/2"; done
"$chatter" merge pieces.h5 piece2.h5 piece1.h5 2>/dev/null || say "the shards do not merge"
same pieces
"$chatter" run study.yaml "${by_library[@]}" -d cpu -q -o stopped.h5 -t 1 --chunk 20 --batch 6 --max-time 0.05s 2>/dev/null
[ $? = 75 ] || say "the run was not stopped"
run -o stopped.h5 -t 2 --resume
same stopped
# On a GPU with NVIDIA's libraries, which are not reproducible bit by bit: stand-ins that call
# LAPACK.
standin=$build/tests/machines/cuda/standin
if [ -e "$standin/libfake_cuda.so" ] && [ -e "$standin/libfake_solvers.so" ]; then
  export CHATTER_LIBCUDA=$standin/libfake_cuda.so CHATTER_CUBLAS=$standin/libfake_solvers.so
  CHATTER_CUSOLVER=$CHATTER_CUBLAS run -o gpu.h5 -d cuda
  alike gpu
  CHATTER_CUSOLVER=none "$chatter" run study.yaml "${by_library[@]}" -d cuda -o without.h5 2>log || say "fails without cuSOLVER"
  grep -q 'no cuSOLVER.*LAPACK on the CPU' log || say "a missing library is not named: $(cat log)"
  same without
  CHATTER_CUSOLVER=none "$chatter" devices | grep -q 'GPU libraries: no cuSOLVER' || say "devices does not name a missing library"
  unset CHATTER_LIBCUDA CHATTER_CUBLAS
fi
"$chatter" run study.yaml --set response.factorisation=kernel -d cpu -q -o kernel.h5 || say "the kernel's run fails"
alike kernel

# Backbones also solve with the transposed factors: the ends of all three at three times the load.
sed -e 's/^study: response/study: backbone/' -e '/^inputs:/,$d' "$models/cantilever/peak.yaml" >backbone.yaml
cat >>backbone.yaml <<'TEXT'
backbone: {methods: [extremum, phase, dnnm], from: 0.2, to: 3}
outputs:
  tip: {node: RIGHT}
TEXT
for way in library kernel; do
  "$chatter" run backbone.yaml --set "response.factorisation=$way" -d cpu -q -o "ends_$way.h5" || say "backbones fail"
  "$chatter" export "ends_$way.h5" -o "ends_$way.csv" 2>/dev/null
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["event"] == "end" { print $at["curve"], $at["frequency"], $at["tip"] }' "ends_$way-point.csv" >"$way.ends"
done
paste -d ' ' library.ends kernel.ends | awk '
  function off(a, b) { return a < b ? (b - a) / b : (a - b) / b }
  $1 != $4 || off($2, $5) > 1e-10 || off($3, $6) > 1e-10 { print; bad = 1 }
  END { if (NR != 4) print NR " ends"; exit bad || NR != 4 }' >log || say "backbones: $(head -2 log)"
finish
