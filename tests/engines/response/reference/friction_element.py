"""Elastic friction element with variable normal load: force coefficients and Jacobian from exact transition times."""
import cmath
import math

import numpy as np

TWO_PI = 2.0 * math.pi

def trig_zeros(g):
    """Angles in [0, 2 pi) at which g0 + Re sum_h g[h] e^{i h t} is (nearly) zero; g[0] real. Angles
    of roots near the unit circle are returned too: they only split an interval of monotonicity."""
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
