#!/usr/bin/env bash
# Trenches: minima of the amplitude over frequency, followed over the load. A smooth one is compared
# with a separate balance (antiresonance.py); one that begins to slip, where the minimum lies on the
# onset for a while, with the lowest points of forced response curves; and the end of a trench.
. "$(dirname "$0")/../../program.sh"
here=$(cd "$(dirname "$0")" && pwd)
"$chatter" run "$models/two-masses/ridges.yaml" -f -q --device cpu -o two.h5 2>log && "$chatter" export -f two.h5 >/dev/null 2>&1 || say "two masses: $(cat log)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == 2 && $at["curve"] == "extremum" { row[++n] = sprintf("%.17g %.17g %.17g", $at["load_factor"], $at["frequency"] * 2 * atan2(0, -1), $at["first"]) }
  END { for (k = n; k > 0; k -= 8) print row[k] }' two-point.csv >points
/usr/bin/env python3 "$here/antiresonance.py" <points >wrong || say "antiresonance.py fails"
[ "$(cat wrong)" = "$(wc -l <points) loads" ] && [ "$(wc -l <points)" -ge 4 ] || say "trench of two masses: $(cat wrong)"
[ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["extremum_end"] }' two.csv | sort -u)" = end_of_range ] || say "ends: $(cat two.csv)"

# Blades: between the ridges, with contacts stuck at first. The trench ends where no minimum is left
# below the out-of-phase ridge.
cp "$models"/blade-damper-blade/*.{mtx,csv} .
sed -e 's/^ridges:/ridges:\n  - {from: 205.5, to: 212, take: lowest}/' -e 's/methods: \[.*dnnm\]/methods: extremum/' "$models/blade-damper-blade/backbone.yaml" >trench.yaml
"$chatter" run trench.yaml -f --device cpu -o trench.h5 >said 2>&1 && "$chatter" export -f trench.h5 >/dev/null 2>&1 || say "blades: $(cat said)"
grep -q "the backbone of minima ends, at 6.60.* where its minimum meets a maximum" said || say "its end: $(cat said)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "extremum" { print $at["load_factor"], $at["right"], $at["event"] }' trench-point.csv >trench
[ "$(grep -c onset trench)" -ge 2 ] || say "the minimum does not come to the onset: $(grep -c onset trench)"
sed -e 's/{values: \[1, 3, 10, 30, 100\]}/{values: [1, 4.22, 4.8, 5.2]}/' -e 's/response: {/response: {growth: 0.05, points: 4000, /' "$models/blade-damper-blade/loads.yaml" >loads.yaml
"$chatter" run loads.yaml -f -q --device cpu -o loads.h5 2>log && "$chatter" export -f loads.h5 >/dev/null 2>&1 || say "loads: $(cat log)"
# The lowest point between both ridges; with steps of 5 % at most 1e-3 above the minimum, less where
# it is flat.
for k in 0 1 2 3; do
  load=$(echo 1 4.22 4.8 5.2 | cut -d' ' -f$((k + 1)))
  forced=$(awk -F, -v k=$k 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == k && $at["frequency"] > 205.5 && $at["frequency"] < 212 && (!n++ || $at["right"] < y) { y = $at["right"] } END { printf "%.12g", y }' loads-point.csv)
  followed=$(awk -v to="$load" '{ if (last < to && $1 >= to) printf "%.12g", y + (to - last) / ($1 - last) * ($2 - y); last = $1; y = $2 }' trench)
  expect "trench under $load N over the forced response" "$(awk -v a="$followed" -v b="$forced" 'BEGIN { print a / b }')" 1 2e-3
done

# Outputs of a peak are those of the minimum; outputs that a trench does not have are refused.
sed -e '/^inputs:/,/^outputs:/{/^outputs:/!d}' -e '/omega_/d' -e 's/^ridges:/ridges:\n  - {from: 205.5, to: 212, take: lowest}/' "$models/blade-damper-blade/peak.yaml" >peak.yaml
"$chatter" run peak.yaml -f -q --device cpu -o peak.h5 2>log && "$chatter" export -f peak.h5 >/dev/null 2>&1 || say "peak: $(cat log)"
least=$(awk -F, -v k=0 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == k && $at["event"] == "minimum" { print $at["right"] }' loads-point.csv)
value=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["amplitude"] }' peak.csv)
expect "minimum under 1 N over that of the curve" "$(awk -v a="$value" -v b="$least" 'BEGIN { print a / b }')" 1 1e-9
"$chatter" check trench.yaml --set 'backbone.methods=[extremum, phase]' >log 2>&1; [ $? = 3 ] && grep -q "backbone.methods: phase and dnnm follow no trench" log || say "phase of a trench: $(cat log)"
"$chatter" check peak.yaml --set outputs.kind.quantity=phase_frequency >log 2>&1; [ $? = 3 ] && grep -q "have no frequency of phase resonance" log || say "phase frequency of a trench: $(cat log)"
finish
