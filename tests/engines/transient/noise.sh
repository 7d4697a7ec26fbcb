#!/usr/bin/env bash
# Drives of shape noise and harmonic. Noise moves a gap that stays open, so that the gap is the
# noise: its spectrum, moments and independence (noise_spectrum.py); an oscillator under noise,
# compared with ∫ |H|² S; one name is one realisation, a seed gives the same in all trajectories;
# restarts and shards have the same bits. A harmonic drive equals the sine of the load, bit by bit.
here=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/../../program.sh"

sine() { # name load drives
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1, 2], springs: [100, 300]}
excitation: $2
drives: $3
integrator: {steps_per_period: 200, periods: 3}
outputs: {x: {node: 2}, v: {node: 2, quantity: velocity}, r: {node: 1, reduce: rms}}
YAML
  tabulate "$1"
}
sine own "{node: 1, amplitude: 3, frequency: 2.5, phase: 1, sweep: {from: 0.5, rate: 1}}" "{}"
sine drive "{node: 1, amplitude: 1.5, drive: s}" "{s: {type: harmonic, factor: 2, frequency: 2.5, phase: 1, sweep: {from: 0.5, rate: 1}}}"
sine cosine "{node: 1, amplitude: 3, frequency: 2, phase: cos}" "{}"
sine word "{node: 1, amplitude: 3, drive: s}" "{s: {type: harmonic, frequency: 2, phase: cos}}"
sine steady "[{node: 1, amplitude: 3, frequency: 2}, {type: constant, node: 1, amplitude: 0.75}]" "{}"
sine both "[{node: 1, amplitude: 3, drive: s}, {node: 1, amplitude: 0.25, drive: c}]" \
  "{s: {type: harmonic, frequency: 2, offset: 0.125}, c: {type: constant, offset: 0.5}}"
[ "$(last own.csv 2-)" = "$(last drive.csv 2-)" ] || say "a harmonic drive: $(last drive.csv 2-), not $(last own.csv 2-)"
[ "$(last cosine.csv 2-)" = "$(last word.csv 2-)" ] || say "a harmonic drive's phase: $(last word.csv 2-), not $(last cosine.csv 2-)"
# 3 · 0.125 + 0.25 · 1.5 = 0.75; rounding of 300 steps.
paste -d, <(last steady.csv 5-) <(last both.csv 5-) | awk -F, '{ for (i = 1; i <= 3; i++) { e = $(i + 3) / $i - 1; if (!(e < 1e-10 && e > -1e-10)) print } }' |
  grep . && say "offset and constant"

# A gap that oscillates by a drive equals gap_amplitude, cos x = sin(x + π/2), by both schemes
# (Moreau needs the rate too): rounding through a few impacts. A wall that oscillates moves a
# sticking body: x = ∫ 0.1 cos(2πt + 1) dt, summed at the middle of 2600 steps, (2πΔt)²/24 = 4e-7 of
# the sum.
swings() { # name scheme contact drives outputs
  local body="{type: chain, masses: [0, 1], springs: [50, 100]}
reduction: {method: massless_craig_bampton, modes: 1}"
  [ "$2" = moreau ] && body="{type: chain, masses: [1, 1], springs: [50, 100]}"
  cat >"$1.yaml" <<YAML
study: transient
model: $body
contact: $3
drives: $4
excitation: {node: 2, amplitude: 0.5, frequency: 1, phase: 0.2}
integrator: {scheme: $2, step: 5e-4, duration: 1.3}
outputs: {x: {node: 2, reduce: rms}, q: {quantity: boundary, contact: 0}$5}
YAML
  tabulate "$1"
}
hits=", hits: {quantity: impacts, contact: 0}"
for scheme in leapfrog moreau; do
  swings gap $scheme "{nodes: 1, law: unilateral, gap: 0.01, gap_amplitude: 0.02, gap_frequency: 1, gap_phase: 1}" "{}" "$hits"
  swings driven $scheme "{nodes: 1, law: unilateral, gap: 0.01, gap_drive: s, gap_factor: 0.02, gap_phase: 1}" \
    "{s: {type: harmonic, frequency: 1, phase: cos}}" "$hits"
  paste -d, <(last gap.csv 5-) <(last driven.csv 5-) | awk -F, '{ for (i = 1; i <= 2; i++) { e = $(i + 3) / $i - 1; if (!(e < 1e-9 && e > -1e-9)) print }
    if ($3 != $6 || $3 < 1) print $3, $6 }' | grep . && say "$scheme: a gap that swings by a drive"
done
swings wall leapfrog "{nodes: 1, law: coulomb, preload: 10, friction: 100, wall_drive: s, wall_factor: 0.1}" \
  "{s: {type: harmonic, frequency: 1, phase: 2.5707963267948966}}" ""
