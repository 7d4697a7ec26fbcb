"""Periodic motions of masses whose last one meets a stop of stiffness k_b behind a gap, without harmonics.

Both states of the contact are linear, so that a motion is known from one contact event to the next by matrix
exponentials; events are roots of the gap, bracketed and polished. A periodic motion is a fixed point of the map
of one period, found by Newton's method: the force is continuous at the events, so the map's derivative is the
product of the exponentials, exactly. Branches are followed by arclength, also through folds, which are where a
multiplier of that derivative is 1. This is the model of a contact with a massless boundary: a node without mass
behind a spring k_b, before a rigid wall.

Run in the folder of the tables that impact_oscillator.sh makes: prints what is wrong with them.
"""
import csv
import sys

import numpy as np

SCAN = 128  # instants per period for the search of events, and of extremes of the gap, between
            # which two may be hidden


class Phase:
    """One state of the contact: z' = matrix z + (0, rest force) + (0, force) cos(omega t), z = (x, v)."""

    def __init__(self, stiffness, damping, force, push):
        n = len(stiffness)
        self.stiffness, self.damping, self.force = stiffness, damping, force
        self.matrix = np.block([[np.zeros((n, n)), np.eye(n)], [-stiffness, -damping * np.eye(n)]])
        self.values, self.vectors = np.linalg.eig(self.matrix)
        self.inverse = np.linalg.inv(self.vectors)
        self.rest = np.concatenate([np.linalg.solve(stiffness, push), np.zeros(n)])
        self.omega = None

    def at(self, omega):
        """Complex amplitude of the state under the load, and its derivative by omega."""
        if omega != self.omega:
            dynamic = self.stiffness + (1j * omega * self.damping - omega**2) * np.eye(len(self.force))
            x = np.linalg.solve(dynamic, self.force)
            by = -np.linalg.solve(dynamic, (1j * self.damping - 2 * omega) * x)
            self.omega, self.along = omega, np.concatenate([x, 1j * omega * x])
            self.by_omega = np.concatenate([by, 1j * x + 1j * omega * by])
        return self.along, self.by_omega

    def free(self, omega, t0, z):
        return self.inverse @ (z - (self.at(omega)[0] * np.exp(1j * omega * t0)).real - self.rest)

    def flow(self, omega, t0, free, t):
        """States at the instants t of the motion whose free part at t0 is `free`."""
        t = np.atleast_1d(t)
        return (self.vectors @ (free[:, None] * np.exp(np.outer(self.values, t - t0)))).real \
            + (self.at(omega)[0][:, None] * np.exp(1j * omega * t)).real + self.rest[:, None]

    def rate(self, omega, t, z):
        """z' at the instant t."""
        out = self.matrix @ (z - self.rest)
        out[len(self.force):] += self.force * np.cos(omega * t)
        return out

    def step(self, omega, t0, t):
        """exp(matrix (t - t0)), and the derivative by omega of the state that follows from a given
        one at t0."""
        matrix = ((self.vectors * np.exp(self.values * (t - t0))) @ self.inverse).real
        along, by = self.at(omega)
        begin, end = (((by + 1j * s * along) * np.exp(1j * omega * s)).real for s in (t0, t))
        return matrix, end - matrix @ begin


