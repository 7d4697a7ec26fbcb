#!/usr/bin/env bash
# Stability of the points of response curves: Floquet multipliers compared with closed forms, with
# those of an independent program that integrates in time (reference/floquet.csv), and with the
# direction of the curve at folds.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
reference=$(dirname "$models")/tests/engines/response/reference/floquet.csv
# points NAME STUDY [options]: NAME.csv with a line `event frequency stable multiplier
# multiplier_error amplitude` per point
points() { curves "$1" "$2" "event frequency stable multiplier multiplier_error amplitude" "${@:3}"; }

duffing "harmonics: 7, growth: 0.02" >duffing.yaml
points fold duffing.yaml
points floquet duffing.yaml --set response.stability=floquet
points none duffing.yaml --set response.stability=no
grep -qv ' unknown - - ' none.csv && say "stability: no is not 'unknown'"
# `check` reports how stability is found, and what multipliers would cost if the default omits them.
for by in auto floquet fold no; do "$chatter" check duffing.yaml --set response.stability=$by | grep '^  stability '; done >found.txt
paste -s -d'|' found.txt | grep -qE 'elsewhere unknown; multipliers would take longer .*floquet\).*\|.*by Floquet multipliers, at all points\|.*folds, elsewhere unknown\|.*not looked for' ||
  say "check says: $(cat found.txt)"

# The direction of the curve alone tells where it is unstable. The multipliers agree, except at the
# folds themselves, where one is 1: it is accurate to 5e-4 there, because it has a vertical tangent
# over frequency, and the frequency of the fold to 1e-9.
paste -d' ' fold.csv floquet.csv | awk '
  $1 == "fold" { folds++; d = $10 - 1; if (d > 5e-4 || d < -5e-4) print "at a fold the multiplier is " $10; next }
  ($3 == "fold") != ($9 == "fold") || $3 == "stable" || $9 == "unknown" { print "at " $2 " Hz: fold says " $3 ", floquet " $9 " (" $10 ")" }
  $9 == "fold" { n++ }
  END { if (folds != 2 || n < 20) print folds " folds, " n " unstable points" }' >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
# The product of both multipliers is exp(-0.05 T). A complex pair, at most of the stable points, has
# half the exponent each.
awk '$3 == "stable" { half = exp(-0.025 / $2); d = $4 - half; if (d < -1e-9) print "at " $2 " Hz: " $4 " is less than " half; if (d < 1e-6) pairs++ }
  END { if (pairs < 60) print "only " pairs " pairs" }' floquet.csv >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
# The frequencies of the folds, and the multiplier over the amplitude between them: interpolated
# between neighbouring points, 1e-3.
for fold in $(awk -F, '$1 == "duffing" && $6 == "fold" { print $3 / 6.283185307179586 }' "$reference"); do
  awk -v f="$fold" '$1 == "fold" { d = $2 / f - 1; if (d < 1e-5 && d > -1e-5) found = 1 } END { exit !found }' floquet.csv || say "no fold at $fold Hz"
done
awk -F'[ ,]' 'NR == FNR { if ($1 == "duffing" && $5 > 1.05) { n++; a[n] = $4; m[n] = $5 } next }
  { if (before && $3 == "fold") for (i = 1; i <= n; i++) if ((a[i] - before) * (a[i] - $6) < 0) {
      x = mu + ($4 - mu) * (a[i] - before) / ($6 - before); seen++
      if (x - m[i] > 1e-3 || m[i] - x > 1e-3) print "at the amplitude " a[i] ": multiplier " x ", expected " m[i] }
    before = $3 == "fold" ? $6 : 0; mu = $4 }
  END { if (seen < 15) print "only " seen " unstable points compared" }' "$reference" floquet.csv >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"

# A strong one, x'' + 0.01 x' + x + x³ = cos ωt, to 7.4 m: the slope of its spring is up to 300
# times that at rest. The product of both multipliers is exp(-0.01 T). At the highest point,
# directly before the fold, they are a pair; at the fold one is 1, as far as its frequency is
# accurate.
sed -e 's/damping: 0.025/damping: 0.005/' -e 's/amplitude: 0.1/amplitude: 1.0/' -e 's/to: 0.3/to: 3.0/' duffing.yaml >strong.yaml
points strong strong.yaml --set response.stability=floquet --set response.harmonics=12 --set response.points=2000
awk '$1 == "maximum" { n++; d = $4 - exp(-0.005 / $2); if (!(d < 1e-6 && d > -1e-6) || $3 != "stable" || !($5 < 1e-6)) print "at the maximum " $4 ", " $3 }
  $1 == "fold" { folds++; d = $4 - 1; if (!(d < 1e-6 && d > -1e-6)) print "at a fold " $4 }
  END { if (n != 1 || folds != 2) print n " maxima, " folds " folds" }' strong.csv >wrong.txt
