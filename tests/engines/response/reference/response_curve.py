"""Harmonic balance condensed to the contact coordinates, its response curve by arclength, maxima and phase roots on it."""
import math

import numpy as np

from friction_models import expand

class Point:
    """A solution: z = (u / unit, w / width), the state sequence, Am, its gradient, Qc1 of the driven coordinate."""

    __slots__ = ("z", "w", "am", "slope_z", "c1", "jac", "states", "xi", "alpha")


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
        force = np.concatenate((-f, load))  # all generalised forces: at the contacts, at the driven
                                            # coordinate
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
        """Newton's method with the plane normal . z = target; None if it does not converge."""
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
        """Unit null vector of the Jacobian along direction (one-sided at a kink: on the side of
        p)."""
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
        """The solution at a frequency by raising the load from zero in small steps; None if that
        fails."""
        target, factor, step = self.alpha, 1e-3, 0.5
        last, z, before = 0.0, None, None
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

    def curve(self, start, end, largest=0.12, smallest=1e-7, limit=6000, guess=None):
        """Points from start to end (rad/s) by pseudo-arclength continuation from the solution at start."""
        p = self.at_frequency(start, guess) or self.raised(start)
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


def refined(response, points, parts=6):
    """Adds points on both sides of every change of the state sequence (kinks are there), and where
    the slopes at the ends of an interval allow two extrema."""
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
            if min(abs(response.rise(c, chord)), abs(response.rise(d, chord))) < 1.5:  # no kink turns a steeper flank
                out += changes(response, c, d)
            out.append(d)
    return out


def changes(response, a, b, limit=6):
    """Pairs of points that enclose the changes of the state sequence between two points, in order."""
    out = []
    while a.states != b.states and len(out) < 2 * limit:
        lo, hi = a, b
        for _ in range(60):
            if response.length(hi.z - lo.z, lo.z) < 1e-7:
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


def survey(model, nh, alpha, start, end, width, largest, guess=None):
    """Maxima (point, kind) and phase roots of the response curve between two frequencies, and the curve."""
    response = Response(model, nh, alpha)
    response.width = width
    for attempt in range(3):
        try:
            points = response.curve(start, end, largest=largest / 3**attempt, limit=20000, guess=guess)
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


def full_amplitude(model, nh, alpha, point, width):
    """Am at the point's frequency from Newton's method in all coordinates, with M, C, K and without
    modes; started from the condensed solution with a disturbance of 1e-3."""
    n, dof, w = 2 * nh, len(model.m), point.w
    u = point.z[:-1] * model.unit
    force = np.concatenate((-model.forces(u, nh)[0], [alpha], np.zeros(n - 1)))
    left = np.vstack((model.rows @ model.shape, model.at_driven))
    h, _, _ = model.respond(model.shape, left, w, nh)
    q = 1.001 * expand(h) @ force  # [dof][2 nh]
    stiff = np.zeros((nh, dof, dof), complex)
    for i in range(nh):
        stiff[i] = model.k - ((i + 1) * w) ** 2 * model.m + 1j * (i + 1) * w * model.c
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
