"""Motions of one mass with an elastic stop and an elastic friction element,

  x'' + 0.6325 x' + 40 x = 100 sin(2 pi f t) + stop + slider,
  stop = 4000 max(-x - 10, 0),   slider = -40 (x - w), |slider| <= 15,

step by step (Runge-Kutta's method for x, the slider after each step), from rest until they repeat; the multiplier
of the largest modulus by central differences of a period's map of x, v and w. Arguments: frequencies, Hz; prints
a line `f half-peak-to-peak modulus` for each."""
import sys

import numpy as np

STEPS = 2000  # of a period: 20 of the vibration on the closed stop, whose events are a step late at most


def rate(t, f, x, v, w):
    stop = 4000 * np.maximum(-x - 10, 0)
    slider = np.clip(-40 * (x - w), -15, 15)
    return v, 100 * np.sin(2 * np.pi * f * t) - 0.632455532033676 * v - 40 * x + stop + slider


def period(f, x, v, w):
    h = 1 / (f * STEPS)
    least, most = x, x
    for i in range(STEPS):
        t = i * h
        a, b = rate(t, f, x, v, w)
        c, d = rate(t + h / 2, f, x + h / 2 * a, v + h / 2 * b, w)
        e, g = rate(t + h / 2, f, x + h / 2 * c, v + h / 2 * d, w)
        k, m = rate(t + h, f, x + h * e, v + h * g, w)
        x, v = x + h / 6 * (a + 2 * c + 2 * e + k), v + h / 6 * (b + 2 * d + 2 * g + m)
        w = np.clip(w, x - 15 / 40, x + 15 / 40)
        least, most = np.minimum(least, x), np.maximum(most, x)
    return (x, v, w), (most - least) / 2


frequencies = np.array([float(s) for s in sys.argv[1:]])
state = tuple(np.zeros_like(frequencies) for _ in range(3))
for _ in range(20):
    state, amplitude = period(frequencies, *state)
maps = np.zeros((len(frequencies), 3, 3))
for j in range(3):
    ends = []
    for sign in (1, -1):
        moved = [s + (sign * 1e-5 if i == j else 0) for i, s in enumerate(state)]
        ends.append(np.array(period(frequencies, *moved)[0]))
    maps[:, :, j] = ((ends[0] - ends[1]) / 2e-5).T
for f, a, m in zip(frequencies, amplitude, maps):
    print(f, a, np.abs(np.linalg.eigvals(m)).max())
