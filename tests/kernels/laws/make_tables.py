"""Writes the tables of the contact laws, NAME.csv and NAME-VARIANT.csv beside this file: a motion, and what the
law answers to it. Written from the laws' formulas alone; nothing but Python's library is needed.

    python3 make_tables.py [FOLDER]

The motion is the same for all, q = u0 + sum of c_h cos(h w t) + s_h sin(h w t), from rest at q = 0. A row
holds time, displacement and velocity, the force on the body, the work that the law has taken from it so far,
and the slopes of the force by displacement (along the motion, if the law remembers) and by velocity. A cell is
empty where its number is not one: within CLEAR of a period from where the force jumps or its slope does. The
head has the mean and the first three harmonics, cosine and sine, of the force in the last period.
"""
import math
import os
import sys

OMEGA, ROWS, CLEAR = 3.0, 64, 1 / 256
PERIOD = 2 * math.pi / OMEGA
WAVE = [0.06, -0.11, 0.15, 0.02, -0.12, 0.03, 0.03]  # u0, c1, s1, c2, s2, c3, s3: q = q' = 0 at t = 0


def wave(t, derivative=0):
    total = 0.0 if derivative else WAVE[0]
    for h in (1, 2, 3):
        turned = h * OMEGA * t + derivative * math.pi / 2
        total += (h * OMEGA) ** derivative * (WAVE[2 * h - 1] * math.cos(turned) + WAVE[2 * h] * math.sin(turned))
    return total


def roots(f, begin, end, steps=4000):
    """Finds where f changes its sign."""
    found, a, fa = [], begin, f(begin)
    for i in range(1, steps + 1):
        b = begin + (end - begin) * i / steps
        fb = f(b)
        if fa * fb < 0:
            low, high, below = a, b, fa
            for _ in range(60):
                middle = 0.5 * (low + high)
                value = f(middle)
                low, high, below = (middle, high, value) if value * below > 0 else (low, middle, below)
            found.append(0.5 * (low + high))
        a, fa = b, fb
    return found


def weights(t, is_last):
    """Integrands of the force: for the work taken from it, and in the last period for its
    harmonics."""
    out = [-wave(t, 1)] + [0.0] * 7
    if is_last:
        out[1] = 1 / PERIOD
        for h in (1, 2, 3):
            out[2 * h], out[2 * h + 1] = (2 / PERIOD * f(h * OMEGA * t) for f in (math.cos, math.sin))
    return out


