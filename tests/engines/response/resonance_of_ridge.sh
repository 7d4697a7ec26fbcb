#!/usr/bin/env bash
# Phase resonance of a ridge, compared with the phase of forced response curves. The blades are
# driven at the monitored node, so that the phase of its displacement decides: phase resonance is
# where it falls through -π/2 as the frequency rises. On the out-of-phase ridge, above 1290 rad/s,
# it does so under 4 N and not under 6.5 N, where only the in-phase ridge has such a point. Studies
# that follow phase resonance begin with it, and report where there is none.
. "$(dirname "$0")/../../program.sh"
blades=$models/blade-damper-blade
printf '%s\n' sample_id,alpha,harmonics,beta,ridge in4,4,3,1.5e-5,1 out4,4,3,1.5e-5,2 in6,6.5,3,1.5e-5,1 out6,6.5,3,1.5e-5,2 >rows.csv
"$chatter" eval "$blades/peak.yaml" -i rows.csv -o out.csv --quiet --device cpu || say "eval fails"
value() { awk -F, -v row="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $1 == row { print $at["omega_phase"] }' out.csv; }
# crossings LOAD: rad/s of falls of the phase through -π/2, by straight lines between points of
# small steps
crossings() {
  "$chatter" run "$blades/curves.yaml" -f -q --device cpu -o curve.h5 --set excitation.amplitude="$1" --set response.growth=0.02 --set response.points=6000 \
    --set 'ensemble.design.parameters.reduction.rayleigh.stiffness.values=[1.5e-5]' 2>/dev/null && "$chatter" export -f curve.h5 >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { p = $at["right_phase"] + atan2(0, -1) / 2; w = $at["frequency"] * 2 * atan2(0, -1)
      if (p < 1e-9 && p > -1e-9) next # the located point itself
      if (n++ && q > 0 && p < 0) printf "%.6f\n", v + (w - v) * q / (q - p)
      q = p; v = w }' curve-point.csv
}
crossings 4 >four; crossings 6.5 >six
[ "$(wc -l <four)" = 2 ] && [ "$(wc -l <six)" = 1 ] || say "falls through -π/2: $(cat four), $(cat six)"
# Steps of 2 % of the motion: lines between points are off by less than 0.02 rad/s.
expect "in phase, 4 N" "$(value in4)" "$(head -1 four)" 0.02
expect "out of phase, 4 N" "$(value out4)" "$(tail -1 four)" 0.02
expect "in phase, 6.5 N" "$(value in6)" "$(cat six)" 0.02
[ "$(value out6)" = nan ] || say "out of phase, 6.5 N: $(value out6), which no crossing above 1290 rad/s is"

# The other zero of the same part is named: the phase returns there.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["event"] ~ /resonance/ { printf "%s ", $at["event"] }' curve-point.csv >events
[ "$(cat events)" = "phase_resonance " ] || say "events under 6.5 N: $(cat events)"

# backbone LOAD: of phase resonance on the out-of-phase ridge from that load on
backbone() {
  "$chatter" run "$blades/backbone.yaml" -f -q --device cpu -o back.h5 --set response.ridge=2 --set backbone.methods=phase --set backbone.from="$1" --set backbone.to=12 2>said &&
    "$chatter" export -f back.h5 >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["phase_end"] }' back.csv
}
[ "$(backbone 4)" = returned ] || say "from 4 N: $(backbone 4)"
first=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["curve"] == "phase" && !n++ { printf "%.9f", $at["frequency"] * 2 * atan2(0, -1) }' back-point.csv)
expect "where it begins" "$first" "$(value out4)" 1e-3 # the table prints six digits
[ "$(backbone 6.5)" = no_resonance ] || say "from 6.5 N: $(backbone 6.5)"
grep -q "nowhere a quarter period behind" said || say "from 6.5 N: $(cat said)"
# The range may end between the peak, at 203.49 Hz, and its phase resonance, at 204.28 Hz: a wider
# one contains it, as the message advises.
for to in 203.8 222; do
  "$chatter" run "$blades/backbone.yaml" -f -q --device cpu -o back.h5 --set backbone.methods=phase --set backbone.from=4 --set response.to=$to 2>/dev/null &&
    "$chatter" export -f back.h5 >/dev/null 2>&1
  awk -F, -v to=$to 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print to, $at["phase_end"] }' back.csv
done >ends
[ "$(cat ends)" = "$(printf '%s\n' '203.8 no_resonance' '222 end_of_range')" ] || say "range to 203.8 and 222 Hz: $(cat ends)"
finish
