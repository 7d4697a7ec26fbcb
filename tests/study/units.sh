#!/usr/bin/env bash
# The unit of an input follows the study: accelerations of bases and gravity, pressures, turns, moments, dimensionless regimes.
. "$(dirname "$0")/../program.sh"
cat >loads.yaml <<'YAML'
study: transient
model: {type: plane, youngs_modulus: 2.1e9, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 2, elements_across: 1, clamped: left}
reduction: {method: rubin, modes: 2, damping: 0.02}
excitation:
  - {node: 5, direction: y, amplitude: 1, frequency: 20}
  - {type: base, direction: y, amplitude: 1}
  - {type: gravity, direction: y, amplitude: 9.81}
  - {type: constant, node: 5, direction: x, amplitude: 3}
  - {type: centrifugal, direction: z, rotation: 2}
inputs: {shake: excitation.1.amplitude}
integrator: {scheme: moreau, step: 1e-5, duration: 1e-4}
ensemble:
  design:
    type: grid
    parameters: {excitation.0.amplitude: {values: [1, 2]}, shake: {values: [1, 2]}, excitation.2.amplitude: {values: [1, 2]}, excitation.3.amplitude: {values: [1, 2]}, excitation.4.rotation: {values: [1, 2]}}
outputs: {y: {node: 5, direction: y}}
YAML
cat >beams.yaml <<'YAML'
study: beams
assembly: {youngs_modulus: 2.5e7, poisson_ratio: 0.3}
beams: {one: {centre: [3, 0, 0], span: [6, 0, 0], radius: 0.1, elements: 2}}
supports: [{of: one, at: start, fix: all}]
loads: [{of: one, at: end, along: z, force: 0.1}, {of: one, at: end, along: r1, force: 0.1}, {of: one, at: middle, along: y, displacement: 0.01}, {of: one, at: middle, along: r1, displacement: 0.01}]
loading: {increments: 1}
ensemble: {design: {type: grid, parameters: {loads.0.force: {values: [0.1, 0.2]}, loads.1.force: {values: [0.1, 0.2]}, loads.2.displacement: {values: [0.01, 0.02]}, loads.3.displacement: {values: [0.01, 0.02]}}}}
outputs: {force: {quantity: load_reaction, index: 1}}
YAML
cat >chain.yaml <<'YAML'
study: regimes
regimes: {r1: 1.3, beta: 0.1, cycles: 3, window: 3}
ensemble: {design: {type: grid, parameters: {initial.displacement: {values: [0.1, 0.2]}, initial.velocity: {values: [0.1, 0.2]}}}}
outputs: {amplitude: {}}
YAML
units() { # STUDY PATH UNIT...
  local name=$1 found
  shift
  "$chatter" check $name.yaml >checked 2>message && "$chatter" run $name.yaml -q -f -o $name.h5 2>message || say "$(cat message)"
  "$chatter" info $name.h5 >info
  while [ $# -gt 0 ]; do
    found=$(awk -v path="$1" '$1 == path { print $5 }' checked) # path low ... high unit
    [ "${found:-none}" = "$2" ] || say "check, $1: '$found', not $2"
    found=$(awk -v path="$1" '$1 == path { print $2 == "trajectory" ? "" : $2 }' info)
    [ "${found:-none}" = "$2" ] || say "info, $1: '$found', not $2"
    shift 2
  done
}
units loads excitation.0.amplitude N excitation.1.amplitude m/s² excitation.2.amplitude m/s² excitation.3.amplitude N excitation.4.rotation Hz
units beams loads.0.force N loads.1.force N·m loads.2.displacement m loads.3.displacement rad
units chain initial.displacement none initial.velocity none
"$chatter" check loads.yaml --set 'excitation.1.amplitude=9.81 m/s2' >message 2>&1 && say "a unit behind a number is taken"
grep -q 'in N or m/s²' message || say "$(cat message)"
finish
