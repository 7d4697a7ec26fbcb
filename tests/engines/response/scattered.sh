#!/usr/bin/env bash
# Response curves reach the end of their range: cases in which earlier versions stalled after an
# onset or followed a loop without end, and dozens of scattered systems (scattered.awk), among them
# those that failed once (bench/scattered.md).
. "$(dirname "$0")/../../program.sh"
generator=$models/../tests/engines/response/scattered.awk
# ends NAME: runs NAME.yaml; its curve reaches the end of its range
ends() {
  "$chatter" run "$1.yaml" -o "$1.h5" --force --quiet --device cpu 2>errors.txt || say "$1: $(head -2 errors.txt)"
  "$chatter" export "$1.h5" --force >/dev/null 2>&1
  awk -F, 'NR > 1 && /,ok,/ && /,end_of_range/ { n++ } END { exit n != 1 }' "$1.csv" || say "$1: $(tail -1 "$1.csv") $(head -2 errors.txt)"
}

# Friction and cubic springs: the curve folds exactly at the onset of slip of one contact. Then with
# a unilateral spring.
cat >onset.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1, 1], dashpots: [0.02, 0.02, 0.02, 0.02]}
contact:
  - {node: 1, law: elastic, tangential_stiffness: 20, friction: 1, preload: 1}
  - {nodes: 1, partner: 2, law: elastic, tangential_stiffness: 20, friction: 1, preload: 1}
  - {node: 2, law: cubic, cubic_stiffness: 1}
  - {nodes: 2, partner: 3, law: cubic, cubic_stiffness: 1}
excitation: {node: 2, amplitude: 2, phase: cos}
response: {from: 0.0796, to: 0.3183, harmonics: 7, points: 20000}
outputs: {x: {node: 2}}
YAML
ends onset
# The other direction passes the same extremes and onsets.
sed -e 's/from: 0.0796, to: 0.3183/from: 0.3183, to: 0.0796/' onset.yaml >back.yaml
ends back
for name in onset back; do
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["event"] ~ /^(onset|maximum|minimum|fold)$/ { printf "%s %.6f %.6f\n", $c["event"], $c["frequency"], $c["x"] }' $name-point.csv | sort >$name.txt
done
[ "$(wc -l <onset.txt)" -ge 15 ] || say "onset: $(wc -l <onset.txt) events"
cmp -s onset.txt back.txt || say "upwards and downwards differ: $(diff onset.txt back.txt | head -4)"

matrix() { # NAME ROWS LINES...
  { echo "%%MatrixMarket matrix coordinate real symmetric"; echo "$2 $2 $(($# - 2))"; printf '%s\n' "${@:3}"; } >"$1.mtx"
}
matrix K 4 "1 1 2" "2 1 -1" "2 2 2" "3 2 -1" "3 3 2" "4 4 1" # the fourth row: the spring's tangent, where nothing happens
matrix C 4 "1 1 0.04" "2 1 -0.02" "2 2 0.04" "3 2 -0.02" "3 3 0.04" "4 4 0.02"
matrix M 4 "1 1 1" "2 2 1" "3 3 1" "4 4 1"
printf 'eq,node,dof\n1,1,x\n2,2,x\n3,3,x\n4,3,y\n' >dof.csv
sed -e 's/^model:.*/model: {type: matrices, stiffness: K.mtx, mass: M.mtx, damping: C.mtx, dof: dof.csv}\nreduction: {method: modal}/' \
  -e 's/law: elastic,/law: elastic, normal: y, tangent: x,/; s/law: cubic,/law: cubic, normal: x,/' \
  -e 's/^excitation:.*/  - {node: 3, law: elastic, normal: x, tangential_stiffness: 1, friction: 0, normal_stiffness: 10, preload: 0.1}\nexcitation: {node: 2, direction: x, amplitude: 1, phase: cos}/' \
  -e 's/points: 20000/points: 20000, static: yes/; s/^outputs:.*/outputs: {x: {node: 2, direction: x}}/' onset.yaml >lifts.yaml
ends lifts

# A smooth curve on which an earlier version jumped back to a part already passed, without end: no
# extreme occurs twice, and its end, on the upper
# branch, is that of two harmonics a cos + b cos 3 (the fifth is 2e-3 of the motion, its square is
# neglected):
#   (1 - ω²) a + ¾ (a³ + a² b + 2 a b²) = F,   (1 - 9 ω²) b + ¼ a³ + 3/2 a² b + ¾ b³ = 0
cat >smooth.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1], dashpots: [2.0e-3]}
contact: {node: 1, law: cubic, cubic_stiffness: 1}
excitation: {node: 1, amplitude: 0.5, phase: cos}
response: {from: 0.02, to: 0.5, harmonics: 15, step: 0.01}
outputs: {x: {node: 1}}
YAML
ends smooth
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { x = $c["x"]; f = $c["frequency"] }
  $c["event"] ~ /imum/ { key = sprintf("%s %.8f", $c["event"], f); if (key in seen) print key " twice"; seen[key] }
  END { w = 3.14159265358979; a = 3.4; b = 0.1
    for (i = 0; i < 200; i++) { b = (a ^ 3 / 4 + 0.75 * b ^ 3) / (9 * w * w - 1 - 1.5 * a * a); a = sqrt((w * w - 1 + 0.5 / a) / 0.75 - a * b - 2 * b * b) }
    if (!((x / sqrt((a * a + b * b) / 2) - 1) ^ 2 < 1e-6)) print x " at the end, expected " sqrt((a * a + b * b) / 2) }' smooth-point.csv >wrong.txt
