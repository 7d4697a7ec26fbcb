#!/usr/bin/env bash
# reduce: max_abs and window_max_abs. A damped mass in closed form, step by step; in every engine
# the larger of |min| and |max| of the same study; statistics, limits, eval and figures accept it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"

# column FILE NAME: the values of a column of a table
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } at { print $at }' "$1"; }
# same TABLE NAME...: NAME_abs is the larger magnitude of NAME_min and NAME_max, in all digits, and
# each of them occurs
same() {
  [ -e "$1" ] || return
  for name in "${@:2}"; do
    paste -d ' ' <(column "$1" "${name}_min") <(column "$1" "${name}_max") <(column "$1" "${name}_abs") | awk -v w="$1 $name" '
      $1 == "nan" || NF != 3 { if (NF != 3) print w, $0; next }
      { a = $1 < 0 ? -$1 : $1; b = $2 < 0 ? -$2 : $2; if ($3 + 0 != (a > b ? a : b) + 0) print w, $0; n++ }
      END { if (!n) print w, "no values" }' >wrong.txt
    [ -s wrong.txt ] && say "$(head -3 wrong.txt)"
  done
}
# three NAME "KEYS" SUFFIX: the outputs NAME_min, NAME_max, NAME_abs with these keys
three() { for r in min max abs; do echo "  $1_$r: {$2, reduce: ${3:-}$([ $r = abs ] && echo max_abs || echo $r)}"; done; }

# 1 kg on 100 N/m, ζ = 0.05, from -0.02 m; a force of 0.5 N pushes the mass up in addition, so that
# the largest |x| is positive.
cat >free.yaml <<YAML
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: unilateral, gap: 1}
excitation: {type: gravity, amplitude: 0.5}
initial: {displacement: -0.02}
integrator: {scheme: moreau, step: 1.0e-4, duration: 3, windows: 5}
outputs:
$(three x "node: 1"; three w "node: 1" window_; three v "quantity: velocity, node: 1"; three f "node: 1, factor: 3"; three l "node: 1, last: 0.7"; three b "node: 1, band: [0.5, 5]")
YAML
tabulate free
same free.csv x v f l b
same free-window.csv w
python3 - >closed.txt <<'PY'
from math import cos, sin, exp, sqrt
omega, zeta, rest = 10, 0.05, 0.005
rate, wet = zeta * omega, omega * sqrt(1 - zeta * zeta)
x = [rest + exp(-rate * t) * (-0.02 - rest) * (cos(wet * t) + rate / wet * sin(wet * t)) for t in (k * 1e-4 for k in range(30000))]
print(max(map(abs, x)), *(max(map(abs, x[w * 6000:(w + 1) * 6000])) for w in range(5)))
PY
# The frequency of the scheme has a relative error of (ωΔt)²/12 = 8e-8.
expect "largest |x|" "$(column free.csv x_abs)" "$(cut -d' ' -f1 closed.txt)" 1e-7
for w in 0 1 2 3 4; do
  expect "window $w" "$(column free-window.csv w_abs | sed -n "$((w + 1))p")" "$(cut -d' ' -f$((w + 2)) closed.txt)" 1e-7
done

# An ensemble: statistics with limits, eval, figures over windows.
{ sed '/^initial/d' free.yaml; echo 'initial: {displacement: -0.02}
ensemble: {design: {type: grid, parameters: {initial.displacement: {from: -0.04, to: 0.04, count: 16}}}}
statistics: {outputs: {x_abs: {limits: [0.0264]}}}
plot: {kind: windows, y: w_abs}'; } >ensemble.yaml
tabulate ensemble
share=$(column ensemble.csv x_abs | awk '$1 > 0.0264 { n++ } END { print n / NR }')
seen=$("$chatter" stats ensemble.h5 --csv 2>/dev/null | grep '^x_abs,exceedance,.*,16,' | cut -d, -f6)
expect "share beyond a limit" "$seen" "$share" 1e-12
"$chatter" plot ensemble.h5 -o w.svg 2>message && [ -s w.svg ] || say "figure: $(cat message)"
printf 'sample_id,displacement\n1,-0.02\n' >samples.csv
{ cat free.yaml; echo 'inputs: {displacement: initial.displacement}'; } >inputs.yaml
"$chatter" eval inputs.yaml -q -i samples.csv -o results.csv 2>message || say "eval: $(cat message)"
[ "$(column results.csv x_abs)" = "$(column free.csv x_abs)" ] || say "eval: $(cat results.csv)"

# Sliding bodies; regimes by events and by steps; periodic motions, with and without a mean, their
# peaks, a backbone.
sed '/^ensemble:/,$d; s/^roughness.*/roughness: {band: [200, 20000], deviation: 0.02}/' "$here/sliding/small.yaml" >slide.yaml
{ echo 'outputs:'; three tip 'node: target.52, direction: y'; three force 'quantity: normal_force'; three w 'node: target.52, direction: y' window_; } >>slide.yaml
tabulate slide
same slide.csv tip force
same slide-window.csv w
for start in -3 3; do
  { echo 'study: regimes
regimes: {wall: ground, contact_mass: 2, gamma: [1], kappa: [1], r1: 1.3, beta: 0.1, cycles: 3, window: 3, early_exit: false}'
    echo "initial: {displacement: $start}"; echo outputs:; three a 'node: 1'; three b 'node: 2'; } >events.yaml
  tabulate events
  same events.csv a b
done
{ echo 'study: regimes
model: {type: chain, masses: [1, 1], springs: [1, 1]}
reduction: {method: modal}
contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.2}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
integrator: {scheme: moreau, steps_per_period: 200}
initial: {displacement: 2}
regimes: {cycles: 4, window: 3}
outputs:'; three a 'node: 1'; three b 'quantity: slip_velocity'; three w 'node: 1' window_; } >steps.yaml
tabulate steps
same steps.csv a b
same steps-window.csv w
periodic() { # NAME STATIC STUDY REST
  { echo "study: $3
model: {type: chain, masses: [1, 0.5], springs: [100, 80]}
reduction: {damping: 0.03}
contact: {node: 2, law: $4}
excitation: {node: 1, amplitude: 2}
response: {from: 0.8, to: 1.6, harmonics: 5, static: $2$5"; three x 'node: 1'; three v 'quantity: velocity, node: 2'
    three p 'quantity: peak_amplitude, node: 2'; three f 'quantity: normal_force'; [ "$3$2" = backboneyes ] || three g 'quantity: gap'; } >"$1.yaml"
  tabulate "$1"
  same "$1-point.csv" x v f
  [ "$3" = backbone ] || same "$1.csv" p
}
periodic stop yes response 'elastic, normal_stiffness: 300, tangential_stiffness: 0, friction: 0, gap: 0.01' $'}\noutputs:'
periodic wall no response 'elastic, normal_stiffness: 300, tangential_stiffness: 0, friction: 0, gap: 0.01' $'}\noutputs:'
periodic ridge yes backbone 'elastic, normal_stiffness: 300, tangential_stiffness: 0, friction: 0, gap: 0.01' $'}\nbackbone: {methods: [extremum], from: 0.5, to: 1}\noutputs:'
finish