[ -s wrong.txt ] && say "strong: $(cat wrong.txt)"
# With few harmonics the reported error of multipliers is up to a third for three of them, for
# twelve less than the tolerance here. Compared at the same amplitudes of the part between the
# folds, interpolated between neighbouring points: 1e-3.
for harmonics in 3 12; do
  points strong$harmonics strong.yaml --set response.stability=floquet --set response.harmonics=$harmonics --set response.points=2000 --set response.growth=0.05
  awk '$1 == "fold" { inside = !inside } inside && $1 != "fold"' strong$harmonics.csv >inside$harmonics.csv
done
awk 'NR == FNR { a[++n] = $6; m[n] = $4; next }
  $6 > 1 { for (i = 1; i < n; i++) if ((a[i] - $6) * (a[i + 1] - $6) <= 0) {
      x = m[i] + (m[i + 1] - m[i]) * ($6 - a[i]) / (a[i + 1] - a[i]); d = x - $4; if (d < 0) d = -d; seen++
      large += d > 0.05; if (!(d <= $5 + 1e-3) || $3 == "stable") print $6, $4, "off by", d, "told", $5; break } }
  END { if (seen < 40 || large < 20) print large " of " seen }' inside12.csv inside3.csv >wrong.txt
[ -s wrong.txt ] && say "few harmonics: $(head -3 wrong.txt)"

