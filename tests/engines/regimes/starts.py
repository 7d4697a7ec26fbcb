"""starts.py CHATTER: event-exact motion regimes from other states than rest against motion integrated here, from the equations of the
masses alone: Runge-Kutta's method of fourth order between events, events by bisection. Compared are the amplitude of the contact and
the extremes of displacements, velocities and accelerations of all masses, which jump at events. Prints what differs.
  M x'' + b K x' + K x = F cos(tau) - beta w sgn(w.x'),  tau in radians of the load, contact coordinate u = w.x"""
import csv
import io
import itertools
import json
import math
import subprocess
import sys

STEPS = 500  # per cycle: h = 0.0126; the fastest motion below runs at 4 rad per rad of the load, so (omega h)^4 / 120 is 5e-8
TOLERANCE = 5e-7  # relative: that, some times over in four cycles; the program locates events to 1e-13 and has no steps
CYCLES = 4


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def times(a, x):
    return [dot(row, x) for row in a]


class System:
    """Masses of a chain, held by spring 1 (and the last one), in the time scale of the load at rate
    r."""

    def __init__(self, mass, spring, r, beta, w, load, loss=0.0, frame=0.0):
        """frame: the motion of the masses is given as x + frame cos(tau)."""
        self.mass, self.r, self.beta, self.w, self.load, self.loss, self.frame = mass, r, beta, w, load, loss, frame
        n = len(mass)
        self.k = [[0.0] * n for _ in range(n)]
        for i, s in enumerate(spring):
            ends = [j for j in (i - 1, i) if 0 <= j < n]
            for a, b in itertools.product(ends, ends):
                self.k[a][b] += s if a == b else -s

    def push(self, tau, x, v):
        """Forces on the masses without friction."""
        pull, lost = times(self.k, x), times(self.k, v)
        return [f * math.cos(tau) - p - self.loss * self.r * d for f, p, d in zip(self.load, pull, lost)]

    def holds(self, tau, x, v):
        """Friction force that keeps w.x' constant."""
        free = dot(self.w, [f / m for f, m in zip(self.push(tau, x, v), self.mass)])
        return free / dot(self.w, [w / m for w, m in zip(self.w, self.mass)])

    def rate(self, kind, tau, x, v):
        force = kind * self.beta if kind else self.holds(tau, x, v)
        push = self.push(tau, x, v)
        return v, [(p - force * w) / m / self.r**2 for p, w, m in zip(push, self.w, self.mass)]

    def told(self, kind, tau, x, v):
        """u of the contact and all masses, with three derivatives: the derivatives of the equations
        of motion have the same form in x' and x'' under a load that leads by a quarter of a
        period."""
        a = self.rate(kind, tau, x, v)[1]
        ahead = tau + math.pi / 2
        force = 0.0 if kind else self.holds(ahead, v, a)
        j = [(p - force * w) / m / self.r**2 for p, w, m in zip(self.push(ahead, v, a), self.w, self.mass)]
        return [[dot(self.w, y)] + [b + self.frame * math.cos(tau + k * math.pi / 2) for b in y] for k, y in enumerate((x, v, a, j))]

    def step(self, kind, tau, x, v, h):
        def at(part, k):
            a, b = [p + part * d for p, d in zip(x, k[0])], [p + part * d for p, d in zip(v, k[1])]
            return self.rate(kind, tau + part, a, b)
        k1 = self.rate(kind, tau, x, v)
        k2 = at(h / 2, k1)
        k3 = at(h / 2, k2)
        k4 = at(h, k3)
        to = [[p + h / 6 * (a + 2 * b + 2 * c + d) for p, a, b, c, d in zip(old, k1[i], k2[i], k3[i], k4[i])]
              for i, old in ((0, x), (1, v))]
        return to[0], to[1]

    def kind(self, tau, x, v):
        speed, hold = dot(self.w, v), self.holds(tau, x, v)
        if abs(speed) > 1e-9:
            return math.copysign(1, speed)
        return 0 if self.beta and abs(hold) <= self.beta * (1 + 1e-9) else math.copysign(1, hold)

    def ended(self, kind, tau, x, v):
        return abs(self.holds(tau, x, v)) > self.beta * (1 + 1e-12) if kind == 0 else kind * dot(self.w, v) < 0

    def stopped(self, x, v):
        """Sets the velocity of the contact, zero to rounding, to exactly zero."""
        speed, give = dot(self.w, v), dot(self.w, [w / m for w, m in zip(self.w, self.mass)])
        return [b - speed * w / m / give for b, w, m in zip(v, self.w, self.mass)]

    def extremes(self, x, v):
        """[derivative][u, masses] (min, max) over all cycles."""
        h, seen = 2 * math.pi / STEPS, [[]]  # a list per phase
        kind, tau = self.kind(0.0, x, v), 0.0

        def see():
            seen[-1].append((tau, self.told(kind, tau, x, v)))
        see()
        for i in range(CYCLES * STEPS):
            end = (i + 1) * h
            while tau < end - 1e-13:
                a, b = self.step(kind, tau, x, v, end - tau)
                if not self.ended(kind, end, a, b):
                    x, v, tau = a, b, end
                    break
                low, high = 0.0, end - tau
                for _ in range(60):
                    middle = (low + high) / 2
                    a, b = self.step(kind, tau, x, v, middle)
                    low, high = (low, middle) if self.ended(kind, tau + middle, a, b) else (middle, high)
                x, v = self.step(kind, tau, x, v, high)
                tau += max(high, 1e-12)
                v = self.stopped(x, v)
                see()
                kind = self.kind(tau, x, v) if kind else math.copysign(1, self.holds(tau, x, v))
                seen.append([])
                see()
            see()
        phases = [[extremes([(t, y[k][i], y[k + 1][i]) for t, y in phase]) for phase in seen] for k in range(3) for i in range(1 + len(x))]
        ends = [(min(low for low, _ in all), max(high for _, high in all)) for all in phases]
        return [ends[k * (1 + len(x)):(k + 1) * (1 + len(x))] for k in range(3)]


