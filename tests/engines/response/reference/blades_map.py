"""The largest Floquet multiplier of blade, damper, blade in partial slip, by time integration
alone: the eight equations by Runge-Kutta steps from rest until periodic, then central differences
of the period map.

    python3 blades_map.py OMEGA ALPHA BETA [STEPS] [PERIODS]

prints Am (m) and the multiplier. Sliders of elements that always stick are constant and left out.
"""
import math
import os
import sys

MODEL = os.path.join(os.path.dirname(__file__), "../../../../models/blade-damper-blade")
KT, KN, MU, N0 = 1e5, 1e5, 0.3, 50.0


def matrix(name):
    lines = [line.split() for line in open(os.path.join(MODEL, name)) if line[0] != "%"]
    out = [[0.0] * 8 for _ in range(8)]
    for i, j, value in lines[1:]:
        out[int(i) - 1][int(j) - 1] = out[int(j) - 1][int(i) - 1] = float(value)
    return out


def inverse(a):
    n = len(a)
    a = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(a)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[pivot] = a[pivot], a[i]
        a[i] = [x / a[i][i] for x in a[i]]
        for k in range(n):
            if k != i:
                a[k] = [x - a[k][i] * y for x, y in zip(a[k], a[i])]
    return [row[n:] for row in a]


S, C = math.sqrt(0.75), 0.5
# Relative displacements of the two contacts, along the flank and pressing it.
ALONG = ((0, S, C, -S, -C, 0, 0, 0), (0, 0, 0, S, -C, -S, C, 0))
PRESS = ((0, C, -S, -C, S, 0, 0, 0), (0, 0, 0, C, S, -C, -S, 0))
STIFFNESS, MASS = matrix("K.mtx"), inverse(matrix("M.mtx"))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def contact(q, slider, k):
    """Forces along and normal to the flank, opposite to the motion."""
    normal = max(N0 + KN * dot(PRESS[k], q), 0.0)
    return min(max(KT * (dot(ALONG[k], q) - slider), -MU * normal), MU * normal), normal - N0


def rate(z, slider, t, omega, alpha, beta):
    q, v = z[:8], z[8:16]
    force = [-dot(row, [x + beta * y for x, y in zip(q, v)]) for row in STIFFNESS]
    for k in range(2):
        along, press = contact(q, slider[k], k)
        force = [f - a * along - p * press for f, a, p in zip(force, ALONG[k], PRESS[k])]
    force[7] += alpha * math.cos(omega * t)
    return v + [dot(row, force) for row in MASS]


def period(z, slider, omega, alpha, beta, steps):
    """The state after a period, and Am of the last blade."""
    h, mean, square = 2 * math.pi / omega / steps, 0.0, 0.0
    for i in range(steps):
        mean += z[7] / steps
        square += z[7] ** 2 / steps
        stages, at = [], z
        for part in (0.0, 0.5, 0.5, 1.0):
            if stages:
                at = [x + part * h * y for x, y in zip(z, stages[-1])]
            stages.append(rate(at, slider, h * (i + part), omega, alpha, beta))
        z = [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(z, *stages)]
        slider = [dot(ALONG[k], z) - contact(z, slider[k], k)[0] / KT for k in range(2)]
    return z, slider, math.sqrt(square - mean**2)


def main(omega, alpha, beta, steps=1024, periods=150):
    z, slider, am = [0.0] * 16, [0.0, 0.0], 0.0
    for _ in range(periods):
        z, slider, am = period(z, slider, omega, alpha, beta, steps)
    state, change, columns = z + slider, 1e-6 * max(abs(x) for x in z[:8]), []
    for j in range(18):
        size = change * (omega if 8 <= j < 16 else 1.0)
        ends = []
        for sign in (-1.0, 1.0):
            moved = state[:]
            moved[j] += sign * size
            end = period(moved[:16], moved[16:], omega, alpha, beta, steps)
            ends.append(end[0] + end[1])
        columns.append([(b - a) / (2 * size) for a, b in zip(*ends)])
    stuck = [i for i in (16, 17) if abs(columns[i][i] - 1) + sum(abs(columns[j][i]) for j in range(18) if j != i) < 1e-2]
    x, growth, kept = [0.0 if i in stuck else 1.0 + i % 3 for i in range(18)], 0.0, 2000
    for i in range(2 * kept):  # a pair of multipliers rotates: mean growth over many periods
        x = [0.0 if k in stuck else sum(columns[j][k] * x[j] for j in range(18)) for k in range(18)]
        size = math.sqrt(dot(x, x))
        x = [y / size for y in x]
        growth += math.log(size) / kept if i >= kept else 0.0
    print(f"omega {omega!r} alpha {alpha!r} beta {beta!r}: Am {am:.9e}, largest multiplier {math.exp(growth):.6f}, stuck {len(stuck)}")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(float(words[0]), float(words[1]), float(words[2]), *(int(w) for w in words[3:]))
