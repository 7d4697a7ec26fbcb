# The tip of a cantilever that is an arc of 45° in the plane under a transverse force, by the
# equations of a rod without shear (Simo and Vu-Quoc 1986), integrated along its arc with shooting
# for the free end: prints x, y, z of its displacement. An independent program without elements.
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

radius, bending, twist, stretch = 100.0, 1e7 / 12, 1e7 / 12, 1e7


def along(_, y, force):
    triad, moment = y[3:12].reshape(3, 3), y[12:]
    local = triad.T @ force
    turn = np.array([0, 0, 1 / radius]) + triad.T @ moment / [twist, bending, bending]
    spin = np.array([[0, -turn[2], turn[1]], [turn[2], 0, -turn[0]], [-turn[1], turn[0], 0]])
    rate = triad @ [1 + local[0] / stretch, 0, 0]
    return np.concatenate([rate, (triad @ spin).ravel(), -np.cross(rate, force)])


def end(moment, force):
    begin = np.concatenate([np.zeros(3), np.eye(3).ravel(), moment])
    return solve_ivp(along, (0, radius * np.pi / 4), begin, args=(force,), rtol=1e-11, atol=1e-10).y[:, -1]


moment = np.zeros(3)
for load in np.linspace(60, 600, 10):
    force = np.array([0, 0, load])
    moment = fsolve(lambda m: end(m, force)[12:], moment, xtol=1e-12)
rest = radius * np.array([np.sin(np.pi / 4), 1 - np.cos(np.pi / 4), 0])
print(*(end(moment, force)[:3] - rest))
