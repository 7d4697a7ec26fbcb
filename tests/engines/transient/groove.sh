#!/usr/bin/env bash
# Sliders of law coulomb that share a direction of one node add up. With scheme moreau every step
# equals that of groove.py, a separate integration, on one coordinate (walls at rest and moving) and
# in space.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
for case in planes opposite belts one_way held groove oblique both_sides; do
  /usr/bin/python3 "$here/groove.py" write $case >$case.yaml || say "$case: no study"
  "$chatter" run $case.yaml -o $case.h5 -f -q --device cpu 2>errors.txt || { say "$case: $(cat errors.txt)"; continue; }
  /usr/bin/python3 "$here/groove.py" check $case >told 2>&1 && [ ! -s told ] || say "$(head -5 told)"
done
# A pushed body stops where its energy is used up, m v²/2 = (μ1 N1 + μ2 N2) s: 4/2/1.1 m. The last
# step ends within it: Δt v, and the spring that holds the massless node stretches by 1.1e-6 m.
two='contact: [{node: NODE, law: coulomb, preload: 2, friction: 0.3}, {node: NODE, law: coulomb, preload: 5, friction: 0.1}]'
cat >moreau.yaml <<YAML
study: transient
model: {type: chain, masses: [1], springs: [1e-9]}
${two//NODE/1}
initial: {velocity: 2}
integrator: {scheme: moreau, step: 1e-4, duration: 4}
outputs: {x: {node: 1}, held: {quantity: tangential_force, contact: sum}}
YAML
sed "s/masses: .*/masses: [1, 0], springs: [1e-9, 1e6]}\nreduction: {method: macneal, modes: 1}/; s/node: 1, law/node: 2, law/g
  s/scheme: moreau/scheme: leapfrog/" moreau.yaml >leapfrog.yaml
for scheme in moreau leapfrog; do
  tabulate $scheme
  expect "$scheme: way of a pushed body" "$(last $scheme.csv 5)" "$(awk 'BEGIN { print 2 / 1.1 }')" 3e-4
done
# Harmonic balance: the largest displacement in steady motion without stops is that of Den Hartog
# 1931, √(V² - (U f)²) P/k with V = 1/(1 - β²), U = sin(π/β)/(β (1 + cos(π/β))), f = F/P = 1.1/4, β
# = Ω √(m/k) = 1.5. 45 harmonics: an error of 1.4e-3.
cat >balance.yaml <<YAML
study: response
model: {type: chain, masses: [1], springs: [40]}
${two//NODE/1}
excitation: {node: 1, amplitude: 4}
response: {at: FREQUENCY, from: 1.4, to: 1.6, harmonics: 45}
outputs: {x: {node: 1, reduce: max}}
YAML
sed -i "s/FREQUENCY/$(awk 'BEGIN { printf "%.15g", 1.5 * sqrt(40) / 2 / atan2(0, -1) }')/" balance.yaml
tabulate balance
expect "harmonic balance" "$(last balance.csv 5)" "$(awk 'BEGIN { b = 1.5; p = atan2(0, -1) / b; U = sin(p) / (b * (1 + cos(p)))
  printf "%.15g", sqrt(1 / (1 - b * b) ^ 2 - (U * 1.1 / 4) ^ 2) * 4 / 40 }')" 1e-4
# Twice in one entry means a node that is listed twice, which is refused; two planes of a file of
# contacts are accepted.
sed 's/^contact: .*/contact: {nodes: [1, 1], law: coulomb, preload: 2, friction: 0.3}/' moreau.yaml >twice.yaml
"$chatter" check twice.yaml 2>message >/dev/null && say "a node that is listed twice is allowed"
grep -q "node 1 stands twice in one entry, along the same direction" message || say "$(cat message)"
printf 'id,node,partner,nx,ny,nz\n0,1,ground,1,0,0\n1,1,ground,-1,0,0\n' >contact.csv
sed 's/nodes: nodes.csv/&, contact: contact.csv/; s/contact:$/contact: {from_file: true, law: coulomb, preload: 3, friction: 0.25}/
  /^  - /d' both_sides.yaml >file.yaml
sed 's/friction: [0-9.]*}/friction: 0.25}/' both_sides.yaml >entries.yaml
for name in file entries; do tabulate $name; done
cmp -s file.csv entries.csv || say "two planes of a file are not two entries"
finish