NODES = [(0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
         (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763)]


def add(sums, share, force, weight):
    for i, w in enumerate(weight):
        sums[i] += share * force * w


def gauss(force, a, b, is_last, sums):
    half, middle = 0.5 * (b - a), 0.5 * (a + b)
    for x, w in NODES:
        for t in (middle - half * x, middle + half * x):
            add(sums, w * half, force(t), weights(t, is_last))


class Table:
    """A law of displacement and velocity: force, by_q and by_v are functions of both."""
    periods = 1
    sums = None  # of force times weights, so far

    def is_last(self, t):
        return t >= (self.periods - 1) * PERIOD * (1 - 1e-12)

    def __init__(self, name, formula, keys, tolerance, force, by_q, by_v, events=()):
        self.name, self.formula, self.keys, self.tolerance = name, formula, keys, tolerance
        self.force, self.by_q, self.by_v = force, by_q, by_v
        # Functions of time that change sign where a force or a slope jumps, and whether it is the
        # force.
        self.events = events

    def rows(self):
        last = self.periods * PERIOD
        jumps = [(t, is_force) for f, is_force in self.events for t in roots(f, 1e-9, last)]
        cuts, before = sorted(t for t, _ in jumps), 0.0
        for k in range(self.periods * ROWS + 1):
            t = k * PERIOD / ROWS
            edges = [before] + [c for c in cuts if before < c < t] + [t]
            for a, b in zip(edges, edges[1:]):
                for i in range(8):
                    gauss(lambda s: self.force(wave(s), wave(s, 1)), a + (b - a) * i / 8,
                          a + (b - a) * (i + 1) / 8, self.is_last(a), self.sums)
            before = t
            near = [is_force for c, is_force in jumps if abs(c - t) < CLEAR * PERIOD]
            q, v = wave(t), wave(t, 1)
            yield (t, q, v, None if any(near) else self.force(q, v), self.sums[0],
                   None if near else self.by_q(q, v), None if near else self.by_v(q, v))


class BoucWen(Table):
    """z' = a v - beta |v| |z|^(n-1) z - gamma v |z|^n from z = 0 by Runge-Kutta's method of fourth order, in
    pieces between the turning points of q and the zeros of z, where the rate has kinks."""
    periods = 3

    def __init__(self, name, k, alpha, a, beta, gamma, n, tolerance):
        self.name, self.tolerance = name, tolerance
        self.formula = "-(alpha k q + (1 - alpha) k z), z' = a v - beta |v| |z|^(n-1) z - gamma v |z|^n"
        self.keys = (f"stiffness: {k}, alpha: {alpha}, a: {a}, beta: {beta}, gamma: {gamma}, exponent: {n}")
        self.k, self.alpha, self.a, self.beta, self.gamma, self.n = k, alpha, a, beta, gamma, n

    def rate(self, v, z):
        power = abs(z) ** self.n
        return self.a * v - self.beta * abs(v) * math.copysign(power, z) - self.gamma * v * power

    def pull(self, q, z):
        return -(self.alpha * self.k * q + (1 - self.alpha) * self.k * z)

    def piece(self, t, z, h):
        a = self.rate(wave(t, 1), z)
        b = self.rate(wave(t + h / 2, 1), z + h / 2 * a)
        c = self.rate(wave(t + h / 2, 1), z + h / 2 * b)
        return z + h / 6 * (a + 2 * b + 2 * c + self.rate(wave(t + h, 1), z + h * c))

    def count(self, t, h, z, z1):
        """The sums over a step by Simpson's rule."""
        middle = self.piece(t, z, h / 2)
        for share, at, x in ((h / 6, t, z), (4 * h / 6, t + h / 2, middle), (h / 6, t + h, z1)):
            add(self.sums, share, self.pull(wave(at), x), weights(at, self.is_last(t)))

    def advance(self, t, end, z, steps):
        h = (end - t) / steps
        for i in range(steps):
            at, low, high = t + i * h, 0.0, 1.0
            z1 = self.piece(at, z, h)
            if z * z1 < 0:  # to the zero of z, and from there on
                for _ in range(50):
                    middle = 0.5 * (low + high)
                    low, high = (middle, high) if self.piece(at, z, middle * h) * z > 0 else (low, middle)
                self.count(at, low * h, z, 0.0)
                z, z1 = 0.0, self.piece(at + low * h, 0.0, (1 - low) * h)
            self.count(at + low * h, (1 - low) * h, z, z1)
            z = z1
        return z

    def rows(self):
        turns = roots(lambda t: wave(t, 1), 1e-9, self.periods * PERIOD + 1e-9)
        z = before = 0.0
        for k in range(self.periods * ROWS + 1):
            t = k * PERIOD / ROWS
            edges = [before] + [c for c in turns if before < c < t] + [t]
            for a, b in zip(edges, edges[1:]):
                z = self.advance(a, b, z, 100)
            before = t
            q, v = wave(t), wave(t, 1)
            near = k % ROWS == 0 or any(abs(c - t) < CLEAR * PERIOD for c in turns)
            slope = None if near else -self.k * (self.alpha + (1 - self.alpha) * self.rate(math.copysign(1, v), z)
                                                 * math.copysign(1, v))
            yield t, q, v, self.pull(q, z), self.sums[0], slope, 0.0


class Iwan(Table):
    """Segalman's element: as a number of sliders, or (`whole`) as the distribution itself, whose
    initial loading curve is known in closed form and whose later branches follow from Masing's
    rules."""
    periods = 2

    def __init__(self, name, limit, stiffness, chi, beta, sliders, whole, tolerance):
        self.name, self.tolerance, self.whole, self.chi, self.limit = name, tolerance, whole, chi, limit
        self.formula = ("four parameters: density R phi^chi up to phi_max and S delta(phi - phi_max), "
                        + ("by the closed form of the distribution and Masing's rules" if whole else
                           "shared by sliders at phi_max (i/N)^2, each with its stiffness and mean strength"))
        self.keys = (f"limit_force: {limit}, tangential_stiffness: {stiffness}, chi: {chi}, beta: {beta}, "
                     f"sliders: {sliders}")
        self.most = limit * (1 + beta) / (stiffness * (beta + (chi + 1) / (chi + 2)))
        self.r = stiffness / (1 + beta) * (chi + 1) / self.most ** (chi + 1)
        self.s = stiffness * beta / (1 + beta)
        edge = [self.most * (i / sliders) ** 2 for i in range(sliders + 1)]
        self.slider = []
        for a, b in zip(edge, edge[1:]):
            k = self.r * (b ** (chi + 1) - a ** (chi + 1)) / (chi + 1)
            self.slider.append((k, self.r * (b ** (chi + 2) - a ** (chi + 2)) / (chi + 2)))
        self.slider.append((self.s, self.s * self.most))

    def first(self, u):
        """Force and slope of the initial loading at u >= 0."""
        if u >= self.most:
            return self.limit, 0.0
        c1, c2 = self.chi + 1, self.chi + 2
        shared = self.r * (self.most ** c1 - u ** c1) / c1
        return self.r * u ** c2 / c2 + u * shared + self.s * u, shared + self.s

    def curve(self, q):
        """Along extremes of q, from 0: force, slope, and whether the last branch is the initial
        loading."""
        stack, sign = [(0.0, 0.0)], 1.0  # reversal points (q, force)
        for target in q:
            if abs(target - stack[-1][0]) < 1e-13:  # exactly at the turning point
                yield stack[-1][1], self.first(0)[1]
                continue
            while True:
                base, pull = stack[-1]
                sign = 1.0 if target > base else -1.0
                on_first = len(stack) == 1
                if not on_first:  # a branch that returns to the reversal before it closes its loop
                    other = stack[-2][0] if len(stack) > 2 else -base
                    if (target - other) * sign > 0:
                        stack = stack[:-2] if len(stack) > 2 else stack[:1]
                        continue
                span = abs(target - base) / (1 if on_first else 2)
                f, slope = self.first(span)
                force = pull + sign * f * (1 if on_first else 2)
                break
            yield force, slope
            stack.append((target, force))

    def state(self, extremes):
        """Force and slope by the displacement of the body after q has passed these extremes."""
        return list(self.curve(extremes))[-1]

    def play(self, e, move):
        """The forces of the sliders after a move, and the slope along it."""
        slope, out = 0.0, []
        for (k, strength), force in zip(self.slider, e):
            trial = force + k * move
            slope += k if abs(trial) < strength else 0
            out.append(max(-strength, min(strength, trial)))
        return out, slope

    def rows(self):
        last = self.periods * PERIOD
        turns = roots(lambda t: wave(t, 1), 1e-9, last + 1e-9)
        past, e, before = [], [0.0] * len(self.slider), 0.0
        for k in range(self.periods * ROWS + 1):
            t = k * PERIOD / ROWS
            edges = [before] + [c for c in turns if before < c < t] + [t]
            for a, b in zip(edges, edges[1:]):
                if a in turns:
                    past.append(wave(a))
                n = 64  # pieces of the sums, by Simpson's rule
                for i in range(n):
                    at = [a + (b - a) * (2 * i + j) / (2 * n) for j in range(3)]
                    q = [wave(s) for s in at]
                    f = [self.state(past + [x])[0] if self.whole else sum(self.play(e, x - q[0])[0]) for x in q]
                    for j in range(3):
                        add(self.sums, (b - a) / n * (1, 4, 1)[j] / 6, -f[j], weights(at[j], self.is_last(a)))
                    e = self.play(e, q[2] - q[0])[0]
            before = t
            q, v = wave(t), wave(t, 1)
            if self.whole:
                force, slope = self.state(past + [q])
            else:
                force, slope = sum(e), None
                if k % ROWS:
                    move = [wave(t + s * CLEAR * PERIOD) - q for s in (-1, 1)]
                    here = self.play(e, 1e-9 * math.copysign(1, v))[1]
                    ahead, back = self.play(e, move[1])[1], self.earlier(k, turns)
                    slope = here if here == ahead == back else None
            near = k % ROWS == 0 or any(abs(c - t) < CLEAR * PERIOD for c in turns)
            yield t, q, v, -force, self.sums[0], None if near or slope is None else -slope, 0.0

    def earlier(self, k, turns):
        """The slope along the path at CLEAR before row k."""
        e, before, end = [0.0] * len(self.slider), 0.0, (k / ROWS - CLEAR) * PERIOD
        for c in [c for c in turns if c < end] + [end]:
            e = self.play(e, wave(c) - wave(before))[0]
            before = c
        return self.play(e, 1e-9 * math.copysign(1, wave(end, 1)))[1]


def power(x, p):
    return math.copysign(abs(x) ** p, x)


def tables():
    rounding = {"force": 1e-13, "slope": 1e-13}
    yield Table("cubic", "-k q^3", "cubic_stiffness: 80", {**rounding, "work": 1e-5},
                lambda q, v: -80 * q ** 3, lambda q, v: -240 * q ** 2, lambda q, v: 0.0)
    powers = {1: 3.0, 2: -20.0, 5: 700.0}
    yield Table("polynomial", "-sum of a q^p", "powers: [1, 2, 5], coefficients: [3, -20, 700]",
                {**rounding, "work": 1e-5}, lambda q, v: -sum(a * q ** p for p, a in powers.items()),
                lambda q, v: -sum(p * a * q ** (p - 1) for p, a in powers.items()), lambda q, v: 0.0)
    turning = [(lambda t: wave(t, 1), False)]
    for name, p in (("dashpot", 1), ("dashpot-power", 1.7)):
        yield Table(name, "-c v |v|^(p-1)", f"normal_damping: 1.5, power: {p}", {**rounding, "work": 1e-5},
                    lambda q, v, p=p: -1.5 * power(v, p), lambda q, v: 0.0,
                    lambda q, v, p=p: -1.5 * p * abs(v) ** (p - 1), turning)
    yield Table("tanh_friction", "-mu N tanh(v/eps)", "friction: 0.4, preload: 2, velocity_scale: 0.2",
                {"force": 1e-13, "slope": 1e-13, "work": 1e-5}, lambda q, v: -0.8 * math.tanh(v / 0.2),
                lambda q, v: 0.0, lambda q, v: -4.0 / math.cosh(v / 0.2) ** 2)

    def stop(q, v):
        return max(0.0, -200 * (q + 0.05) - 4 * v) if q + 0.05 < 0 else 0.0

    def pushes(q, v):
        return q + 0.05 < 0 and -200 * (q + 0.05) - 4 * v > 0
    yield Table("kelvin_voigt", "max(0, -k (q + gap) - c v) where q + gap < 0, else 0",
                "gap: 0.05, normal_stiffness: 200, normal_damping: 4", {**rounding, "work": 2e-3}, stop,
                lambda q, v: -200.0 if pushes(q, v) else 0.0, lambda q, v: -4.0 if pushes(q, v) else 0.0,
                [(lambda t: wave(t) + 0.05, True), (lambda t: -200 * (wave(t) + 0.05) - 4 * wave(t, 1), False)])
    # With 4096 moves per period: midpoint steps of Bouc-Wen's z, and turning points between two
    # moves.
    path = {"force": 5e-6, "slope": 1e-4, "work": 5e-6}
    yield BoucWen("bouc_wen", 20.0, 0.2, 1.0, 6.0, 3.0, 1.0, path)
    yield BoucWen("bouc_wen-sharp", 20.0, 0.1, 1.3, 40.0, -20.0, 1.6, path)
    yield Iwan("iwan", 3.0, 40.0, -0.4, 0.7, 9, 0, {"force": 5e-6, "slope": 1e-12, "work": 1e-5})
    yield Iwan("iwan-distribution", 3.0, 40.0, -0.5, 0.3, 128, 1, {"force": 1e-4, "slope": 0.02, "work": 1e-4})


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for table in tables():
        law, table.sums = table.name.split("-")[0], [0.0] * 8
        rows = list(table.rows())
        with open(os.path.join(folder, table.name + ".csv"), "w") as out:
            out.write(f"# {law}: {table.formula}. Written by make_tables.py.\n")
            out.write(f"# contact: law: {law}, {table.keys}\n")
            out.write(f"# motion: {OMEGA!r} rad/s, u0 c1 s1 c2 s2 c3 s3 = " + " ".join(map(repr, WAVE))
                      + f", {table.periods} periods of {ROWS} rows\n")
            out.write("# tolerance of the largest: " + ", ".join(f"{k} {v!r}" for k, v in table.tolerance.items())
                      + "\n")
            out.write("# harmonics: " + " ".join(format(x, ".15g") for x in table.sums[1:]) + "\n")
            out.write("t,q,v,force,work,by_q,by_v\n")
            for row in rows:
                out.write(",".join("" if x is None else format(0.0 if abs(x) < 1e-15 else x, ".15g") for x in row) + "\n")


main()
