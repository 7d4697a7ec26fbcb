#!/usr/bin/env bash
# Loads and gaps of harmonic balance by periodic tables over turns. A sampled sine is compared with
# the sine: second and fourth order. A triangle is compared with its Fourier series through a linear
# system in closed form, for a load, two half turns and a shaken base, also with modes that damping
# couples. A pulse on a stop and a moving stop are compared with time steps; a moving gap with the
# same motion of the frame of the body; a backbone at several loads. Invalid tables are refused with
# a specific message.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
study() { # NAME EXCITATION DRIVES RESPONSE [CONTACT [OUTPUTS]]
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, ${5-law: polynomial, powers: [1], coefficients: [20]}}
excitation: $2
drives: $3
response: {from: 0.5, to: 3, $4}
outputs: {x: {node: 1}${6-}}
YAML
  tabulate "$1"
}
table() { # NAME ROWS FORMULA of x, a part of the turn
  awk -v n="$2" "BEGIN { pi = atan2(0, -1); print \"turns,value\"; for (i = 0; i <= n; i++) { x = i / n; printf \"%.17g,%.17g\n\", x, i < n ? $3 : 0 } }" >"$1.csv"
}

# Twice the rows: a quarter and a sixteenth of the error, within the next term of the error.
stop="law: kelvin_voigt, gap: 0.02, normal_stiffness: 200, normal_damping: 2"
study sine "{node: 1, amplitude: 3, phase: 0.7}" "{}" "at: 1.5, harmonics: 9" "$stop"
for way in linear cubic; do
  for n in 20 40; do
    table "sine$n" "$n" "sin(2 * pi * x)"
    study "$way$n" "{node: 1, amplitude: 3, phase: 0.7, drive: turn}" "{turn: {file: sine$n.csv, abscissa: turns, periodic: true, interpolation: $way}}" \
      "at: 1.5, harmonics: 9" "$stop"
  done
  for n in 20 40; do columns "$way$n.csv" x | tail -1; done | awk -v exact="$(columns sine.csv x | tail -1)" -v way=$way '
    { e[NR] = $1 - exact; if (e[NR] < 0) e[NR] = -e[NR] }
    END { r = e[1] / e[2]; if (!(way == "linear" ? r > 3.7 && r < 4.3 : r > 12 && r < 20)) print e[1], e[2] }' | grep . && say "$way: the order"
done

# For the triangle through (0, 0), (0.3, 1), (1, 0): C_h = -Σ s_j e^(-2πi h x_j)/(2π h)² with the
# changes s of its slope, mean 1/2; then x_h = F C_h e^(i h φ)/(120 - h²ω² + 0.4 i h ω), with cos
# and sin parts 2 Re and -2 Im. Exact up to rounding.
printf 'turns,value\n0,0\n0.3,1\n1,0\n' >ramp.csv
printf 'turns,value\n0,0\n0.15,1\n0.5,0\n' >ramps.csv
printf 'turns,value\n0,0\n0.3,1\n2,0\n' >long.csv
exact() { # NAME PERIODS FACTOR PHASE OFFSET
  awk -F, -v m="$2" -v f="$3" -v phase="$4" -v mean="$(awk "BEGIN { printf \"%.15g\", ($3 * 0.5 + $5) / 120 }")" '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == FNR { h = $at["harmonic"]; p = $at["point"]; cosine[p, h] = $at["x_cos"]; sine[p, h] = $at["x_sin"]; next }
    { omega = 2 * 3.14159265358979324 * $at["frequency"]; p = $at["point"]; e = $at["x_mean"] - mean; if (e * e > 1e-20) print "mean", $at["x_mean"], mean
      for (h = 1; h <= 7; h++) { re = im = 0; up = 1 / 0.3; down = -1 / 0.7
        if (h % m == 0) { k = 2 * 3.14159265358979324 * h / m
          re = -(up - down + (down - up) * cos(0.3 * k)) / (k * k); im = (down - up) * sin(0.3 * k) / (k * k) }
        c = f * (re * cos(h * phase) - im * sin(h * phase)); s = f * (re * sin(h * phase) + im * cos(h * phase))
        a = 120 - h * h * omega * omega; b = 0.4 * h * omega; d = a * a + b * b
        x = 2 * (c * a + s * b) / d; y = -2 * (s * a - c * b) / d
        n++; if ((cosine[p, h] - x) ^ 2 + (sine[p, h] - y) ^ 2 > 1e-20) print h, cosine[p, h], x, sine[p, h], y } }
    END { if (n < 200) print n " harmonics" }' "$1-point-harmonic.csv" "$1-point.csv" >wrong.txt
  [ -s wrong.txt ] && say "$1: $(head -3 wrong.txt)"
}
study triangle "{node: 1, amplitude: 3, phase: 0.7, drive: turn}" "{turn: {file: ramp.csv, abscissa: turns, periodic: true, factor: 2, offset: 0.1}}" \
  "harmonics: 7, coefficients: true"
exact triangle 1 6 0.7 0.3
study half "{node: 1, amplitude: 3, drive: turn}" "{turn: {file: ramps.csv, abscissa: turns, periodic: true, factor: 2}}" \
  "harmonics: 7, coefficients: true"
exact half 2 6 0 0
study base "{type: base, amplitude: -3, phase: 0.2, drive: turn}" "{turn: {file: ramp.csv, abscissa: turns, periodic: true}}" \
  "harmonics: 7, coefficients: true"
exact base 1 3 0.2 0

