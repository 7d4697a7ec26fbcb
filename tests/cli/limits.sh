#!/usr/bin/env bash
# Little memory and endless files: the program ends with its exit code and a message; it never hangs
# or crashes.
. "$(dirname "$0")/../program.sh"
readelf -d "$chatter" 2>/dev/null | grep -qE 'lib[at]san' && skip "the sanitizers reserve terabytes of address space"

# A hang ends with 137 here, after much more time than any test needs.
within() { timeout -s KILL 120 "$@"; }

cat >bar.yaml <<'YAML'
study: transient
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 100}
reduction: {method: massless_craig_bampton, modes: 5, cache: false}
contact: {nodes: LOWER, law: unilateral, merge: 0.2}
excitation: {type: gravity, direction: -x, amplitude: 10}
integrator: {scheme: leapfrog, step: 1.0e-3, duration: 1}
initial: {direction: x, displacement: 5}
outputs: {height: {quantity: boundary, reduce: max}}
YAML
# Address space from the minimum of the loader to plenty. If some amount suffices, every larger one
# does.
short=0 enough=0
for megabytes in 110 130 160 200 250 300 400 600 1000 4000; do
  (ulimit -v $((megabytes * 1024)) && exec "$chatter" --version) >/dev/null 2>&1 || continue # the loader's own matter
  (ulimit -v $((megabytes * 1024)) && within "$chatter" run bar.yaml -o $megabytes.h5 --quiet --device cpu) 2>stderr.txt
  code=$?
  case $code in
    0) enough=1 ;;
    5) short=1; grep -q 'out of memory' stderr.txt || say "$megabytes MB: $(cat stderr.txt)"
       [ $enough = 0 ] || say "$megabytes MB are too little, less was enough" ;;
    *) say "$megabytes MB: exit code $code: $(head -3 stderr.txt)" ;;
  esac
  [ $code = 0 ] || [ ! -e $megabytes.h5.parts ] || say "$megabytes MB: leaves an empty run"
done
[ $short = 1 ] && [ $enough = 1 ] || say "no limit between too little and enough was met"
for megabytes in 120 200; do # an earlier version hung at the start with these, for any command
  (ulimit -v $((megabytes * 1024)) && within "$chatter" --version) >/dev/null 2>&1
  [ $? != 137 ] || say "--version hangs in $megabytes MB"
done
cmp -s <("$chatter" export 1000.h5 -o -) <("$chatter" export 4000.h5 -o -) || say "the results depend on the limit"
# The processors that the program avoids while it is loaded are available again afterwards, also for
# its child processes.
[ "$(taskset -p $$ 2>/dev/null)" = '' ] || {
  printf '#!/bin/sh\ntaskset -p $$ | sed "s/.*: //" >"$OUT"; exit 1\n' >mask-ccx && chmod +x mask-ccx
  printf '*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=E\n1,1,2,3,4\n' >deck.inp
  printf '*MATERIAL,NAME=M\n*ELASTIC\n1e11,0.3\n*DENSITY\n1\n*SOLID SECTION,ELSET=E,MATERIAL=M\n' >>deck.inp
  sed 's/^model.*/model: {type: calculix, deck: deck.inp}/; s/LOWER/1, normal: x/' bar.yaml >deck.yaml
  OUT=$work/mask CHATTER_CCX="$work/mask-ccx" "$chatter" check deck.yaml 2>/dev/null
  [ "$(cat mask)" = "$(taskset -p $$ | sed 's/.*: //')" ] || say "ccx may use the processors '$(cat mask)' only"
}

# Endless files and very large ones (sparse: they take no room) are refused before they are read.
truncate -s 3G large.yaml && truncate -s 20G large.mtx || skip "this file system has no sparse files"
printf 'eq,node,dof\n1,1,x\n' >d.csv
deck() { sed "s#^model.*#model: {type: calculix, deck: $1}#; s/LOWER/1, normal: x/" bar.yaml; }
matrix() { deck x | sed "s#^model.*#model: {type: matrices, stiffness: $1, mass: M.mtx, dof: ${2:-d.csv}}#"; }
deck /dev/zero >zero-deck.yaml
deck large.mtx >large-deck.yaml
matrix /dev/zero >zero-matrix.yaml
matrix large.mtx >large-matrix.yaml
matrix K.mtx /dev/zero >zero-table.yaml
printf '%%%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 200\n' | tee K.mtx >M.mtx
printf '\211HDF\r\n\032\n........' >results.yaml
while IFS='|' read -r code message words; do
  # shellcheck disable=SC2086
  (ulimit -v 1000000 && within "$chatter" $words) >/dev/null 2>stderr.txt
  got=$?
  [ "$got" = "$code" ] || say "chatter $words: exit code $got, expected $code: $(head -2 stderr.txt)"
  grep -qF -- "$message" stderr.txt || say "chatter $words: no '$message' in: $(head -2 stderr.txt)"
done <<TABLE
3|large.yaml: larger than 4 MB|check large.yaml
3|/dev/zero:1:1: not valid UTF-8|check /dev/zero
3|larger than 4 GB|eval bar.yaml -i large.mtx
3|/dev/zero:1:1: a zero byte|eval bar.yaml -i /dev/zero
4|/dev/zero:1:1: a zero byte|check zero-deck.yaml
4|larger than 16 GB|check large-deck.yaml
4|/dev/zero:1:1|check zero-matrix.yaml
4|larger than 16 GB|check large-matrix.yaml
4|/dev/zero:1:1: a zero byte|check zero-table.yaml
3|results.yaml: is an HDF5 file, not a study; results are read by chatter info|run results.yaml
3|4000.h5: is an HDF5 file, not a study|check 4000.h5
TABLE
yes 'a: 1' | within "$chatter" check /dev/stdin 2>stderr.txt
[ ${PIPESTATUS[1]} = 3 ] && grep -q 'larger than 4 MB' stderr.txt || say "a study without end: $(cat stderr.txt)"

# A pipe can be read once, but the files of a model are read again.
mkfifo pipe.inp
sed 's|/dev/zero|pipe.inp|' zero-deck.yaml >pipe-deck.yaml
(sleep 20 >pipe.inp) & writer=$!
timeout 15 "$chatter" check pipe-deck.yaml 2>stderr.txt
[ $? = 4 ] && grep -q 'pipe-deck.yaml:.*pipe.inp: is a pipe' stderr.txt || say "a deck in a pipe: $(cat stderr.txt)"
kill $writer 2>/dev/null

# A limit on the size of files is an error of output.
(ulimit -f 8 && "$chatter" run bar.yaml -o limited.h5 --quiet --device cpu --set integrator.step=1e-5 \
  --set outputs.height.reduce=series --set outputs.height.every=1) 2>stderr.txt
[ $? = 6 ] && grep -q 'File too large' stderr.txt || say "a limit on files: $(cat stderr.txt)"
(ulimit -f 8 && "$chatter" reduce bar.yaml -o limited.h5 --quiet --set model.elements=400 --set reduction.modes=100) 2>stderr.txt
[ $? = 6 ] && grep -q 'limited.h5: .*File too large' stderr.txt || say "a limit on a reduced model: $(cat stderr.txt)"
finish
