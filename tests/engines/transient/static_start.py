"""Static equilibria of chains by trying every state of every contact (open, closed; stick, slip in
either direction): prints for each case the displacements and contact forces. Full stiffness
matrices, Gaussian elimination; written from the definitions of the laws alone. Cases: those of
static_start.sh, in its order."""
import itertools
import math


def zeros(n, m):
    return [[0.0] * m for _ in range(n)]


def solve(a, b):
    """Solves a x = b; None if a is singular."""
    n = len(b)
    a = [row[:] + [y] for row, y in zip(a, b)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(a[i][k]))
        if abs(a[best][k]) < 1e-9:
            return None
        a[k], a[best] = a[best], a[k]
        for i in range(n):
            if i != k:
                factor = a[i][k] / a[k][k]
                a[i] = [x - factor * y for x, y in zip(a[i], a[k])]
    return [a[i][n] / a[i][i] for i in range(n)]


def chain(springs, n):
    k = zeros(n, n)
    for i in range(n):
        k[i][i] += springs[i]
        if i > 0:
            k[i][i - 1] -= springs[i]
            k[i - 1][i] -= springs[i]
            k[i - 1][i - 1] += springs[i]
    return k


def bordered(k, f, held):
    """Solves k q = f + forces at the nodes of `held` = (node, q there)."""
    n, m = len(f), len(held)
    a = zeros(n + m, n + m)
    for i in range(n):
        a[i][:n] = k[i]
    b = list(f) + [0.0] * m
    for j, (node, q) in enumerate(held):
        a[node][n + j] = -1.0
        a[n + j][node] = 1.0
        b[n + j] = q
    return a, b


def stops(k, f, gaps, preload):
    """Unilateral stops (node, gap): q + gap >= 0, force + preload >= 0, and one of them is 0."""
    n = len(f)
    for closed in itertools.product([0, 1], repeat=len(gaps)):
        on = [g for g, c in zip(gaps, closed) if c]
        off = [g for g, c in zip(gaps, closed) if not c]
        a, b = bordered(k, f, [(node, -gap) for node, gap in on])
        for node, _ in off:
            b[node] -= preload
        x = solve(a, b)
        if x and all(x[node] + gap > 0 for node, gap in off) and all(force + preload >= 0 for force in x[n:]):
            forces = iter(x[n:])
            return list(x[:n]) + [next(forces) if c else -preload for c in closed]
    raise ValueError("no equilibrium")


def rubs(k, f, points):
    """Coulomb points (node, limit): stick at q = 0 where |force| <= limit, else slip with the force against q."""
    n = len(f)
    for state in itertools.product([0, 1, -1], repeat=len(points)):
        held = [p for p, s in zip(points, state) if s == 0]
        a, b = bordered(k, f, [(node, 0.0) for node, _ in held])
        for (node, limit), s in zip(points, state):
            b[node] -= s * limit
        x = solve(a, b)
        forces = iter(x[n:])
        all_forces = [next(forces) if s == 0 else -s * limit for (_, limit), s in zip(points, state)]
        if all(abs(t) <= limit for t, (_, limit), s in zip(all_forces, points, state) if s == 0) and all(
            s * x[node] > 0 for (node, _), s in zip(points, state) if s
        ):
            return list(x[:n]) + all_forces
    raise ValueError("no equilibrium")


def scalar(f, k, force):
    """Solves k q = f + force(q) with a decreasing force by bisection."""
    low, high = -1.0, 1.0
    for _ in range(200):
        q = 0.5 * (low + high)
        if k * q - f - force(q) < 0:
            low = q
        else:
            high = q
    return [q, force(q)]


def clip(x, limit):
    return max(-limit, min(limit, x))


def iwan(q, limit=1.5, stiffness=300.0, chi=-0.5, beta=0.4, sliders=3):
    top = limit * (1 + beta) / (stiffness * (beta + (chi + 1) / (chi + 2)))
    spread = stiffness / (1 + beta)
    r = spread * (chi + 1) / top ** (chi + 1)
    total = 0.0
    for i in range(1, sliders + 1):
        a, b = top * ((i - 1) / sliders) ** 2, top * (i / sliders) ** 2
        k = r * (b ** (chi + 1) - a ** (chi + 1)) / (chi + 1)
        total += clip(k * q, r * (b ** (chi + 2) - a ** (chi + 2)) / (chi + 2))
    return -(total + clip((stiffness - spread) * q, (stiffness - spread) * top))


def bouc_wen(q, k=300.0, alpha=0.2, beta=400.0, gamma=200.0):
    z = (1 - math.exp(-(beta + gamma) * abs(q))) / (beta + gamma) * (1 if q > 0 else -1)  # dz/dq = 1 - (beta + gamma) |z|
    return -(alpha * k * q + (1 - alpha) * k * z)


def show(name, numbers):
    print(name, *("%.15g" % x for x in numbers))


weights = [2.0, 1.0, 0.5]
k3 = chain([100.0, 150.0, 80.0], 3)
show("stops", stops(k3, [-9.81 * m for m in weights], [(0, 0.2), (2, 0.3)], 0.0))
show("pressed", stops(k3, [-m for m in weights], [(0, 0.2), (2, 0.3)], 3.0))
k4 = chain([100.0, 150.0, 80.0, 400.0], 4)
for load in (1.0, 4.0, 9.0):
    show("rubs_%g" % load, rubs(k4, [0, load, 0, 0], [(3, 0.8)]))
show("two", rubs(k3, [0, 3.0, 1.0], [(0, 1.0), (2, 0.6)]))
for load in (0.2, 1.0, 4.0):
    show("jenkins_%g" % load, scalar(load, 100, lambda q: -clip(300 * q, 0.5)))
    show("bouc_wen_%g" % load, scalar(load, 100, bouc_wen))
    show("iwan_%g" % load, scalar(load, 100, iwan))
    show("cubic_%g" % load, scalar(load, 100, lambda q: -4000 * q**3))
