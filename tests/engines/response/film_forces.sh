#!/usr/bin/env bash
# Contact forces of a field of harmonic balance equal those of the outputs, by the contact laws:
# they never pull, stay within the largest and the smallest of the period, exist as long as the
# contact is closed, and friction is at most μN. The harmonics of the forces, which oscillate where
# a stop closes, are not shown. A contact shorter than the interval of 64 instants keeps its peak,
# for any number of harmonics.
. "$(dirname "$0")/../../program.sh"
cat >stop.yaml <<'YAML'
study: response
model:      {type: beam, youngs_modulus: 210e9, density: 7850, length: 0.2, height: 0.01, width: 0.02, elements: 10, clamped: left}
reduction:  {method: macneal, modes: 4, damping: 0.01}
contact:    {nodes: RIGHT, law: unilateral, gap: 1.0e-4}
excitation: {node: 5, amplitude: 1.5}
response:   {from: 180, to: 260, harmonics: 20, at: 212}
outputs:
  tip: {node: RIGHT}
  least: {quantity: normal_force, reduce: min}
  most: {quantity: normal_force, reduce: max}
  closed: {quantity: contact_fraction}
  shape: {quantity: field}
YAML
plane='{type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: 7850, length: 0.2, height: 0.02, width: 0.01, elements: 12, elements_across: 2, clamped: left}'
sed "s/law: unilateral, gap: 1.0e-4/law: kelvin_voigt, gap: 1.0e-4, normal_stiffness: 1.0e5, normal_damping: 0/; s/method: macneal/method: craig_bampton/" stop.yaml >voigt.yaml
for law in "elastic, normal_stiffness: 1.0e6, tangential_stiffness: 2.0e5, tangent: y" friction; do
  sed "s/^model: .*/model: $plane/; s/nodes: RIGHT, law: unilateral, gap: 1.0e-4/nodes: 38, normal: -x, preload: 3, friction: 0.4, law: $law/
    s/^excitation: .*/excitation: [{node: 38, direction: y, amplitude: 20, phase: cos}, {node: 38, direction: x, amplitude: 10}]/
    s/from: 180, to: 260, harmonics: 20, at: 212/from: 300, to: 480, harmonics: 15, at: 390/; s/tip: {node: RIGHT}/tip: {node: 38, direction: y}/" stop.yaml >"${law%%,*}.yaml"
done
for harmonics in 15 40; do sed "s/harmonics: 20/harmonics: $harmonics/" stop.yaml >stop_$harmonics.yaml; done
for study in stop stop_15 stop_40 voigt elastic friction; do
  "$chatter" run $study.yaml -o $study.h5 -f -q --device cpu 2>errors.txt || { say "$study: $(cat errors.txt)"; continue; }
  /usr/bin/python3 - $study >wrong.txt 2>&1 <<'PYTHON' || say "$study: $(cat wrong.txt)"
import sys
import h5py
import numpy as np

study = sys.argv[1]
with h5py.File(study + ".h5") as f:
    force, least, most, closed = f["shape_force"][0], f["least"][0], f["most"][0], f["closed"][0]
along = 1 if study[:4] in ("stop", "voig") else 0  # the direction of the normal
normal, size = np.abs(force[:, along]), max(abs(least), most)
signs = np.sign(force[:, along])
wrong = []
if len(set(signs[signs != 0])) > 1:
    wrong.append(f"forces pull: {force[:, along]}")
# for laws with friction the magnitude of both parts has its peak elsewhere: 2 %
if not (normal.min() >= least - 1e-6 * size and normal.max() <= most * (1 + 1e-6) and normal.max() >= most * (1 - 1e-6 - 0.02 * (along == 0))):
    wrong.append(f"{normal.min()} to {normal.max()}, outputs: {least} to {most}")
# An end of contact lies between two instants: of 64, one at each end, for at most two contacts per
# period.
if not abs(np.mean(normal > 0) - closed) <= 4 / 64:
    wrong.append(f"closed at {np.mean(normal > 0)} of the instants, output: {closed}")
if study in ("elastic", "friction"):
    tangential = np.abs(force[:, 1])
    if not (np.all(tangential <= 0.4 * normal + 1e-9 * size) and tangential.max() > 0.1):
        wrong.append(f"friction {tangential} of {normal}")
if wrong:
    print(wrong)
    sys.exit(1)
PYTHON
done
finish
