#!/usr/bin/env bash
# An input for several numbers: each of them gets its value, in eval, ensembles, files and --set, as
# if each had a separate input; incompatible numbers are reported.
. "$(dirname "$0")/../program.sh"
cat >one.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.01}
contact:
  - {nodes: 1, law: coulomb, friction: 0.3, preload: 1}
  - {nodes: 3, law: coulomb, friction: 0.2, preload: 2}
excitation: {node: 3, amplitude: 9, frequency: 0.7}
integrator: {scheme: moreau, steps_per_period: 100, periods: 10}
inputs:
  mu: [contact.0.friction, contact.1.friction]
  k: [model.springs.0, model.springs.2]
  load: excitation.amplitude
outputs: {x: {node: 3, reduce: max}}
YAML
sed -e 's/^  mu: .*/  mu: contact.0.friction\n  nu: contact.1.friction/; s/^  k: .*/  k: model.springs.0\n  l: model.springs.2/' one.yaml >two.yaml
printf 'sample_id,mu,k,load\na,0.1,90,8\nb,0.4,110,9\nc,0.2,100,10\n' >one.csv
awk 'BEGIN { FS = OFS = "," } { print $0, (NR > 1 ? $2 : "nu"), (NR > 1 ? $3 : "l") }' one.csv >two.csv
for name in one two; do "$chatter" eval $name.yaml -i $name.csv -o $name.out --quiet -d cpu || say "$name: eval fails"; done
cmp -s one.out two.out || say "eval: $(diff one.out two.out)"
[ "$(cut -d, -f3 one.out | sort -u | wc -l)" = 4 ] || say "the values make no difference: $(cat one.out)"
while IFS=, read -r id mu k load; do # --set, for one row
  [ "$id" = sample_id ] && continue
  "$chatter" eval one.yaml --quiet -d cpu --set mu="$mu" --set k="$k" --set load="$load" | tail -1 | cut -d, -f3 >set.out
  [ "$(cat set.out)" = "$(grep "^$id," one.out | cut -d, -f3)" ] || say "--set, row $id: $(cat set.out)"
done <one.csv

# Ensembles: a grid is one over the input, and both numbers are in the results; the same from a
# file.
design() { sed -e '$a ensemble: {design: '"$2}" "$1.yaml" >run.yaml; "$chatter" run run.yaml -q -d cpu -o run.h5 -f || say "$1: run fails"; "$chatter" export run.h5 -o "$1_table.csv" -f 2>/dev/null; }
design one '{type: grid, parameters: {mu: {values: [0.1, 0.4]}, load: {values: [8, 9]}}}'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { n++; if ($at["contact.0.friction"] != $at["contact.1.friction"]) print "row", $0; mu[$at["contact.1.friction"] + 0] }
  END { if (n != 4 || !(0.1 in mu) || !(0.4 in mu)) print n " rows" }' one_table.csv >wrong.txt
[ -s wrong.txt ] && say "grid: $(cat wrong.txt)"
design one '{type: file, file: one.csv}'
design two '{type: file, file: two.csv}'
"$chatter" check run.yaml >check.txt 2>&1
column() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "x") at = i } { print $at }' "$1"; }
cmp -s <(column one_table.csv) <(column two_table.csv) || say "a file of samples: $(column one_table.csv) $(column two_table.csv)"

# Figures treat it as one: three parameters over each other are three pairs.
if command -v gnuplot >/dev/null; then
  design one '{type: file, file: one.csv}'
  "$chatter" plot run.h5 -o run.svg -f --set plot.kind=posterior 2>message || say "a figure: $(cat message)"
  [ "$(grep -c '^# samples of two parameters' run.dat)" = 3 ] || say "not three pairs: $(grep '^#' run.dat)"
fi

refused() { # 'sed' 'message'
  sed -e "$1" one.yaml >bad.yaml
  "$chatter" check bad.yaml >out.txt 2>errors.txt && say "$1 is not refused"
  grep -qF -- "$2" errors.txt || say "$1: $(cat errors.txt)"
}
refused 's/contact.0.friction, contact.1.friction/contact.0.friction, contact.1.frictio/' "bad.yaml:10:7: unknown parameter 'contact.1.frictio' (did you mean 'contact.1.friction'?)"
# A shortened path is the one that ends with it, not a similar one.
refused 's/contact.0.friction, contact.1.friction/contact.0.friction, 1.preload/' "unknown parameter '1.preload' (did you mean 'contact.1.preload'?)"
refused 's/contact.0.friction, contact.1.friction/contact.0.friction, contact.0.friction/' "bad.yaml:10:7: inputs.mu: 'contact.0.friction' is there twice"
refused 's/contact.0.friction, contact.1.friction/model.springs.0, contact.1.preload/' "bad.yaml:10:7: inputs.mu: one value cannot be N/m in 'model.springs.0' and N in 'contact.1.preload'"
refused '$a ensemble: {design: {type: grid, parameters: {mu: {values: [0.1]}, contact.1.friction: {values: [0.2]}}}}' "'contact.1.friction' has values already under another name"
printf 'sample_id,mu,contact.1.friction\na,0.1,0.2\n' >bad.csv
"$chatter" eval one.yaml -i bad.csv >out.txt 2>errors.txt && say "a number twice is not refused"
grep -q "'contact.1.friction' has values already under another name" errors.txt || say "a number twice: $(cat errors.txt)"
finish