class Oscillator:
    """x'' + damping x' + stiffness x + k_b max(x_last - gap, 0) e_last = force cos(omega t), unit masses."""

    def __init__(self, stiffness, damping, force, boundary=20.0, gap=1.0):
        stiffness, force = np.array(stiffness, float), np.array(force, float)
        n = self.n = len(force)
        self.gap, self.boundary, last = gap, boundary, np.eye(n)[-1]
        self.phases = [Phase(stiffness, damping, force, 0 * last),
                       Phase(stiffness + boundary * np.outer(last, last), damping, force, boundary * gap * last)]

    def root(self, phase, omega, t0, free, row, level, low, high):
        """The time at which a component of the state passes level, between low and high: Newton's
        method, else bisection."""
        sign = phase.flow(omega, t0, free, low)[row, 0] - level
        t = 0.5 * (low + high)
        for _ in range(100):
            z = phase.flow(omega, t0, free, t)[:, 0]
            value, slope = z[row] - level, phase.rate(omega, t, z)[row]
            step = value / slope if slope else high
            if abs(step) < 1e-15 * (1 + t):
                break
            low, high = (t, high) if value * sign > 0 else (low, t)
            t = t - step if low < t - step < high else 0.5 * (low + high)
        return t

    def next_event(self, closed, omega, t0, free, end):
        """The first instant after t0 at which the contact opens or closes, or None."""
        phase, last = self.phases[closed], self.n - 1
        t = np.linspace(t0, end, max(8, int(SCAN * (end - t0) * omega / (2 * np.pi))))
        t[0] = t0 + 1e-3 * (t[1] - t0)  # away from the previous event
        states = phase.flow(omega, t0, free, t)
        side = -1.0 if closed else 1.0  # the value is negative until the event
        value, speed = side * (states[last] - self.gap), side * states[self.n + last]
        tops = (value[:-1] < 0) & (speed[:-1] > 0) & (speed[1:] < 0)
        for i in np.nonzero(tops | (value[1:] >= 0))[0]:
            if value[i + 1] >= 0:
                return self.root(phase, omega, t0, free, last, self.gap, t[i], t[i + 1])
            top = self.root(phase, omega, t0, free, self.n + last, 0.0, t[i], t[i + 1])
            if side * (phase.flow(omega, t0, free, top)[last, 0] - self.gap) > 0:
                return self.root(phase, omega, t0, free, last, self.gap, t[i], top)
        return None

    def pieces(self, z, omega):
        """One period: contact state, initial instant and free part, and the end of each piece."""
        t, end, out = 0.0, 2 * np.pi / omega, []
        closed = int(z[self.n - 1] > self.gap)
        while True:
            free = self.phases[closed].free(omega, t, z)
            event = self.next_event(closed, omega, t, free, end)
            out.append((closed, t, free, end if event is None else event))
            if event is None:
                return out
            z = self.phases[closed].flow(omega, t, free, event)[:, 0]
            t, closed = event, 1 - closed

    def residual(self, u):
        """z(T) - z(0) and its derivative by z(0) and omega."""
        omega, matrix, by = u[-1], np.eye(2 * self.n), np.zeros(2 * self.n)
        for closed, t, free, until in self.pieces(u[:-1], omega):
            step, forced = self.phases[closed].step(omega, t, until)
            matrix, by = step @ matrix, step @ by + forced
        z = self.phases[closed].flow(omega, t, free, until)[:, 0]
        by = by - self.phases[closed].rate(omega, until, z) * 2 * np.pi / omega**2
        return z - u[:-1], np.column_stack([matrix - np.eye(2 * self.n), by])

    def correct(self, u, row, level, tolerance=1e-12):
        """Newton's method for a periodic motion with row · u = level; None if it does not
        converge."""
        u = u.copy()
        for _ in range(15):
            off, slope = self.residual(u)
            step = np.linalg.solve(np.vstack([slope, row]), np.append(off, row @ u - level))
            u -= step
            if not np.all(np.isfinite(u)) or u[-1] <= 0 or np.linalg.norm(step) > 10:
                return None
            if np.linalg.norm(step) < tolerance * (1 + np.linalg.norm(u)):
                return u
        return None

    def tangent(self, u, before):
        slope = self.residual(u)[1]
        along = np.linalg.solve(np.vstack([slope, before]), np.append(np.zeros(2 * self.n), 1.0))
        return along / np.linalg.norm(along)

    def fold_sign(self, u):
        """det(1 - M), which passes zero at folds."""
        return np.linalg.det(-self.residual(u)[1][:, :-1])

    def multipliers(self, u):
        return np.linalg.eigvals(self.residual(u)[1][:, :-1] + np.eye(2 * self.n))

    def linear(self, omega):
        return np.append(self.phases[0].at(omega)[0].real, omega)

    def follow(self, begin, end, step=0.02, least=1e-7):
        """Points of the branch from the motion without contact at begin until omega passes end, and its folds."""
        u = self.correct(self.linear(begin), np.append(np.zeros(2 * self.n), 1.0), begin)
        along = np.append(np.zeros(2 * self.n), np.sign(end - begin))
        points, folds, size = [u], [], step
        while (points[-1][-1] - end) * (begin - end) > 0 and len(points) < 20000:
            u = points[-1]
            new_along = self.tangent(u, along)
            while True:
                new = self.correct(u + size * new_along, new_along, new_along @ u + size)
                if new is not None and np.linalg.norm(new - u) < 1.5 * size \
                        and self.tangent(new, new_along) @ new_along > 0.9:
                    break
                size /= 2
                if size < least:
                    raise RuntimeError(f"stuck at omega = {u[-1]}")
            if self.fold_sign(u) * self.fold_sign(new) < 0:
                folds.append(self.fold_between(u, new_along, size))
            points.append(new)
            along, size = new_along, min(step, 1.5 * size)
        return np.array(points), np.array(folds)

    def fold_between(self, u, along, size):
        low, high, y = 0.0, size, u
        sign = self.fold_sign(u)
        for _ in range(50):
            middle = 0.5 * (low + high)
            y = self.correct(u + middle * along, along, along @ u + middle)
            low, high = (middle, high) if self.fold_sign(y) * sign > 0 else (low, middle)
            if high - low < 1e-13:
                break
        return y

    def samples(self, u, n=4096):
        """States at n instants of a period, and whether the contact is closed then."""
        instants = np.arange(n) * 2 * np.pi / u[-1] / n
        states, shut = np.empty((2 * self.n, n)), np.empty(n)
        for closed, t, free, until in self.pieces(u[:-1], u[-1]):
            here = (instants >= t) & (instants < until)
            states[:, here], shut[here] = self.phases[closed].flow(u[-1], t, free, instants[here]), closed
        return states, shut


