#!/usr/bin/env bash
# Columns and angles of contact points in harmonic balance: one entry with two moving stops equals
# two entries with one stop, bit by bit; an angle equals a table shifted by it; both move the stops
# as in time; and --verify steps the same motion.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
awk 'BEGIN { p = 2 * atan2(0, -1) / 40; printf "turns,first,second,late,later\n"
  for (i = 0; i <= 40; i++) { split("0 1 6 13", by, " "); printf "%.17g", i / 40
    for (c = 1; c <= 4; c++) { x = ((i + (c == 2 ? 0 : by[c])) % 40) * p; printf ",%.17g", c == 2 ? cos(2 * x) - 0.5 * sin(x) : sin(x) + 0.4 * cos(2 * x) }
    printf "\n" } }' >rows.csv
study() { # NAME CONTACT DRIVES
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [0, 1, 2, 0], springs: [100, 200, 300, 400, 150]}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.02}
contact: $2
excitation: {node: 2, amplitude: 6, phase: cos}
drives: $3
response: {from: 0.3, to: 1.2, harmonics: 20, at: 0.8}
inputs: {frequency: response.at}
outputs: {top: {node: 2, reduce: max}, bottom: {node: 3, reduce: min}, push: {contact: 0, quantity: normal_force, reduce: mean}, pull: {contact: 1, quantity: normal_force, reduce: mean}}
YAML
  "$chatter" eval "$1.yaml" -i samples.csv -o "$1.csv" -q --device cpu 2>message || say "$1 fails: $(cat message)"
}
printf 'sample_id,frequency\na,0.7\nb,0.8\nc,0.9\n' >samples.csv
stop="law: unilateral, normal: -x, gap: 0.01, gap_factor: 0.01" drive="{file: rows.csv, abscissa: turns, periodic: true, interpolation: cubic"
study each "[{node: 1, $stop, gap_drive: a}, {node: 4, $stop, gap_drive: b}]" "{a: $drive, column: 2}, b: $drive}}"
study list "{nodes: [1, 4], $stop, gap_drive: a, gap_columns: [second, 1]}" "{a: $drive}}"
diff each.csv list.csv >/dev/null || say "two columns of one entry: $(diff each.csv list.csv)"
study shifted "{nodes: [1, 4], $stop, gap_drive: a, gap_columns: [late, later]}" "{a: $drive}}"
study phases "{nodes: [1, 4], $stop, gap_drive: a, gap_phase: $(awk 'BEGIN { p = 2 * atan2(0, -1) / 40; printf "%.17g, phases: [%.17g, %.17g]", 2 * p, 4 * p, 11 * p }')}" "{a: $drive}}"
# near FILE FILE BOUND, relative, where both stops are in contact
near() {
  paste -d' ' <(columns "$1" top bottom push pull) <(columns "$2" top bottom push pull) | awk -v most="$3" '
    { n++; for (i = 1; i <= 4; i++) { e = $i / $(i + 4) - 1; if (!(e < most && e > -most)) print NR, i, $i, $(i + 4) } if ($3 * $4 == 0) print "no contact" } END { if (n != 3) print n }' |
    grep . && say "$1 and $2"
}
near shifted.csv phases.csv 1e-9 # tolerance of the corrector
# Error with 20 harmonics and 4000 steps per turn: 3e-5.
for name in list phases; do
  in_time "scheme: leapfrog, steps_per_period: 4000, periods: 300, window: 10" <$name.yaml | sed 's/excitation.0/excitation/' >$name-steps.yaml
  "$chatter" eval $name-steps.yaml -i samples.csv -o $name-steps.csv -q --device cpu 2>message || say "$name in time fails: $(cat message)"
  near $name.csv $name-steps.csv 1e-4
  "$chatter" run $name.yaml -f -q --device cpu --verify -o verified.h5 >verified.txt 2>&1 || say "$name: --verify: $(cat verified.txt)"
done
refused() { refused_with list "$2" "$1"; }
refused "the table of drive 'a' has 4 columns for 2 contact points (allowed: as many, or a list of 2 names or numbers)" 's/gap_columns: [^]]*]/gap_columns: all/'
refused "refused.yaml:4:111: contact.0.gap_columns.1: there is no column 5 beside the abscissa (allowed: 1 to 4, or a name)" 's/second, 1/second, 5/'
finish
