#!/usr/bin/env bash
# Stability of the points of response curves: Floquet multipliers against closed forms, against those of an independent
# program that integrates in time (reference/floquet.csv), and against the direction of the curve at folds.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
reference=$(dirname "$models")/tests/engines/response/reference/floquet.csv
# points NAME STUDY [options]: NAME.csv with a line `event frequency stable multiplier instability amplitude` per point
points() { curves "$1" "$2" "event frequency stable multiplier instability amplitude" "${@:3}"; }

duffing "harmonics: 7, growth: 0.02" >duffing.yaml
points fold duffing.yaml
points floquet duffing.yaml --set response.stability=floquet
points none duffing.yaml --set response.stability=no
grep -qv ' unknown - - ' none.csv && say "stability: no is not 'unknown'"

# The direction of the curve and the multipliers say the same, but at the folds themselves, where one is 1. There the
# multiplier is known to 5e-4: it has a vertical tangent over frequency, and the fold's frequency 1e-9.
paste -d' ' fold.csv floquet.csv | awk '
  $1 == "fold" { folds++; d = $10 - 1; if (d > 5e-4 || d < -5e-4) print "at a fold the multiplier is " $10; next }
  $3 != $9 { print "at " $2 " Hz: fold says " $3 ", floquet " $9 " (" $10 ")" }
  $9 == "unstable" { n++; if ($11 != "fold") print "at " $2 " Hz: instability " $11 }
  END { if (folds != 2 || n < 20) print folds " folds, " n " unstable points" }' >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
# Both multipliers together are exp(-0.05 T). Where they are a pair, each is of half that: most of the stable points.
awk '$3 == "stable" { half = exp(-0.025 / $2); d = $4 - half; if (d < -1e-9) print "at " $2 " Hz: " $4 " is less than " half; if (d < 1e-6) pairs++ }
  END { if (pairs < 60) print "only " pairs " pairs" }' floquet.csv >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
# The frequencies of the folds, and the multiplier over the amplitude between them: read between neighbouring points, 1e-3.
for fold in $(awk -F, '$1 == "duffing" && $6 == "fold" { print $3 / 6.283185307179586 }' "$reference"); do
  awk -v f="$fold" '$1 == "fold" { d = $2 / f - 1; if (d < 1e-5 && d > -1e-5) found = 1 } END { exit !found }' floquet.csv || say "no fold at $fold Hz"
done
awk -F'[ ,]' 'NR == FNR { if ($1 == "duffing" && $5 > 1.05) { n++; a[n] = $4; m[n] = $5 } next }
  { if (before && $3 == "unstable") for (i = 1; i <= n; i++) if ((a[i] - before) * (a[i] - $6) < 0) {
      x = mu + ($4 - mu) * (a[i] - before) / ($6 - before); seen++
      if (x - m[i] > 1e-3 || m[i] - x > 1e-3) print "at the amplitude " a[i] ": multiplier " x ", expected " m[i] }
    before = $3 == "unstable" ? $6 : 0; mu = $4 }
  END { if (seen < 15) print "only " seen " unstable points compared" }' "$reference" floquet.csv >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"

# The blades with both contacts stuck: the eigenvalues of the linear system (the chords of the contact forces: 1e-7).
cp "$models"/blade-damper-blade/*.{mtx,csv} .
sed -e '/^inputs:/,$d' -e 's/harmonics: 3/harmonics: 3, stability: floquet/' "$models/blade-damper-blade/peak.yaml" >blades.yaml
printf 'outputs:\n  amplitude: {node: RIGHT_BLADE, direction: x}\n' >>blades.yaml
for omega in 1250.0 1300.0 1330.0; do
  wanted=$(awk -F, -v w="$omega" '$1 == "blades 1.5e-05" && $2 == 1 && $3 == w { print $5 }' "$reference")
  points blades blades.yaml --set response.to="$(awk -v w="$omega" 'BEGIN { printf "%.17g", w / 6.283185307179586 }')"
  expect "blades at $omega rad/s" "$(tail -1 blades.csv | cut -d' ' -f4)" "$wanted" 1e-7
done

# One contact in partial slip, the other stuck, with a normal force that changes: reference/blades_map.py, which only
# integrates in time (4096 steps, 400 periods). In time there is a mean force too, which 15 harmonics leave out.
for row in 1265.1344936:0.936510:1e-4 1240.0:0.893064:5e-4; do
  IFS=: read -r omega wanted tolerance <<<"$row"
  points blades blades.yaml --set excitation.amplitude=10 --set response.harmonics=15 --set response.to="$(awk -v w="$omega" 'BEGIN { printf "%.17g", w / 6.283185307179586 }')"
  expect "blades in slip at $omega rad/s" "$(tail -1 blades.csv | cut -d' ' -f4)" "$wanted" "$tolerance"
done

# A stop of rigid walls has no multipliers: what is known is the direction of the curve.
before_stop "harmonics: 3, stability: floquet" >stop.yaml
points stop stop.yaml
awk '$3 != "stable" || $4 != "nan" && $4 != "" || $5 != "unknown" { exit 1 } END { exit !NR }' stop.csv || say "a stop: $(tail -1 stop.csv)"
"$chatter" run duffing.yaml --set response.stability=hill -o bad.h5 >output.txt 2>&1 && say "a wrong word is taken"
finish