ONE = Oscillator([[1.0]], 0.04, [0.1])
TWO = Oscillator([[2.0, -1.0], [-1.0, 1.0]], 0.04, [0.2, 0.0])


def read_table(name):
    with open(name) as file:
        return list(csv.DictReader(file))


class Balance:
    """Points of a response curve, from the tables of `chatter export`; outputs are masses in their order."""

    def __init__(self, prefix, outputs):
        points, rows = read_table(prefix + "-point.csv"), read_table(prefix + "-point-harmonic.csv")
        self.omega = np.array([2 * np.pi * float(p["frequency"]) for p in points])
        self.event, self.stable = [p["event"] for p in points], [p["stable"] for p in points]
        self.multiplier = [(float(p["multiplier"]), float(p["multiplier_error"])) for p in points if "multiplier" in p]
        self.mean = np.array([[float(p[o + "_mean"]) for o in outputs] for p in points])
        self.harmonics = max(int(r["harmonic"]) for r in rows)
        self.cos = np.zeros((len(points), self.harmonics, len(outputs)))
        self.sin = np.zeros_like(self.cos)
        for row in rows:
            at = int(row["point"]), int(row["harmonic"]) - 1
            self.cos[at], self.sin[at] = ([float(row[o + part]) for o in outputs] for part in ("_cos", "_sin"))

    def state(self, i):
        """Displacements and velocities at t = 0, and omega."""
        order = np.arange(1, self.harmonics + 1)[:, None]
        return np.concatenate([self.mean[i] + self.cos[i].sum(0), self.omega[i] * (order * self.sin[i]).sum(0),
                               [self.omega[i]]])

    def displacements(self, i, n):
        tau = np.outer(np.arange(1, self.harmonics + 1), 2 * np.pi * np.arange(n) / n)
        return self.mean[i][:, None] + self.cos[i].T @ np.cos(tau) + self.sin[i].T @ np.sin(tau)


class Exact:
    """The branch of an oscillator between two frequencies (Hz), with what is needed to find points on it."""

    def __init__(self, oscillator, begin, end):
        self.oscillator, self.end = oscillator, 2 * np.pi * end
        self.points, self.folds = oscillator.follow(2 * np.pi * begin, 2 * np.pi * end, 0.05)
        self.along = np.diff(self.points, axis=0)
        self.length = np.linalg.norm(self.along, axis=1)
        self.arc = np.concatenate([[0], np.cumsum(self.length)])

    def nearest(self, z):
        """The periodic motion in the plane through z across the nearest part of the branch, and its
        position."""
        share = np.clip(((z - self.points[:-1]) * self.along).sum(1) / self.length**2, 0, 1)
        chords = self.points[:-1] + share[:, None] * self.along
        at = int(np.argmin(np.linalg.norm(chords - z, axis=1)))
        row = self.along[at] / self.length[at]
        u = self.oscillator.correct(chords[at], row, row @ z)
        if u is None or np.linalg.norm(u - chords[at]) > 0.01:  # chords of 0.05 are 0.002 off at most
            return None, np.nan
        return u, self.arc[at] + share[at] * self.length[at]

    def tail(self, u, harmonics):
        """The sum of the harmonics above `harmonics` of the last mass. At an event the force has a
        kink, k_b times the speed. Jumps j of |f'| (by tau) have harmonics j / (pi h^2), and move
        the mass by 1 / (h omega)^2 of them: the sum over h > H is j / (3 pi omega^2 H^3)."""
        o, omega = self.oscillator, u[-1]
        speeds = [abs(o.phases[closed].flow(omega, t, free, end)[-1, 0])
                  for closed, t, free, end in o.pieces(u[:-1], omega)[:-1]]
        return o.boundary * sum(speeds) / (3 * np.pi * omega**3 * harmonics**3)


