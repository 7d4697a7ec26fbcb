#!/usr/bin/env python3
"""Independent reference for the harmonic-balance work: peaks, phase resonance and damped nonlinear modes of
structures with elastic friction contacts.

What it is: a numpy program of its own (no code shared with the library). Models: a cantilever with a friction pad
(A: pad at node 5, A2: node 10, any node 1..20) and a blade-damper-blade model of eight degrees of freedom (B).
It made the CSV files beside it; the test suite reads those and never runs this program.

How to run (numpy only, scipy not needed; minutes to an hour for the CSV files):
    python3 friction_reference.py table            the table of known values, kink intervals, truncation trend
    python3 friction_reference.py elements FILE    the element against a file of cases (JSON)
    python3 friction_reference.py cantilever OUT   random inputs of the cantilever -> CSV
    python3 friction_reference.py blades OUT       random inputs of the blades -> CSV
    python3 friction_reference.py time             time integration of A and B against the harmonic balance
    python3 friction_reference.py floquet OUT      Floquet multipliers by time integration -> CSV

Conventions: q(t) = sum_h c_h cos h w t + s_h sin h w t, h = 1..Nh; complex amplitude c - i s.
M q'' + C q' + K q + B^T f(B q) = alpha e_k cos w t. Contact: x tangential, y normal (> 0 compresses),
N = max(N0 + kn y, 0), |f_x| <= mu N. Am = sqrt(1/2) * norm of the monitored coefficients.
"""
import cmath
import json
import math
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402

TWO_PI = 2.0 * math.pi
HERE = os.path.dirname(os.path.abspath(__file__))


# ---------------------------------------------------------------- friction element with exact transition times
def trig_zeros(g):
    """Angles in [0, 2 pi) at which g0 + Re sum_h g[h] e^{i h t} is (nearly) zero; g[0] real. Angles of roots that
    only come near the unit circle are returned too: they merely split an interval of monotony."""
    n = len(g) - 1
    scale = np.abs(g).max()
    if scale == 0.0:
        return np.empty(0)
    while n > 0 and abs(g[n]) < 1e-15 * scale:
        n -= 1
    if n == 0:
        return np.empty(0)
    p = np.empty(2 * n + 1, complex)
    p[n + 1 :] = g[1 : n + 1]
    p[n] = 2.0 * g[0]
    p[:n] = np.conj(g[n:0:-1])
    companion = np.zeros((2 * n, 2 * n), complex)
    companion[0] = -p[-2::-1] / p[-1]
    companion[np.arange(1, 2 * n), np.arange(2 * n - 1)] = 1.0
    z = np.linalg.eigvals(companion)
    z = z[np.abs(np.abs(z) - 1.0) < 1e-3]
    if len(z) == 0:
        return np.empty(0)
    t = np.angle(z)
    h = np.arange(n + 1)
    for _ in range(3):  # Newton; kept only where it converges nearby
        e = np.exp(1j * np.outer(t, h)) * g[: n + 1]
        value, slope = e.real.sum(1), (1j * h * e).real.sum(1)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = np.where(slope != 0.0, value / slope, 0.0)
        t = np.where(np.abs(step) < 0.02, t - step, t)
    return np.mod(t, TWO_PI)


def crossing(coef, level, a, b):
    """The root of Re sum coef e^{i h t} = level in [a, b], where the left side is monotone."""
    terms = [complex(c) for c in coef]

    def value(t):
        turn = power = cmath.exp(1j * t)
        f, d = -level, 0.0
        for i, c in enumerate(terms, 1):
            e = c * power
            f += e.real
            d -= i * e.imag
            power *= turn
        return f, d
    first, final = a, b
    fa, fb = value(a)[0], value(b)[0]
    if fa == 0.0:
        return a
    if fb == 0.0 or fa * fb > 0.0:
        return b if fb == 0.0 or abs(fb) < abs(fa) else a
    t = a - fa * (b - a) / (fb - fa)
    for _ in range(200):
        f, d = value(t)
        if f == 0.0:
            return t
        if (f > 0.0) == (fa > 0.0):
            a = t
        else:
            b = t
        new = t - f / d if d != 0.0 else math.inf
        if abs(new - t) < 1e-9:  # the error left is of the order of its square
            return min(max(new, first), final)
        if not a < new < b:
            new = 0.5 * (a + b)
            if b - a < 4e-16 * max(1.0, abs(t)):
                return new
        t = new
    return t


class Contact:
    def __init__(self, kt, kn, mu, n0, normal):
        self.kt, self.kn, self.mu, self.n0, self.normal = kt, kn if normal else 0.0, mu, n0, normal


def element(contact, x_coef, y_coef):
    """Force coefficients of f_x and N (stacked x, y as real [c1, s1, ...]) and their Jacobian, and the sequence of
    states. In contact and stick f_x = kt x + c with c constant; |f_x| <= mu N bounds c between
    lower(t) = -mu N0 - (kt x + mu kn y) and upper(t) = mu N0 - (kt x - mu kn y): c is a clip by moving bounds, and
    between stationary points of the bounds (and zeros of N) at most one transition can happen."""
    kt, kn, mu, n0 = contact.kt, contact.kn, contact.mu, contact.n0
    nh = len(x_coef) // 2
    h = np.arange(1, nh + 1)
    xc = x_coef[0::2] - 1j * x_coef[1::2]
    yc = (y_coef[0::2] - 1j * y_coef[1::2]) if contact.normal else np.zeros(nh, complex)
    up, lo = -(kt * xc - mu * kn * yc), -(kt * xc + mu * kn * yc)  # without their constants +-mu N0
    zero = np.zeros(1)
    parts = [trig_zeros(np.concatenate((zero, 1j * h * up)))]
    if contact.normal:
        parts.append(trig_zeros(np.concatenate((zero, 1j * h * lo))))
        if kn * np.abs(yc).sum() > n0:
            parts.append(trig_zeros(np.concatenate(([n0], kn * yc))))
    t = np.unique(np.concatenate(parts))
    if len(t) == 0:
        t = np.zeros(1)
    t = np.append(t, t[0] + TWO_PI)
    keep = np.append(np.diff(t) > 1e-13, True)
    t = t[keep]
    e = np.exp(1j * np.outer(t, h))
    upper, lower = (e * up).real.sum(1) + mu * n0, (e * lo).real.sum(1) - mu * n0
    middle = np.exp(1j * np.outer(0.5 * (t[1:] + t[:-1]), h))
    closed = n0 + kn * (middle * yc).real.sum(1) > 0.0
    pieces = march(t, upper, lower, closed, up, lo, mu * n0)
    return integrate(contact, xc, yc, pieces, nh)


def march(t, upper, lower, closed, up, lo, mu_n0):
    """Two passes over the period (the map of one period is a clip); the second is recorded as
    [start, end, state, offset, time the offset belongs to, bound it was taken from]; state 0 stick, 1, -1 slip, 2 open."""
    c, since, bound = 0.0, None, 0
    c = min(max(0.0, lower[0]), upper[0])
    for _ in range(2):
        pieces = []
        for j in range(len(t) - 1):
            a, b = t[j], t[j + 1]
            if not closed[j]:
                pieces.append((a, b, 2, 0.0, None, 0))
                c, since, bound = lower[j + 1], b, 2
                continue
            over, under = c - upper[j + 1], lower[j + 1] - c
            if over <= 0.0 and under <= 0.0:
                pieces.append((a, b, 0, c, since, bound))
                continue
            if over > under:
                start = a if c >= upper[j] else crossing(up, c - mu_n0, a, b)
                state, value = 1, upper[j + 1]
            else:
                start = a if c <= lower[j] else crossing(lo, c + mu_n0, a, b)
                state, value = -1, lower[j + 1]
            if start > a:
                pieces.append((a, start, 0, c, since, bound))
            pieces.append((start, b, state, 0.0, None, 0))
            c, since, bound = value, b, state
    return pieces


