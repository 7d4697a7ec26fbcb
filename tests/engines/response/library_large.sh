#!/usr/bin/env bash
# A system of 308 unknowns, which libraries factorise by default: every number of every point is the
# same in two runs, with other threads, batches, chunks and shards, after a stop and a resumption,
# and for any number of threads of OpenBLAS.
. "$(dirname "$0")/../../program.sh"
cat >study.yaml <<'YAML'
study: response
model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01, elements: 20, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}
contact:
  - {node: 5, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}
  - {node: 12, law: elastic, tangential_stiffness: 1.0e+6, friction: 0.3, preload: 4.0}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 255, to: 262, harmonics: 77, step: 0.2, growth: 0.5, points: 60}
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [0.5, 8]}}}}
outputs: {tip: {node: RIGHT}}
YAML
"$chatter" check study.yaml >check.txt 2>&1 || say "the study is refused: $(tail -1 check.txt)"
grep -q 'factorisation *by libraries' check.txt || say "libraries do not factorise 308 unknowns"
run() { "$chatter" run study.yaml -d cpu -q "$@" || say "fails: $*"; }
tables() { "$chatter" export "$1.h5" -o "$1.csv" 2>/dev/null || say "$1.h5 has no table"; }
same() {
  tables "$1"
  cmp -s whole.csv "$1.csv" || say "$1.csv differs from whole.csv"
  cmp -s whole-point.csv "$1-point.csv" || say "the points of $1 differ from those of whole"
}
run -o whole.h5 -t 2
tables whole
[ "$(wc -l <whole-point.csv)" -ge 10 ] || say "there are few points: $(wc -l <whole-point.csv)"
run -o again.h5 -t 2
same again
OPENBLAS_NUM_THREADS=3 run -o alone.h5 -t 1 --chunk 5 --batch 1
same alone
for i in 1 2; do run -o "piece$i.h5" --shard "$i/2"; done
"$chatter" merge pieces.h5 piece2.h5 piece1.h5 2>/dev/null || say "the shards do not merge"
same pieces
"$chatter" run study.yaml -d cpu -q -o stopped.h5 -t 1 --chunk 2 --max-time 0.01s 2>/dev/null
[ $? = 75 ] || say "the run was not stopped"
OPENBLAS_NUM_THREADS=2 run -o stopped.h5 -t 2 --resume
same stopped
finish