def check_multiplier(multipliers, balance, i, check):
    """The largest multiplier is as accurate as displacements, H^-3, which determine when the
    contact closes, but more sensitive; where two multipliers meet its accuracy is the square root
    of that, which is reported. Motions labelled stable are stable, and those labelled unstable are
    unstable, except for the kind with two real multipliers outside."""
    at, (found, told) = np.argmax(np.abs(multipliers)), balance.multiplier[i]
    largest, allowed = np.abs(multipliers[at]), 0.08 * (20 / balance.harmonics)**3
    text = f"point {i}, omega = {balance.omega[i]}: multipliers {multipliers}, found {found}, {balance.stable[i]}"
    check(abs(found - largest) < max(allowed, told), text)
    if balance.stable[i] == "unknown" or balance.event[i] == "fold":
        return
    outside = multipliers[np.abs(multipliers) > 1]
    words = {"fold" if m.real > 1 else "flip" if m.imag == 0 else "neimark_sacker" for m in outside} or {"stable"}
    check(balance.stable[i] in words, text)


def check_errors(found, name, check):
    """The error of a multiplier with estimate e is at most 2 e in nine of ten cases: the nearest
    motion of the branch has another frequency, and the beginning of contact is not included in the
    estimate. Few labels are unknown, and fewer with more harmonics."""
    off, told = np.array(found["off"]), np.array(found["told"])
    check(np.mean(off <= 2 * told + 1e-3) > 0.9, f"{name}: errors of multipliers are not told")
    check(found["unknown"] <= 0.1 * len(off), f"{name}: {found['unknown']} of {len(off)} unknown")


def compare(exact, balance, check):
    """Largest differences of a curve from the branch, and every check of single points."""
    places, worst, offs, n = [], 0.0, [], 1024
    found, signed = {"off": [], "told": [], "unknown": 0}, {"all": 0, "told": 0}
    for i in range(len(balance.omega)):
        z = balance.state(i)
        u, place = exact.nearest(z)
        if u is None:
            check(False, f"point {i}: no periodic motion near omega = {balance.omega[i]}")
            continue
        places.append(place)
        x = exact.oscillator.samples(u, n)[0][:exact.oscillator.n]
        off, tail = np.abs(balance.displacements(i, n) - x).max(), exact.tail(u, balance.harmonics)
        # The truncated part, and its effect on the retained harmonics, which is largest where
        # contact just begins: measured 6 times the truncated part.
        check(off <= 8 * tail + 1e-12, f"point {i}, omega = {balance.omega[i]}: off by {off}, tail {tail}")
        offs.append(np.linalg.norm(u - z))
        worst = max(worst, off)
        sign = exact.oscillator.fold_sign(u)
        if balance.multiplier:
            # The multipliers are compared with those of the nearest motion, or of the one at the
            # same frequency: where contact just begins, or near a fold, the two differ much.
            there = exact.oscillator.correct(u, np.eye(2 * exact.oscillator.n + 1)[-1], balance.omega[i])
            found_here = balance.multiplier[i][0]
            m = min([exact.oscillator.multipliers(w) for w in (u, there) if w is not None],
                    key=lambda values: abs(np.abs(values).max() - found_here))
            check_multiplier(m, balance, i, check)
            found["off"].append(abs(balance.multiplier[i][0] - np.abs(m).max()))
            found["told"].append(balance.multiplier[i][1])
            found["unknown"] += balance.stable[i] == "unknown"
            continue
        # det(1 - M) changes sign at folds, whose positions on curve and branch differ slightly.
        if balance.event[i] == "none" and abs(u[-1] - balance.omega[i]) < 1e-3 and abs(sign) > 0.02:
            signed["all"] += 1
            if balance.stable[i] == "unknown": # where the contact time is too short
                continue
            signed["told"] += 1
            check((sign < 0) == (balance.stable[i] == "fold"), f"point {i}: {balance.stable[i]}, det(1 - M) = {sign}")
    # For one mass some contacts last for a period of the tenth harmonic; for two none does, and no
    # label is given.
    check(signed["told"] > 0 or signed["all"] == 0 or exact.oscillator.n > 1, "no point has a label by the sign")
    if found["off"]:
        check_errors(found, f"{balance.harmonics} harmonics", check)
    check(np.all(np.diff(places) > 0), "the curve goes back, or jumps along the branch")
    check(np.diff(places).max() < 1, f"the curve leaves out {np.diff(places).max()} of the branch")
    check(abs(balance.omega[-1] - exact.end) < 1e-9, f"the curve ends at omega = {balance.omega[-1]}")
    return max(offs), worst


