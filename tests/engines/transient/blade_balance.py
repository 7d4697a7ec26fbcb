"""blade_balance.py FILE.h5 LAW WALL_Y WALL_X: checks a run of models/blade/transient.yaml at every
step against the equation of the leapfrog, for each revolution, and against the law of friction.
From coordinates and contact vectors of the field `u`, per mode:
    (1 + zeta omega dt) u(k+1/2) = (1 - zeta omega dt) u(k-1/2) + dt (-omega^2 p(k) + sum over the
nodes of phi . contact force + load)
summed over a revolution, so that the change of u is the impulse of springs, dampers, contacts and
loads."""
import sys

import h5py
import numpy as np

STEPS, ZETA, DT = 2000, 0.005, 1 / 156.06 / 2000
FRICTION, STIFFNESS, PRELOAD, LOADS = 0.15, 1e6, 40, [(1, 400.0, 300.0), (0, 250.0, 450.0)]  # of laws coulomb, elastic: direction, N, Hz
file, law, wall = sys.argv[1], sys.argv[2], np.array([float(sys.argv[4]), float(sys.argv[3])])


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
# A preload is balanced by parts outside of the model: the body feels only the difference to it.
contact = np.einsum("knd,snd->sk", phi, force + (np.array([0, 0, PRELOAD]) if law == "elastic" else 0))
for d, amplitude, frequency in LOADS if law != "friction" else []:  # at the first of the nodes
    contact += np.outer(amplitude * np.sin(2 * np.pi * frequency * DT * np.arange(len(p))), phi[:, 0, d])

# One contact vector, checked in three ways: the gap closes along -z, so the casing pushes along -z;
# friction in x and y.
if law == "coulomb":  # a constant normal load presses from both sides
    near("normal force", force[:, :, 2], 0, 1, 0)
else:
    near("normal force", -force[:, :, 2], normal, normal.max(), 1e-15)
near("tangential force", np.linalg.norm(force[:, :, :2], axis=2), tangential, tangential.max(), 1e-15)
near("impulse of the whole", DT * normal.sum(), presses, presses, 1e-14)

# Rounding: differences of p over a step lose digits, omega dt of the lowest mode is 0.006; 2,000
# steps.
before = np.vstack([np.zeros(modes), p])  # p of the previous step; at rest
for r in range(len(p) // STEPS):
    a, b = r * STEPS, (r + 1) * STEPS
    change = (p[b] - p[b - 1] - p[a] + before[a]) / DT
    spring, damper = -omega**2 * DT * p[a:b].sum(axis=0), -ZETA * omega * (p[b] - p[a] + p[b - 1] - before[a])
    impulse = DT * contact[a:b].sum(axis=0)
    size = DT * (omega**2 * np.abs(p[a:b]).sum(axis=0) + np.abs(contact[a:b]).sum(axis=0))
    near(f"turn {r}: impulses of the modes", change, spring + damper + impulse, size, 1e-12)
    if not np.all(DT * np.abs(contact[a:b]).sum(axis=0) > 1e-3 * size):
        print(f"turn {r}: a mode that contact does not drive")

# Relative to the moving casing friction takes power at every node and step, against its slip, at
# its limit.
slider = x[:, :, :2] + (force[:, :, :2] / STIFFNESS if law == "elastic" else 0)
moved = np.diff(slider, axis=0) / DT - wall
taken -= DT * np.sum(tangential[0] * slip[0])  # the first step has no previous one for its motion
force, normal, slip, tangential = force[1:, :, :2], normal[1:], slip[1:], tangential[1:]
closed = normal > 0
power = np.sum(force * moved, axis=2)
# m/s: static solutions of the deck have 12 digits of the flexibility of the tip, 1e-4 m/N; 1e-16
# m/N of 1000 N in a step.
still = 1e-7
near("slip", np.linalg.norm(moved, axis=2)[closed], slip[closed], 1, still)
if np.any(power > still * tangential):
    print(f"friction gives {power.max():.3g} W")
near("dissipation", taken, -DT * power.sum(), DT * tangential.sum(), still)
slides = closed & (slip > 0)
near("limit of friction", tangential[slides], FRICTION * normal[slides], normal.max(), 1e-14)
near("against the slip", power[slides], -(tangential * np.linalg.norm(moved, axis=2))[slides], tangential.max(), still)
if wall @ wall < 1 and not ((closed & ~slides).sum() > 100 and np.ptp(np.arctan2(*moved[slides].T)) > 3):
    print("no sticking, or one direction of slip")
