#!/usr/bin/env bash
# Benchmark 2, the slow sweeps: the forward one jumps down near 1.038 f_1, the backward one up near
# 1.011 f_1, the largest half peak-to-peak is 0.106 mm. Windows are 0.15 Hz apart and the response
# takes some 20 periods to follow: the jumps are accurate to 0.3 % of f_1, the peak to its third
# digit.
. "$(dirname "$0")/../../program.sh"
need_deck plate/sweep-forward.yaml
for way in forward backward; do
  "$chatter" run "$models/plate/sweep-$way.yaml" -o $way.h5 -q && "$chatter" export $way.h5 -o $way.csv || exit 1
done

# Window w of 200 covers the sweep from FROM to TO linearly. jump FILE FROM TO: largest amplitude
# (mm) and the frequency / f_1 where the amplitude crosses the middle of its step
jump() {
  awk -F, -v from="$2" -v to="$3" '
    NR > 1 { a[n] = $3 * 1e3; f[n] = (from + (to - from) * (n + 0.5) / 200) / 278.0901; n++ }
    END {
      for (w = 10; w < n; w++) if (a[w] > peak) { peak = a[w] }
      # forward: the last window on the upper branch; backward: the first one
      if (to > from) { for (w = 10; w < n; w++) if (a[w] > 0.09) at = w } else { for (w = n - 1; w >= 10; w--) if (a[w] > 0.1) at = w }
      printf "%.4f %.4f\n", peak, f[at]
    }' "$1"
}
read -r peak up < <(jump forward-window.csv 267 297.5)
read -r _ down < <(jump backward-window.csv 297.5 267)
echo "peak $peak mm, forward jump at $up f_1, backward jump at $down f_1"
awk -v p="$peak" -v u="$up" -v d="$down" 'BEGIN {
  exit !(p > 0.1055 && p < 0.1075 && u > 1.035 && u < 1.041 && d > 1.008 && d < 1.014) }'
