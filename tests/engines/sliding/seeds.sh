#!/usr/bin/env bash
# Rows of a table with the same seed have the same rough surface, to the last digit and for any
# other rows; surfaces of different seeds are independent; and their force is a fraction of the
# preload.
. "$(dirname "$0")/../../program.sh"
sed -e '/^ensemble/,$d' -e 's/^sliding: .*/sliding: {duration: 0.04, step: 1.0e-7, record: 0.035}/' -e 's/velocity: 0.5/velocity: 0.05/' \
  "${CHATTER_SOURCE:-$(dirname "$models")}/tests/engines/sliding/small.yaml" >seeds.yaml
cat >>seeds.yaml <<'TEXT'
ensemble: {design: {type: file, file: rows.csv}}
outputs:
  force: {quantity: normal_force, reduce: series, every: 100, trajectories: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]}
  tip: {node: target.52, direction: y, reduce: rms}
  low: {quantity: normal_force, reduce: min}
TEXT
{
  echo sample_id,roughness.seed,roughness.deviation,slider.preload
  for seed in 1 2 3 4 5 6 7 8 9 10 9007199254740991; do echo "seed-$seed,$seed,0.01,0.1"; done
  echo again,3,0.01,0.1
  echo twice,3,0.02,0.1
  echo half,3,0.005,0.1
  echo smooth,3,0,0.1
  echo loaded,3,0.01,0.2
} >rows.csv
"$chatter" run seeds.yaml -o seeds.h5 --quiet --device cpu && "$chatter" export seeds.h5 -o seeds.csv >log 2>&1 || say "run: $(cat log)"
[ "$(grep -c ',ok,' seeds.csv)" = 16 ] || say "not all end well: $(cut -d, -f1,2 seeds.csv)"
[ "$(awk -F, '$0 ~ /,seed-3,|,again,/' seeds.csv | sed -e 's/^[0-9]*,//' -e 's/seed-3\|again//' | sort -u | wc -l)" = 1 ] || say "the same seed gives other numbers: $(grep -E 'seed-3|again' seeds.csv)"
# 3500 samples of 10 us of the normal force, whose band of 20 kHz has 2 B T = 1400 independent
# numbers, some hundred where the resonances of the bodies dominate: correlations of 0.1, rarely
# 0.3; 55 pairs. A shared or a shifted surface gives 1.
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { t = $1; x[t, n[t]++] = $at["force"] }
  function against(a, b,  i, sa, sb, aa, bb, ab, m) {
    m = n[a]
    for (i = 0; i < m; i++) { sa += x[a, i]; sb += x[b, i] }
    for (i = 0; i < m; i++) { aa += (x[a, i] - sa / m) ^ 2; bb += (x[b, i] - sb / m) ^ 2; ab += (x[a, i] - sa / m) * (x[b, i] - sb / m) }
    spread = sqrt(bb / m)
    return ab / sqrt(aa * bb)
  }
  END {
    if (n[0] != 3500) { print n[0] " samples"; exit 1 }
    for (a = 0; a < 11; a++) for (b = 0; b < a; b++) {
      r = against(a, b); sum += r * r; pairs++
      if (r > 0.45 || r < -0.45) { print "seeds " a " and " b ": correlation " r; bad = 1 }
    }
    if (sqrt(sum / pairs) > 0.2) { print "correlations of " sqrt(sum / pairs); bad = 1 }
    for (i = 0; i < 3500; i++) if (x[2, i] != x[11, i]) bad = 1
    # the same surface, with twice and half the deviation: other effects of the contact are of
    # second order in 1 %
    against(2, 2); once = spread
    if (!(against(2, 12) > 0.999 && spread > 1.98 * once && spread < 2.02 * once)) { print "twice: " against(2, 12) ", " spread / once; bad = 1 }
    if (!(against(2, 13) > 0.999 && spread > 0.49 * once && spread < 0.51 * once)) { print "half: " against(2, 13) ", " spread / once; bad = 1 }
    against(2, 14)
    if (!(spread < 0.05 * once)) { print "smooth: " spread / once; bad = 1 }
    # of twice the preload: the bodies bend twice as much, by 1e-4 m
    if (!(against(2, 15) > 0.99 && spread > 1.96 * once && spread < 2.04 * once)) { print "preload: " against(2, 15) ", " spread / once; bad = 1 }
    exit bad
  }' seeds-series-*.csv >errors.txt || say "$(cat errors.txt)"
finish
