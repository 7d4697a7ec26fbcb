#!/usr/bin/env bash
# Two sliders of half the stiffness and strength at one coordinate equal one, in harmonic balance,
# its stability and --verify, on a boundary with mass and on a massless one: every point of the
# curve to 1e-9, the tolerance of the corrector.
. "$(dirname "$0")/../../program.sh"
cat >one.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 2], springs: [100, 300]}
reduction: {method: modal, damping: 0.01}
contact:
  - {node: 2, law: elastic, tangential_stiffness: 200, friction: 0.5, preload: 4}
excitation: {node: 1, amplitude: 3}
response: {from: 0.5, to: 4, harmonics: 5}
outputs: {x: {node: 2}}
YAML
sed 's/^  - .*/  - {node: 2, law: elastic, tangential_stiffness: 100, friction: 0.5, preload: 2}\n&/; s/stiffness: 200, friction: 0.5, preload: 4/stiffness: 100, friction: 0.5, preload: 2/' one.yaml >two.yaml
for name in one two; do
  sed 's/method: modal,/method: macneal, modes: 2,/; s/masses: \[1, 2\]/masses: [1, 2, 0]/; s/springs: \[100, 300\]/springs: [100, 300, 4000]/
    s/node: 2, law/node: 3, law/' $name.yaml >$name-massless.yaml
done
for name in one two one-massless two-massless; do
  "$chatter" run $name.yaml -f --device cpu -o $name.h5 --verify 2>message | grep "maximum" >$name.verified || say "$name fails: $(cat message)"
  "$chatter" export -f $name.h5 >/dev/null 2>&1
done
for end in "" -massless; do
  paste -d, one$end-point.csv two$end-point.csv | awk -F, 'NR > 1 { e = $(NF / 2 + 12) / $12 - 1; n++; if (!(e < 1e-9 && e > -1e-9)) print $5, e }
    END { if (n < 100) print n " points" }' | grep . && say "one$end, two$end: the curve"
  paste -d' ' one$end.verified two$end.verified | awk '{ if ($NF != "stable" || $5 != $(NF / 2 + 5) || !($5 > 0.01)) print }' | grep . && say "one$end, two$end: --verify"
done
# An odd law beside a stop at one node has the same force for both senses of its direction: the same
# curve.
cat >along.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 0], springs: [1, 20], dashpots: [0.1, 0]}
reduction: {method: massless_craig_bampton, modes: 1, rayleigh: {mass: 0.1}}
contact:
  - {node: 2, law: unilateral, normal: -x, gap: 0.5}
  - {node: 2, law: cubic, direction: x, cubic_stiffness: 0.5}
excitation: {node: 1, amplitude: 1}
response: {from: 0.05, to: 0.3, harmonics: 9}
outputs: {x: {node: 2, reduce: max}}
YAML
sed 's/direction: x/direction: -x/' along.yaml >against.yaml
for name in along against; do tabulate $name; done
paste -d, along-point.csv against-point.csv | awk -F, 'NR > 1 { e = $(NF / 2 + 12) / $12 - 1; n++; most = $12 > most ? $12 : most
    if (!(e < 1e-9 && e > -1e-9)) print $5, e } END { if (n < 50 || most < 0.49) print n " points, up to " most }' | grep . && say "an odd law against its direction"
finish
