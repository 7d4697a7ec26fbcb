#!/usr/bin/env bash
# `chatter eval --format dakota`: a batch of three evaluations, written by hand along Dakota's manuals: User's Manual 6.20,
# "Parameters file format (standard)" ("<int> variables", "<double> <label>", "<int> functions", "<int> ASV_i:label",
# "<int> derivative_variables", "<int> DVV_i:label", "<int> analysis_components", "<string> AC_i:driver", "<string> eval_id"; from
# 6.16 on "<int> metadata"), Reference Manual, "batch" ("a concatenated set of parameters files"; results "must be separated by
# a line that begins with the '#' character", in "the order in the batch parameters file"), "failure_capture" ("beginning with
# the (case-insensitive) word fail"), "labeled" (values "accompanied by their corresponding descriptors"). The numbers are those
# of `eval` from CSV.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
[ -d "$here/dakota" ] || skip "the batches are not here"
{ mass_before_wall && cat <<'YAML'
inputs: {f: excitation.frequency}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}, largest: {node: 1, reduce: max}}
YAML
} >study.yaml
printf 'sample_id,f,contact.gap\n1,1.5,0.01\n3,1.6,0.005\n' >samples.csv
"$chatter" eval study.yaml -i samples.csv -o table.csv -q || say "eval from CSV"
sed_values=()
while IFS=, read -r id _ amplitude largest; do
  sed_values+=(-e "s/@$id:largest@/$largest/" -e "s/@$id:amplitude@/$amplitude/")
done < <(tail -n +2 table.csv)
sed "${sed_values[@]}" "$here/dakota/results.out" >expected.out
cp "$here/dakota/params.in" .
"$chatter" eval study.yaml --format dakota -q params.in results.out 2>errors.txt || say "a batch: $(cat errors.txt)"
diff expected.out results.out || say "results of the batch"
grep -q '1 of 3 rows is out of range' errors.txt || say "no word of the bad row: $(cat errors.txt)"
"$chatter" eval study.yaml --format dakota -q -i - <params.in 2>/dev/null | diff expected.out - || say "from input to output"
sed 's/$/\r/' params.in | "$chatter" eval study.yaml --format dakota -q -i - 2>/dev/null | diff expected.out - || say "lines that end with CR LF"

# fails CODE WORDS SED...: the batch changed by sed must be refused
fails() {
  local code=$1 words=$2
  shift 2
  sed "$@" params.in >wrong.in
  "$chatter" eval study.yaml --format dakota -q wrong.in wrong.out 2>errors.txt
  [ $? = "$code" ] && grep -qF -- "$words" errors.txt && [ ! -e wrong.out ] || say "$*: $(cat errors.txt)"
}
fails 3 "wrong.in:5:43: ASV_1:largest asks for 3: allowed is 1" '5s/1 ASV/3 ASV/'
fails 3 "asks for 0" '6s/1 ASV/0 ASV/'
fails 3 "wrong.in:2:1: unknown parameter 'ff' (did you mean 'f'?)" 's/ f$/ ff/'
fails 3 "wrong.in:6:1: 'amplitud' is no output of the study (did you mean 'amplitude'?)" 's/ASV_2:amplitude/ASV_2:amplitud/'
fails 3 "wrong.in:13:44: 'g' stands where the first evaluation has 'f'" '13s/ f$/ g/'
fails 3 "f: 'fast' is not a number" '2s/1.5.* f/fast f/'
fails 3 "'functons' stands where Dakota's parameters file has 'functions'" '4s/functions/functons/'
fails 3 "the file ends where" '$d'
fails 3 "aprepro" -e '1s/.*/{ DAKOTA_VARS = 2 }/'
fails 3 "3 of them, the first evaluation has 2" '12s/2 variables/3 variables/'
"$chatter" eval study.yaml --format dakota -q params.in results.out 2>errors.txt
[ $? = 6 ] && diff expected.out results.out || say "results are written over: $(cat errors.txt)"
"$chatter" eval study.yaml --format dakota -q --bad-rows error params.in other.out 2>errors.txt
[ $? = 3 ] && grep -q 'params.in, eval_id 2:7: ' errors.txt && [ ! -e other.out ] || say "--bad-rows error: $(cat errors.txt)"
"$chatter" eval study.yaml params.in 2>errors.txt
[ $? = 2 ] || say "words behind the study without --format dakota: $(cat errors.txt)"
"$chatter" eval study.yaml --format dakota 2>errors.txt
[ $? = 2 ] && grep -q 'there is no parameters file' errors.txt || say "no file: $(cat errors.txt)"
"$chatter" eval study.yaml --format dakotta 2>errors.txt
[ $? = 2 ] && grep -q 'is not csv or dakota' errors.txt || say "--format dakotta: $(cat errors.txt)"
finish
