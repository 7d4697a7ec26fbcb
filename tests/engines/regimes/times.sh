#!/usr/bin/env bash
# Times of regime maps: seconds if the model has seconds (a cycle takes 1/f), radians of the
# excitation if the study is dimensionless; the steps there are cycles.
. "$(dirname "$0")/../../program.sh"
cat >physical.yaml <<'YAML'
study: regimes
model: {type: chain, masses: [1.0, 2.0], springs: [3.0e3, 1.0e3]}
contact: {nodes: 1, law: coulomb, preload: 1.0, friction: 0.1}
excitation: {node: 2, amplitude: 1.0, frequency: 3.0}
regimes: {cycles: 150, early_exit: false}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {values: [3, 7.5]}}}}
outputs: {regime: {}}
YAML
cat >ratios.yaml <<'YAML'
study: regimes
regimes: {gamma: [1], kappa: [1], r1: 0.7, beta: 0.3, cycles: 150, early_exit: false}
outputs: {regime: {}}
YAML
for name in physical ratios; do
  "$chatter" run "$name.yaml" --device cpu 2>"$name.txt" || say "$name: $(cat "$name.txt")"
  grep -q 'trajectory-cycles in' "$name.txt" || say "$name: no cycles in $(cat "$name.txt")"
  "$chatter" check "$name.yaml" --device cpu 2>/dev/null | grep -q '^  cycles ' || say "$name: check counts no cycles"
  "$chatter" info "$name.h5" >"$name.info"
  grep -q 'cycles done' "$name.info" || say "$name: steps are not called cycles"
done
grep -q 'end_time *s ' physical.info || say "no seconds: $(grep end_time physical.info)"
grep -q 'end_time *rad ' ratios.info || say "no radians: $(grep end_time ratios.info)"
end_time() { "$chatter" export "$1.h5" -o - | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { print $at["end_time"] }'; }
end_time physical | awk '{ f = NR == 1 ? 3 : 7.5; e = $1 * f / 150 - 1; if (e * e > 1e-24) print $1 }' | grep . && say "150 cycles do not take 150/f"
end_time ratios | awk '{ e = $1 / (150 * 6.283185307179586) - 1; if (e * e > 1e-24) print $1 }' | grep . && say "150 cycles are not 300 pi"

# A time series of a trajectory that does not exist.
cat >series.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [1.0e4]}
contact: {nodes: 1, law: unilateral, gap: 1.0e-4}
excitation: {node: 1, amplitude: 3.0, frequency: 20.0}
integrator: {scheme: moreau, steps_per_period: 50, periods: 4}
ensemble: {design: {type: grid, parameters: {contact.gap: {from: 0, to: 1, count: 4}}}}
outputs:
  tip: {node: 1, reduce: series, trajectories: [3, 4]}
YAML
for command in check "run -o new.h5"; do
  # shellcheck disable=SC2086
  "$chatter" $command series.yaml --device cpu >/dev/null 2>err.txt
  [ $? = 3 ] || say "$command takes a trajectory that does not exist"
  grep -qF "series.yaml:8:48: output 'tip': there is no trajectory 4, the ensemble has 4 (allowed: 0 to 3)" err.txt || say "$command: $(cat err.txt)"
  [ -e new.h5 ] || [ -e new.h5.parts ] && say "$command began the run"
done
finish
