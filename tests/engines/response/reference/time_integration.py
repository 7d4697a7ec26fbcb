"""Periodic solutions and Floquet multipliers by time integration and shooting: friction models, and a cubic oscillator."""
import math

import numpy as np

from friction_element import TWO_PI
from friction_models import expand

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
        """Forces and df/dx at x, with the friction springs as before."""
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
            keep = [k for k in range(nf) if slipped[k]]  # a spring that never slips may have any
                                                         # offset: kept
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
    normal, rows = np.array([0.0, 0.0, 1.0]), []

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

    z, t, mu, rms = correct(z, normal, start)
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