[ -s wrong.txt ] && say "smooth: $(head -2 wrong.txt)"

# An undamped absorber holds the contact at its own frequency, 1 rad/s: this is reported, and with
# the advised dashpot the curve passes.
cat >absorber.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 1], springs: [1, 1], dashpots: [0.02, 1.0e-6]}
contact: {node: 1, law: cubic, cubic_stiffness: 1}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.05, to: 0.3, harmonics: 5}
outputs: {x: {node: 1}}
YAML
ends absorber
"$chatter" run absorber.yaml -o absorber.h5 --force --quiet --device cpu --set model.dashpots.1=0 2>errors.txt
grep -q 'ended early' errors.txt && ! grep -q 'a dashpot of 1e-6' errors.txt && say "absorber: $(cat errors.txt)"

# Closed curves at `from`, which are not the curve of the range: compared with a curve followed from
# the other end.
start() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { print $c["response_start"] }' "$1.csv"; }
for number in 32 836; do
  awk -v seed="$number" -f "$generator" >"$number.yaml"
  ends "$number"
  [ "$(start "$number")" = to ] || say "$number begins $(start "$number")"
  sed -E 's/from: ([0-9.]+), to: ([0-9.]+)/from: \2, to: \1/' "$number.yaml" >turned.yaml
  ends turned
  case $(start turned) in from | from_grown) ;; *) say "turned $number begins $(start turned)" ;; esac
  cmp -s "$number-point.csv" turned-point.csv || say "$number: not the curve from response.to"
done
# A closed curve at both ends: the search begins outside of the range. A longer step passes
# simultaneous corners of several laws.
for number in 92 197 600 660; do
  awk -v seed="$number" -f "$generator" >"$number.yaml"
  ends "$number"
done
[ "$(start 92)" = to_from_beyond ] || say "92 begins $(start 92)"
# A curve that goes to zero frequency, or far outside of the range, is abandoned there: an earlier
# version followed 836 above without end, and 43 to 1e-11 Hz. In 43 the starts lead out of the range
# or, depending on the last bits, one of them to its end or back to a point of the curve: either way
# it is reported.
awk -v seed=43 -f "$generator" >43.yaml
"$chatter" run 43.yaml -o 43.h5 --force --quiet --device cpu 2>errors.txt
"$chatter" export 43.h5 --force >/dev/null 2>&1
case $(tail -1 43.csv) in
*,left_range) grep -q 'it leaves the range on the other side' errors.txt ;;
*,returned) grep -q 'the response curve is closed' errors.txt ;;
*) grep -q ',end_of_range$' 43.csv ;;
esac || say "43: $(tail -1 43.csv) $(cat errors.txt)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } !($c["frequency"] > 1e-4 * 0.06942) { exit 1 }' 43-point.csv || say "43: next to no frequency"

# A corner where slip begins and at the same point a curve of another symmetry: the curve continues
# nearly straight and det B changes its sign. In 824 the largest Floquet multiplier, from the
# Jacobian of a balance in time, jumps from 0.93 past 1 between two neighbouring points.
awk -v seed=824 -f "$generator" | sed 's/points: 20000/points: 20000, stability: floquet/' >824.yaml
ends 824
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
  $c["event"] == "branch" && !n++ { before = m; w = $c["frequency"]; getline; f = $c["frequency"]; after = $c["multiplier"]; s = $c["stable"]
    if (!(before < 0.95 && after > 1.1 && s == "fold" && was == "stable" && f / w - 1 < 1e-4)) print before, was, after, s, f / w - 1 }
  { m = $c["multiplier"]; was = $c["stable"] }
  END { if (n < 1) print "no branch point" }' 824-point.csv >wrong.txt
[ -s wrong.txt ] && say "824: $(cat wrong.txt)"

# A state at a frequency is that of slow change from `from`, with or without closed curves; no other
# state is returned.
sed -e 's/points: 20000/at: 0.2/' 32.yaml >at.yaml
"$chatter" run at.yaml -o at.h5 --force --quiet --device cpu 2>errors.txt
"$chatter" export at.h5 --force >/dev/null 2>&1
case $(start at) in from | from_grown) ;; *) say "at: begins $(start at)" ;; esac

# Among them (92, 211, 316, 452, 859) systems where Newton corrections alternated, or a corner is a
# branch point.
for number in 21 33 76 91 211 215 240 316 452 859 $(seq 1 12) 17 19 20; do
  awk -v seed="$number" -f "$generator" >"$number.yaml"
  ends "$number"
done
finish