def integrate(contact, xc, yc, pieces, nh):
    kt, kn, mu, n0 = contact.kt, contact.kn, contact.mu, contact.n0
    n = 2 * nh
    m = np.arange(1, 2 * nh + 1)
    h = np.arange(1, nh + 1)
    power = np.zeros((4, 2 * nh + 1), complex)  # integrals of e^{i m t} over stick, slip +, (open), slip -
    w_stick = []
    for a, b, state, c, since, bound in pieces:
        part = np.empty(2 * nh + 1, complex)
        part[0] = b - a
        part[1:] = np.exp(0.5j * m * (a + b)) * (2.0 / m) * np.sin(0.5 * m * (b - a))
        power[state] += part
        if state == 0:
            w_stick.append((part[1 : nh + 1], c, since, bound))
    def weights(p):
        w = np.empty((n, n))
        plus = p[np.add.outer(h, h)]
        difference = np.subtract.outer(h, h)
        minus = np.where(difference >= 0, p[np.abs(difference)], np.conj(p[np.abs(difference)]))
        w[0::2, 0::2] = 0.5 * (minus.real + plus.real)
        w[1::2, 1::2] = 0.5 * (minus.real - plus.real)
        w[0::2, 1::2] = 0.5 * (plus.imag - minus.imag)
        w[1::2, 0::2] = 0.5 * (plus.imag + minus.imag)
        return w / math.pi
    def real(v):
        out = np.empty(n)
        out[0::2], out[1::2] = v.real, v.imag
        return out
    w_st, w_plus, w_minus = weights(power[0]), weights(power[1]), weights(power[-1])
    x, y = np.empty(n), np.empty(n)
    x[0::2], x[1::2], y[0::2], y[1::2] = xc.real, -xc.imag, yc.real, -yc.imag
    slip = w_plus - w_minus
    fx = kt * w_st @ x + mu * kn * slip @ y + mu * n0 * real(power[1][1 : nh + 1] - power[-1][1 : nh + 1]) / math.pi
    kxx, kxy = kt * w_st, mu * kn * slip
    stuck = len({p[2] for p in pieces}) == 1 and pieces[0][2] == 0
    if not stuck:
        for part, c, since, bound in w_stick:
            w = real(part) / math.pi
            fx = fx + c * w
            e = np.exp(1j * h * since)
            basis = real(e)
            if bound == 2:  # from separation: c = -kt x at N = 0
                slope = kn * float((1j * h * yc * e).real.sum())
                dcx, dcy = -kt * basis, kt * float((1j * h * xc * e).real.sum()) * kn / slope * basis
            else:
                dcx, dcy = -kt * basis, bound * mu * kn * basis
            kxx = kxx + np.outer(w, dcx)
            kxy = kxy + np.outer(w, dcy)
    if not contact.normal:
        return fx, kxx, pieces
    w_closed = w_st + w_plus + w_minus
    closed = power[0] + power[1] + power[-1]
    fy = kn * w_closed @ y + n0 * real(closed[1 : nh + 1]) / math.pi
    force = np.concatenate((fx, fy))
    jacobian = np.block([[kxx, kxy], [np.zeros((n, n)), kn * w_closed]])
    return force, jacobian, pieces


