#!/usr/bin/env bash
# The node of a contact as an ensemble parameter: each trajectory gets the numbers of a study that names its node, through
# `inputs` in eval and as a grid.
. "$(dirname "$0")/../program.sh"

cat >named.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.01}
contact: {nodes: 1, law: coulomb, friction: 0.3, preload: 1}
excitation: {node: 3, amplitude: 1, frequency: 0.7}
integrator: {scheme: moreau, steps_per_period: 200, periods: 40}
inputs: {mu: contact.friction}
outputs: {x: {node: 3, reduce: max}}
YAML
sed 's/nodes: 1/node: 1/; s/^inputs.*/inputs: {pad: contact.node}/' named.yaml >numbered.yaml
echo 'ensemble: {design: {type: grid, parameters: {contact.node: {values: [3, 1, 2]}}}}' >>numbered.yaml

printf 'sample_id,pad\na,3\nb,1\nc,2\nd,3\n' >pads.csv
"$chatter" eval numbered.yaml -i pads.csv -o pads-out.csv --quiet || say "eval fails"
head -1 pads-out.csv >expected.csv
for row in a,3 b,1 c,2 d,3; do
  printf 'sample_id,mu\n%s,0.3\n' "${row%,*}" >one.csv
  "$chatter" eval named.yaml -i one.csv --quiet --set contact.nodes="${row#*,}" | tail -1 >>expected.csv
done
diff expected.csv pads-out.csv || say "a node by its number is another contact than by its name"
[ "$(cut -d, -f3 pads-out.csv | sort -u | wc -l)" = 4 ] || say "the nodes make no difference"

"$chatter" run numbered.yaml -o grid.h5 --quiet || say "run fails"
# The grid 3, 1, 2 is rows a, b, c.
of_x() { awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "x") at = i} NR > 1 {print $at}'; }
diff <("$chatter" export grid.h5 -o - | of_x) <(head -4 pads-out.csv | of_x) || say "the grid gives other numbers"
finish