awk -v q="$(last wall.csv 6)" 'BEGIN { pi = atan2(0, -1); t = 1.3 - 5e-4
  exact = 0.1 / (2 * pi) * (sin(2 * pi * t + 1) - sin(1 - 2 * pi * 5e-4)) # the first step ends at t = 0
  e = q - exact; if (!(e < 2e-8 && e > -2e-8)) print q, exact, e }' | grep . && say "a wall that swings by a drive"

gaps() { # name drives contacts more-integrator ensemble outputs
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1, 1, 1, 1], springs: [1, 1, 1, 1]}
contact: $3
drives: $2
excitation: {node: 1, amplitude: 0, frequency: 1}
integrator: {scheme: moreau, $4}
$5
outputs: $6
YAML
  tabulate "$1"
}
printf 'frequency,power\n20,0.01\n80,0.04\n350,0.04\n2000,0.007\n' >profile.csv
wall="law: unilateral, gap: 1000"
many="ensemble: {seed: 3, design: {type: grid, parameters: {excitation.frequency: {from: 1, to: 2, count: 8}}}}"
gaps spectrum "{n: {type: noise, spectrum: profile.csv, factor: 2}}" "{nodes: 1, $wall, gap_drive: n, gap_factor: 0.5}" \
  "step: 3.125e-5, duration: 1.024" "$many" "{g: {quantity: gap, contact: 0, reduce: series, trajectories: [0, 1, 2, 3, 4, 5, 6, 7]}}"
columns() { # name: the samples of its trajectories side by side, without the gap at rest
  awk -F, 'NR > 1 { k = $1; row[k, n[k]++] = $3 - 1000 }
    END { print "noise"; for (i = 0; i < n[0]; i++) { line = ""; for (k = 0; (k, i) in row; k++) line = line (k ? "," : "") sprintf("%.17g", row[k, i]); print line } }' "$1-series-g_sample.csv"
}
columns spectrum >columns.csv
/usr/bin/env python3 "$here/noise_spectrum.py" columns.csv 3.125e-5 profile.csv >told || say "noise of a spectrum: $(cat told)"
# One name is one realisation for all its uses in a trajectory; another name is another one, for any
# seeds. A given seed gives the same in all trajectories.
gaps names "{n: {type: noise, deviation: 1, band: [10, 500]}, m: {type: noise, deviation: 1, band: [10, 500], seed: 5}, k: {type: noise, deviation: 1, band: [10, 500], seed: 5}}" \
  "[{nodes: 1, $wall, gap_drive: n}, {nodes: 2, $wall, gap_drive: n}, {nodes: 3, $wall, gap_drive: m}, {nodes: 4, $wall, gap_drive: k}]" "step: 1e-4, duration: 5" "$many" \
  "{a: {quantity: gap, contact: 0}, b: {quantity: gap, contact: 1}, m: {quantity: gap, contact: 2}, k: {quantity: gap, contact: 3}}"
tail -n +2 names.csv | cut -d, -f6- | awk -F, '{ if ($1 != $2) print "two uses differ"; if ($1 in seen) print "two trajectories are alike"; seen[$1]
  if (NR > 1 && ($3 != m || $4 != k)) print "a seed is not the same"; m = $3; k = $4; if (m == k) print "two names are alike" }' >told
[ -s told ] && say "$(cat told)"

# An oscillator, 100 Hz, ζ = 0.1, under noise from 10 to 500 Hz: the variance is ∫ |H|² S df, for
# the mean of 16 trajectories of 4 s within 4.5 standard errors of 1/√(π ζ f T) = 2.2 % each; the
# central differences shift the peak by (ωΔt)²/24 = 4e-5.
cat >oscillator.yaml <<YAML
study: transient
model: {type: chain, masses: [1], springs: [394784.17604357435], dashpots: [125.66370614359172]}
excitation: {node: 1, amplitude: 3, drive: n}
drives: {n: {type: noise, deviation: 1, band: [10, 500]}}
integrator: {step: 5e-5, duration: 4.2}
ensemble: {design: {type: grid, parameters: {excitation.amplitude: {values: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]}}}}
outputs: {x: {node: 1, reduce: rms, last: 4}}
YAML
tabulate oscillator
tail -n +2 oscillator.csv | awk -F, '{ sum += $6 * $6 } END { pi = atan2(0, -1); k = 394784.17604357435; c = 125.66370614359172
  for (i = 0; i < 49000; i++) { f = 10.005 + 0.01 * i; w = 2 * pi * f; exact += 9 / 490 / ((k - w * w) ^ 2 + (c * w) ^ 2) * 0.01 }
  e = sum / NR / exact - 1; if (!(NR == 16 && e < 0.1 && e > -0.1)) print NR, sum / NR, exact }' | grep . && say "an oscillator under noise"