def converge(exact, name, outputs, check):
    """Curves of 10, 20 and 40 harmonics, compared with the branch."""
    off = {}
    for harmonics in (10, 20, 40):
        def told(fine, text):
            check(fine, f"{name}, {harmonics} harmonics: {text}")
        balance = Balance(f"{name}{harmonics}", outputs)
        told(balance.harmonics == harmonics, f"{balance.harmonics} harmonics")
        off[harmonics] = compare(exact, balance, told)
        folds = [w for w, event in zip(balance.omega, balance.event) if event == "fold"]
        told(len(folds) == len(exact.folds), f"folds at {folds}, expected {exact.folds[:, -1]}")
        # The truncated part of the displacement, of order H^-3, acts as k_b times it during
        # contact: a force that oscillates H times, of which only the ends remain in low harmonics,
        # H^-4. 4096 samples of the contact force have an error of (2 pi / 4096)^2 / 12 = 2e-7.
        for w, fold in zip(folds, exact.folds):
            told(abs(w - fold[-1]) < 4e-5 * (10 / harmonics)**4 + 1e-7, f"fold at {w}, expected {fold[-1]}")
    # Third order is 1/64 from 10 to 40 harmonics; if contact is shorter than the wave of a
    # harmonic, the order is reached later.
    for i, what in enumerate(("state", "displacement")):
        check(off[40][i] < off[10][i] / 20, f"{name}: {what} off by {[o[i] for o in off.values()]}")


def amplitude(oscillator, u):
    return np.ptp(oscillator.samples(u)[0][:oscillator.n], axis=1) / 2


def step_in_time(exact, name, outputs, check):
    """Held frequencies, reached from below and from above: the first and the last motion of the branch there."""
    oscillator, doubled = exact.oscillator, 0
    row = np.eye(2 * oscillator.n + 1)[-1]
    for line in read_table(name + "-steps.csv"):
        omega = 2 * np.pi * float(line["excitation.frequency"])
        below = float(line["excitation.sweep_from"]) * 2 * np.pi < omega
        passes = np.nonzero((exact.points[:-1, -1] - omega) * (exact.points[1:, -1] - omega) <= 0)[0]
        at = passes[0] if below else passes[-1]
        share = (omega - exact.points[at, -1]) / exact.along[at, -1]
        u = oscillator.correct(exact.points[at] + share * exact.along[at], row, omega)
        off = np.array([float(line[o]) for o in outputs]) / amplitude(oscillator, u) - 1
        m = oscillator.multipliers(u)
        if np.all(np.abs(m) < 0.999):
            # Contacts last at least a fifth of a period, of at least 1000 steps: their ends are off
            # by (1/200)^2 / 12 of it, which the response amplifies near its fold.
            check(np.abs(off).max() < 1e-4, f"{name} in time, omega = {omega}, below {below}: off by {off}")
        elif np.abs(m).max() > 1.1:
            doubled += 1
            check(m.real.min() < -1 and np.abs(off).max() > 0.01, f"{name} in time, omega = {omega}: multipliers {m}, off by {off}")
    return doubled


def main():
    wrong = []
    def check(fine, text):
        if not fine:
            wrong.append(text)
    one, two = Exact(ONE, 0.13, 0.24), Exact(TWO, 0.07, 0.30)
    converge(one, "one", ["mass"], check)
    converge(two, "two", ["first", "second"], check)
    check(step_in_time(one, "one", ["mass"], check) == 0, "one mass: the period doubles")
    check(step_in_time(two, "two", ["first", "second"], check) == 3, "two masses: other motions are unstable")
    print("\n".join(wrong[:20]))
    sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
