"""Writes the tables of the contact laws that are projections, NAME.csv and NAME-VARIANT.csv beside this file:
unilateral contact, Coulomb friction, the elastic friction element and the unilateral spring. Written from the
inclusions alone; nothing but Python's library is needed.

    python3 make_projections.py [FOLDER]

One contact point is moved in steps. Its free motion q (without contact forces) has a normal and up to two
tangents, each u0 + sum of c_h cos(h w t) + s_h sin(h w t); a force x moves it by G x more, with a number G > 0
of its own in each direction. A spring of stiffness k in series makes that G + 1/k =: a. In every step

    normal:    gap q_n + a x_n + g(t) >= 0,  x_n + N0 >= 0,  their product 0
    tangents:  slip s = (q - q') - wall dt + a (x - x'),  |x| <= rho = mu (x_n + N0), or mu N0 under a
               constant load;  where s != 0, x = -rho s / |s|       (q', x': of the step before)

The cases are told apart and solved for one after the other: open or closed; stick, where s = 0 gives x; slip
by bisection for the number alpha >= 0 in s = -alpha x. In tables of impacts (scheme moreau) the waves are the
free acceleration, and the same holds of the velocities of a mass 1/m = mobility, whose step is v = v' + dt
(acceleration + x / m) where q_n + g <= 0 at its beginning, with the normal velocity v + e v' in place of the
gap and the sliding velocity in place of the slip.

A row holds time, free motion (moreau: displacement), forces on the body, the work of friction so far, and the
slopes of the forces by the free motion (moreau: free velocity) of this step, as differences. A cell is empty
where there is no such direction, a slope where a case ends. The head has the mean and the first three
harmonics, cosine and sine, of what a period of the motion brings in harmonic balance: of the elastic element
the periodic force, of the others the projection of -q/a itself (the "dynamic Lagrangian", with the a of the
first tangent for both), which has no memory.
"""
import math
import os
import sys

OMEGA, STEPS, ROWS, PERIODS = 3.0, 256, 32, 2
PERIOD = 2 * math.pi / OMEGA
NORMAL = [0.06, -0.11, 0.15, 0.02, -0.12, 0.03, 0.03]  # u0, c1, s1, c2, s2, c3, s3: q = q' = 0 at t = 0
FIRST = [-0.05, 0.16, -0.09, -0.08, -0.09, -0.03, 0.09]
SECOND = [0.07, -0.05, -0.14, -0.09, 0.1, 0.07, -0.02]
NOTHING = [0.0] * 7


def wave(w, t):
    return w[0] + sum(w[2 * h - 1] * math.cos(h * OMEGA * t) + w[2 * h] * math.sin(h * OMEGA * t) for h in (1, 2, 3))


