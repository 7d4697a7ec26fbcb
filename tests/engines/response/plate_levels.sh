#!/usr/bin/env bash
# The plate at higher levels (models/plate/levels.yaml): slow downward sweeps in time jump up at the
# fold of the branch of small vibrations of harmonic balance, or slightly later.
. "$(dirname "$0")/../../program.sh"
need_deck plate/levels.yaml
printf 'excitation.amplitude,excitation.sweep_from,excitation.frequency\n2,345,264\n4,345,264\n' >down.csv
"$chatter" run "$models/plate/levels.yaml" -o down.h5 -f -q --device cpu --set ensemble.design.file="$PWD/down.csv" 2>errors.txt || say "sweeps: $(cat errors.txt)"
"$chatter" export -f down.h5 >/dev/null 2>&1 || say "no table of the sweeps"
row=0
for newton in 2 4; do
  # Only the lower branch, from above, with the harmonics of the study.
  "$chatter" run "$models/plate/response.yaml" -o fold.h5 -f -q --set response.at=0 --set response.from=345 --set response.to=280 \
    --set response.points=150 --set excitation.amplitude=$newton 2>errors.txt || say "$newton N: $(cat errors.txt)"
  "$chatter" export -f fold.h5 >/dev/null 2>&1 || say "$newton N: no table of the curve"
  fold=$(awk -F, '$4 == "fold" { printf "%.5f", $5 / 278.0901; exit }' fold-point.csv)
  jump=$(awk -F, -v row=$row 'NR > 1 && $1 == row { f = (345 - 11.6 * ($4 + $5) / 2) / 278.0901
      if (f < 1.2 && $3 - before > most) { most = $3 - before; at = f } before = $3 } END { print at }' down-window.csv)
  expect "$newton N: jump against fold" "$jump" "$(awk -v f="$fold" 'BEGIN { print f - 0.0015 }')" 0.0015
  row=$((row + 1))
done
finish