# The blades with both contacts stuck: the eigenvalues of the linear system (the chords of the contact forces: 1e-7).
cp "$models"/blade-damper-blade/*.{mtx,csv} .
sed -e '/^inputs:/,$d' -e 's/harmonics: 3/harmonics: 3, stability: floquet/' "$models/blade-damper-blade/peak.yaml" >blades.yaml
printf 'outputs:\n  amplitude: {node: RIGHT_BLADE, direction: x}\n' >>blades.yaml
for omega in 1250.0 1300.0 1330.0; do
  wanted=$(awk -F, -v w="$omega" '$1 == "blades 1.5e-05" && $2 == 1 && $3 == w { print $5 }' "$reference")
  points blades blades.yaml --set response.to="$(awk -v w="$omega" 'BEGIN { printf "%.17g", w / 6.283185307179586 }')"
  expect "blades at $omega rad/s" "$(tail -1 blades.csv | cut -d' ' -f4)" "$wanted" 1e-7
done

# One contact in partial slip, the other stuck, with a varying normal force:
# reference/blades_map.py, which only integrates in time (4096 steps, 400 periods). In time there is
# a mean force too, which 15 harmonics neglect.
for row in 1265.1344936:0.936510:1e-4 1240.0:0.893064:5e-4; do
  IFS=: read -r omega wanted tolerance <<<"$row"
  points blades blades.yaml --set excitation.amplitude=10 --set response.harmonics=15 --set response.to="$(awk -v w="$omega" 'BEGIN { printf "%.17g", w / 6.283185307179586 }')"
  expect "blades in slip at $omega rad/s" "$(tail -1 blades.csv | cut -d' ' -f4)" "$wanted" "$tolerance"
done

# A stop with rigid walls has no multipliers, and the direction of the curve alone does not prove
# stability.
before_stop "harmonics: 3, stability: floquet" >stop.yaml
points stop stop.yaml
awk '$3 != "unknown" || $4 != "nan" && $4 != "" { exit 1 } END { exit !NR }' stop.csv || say "a stop: $(tail -1 stop.csv)"

# beside NAME STUDY [options]: stability of `x` of one state, by eval and in results
beside() {
  "$chatter" eval "$2" -q --device cpu "${@:3}" >"$1.csv" && "$chatter" run "$2" -o "$1.h5" --force --quiet --device cpu "${@:3}" && "$chatter" export "$1.h5" -o "$1-run.csv" --force >/dev/null 2>&1 || say "$1 fails"
  echo "$(columns "$1.csv" amplitude_stable | tail -1) $(columns "$1-run.csv" amplitude_stable | tail -1)"
}
# Without an output for it: at one frequency, of a peak. On a grid, over both folds.
[ "$(beside low duffing.yaml --set response.at=0.15)" = "1 stable" ] || say "at 0.15 Hz: $(beside low duffing.yaml --set response.at=0.15)"
[ "$(beside none duffing.yaml --set response.at=0.15 --set response.stability=no)" = "- -" ] || say "stability: no has a column"
[ "$(beside sign duffing.yaml --set response.at=0.15 --set response.stability=fold)" = "0 unknown" ] || say "the sign alone says stable"
[ "$(beside peak duffing.yaml --set outputs.amplitude.quantity=peak_amplitude)" = "1 stable" ] || say "peak: $(cat peak.csv)"
"$chatter" run duffing.yaml -o grid.h5 --force -q --device cpu --set response.stability=floquet '--set=response.grid=[0.15, 0.25, 101]' && "$chatter" export grid.h5 -o grid --force >/dev/null 2>&1 || say "grid fails"
columns grid-grid_frequency.csv "grid_frequency amplitude_lower amplitude_upper amplitude_lower_stable amplitude_upper_stable" | awk '
  { n++; known += $4 == "stable" && $5 == "stable"; if ($4 == "fold" || $5 == "fold") print }
  END { if (n != 101 || known < 95) print known " stable of " n }' >wrong.txt
[ -s wrong.txt ] && say "grid: $(cat wrong.txt)"
# Quantiles of stable motions only: all of them here, none where stability is unknown, and no effect
# without such labels.
cat duffing.yaml - >fan.yaml <<<'ensemble: {design: {type: grid, parameters: {excitation.amplitude: {from: 0.05, to: 0.06, count: 3}}}}'
fan() { # STABILITY
  "$chatter" run fan.yaml -o fan.h5 --force -q --device cpu '--set=response.grid=[0.12, 0.15, 5]' --set response.stability="$1" || say "fan fails"
  for only in false true; do
    "$chatter" plot fan.h5 -o fan-$only.svg --force --set plot.kind=quantiles --set plot.y=amplitude_upper --set plot.stable=$only >log 2>&1 || break
  done
}
fan floquet; cmp -s fan-false.dat fan-true.dat && [ -s fan-true.dat ] || say "quantiles of stable motions: $(cat log)"
fan fold; grep -q "hold no finite value of 'amplitude_upper'" log || say "quantiles of unknown motions: $(cat log)"
fan no; grep -q 'plot.stable: the results have no amplitude_upper_stable' log || say "quantiles without flags: $(cat log)"
# An ensemble of structures: each has its own multipliers.
cat duffing.yaml - >structures.yaml <<<'ensemble: {design: {type: grid, parameters: {model.springs.0: {from: 0.75, to: 1.25, count: 3}}}}'
points structures structures.yaml --set response.stability=floquet
for spring in 0.75 1 1.25; do
  points one duffing.yaml --set response.stability=floquet --set model.springs.0=$spring
  cat one.csv
done >each.csv
[ -s each.csv ] && cmp -s structures.csv each.csv || say "an ensemble of structures: $(diff structures.csv each.csv | head -3)"
# Here the period is doubled, and in time it is another motion: this is reported.
"$chatter" eval "$models/impact-oscillator/two.yaml" -q --device cpu --set response.stability=auto --set response.at=0.11 >two.csv || say "two fails"
[ "$(columns two.csv "second_stable first_stable")" = "3 3" ] || say "two: $(cat two.csv)"
"$chatter" run "$models/impact-oscillator/two.yaml" -o two.h5 --force -q --device cpu --verify --set response.at=0.11 >table.txt 2>&1 || say "verify: $(cat table.txt)"
awk '$2 == "response" && $3 == "end" { n++; if ($12 !~ /^flip/) print } /unstable/ { said++ } END { if (n != 1 || said != 1) print n, said }' table.txt >wrong.txt
[ -s wrong.txt ] && say "verify: $(cat wrong.txt) $(cat table.txt)"
"$chatter" run duffing.yaml --set response.stability=hill -o bad.h5 >output.txt 2>&1 && say "a wrong word is taken"
finish
