#!/usr/bin/env bash
# `chatter eval`: rows in the order of the input, for any cost, model or status; the numbers of
# `chatter run`; shards of an ensemble with several reduced models.
. "$(dirname "$0")/../program.sh"

cat >bar.yaml <<'YAML'
study: transient
model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 40}
reduction: {method: massless_craig_bampton, modes: 8}
contact: {nodes: LOWER, law: unilateral, merge: 0.2}
excitation: {type: gravity, direction: -x, amplitude: 10}
integrator: {scheme: leapfrog, step: 2.0e-3, duration: 8, half_step: false}
initial: {direction: x, displacement: 5}
inputs: {dt: integrator.step, E: model.youngs_modulus}
ensemble:
  design:
    type: file
    file: samples.csv
outputs:
  apex_1: {quantity: apex, index: 1}
  apex_9: {quantity: apex, index: 9}
  energy_drift: {quantity: energy_total, reduce: drift}
YAML
# Steps of 1 to 4 ms, three moduli, one step far too large; ids are texts.
{
  echo 'sample_id,dt,E'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    echo "row-$i,$((i * 7 % 4 + 1))e-3,$((700 + i % 3 * 200))"
  done
  echo 'too large,0.9,900'
} >samples.csv
(head -1 samples.csv; tail -n +2 samples.csv | sort -r) >turned.csv

"$chatter" eval bar.yaml -i samples.csv -o straight.csv --quiet --device cpu || say "eval fails"
"$chatter" eval bar.yaml -i turned.csv --quiet --device device_sim >turned-out.csv || say "eval to standard output fails"
[ "$(head -1 straight.csv)" = 'sample_id,status,apex_1,apex_9,energy_drift' ] || say "header: $(head -1 straight.csv)"
diff <(cut -d, -f1 samples.csv) <(cut -d, -f1 straight.csv) >/dev/null || say "rows are not in the order of the input"
diff <(cut -d, -f1 turned.csv) <(cut -d, -f1 turned-out.csv) >/dev/null || say "turned rows are not in the order of the input"
diff <(sort straight.csv) <(sort turned-out.csv) || say "a row's numbers depend on the other rows or on the device"
grep -qx 'too large,unstable_step,nan,nan,nan' straight.csv || say "the failed row: $(tail -1 straight.csv)"
grep -qE '^row-1,ok,4\.[0-9]{10,},nan,[0-9.e-]+$' straight.csv || say "a bounce that does not come must be nan with status ok"
[ "$(cut -d, -f3 straight.csv | sort -u | wc -l)" -ge 12 ] || say "different samples give the same answer"

"$chatter" eval bar.yaml -i - -o - --quiet --device cpu <samples.csv | cmp - straight.csv || say "eval from input to output differs"
[ -e - ] && say "eval writes a file named -"
printf 'sample_id,dt\na,b\n' | "$chatter" eval bar.yaml -i - --quiet 2>errors.txt
[ $? = 3 ] && grep -q '^chatter: standard input:2:3: ' errors.txt || say "a mistake in the input: $(cat errors.txt)"

# A bad number ends the command, or fails one row; text that is not a number is an error in both
# cases.
printf 'sample_id,dt,E\ngood,1e-3,900\nneg,-1e-3,900\nnot,1e-3,nan\nhuge,inf,900\nlast,2e-3,900\n' >bad.csv
"$chatter" eval bar.yaml -i bad.csv --quiet --device cpu 2>errors.txt >/dev/null
[ $? = 3 ] && grep -q '^chatter: bad.csv:3:5: ' errors.txt || say "bad rows: $(cat errors.txt)"
"$chatter" eval bar.yaml -i bad.csv --bad-rows row -q --device cpu 2>errors.txt >bad-out.csv || say "--bad-rows row: $(cat errors.txt)"
[ "$(grep -c ',out_of_range,nan,nan,nan$' bad-out.csv)" = 3 ] || say "bad rows: $(cat bad-out.csv)"
grep -q '3 of 5 rows are out of range' errors.txt || say "bad rows are not told of: $(cat errors.txt)"
grep -v ',-1e-3\|,nan\|,inf' bad.csv >fine.csv
"$chatter" eval bar.yaml -i fine.csv -q --device cpu | diff - <(grep -v out_of_range bad-out.csv) || say "good rows beside bad ones differ"
"$chatter" eval bar.yaml -i fine.csv --bad-rows row -q --device cpu | diff - <(grep -v out_of_range bad-out.csv) || say "--bad-rows changes good rows"
printf 'sample_id,dt\na,b\n' | "$chatter" eval bar.yaml -i - -q --bad-rows row 2>errors.txt
[ $? = 3 ] && grep -q "'b' is not a number" errors.txt || say "text among numbers: $(cat errors.txt)"
"$chatter" eval bar.yaml -q --bad-rows rows 2>errors.txt
[ $? = 2 ] && grep -q "'rows' is not error or row" errors.txt || say "--bad-rows rows: $(cat errors.txt)"

# Names with commas and quotes stay one cell.
printf 'sample_id,dt\n"x,1",1e-3\n"the ""b""",1e-3\n' >names.csv
"$chatter" eval bar.yaml -i names.csv --quiet --device cpu >named.csv || say "eval of quoted names fails"
grep -q '^"x,1",ok,' named.csv && grep -q '^"the ""b""",ok,' named.csv || say "names: $(cut -c1-30 named.csv)"

# One row with the values of the study.
"$chatter" eval bar.yaml --quiet --device cpu >own.csv || say "eval without samples fails"
[ "$(wc -l <own.csv)" = 2 ] && grep -q '^0,ok,' own.csv || say "own values: $(tail -1 own.csv)"

# run computes the same as eval; merged shards with several reduced models give the same.
columns() { "$chatter" export "$1" -o - | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    print(",".join(row[k] for k in ("sample_id", "status", "apex_1", "apex_9", "energy_drift")))' ; }
"$chatter" run bar.yaml -o whole.h5 --quiet --device cpu || say "run fails"
for i in 1 2 3; do "$chatter" run bar.yaml --shard $i/3 --quiet --device cpu || say "shard $i fails"; done
ls bar.shard-1-of-3.h5 bar.shard-2-of-3.h5 bar.shard-3-of-3.h5 >/dev/null || say "names of shards"
"$chatter" merge merged.h5 bar.shard-*.h5 2>/dev/null || say "merge fails"
if command -v python3 >/dev/null; then
  columns whole.h5 | diff - <(tail -n +2 straight.csv) || say "run and eval differ"
  columns merged.h5 | diff - <(tail -n +2 straight.csv) || say "merged shards and eval differ"
fi
"$chatter" info whole.h5 | grep -q 'reduced_hash.*per trajectory' || say "several reduced models are not told"

# No friction on the moving base stops the mass at r1 = 1: infinity is written as a word that other
# programs read.
"$chatter" eval "$models/coulomb/base1.yaml" --quiet --device cpu --set regimes.r1=1 >inf.csv || say "regimes"
head -1 inf.csv | tr ',' '\n' | grep -n beta_nomotion | grep -q "^$(tail -1 inf.csv | tr ',' '\n' | grep -nx inf | cut -d: -f1):" ||
  say "no inf under beta_nomotion: $(cat inf.csv)"
finish
