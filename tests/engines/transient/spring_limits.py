"""spring_limits.py CHATTER: the largest stable step that `check` prints for chains behind spring
stops must be 2/ω_max of the chain with all stops closed, by numpy's eigenvalues: one mass and stops
from soft to rigid, chains of random masses."""
import random
import re
import subprocess
import sys

import numpy as np


def told(chatter, masses, springs, stops):
    contacts = ", ".join(f"{{node: {n}, law: spring, normal: x, gap: 0.02, normal_stiffness: {k!r}}}" for n, k in stops)
    with open("limit.yaml", "w") as f:
        f.write(f"""study: transient
model: {{type: chain, masses: {masses}, springs: {springs}}}
reduction: {{method: modal, modes: {len(masses)}}}
contact: [{contacts}]
integrator: {{scheme: leapfrog, step: 1.0e-9, duration: 1.0e-7}}
outputs: {{x: {{node: 1}}}}
""")
    seen = subprocess.run([chatter, "check", "limit.yaml", "--device", "cpu"], capture_output=True, text=True)
    line = re.search(r"largest stable step +(\S+) s with the springs of all contacts", seen.stdout)
    return float(line[1]) if line else float("nan")


def expected(masses, springs, stops):
    stiffness, root = np.zeros((len(masses), len(masses))), np.sqrt(np.array(masses))
    for i, k in enumerate(springs):
        stiffness[i, i] += k
        if i:
            stiffness[i - 1, i - 1] += k
            stiffness[i, i - 1] -= k
            stiffness[i - 1, i] -= k
    for n, k in stops:
        stiffness[n - 1, n - 1] += k
    return 2 / np.sqrt(np.linalg.eigvalsh(stiffness / np.outer(root, root))[-1])


cases = [([1], [3], [(1, 10.0 ** (i / 2))]) for i in range(-2, 23, 2)] + [([1], [3], [(1, 2e5)]), ([1], [3], [(1, 7e7)])]
draw = random.Random(3)
for _ in range(8):
    n = draw.randint(1, 4)
    cases.append(([round(draw.uniform(0.5, 3), 2) for _ in range(n)], [round(10 ** draw.uniform(-1, 4), 3) for _ in range(n)],
                  [(i + 1, 10 ** draw.uniform(-2, 11)) for i in range(n) if i == 0 or draw.random() < 0.7]))
for case in cases:
    step, reference = told(sys.argv[1], *case), expected(*case)
    if not abs(step / reference - 1) <= 1e-8:  # nine digits are told
        print(f"{case}: the largest stable step is told as {step:.9g} s, it is {reference:.9g} s")
