#!/usr/bin/env bash
# Tables of drives in several files and in HDF5: every record by its number is that of its own file, also where an ensemble
# draws them; records of different length, spacing and interpolation side by side; what is wrong in an HDF5 file.
. "$(dirname "$0")/../../program.sh"
last() { tail -1 "$1" | cut -d, -f"$2"; }
run() { "$chatter" run "$1.yaml" -q -f --device cpu -o "$1.h5" && "$chatter" export -f "$1.h5" >/dev/null 2>&1 || say "$1 fails"; }
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
  run all-$way
  n=0
  for record in three.csv,1 one.csv,1 two.csv,2 two.csv,1; do
    study alone "{file: ${record%,*}, column: ${record#*,}, interpolation: $way}"
    run alone
    n=$((n + 1))
    of_all=$(tail -n +$((n + 1)) all-$way.csv | head -1 | cut -d, -f6-7)
    [ "$(last alone.csv 5-6)" = "$of_all" ] || say "$record, $way: $of_all, alone $(last alone.csv 5-6)"
  done
done
study name "{file: [one.csv, two.csv], column: c}"
study number "{file: [one.csv, two.csv], column: 3}"
run name && run number
[ "$(last name.csv 5-6)" = "$(last number.csv 5-6)" ] || say "a column by its name in the second file"

# In HDF5, where a program that writes it is there.
if python3 -c 'import h5py' 2>/dev/null; then
  python3 - <<'PY'
import csv
import h5py
import numpy as np
rows = list(csv.reader(open("two.csv")))
table = {name: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0])}
with h5py.File("two.h5", "w") as f:
    for name in table:
        f[name] = table[name]
with h5py.File("both.h5", "w") as f:
    f["time"] = table["time"]
    f["records"] = np.stack([table["b"], table["c"]], axis=1)
with h5py.File("falling.h5", "w") as f:
    f["time"] = [0.0, 1.0, 1.0]
    f["b"] = [1, 2, 3]
with h5py.File("long.h5", "w") as f:
    f["time"] = [0.0, 1.0, 3.0]
    f["b"] = [1, 2, 3, 4]
with h5py.File("timeless.h5", "w") as f:
    f["b"] = [1, 2, 3, 4]
PY
  study csv "{file: two.csv, column: c, interpolation: cubic}"
  study h5 "{file: two.h5, column: c, interpolation: cubic}"
  study matrix "{file: [one.csv, both.h5], column: records.2, interpolation: cubic}"
  for name in csv h5 matrix; do run $name; done
  [ "$(last csv.csv 5-6)" = "$(last h5.csv 5-6)" ] || say "HDF5: $(last h5.csv 5-6), CSV $(last csv.csv 5-6)"
  [ "$(last csv.csv 5-6)" = "$(last matrix.csv 5-6)" ] || say "a column of a data set of two dimensions: $(last matrix.csv 5-6)"
fi
refused() { # name drive text
  study "$1" "$2"
  "$chatter" run "$1.yaml" -q -f --device cpu -o refused.h5 2>message && say "$1 runs"
  grep -qF "$3" message || say "$1: $(cat message)"
}
refused twice "{file: [one.csv, three.csv], column: a}" "2 columns of the files have the name 'a' (allowed: its number, 1 to 2)"
refused beyond "{file: [one.csv, two.csv], column: 4}" "there is no column 4 beside the abscissa (allowed: 1 to 3, or a name)"
refused absent "{file: [one.csv, four.csv]}" "four.csv"
[ -e falling.h5 ] && refused falling "{file: falling.h5}" "falling.h5: data set 'time', row 3: 1 after 1 (allowed: rising from row to row)"
[ -e long.h5 ] && refused long "{file: long.h5}" "long.h5: data set 'b' has 4 rows, 'time' has 3"
[ -e timeless.h5 ] && refused timeless "{file: timeless.h5}" "timeless.h5: there is no data set 'time' at its root"
finish
