#!/usr/bin/env bash
# Loads that follow a table. A sampled sine is compared with the sine itself: second order for
# linear and fourth order for cubic interpolation, equal and unequal spacing, over time and over
# turns of a swept frequency; a half-sine shock with Duhamel's integral; a shaken base with inertial
# forces; records of an ensemble with separate runs.
. "$(dirname "$0")/../../program.sh"
study() { # name load drives [more]
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1, 2], springs: [100, 300]}
excitation: $2
drives: $3
integrator: {step: 1e-3, duration: 4}
outputs: {x: {node: 2}, v: {node: 2, quantity: velocity}}
${4-}
YAML
}
for n in 20 40; do
  awk -v n=$n 'BEGIN { print "time,force,twice"; for (i = 0; i <= 10 * n; i++) {
    t = i / n / 2; s = sin(atan2(0, -1) * 4 * t); printf "%.17g,%.17g,%.17g\n", t, s, 2 * s } }' >even$n.csv
  awk -v n=$n 'BEGIN { print "force,time"; for (i = 0; i <= 10 * n; i++) {
    t = (i + 0.3 * sin(3 * i / n)) / n / 2; printf "%.17g,%.17g\n", sin(atan2(0, -1) * 4 * t), t } }' >uneven$n.csv
  awk -v n=$n 'BEGIN { print "turns,force"; for (i = 0; i <= n; i++) printf "%.17g,%.17g\n", i / n, sin(atan2(0, -1) * 2 * i / n) }' >turns$n.csv
done
sed -i '$s/,.*/,0/' turns20.csv turns40.csv
study sine "{node: 1, amplitude: 3, frequency: 2}" "{}"
study sweep "{node: 1, amplitude: 3, frequency: 2.5, phase: 1, sweep: {from: 0.5, rate: 1}}" "{}"
tabulate sine
tabulate sweep
# Half the distance divides the error by 4 and 16: within 6 % and 25 %, because of the next term of
# the error.
order() { # exact, name, least, most
  for n in 20 40; do last "$2$n.csv" 6; done | awk -v exact="$(last "$1.csv" 6)" -v least="$3" -v most="$4" -v of="$2" '
    { e[NR] = $1 - exact; if (e[NR] < 0) e[NR] = -e[NR] }
    END { r = e[2] > 0 ? e[1] / e[2] : 0; if (!(r > least && r < most && e[1] < 0.01)) print of ": " e[1] ", " e[2] }' | grep . && say "$2: the order"
}
for way in linear cubic; do
  for n in 20 40; do
    for table in even uneven; do
      study "$table-$way$n" "{node: 1, amplitude: 3, drive: record}" "{record: {file: $table$n.csv, interpolation: $way}}"
      tabulate "$table-$way$n"
    done
    study "turns-$way$n" "{node: 1, amplitude: 3, drive: turn, frequency: 2.5, phase: 1, sweep: {from: 0.5, rate: 1}}" \
      "{turn: {file: turns$n.csv, abscissa: turns, periodic: true, interpolation: $way}}"
    tabulate "turns-$way$n"
  done
done
for table in even uneven; do order sine $table-linear 3.7 4.3; order sine $table-cubic 12 20; done
order sweep turns-linear 3.7 4.3
order sweep turns-cubic 12 20

