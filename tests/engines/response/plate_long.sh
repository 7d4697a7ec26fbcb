#!/usr/bin/env bash
# The plate against a wall by harmonic balance with 20 harmonics, both branches, compared with time
# steps: a slow sweep from below (branch 0) or from above (branch 1), held at the frequency until it
# is steady. Where there is one branch only, both are equal. Near its end, at 288.3 Hz, the upper
# branch with 500 steps per period is lost earlier.
. "$(dirname "$0")/../../program.sh"
need_deck plate/response.yaml
frequencies="270 276 280 284 286 292 300"
{ echo sample_id,frequency,branch; for f in $frequencies; do echo "$f.0,$f,0"; echo "$f.1,$f,1"; done; } >samples.csv
"$chatter" eval "$models/plate/response.yaml" -i samples.csv -o balance.csv --quiet || say "harmonic balance fails"

# Swept to each frequency, held for 400 periods: at 1 % damping the transient is e^-25 at the end.
sed -e '/^#/d' -e '/^plot/d' -e 's/frequency: 297.5.*/frequency: 280.0/' -e 's/periods: 0/periods: 400/' -e 's/windows: 200/window: 20/' \
  -e '/^outputs/,$d' "$models/plate/sweep-forward.yaml" >held.yaml
cp "$models"/plate/plate.inp "$models"/plate/mesh.awk . 2>/dev/null
echo 'outputs: {amplitude: {node: RESPONSE, direction: y, reduce: half_peak_to_peak}}' >>held.yaml
{ echo sample_id,excitation.frequency,excitation.sweep.from
  for f in $frequencies; do echo "$f.0,$f,266.9665"; echo "$f.1,$f,305.8991"; done; } >samples.csv
"$chatter" eval held.yaml -i samples.csv -o held.csv --quiet || say "time steps fail"

without_stability balance.csv
paste -d, balance.csv held.csv | awk -F, '
  NR > 1 { n++; if ($1 != $4 || $2 != "ok" || $5 != "ok") print "row", $0
           d = $3 / $6 - 1; if (d * d > 1e-4) print $1, $3, $6, d
           split($1, part, "."); if (part[2] == 0) { first = $3; f = part[1] } else if ((f == 284 || f == 286) != (first / $3 > 1.01)) print "branches at", f ":", first, $3 }
  END { if (n != 14) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "harmonic balance and time steps: $(cat wrong.txt)"

# The multipliers of the upper branch: all inside the unit circle up to 279.1 and from 279.8 to
# 281.4 Hz; from 281.6 Hz on one is below -1. Near there 20 harmonics may be too few for a decision
# (unknown, without a multiplier), but never give the opposite. In time, once per period: the same
# position again; and two positions in turn, also in a narrow range about 279.5 Hz.
"$chatter" run "$models/plate/response.yaml" -o curve.h5 --quiet --set response.at=0 --set response.stability=floquet &&
  "$chatter" export curve.h5 -o curve.csv >/dev/null 2>&1 || say "multipliers: no curve"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["frequency"] + 0 < before { exit } { before = $at["frequency"] + 0 } # up to the fold
  before > 279.1 && before < 279.8 { next } # two positions in turn there too, below: the labels are
                                            # those of the neighbouring motion
  before > 278 && before < 281.4 { n++; known += $at["stable"] == "stable"; within += $at["stable"] == "unknown" || $at["stable"] == "stable" && $at["multiplier"] < 1 }
  before > 281.6 && before < 284.5 { m++; flips += $at["stable"] == "flip"; beyond += $at["stable"] == "unknown" || $at["stable"] == "flip" && $at["multiplier"] > 1 }
  END { if (n < 3 || m < 3 || within != n || beyond != m || !known || !flips) print within " (" known " known) of " n ", " beyond " (" flips " known) of " m }' curve-point.csv >wrong.txt
[ -s wrong.txt ] && say "multipliers: $(cat wrong.txt)"
for row in 278.5:1 279.469:2 280.5:1 281:1 283:2; do
  frequency=${row%:*}
  sed -e "s/frequency: 280.0/frequency: $frequency/; s/steps_per_period.*/steps_per_period: 1000/; /period_frequency/d; s/periods: 400/periods: 900/" \
    -e 's/window: 20/window: 8/; s/reduce: half.*/reduce: series, every: 1000}}/' held.yaml >once.yaml
  "$chatter" run once.yaml -o once.h5 --quiet --force && "$chatter" export once.h5 -o once.csv --force >/dev/null 2>&1 || say "once a period: no run"
  awk -F, -v periods="${row#*:}" 'NR > 1 { x[++n] = $3 }
    function apart(k,   i, most, d) { most = 0; for (i = k + 1; i <= n; i++) { d = x[i] / x[i - k] - 1; if (d < 0) d = -d; if (d > most) most = d } return most }
    END { if (n != 8 || !(apart(periods) < 1e-9) || periods == 2 && !(apart(1) > 1e-3)) print n, apart(1), apart(2) }' once-series-amplitude_sample.csv >wrong.txt
  [ -s wrong.txt ] && say "once a period at $frequency Hz: $(cat wrong.txt)"
done
finish