# Parts, shards and stopped runs: the same bits. The realisation belongs to the number of the
# trajectory.
for part in 1 2; do "$chatter" run oscillator.yaml -q -f --device cpu --shard $part/2 -o part$part.h5 || say "shard $part"; done
"$chatter" merge -f whole.h5 part1.h5 part2.h5 >/dev/null 2>&1 && "$chatter" export -f whole.h5 >/dev/null 2>&1
cmp -s oscillator.csv whole.csv || say "shards differ"
sed 's/duration: 4.2/duration: 300/; s/values: .*]}/from: 3, to: 4, count: 2}/' oscillator.yaml >long.yaml
tabulate long
"$chatter" run long.yaml -q -f --device cpu -o halted.h5 --max-time 0.2s 2>/dev/null
[ $? = 75 ] || say "the long run was not stopped"
"$chatter" run long.yaml -q --resume --device cpu -o halted.h5 && "$chatter" export -f halted.h5 >/dev/null 2>&1 || say "no resume"
cmp -s long.csv halted.csv || say "resumed: $(cat halted.csv)"

# Errors are reported with their place.
loaded="excitation: {node: 1, amplitude: 1, drive: n}"
refused() { # name drives text [load or contact]
  cat >"$1.yaml" <<YAML
study: transient
model: {type: chain, masses: [1], springs: [1]}
${4-$loaded}
drives: $2
integrator: {step: 1e-3, duration: 1}
outputs: {x: {node: 1}}
YAML
  "$chatter" run "$1.yaml" -q -f --device cpu -o refused.h5 2>message && say "$1 runs"
  grep -qF "$3" message || say "$1: $(cat message)"
}
printf 'frequency,s\n10,1\n5,1\n' >falling.csv
printf 'frequency,s\n10,1\n50,-1\n' >negative.csv
printf 'frequency,s\n10,0\n50,0\n' >silent.csv
printf 'f,s\n10,1\n50,1\n' >nameless.csv
refused order "{n: {type: noise, spectrum: falling.csv}}" "falling.csv:3:1: 5 Hz after 10 Hz (allowed: rising, from 0 on)"
refused negative "{n: {type: noise, spectrum: negative.csv}}" "negative.csv:3:4: a power density of -1 (allowed: at least 0)"
refused silent "{n: {type: noise, spectrum: silent.csv}}" "silent.csv:1:11: there is no power at any frequency"
refused nameless "{n: {type: noise, spectrum: nameless.csv}}" "nameless.csv:1:1: column 'frequency' is missing"
refused both "{n: {type: noise, spectrum: silent.csv, deviation: 1}}" "deviation"
refused neither "{n: {type: noise, band: [1, 2]}}" "drives.n: give 'deviation', in the unit of the drive, or 'spectrum', a CSV file"
refused bandless "{n: {type: noise, deviation: 1}}" "missing key 'band': [from, to] in Hz"
refused turned "{n: {type: noise, deviation: 1, band: [20, 10]}}" "drives.n.band: [from, to] is expected, from less than to, not [20, 10]"
refused fast "{n: {type: noise, deviation: 1, band: [20, 200]}}" "noise up to 200 Hz is too fast for the steps of trajectory 0, 0.001 s (allowed: at most 125 Hz, 8 steps per period)"
refused fine "{n: {type: noise, deviation: 1, band: [99.99, 100.01]}}" "the spectrum of drive 'n' is too fine"
refused other "{n: {type: harmonic, frequency: 1, file: x.csv}}" "other.yaml:4:50: 'file' does not belong to type harmonic (it belongs to: table)"
refused still "{n: {type: harmonic}}" "missing key 'frequency': in Hz"
refused swept "{n: {type: harmonic, frequency: 1, sweep: {from: 0.5}}}" "drives.n: a sweep needs 'sweep.rate', more than 0 Hz/s"
refused sine "{n: {type: harmonic, frequency: 1}}" "excitation.0.phase: the drive 'n' is none by turns (with frequency and phase: a table by turns)" \
  "excitation: {node: 1, amplitude: 1, drive: n, phase: 1}"
refused gap "{n: {type: harmonic, frequency: 1}}" "contact.0.gap_factor: a factor of nothing: there is no gap_drive (allowed: with one)" \
  "contact: {nodes: 1, law: unilateral, gap_factor: 2}"
refused wall "{n: {type: harmonic, frequency: 1}}" "contact.0.wall_factor: a factor of nothing: there is no wall_drive (allowed: with one)" \
  "contact: {nodes: 1, law: coulomb, preload: 1, friction: 0.3, wall_factor: 2}"
finish