# ---------------------------------------------------------------- models
def longdouble_modes(flexibility_scaled):
    """Eigenvalues and vectors of a symmetric matrix by cyclic Jacobi rotations in extended precision."""
    a = np.array(flexibility_scaled, np.longdouble)
    n = len(a)
    v = np.eye(n, dtype=np.longdouble)
    for _ in range(30):
        off = np.sqrt((np.tril(a, -1) ** 2).sum())
        if off < 1e-22 * np.abs(np.diag(a)).max():
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if a[p, q] == 0:
                    continue
                theta = (a[q, q] - a[p, p]) / (2 * a[p, q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + np.sqrt(theta * theta + 1))
                c = 1 / np.sqrt(t * t + 1)
                s = t * c
                ap, aq = a[p].copy(), a[q].copy()
                a[p], a[q] = c * ap - s * aq, s * ap + c * aq
                ap, aq = a[:, p].copy(), a[:, q].copy()
                a[:, p], a[:, q] = c * ap - s * aq, s * ap + c * aq
                vp, vq = v[:, p].copy(), v[:, q].copy()
                v[:, p], v[:, q] = c * vp - s * vq, s * vp + c * vq
    return np.diag(a), v


def beam_matrices(n=20, length=0.2, width=0.01, height=0.01, young=210e9, density=7830.0):
    """Euler-Bernoulli cantilever with cubic elements: mass, stiffness (clamp removed) and the flexibility, which for
    nodal loads is that of the beam itself, exactly."""
    le, inertia, mass = length / n, width * height**3 / 12, density * width * height
    ei = young * inertia
    ke = ei / le**3 * np.array([[12, 6 * le, -12, 6 * le], [6 * le, 4 * le**2, -6 * le, 2 * le**2],
                                [-12, -6 * le, 12, -6 * le], [6 * le, 2 * le**2, -6 * le, 4 * le**2]])
    me = mass * le / 420 * np.array([[156, 22 * le, 54, -13 * le], [22 * le, 4 * le**2, 13 * le, -3 * le**2],
                                     [54, 13 * le, 156, -22 * le], [-13 * le, -3 * le**2, -22 * le, 4 * le**2]])
    k, m = np.zeros((2 * n + 2, 2 * n + 2)), np.zeros((2 * n + 2, 2 * n + 2))
    for i in range(n):
        k[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += ke
        m[2 * i : 2 * i + 4, 2 * i : 2 * i + 4] += me
    f = np.zeros((2 * n, 2 * n), np.longdouble)
    node = (np.arange(1, n + 1, dtype=np.longdouble)) * np.longdouble(le)
    for j in range(n):
        for i in range(n):
            x, a = node[i], node[j]
            s = min(x, a)
            f[2 * i, 2 * j] = s * s * (3 * max(x, a) - s) / 6  # deflection at x of a force at a
            f[2 * i + 1, 2 * j] = s * a - s * s / 2 if x <= a else a * a / 2  # rotation at x of a force at a
            f[2 * j, 2 * i + 1] = f[2 * i + 1, 2 * j]
            f[2 * i + 1, 2 * j + 1] = s  # rotation at x of a moment at a
    return m[2:, 2:], k[2:, 2:], f / np.longdouble(ei)


class Model:
    """Matrices, their modes, contacts, the driven and monitored degree of freedom."""

    def __init__(self, m, k, damping, contacts, rows, driven, modes=None):
        self.m, self.k, self.beta, self.contacts, self.rows, self.driven = m, k, damping, contacts, np.atleast_2d(rows), driven
        if modes is None:
            lower = np.linalg.cholesky(m)
            inverse = np.linalg.inv(lower)
            om2, v = np.linalg.eigh(inverse @ k @ inverse.T)
            modes = om2, inverse.T @ v
        self.om2, self.shape = modes
        self.d = damping * self.om2
        self.at_contact = self.rows @ self.shape
        self.at_driven = self.shape[driven]
        self.nc = len(self.rows)
        self.unit = contacts[0].mu * contacts[0].n0 / contacts[0].kt

    def respond(self, left, right, w, nh, xi=0.0):
        """Complex receptances left x right per harmonic and their derivatives with respect to w and xi."""
        h = np.arange(1, nh + 1)[:, None]
        den = self.om2 - (h * w) ** 2 + 1j * h * w * (self.d - xi)
        inv = 1.0 / den
        dw = -(inv**2) * (-2.0 * h * h * w + 1j * h * (self.d - xi))
        dxi = inv**2 * (1j * h * w)
        r = lambda c: np.einsum("am,hm,bm->hab", left, c, right)
        return r(inv), r(dw), r(dxi)

    def forces(self, u, nh):
        """u real [coordinate][2 nh]: contact forces in the same layout and their Jacobian."""
        n = 2 * nh
        f, jac, states = np.zeros(self.nc * n), np.zeros((self.nc * n, self.nc * n)), []
        at = 0
        for c in self.contacts:
            width = 2 if c.normal else 1
            s = slice(at * n, (at + width) * n)
            x = u[at * n : (at + 1) * n]
            y = u[(at + 1) * n : (at + 2) * n] if c.normal else None
            f[s], jac[s, s], pieces = element(c, x, y)
            states.append(sequence(pieces))
            at += width
        return f, jac, states


def sequence(pieces):
    """The cyclic sequence of states of a period, pieces of one state joined."""
    s = []
    for p in pieces:
        if not s or s[-1] != p[2]:
            s.append(p[2])
    if len(s) > 1 and s[0] == s[-1]:
        s.pop()
    start = min(range(len(s)), key=lambda i: tuple(s[i:] + s[:i]))
    return tuple(s[start:] + s[:start])


def expand(blocks):
    """Complex [h][a][b] to the real matrix on coordinate-major [a][c1, s1, ...] coefficients."""
    nh, na, nb = blocks.shape
    out = np.zeros((na, 2 * nh, nb, 2 * nh))
    for i in range(nh):
        out[:, 2 * i, :, 2 * i] = out[:, 2 * i + 1, :, 2 * i + 1] = blocks[i].real
        out[:, 2 * i, :, 2 * i + 1] = blocks[i].imag
        out[:, 2 * i + 1, :, 2 * i] = -blocks[i].imag
    return out.reshape(na * 2 * nh, nb * 2 * nh)


_beam = {}


def cantilever(pad_node=5):
    if not _beam:
        m, k, f = beam_matrices()
        lower = np.linalg.cholesky(m)  # refined below: L L^T = M to extended precision
        lower = np.array(lower, np.longdouble)
        n = len(lower)
        for j in range(n):
            lower[j, j] = np.sqrt(np.longdouble(m[j, j]) - (lower[j, :j] ** 2).sum())
            lower[j + 1 :, j] = (np.array(m[j + 1 :, j], np.longdouble) - lower[j + 1 :, :j] @ lower[j, :j]) / lower[j, j]
        value, v = longdouble_modes(lower.T @ f @ lower)
        order = np.argsort(-value)
        value, v = value[order], v[:, order]
        shape = np.zeros_like(v)
        for i in range(n - 1, -1, -1):  # L^T shape = v
            shape[i] = (v[i] - lower[i + 1 :, i] @ shape[i + 1 :]) / lower[i, i]
        _beam["m"], _beam["k"] = m, k
        _beam["modes"] = (np.array(1 / value, float), np.array(shape, float))
    row = np.zeros(40)
    row[2 * (pad_node - 1)] = 1.0
    return Model(_beam["m"], _beam["k"], 5e-6, [Contact(2e8, 0.0, 0.3, 40.0, False)], row, 38, _beam["modes"])


def blades(beta=1.5e-5):
    with open(os.path.join(HERE, "blade_matrices.json")) as file:
        data = json.load(file)
    contacts = [Contact(1e5, 1e5, 0.3, 50.0, True) for _ in range(2)]
    return Model(np.array(data["M"]), np.array(data["K"]), beta, contacts, np.array(data["B"]), 7)


# ---------------------------------------------------------------- response at a given factor on the load
class Point:
    """A solution: z = (u / unit, w / width), the state sequence, Am, its gradient, Qc1 of the driven coordinate."""

    __slots__ = ("z", "w", "am", "slope_z", "c1", "jac", "states", "xi", "alpha", "q1")


class Response:
    """u + H(w) f(u) = alpha c(w), condensed to the contact coordinates; unknowns scaled."""

    def __init__(self, model, nh, alpha):
        self.model, self.nh, self.alpha = model, nh, alpha
        self.n = model.nc * 2 * nh
        self.width = 0.1 * 1300.0
        self.left = np.vstack((model.rows @ model.shape, model.shape[model.driven]))

    def evaluate(self, z):
        model, nh, n, unit = self.model, self.nh, self.n, self.model.unit
        u, w = z[:n] * unit, z[n] * self.width
        f, kf, states = model.forces(u, nh)
        h, dh, _ = model.respond(self.left, self.left, w, nh)
        big, dbig = expand(h), expand(dh)
        load = np.zeros(2 * nh)
        load[0] = self.alpha
        force = np.concatenate((-f, load))  # all generalized forces: at the contacts, at the driven coordinate
        q, dq = big @ force, dbig @ force
        g = (u - q[:n]) / unit
        jac = np.empty((n, n + 1))
        jac[:, :n] = np.eye(n) + big[:n, :n] @ kf
        jac[:, n] = -dq[:n] / unit * self.width
        monitored = q[n:]
        norm = math.sqrt(float(monitored @ monitored))
        direction = math.sqrt(0.5) * monitored / norm
        p = Point()
        p.z, p.w, p.am, p.jac, p.states, p.c1 = z, w, math.sqrt(0.5) * norm, jac, states, monitored[0]
        p.slope_z = np.append(-(direction @ big[n:, :n] @ kf) * unit, direction @ dq[n:] * self.width)
        return g, p

    def correct(self, z, normal, target, tolerance=1e-13, limit=25):
        """Newton with the plane normal . z = target; None where it does not converge."""
        n, last = self.n, math.inf
        for it in range(limit):
            g, p = self.evaluate(z)
            a = np.vstack((p.jac, normal))
            r = np.append(g, normal @ z - target)
            try:
                step = np.linalg.solve(a, r)
            except np.linalg.LinAlgError:
                return None
            size = np.linalg.norm(step[:n]) / max(1.0, np.linalg.norm(z[:n])) + abs(step[n])
            if not np.isfinite(size) or size > 1e3:
                return None
            z = z - step
            if size < tolerance or (size < 1e-10 and size >= 0.5 * last):
                return self.evaluate(z)[1]
            last = size
        return None

    def tangent(self, p, direction):
        """Unit null vector of the Jacobian along direction (one-sided at a kink: the side p lies on)."""
        a = np.vstack((p.jac, direction))
        t = np.linalg.solve(a, np.append(np.zeros(self.n), 1.0))
        return t / self.length(t, p.z)

    def length(self, t, z):
        return math.sqrt(float(t[: self.n] @ t[: self.n]) / max(1.0, float(z[: self.n] @ z[: self.n])) + t[self.n] ** 2)

    def at_frequency(self, w, guess=None):
        """The solution at a frequency, from the stuck state or a guess; None where Newton fails."""
        z = np.zeros(self.n + 1) if guess is None else guess.copy()
        z[self.n] = w / self.width
        normal = np.zeros(self.n + 1)
        normal[self.n] = 1.0
        return self.correct(z, normal, w / self.width)

    def raised(self, w):
        """The solution at a frequency by raising the load from nothing in small steps; None where that fails."""
        target, factor, step = self.alpha, 1e-3, 0.5
        z = before = None
        while True:
            self.alpha = target * factor
            guess = z if before is None else z + (z - before[1]) * (factor - before[2]) / (before[2] - before[0])
            p = self.at_frequency(w, guess)
            if p is None and guess is not None:
                p = self.at_frequency(w, z)
            self.alpha = target
            if p is None:
                step *= 0.5
                if z is None or step < 1e-5:
                    return None
                factor = min(1.0, last * (1.0 + step))
                continue
            if factor == 1.0:
                return p
            before = (last, z, factor) if z is not None else None
            last, z = factor, p.z
            step = min(0.5, step * 1.3)
            factor = min(1.0, last * (1.0 + step))

    def curve(self, start, end, largest=0.12, smallest=1e-7, limit=6000):
        """Points from start to end (rad/s) by pseudo-arclength continuation from the solution at start."""
        p = self.at_frequency(start) or self.raised(start)
        if p is None:
            raise RuntimeError(f"no start at {start} for alpha {self.alpha}")
        direction = np.zeros(self.n + 1)
        direction[self.n] = 1.0 if end > start else -1.0
        t = self.tangent(p, direction)
        points, step = [p], 0.02
        while len(points) < limit:
            weight = np.full(self.n + 1, 1.0 / max(1.0, float(p.z[: self.n] @ p.z[: self.n])))
            weight[self.n] = 1.0
            normal = t * weight
            z = p.z + step * t
            new = self.correct(z, normal, float(normal @ z), 1e-7, 8)
            ok = new is not None
            if ok:
                new_t = self.tangent(new, normal)
                ok = self.length(new.z - p.z, p.z) < 2.0 * step and (step < 1e-3 or float(new_t * weight @ t) > 0.5)
            if not ok:
                step *= 0.5
                if step < smallest:
                    raise RuntimeError(f"step too small at w {p.w} for alpha {self.alpha} nh {self.nh}")
                continue
            p, t = new, new_t
            points.append(p)
            if (p.w > end) == (end > start):
                break
            step = min(largest, step * 1.4)
        return points

    def between(self, a, b, fraction):
        """The curve's point in the plane that cuts the chord a-b at a fraction of its length."""
        chord = b.z - a.z
        weight = np.full(self.n + 1, 1.0 / max(1.0, float(a.z[: self.n] @ a.z[: self.n])))
        weight[self.n] = 1.0
        normal = chord * weight
        normal = normal / np.linalg.norm(normal)
        z = a.z + fraction * chord
        return self.correct(z, normal, float(normal @ z), 1e-10), normal

    def rise(self, p, along):
        """dAm along the curve per scaled length in the direction of increasing `along`."""
        return float(p.slope_z @ self.tangent(p, along)) / p.am

    def extremum(self, a, b):
        """Maximum between two points whose dAm/ds changes sign from + to -: (point, kind, left and right slope)."""
        chord = b.z - a.z
        ga, gb = self.rise(a, chord), self.rise(b, chord)
        for _ in range(200):
            size = self.length(b.z - a.z, a.z)
            if size < 3e-14:
                break
            fraction = min(0.9, max(0.1, ga / (ga - gb))) if _ % 3 else 0.5
            c, _n = self.between(a, b, fraction)
            if c is None or not -1e-9 <= float((c.z - a.z) @ _n) / float((b.z - a.z) @ _n) <= 1 + 1e-9:
                c, _n = self.between(a, b, 0.5)
                if c is None:
                    break
            gc = self.rise(c, chord)
            if abs(gc) < 1e-13:
                return c, 0, gc, gc
            if gc > 0.0:
                a, ga = c, gc
            else:
                b, gb = c, gc
        # an interval of rounding size: a kink where the slopes differ by far more than rounding
        kind = 1 if ga - gb > 1e-8 else 0
        best = a if a.am >= b.am else b
        return best, kind, ga, gb

    def zero_of_phase(self, a, b):
        for _ in range(200):
            if self.length(b.z - a.z, a.z) < 3e-14 or a.c1 == b.c1:
                break
            fraction = min(0.9, max(0.1, a.c1 / (a.c1 - b.c1))) if _ % 3 else 0.5
            c, _n = self.between(a, b, fraction)
            if c is None:
                c, _n = self.between(a, b, 0.5)
                if c is None:
                    break
            if c.c1 == 0.0:
                return c.w
            if (c.c1 > 0.0) == (a.c1 > 0.0):
                a = c
            else:
                b = c
        return a.w

    def maxima(self, points):
        out = []
        for a, b in zip(points[:-1], points[1:]):
            chord = b.z - a.z
            if self.rise(a, chord) > 0.0 >= self.rise(b, chord):
                out.append(self.extremum(a, b))
        return out

    def phase_roots(self, points):
        return [self.zero_of_phase(a, b) for a, b in zip(points[:-1], points[1:]) if a.c1 * b.c1 < 0.0]


# ---------------------------------------------------------------- damped nonlinear normal mode
class NormalMode:
    """u + H(w, xi) f(u) = 0 with the damping C - xi M, along its one-parameter family from small amplitude on. The load
    factor that would hold it: alpha = xi w Q1^H M Q1 / |Q1,k| (fundamental only)."""

    def __init__(self, model, nh, near, largest=0.1):
        self.model, self.nh, self.largest = model, nh, largest
        self.n = model.nc * 2 * nh
        self.width, self.xi_width = 130.0, 300.0
        self.left = np.vstack((model.rows @ model.shape, model.shape[model.driven]))
        self.points, self.step, self.ended, self.reason = [self.stuck(near)], 0.02, False, ""
        self.tangents = [None]
        self.tangents[0] = self.tangent(self.points[0], np.append(self.points[0].z[: self.n], [0.0, 0.0]))

    def stuck(self, near):
        """The linear mode with all contacts stuck: (K_s + i w C) p = s M p, s = w^2 + i w xi."""
        model = self.model
        stiffness = np.concatenate([[c.kt, c.kn] if c.normal else [c.kt] for c in model.contacts])
        ks = model.k + model.rows.T @ np.diag(stiffness) @ model.rows
        lower = np.linalg.inv(np.linalg.cholesky(model.m))
        w = near
        for _ in range(50):
            s, v = np.linalg.eig(lower @ (ks + 1j * w * model.beta * model.k) @ lower.T)
            i = np.argmin(np.abs(np.sqrt(s).real - near))
            w, xi = math.sqrt(s[i].real), s[i].imag / math.sqrt(s[i].real)
        q = lower.T @ v[:, i]
        u = model.rows @ q
        u = 0.2 * u / np.linalg.norm(u)
        z = np.zeros(self.n + 2)
        for j in range(model.nc):
            z[j * 2 * self.nh], z[j * 2 * self.nh + 1] = u[j].real, -u[j].imag
        z[self.n], z[self.n + 1] = w / self.width, xi / self.xi_width
        normal = np.append(z[: self.n], [0.0, 0.0])
        return self.correct(z, normal, float(normal @ z))

    def evaluate(self, z):
        model, nh, n, unit = self.model, self.nh, self.n, self.model.unit
        u, w, xi = z[:n] * unit, z[n] * self.width, z[n + 1] * self.xi_width
        f, kf, states = model.forces(u, nh)
        h, dh, dxi = model.respond(self.left, self.left, w, nh, xi)
        big, dbig, xbig = expand(h), expand(dh), expand(dxi)
        force = np.concatenate((-f, np.zeros(2 * nh)))
        g = (u - (big @ force)[:n]) / unit
        jac = np.empty((n, n + 2))
        jac[:, :n] = np.eye(n) + big[:n, :n] @ kf
        jac[:, n] = -(dbig @ force)[:n] / unit * self.width
        jac[:, n + 1] = -(xbig @ force)[:n] / unit * self.xi_width
        p = Point()
        p.z, p.w, p.xi, p.jac, p.states = z, w, xi, jac, states
        first = -(f[0 :: 2 * nh] - 1j * f[1 :: 2 * nh])
        modal = (self.left[:-1].T @ first) / (model.om2 - w * w + 1j * w * (model.d - xi))
        p.q1 = modal
        p.alpha = xi * w * float((np.abs(modal) ** 2).sum()) / abs(self.left[-1] @ modal)
        monitored = (big @ force)[n:]
        p.am = math.sqrt(0.5 * float(monitored @ monitored))
        return g, p

    def rotation(self, z):
        """Derivative of the solution by its free phase."""
        d = np.zeros(self.n + 2)
        for i in range(self.n // 2):
            h = i % self.nh + 1
            d[2 * i], d[2 * i + 1] = h * z[2 * i + 1], -h * z[2 * i]
        return d

    def correct(self, z, normal, target, tolerance=1e-13, limit=25):
        n, last = self.n, math.inf
        phase = self.rotation(z)
        phase /= np.linalg.norm(phase)
        anchor = float(phase @ z)
        for _ in range(limit):
            g, p = self.evaluate(z)
            try:
                step = np.linalg.solve(np.vstack((p.jac, normal, phase)), np.append(g, [normal @ z - target, phase @ z - anchor]))
            except np.linalg.LinAlgError:
                return None
            size = np.linalg.norm(step[:n]) / np.linalg.norm(z[:n]) + np.abs(step[n:]).sum()
            if not np.isfinite(size) or size > 1e3:
                return None
            z = z - step
            if size < tolerance or (size < 1e-9 and size >= 0.5 * last):
                return self.evaluate(z)[1]
            last = size
        return None

    def weight(self, z):
        w = np.full(self.n + 2, 1.0 / float(z[: self.n] @ z[: self.n]))
        w[self.n :] = 1.0
        return w

    def tangent(self, p, direction):
        a = np.vstack((p.jac, direction, self.rotation(p.z)))
        t = np.linalg.solve(a, np.append(np.zeros(self.n), [1.0, 0.0]))
        return t / math.sqrt(float(t * self.weight(p.z) @ t))

    def advance(self, smallest=1e-8):
        p, t = self.points[-1], self.tangents[-1]
        while True:
            normal = t * self.weight(p.z)
            normal = normal / np.linalg.norm(normal)
            z = p.z + self.step * t
            new = self.correct(z, normal, float(normal @ z), 1e-7, 10)
            ok = new is not None
            if ok:
                new_t = self.tangent(new, normal)
                move = new.z - p.z
                ok = math.sqrt(float(move * self.weight(p.z) @ move)) < 2.0 * self.step
                ok = ok and (self.step < 1e-3 or float(new_t * self.weight(p.z) @ t) > 0.5)
            if ok:
                break
            self.step *= 0.5
            if self.step < smallest:
                self.ended, self.reason = True, f"step too small at w {p.w} alpha {p.alpha}"
                return
        self.points.append(new)
        self.tangents.append(new_t)
        self.step = min(self.largest, self.step * 1.4)

    def between(self, a, b, fraction):
        chord = (b.z - a.z) * self.weight(a.z)
        chord = chord / np.linalg.norm(chord)
        z = a.z + fraction * (b.z - a.z)
        return self.correct(z, chord, float(chord @ z), 1e-10)

    def solve(self, a, b, alpha):
        fa, fb = a.alpha - alpha, b.alpha - alpha
        for i in range(200):
            move = b.z - a.z
            if fa == 0.0 or math.sqrt(float(move * self.weight(a.z) @ move)) < 3e-14:
                break
            fraction = min(0.9, max(0.1, fa / (fa - fb))) if i % 3 else 0.5
            c = self.between(a, b, fraction)
            if c is None:
                break
            fc = c.alpha - alpha
            if (fc > 0.0) == (fa > 0.0) and fc != 0.0:
                a, fa = c, fc
            else:
                b, fb = c, fc
        return a if abs(fa) < abs(fb) else b

    def at(self, alpha, limit=8000, ceiling=1e9):
        """First point of the branch that reaches alpha; None where none does. Stuck part: alpha grows with amplitude."""
        if self.points[0].alpha >= alpha:
            return self.points[0]  # linear: frequency and damping do not depend on the amplitude
        i = 0
        while True:
            while i + 1 >= len(self.points):
                if self.ended or len(self.points) > limit or np.abs(self.points[-1].z[: self.n]).max() > ceiling:
                    return None
                self.advance()
            a, b = self.points[i], self.points[i + 1]
            if b.alpha >= alpha:
                return self.solve(a, b, alpha)
            if b.alpha < a.alpha and i and self.points[i - 1].alpha < a.alpha and a.alpha > 0.9 * alpha:
                for lo, hi in ((self.points[i - 1], a), (a, b)):  # a maximum of alpha on the branch, looked at closely
                    last = lo
                    for f in np.linspace(0.02, 1.0, 50):
                        c = self.between(lo, hi, f)
                        if c is not None and c.alpha >= alpha:
                            return self.solve(last, c, alpha)
                        last = c if c is not None else last
            i += 1


# ---------------------------------------------------------------- the six numbers of a row
def refined(response, points, parts=6):
    """Points added on both sides of every change of the state sequence (kinks lie there), and where the slopes at the
    ends of an interval leave room for two extrema."""
    out = [points[0]]
    for a, b in zip(points[:-1], points[1:]):
        chord = b.z - a.z
        length = response.length(chord, a.z)
        ga, gb = response.rise(a, chord) * length, response.rise(b, chord) * length
        secant = math.log(b.am / a.am)
        bent = abs(ga + gb - 2.0 * secant) > 0.5 * abs(secant) or (ga > 0.0) != (secant > 0.0) or (gb > 0.0) != (secant > 0.0)
        inner = [a]
        if bent or a.states != b.states:
            inner += [c for c in (response.between(a, b, i / parts)[0] for i in range(1, parts)) if c is not None]
        inner.append(b)
        for c, d in zip(inner[:-1], inner[1:]):
            out += changes(response, c, d)
            out.append(d)
    return out


def changes(response, a, b, limit=6):
    """Pairs of points that enclose the changes of the state sequence between two points, in order."""
    out = []
    while a.states != b.states and len(out) < 2 * limit:
        lo, hi = a, b
        for _ in range(60):
            if response.length(hi.z - lo.z, lo.z) < 1e-9:
                break
            c, _n = response.between(lo, hi, 0.5)
            if c is None:
                return out
            lo, hi = (c, hi) if c.states == a.states else (lo, c)
        out += [p for p in (lo, hi) if p is not a and p is not b]
        if hi is b:
            break
        a = hi
    return out


def survey(model, nh, alpha, start, end, width, largest):
    """Maxima (point, kind) and phase roots of the response curve between two frequencies, and the curve."""
    response = Response(model, nh, alpha)
    response.width = width
    for attempt in range(3):
        try:
            points = response.curve(start, end, largest=largest / 3**attempt, limit=20000)
            break
        except RuntimeError:
            if attempt == 2:
                raise
    points = refined(response, points)
    return response, response.maxima(points), response.phase_roots(points), points


def log_slopes(response, points):
    """(w, d ln Am / d w) at the points of a curve."""
    out = []
    for a, b in zip(points[:-1], points[1:]):
        t = response.tangent(b, b.z - a.z)
        if t[response.n] != 0.0:
            out.append((b.w, float(b.slope_z @ t) / b.am / (t[response.n] * response.width)))
    return out


def nearest(roots, w):
    return min(roots, key=lambda r: abs(r - w)) if roots else math.nan


def same(a, b, tolerance):
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a - b) <= tolerance * abs(a)


def agree(first, second):
    return first[2] == second[2] and all(same(a, b, t) for a, b, t in
                                         zip((first[0], first[1], first[3]), (second[0], second[1], second[3]), (1e-9, 1e-10, 1e-9)))


NOTHING = (math.nan, math.nan, -1, math.nan)


def cantilever_row(pad_node, nh, alpha, modes, second=False):
    """omega, amplitude, kind, omega_phase, omega_dnnm, sure, remark; second: another sweep, downwards and finer."""
    model, remark, results = cantilever(pad_node), "", []
    first, last = 1000.0, max(2500.0, 1.15 * FIRST_STUCK[pad_node]) if pad_node < 11 else 14000.0
    for start, end, largest in ((first, last, 0.1), (last, first, 0.06))[: 2 if second else 1]:
        response, maxima, roots, points = survey(model, nh, alpha, start, end, 500.0, largest)
        ranked = sorted(maxima, key=lambda m: -m[0].am)
        best = ranked[0]
        if max(p.am for p in points) > best[0].am * (1.0 + 1e-12):
            remark = "a point of the curve lies above the maximum"
        results.append((best[0].w, best[0].am, best[1], nearest(roots, best[0].w)))
    if second and not agree(*results):
        remark = "sweeps differ"
    if len(ranked) > 1 and ranked[1][0].am > 0.999 * best[0].am:
        remark = "two maxima nearly equal"
    if (pad_node, nh) not in modes:
        modes[pad_node, nh] = [NormalMode(model, nh, FIRST_STUCK[pad_node], largest) for largest in ((0.1, 0.05) if second else (0.08,))]
    dnnm, doubt = mode_frequency(modes[pad_node, nh], alpha)
    remark = remark or doubt
    if best[0].w > 1.05 * FIRST_STUCK[pad_node]:
        remark = remark or "highest is not the first mode"
    return results[0] + (dnnm, 0 if remark else 1, remark), best[0]


def mode_frequency(pair, alpha):
    """Frequency of the damped mode at a load factor from two continuations with different steps, and a doubt."""
    fine = pair[-1].at(alpha)
    if fine is None:
        return math.nan, "branch ends: " + (pair[-1].reason or "limit")
    coarse = pair[0].at(alpha)
    if coarse is None or not same(coarse.w, fine.w, 1e-9):
        return fine.w, "branches differ"
    return fine.w, ""


FIRST_STUCK = dict(zip(range(1, 21), (1341, 1473, 1632, 1803, 1994.5, 2217, 2479, 2796, 3182, 3662, 4266, 5035, 6001, 7119,
                                      8034, 8185, 7715, 7041, 6362, 5679)))


def blade_row(beta, ridge, nh, alpha, window=(1000.0, 1500.0), border=1290.0):
    model, remark, results, best = blades(beta), "", [], None
    for start, end, largest in ((window[0], window[1], 0.08), (window[1], window[0], 0.05)):
        response, maxima, roots, points = survey(model, nh, alpha, start, end, 60.0, largest)
        if ridge == 1:
            chosen = sorted((m for m in maxima if m[0].w < border), key=lambda m: -m[0].am)
            if len(chosen) > 1 and chosen[1][0].am > 0.999 * chosen[0][0].am:
                remark = "two maxima nearly equal"
        else:
            chosen = sorted((m for m in maxima if m[0].w > border), key=lambda m: -m[0].w)
        if any(abs(m[0].w - border) < 0.5 for m in maxima):
            remark = "a maximum near the border of the ridges"
        if not chosen:
            results.append(NOTHING)
            slopes = [s for w, s in log_slopes(response, points) if w > border + 1.0 or ridge == 1]
            if ridge == 2 and max(slopes) > -1e-4:
                remark = "nearly a maximum"
            continue
        best = chosen[0]
        results.append((best[0].w, best[0].am, best[1], nearest(roots, best[0].w)))
        gaps = sorted(abs(r - best[0].w) for r in roots)
        if len(gaps) > 1 and gaps[1] - gaps[0] < 1e-3 * gaps[1]:
            remark = "two phase roots equally near"
        close = [s for w, s in log_slopes(response, points) if ridge == 2 and best[0].w - 4.0 < w < best[0].w]
        if close and max(close) < 1e-4:
            remark = "maximum about to merge with a minimum"
    if not agree(*results):
        remark = "sweeps differ"
    dnnm = math.nan
    if results[0][2] >= 0:
        near = 1280.0 if ridge == 1 else 1328.0
        dnnm, doubt = mode_frequency([NormalMode(model, nh, near, largest) for largest in (0.1,)], alpha)
        remark = remark or doubt
    return results[0] + (dnnm, 0 if remark else 1, remark), best and best[0]


def full_amplitude(model, nh, alpha, point, width):
    """Am at the point's frequency from Newton in all coordinates, with M, C, K themselves and no modes; started from
    the condensed solution disturbed by a part in a thousand."""
    n, dof, w = 2 * nh, len(model.m), point.w
    u = point.z[:-1] * model.unit
    force = np.concatenate((-model.forces(u, nh)[0], [alpha], np.zeros(n - 1)))
    left = np.vstack((model.rows @ model.shape, model.at_driven))
    h, _, _ = model.respond(model.shape, left, w, nh)
    q = 1.001 * expand(h) @ force  # [dof][2 nh]
    stiff = np.zeros((nh, dof, dof), complex)
    for i in range(nh):
        stiff[i] = model.k - ((i + 1) * w) ** 2 * model.m + 1j * (i + 1) * w * model.beta * model.k
    d = expand(stiff)
    to_contact = np.kron(model.rows, np.eye(n))
    load = np.zeros(dof * n)
    load[model.driven * n] = alpha
    scale = 1.0 / np.sqrt(np.abs(np.diag(d)))
    last = math.inf
    for _ in range(40):
        f, kf, _s = model.forces(to_contact @ q, nh)
        residual = d @ q + to_contact.T @ f - load
        jac = d + to_contact.T @ kf @ to_contact
        step = scale * np.linalg.solve(scale[:, None] * jac * scale, scale * residual)
        q = q - step
        size = np.linalg.norm(step) / np.linalg.norm(q)
        if size < 1e-14 or (size < 1e-9 and size > 0.5 * last):
            break
        last = size
    return math.sqrt(0.5) * float(np.linalg.norm(q[model.driven * n : (model.driven + 1) * n]))


# ---------------------------------------------------------------- time integration (independent of harmonic balance)
def exponential(a):
    """Matrix exponential of small matrices [k][n][n] by scaling, Taylor series and squaring."""
    doublings = max(0, int(np.ceil(np.log2(max(np.abs(a).sum(2).max(), 1e-300)))) + 3)
    a = a / 2.0**doublings
    total = term = np.broadcast_to(np.eye(a.shape[1]), a.shape).copy()
    for i in range(1, 16):
        term = term @ a / i
        total = total + term
    for _ in range(doublings):
        total = total @ total
    return total


class March:
    """One period in n steps: modes exact, contact forces linear between the ends of a step (second order). State
    s = [z (modal displacement, velocity beyond the linear response to the load), friction forces]. A constant force
    p at the contacts keeps the mean displacement there zero, as harmonic balance without a static harmonic does."""

    def __init__(self, model, w, alpha, n):
        self.model, self.w, self.n = model, w, n
        m, h = len(model.om2), TWO_PI / w / n
        a = np.zeros((m, 4, 4))  # displacement, velocity, force, its rate
        a[:, 0, 1] = h
        a[:, 1, 0], a[:, 1, 1], a[:, 1, 2], a[:, 2, 3] = -h * model.om2, -h * model.d, h, 1.0
        e = exponential(a)
        self.e = np.block([[np.diag(e[:, 0, 0]), np.diag(e[:, 0, 1])], [np.diag(e[:, 1, 0]), np.diag(e[:, 1, 1])]])
        ramp, hold = np.concatenate((e[:, 0, 3], e[:, 1, 3])), np.concatenate((e[:, 0, 2], e[:, 1, 2]))
        phi = np.vstack((model.at_contact.T, model.at_contact.T))
        self.b1, self.b0 = -phi * ramp[:, None], -phi * (hold - ramp)[:, None]
        self.r = np.hstack((model.at_contact, np.zeros_like(model.at_contact)))
        self.monitor = np.concatenate((model.at_driven, np.zeros(m)))
        linear = alpha * model.at_driven / (model.om2 - w * w + 1j * w * model.d)
        self.turn = np.exp(2j * math.pi * np.arange(n + 1) / n)
        self.load_contact = (np.outer(self.turn, model.at_contact @ linear)).real
        self.load_monitor = (self.turn * (model.at_driven @ linear)).real
        self.rows, self.friction, at = [], [], 0
        for c in model.contacts:
            self.rows.append((at, at + 1 if c.normal else -1, c))
            self.friction.append(at)
            at += 2 if c.normal else 1

    def law(self, x, previous, f_previous):
        """Forces and df/dx at x, with the friction springs as they were."""
        f, slope, memory = np.zeros(len(x)), np.zeros((len(x), len(x))), np.zeros(len(x))
        for i, j, c in self.rows:
            normal = c.n0 + (c.kn * x[j] if j >= 0 else 0.0)
            if normal <= 0.0:
                f[j] = -c.n0
                continue
            if j >= 0:
                f[j], slope[j, j] = c.kn * x[j], c.kn
            trial = c.kt * (x[i] - previous[i]) + f_previous[i]
            if abs(trial) <= c.mu * normal:
                f[i], slope[i, i], memory[i] = trial, c.kt, 1.0
            else:
                sign = 1.0 if trial > 0.0 else -1.0
                f[i] = sign * c.mu * normal
                if j >= 0:
                    slope[i, j] = sign * c.mu * c.kn
        return f, slope, memory

    def period(self, z, fx, p, jacobian=True):
        """After one period: z, fx, mean contact displacement, monitored signal; their derivative by (z, fx, p)."""
        nz, nf, nc = len(z), len(self.friction), len(self.r)
        x = self.r @ z + self.load_contact[0]
        f, _s, _m = self.law(x, x, self.put(fx))
        for i, j, c in self.rows:
            f[i] = fx[self.friction.index(i)]
        dz = np.eye(nz, nz + nf + nc)
        df = np.zeros((nc, nz + nf + nc))
        dx = self.r @ dz
        for k, i in enumerate(self.friction):
            df[i, nz + k] = 1.0
        for i, j, c in self.rows:
            if j >= 0 and c.n0 + c.kn * x[j] > 0.0:
                df[j] = c.kn * dx[j]
        dp = np.zeros((nc, nz + nf + nc))
        dp[:, nz + nf :] = np.eye(nc)
        g = self.r @ self.b1
        signal, mean, dmean = np.empty(self.n), np.zeros(nc), np.zeros((nc, nz + nf + nc))
        slipped = np.zeros(nc, bool)
        for step in range(self.n):
            known = self.e @ z + self.b0 @ (f + p) + self.b1 @ p
            base = self.r @ known + self.load_contact[step + 1]
            new, last = x, None
            for _ in range(30):
                f1, slope, memory = self.law(new, x, f)
                residual = new - base - g @ f1
                key = (slope.tobytes(), memory.tobytes())
                if key == last and np.abs(residual).max() < 1e-14 * max(1e-9, np.abs(new).max()):
                    break
                last = key
                new = new - np.linalg.solve(np.eye(nc) - g @ slope, residual)
            if jacobian:
                dknown = self.e @ dz + self.b0 @ (df + dp) + self.b1 @ dp
                held = np.zeros((nc, dz.shape[1]))
                for i, j, c in self.rows:
                    if memory[i]:
                        held[i] = df[i] - c.kt * dx[i]
                dx1 = np.linalg.solve(np.eye(nc) - g @ slope, self.r @ dknown + g @ held)
                df = slope @ dx1 + held
                dz, dx = dknown + self.b1 @ df, dx1
                dmean += dx / self.n
            slipped |= memory == 0.0
            z, f, x = known + self.b1 @ f1, f1, new
            signal[step] = self.monitor @ z + self.load_monitor[step + 1]
            mean += x / self.n
        out = z, f[self.friction], mean, signal
        return out, (np.vstack((dz, df[self.friction])), dmean), slipped[self.friction]

    def put(self, fx):
        f = np.zeros(len(self.r))
        f[self.friction] = fx
        return f

    def periodic(self, point, nh, alpha, limit=25, static_free=True):
        """Periodic solution by Newton shooting, started from a point of harmonic balance: Am, multipliers."""
        model = self.model
        u = point.z[:-1] * model.unit
        force = np.concatenate((-model.forces(u, nh)[0], np.zeros(2 * nh)))
        left = np.vstack((model.at_contact, model.at_driven))
        h, _, _ = model.respond(np.eye(len(model.om2)), left, self.w, nh)
        a = (expand(h) @ force).reshape(len(model.om2), nh, 2)
        z = np.concatenate((a[:, :, 0].sum(1), (a[:, :, 1] * np.arange(1, nh + 1) * self.w).sum(1)))
        nz, nf, nc = len(z), len(self.friction), len(self.r)
        fx, p = np.zeros(nf), np.zeros(nc)
        (_z, fx, _mean, _signal), _jac, _slipped = self.period(z, fx, p, False)
        free = [k for k in range(nc)] if static_free and model.contacts[0].normal else []
        history = []
        for _ in range(limit):
            (z1, fx1, mean, signal), (phi, dmean), slipped = self.period(z, fx, p)
            keep = [k for k in range(nf) if slipped[k]]  # a spring that never slips keeps any offset: left alone
            # a stuck contact's mean friction force and p are one unknown: its p stays zero, its offset is left alone
            free = [k for k in free if k not in self.friction or slipped[self.friction.index(k)]] if free else []
            columns = list(range(nz)) + [nz + k for k in keep] + [nz + nf + k for k in free]
            rows = list(range(nz)) + [nz + k for k in keep]
            state, state1 = np.concatenate((z, fx)), np.concatenate((z1, fx1))
            residual = np.concatenate(((state1 - state)[rows], mean[free]))
            jac = np.vstack(((phi - np.eye(nz + nf, nz + nf + nc))[np.ix_(rows, columns)], dmean[np.ix_(free, columns)]))
            history.append(np.abs((state1 - state)[: nz // 2]).max() / np.abs(signal).max())
            if len(history) > 2 and history[-1] < 1e-11:
                break
            step = np.linalg.solve(jac, -residual)
            z = z + step[:nz]
            fx[keep] += step[nz : nz + len(keep)]
            p[free] += step[nz + len(keep) :]
        inner = list(range(nz)) + [nz + k for k in keep]
        multipliers = np.linalg.eigvals(phi[np.ix_(inner, inner)])
        spectrum = np.fft.rfft(signal) / self.n
        am = math.sqrt(2.0 * float((np.abs(spectrum[1 : self.n // 2]) ** 2).sum()))
        return am, multipliers, history, slipped


def duffing_period(x, v, w, force, damping, cubic, n=600):
    """One period of x'' + damping x' + x + cubic x^3 = force cos w t by Runge-Kutta of fourth order with the
    variational equations in (x, v, w): end state, derivative [2][3], mean of x^2."""
    h = 1.0 / n  # time in periods
    s = np.array([x, v, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0])  # x, v, int x^2, then d/dx0, d/dv0, d/dw of (x, v)

    def rate(tau, s):
        x, v, _q, xa, va, xb, vb, xw, vw = s
        period, angle = TWO_PI / w, TWO_PI * tau
        acc = force * math.cos(angle) - damping * v - x - cubic * x**3
        k = -1.0 - 3.0 * cubic * x * x
        return period * np.array([v, acc, x * x / period, va, k * xa - damping * va, vb, k * xb - damping * vb,
                                  vw - v / w, k * xw - damping * vw - acc / w])

    for i in range(n):
        a = rate(i * h, s)
        b = rate((i + 0.5) * h, s + 0.5 * h * a)
        c = rate((i + 0.5) * h, s + 0.5 * h * b)
        d = rate((i + 1) * h, s + h * c)
        s = s + h / 6.0 * (a + 2 * b + 2 * c + d)
    return s[:2], np.array([[s[3], s[5], s[7]], [s[4], s[6], s[8]]]), s[2]


def duffing_rows(force=0.1, damping=0.05, cubic=1.0, start=0.8, end=1.8, step=0.04):
    """Points of the response curve by shooting and arclength; folds where dw/ds changes sign (multiplier 1)."""
    z = np.array([force / (1 - start**2), 0.0, start])
    normal, rows, previous = np.array([0.0, 0.0, 1.0]), [], None
    direction, target = normal, start

    def correct(z, normal, target):
        for _ in range(12):
            out, jac, square = duffing_period(*z, force, damping, cubic)
            g = out - z[:2]
            a = np.vstack((jac - np.eye(2, 3), normal))
            change = np.linalg.solve(a, np.append(g, normal @ z - target))
            z = z - change
            if np.abs(change).max() < 1e-11:
                break
        t = np.linalg.solve(a, np.array([0.0, 0.0, 1.0]))
        mu = np.linalg.eigvals(jac[:, :2])
        return z, t / np.linalg.norm(t), mu, math.sqrt(square)

    z, t, mu, rms = correct(z, normal, target)
    while start <= z[2] <= end and len(rows) < 200:
        rows.append(("duffing", force, z[2], rms, float(np.abs(mu).max()), "regular"))
        old, old_t = z, t
        z, t, mu, rms = correct(z + step * t, t, float(t @ (z + step * t)))
        if old_t[2] * t[2] < 0.0:  # a fold between: by bisection on the arclength
            lo, hi = 0.0, step
            for _ in range(40):
                middle = 0.5 * (lo + hi)
                zf, tf, muf, rmsf = correct(old + middle * old_t, old_t, float(old_t @ (old + middle * old_t)))
                lo, hi = (middle, hi) if tf[2] * old_t[2] > 0.0 else (lo, middle)
                if hi - lo < 1e-8:
                    break
            rows.append(("duffing", force, zf[2], rmsf, float(np.abs(muf).max()), "fold"))
    return rows


def floquet_file(path, n=1024):
    """model, alpha, frequency (rad/s), Am, largest |multiplier| and what it is."""
    rows = [r for r in duffing_rows()]
    model = blades(1.5e-5)
    stiffness = np.concatenate([[c.kt, c.kn] for c in model.contacts])
    stuck = model.k + model.rows.T @ np.diag(stiffness) @ model.rows
    inverse = np.linalg.inv(model.m)
    state = np.block([[np.zeros((8, 8)), np.eye(8)], [-inverse @ stuck, -model.beta * inverse @ model.k]])
    decay = np.linalg.eigvals(state).real.max()
    for w in (1250.0, 1278.25841438, 1300.0, 1330.0):
        am = Response(model, 3, 1.0).at_frequency(w).am
        rows.append(("blades 1.5e-05", 1.0, w, am, math.exp(decay * TWO_PI / w), "stuck: exact"))
    for beta, alpha, frequencies in ((1.5e-5, 10.0, (1240.0, 1265.1344936, 1290.0)), (3e-6, 3.0, (1270.0, 1278.0, 1285.0)),
                                     (1.5e-5, 5.0, (1270.0, 1278.0231965, 1320.0, 1331.5288875))):
        model = blades(beta)
        for w in frequencies:
            response = Response(model, 7, alpha)
            point = response.at_frequency(w) or response.at_frequency(w, response.curve(1150.0, w)[-1].z)
            am, multipliers, history, slipped = March(model, w, alpha, n).periodic(point, 7, alpha)
            rows.append((f"blades {beta}", alpha, w, am, float(np.abs(multipliers).max()),
                         f"time integration; residual {history[-1]:.0e}; slips {''.join('01'[int(s)] for s in slipped)}; Nh 7 Am {point.am:.6e}"))
            print(rows[-1], flush=True)
    write_rows(path, "model,alpha,frequency,amplitude,largest_multiplier,remark", rows)


# ---------------------------------------------------------------- files
def write_rows(path, head, rows):
    with open(path, "w") as file:
        file.write(head + "\n")
        for row in rows:
            file.write(",".join(v if isinstance(v, str) else str(v) if isinstance(v, int) else
                                "nan" if math.isnan(v) else repr(float(v)) for v in row) + "\n")


def run_cantilever(job):
    group, modes, out = job, {}, []
    for alpha, nh, pad in group:
        try:
            (w, am, kind, phase, dnnm, sure, remark), p = cantilever_row(pad, nh, alpha, modes, round(alpha * 1e7) % 4 == 1)
            full = abs(full_amplitude(cantilever(pad), nh, alpha, p, 500.0) / am - 1.0)
        except RuntimeError as error:
            w, am, kind, phase, dnnm, sure, remark, full = math.nan, math.nan, -1, math.nan, math.nan, 0, str(error), math.nan
        out.append((alpha, nh, pad, w, am, kind, phase, dnnm, sure, remark.replace(",", ";"), full))
        print(out[-1], flush=True)
    return out


def run_blade(job):
    alpha, nh, beta, ridge = job
    try:
        (w, am, kind, phase, dnnm, sure, remark), p = blade_row(beta, ridge, nh, alpha)
        full = abs(full_amplitude(blades(beta), nh, alpha, p, 60.0) / am - 1.0) if kind >= 0 else math.nan
    except RuntimeError as error:
        w, am, kind, phase, dnnm, sure, remark, full = math.nan, math.nan, -1, math.nan, math.nan, 0, str(error), math.nan
    row = (alpha, nh, beta, ridge, w, am, kind if kind >= 0 else math.nan, phase, dnnm, sure, remark.replace(",", ";"), full)
    print(row, flush=True)
    return row


def log_uniform(random, lo, hi):
    return float(f"{math.exp(random.uniform(math.log(lo), math.log(hi))):.6g}")


def kink_alpha(model, nh, start, end, first):
    """A factor inside the kink interval of the highest maximum (None where none was met): the stuck peak's onset of
    slip is where it begins; the end is sought in growing distance from it."""
    def kind(alpha):
        response = Response(model, nh, alpha)
        maxima = response.maxima(response.curve(first * 0.97, first * 1.03, largest=0.05))
        return max(maxima, key=lambda m: m[0].am)[1:2][0], maxima
    lo, hi = start, end
    while hi / lo > 1.0 + 1e-7:  # onset at the peak: the last factor whose maximum is smooth and stuck
        middle = math.sqrt(lo * hi)
        k, maxima = kind(middle)
        best = max(maxima, key=lambda m: m[0].am)
        if k == 0 and all(s == (0,) for s in best[0].states):
            lo = middle
        else:
            hi = middle
    inside = [hi * (1.0 + d) for d in (1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3)]
    inside = [a for a in inside if kind(a)[0] == 1]
    return float(f"{0.5 * (hi + inside[-1]):.9g}") if inside else None


def cantilever_file(path, workers=2):
    import random as random_module
    random = random_module.Random(11)
    rows = [(a, 3, 5) for a in (0.01, 0.6, 30.0)] + [(0.6, n, 5) for n in (1, 5, 7)] + [(0.6, 3, 10), (5.0, 2, 5), (0.3, 4, 5)]
    for nh, pad in ((3, 5), (1, 5), (5, 5), (3, 10), (1, 10), (3, 14)):
        a = kink_alpha(cantilever(pad), nh, 1e-4, 2.0, FIRST_STUCK[pad])
        if a:
            rows.append((a, nh, pad))
    print("kink rows", rows[9:], flush=True)
    while len(rows) < 115:
        r = random.random()
        pad = 5 if r < 0.4 else 10 if r < 0.65 else random.randint(1, 20)
        rows.append((log_uniform(random, 0.005, 50.0), random.choice((1, 3, 5, 7)), pad))
    groups = {}
    for row in rows:
        groups.setdefault((row[1], row[2]), []).append(row)
    order = sorted(groups.values(), key=lambda g: (g[0][1] > 3, -len(g)))
    save(path, "alpha,harmonics,pad_node,omega,amplitude,kind,omega_phase,omega_dnnm,sure,remark", run_cantilever,
         order, workers, True)


def blade_file(path, workers=2):
    import random as random_module
    random = random_module.Random(12)
    betas = (1.5e-5, 8e-6, 3e-6)
    rows = [(a, 3, 1.5e-5, 1) for a in (1.0, 3.0, 4.0, 10.0)] + [(a, 3, 8e-6, 1) for a in (2.43, 2.47)]
    rows += [(a, 3, 3e-6, 1) for a in (0.98, 1.5, 2.5, 3.4, 3.6)] + [(a, n, 3e-6, 1) for a in (2.0, 3.2) for n in (1, 5)]
    rows += [(a, 3, b, 2) for b, a in ((1.5e-5, 5.0), (1.5e-5, 6.4), (1.5e-5, 6.8), (1.5e-5, 9.0), (8e-6, 6.0), (8e-6, 8.0),
                                       (3e-6, 3.3), (3e-6, 6.0), (3e-6, 9.0), (3e-6, 0.5))]
    rows += [(a, 3, b, 1) for b in betas for a in (30.0, 60.0, 100.0)]
    while len(rows) < 150:
        ridge = 1 if random.random() < 0.55 else 2
        beta = random.choice(betas) if random.random() < 0.6 else float(f"{random.uniform(3e-6, 1.5e-5):.6g}")
        alpha = log_uniform(random, 0.3, 100.0 if ridge == 1 else 12.0)
        rows.append((alpha, random.choice((1, 3, 3, 5)), beta, ridge))
    save(path, "alpha,harmonics,beta,ridge,omega,amplitude,kind,omega_phase,omega_dnnm,sure,remark", run_blade, rows, workers, False)


def save(path, head, function, jobs, workers, grouped):
    from multiprocessing import Pool
    with Pool(workers) as pool:
        rows = []
        for result in pool.imap(function, jobs, 1):
            rows.extend(result if grouped else [result])
            write_rows(path, head, [r[:-1] for r in rows])
    full = [r[-1] for r in rows if not math.isnan(r[-1])]
    print(f"{len(rows)} rows, {sum(r[-3] for r in rows)} sure; condensed and full Am differ by at most {max(full):.2e}")


# ---------------------------------------------------------------- known values
def elements(path):
    with open(path) as file:
        cases = json.load(file)
    for case in cases:
        contact = Contact(case["kt"], case["kn"], case["mu"], case["N0"], True)
        force, jacobian, _p = element(contact, np.array(case["X"]), np.array(case["Y"]))
        f, k = np.array(case["F"]), np.array(case["K"])
        print(case["name"], "force %.1e" % (np.abs(force - f).max() / np.abs(f).max()), "Jacobian %.1e" % (np.abs(jacobian - k).max() / np.abs(k).max()))


def kink_interval(model, nh, inside, out, window, border=math.inf):
    """Ends of the interval of alpha around `inside` over which the highest maximum below the border is a kink."""
    def kind(alpha):
        response = Response(model, nh, alpha)
        maxima = [m for m in response.maxima(response.curve(*window, largest=0.06)) if m[0].w < border]
        return max(maxima, key=lambda m: m[0].am)[1] if maxima else 0
    ends = []
    for far in out:
        near = inside
        while abs(far - near) > 1e-9 * inside:
            middle = 0.5 * (near + far)
            near, far = (middle, far) if kind(middle) else (near, middle)
        ends.append(near)
    return ends


def table():
    known = {("A", 0.01): (1994.45249503, 5.78580213e-6, 1994.5044, 1994.5024), ("A", 0.6): (1773.28460786, 1.55558529e-5, 1806.120, 1786.716),
             ("A", 30.0): (1314.08689144, 4.53891295e-2, 1314.1038, 1314.1026), ("B", 3.0): (1278.25841438, 3 * 9.54237734e-5, 1283.5225, 1280.2802),
             ("B", 10.0): (1265.1344936, 7.34285184e-4, 1265.520, 1274.881)}
    for (name, alpha), expected in known.items():
        row = (cantilever_row(5, 3, alpha, {}) if name == "A" else blade_row(1.5e-5, 1, 3, alpha))[0]
        got = (row[0], row[1], row[3], row[4])
        print(name, alpha, "computed", *("%.11g" % g for g in got), "known", *expected, "relative difference", *("%.1e" % (g / e - 1) for g, e in zip(got, expected)), flush=True)
    for nh in (1, 3, 5, 7, 9):
        response = Response(cantilever(5), nh, 0.6)
        point = response.at_frequency(1773.28460786) or response.curve(1600.0, 1773.28460786)[-1]
        print("A alpha 0.6 at 1773.28460786, harmonics", nh, "Am %.6e" % response.at_frequency(1773.28460786, point.z).am, flush=True)
    for nh in (1, 3, 5, 7):
        print("kink interval A, harmonics", nh, kink_interval(cantilever(5), nh, 0.0182274, (0.0182265, 0.018229), (1990.0, 1999.0)), flush=True)
        print("kink interval A2, harmonics", nh, kink_interval(cantilever(10), nh, 0.07057275, (0.07055, 0.0707), (3640.0, 3690.0)), flush=True)
        for beta, inside, out in ((1.5e-5, 4.0, (3.9, 4.1)), (8e-6, 2.44, (2.3, 2.6)), (3e-6, 1.5, (0.8, 4.5))):
            print("kink interval B", beta, "harmonics", nh, kink_interval(blades(beta), nh, inside, out, (1265.0, 1290.0), 1290.0), flush=True)


def time_table():
    for name, model, alpha, w, nhs in (("A", cantilever(5), 0.6, 1773.28460786, (1, 3, 5, 7, 9, 15, 31)),
                                       ("B 1.5e-5", blades(1.5e-5), 10.0, 1265.1344936, (1, 3, 5, 7, 9, 13, 21))):
        for nh in nhs:
            response = Response(model, nh, alpha)
            point = response.at_frequency(w) or response.at_frequency(w, response.curve(w - 120.0, w)[-1].z)
            print(name, "harmonics", nh, "Am %.6e" % point.am, flush=True)
        for n in (512, 1024, 2048):
            am, multipliers, history, _s = March(model, w, alpha, n).periodic(point, nhs[-1], alpha)
            print(name, "time integration,", n, "steps: Am %.6e" % am, "largest multiplier %.6f" % np.abs(multipliers).max(), flush=True)


if __name__ == "__main__":
    command, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if command == "cantilever":
        cantilever_file(rest[0])
    elif command == "blades":
        blade_file(rest[0])
    elif command == "table":
        table()
    elif command == "time":
        time_table()
    elif command == "elements":
        elements(rest[0])
    elif command == "floquet":
        floquet_file(rest[0])
    else:
        sys.exit(__doc__)
