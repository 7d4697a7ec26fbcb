#!/usr/bin/env bash
# Estimates before and during a run of curves: steps and size of the file agree with `check` within
# a factor of three, also if it has seen only a part of the trajectories, and the progress counts
# trajectories.
. "$(dirname "$0")/../../program.sh"
cp "$models"/blade-damper-blade/*.{mtx,csv} .
# estimate NAME STUDY SETTINGS...
estimate() {
  "$chatter" check "$2" -d cpu "${@:3}" >plan.txt 2>errors.txt || say "$1: check fails: $(cat errors.txt)"
  "$chatter" run "$2" -d cpu -q -o out.h5 --force "${@:3}" || say "$1: run fails"
  "$chatter" export out.h5 -o out.csv --force 2>/dev/null
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n += $at["steps"] } END { print n }' out.csv >steps.txt
  awk -v name="$1" -v steps="$(cat steps.txt)" -v bytes="$(wc -c <out.h5)" '
    function far(a, b) { return !(a < 3 * b && b < 3 * a) }
    $1 == "steps" { seen = 1; if ($2 != "about" || far($3, steps)) print name ": of " steps " steps: " $0 }
    # A file of few numbers is mostly its header, some 20 KiB.
    $1 == "results" { seen_size = 1; split("B KiB MiB GiB", unit, " "); size = $4; for (i = 1; unit[i] != $5; i++) size *= 1024
      if (far(size + 20000, bytes)) print name ": of " bytes " bytes: " $0 }
    END { if (!seen || !seen_size) print name ": nothing is said" }' plan.txt >wrong.txt
  [ ! -s wrong.txt ] || say "$(cat wrong.txt)"
}
estimate curves "$models/cantilever/curves.yaml"
estimate many "$models/cantilever/preload.yaml" --set ensemble.design.count=512
estimate fine "$models/cantilever/curves.yaml" --set response.step=0.002 --set response.growth=0.02 --set response.points=3000
estimate coefficients "$models/cantilever/curves.yaml" --set response.coefficients=true
estimate backbone "$models/cantilever/backbone.yaml"
estimate "a grid of loads" "$models/cantilever/backbone.yaml" --set 'backbone.grid=[0.1, 30, 20000]'
estimate blades "$models/blade-damper-blade/curves.yaml"
estimate "backbones of blades" "$models/blade-damper-blade/backbone.yaml"
estimate stops "$models/impact-oscillator/two.yaml"
estimate peaks "$models/cantilever/peak.yaml" --set 'ensemble.design={type: grid, parameters: {excitation.amplitude: {from: 0.1, to: 30, count: 300}}}'

# The expensive parts of such a run are reported too: the stability of each point costs a hundred
# times as much as the curve.
cp "$models/cantilever/curves.yaml" .
made() { "$chatter" check curves.yaml -d cpu --set response.stability="$1" 2>/dev/null |
  awk '$1 == "time" { worth["s"] = 1; worth["min"] = 60; worth["h"] = 3600; print $4 * worth[$5] }'; }
plain=$(made fold) dear=$(made floquet)
awk -v plain="$plain" -v dear="$dear" 'BEGIN { exit !(plain > 0 && dear > 10 * plain) }' || say "results with Floquet multipliers: $dear s, without: $plain s"

if command -v script >/dev/null; then
  script -qec "'$chatter' run '$models/cantilever/preload.yaml' --set ensemble.design.count=512 --device cpu --threads 1 --lanes 1 --chunk 10 -o long.h5" seen.txt </dev/null >/dev/null || say "the run fails"
  grep -aoE '[0-9]+ of 512 trajectories' seen.txt | awk '{ if ($1 < last) print "back from " last " to " $1; last = $1; middle += $1 > 100 && $1 < 400 }
    END { if (!middle) print "nothing is seen between the beginning and the end" }' >wrong.txt
  [ ! -s wrong.txt ] || say "progress: $(cat wrong.txt)"
fi
finish
