#!/usr/bin/env bash
# Damped nonlinear normal modes: through internal resonances, from below the smaller load to a final
# amplitude, with loads that do no work, and the selection of the mode.
. "$(dirname "$0")/../../program.sh"

# walk NAME SETTINGS...: NAME.txt with load, frequency, amplitude of the points of the mode,
# NAME.end with the reason of its end
walk() {
  "$chatter" run study.yaml -o out.h5 --force -q "${@:2}" 2> "$1.log" || say "$1: $(cat "$1.log")"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1 || say "$1: export"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["curve"] == "dnnm" { print $at["load_factor"], $at["frequency"], $at["x"] }' out-point.csv > "$1.txt"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["dnnm_end"] }' out.csv > "$1.end"
}
ends() { [ "$(cat "$1.end")" = "$2" ] || say "$1 ends with $(cat "$1.end") at $(tail -1 "$1.txt")"; }

# A clamped beam with a cubic spring passes internal resonances, where the fundamental of its tip
# vanishes: with any step length the mode reaches the same point after them and passes no point
# twice (the load rises or falls along tongues, but the 5.89 Hz of the first resonance are not
# reached again).
cat > study.yaml << 'END'
study: backbone
model: {type: beam, youngs_modulus: 185.0e+9, density: 7830.0, length: 2.0, width: 0.05, height: 0.03, elements: 10, clamped: left}
reduction: {method: modal, rayleigh: {stiffness: 1.0e-5}}
contact: {node: 5, law: cubic, cubic_stiffness: 1.0e+6}
excitation: {node: RIGHT, amplitude: 1.0, phase: cos}
response: {from: 4.0, to: 30.0, harmonics: 7, points: 20000}
backbone: {methods: [dnnm], from: 0.1, to: 30000.0}
outputs:
  x: {node: RIGHT}
END
for growth in 0.2 0.1 0.05 0.02; do
  walk mid$growth --set=response.growth=$growth
  ends mid$growth end_of_range
  tail -1 mid$growth.txt
done > last.txt
# The last points agree to the tolerance of the Newton corrections, 1e-9.
awk 'NR == 1 { f = $2; a = $3 } !(($2 / f - 1) ^ 2 < 1e-16 && ($3 / a - 1) ^ 2 < 1e-16) { print } END { if (NR != 4) print NR }' last.txt > wrong.txt
[ ! -s wrong.txt ] || say "behind the internal resonances: $(cat last.txt)"
# The spring at the tip, nearly conservative: along the tongues of higher and higher resonances,
# which are longer with less damping, 11 harmonics would soon be too few. Only the beginning of the
# mode is compared.
for stiffness in 1.0e+6 6.0e+9; do
  walk tip$stiffness --set=backbone.from=0.01 --set=contact.node=10 --set=contact.cubic_stiffness=$stiffness --set=response.harmonics=11 --set=reduction.rayleigh.stiffness=1e-6 --set=response.to=5
  ends tip$stiffness end_of_range
done

# One mass on a linear and a cubic spring, nearly undamped: the period of a motion of amplitude A is
# that of the Duffing oscillator, ω = π √(k + c A²) / 2 K(m), m = c A² / 2 (k + c A²), K by the
# arithmetic-geometric mean. 15 harmonics have a truncation error below 1e-12. The mode begins below
# the smaller load and has a point for each 20 % of growth up to the larger one.
cat > study.yaml << 'END'
study: backbone
model: {type: chain, masses: [1.0], springs: [1.0]}
reduction: {method: modal, damping: 1.0e-6}
contact: {nodes: 1, law: cubic, cubic_stiffness: 0.5}
excitation: {node: 1, amplitude: 1.0e-6, phase: cos}
response: {from: 0.05, to: 0.35, harmonics: 15, points: 2000}
backbone: {methods: [dnnm], from: 0.02, to: 50}
outputs:
  x: {node: 1, reduce: half_peak_to_peak}
