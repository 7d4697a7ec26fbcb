#!/usr/bin/env bash
# Elastic friction elements of whole models, with all their modes: the cantilever and the
# blade-damper-blade. In stick they are linear, and the resonance is that of a harmonic balance of
# the same equations by another program. In slip the amplitude of the cantilever is that of the time
# integration of that program, at the frequency where three harmonics have their peak. A step beyond
# the stability limit of the springs causes a warning with the number.
. "$(dirname "$0")/../../program.sh"
# near NAME VALUE REFERENCE RELATIVE
near() { awk -v x="$2" -v y="$3" -v most="$4" 'BEGIN { e = (x - y) / y; exit !(e * e <= most * most) }' || say "$1: $2, expected $3"; }
hertz() { awk -v w="$1" 'BEGIN { printf "%.17g", w / 6.283185307179586 }'; }
amplitude() { # model load rad/s periods
  "$chatter" eval "$models/$1/base.yaml" -q --set excitation.amplitude="$2" --set excitation.frequency="$(hertz "$3")" \
    --set integrator.periods="$4" | awk -F, 'END { print $3 }'
}
# stick: e^(-2π ζ periods) of the transient, ζ = 0.005 and 0.01, and (ωΔt)² with 2,000 steps per
# period for the second model
near "cantilever, stuck" "$(amplitude cantilever 0.01 1994.45249503 500)" 5.78580213e-6 1e-5
near "blade-damper-blade, stuck" "$(amplitude blade-damper-blade 1 1278.25841438 300)" 9.54237734e-5 5e-6
# slip: the five digits of the reference, and the errors of its event search and of this step
near "cantilever, slipping" "$(amplitude cantilever 0.6 1773.28460786 300)" 1.5484e-5 1e-4

# The largest step with the springs attached: just below it nothing grows, above it everything grows
# until the damper slips.
cp "$models"/blade-damper-blade/{K.mtx,M.mtx,dof.csv,nodes.csv} .
sed 's/^excitation.*/excitation: {node: RIGHT_BLADE, direction: x, amplitude: 0.001, frequency: 200.0}/
     s/^integrator.*/integrator: {scheme: leapfrog, step: 2.0e-4, duration: 4}/' "$models/blade-damper-blade/base.yaml" >study.yaml
read -r stuck < <("$chatter" check study.yaml | awk '/springs of all contacts/ { print $4 }')
at() { "$chatter" eval study.yaml --set integrator.step="$(awk -v s="$stuck" -v f="$1" 'BEGIN { printf "%.12g", s * f }')" 2>"$2"; }
small=$(at 0.999 below.err | awk -F, 'END { print $3 }')
large=$(at 1.001 above.err | awk -F, 'END { print $3 }')
grep -q 'stability limits' below.err && say "a warning below the limit: $(cat below.err)"
grep -q "stability limits $(printf '%.6g' "$stuck") s with all contacts stuck" above.err || say "no warning above the limit: $(cat above.err)"
awk -v x="$small" -v y="$large" 'BEGIN { exit !(x < 1e-6 && y > 30 * x) }' || say "$small m below the limit, $large m above it"
# If stiffnesses vary, each trajectory has its own limit.
sed 's/^contact:/ensemble: {design: {type: grid, parameters: {contact.1.normal_stiffness: {values: [5.0e+4, 1.0e+5, 2.0e+5, 4.0e+5]}}}}\n&/' study.yaml >vary.yaml
"$chatter" check vary.yaml --set integrator.step="$(awk "BEGIN { printf \"%.12g\", 0.9999 * $stuck }")" >vary.out 2>vary.err || say "check of varying stiffnesses fails: $(cat vary.err)"
grep -q 'doubtful *2 trajectories' vary.out || say "not two trajectories above their limits: $(cat vary.out)"
grep -q 'stiffnesses of the study itself' vary.err || say "whose limit it is is not said: $(cat vary.err)"
finish