def extremes(points):
    """Extrema of cubics through (tau, x, x'): where the derivative changes its sign."""
    values = [x for _, x, _ in points]
    for (t0, x0, v0), (t1, x1, v1) in zip(points, points[1:]):
        h = t1 - t0
        if v0 * v1 < 0:
            a, b, c = 6 * (x0 - x1) / h + 3 * (v0 + v1), 6 * (x1 - x0) / h - 4 * v0 - 2 * v1, v0  # x' in s = (tau - t0) / h
            root = math.sqrt(max(b * b - 4 * a * c, 0.0))
            s = 2 * c / (-b - math.copysign(root, b))
            values.append(x0 + h * (v0 * s + b * s * s / 2 + a * s**3 / 3))
    return min(values), max(values)


def solve(a, b):
    """Gaussian elimination for a few complex or real unknowns."""
    n, a = len(b), [list(row) + [x] for row, x in zip(a, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[p] = a[p], a[i]
        for k in range(n):
            if k != i:
                f = a[k][i] / a[i][i]
                a[k] = [x - f * y for x, y in zip(a[k], a[i])]
    return [a[i][n] / a[i][i] for i in range(n)]


def static(s):
    free, give = solve(s.k, s.load), solve(s.k, s.w)
    force = dot(s.w, free) / dot(s.w, give)
    force = max(-s.beta, min(s.beta, force))
    return solve(s.k, [f - force * w for f, w in zip(s.load, s.w)]), [0.0] * len(s.mass)


def steady(s):
    n, r = len(s.mass), s.r
    z = [[s.k[i][j] * (1 + 1j * r * s.loss) - (r * r * s.mass[i] if i == j else 0) for j in range(n)] for i in range(n)]
    x = solve(z, s.load)
    return [a.real for a in x], [(1j * a).real for a in x]


def evaluate(study):
    json.dump(study, open("starts.json", "w"))
    run = subprocess.run([sys.argv[1], "eval", "starts.json", "-q"], capture_output=True, text=True)
    if run.returncode:
        print(f"{study['initial']}: {run.stderr}")
        return None
    return list(csv.DictReader(io.StringIO(run.stdout)))[0]


compared = 0


OUTPUTS = {"displacement": "half_peak_to_peak", "velocity": "max_abs", "acceleration": "max", "deceleration": "min"}
REDUCED = {"half_peak_to_peak": lambda low, high: (high - low) / 2, "max_abs": lambda low, high: max(-low, high),
           "min": lambda low, high: low, "max": lambda low, high: high}


def outputs(n):
    return {"amplitude": {"quantity": "amplitude"},
            **{f"{name}{i}": {"quantity": name.replace("dec", "acc"), "node": i, "reduce": reduce}
               for name, reduce in OUTPUTS.items() for i in range(1, n + 1)}}


def differs(row, found, scale):
    """Compares outputs with the extremes. Returns names, values and expected values of those that
    differ by more than the tolerance of the largest."""
    apart, (low, high) = [], found[0][0]
    if not abs(float(row["amplitude"]) - (high - low) / 2) <= TOLERANCE * max(h - l for l, h in found[0]):
        apart.append(("amplitude", row["amplitude"], (high - low) / 2))
    for k, (name, reduce) in zip((0, 1, 2, 2), OUTPUTS.items()):
        size = scale**k * max(max(-l, h) for l, h in found[k][1:])
        for i, ends in enumerate(found[k][1:], 1):
            seen, expected = float(row[f"{name}{i}"]), scale**k * REDUCED[reduce](*ends)
            if not abs(seen - expected) <= TOLERANCE * size:
                apart.append((f"{name}{i}", seen, expected))
    return apart


def compare(what, study, system, x, v, modes=False, scale=1.0):
    """modes: x with any signs of the modes; scale: of a velocity per radian."""
    global compared
    row = evaluate(study)
    if not row:
        return
    wrong = [differs(row, system.extremes(a, v), scale) for a in (x if modes else [x])]
    compared += 1
    if all(wrong):
        print(f"{what}, {study['initial']}: {wrong}")


def fields(study, system, scale):
    """Displacements, velocities and both for the whole body and for single masses; scale: of a
    velocity per radian."""
    n = len(system.mass)
    for d, u in ((0.7, 0.0), (-3.0, 0.0), (0.0, 1.5), (1.2, -0.8)):
        where = {"displacement": d, "velocity": u * scale}
        shape = [1.0, -0.4, 0.3][:n]
        yield {**where, "direction": "x"}, [d] * n, [u] * n
        yield {**where, "shape": shape}, [d * s for s in shape], [u * s for s in shape]
    yield {"static": True}, *static(system)
    yield {"steady": True}, *steady(system)


def chains():
    regimes = {"cycles": CYCLES, "window": CYCLES, "early_exit": False}
    for gamma, kappa, r1, beta, wall, contact, loss in (
            ([], [], 0.6, 0.3, "ground", 1, 0.0), ([], [], 1.7, 0.0, "ground", 1, 0.0), ([], [], 0.8, 0.4, "ground", 1, 0.1),
            ([1], [1], 1.3, 0.1, "ground", 2, 0.0), ([0.5], [2], 0.7, 0.6, "ground", 1, 0.05), ([1], [1], 0.5, 0.2, "base", 2, 0.0),
            ([2], [1], 0.9, 0.15, "mass", 1, 0.0), ([1], [0.5], 0.4, 5.0, "ground", 2, 0.02), ([1, 1], [1, 2], 0.8, 0.3, "ground", 3, 0.0)):
        mass, n = [1.0] + gamma, 1 + len(gamma)
        w = [float(i == contact - 1) for i in range(n)]
        if wall == "mass":
            w[contact - 1], w[contact] = -1.0, 1.0
        load = [r1 * r1 * m for m in mass] if wall == "base" else [1.0] + [0.0] * (n - 1)
        s = System(mass, [1.0] + kappa, r1, beta, w, load, loss, frame=float(wall == "base"))
        study = {"study": "regimes", "regimes": {**regimes, "r1": r1, "beta": beta, "wall": wall, "contact_mass": contact},
                 "outputs": outputs(n)}
        if n > 1:
            study["regimes"].update(gamma=gamma, kappa=kappa)
        if loss:
            study["reduction"] = {"rayleigh": {"stiffness": loss}}
        for initial, x, v in fields(study, s, 1.0):
            compare(f"chain {study['regimes']}", {**study, "initial": initial}, s, x, v)


def masses():
    """Newtons and metres: the modes of two equal masses and springs are known in closed form."""
    m, k, f, loss, force = 2.0, 800.0, 2.5, 1e-3, 3.0
    omega = 2 * math.pi * f
    s = System([m, m], [k, k], omega, 0.5, [0.0, 1.0], [force, 0.0], loss)
    study = {"study": "regimes", "model": {"type": "chain", "masses": [m, m], "springs": [k, k]},
             "reduction": {"method": "modal", "rayleigh": {"stiffness": loss}},
             "contact": {"nodes": 2, "law": "coulomb", "friction": 0.25, "preload": 2},
             "excitation": {"node": 1, "amplitude": force, "frequency": f, "phase": "cos"},
             "regimes": {"cycles": CYCLES, "window": CYCLES, "early_exit": False},
             "outputs": outputs(2)}
    for initial, x, v in fields(study, s, omega):
        compare("masses", {**study, "initial": initial}, s, x, v, scale=omega)
    for field in ([0.02, 0.0], [0.0, -0.03]):  # phi of (1, golden ratio) and (golden ratio, -1), any sign
        golden = (1 + math.sqrt(5)) / 2
        size = math.sqrt(m * (1 + golden * golden))
        x = [(field[0] + golden * field[1]) / size, (golden * field[0] - field[1]) / size]
        compare("masses", {**study, "initial": {"modal": field}}, s, [x, [-a for a in x]], [0.0, 0.0], modes=True, scale=omega)


chains()
masses()
if compared != 9 * 10 + 12:
    print(f"{compared} studies were compared")
