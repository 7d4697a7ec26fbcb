#!/usr/bin/env bash
# Tables of drives in several files (in HDF5: study/records): every record by number equals that of
# its own file, also if an ensemble draws them; records of different length, spacing and
# interpolation side by side.
. "$(dirname "$0")/../../program.sh"
study() { # name drives [ensemble]
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1, 2], springs: [100, 300]}
excitation: {node: 1, amplitude: 3, drive: record}
drives: {record: $2}
integrator: {step: 1e-3, duration: 2}
outputs: {x: {node: 2}, v: {node: 2, quantity: velocity}}
${3-}
YAML
}
awk 'BEGIN { print "time,a"; for (i = 0; i <= 50; i++) printf "%.17g,%.17g\n", i / 25, sin(i * i / 40) }' >one.csv
awk 'BEGIN { print "b,time,c"; for (i = 0; i <= 33; i++) printf "%.17g,%.17g,%.17g\n", cos(i), (i + 0.2 * sin(i)) / 15, i % 5 }' >two.csv
awk 'BEGIN { print "time,a"; print "0,1"; print "0.7,-1"; print "9,2" }' >three.csv
ensemble="ensemble: {design: {type: grid, parameters: {drives.record.column: {values: [4, 1, 3, 2]}}}}"
for way in linear cubic; do
  study all-$way "{file: [one.csv, two.csv, three.csv], interpolation: $way}" "$ensemble"
  tabulate all-$way
  n=0
  for record in three.csv,1 one.csv,1 two.csv,2 two.csv,1; do
    study alone "{file: ${record%,*}, column: ${record#*,}, interpolation: $way}"
    tabulate alone
    n=$((n + 1))
    of_all=$(tail -n +$((n + 1)) all-$way.csv | head -1 | cut -d, -f6-7)
    [ "$(last alone.csv 5-6)" = "$of_all" ] || say "$record, $way: $of_all, alone $(last alone.csv 5-6)"
  done
done
study name "{file: [one.csv, two.csv], column: c}"
study number "{file: [one.csv, two.csv], column: 3}"
tabulate name && tabulate number
[ "$(last name.csv 5-6)" = "$(last number.csv 5-6)" ] || say "a column by its name in the second file"

refused() { # name drive text
  study "$1" "$2"
  "$chatter" run "$1.yaml" -q -f --device cpu -o refused.h5 2>message && say "$1 runs"
  grep -qF "$3" message || say "$1: $(cat message)"
}
refused twice "{file: [one.csv, three.csv], column: a}" "2 columns of the files have the name 'a' (allowed: its number, 1 to 2)"
refused beyond "{file: [one.csv, two.csv], column: 4}" "there is no column 4 beside the abscissa (allowed: 1 to 3, or a name)"
refused absent "{file: [one.csv, four.csv]}" "four.csv"
finish
