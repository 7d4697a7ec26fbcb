#!/usr/bin/env bash
# A backbone of maxima continues if the maximum that it follows merges with a minimum and the curve
# has another maximum: with 7 to 11 harmonics of the cantilever's friction a small maximum beside
# the peak ends at 1.3 times the loads. The end of the backbone does not depend on the steps. At
# larger loads it is the highest point of a response curve with its own steps: 2e-3 of the
# amplitude, which is interpolated between points of the backbone.
. "$(dirname "$0")/../../program.sh"
cantilever=$models/cantilever
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at[name] }' "$1"; }
for harmonics in 7 11; do
  "$chatter" run "$cantilever/curves.yaml" -f -q --device cpu -o curves.h5 --set response.harmonics=$harmonics --set response.points=3000 \
    --set 'ensemble.design.parameters.excitation.amplitude.values=[2, 10]' 2>/dev/null && "$chatter" export -f curves.h5 >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["event"] == "maximum" || $at["event"] == "kink" { t = $1; if ($at["tip"] > x[t]) x[t] = $at["tip"] }
    END { print x[0], x[1] }' curves-point.csv >peaks
  for growth in 0.05 0.2; do
    "$chatter" run "$cantilever/backbone.yaml" -f -q --device cpu -o ridge.h5 --set response.harmonics=$harmonics --set response.growth=$growth \
      --set backbone.methods=extremum 2>/dev/null && "$chatter" export -f ridge.h5 >/dev/null 2>&1
    [ "$(column ridge.csv extremum_end)" = end_of_range ] || say "$harmonics harmonics, growth $growth: ends by $(column ridge.csv extremum_end)"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" { a = $at["load_factor"]; y = $at["tip"]
        for (k = 1; k <= 2; k++) { to = k == 1 ? 2 : 10; if (last < to && a >= to) print to, last_y, y, (to - last) / (a - last) } last = a; last_y = y }' ridge-point.csv >between
    paste -d' ' between <(tr ' ' '\n' <peaks) | awk '{ n++; x = $2 + $4 * ($3 - $2); e = x / $5 - 1; if (!(e < 2e-3 && e > -2e-3)) print } END { if (n != 2) print n " loads" }' | grep . && say "$harmonics harmonics, growth $growth: not the highest peak"
  done
done
finish
