#!/usr/bin/env bash
# The plate against a wall by harmonic balance with 20 harmonics, both branches, against time steps: a slow sweep from below
# (branch 0) or from above (branch 1) that is held at the frequency until it is steady. Where there is one branch only, both
# are equal. Near its end, at 288.3 Hz, the upper branch of 500 steps a period is lost before.
. "$(dirname "$0")/../../program.sh"
need_deck plate/response.yaml
frequencies="270 276 280 284 286 292 300"
{ echo sample_id,frequency,branch; for f in $frequencies; do echo "$f.0,$f,0"; echo "$f.1,$f,1"; done; } >samples.csv
"$chatter" eval "$models/plate/response.yaml" -i samples.csv -o balance.csv --quiet || say "harmonic balance fails"

# Swept to each frequency, held for 400 periods: at 1 % damping the last of them repeats itself to e^-25.
sed -e '/^#/d' -e '/^plot/d' -e 's/frequency: 297.5.*/frequency: 280.0/' -e 's/periods: 0/periods: 400/' -e 's/windows: 200/window: 20/' \
  -e '/^outputs/,$d' "$models/plate/sweep-forward.yaml" >held.yaml
cp "$models"/plate/plate.inp "$models"/plate/mesh.awk . 2>/dev/null
echo 'outputs: {amplitude: {node: RESPONSE, direction: y, reduce: half_peak_to_peak}}' >>held.yaml
{ echo sample_id,excitation.frequency,excitation.sweep.from
  for f in $frequencies; do echo "$f.0,$f,266.9665"; echo "$f.1,$f,305.8991"; done; } >samples.csv
"$chatter" eval held.yaml -i samples.csv -o held.csv --quiet || say "time steps fail"

paste -d, balance.csv held.csv | awk -F, '
  NR > 1 { n++; if ($1 != $4 || $2 != "ok" || $5 != "ok") print "row", $0
           d = $3 / $6 - 1; if (d * d > 1e-4) print $1, $3, $6, d
           split($1, part, "."); if (part[2] == 0) { first = $3; f = part[1] } else if ((f == 284 || f == 286) != (first / $3 > 1.01)) print "branches at", f ":", first, $3 }
  END { if (n != 14) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "harmonic balance and time steps: $(cat wrong.txt)"
finish