class Point:
    """keys: the numbers of the contact in the study; flexibility: G of normal, first, second
    direction."""

    def __init__(self, name, keys, directions, flexibility=(0.0, 0.0, 0.0), waves=(NORMAL, FIRST, SECOND), mobility=0.0):
        self.name, self.law, self.keys, self.mobility = name, name.split("-")[0], keys, mobility
        self.has_normal, self.tangents = directions
        self.flexibility, self.waves = list(flexibility), waves
        self.dt = PERIOD / STEPS
        get = lambda key: keys.get(key, 0.0)
        self.mu, self.preload, self.restitution = get("friction"), get("preload"), get("restitution")
        self.gap, self.swing, self.phase = get("gap"), get("gap_amplitude"), get("gap_phase")
        self.wall = keys.get("wall_velocity", [0.0, 0.0])
        softness = [1 / keys[k] if k in keys else 0.0 for k in ("normal_stiffness", "tangential_stiffness")]
        self.a = [g + s for g, s in zip(self.flexibility, (softness[0], softness[1], softness[1]))]
        if mobility:
            self.a = [mobility * self.dt] * 3

    # -- the inclusion of one step ------------------------------------------------------------------------
    def normal(self, g):
        """Force for the gap g at x = 0; None: no such direction."""
        if not self.has_normal:
            return None
        opened = g - self.a[0] * self.preload  # the gap at x = -N0
        return -self.preload if opened >= 0 else -g / self.a[0]

    def radius(self, x_n):
        load = self.preload if x_n is None else x_n + self.preload
        return self.mu * load

    def tangent(self, rho, slip):
        """Forces for the slips at x = 0."""
        n, a = self.tangents, self.a[1:]
        if rho <= 0 or n == 0:
            return [0.0] * n
        force = lambda alpha: [-slip[i] / (a[i] + alpha) for i in range(n)]
        if math.hypot(*force(0.0)) <= rho:
            return force(0.0)
        low, high = 0.0, math.hypot(*slip) / rho
        for _ in range(200):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if math.hypot(*force(middle)) > rho else (low, middle)
        return force(0.5 * (low + high))

    def solve(self, g, slip):
        x_n = self.normal(g)
        return x_n, self.tangent(self.radius(x_n), slip)

    def case(self, g, slip):
        x_n, x = self.solve(g, slip)
        rho = self.radius(x_n)
        return x_n is not None and x_n <= -self.preload, math.hypot(*x) >= rho * (1 - 1e-9) if x else False

    def slopes(self, g, slip):
        """by_nn, by_1n, by_2n, by_11, by_12, by_22; None if there is none, or if a case ends
        nearby."""
        out, step = [None] * 6, 1e-6 * max(self.a)
        places = {(0, 0): 0, (1, 0): 1, (2, 0): 2, (1, 1): 3, (1, 2): 4, (2, 2): 5}
        here = self.case(g, slip)
        for j in range(3):
            if j > self.tangents or (j == 0 and not self.has_normal):
                continue
            ends = []
            for sign in (-1, 1):
                moved = [s + sign * step * (i + 1 == j) for i, s in enumerate(slip)]
                at = (g + sign * step * (j == 0), moved)
                far = (g + 100 * sign * step * (j == 0), [s + 99 * (m - s) + (m - s) for s, m in zip(slip, moved)])
                if self.case(*far) != here:
                    ends = None
                    break
                x_n, x = self.solve(*at)
                ends.append([0.0 if x_n is None else x_n] + x)
            for i in range(self.tangents + 1):
                if ends and (i, j) in places:
                    out[places[i, j]] = (ends[1][i] - ends[0][i]) / (2 * step)
        if not self.has_normal:
            out[0] = out[1] = out[2] = None
        return out

    # -- histories ----------------------------------------------------------------------------------------
    def moving(self, t):
        return self.swing * math.cos(OMEGA * t + self.phase)

    def free(self, t):
        return [wave(w, t) for w in self.waves[:1 + self.tangents]]

    def history(self, steps, periods, refined=False):
        """Yields for each step time, motion, forces, work and the arguments of `solve`. `refined`:
        if contact begins within a step the spring is free until then, which makes the steps
        accurate to second order."""
        dt, old, before, work = PERIOD / steps, [0.0] * self.tangents, [0.0] * self.tangents, 0.0
        load, pressed = 1.0, 1.0
        for k in range(periods * steps + 1):
            t = k * PERIOD / steps
            q = self.free(t)
            g = q[0] + self.gap + self.moving(t)
            if refined and self.has_normal:
                pressed, load = self.a[0] * self.preload - g, pressed
                if load < 0 < pressed:
                    share = load / (load - pressed)
                    before = [b + share * (x - b) for b, x in zip(before, q[1:])]
            # The slip with x = 0, without the displacement by the force of the previous step.
            slip = [q[1 + i] - before[i] - self.wall[i] * dt - self.a[1 + i] * old[i] for i in range(self.tangents)]
            x_n, x = self.solve(g, slip)
            work -= sum(f * (s + a * f) for f, s, a in zip(x, slip, self.a[1:]))
            yield t, q, x_n, x, work, (g, slip)
            old, before = x, q[1:]

    def impacts(self):
        q, v, work = [0.0] * 3, [0.0] * 3, 0.0
        n = 1 + self.tangents
        for k in range(PERIODS * STEPS + 1):
            t = k * PERIOD / STEPS
            free = [v[i] + self.dt * wave(self.waves[i], t) for i in range(n)]
            rate = -OMEGA * self.swing * math.sin(OMEGA * t + self.phase)
            closed = not self.has_normal or q[0] + self.gap + self.moving(t) <= 0
            c_n = free[0] + rate + self.restitution * (v[0] + rate)
            slip = [free[1 + i] - self.wall[i] for i in range(self.tangents)]
            x_n, x = self.solve(c_n, slip)
            if not closed:
                x_n, x = -self.preload, [0.0] * self.tangents
            work -= self.dt * sum(f * (s + a * f) for f, s, a in zip(x, slip, self.a[1:]))
            yield t, q[:n], x_n, x, work, (c_n, slip) if closed else None
            v = [free[i] + self.a[i] * ([x_n or 0.0] + x)[i] for i in range(n)]
            q = [q[i] + self.dt * v[i] for i in range(n)]

    def rows(self):
        rows = self.impacts() if self.mobility else self.history(STEPS, PERIODS)
        for k, (t, q, x_n, x, work, at) in enumerate(rows):
            if k % (STEPS // ROWS) == 0:
                motion = [q[0] if self.has_normal else None] + q[1:]
                pad = [None] * (2 - self.tangents)
                yield [t] + motion + pad + [x_n] + x + pad + [work] + (self.slopes(*at) if at else [None] * 6)

    def periodic(self, steps):
        """Forces over a period in harmonic balance."""
        if self.law in ("elastic", "spring"):
            for k, (t, _, x_n, x, _, _) in enumerate(self.history(steps, 2, refined=True)):
                if steps <= k < 2 * steps:
                    yield t, [x_n] + x
            return
        self.a = self.a[:2] + [self.a[1]]  # one number for both tangents
        for k in range(steps):
            t = k * PERIOD / steps
            q = self.free(t)
            x_n, x = self.solve(q[0] + self.gap + self.moving(t), q[1:])
            yield t, [x_n] + x

    def harmonics(self, steps=1 << 15):
        sums = [[0.0] * 7 for _ in range(1 + self.tangents)]
        for t, x in self.periodic(steps):
            turn = [1.0] + [2 * f(h * OMEGA * t) for h in (1, 2, 3) for f in (math.cos, math.sin)]
            for i, force in enumerate(x):
                for j in range(7):
                    sums[i][j] += (force or 0.0) * turn[j] / steps
        return sums


def points():
    yield Point("spring", {"gap": 0.05, "normal_stiffness": 200.0}, (1, 0))
    yield Point("elastic", {"friction": 0.4, "preload": 4.0, "tangential_stiffness": 40.0}, (0, 1))
    pressed = {"gap": 0.02, "preload": 2.0, "friction": 0.4, "tangential_stiffness": 60.0, "normal_stiffness": 90.0}
    yield Point("elastic-normal", pressed, (1, 1))
    yield Point("elastic-plane", pressed, (1, 2))
    yield Point("elastic-flexible", pressed, (1, 2), (0.004, 0.003, 0.006))
    soft = (0.011, 0.016, 0.02)
    yield Point("unilateral", {"gap": 0.03, "gap_amplitude": 0.02, "gap_phase": 0.7, "preload": 1.5}, (1, 0), soft)
    yield Point("friction", {"gap": 0.01, "preload": 2.0, "friction": 0.4, "wall_velocity": [0.05, 0.0]}, (1, 1), soft)
    yield Point("friction-plane", {"gap": 0.02, "preload": 1.0, "friction": 0.5, "gap_amplitude": 0.01,
                                   "gap_phase": -1.0}, (1, 2), soft)
    yield Point("coulomb", {"preload": 6.0, "friction": 0.4, "wall_velocity": [-0.04, 0.0]}, (0, 1), soft)
    yield Point("coulomb-plane", {"preload": 6.0, "friction": 0.4}, (0, 2), soft)
    # Accelerations that press the mass to the wall from time to time; along the tangents they are
    # close to the friction limit.
    press = [-6.0, 5.0, 9.0, 3.0, 0.0, 0.0, 2.0]
    along, across = [0.5, 1.0, -3.0, 0.5, 1.0, 0.0, 1.0], [0.2, -1.0, 1.5, 1.0, 0.0, 0.5, 0.0]
    yield Point("unilateral-impact", {"gap": 0.05, "gap_amplitude": 0.02, "gap_phase": 0.7, "restitution": 0.6},
                (1, 0), waves=(press, NOTHING, NOTHING), mobility=0.5)
    yield Point("friction-impact", {"gap": 0.02, "friction": 0.4, "restitution": 0.3, "preload": 1.0,
                                    "wall_velocity": [0.1, -0.05]},
                (1, 2), waves=(press, along, across), mobility=0.5)
    yield Point("coulomb-impact", {"preload": 4.0, "friction": 0.4}, (0, 2), waves=(NOTHING, along, across), mobility=0.5)


def text(x):
    return "" if x is None else format(0.0 if abs(x) < 1e-13 else x, ".13g")


def words(numbers):
    return " ".join(map(repr, numbers))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for point in points():
        keys = dict(point.keys)
        if "gap_amplitude" in keys:
            keys["gap_frequency"] = OMEGA / (2 * math.pi)
        tangents = f", tangents: {point.tangents}" if point.tangents else ""
        rows = list(point.rows())
        with open(os.path.join(folder, point.name + ".csv"), "w") as out:
            out.write(f"# {point.law}, by cases. Written by make_projections.py.\n")
            out.write(f"# contact: law: {point.law}, " + ", ".join(f"{k}: {v!r}" for k, v in keys.items()) + tangents + "\n")
            out.write(f"# directions: {point.has_normal} {point.tangents}\n")
            out.write(f"# steps: {OMEGA!r} rad/s, {PERIODS} periods of {STEPS} steps, {ROWS} rows\n")
            out.write(f"# flexibility: {words(point.flexibility)}, mobility {point.mobility!r}\n")
            for w in point.waves[:1 + point.tangents]:
                out.write(f"# wave: {words(w)}\n")
            for sums in [] if point.mobility else point.harmonics():
                out.write("# harmonics: " + " ".join(format(x, ".10g") for x in sums) + "\n")
            # Samples notice the beginning of contact, and of the slider's motion, only at the next
            # of them.
            late = point.law == "elastic" and point.has_normal
            out.write("# tolerance of the largest: force 1e-12, slope 1e-8, harmonics "
                      + ("2e-4 of order 1\n" if late else "2e-6 of order 2\n"))
            out.write("t,q_n,q_1,q_2,force_n,force_1,force_2,work,by_nn,by_1n,by_2n,by_11,by_12,by_22\n")
            for row in rows:
                out.write(",".join(map(text, row)) + "\n")


main()