# A half-sine of T = 0.2 s on an oscillator at rest, m = 1 kg, ω = 10 rad/s, p = π/T: afterwards
#   x = F p (sin ω t + sin ω (t - T)) / (m ω (p² - ω²)).
# Relative errors of x: (ω Δt)²/24 ω t in phase by the step, 2.2e-6, and (p h)²/12 of the force by
# linear interpolation, 2.1e-5.
awk 'BEGIN { print "time,force"; for (i = 0; i <= 200; i++) printf "%.17g,%.17g\n", i / 1000, i < 200 ? sin(atan2(0, -1) * i / 200) : 0; print "2,0" }' >shock.csv
cat >struck.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
excitation: {node: 1, amplitude: 5, drive: pulse}
drives: {pulse: {file: shock.csv, interpolation: linear}}
integrator: {step: 2e-4, duration: 1.3}
outputs: {x: {node: 1}}
YAML
tabulate struck
awk -v x="$(last struck.csv 5)" 'BEGIN { pi = atan2(0, -1); p = pi / 0.2; w = 10; t = 1.3 - 2e-4 # the last of 6500 steps from 0 - 2e-4
  exact = 5 * p / w / (p * p - w * w) * (sin(w * t) + sin(w * (t - 0.2))); e = x / exact - 1; if (!(e < 4e-5 && e > -4e-5)) print x, exact }' | grep . &&
  say "the shock is not Duhamel's"

# A base shaken by a table equals the inertial force -m a by the same table; rounding of 4000 steps.
study base "{type: base, amplitude: 4, drive: record}" "{record: {file: even20.csv, column: 2, offset: 0.1}}"
study forces "[{node: 1, amplitude: -4, drive: record}, {node: 2, amplitude: -8, drive: record}]" \
  "{record: {file: even20.csv, column: 2, offset: 0.1}}"
tabulate base
tabulate forces
paste -d, <(tail -1 base.csv) <(tail -1 forces.csv) | awk -F, '{ e = $5 / $11 - 1; if (!(e < 1e-11 && e > -1e-11)) print }' | grep . &&
  say "a base shaken by a table is no force of inertia"
# An offset alone is a constant force, bit by bit.
study constant "{type: constant, node: 1, amplitude: 3}" "{}"
study offset "{node: 1, amplitude: 3, drive: record}" "{record: {file: even20.csv, factor: 0, offset: 1}}"
tabulate constant
tabulate offset
[ "$(last constant.csv 5-6)" = "$(last offset.csv 5-6)" ] || say "an offset is no constant force"

# A column by name equals the column by number.
study number "{node: 1, amplitude: 3, drive: record}" "{record: {file: even20.csv, column: 2}}"
study named "{node: 1, amplitude: 3, drive: record}" "{record: {file: even20.csv, column: twice}}"
tabulate number
tabulate named
[ "$(last number.csv 5-6)" = "$(last named.csv 5-6)" ] || say "column twice is not the second"

# An ensemble draws records and factors, with a different step each: every trajectory equals the run
# with its own numbers.
study drawn "{node: 1, amplitude: 3, drive: record}" "{record: {file: even20.csv, interpolation: cubic}}" \
  "ensemble: {design: {type: grid, parameters: {drives.record.column: {values: [1, 2]}, drives.record.factor: {values: [1, -0.5, 3]}, integrator.step: {values: [1e-3, 7e-4]}}}}"
tabulate drawn
study alone "{node: 1, amplitude: 3, drive: record}" "{record: {file: even20.csv, interpolation: cubic}}"
n=0
while IFS=, read -r _ status _ _ column factor step x _; do
  "$chatter" run alone.yaml -q -f --device cpu --set drives.record.column="$column" --set drives.record.factor="$factor" \
    --set integrator.step="$step" -o alone.h5 && "$chatter" export -f alone.h5 >/dev/null 2>&1
  [ "$status" = ok ] && [ "$(last alone.csv 5)" = "$x" ] || say "record $column, $factor, $step: $x, alone $(last alone.csv 5)"
  n=$((n + 1))
done < <(tail -n +2 drawn.csv)
[ "$n" = 12 ] || say "$n trajectories"

