"""A slider of three masses in a row along x, of which the first is the guide with a prescribed motion, drawn over a
rigid level target: M u'' + C u' + K u = f with consistent (coupled) masses and C = a M + b K, in the global frame, so
that no force of inertia is needed. Friction is mu N against the motion. The guide's velocity is v + w(t),
w(t) = c sin(2 pi f t + p). Begins in the steady sliding of t = 0. Runge-Kutta's method of fourth order; x_A in closed
form. Prints time, x of the guide and of the contact, its velocity and acceleration.

arguments: a b mu v c f p sense end samples"""
import math
import sys

A, B, MU, V, AMPLITUDE, F, P, SENSE, END = (float(x) for x in sys.argv[1:10])
SAMPLES, SUB = int(sys.argv[10]), 20
LOAD = 1.0  # N
# order: guide, middle, contact
M = [[0.02, 0.01, 0.0], [0.01, 0.04, 0.01], [0.0, 0.01, 0.02]]
K = [[1000.0, -1000.0, 0.0], [-1000.0, 3000.0, -2000.0], [0.0, -2000.0, 2000.0]]
C = [[A * M[i][j] + B * K[i][j] for j in range(3)] for i in range(3)]
W = 2 * math.pi * F
PUSH = [0.0, -SENSE * MU * LOAD]  # on middle and contact


def way(t):
    return V * t + (AMPLITUDE * (math.cos(P) - math.cos(W * t + P)) / W if F else AMPLITUDE * math.sin(P) * t)


def speed(t):
    return V + AMPLITUDE * math.sin(W * t + P)


def rise(t):
    return AMPLITUDE * W * math.cos(W * t + P)


def solve(m, r):
    d = m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return [(r[0] * m[1][1] - r[1] * m[0][1]) / d, (m[0][0] * r[1] - m[1][0] * r[0]) / d]


def block(m):
    return [[m[1][1], m[1][2]], [m[2][1], m[2][2]]]


def acceleration(t, u, v):
    x = [way(t), u[0], u[1]]
    dx = [speed(t), v[0], v[1]]
    r = [PUSH[i - 1] - M[i][0] * rise(t) - sum(C[i][j] * dx[j] + K[i][j] * x[j] for j in range(3)) for i in (1, 2)]
    return solve(block(M), r)


def rate(t, y):
    return y[2:] + acceleration(t, y[:2], y[2:])


def ahead(y, k, h):
    return [a + h * b for a, b in zip(y, k)]


def step(t, y, h):
    k1 = rate(t, y)
    k2 = rate(t + h / 2, ahead(y, k1, h / 2))
    k3 = rate(t + h / 2, ahead(y, k2, h / 2))
    k4 = rate(t + h, ahead(y, k3, h))
    return [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]


start = solve(block(K), [PUSH[i] - sum(C[i + 1]) * speed(0) for i in (0, 1)])
y = start + [speed(0), speed(0)]
h = END / SAMPLES / SUB
for n in range(SAMPLES + 1):
    t = END * n / SAMPLES
    print("%.17g,%.17g,%.17g,%.17g,%.17g" % (t, way(t), y[1], y[3], acceleration(t, y[:2], y[2:])[1]))
    for i in range(SUB):
        y = step(t + i * h, y, h)
