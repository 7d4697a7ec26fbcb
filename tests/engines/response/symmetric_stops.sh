#!/usr/bin/env bash
# A mass between two springs with gaps: its curve passes branch points, near which Newton's method
# converges from no start, and ends at the motion of symmetric_stops.py. With a distant stop, which
# it never touches, it moves as without one.
. "$(dirname "$0")/../../program.sh"
cat >stops.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.005}
contact:
  - {node: 1, law: spring, normal: -x, gap: 0.1, normal_stiffness: 100}
  - {node: 1, law: spring, normal: x, gap: 0.1, normal_stiffness: 100}
excitation: {node: 1, amplitude: 0.3, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 15}
outputs: {x: {node: 1, reduce: half_peak_to_peak}, m: {node: 1, reduce: mean}}
ensemble: {design: {type: grid, parameters: {response.from: {from: 0.05, to: 0.28, count: 12}}}}
YAML
exact=$(/usr/bin/python3 "$(dirname "$0")/symmetric_stops.py" 0.3 0.122)
tabulate stops --lanes 1
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n++; if ($at["status"] != "ok" || $at["response_end"] != "end_of_range") print $0 }
  END { if (n != 12) print n " curves" }' stops.csv >wrong.txt
[ -s wrong.txt ] && say "lost: $(cat wrong.txt)"
# The last point of each curve; 15 harmonics have a truncation error of 4.5e-4 of the motion there,
# 7e-4 of the amplitude. The curve is the symmetric one.
awk -F, -v exact="$exact" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["event"] == "branch" { branches++ }
  $at["m"] > 1e-6 || $at["m"] < -1e-6 { print "mean " $0 }
  $at["event"] == "end" { n++; d = $at["x"] / exact - 1; if (!(d * d < 1e-6)) print "end " $0 " exact " exact }
  END { if (n != 12 || branches < 12) print n " ends, " branches " branch points" }' stops-point.csv >wrong.txt
[ -s wrong.txt ] && say "$(head -3 wrong.txt)"
# 40 harmonics give seven digits.
"$chatter" run stops.yaml -o x.h5 -f -q --device cpu --set response.harmonics=40 --set response.at=0.3 --set 'ensemble={}' 2>message && "$chatter" export x.h5 -f >/dev/null 2>&1 || say "40: $(cat message)"
expect "40 harmonics" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["x"] }' x.csv)" "$exact" 2e-6
# Distant: the rounding of a force of 5600 N exceeds the error of the motion, which is linear.
cat >far.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1], dashpots: [0.01]}
reduction: {method: modal}
contact: {node: 1, law: spring, normal: x, gap: 0.646, normal_stiffness: 8663.5}
excitation: {node: 1, amplitude: 1.0e-4, phase: cos}
response: {from: 0.05, to: 1, harmonics: 5}
outputs: {x: {node: 1, reduce: half_peak_to_peak}}
YAML
tabulate far
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  { w = 2 * 3.141592653589793 * $at["frequency"]; e = 1e-4 / sqrt((1 - w * w) ^ 2 + 1e-4 * w * w); d = $at["x"] / e - 1; n++; if (!(d * d < 1e-16)) print $at["frequency"], $at["x"], e }
  END { if (n < 20 || $at["event"] != "end") print "ends at " $at["frequency"] }' far-point.csv >wrong.txt
[ -s wrong.txt ] && say "far: $(head -3 wrong.txt)"
finish
