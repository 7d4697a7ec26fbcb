#!/usr/bin/env bash
# The range of non-periodic motion on the upper branch of the plate (models/plate/nonperiodic.yaml):
# periodic below, of period two at its beginning, non-periodic inside, periodic above; with one step
# length and with half of it.
. "$(dirname "$0")/../../program.sh"
need_deck plate/nonperiodic.yaml
for steps in 1000 2000; do
  "$chatter" run "$models/plate/nonperiodic.yaml" -o n.h5 -f -q --device cpu --set integrator.steps_per_period=$steps --set \
    'ensemble.design.parameters.excitation.frequency={values: [281, 282.9, 285, 285.6, 286.8]}' 2>errors.txt || say "$steps: $(cat errors.txt)"
  "$chatter" export n.h5 -f >/dev/null 2>&1
  # For 200 periods the variation of the largest displacements, of all and of every second one, in
  # µm.
  awk -F, 'NR > 1 { t = $1; d = $3 * 1e6
      for (p = 0; p < 2; p++) { if (p && $2 % 2) continue
        if (!((t, p) in a)) a[t, p] = b[t, p] = d
        if (d < a[t, p]) a[t, p] = d
        if (d > b[t, p]) b[t, p] = d } }
    END { for (t = 0; t < 5; t++) print b[t, 0] - a[t, 0], b[t, 1] - a[t, 1] }' n-window.csv >spread.txt
  # The transient of a periodic motion is far below 0.01 µm after 800 periods; sampling at
  # the steps may add 1e-5 of 110 µm (the largest displacement lies between two steps). Inside the
  # range the variation is 0.5 µm and more.
  awk -v steps=$steps 'NR == 1 && !($1 < 0.01) || NR == 2 && !($1 > 0.1 && $2 < 0.02) || (NR == 3 || NR == 4) && !($1 > 0.5 && $2 > 0.5) ||
    NR == 5 && !($1 < 0.05) { print NR, $0; bad = 1 } END { exit bad || NR != 5 }' spread.txt >bad.txt || say "$steps steps: $(cat bad.txt)"
done
finish
