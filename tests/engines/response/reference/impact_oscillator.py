"""Periodic motions of masses whose last one meets a stop of stiffness k_b behind a gap, without harmonics.

Both states of the contact are linear, so that a motion is known from one contact event to the next by matrix
exponentials; events are roots of the gap, bracketed and polished. A periodic motion is a fixed point of the map
of one period, found by Newton's method: the force is continuous at the events, so the map's derivative is the
product of the exponentials, exactly. Branches are followed by arclength, also through folds, which are where a
multiplier of that derivative is 1. This is the model of a contact with a massless boundary: a node without mass
behind a spring k_b, before a rigid wall.
"""
import numpy as np

SCAN = 256  # instants per period between which events are looked for, and extremes of the gap that may hide two


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
        """exp(matrix (t - t0)), and the derivative by omega of what comes of a given state at t0."""
        matrix = ((self.vectors * np.exp(self.values * (t - t0))) @ self.inverse).real
        along, by = self.at(omega)
        begin, end = (((by + 1j * s * along) * np.exp(1j * omega * s)).real for s in (t0, t))
        return matrix, end - matrix @ begin


class Oscillator:
    """x'' + damping x' + stiffness x + k_b max(x_last - gap, 0) e_last = force cos(omega t), unit masses."""

    def __init__(self, stiffness, damping, force, boundary=20.0, gap=1.0):
        stiffness, force = np.array(stiffness, float), np.array(force, float)
        n = self.n = len(force)
        self.gap, last = gap, np.eye(n)[-1]
        self.phases = [Phase(stiffness, damping, force, 0 * last),
                       Phase(stiffness + boundary * np.outer(last, last), damping, force, boundary * gap * last)]

    def root(self, phase, omega, t0, free, row, level, low, high):
        """Where a component of the state passes level, between low and high: Newton's method, else bisection."""
        sign = phase.flow(omega, t0, free, low)[row, 0] - level
        t = 0.5 * (low + high)
        for _ in range(100):
            z = phase.flow(omega, t0, free, t)[:, 0]
            value, slope = z[row] - level, phase.rate(omega, t, z)[row]
            low, high = (t, high) if value * sign > 0 else (low, t)
            step = t - value / slope if slope else low
            following = step if low < step < high else 0.5 * (low + high)
            if abs(following - t) < 1e-15 * (1 + t):
                break
            t = following
        return t

    def next_event(self, closed, omega, t0, free, end):
        """The first instant after t0 at which the contact opens or closes, or None."""
        phase, last = self.phases[closed], self.n - 1
        t = np.linspace(t0, end, max(8, int(SCAN * (end - t0) * omega / (2 * np.pi))))
        t[0] = t0 + 1e-3 * (t[1] - t0)  # away from the event it came from
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
        """Of one period: contact state, instant and free part at the beginning, and the end of each piece."""
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
        """Newton's method for a periodic motion with row · u = level; None where it does not converge."""
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
        """det(1 - M): it passes zero at folds."""
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


def one():
    return Oscillator([[1.0]], 0.04, [0.1])


def two():
    return Oscillator([[2.0, -1.0], [-1.0, 1.0]], 0.04, [0.2, 0.0])
