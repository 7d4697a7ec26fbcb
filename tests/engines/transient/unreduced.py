"""A lattice of springs in space, unreduced: writes K.mtx, M.mtx, dof.csv, nodes.csv, and prints its
motion under two loads and against two walls with friction and a stop between two of its nodes.
Equations of motion in the displacements of the nodes with K and M of the files, rows of M summed,
contact coordinates without mass; leapfrog; the contact inclusion of each step by Gauss-Seidel over
its points to rounding. No modes, no scaling, no condensed stiffness.
Arguments: a and b of the damping a M + b K, steps. Prints per step: u(7, x), u(7, z) of a contact
node, u(24, z), the sum of the normal forces, the elastic energy."""
import sys

import numpy as np

A, B, STEPS = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
DT, FRICTION, GAP, STOP = 2e-4, 0.4, 2e-5, 1e-5
WALL = np.array([0, 0.6, 0.8])
PRESSED, RUBBED, PUSHED = (7, 19), (15, 22), (7, 24)  # nodes: on the wall, of the stop, of the loads

place = [(x, y, z) for x in range(4) for y in range(3) for z in range(2)]
n = 3 * len(place)
K, M = np.zeros((n, n)), np.zeros((n, n))
for i, p in enumerate(place):
    M[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] += 0.02 * (1 + 0.1 * i) * np.eye(3)
    if p[0] == 0:
        K[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] += np.diag([3e4, 2e4, 4e4])
    for j in range(i):
        d = np.subtract(p, place[j])
        if d @ d > 3.1:
            continue
        k = 2e4 / (1 + d @ d) * (np.outer(d, d) / (d @ d) + 0.05 * np.eye(3))
        m = 0.01 * np.eye(3)
        for a, b, s in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            K[3 * a : 3 * a + 3, 3 * b : 3 * b + 3] += s * k
            M[3 * a : 3 * a + 3, 3 * b : 3 * b + 3] += (2 if s > 0 else 1) / 6 * m


def write(name, matrix):
    low = [(i, j) for i in range(n) for j in range(i + 1) if matrix[i, j] != 0]
    with open(name, "w") as out:
        out.write(f"%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {len(low)}\n")
        out.writelines(f"{i + 1} {j + 1} {matrix[i, j]:.17g}\n" for i, j in low)


write("K.mtx", K)
write("M.mtx", M)
with open("dof.csv", "w") as out:
    out.write("eq,node,dof\n")
    out.writelines(f"{e + 1},{e // 3 + 1},{e % 3 + 1}\n" for e in range(n))
with open("nodes.csv", "w") as out:
    out.write("id,x,y,z,sets\n")
    out.writelines(f"{i + 1},{p[0]},{p[1]},{p[2]},\n" for i, p in enumerate(place))


def row(node, along):
    r = np.zeros(n)
    r[3 * node - 3 : 3 * node] = along
    return r


# The first of x, y, z with the smallest component along the normal, as in the reference page; then
# normal x tangent.
tangent = np.array([1.0, 0, 0])
rows, points = [], []
for node in PRESSED:
    points.append((len(rows), 2))
    rows += [row(node, WALL), row(node, tangent), row(node, np.cross(WALL, tangent))]
points.append((len(rows), 0))
rows.append(row(RUBBED[0], [0, 0, 1]) - row(RUBBED[1], [0, 0, 1]))
W = np.array(rows).T
gap = np.array([GAP, 0, 0, GAP, 0, 0, STOP])

static = np.flatnonzero(np.abs(W).sum(axis=1))
inner = np.setdiff1d(np.arange(n), static)
Kss, Ksi, Kii = K[np.ix_(static, static)], K[np.ix_(static, inner)], K[np.ix_(inner, inner)]
Ws = W[static]
# The mass of each contact coordinate is distributed to the coordinates along its axis that it
# follows.
mass = M.sum(axis=1)[inner]
follow = -np.linalg.solve(Kss, Ksi)
for s, equation in enumerate(static):
    share = np.where(inner % 3 == equation % 3, follow[s], 0)
    mass += M[equation].sum() * share / share.sum()
G = Ws.T @ np.linalg.solve(Kss, Ws)


def load(t):
    f = row(PUSHED[0], [0, -0.8, -0.6]) * 4 * np.sin(2 * np.pi * 31 * t)
    f += row(PUSHED[1], [0.6, 0, 0.8]) * 3 * np.sin(2 * np.pi * 53 * t)
    return f


def inclusion(c, force):
    """Solves for -(G force + c) in the normal cones; c contains the gaps and the tangential motion
    over the step."""
    for _ in range(100000):
        before = force.copy()
        for at, tangents in points:
            scale = 1 / G[at, at]
            force[at] = max(0.0, force[at] - scale * (G[at] @ force + c[at]))
            if tangents:
                two = slice(at + 1, at + 3)
                scale = 1 / np.linalg.norm(G[two, two], 2)
                trial = force[two] - scale * (G[two] @ force + c[two])
                size, most = np.hypot(*trial), FRICTION * force[at]
                force[two] = trial if size <= most else trial * (most / size if size > 0 else 0)
        if np.abs(force - before).max() <= 1e-15 * (1 + np.abs(force).max()):
            return force
    raise SystemExit("the inclusion did not converge")


x, q, force = np.zeros(len(inner)), np.zeros(len(rows)), np.zeros(len(rows))
is_tangent = np.array([i not in [at for at, _ in points] for i in range(len(rows))])


def forces(x, xs_part, t):
    return load(t)[inner] - Kii @ x - Ksi.T @ xs_part


# u(-dt/2) = -dt/2 times the acceleration at rest under the load at t = 0.
v = -0.5 * DT * forces(x, np.linalg.solve(Kss, load(0)[static]), 0) / mass
for k in range(STEPS):
    t = k * DT
    free = np.linalg.solve(Kss, load(t)[static] - Ksi @ x)
    c = Ws.T @ free + gap - np.where(is_tangent, q, 0)
    force = inclusion(c, force)
    xs = free + np.linalg.solve(Kss, Ws @ force)
    q = Ws.T @ xs
    full = np.zeros(n)
    full[inner], full[static] = x, xs
    print(f"{full[18]:.17g} {full[20]:.17g} {full[71]:.17g} {force[0] + force[3] + force[6]:.17g} {full @ K @ full / 2:.17g}")
    # The damping of K acts on the elastic motion only, with the static part following.
    late = B * (Kii @ v - Ksi.T @ np.linalg.solve(Kss, Ksi @ v))
    push = forces(x, xs, t) - late
    v = ((1 - A * DT / 2) * v + DT * push / mass) / (1 + A * DT / 2)
    x = x + DT * v
