"""Damped nonlinear normal modes by continuation from the stuck linear mode."""
import math

import numpy as np

from friction_models import expand
from response_curve import Point

class NormalMode:
    """u + H(w, xi) f(u) = 0 with the damping C - xi M, along its one-parameter family from small
    amplitude on. The equivalent load factor is alpha = xi w Q1^H M Q1 / |Q1,k| (fundamental
    only)."""

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
            s, v = np.linalg.eig(lower @ (ks + 1j * w * model.c) @ lower.T)
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
        square, driven = model.fundamental(first, w, xi)
        p.alpha = xi * w * square / abs(driven)
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
        """First point of the branch that reaches alpha; None if there is none. Stuck part: alpha
        grows with amplitude."""
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
                for lo, hi in ((self.points[i - 1], a), (a, b)):  # a maximum of alpha on the
                                                                  # branch, refined
                    last = lo
                    for f in np.linspace(0.02, 1.0, 50):
                        c = self.between(lo, hi, f)
                        if c is not None and c.alpha >= alpha:
                            return self.solve(last, c, alpha)
                        last = c if c is not None else last
            i += 1