# A stop that moves by a table of its cosine and by gap_amplitude: by time and by turns of a load,
# by either scheme. A cubic through 40 rows per period has an error below (2π/40)⁴/90 = 7e-6 of the
# amplitude, which impacts amplify to 2e-5; with 80 rows 1/16.
for n in 40 80; do
  awk -v n=$n 'BEGIN { print "time,gap"; for (i = 0; i <= 3 * n; i++) printf "%.17g,%.17g\n", i / n, cos(atan2(0, -1) * 2 * i / n + 1) }' >wave$n.csv
  awk -v n=$n 'BEGIN { print "turns,gap"; for (i = 0; i <= n; i++) printf "%.17g,%.17g\n", i / n, cos(atan2(0, -1) * 2 * (i % n) / n) }' >round$n.csv
done
for scheme in leapfrog moreau; do
  if [ $scheme = leapfrog ]; then
    model="{type: chain, masses: [0, 1], springs: [50, 100]}"
    reduction="{method: massless_craig_bampton, modes: 1}"
    e=""
  else
    model="{type: chain, masses: [1, 1], springs: [50, 100]}"
    reduction="{method: modal}"
    e=", restitution: 0"
  fi
  moved() { # name, contact, drives
    cat >"$1.yaml" <<YAML
study: transient
model: $model
reduction: $reduction
contact: {nodes: 1, law: unilateral, gap: 0.01$e$2}
drives: $3
excitation: {node: 2, amplitude: 0.5, frequency: 1, phase: 0.2}
integrator: {scheme: $scheme, step: 5e-4, duration: 2.5}
outputs: {x: {node: 2, reduce: rms}, force: {quantity: normal_force, contact: 0, reduce: mean}, hits: {quantity: impacts, contact: 0}}
YAML
    tabulate "$1"
  }
  moved $scheme-law ", gap_amplitude: 0.02, gap_frequency: 1, gap_phase: 1" "{}"
  for n in 40 80; do
    moved $scheme-time$n ", gap_drive: wave, gap_factor: 0.02" "{wave: {file: wave$n.csv, interpolation: cubic}}"
    moved $scheme-turns$n ", gap_drive: wave, gap_factor: 0.01, gap_phase: 1" \
      "{wave: {file: round$n.csv, interpolation: cubic, periodic: true, abscissa: turns, factor: 2}}"
    for way in time turns; do
      paste -d, <(tail -1 $scheme-law.csv) <(tail -1 $scheme-$way$n.csv) | awk -F, -v most="$(awk -v n=$n 'BEGIN { print 2e-5 * (40 / n) ^ 4 }')" '{
        for (i = 5; i <= 6; i++) { e = $(i + 7) / $i - 1; if (!(e < most && e > -most)) print $i, $(i + 7), e } if ($7 != $14 || $7 < 2) print $7 }' |
        grep . && say "$scheme: a stop moved by $way, $n rows"
    done
  done
done

# A wall that moves uniformly by a table equals wall_velocity, bit by bit; one that oscillates moves
# a sticking body: x = ∫ 0.1 cos 2πt dt, summed at the middle of 2000 steps: an error of (2π Δt)²/24
# of the sum; interpolation as above.
printf 'time,v\n0,0.1\n9,0.1\n' >even.csv
slid() { # name, contact, drives, friction
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [0, 1], springs: [50, 100]}
reduction: {method: massless_craig_bampton, modes: 1}
contact: {nodes: 1, law: coulomb, preload: 10, friction: $4$2}
drives: $3
integrator: {step: 5e-4, duration: 1.3}
outputs: {q: {quantity: boundary, contact: 0}, x: {node: 2}, slip: {quantity: slip_velocity, contact: 0, reduce: rms}}
YAML
  tabulate "$1"
}
slid steady ", wall_velocity: 0.1" "{}" 0.02
slid evenly ", wall_drive: even" "{even: {file: even.csv}}" 0.02
[ "$(last steady.csv 5-7)" = "$(last evenly.csv 5-7)" ] || say "a wall moved evenly by a table: $(last evenly.csv 5-7), not $(last steady.csv 5-7)"
slid swings ", wall_velocity: 0.05, wall_drive: wave, wall_factor: 0.1" "{wave: {file: wave80.csv, interpolation: cubic}}" 100
awk -v q="$(last swings.csv 5)" -v slip="$(last swings.csv 7)" 'BEGIN { pi = atan2(0, -1); t = 1.3 - 5e-4
  exact = 0.05 * t + 0.1 / (2 * pi) * (sin(2 * pi * t + 1) - sin(1)) + 5e-4 * (0.05 + 0.1 * cos(1)) # the first step, to t = 0
  e = q - exact; if (!(e < 1e-7 && e > -1e-7 && slip == 0)) print q, exact, e, slip }' | grep . && say "a body on a wall that swings"
