#!/usr/bin/env bash
# Contact points with a separate column of a table, or a separate angle, for gap or wall: an entry
# over many points equals as many entries of one point each, bit by bit, by both schemes. An angle
# equals a shifted table, over turns and over time; for gap_amplitude a table of its cosine. Columns
# and angles of an ensemble equal those of separate runs.
. "$(dirname "$0")/../../program.sh"
last() { tail -1 "$1" | cut -d, -f"$2"; }
run() { "$chatter" run "$1.yaml" -q -f --device cpu -o "$1.h5" "${@:2}" && "$chatter" export -f "$1.h5" >/dev/null 2>&1 || say "$1 fails"; }
# Writes a table NAME of 40 n rows in a period of `length` with as many columns as angles: a profile
# of two harmonics.
profile() { # name abscissa rows length periods angles
  awk -v abscissa="$2" -v n="$3" -v length_="$4" -v periods="$5" -v angles="$6" 'BEGIN {
    m = split(angles, angle, " "); pi = atan2(0, -1); printf "%s", abscissa
    for (c = 1; c <= m; c++) printf ",at%d", c; printf "\n"
    for (i = 0; i <= n * periods; i++) { printf "%.17g", i * length_ / n
      for (c = 1; c <= m; c++) { x = 2 * pi * (i % n) / n + angle[c]; printf ",%.17g", cos(x) + 0.4 * sin(2 * x) } printf "\n" } }' >"$1.csv"
}
study() { # name scheme contact drives [more]
  local body="{type: chain, masses: [0, 1, 0, 2, 0], springs: [50, 100, 80, 60, 90]}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.01}"
  [ "$2" = moreau ] && body="{type: chain, masses: [1, 1, 0.5, 2, 0.7], springs: [50, 100, 80, 60, 90]}"
  cat >"$1.yaml" <<YAML
study: transient
model: $body
contact: $3
drives: $4
excitation: {node: 2, amplitude: 2, frequency: 1, phase: 0.2, sweep: {from: 0.5, rate: 0.4}}
integrator: {scheme: $2, step: 5e-4, duration: 2.5, tolerance: 1e-13}
outputs:
  x: {node: 2, reduce: rms}
  y: {node: 4}
  f: {quantity: ${force:-normal_force}, contact: 0, reduce: mean}
  g: {quantity: ${force:-normal_force}, contact: 1, reduce: mean}
  h: {quantity: ${force:-normal_force}, contact: 2, reduce: mean}
${5-}
YAML
  run "$1"
}
same() { [ "$(last "$1.csv" 2-)" = "$(last "$2.csv" 2-)" ] || say "$1: $(last "$1.csv" 2-), not as $2: $(last "$2.csv" 2-)"; }
# NAME NAME BOUND: outputs must agree, relative, and all points must be in contact.
near() { # name name bound [bodies]
  paste -d, <(last "$1.csv" 5-9) <(last "$2.csv" 5-9) | awk -F, -v most="$3" '{
    for (i = 1; i <= 5; i++) { e = $(i + 5) / $i - 1; if (!(e < most && e > -most)) print i, $i, $(i + 5) } if ($3 * $4 * $5 == 0) print "no contact" }' |
    grep . && say "$1 and $2"
}
profile round turns 40 1 1 "0 1.5 4"
profile path time 40 0.8 5 "0 1.5 4"
profile beat time 40 0.8 1 "0 1.5 4"
wall="law: unilateral, gap: 0.01, gap_factor: 0.02"
turning="{file: round.csv, abscissa: turns, periodic: true, interpolation: cubic"
beating="{file: beat.csv, periodic: true, interpolation: cubic"
for scheme in leapfrog moreau; do
  # Columns: named, numbered and all of the table, over turns, over time periodically, over time
  # once.
  for kind in "turn|$turning" "beat|$beating" "path|{file: path.csv, interpolation: cubic"; do
    name=$scheme-${kind%%|*} drive=${kind#*|}
    study $name-each $scheme "[{nodes: 1, $wall, gap_drive: a}, {nodes: 3, $wall, gap_drive: b}, {nodes: 5, $wall, gap_drive: c}]" \
      "{a: $drive, column: 2}, b: $drive, column: 1}, c: $drive, column: 3}}"
    study $name-list $scheme "{nodes: [1, 3, 5], $wall, gap_drive: a, gap_columns: [at2, 1, at3]}" "{a: $drive}}"
    near $name-each $name-list 1e-300
    same $name-list $name-each
    study $name-order $scheme "{nodes: [5, 1, 3], $wall, gap_drive: a, gap_columns: [1, 2, 3]}" "{a: $drive}}"
    study $name-all $scheme "{nodes: [5, 1, 3], $wall, gap_drive: a, gap_columns: all}" "{a: $drive}}"
    same $name-all $name-order
  done
  # Angles that are multiples of the row distance: the shifted table has the same rows, and only
  # their positions are rounded.
  profile shifted turns 40 1 1 "$(awk 'BEGIN { p = 2 * atan2(0, -1) / 40; printf "%.17g %.17g %.17g", 3 * p, 17 * p, -6 * p }')"
  sed 's/turns/time/' shifted.csv | awk -F, -v OFS=, 'NR > 1 { $1 *= 0.8 } 1' >late.csv
  angles=$(awk 'BEGIN { p = 2 * atan2(0, -1) / 40; printf "[%.17g, %.17g, %.17g]", p, 15 * p, -8 * p }')
  own=$(awk 'BEGIN { printf "%.17g", 4 * atan2(0, -1) / 40 }')
  for kind in "turn|$turning|${turning/round/shifted}" "beat|$beating|${beating/beat/late}"; do
    IFS='|' read -r name drive moved <<<"$kind"
    study $scheme-$name-phases $scheme "{nodes: [1, 3, 5], $wall, gap_drive: a, gap_phase: $own, phases: $angles}" "{a: $drive}}"
    study $scheme-$name-shifted $scheme "{nodes: [1, 3, 5], $wall, gap_drive: a, gap_columns: all}" "{a: $moved}}"
    near $scheme-$name-phases $scheme-$name-shifted 1e-10 # rounding, through impacts
  done
  # The gap of gap_amplitude by a table of its cosine: fourth order, which impacts of a boundary
  # with mass, at whole steps, amplify a hundredfold.
  swing="law: unilateral, gap: 0.01, phases: [1, -0.4, 2.2]"
  study $scheme-law $scheme "{nodes: [1, 3, 5], $swing, gap_amplitude: 0.02, gap_frequency: 1.25, gap_phase: 0.7}" "{}"
  for n in 40 80; do
    awk -v n=$n 'BEGIN { print "time,gap"; for (i = 0; i <= n; i++) printf "%.17g,%.17g\n", 0.8 * i / n, cos(atan2(0, -1) * 2 * (i % n) / n) }' >cosine$n.csv
    study $scheme-cosine$n $scheme "{nodes: [1, 3, 5], $swing, gap_drive: a, gap_factor: 0.02, gap_phase: 0.7}" \
      "{a: {file: cosine$n.csv, periodic: true, interpolation: cubic}}"
    near $scheme-law $scheme-cosine$n "$(awk -v n=$n -v mass=$scheme 'BEGIN { print (mass == "moreau" ? 2e-4 : 1e-6) * (40 / n) ^ 4 }')"
  done
done

# Walls: columns and angles of the velocity.
force=tangential_force
rub="law: coulomb, preload: 3, friction: 0.4, wall_factor: 0.2"
for scheme in leapfrog moreau; do
  study $scheme-rub-each $scheme "[{nodes: 1, $rub, wall_drive: a}, {nodes: 3, $rub, wall_drive: b}, {nodes: 5, $rub, wall_drive: a}]" \
    "{a: $beating, column: 2}, b: $beating, column: 3}}"
  study $scheme-rub-list $scheme "{nodes: [1, 3, 5], $rub, wall_drive: a, wall_columns: [2, at3, at2]}" "{a: $beating}}"
  same $scheme-rub-list $scheme-rub-each
  study $scheme-rub-phases $scheme "{nodes: [1, 3, 5], $rub, wall_drive: a, phases: $angles}" "{a: $beating}}"
  profile shifted time 40 0.8 1 "$(awk 'BEGIN { p = 2 * atan2(0, -1) / 40; printf "%.17g %.17g %.17g", p, 15 * p, -8 * p }')"
  study $scheme-rub-shifted $scheme "{nodes: [1, 3, 5], $rub, wall_drive: a, wall_columns: all}" "{a: ${beating/beat/shifted}}}"
  near $scheme-rub-phases $scheme-rub-shifted 1e-9 # and the tolerance of the solver
done
force=normal_force

# An ensemble that varies an angle, 0 in some trajectories, compared with separate runs.
varied="{nodes: [1, 3, 5], $wall, gap_drive: a, gap_columns: [1, 2, 3], phases: [0, 0, 0]}"
study drawn leapfrog "$varied" "{a: $beating}}" \
  "ensemble: {design: {type: grid, parameters: {contact.gap_columns.1: {values: [2, 1]}, contact.phases.2: {values: [0, 1]}, contact.gap_phase: {values: [0, 0.3]}}}}"
study alone leapfrog "$varied" "{a: $beating}}"
head -1 drawn.csv >header.txt
n=0
while IFS=, read -r _ _ _ _ column angle phase rest; do
  sed "s/gap_columns: .1, 2, 3./gap_columns: [1, $column, 3]/; s/phases: .0, 0, 0./gap_phase: $phase, phases: [0, 0, $angle]/" alone.yaml >one.yaml
  run one
  [ "$(last one.csv 5-9)" = "$(cut -d, -f1-5 <<<"$rest")" ] || say "column $column, angles $angle, $phase: $rest, alone $(last one.csv 5-9)"
  n=$((n + 1))
done < <(tail -n +2 drawn.csv)
[ $n = 8 ] || say "$n trajectories"

refused() { # message contact drives
  sed "s/^contact:.*/contact: {nodes: [1, 3, 5], $2}/; s/^drives:.*/drives: $3/" alone.yaml >refused.yaml
  "$chatter" run refused.yaml -f -q --device cpu -o refused.h5 >message 2>&1 && say "not refused: $1"
  grep -qF "$1" message || say "$1: $(cat message)"
}
noise="{a: {type: noise, deviation: 1, band: [1, 10]}}"
refused "refused.yaml:4:88: contact.gap_columns: 2 columns for 3 contact points (allowed: one for each)" "$wall, gap_columns: [1, 2], gap_drive: a" "{a: $beating}}"
refused "contact.phases: 4 phases for 3 contact points (allowed: one for each)" "$wall, gap_drive: a, phases: [1, 2, 3, 4]" "{a: $beating}}"
refused "contact.0.gap_columns: the drive 'a' has no columns (allowed: of type table)" "$wall, gap_drive: a, gap_columns: [1, 2, 3]" "$noise"
refused "refused.yaml:4:102: contact.0.gap_columns.1: there is no column 4 beside the abscissa (allowed: 1 to 3, or a name)" "$wall, gap_drive: a, gap_columns: [1, 4, 3]" "{a: $beating}}"
refused "contact.0.gap_columns.1: there is no column 'at4' beside the abscissa (did you mean 'at" "$wall, gap_drive: a, gap_columns: [1, at4, 3]" "{a: $beating}}"
refused "contact.0.gap_columns: columns of nothing: there is no gap_drive (allowed: with one)" "law: unilateral, gap_columns: all" "{a: $beating}}"
refused "drives.a.column: no load, gap or wall takes this column, contact.0.gap_columns names others" "$wall, gap_drive: a, gap_columns: all" "{a: $beating, column: 2}}"
refused "the table of drive 'a' has 1 columns for 3 contact points (allowed: as many, or a list of 3 names or numbers)" "$wall, gap_drive: a, gap_columns: all" "{a: {file: cosine40.csv, periodic: true}}"
refused "contact.0.gap_phase: the drive 'a' has no angle to begin from (allowed of drives: harmonic, a table by turns, a periodic table)" "$wall, gap_drive: a, gap_phase: 1" "$noise"
refused "contact.0.phases: the drive 'a' has no angle to begin from" "$wall, gap_drive: a, phases: [1, 2, 3]" "{a: {file: path.csv}}"
refused "contact.0.gap_phase: a phase of nothing: neither gap nor wall moves (allowed with: gap_amplitude, gap_drive)" "law: unilateral, gap_phase: 1" "{a: {file: path.csv}}"
refused "'wall_columns' does not belong to law unilateral" "$wall, gap_drive: a, wall_columns: all" "{a: $beating}}"
finish