# Twice the load gives twice the motion, through modes that a dashpot couples: a sine by its table
# of 400 rows, 1e-8.
table fine 400 "sin(2 * pi * x)"
coupled() { # NAME EXCITATION
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [1, 2, 1], springs: [100, 300, 200], dashpots: [0.1, 2, 0.3]}
contact: {node: 1, law: cubic, cubic_stiffness: 4e4}
excitation: $2
drives: {turn: {file: fine.csv, abscissa: turns, periodic: true, interpolation: cubic}}
response: {from: 0.5, to: 3, at: 1.2, harmonics: 5, static: yes}
outputs: {x: {node: 3}, low: {node: 1, reduce: min}}
YAML
  tabulate "$1"
}
coupled plain "{node: 3, amplitude: 2, phase: 0.3}"
coupled driven "{node: 3, amplitude: 2, phase: 0.3, drive: turn}"
paste -d' ' <(columns plain.csv x low) <(columns driven.csv x low) | awk '{ e = $3 / $1 - 1; f = $4 / $2 - 1; if (!(e * e < 1e-16 && f * f < 1e-16)) print }' |
  grep . && say "a sine by a table through coupled modes"

# In time, where the motions are stable: a half-sine pulse over a quarter of each turn, and a moving
# stop, each on a massless boundary. The errors of 30 harmonics and of 4000 steps per turn are 1e-5
# each, more of a mean contact force.
table pulse 40 "(x < 0.25 ? sin(4 * pi * x) : 0)"
table wave 40 "sin(2 * pi * x) + 0.4 * cos(4 * pi * x) - 0.4"
sed -i '$s/,.*/,0/; 2s/,.*/,0/' wave.csv
timed() { # NAME LOAD CONTACT
  cat >"$1.yaml" <<YAML
study: response
model: {type: chain, masses: [1.0, 2.0, 1.0e-9], springs: [100.0, 200.0, 400.0]}
reduction: {method: massless_craig_bampton, modes: 2, damping: 0.02}
contact: {nodes: 3, law: unilateral, normal: -x, gap: 0.02$3}
excitation: {node: 1, $2, phase: cos}
drives:
  pulse: {file: pulse.csv, abscissa: turns, periodic: true, interpolation: cubic}
  wave: {file: wave.csv, abscissa: turns, periodic: true, interpolation: cubic, factor: 0.01}
response: {from: 0.3, to: 1.2, harmonics: 30, at: 0.8}
inputs: {frequency: response.at}
outputs: {top: {node: 1, reduce: max}, bottom: {node: 1, reduce: min}, end: {node: 2, reduce: max}, push: {contact: 0, quantity: normal_force, reduce: mean}}
YAML
  in_time "scheme: leapfrog, steps_per_period: 4000, periods: 300, window: 10" <"$1.yaml" | sed 's/excitation.0/excitation/' >"$1-steps.yaml"
  printf 'sample_id,frequency\na,0.6\nb,0.9\nc,1.0\n' >samples.csv
  for name in $1 $1-steps; do "$chatter" eval $name.yaml -i samples.csv -o $name.csv -q --device cpu 2>message || say "$name fails: $(cat message)"; done
  paste -d' ' <(columns "$1.csv" top bottom end push) <(columns "$1-steps.csv" top bottom end push) | awk '
    { n++; for (i = 1; i <= 4; i++) { e = $i / $(i + 4) - 1; if (!(e < 1e-4 && e > -1e-4)) print NR, i, $i, $(i + 4) } if ($8 == 0) print "no contact" } END { if (n != 3) print n }' |
    grep . && say "$1: not as in time"
}
timed pushed "amplitude: 8, drive: pulse" ""
timed shoved "amplitude: 2" ", gap_drive: wave, gap_phase: 0.5"

# Three loads of a backbone, compared with the peaks of separate curves.
sed -e 's/^study.*/study: backbone/' -e 's/coefficients: true/growth: 0.1/' -e 's/^outputs.*/backbone: {methods: [extremum, phase], to: 3.2, grid: [1, 3, 3]}\noutputs: {x: {node: 1}}/' \
  -e 's/powers.*/powers: [1, 3], coefficients: [20, 90]}/' triangle.yaml >backbone.yaml
tabulate backbone
sed -e 's/^study.*/study: response/' -e 's/^backbone.*/ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 3, to: 9, count: 3}}}}/' \
  -e 's/^outputs.*/outputs: {x: {node: 1, quantity: peak_amplitude}, f: {quantity: peak_frequency}}/' backbone.yaml >peaks.yaml
tabulate peaks
paste -d' ' <(columns peaks.csv x f) <(columns backbone-grid_load_factor.csv x_by_extremum frequency_by_extremum) | awk '
  { n++; e = $3 / $1 - 1; f = $4 / $2 - 1; if (!(e * e < 1e-8 && f * f < 1e-8)) print } END { if (n != 3) print n }' | grep . && say "a backbone of a triangle"

refused() { refused_with triangle "$2" "$1"; }
refused "over time this drive has no period in common with the loads" 's/abscissa: turns, //; s/, phase: 0.7//'
refused "a drive that ends makes no periodic response" 's/periodic: true, //'
refused "a period of 2 turns" 's/ramp.csv/long.csv/'
refused "which response.adapt would leave out" 's/harmonics: 7/harmonics: 7, adapt: 1e-3/'
refused "needs the static harmonic" 's/harmonics: 7/harmonics: 7, static: no/'
refused "all loads have the frequency that goes from" 's/phase: 0.7/frequency: 2/'
finish