# A stopped run is continued with the same bits, but not with another table.
study long "{node: 1, amplitude: 3, drive: turn, frequency: 2}" "{turn: {file: turns20.csv, abscissa: turns, periodic: true, interpolation: cubic}}"
sed -i 's/duration: 4/duration: 10000/' long.yaml
tabulate long
"$chatter" run long.yaml -q -f --device cpu -o halted.h5 --max-time 0.05s 2>/dev/null
[ $? = 75 ] || say "the long run was not stopped"
cp turns20.csv kept.csv
cp turns40.csv turns20.csv
"$chatter" run long.yaml -q --resume --device cpu -o halted.h5 2>message && say "a run goes on with another table"
grep -q "or a file of values, differs" message || say "another table: $(cat message)"
cp kept.csv turns20.csv
"$chatter" run long.yaml -q --resume --device cpu -o halted.h5 && "$chatter" export -f halted.h5 >/dev/null 2>&1 || say "no resume"
[ "$(last long.csv 5-6)" = "$(last halted.csv 5-6)" ] || say "resumed: $(last halted.csv 5-6), not $(last long.csv 5-6)"

# Errors of a table are reported with their place.
refused() { # name, text
  "$chatter" run "$1.yaml" -q -f --device cpu -o refused.h5 2>message && say "$1 runs"
  grep -qF "$2" message || say "$1: $(cat message)"
}
printf 'time,f\n0,1\n1,2\n1,3\n' >falling.csv
printf 'time,f\n0,1\n1,\n5,3\n' >missing.csv
printf 't,f\n0,1\n1,2\n5,3\n' >nameless.csv
printf 'time,f\n0,1\n1,2\n3,3\n' >short.csv
load="{node: 1, amplitude: 3, drive: record}"
for name in falling missing nameless short; do study $name "$load" "{record: {file: $name.csv}}"; done
study open "$load" "{record: {file: short.csv, periodic: true}}"
study column "$load" "{record: {file: even20.csv, column: 3}}"
study misspelt "$load" "{record: {file: even20.csv, column: twise}}"
study phase "{node: 1, amplitude: 3, drive: record, phase: 1}" "{record: {file: even20.csv}}"
study name "{node: 1, amplitude: 3, drive: rekord}" "{record: {file: even20.csv}}"
study fileless "$load" "{record: {column: 1}}"
refused falling "falling.csv:4:1: 1 after 1 (allowed: rising from row to row)"
refused missing "missing.csv:3:3: f: the cell is empty, a number is expected"
refused nameless "nameless.csv:1:1: column 'time' is missing; there are: t, f"
refused short "short.yaml:4:25: the drive 'record' lasts from 0 to 3 s, trajectory 0 from 0 to 4 (allowed: a table that covers the run, or periodic: true)"
refused open "short.csv:4:3: a periodic table ends at 3 where it began at 1"
refused column "column.yaml:4:45: there is no column 3 beside the abscissa (allowed: 1 to 2, or a name)"
refused misspelt "misspelt.yaml:4:45: there is no column 'twise' beside the abscissa (did you mean 'twice'?)"
refused phase "excitation.0.phase: the drive 'record' has the abscissa time"
refused name "there is no drive 'rekord' (allowed: record)"
refused fileless "missing key 'file': a CSV or HDF5 file, or a list of them"
finish