END
walk duffing
ends duffing end_of_range
awk 'function K(m,  a, b, c) { a = 1; b = sqrt(1 - m); while (a - b > 1e-15) { c = (a + b) / 2; b = sqrt(a * b); a = c } return 3.14159265358979324 / (2 * a) }
  { s = 1 + 0.5 * $3 * $3; f = sqrt(s) / (4 * K(0.25 * $3 * $3 / s)); if (!(($2 / f - 1) ^ 2 < 1e-20)) print "frequency", $0, f
    if (NR == 1 && !($1 < 0.02)) print "begins at", $1
    if (NR > 1 && !($3 / last < 1.6)) print "jumps", $0; last = $3 }
  END { if (NR < 20 || !(($1 / 50 - 1) ^ 2 < 1e-16)) print NR, "points to", $1 }' duffing.txt > wrong.txt
[ ! -s wrong.txt ] || say "Duffing: $(head -3 wrong.txt)"

# It ends at a given root mean square amplitude if the load does not end it before; a study of the
# response has no frequency under that load then.
walk short --set=backbone.amplitude_to=0.5 --set=outputs.x.reduce=rms
ends short end_of_range
awk 'END { if (!(($3 / 0.5 - 1) ^ 2 < 1e-16 && $1 < 49)) print }' short.txt > wrong.txt
[ ! -s wrong.txt ] || say "an amplitude to end at: $(cat wrong.txt)"

# Two loads that cancel do no work on the mode that moves both masses equally: it has no load, which
# is reported, and ends at an amplitude.
cat > study.yaml << 'END'
study: backbone
model: {type: chain, masses: [1.0, 1.0], springs: [1.0, 0.6, 1.0]}
reduction: {method: modal, damping: 0.01}
contact: [{nodes: 1, law: cubic, cubic_stiffness: 0.5}, {nodes: 2, law: cubic, cubic_stiffness: 0.5}]
excitation: [{node: 1, amplitude: 0.1, phase: cos}, {node: 2, amplitude: -0.1, phase: cos}]
response: {from: 0.05, to: 0.6, harmonics: 3, points: 2000}
ridges: {mode: 1}
backbone: {methods: [dnnm], from: 0.1, to: 2, amplitude_to: 1.5}
outputs:
  x: {node: 1}
END
walk none
ends none end_of_range
awk '$1 != "inf" { print } END { if (NR < 5 || !(($3 / 1.5 - 1) ^ 2 < 1e-16)) print NR, $0 }' none.txt > wrong.txt
[ ! -s wrong.txt ] || say "without work: $(head -3 wrong.txt)"

# The mode of each ridge is that of its peak: for two equal masses the first and the second, also if
# both are one ridge and the loads leave a peak for one only.
first=0.15915494309189535 second=0.23606 # √(k/m) / 2π, √((k + 2 · 0.6) / m) / 2π
mode() { # NAME FREQUENCY LOAD-OF-NODE-2 RIDGES SETTINGS...
  sed -e "s/amplitude: -0.1/amplitude: $3/" -e "s/^ridges: .*/ridges: $4/" -e 's/, amplitude_to: 1.5//' study.yaml > ridge.yaml
  "$chatter" run ridge.yaml -o out.h5 --force -q "${@:5}" 2> log || say "$1: $(cat log)"
  "$chatter" export out.h5 -o out --force > /dev/null 2>&1
  awk -F, -v f="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "dnnm" { if (!(($at["frequency"] / f - 1) ^ 2 < 1e-4)) print $at["frequency"], f; n++; exit } END { if (!n) print "none" }' out-point.csv > wrong.txt
  [ ! -s wrong.txt ] || say "$1: $(cat wrong.txt)"
}
two='[{to: 0.2}, {from: 0.2}]'
mode "ridge 1 of two" $first 0 "$two"
mode "ridge 2 of two" $second 0 "$two" --set=response.ridge=2
mode "the highest" $first 0 '[{take: highest}]'
mode "the last" $second 0 '[{take: last}]'
mode "only the second" $second -0.1 '[{take: highest}]'
mode "only the first" $first 0.1 '[{take: last}]'
mode "as said" $first -0.099 '[{take: highest, mode: 1}]'
finish
