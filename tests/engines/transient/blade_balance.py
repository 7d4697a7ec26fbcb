"""blade_balance.py FILE.h5 WALL_Y WALL_X FRICTION: a run of models/blade/transient.yaml at every step against the leapfrog's own
equation, for each revolution, and the law of friction. Read are coordinates and contact vectors of the field `u`: per mode
    (1 + zeta omega dt) u(k+1/2) = (1 - zeta omega dt) u(k-1/2) + dt (-omega^2 p(k) + sum over the nodes of phi . contact force)
summed over a revolution, so that the change of u is the impulse of springs, dampers and contacts."""
import sys

import h5py
import numpy as np

STEPS, TURNS, ZETA, DT = 2000, 5, 0.005, 1 / 156.06 / 2000
file, wall, friction = sys.argv[1], np.array([float(sys.argv[3]), float(sys.argv[2])]), float(sys.argv[4])


def near(what, seen, expected, size, bound):
    off = np.max(np.abs(seen - expected) / size)
    if not off <= bound:
        print(f"{what}: off by {off:.1e}, allowed {bound:.0e}")


with h5py.File(file) as f:
    p, force, basis, omega = f["u"][0], f["u_force"][0].reshape(len(f["u"][0]), -1, 3), f["u_basis"][:], 2 * np.pi * f["mode_frequency"][:]
    normal, tangential, slip, taken, presses = f["n"][0].T, f["t"][0].T, f["slip"][0].T, f["taken"][0], f["presses"][0]
x = np.einsum("sk,knd->snd", p, basis)
modes = len(omega)
p, phi = p[:, :modes], basis[:modes]
contact = np.einsum("knd,snd->sk", phi, force)

# One contact vector, seen three ways: gap closes along -z, so the casing pushes along -z; friction in x and y.
near("normal force", -force[:, :, 2], normal, normal.max(), 1e-15)
near("tangential force", np.linalg.norm(force[:, :, :2], axis=2), tangential, tangential.max(), 1e-15)
near("impulse of the whole", DT * normal.sum(), presses, presses, 1e-14)

# Rounding: differences of p over a step lose digits, omega dt of the lowest mode is 0.006; 2,000 steps.
before = np.vstack([np.zeros(modes), p])  # p of the step before; at rest
for r in range(TURNS):
    a, b = r * STEPS, (r + 1) * STEPS
    change = (p[b] - p[b - 1] - p[a] + before[a]) / DT
    spring, damper = -omega**2 * DT * p[a:b].sum(axis=0), -ZETA * omega * (p[b] - p[a] + p[b - 1] - before[a])
    impulse = DT * contact[a:b].sum(axis=0)
    size = DT * (omega**2 * np.abs(p[a:b]).sum(axis=0) + np.abs(contact[a:b]).sum(axis=0))
    near(f"turn {r}: impulses of the modes", change, spring + damper + impulse, size, 1e-12)
    if not np.all(DT * np.abs(contact[a:b]).sum(axis=0) > 1e-3 * size):
        print(f"turn {r}: a mode that contact does not drive")

# Against the casing that passes: friction takes power at every node and step, along its slip, at its limit.
moved = np.diff(x[:, :, :2], axis=0) / DT - wall
force, normal, slip, tangential = force[1:, :, :2], normal[1:], slip[1:], tangential[1:]
closed = normal > 0
power = np.sum(force * moved, axis=2)
# m/s: static solutions of the deck have 12 digits of the tip's flexibility, 1e-4 m/N; 1e-16 m/N of 1000 N in a step.
still = 1e-7
near("slip", np.linalg.norm(moved, axis=2)[closed], slip[closed], 1, still)
if np.any(power > still * tangential):
    print(f"friction gives {power.max():.3g} W")
near("dissipation", taken, -DT * power.sum(), taken, 1e-8)
slides = closed & (slip > 0)
near("limit of friction", tangential[slides], friction * normal[slides], normal.max(), 1e-14)
near("against the slip", power[slides], -(tangential * np.linalg.norm(moved, axis=2))[slides], np.abs(power).max(), 1e-7)
if wall @ wall < 1 and not ((closed & ~slides).sum() > 100 and np.ptp(np.arctan2(*moved[slides].T)) > 3):
    print("no sticking, or one direction of slip")
