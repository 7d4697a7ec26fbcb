#!/usr/bin/env bash
# The blade with a massless boundary and with one with mass (models/blade/convergence-….yaml):
# ratios of the steps at the limits of stability and for an error of 1 % of the motion of the tip,
# and the agreement of the two methods as the step decreases.
. "$(dirname "$0")/../../program.sh"
need_deck blade/convergence-massless.yaml
limit() { "$chatter" reduce "$models/blade/convergence-$1.yaml" 2>/dev/null | awk '/largest stable step/ { print $4 }'; }
expect "ratio of stable steps" "$(awk -v a="$(limit massless)" -v b="$(limit moreau)" 'BEGIN { print a / b }')" 18.5 6.5 # 12 to 25
"$chatter" run "$models/blade/convergence-moreau.yaml" -o /dev/null -q --set integrator.steps_per_period=10400 2>errors.txt &&
  say "10,400 steps with mass are above the limit and run"
# march NAME METHOD STEPS [OPTIONS]: five revolutions, 100 values each
march() {
  "$chatter" run "$models/blade/convergence-$2.yaml" -o "$1.h5" -f -q --device cpu --set integrator.steps_per_period="$3" \
    --set outputs.tip.every=$(($3 / 100)) "${@:4}" 2>errors.txt && "$chatter" export -f "$1.h5" >/dev/null 2>&1 || say "$1: $(cat errors.txt)"
}
error() { # REFERENCE RUN, eq. 30
  awk -F, 'FNR == 1 { k++; next } k == 1 { x[$2] = $3; next } { d = $3 - x[$2]; s += d * d; r += x[$2] * x[$2] } END { print sqrt(s / r) }' \
    "$1-series-tip_sample.csv" "$2-series-tip_sample.csv"
}
between() { awk -v x="$2" -v a="$3" -v b="$4" 'BEGIN { exit !(x >= a && x <= b) }' || say "$1: $2, not from $3 to $4"; }
# The finest runs are references for their own method: 16 times the steps have an error of 1e-4
# (massless), 3 times the steps one of 3e-3 (with mass).
march finest massless 16000
for steps in 700 1100 1600; do march "massless_$steps" massless $steps; done
between "massless, 700 steps" "$(error finest massless_700)" 0.01 0.1
between "massless, 1,100 steps" "$(error finest massless_1100)" 0 0.01
# Second order: (1600 / 1100)² = 2.1, less because of the steps that open and close contacts.
between "order of the massless error" "$(awk -v a="$(error finest massless_1100)" -v b="$(error finest massless_1600)" 'BEGIN { print a / b }')" 1.4 3
march fine moreau 32000
march moreau_11000 moreau 11000
between "with mass, 11,000 steps: ten times 1,100" "$(error fine moreau_11000)" 0 0.01
between "both methods, e = 0.99" "$(error finest fine)" 0 0.01
march elastic moreau 16000 --set contact.restitution=0.9
between "both methods, e = 0.9" "$(error finest elastic)" 0 0.01
march plastic moreau 16000 --set contact.restitution=0
between "both methods, e = 0" "$(error finest plastic)" 0 0.01
# Undamped residual modes vibrate after impacts with e = 0.99, with any step.
march undamped moreau 16000 --set reduction.damping=null --set "reduction.modal_damping=[$(printf '0.005,%.0s' $(seq 50))0]"
between "undamped residual modes" "$(error finest undamped)" 0.03 1
finish
