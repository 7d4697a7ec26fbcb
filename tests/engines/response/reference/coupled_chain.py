#!/usr/bin/env python3
"""A chain of four masses with dashpots that couple its modes, an elastic friction contact and a cubic spring: peaks,
phase resonance and the damped nonlinear mode, by harmonic balance with M, C and K themselves. There are no modes here:
receptances are blocks of the inverse of the dynamic stiffness.

How to run (numpy only, a minute):
    python3 coupled_chain.py peaks OUT     alpha, harmonics and what comes of them -> CSV
    python3 coupled_chain.py strong OUT    the mode with strong dashpots -> CSV
    python3 coupled_chain.py linear OUT    the response with the friction contact stuck and no cubic spring, and the
                                           largest multiplier of a period of it -> CSV
"""
import math
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402

from friction_element import Contact, element  # noqa: E402
from friction_models import Model  # noqa: E402
from friction_reference import write_rows  # noqa: E402
from normal_mode import NormalMode  # noqa: E402
from response_curve import full_amplitude, survey  # noqa: E402

MASSES, SPRINGS = [1.0, 1.5, 0.8, 1.2], [4000.0, 6000.0, 5000.0, 3000.0, 2000.0]
DASHPOTS = [2.0, 0.5, 12.0, 0.0, 1.0]
STRONG = [0.0, 280.0, 50.0, 0.0, 290.0]  # the stuck mode is far from an in-phase mode
FRICTION, CUBIC = 2, 1  # masses with a contact
STIFFNESS, LIMIT, PRELOAD, HARDENING = 3000.0, 0.4, 5.0, 4.0e6
DRIVEN = 3


def between(values):
    """Matrix of the elements between masses and to the ground at both ends."""
    n = len(MASSES)
    a = np.zeros((n, n))
    for i, value in enumerate(values):
        for p, q in ((i - 1, i - 1), (i, i), (i - 1, i), (i, i - 1)):
            if 0 <= p < n and 0 <= q < n:
                a[p, q] += value if p == q else -value
    return a


class Chain(Model):
    def __init__(self, dashpots=DASHPOTS):
        self.m, self.k, self.c = np.diag(MASSES), between(SPRINGS), between(dashpots)
        self.contacts = [Contact(STIFFNESS, 0.0, LIMIT, PRELOAD, False), Contact(0.0, 0.0, 0.0, 0.0, False)]
        self.rows, self.driven, self.nc = np.eye(4)[[FRICTION, CUBIC]], DRIVEN, 2
        self.shape = np.eye(4)
        self.at_contact, self.at_driven = self.rows, self.shape[DRIVEN]
        self.unit = LIMIT * PRELOAD / STIFFNESS

    def inverse(self, h, w, xi):
        return np.linalg.inv(self.k - (h * w) ** 2 * self.m + 1j * h * w * (self.c - xi * self.m))

    def respond(self, left, right, w, nh, xi=0.0):
        out = [[], [], []]
        for h in range(1, nh + 1):
            z = self.inverse(h, w, xi)
            slope = -2.0 * h * h * w * self.m + 1j * h * (self.c - xi * self.m)
            for to, what in zip(out, (z, -z @ slope @ z, z @ (1j * h * w * self.m) @ z)):
                to.append(left @ what @ right.T)
        return [np.array(o) for o in out]

    def fundamental(self, force, w, xi):
        q = self.inverse(1, w, xi) @ (self.rows.T @ force)
        return (q.conj() @ self.m @ q).real, q[self.driven]

    def forces(self, u, nh):
        n = 2 * nh
        f, jacobian = np.zeros(2 * n), np.zeros((2 * n, 2 * n))
        f[:n], jacobian[:n, :n], pieces = element(self.contacts[0], u[:n], None)
        samples = 16 * nh + 16  # a cube has three times the harmonics: the sums are exact
        angle = 2.0 * math.pi * np.arange(samples) / samples
        basis = np.array([g(h * angle) for h in range(1, nh + 1) for g in (np.cos, np.sin)]).T
        x = basis @ u[n:]
        f[n:] = 2.0 / samples * basis.T @ (HARDENING * x**3)
        jacobian[n:, n:] = 2.0 / samples * basis.T @ ((3.0 * HARDENING * x * x)[:, None] * basis)
        return f, jacobian, [tuple(sorted({p[2] for p in pieces}))]


def peak(alpha, nh, mode):
    model = Chain()
    _response, maxima, roots, points = survey(model, nh, alpha, 15.0, 80.0, 10.0, 0.05)
    best, kind, *_ = max(maxima, key=lambda m: m[0].am)
    full = full_amplitude(model, nh, alpha, best, 10.0)
    print(alpha, nh, best.w, best.am, kind, roots, "full %.1e" % (full / best.am - 1), flush=True)
    point = mode.at(alpha)
    return (alpha, nh, best.w, best.am, kind, min(roots, key=lambda r: abs(r - best.w)) if roots else math.nan,
            point.w if point else math.nan, point.xi / (2 * point.w) if point else math.nan)


def stuck_frequency():
    model = Chain()
    k = model.k + STIFFNESS * np.outer(model.rows[0], model.rows[0])
    return math.sqrt(np.linalg.eigvals(np.linalg.solve(model.m, k)).real.min())


def peaks(path):
    rows = []
    for nh in (1, 3):
        mode = NormalMode(Chain(), nh, stuck_frequency())
        rows += [peak(alpha, nh, mode) for alpha in (0.1, 1.0, 2.0, 4.0, 8.0, 16.0)]
    write_rows(path, "alpha,harmonics,omega,amplitude,kind,omega_phase,omega_dnnm,damping_dnnm", rows)


def strong(path):
    rows = []
    for nh in (1, 3):
        mode = NormalMode(Chain(STRONG), nh, stuck_frequency())
        for alpha in (3.0, 6.0, 12.0):
            point = mode.at(alpha)
            rows.append((alpha, nh, point.w, point.xi / (2 * point.w)))
    write_rows(path, "alpha,harmonics,omega_dnnm,damping_dnnm", rows)


def linear(path):
    model = Chain()
    k = model.k + STIFFNESS * np.outer(model.rows[0], model.rows[0])
    inverse = np.linalg.inv(model.m)
    decay = np.linalg.eigvals(np.block([[np.zeros((4, 4)), np.eye(4)], [-inverse @ k, -inverse @ model.c]])).real.max()
    rows = []
    for w in (5.0, 20.0, 37.0, 41.0, 60.0, 80.0, 101.0, 140.0):
        q = np.linalg.solve(k - w * w * model.m + 1j * w * model.c, model.shape[DRIVEN])
        rows.append((w, abs(q[DRIVEN]) * math.sqrt(0.5), abs(q[0]) * math.sqrt(0.5), math.exp(decay * 2.0 * math.pi / w)))
    write_rows(path, "omega,amplitude,amplitude_first,largest_multiplier", rows)


if __name__ == "__main__":
    if sys.argv[1:2] == ["peaks"]:
        peaks(sys.argv[2])
    elif sys.argv[1:2] == ["strong"]:
        strong(sys.argv[2])
    elif sys.argv[1:2] == ["linear"]:
        linear(sys.argv[2])
    else:
        sys.exit(__doc__)
