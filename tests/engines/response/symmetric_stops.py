#!/usr/bin/env python3
"""Motion with x(t + T/2) = -x(t) of a mass between two springs with gaps, by shooting over half a period with Runge-Kutta steps.

x'' + 0.01 x' + x + stops = 0.3 cos(wt), stops of 100 N/m behind 0.1 m on both sides. symmetric_stops.py FREQUENCY AMPLITUDE:
the largest |x|, from a start at AMPLITUDE.
"""
import math
import sys

STEPS = 4000
frequency, amplitude = map(float, sys.argv[1:])
w, h = 2 * math.pi * frequency, 0.5 / frequency / STEPS


def rate(t, x, v):
    stop = 100 * (x - 0.1) if x > 0.1 else 100 * (x + 0.1) if x < -0.1 else 0
    return 0.3 * math.cos(w * t) - x - 0.01 * v - stop


def half(x, v):
    most = abs(x)
    for k in range(STEPS):
        t = k * h
        a = rate(t, x, v)
        b = rate(t + h / 2, x + h / 2 * v, v + h / 2 * a)
        c = rate(t + h / 2, x + h / 2 * v + h * h / 4 * a, v + h / 2 * b)
        d = rate(t + h, x + h * v + h * h / 2 * b, v + h * c)
        x, v = x + h * v + h * h / 6 * (a + b + c), v + h / 6 * (a + 2 * b + 2 * c + d)
        most = max(most, abs(x))
    return x, v, most


x, v, small = amplitude, 0.0, 1e-7
for _ in range(20):
    x1, v1, most = half(x, v)
    r, s = x1 + x, v1 + v
    if abs(r) + abs(s) < 1e-12:
        break
    xa, va, _ = half(x + small, v)
    xb, vb, _ = half(x, v + small)
    a, c = (xa - x1) / small + 1, (va - v1) / small
    b, d = (xb - x1) / small, (vb - v1) / small + 1
    x, v = x - (d * r - b * s) / (a * d - b * c), v - (a * s - c * r) / (a * d - b * c)
print(most)
