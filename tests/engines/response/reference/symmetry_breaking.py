"""The beginning and end of the symmetry breaking of x'' + 0.1 x' + x + x^3 = 3 cos wt, by shooting.

A motion with x(t + T/2) = -x(t) is a fixed point of the map -S of half a period, S: (x, v)(0) ->
(x, v)(T/2). It loses its symmetry where a multiplier of -S is -1 (of the whole period: 1),
det(d(-S) + 1) = 0, while Newton's method for the fixed point stays regular. Runge-Kutta with the
variational equations, with halved steps: order 4. No harmonics. Prints the frequencies in Hz with
1000, 2000 and 4000 steps per half period.
"""
from math import cos, pi

DAMPING, FORCE = 0.1, 3.0


def slope(w, t, y):
    x, v, a, b, c, d = y
    k = 1 + 3 * x * x
    return (v, FORCE * cos(w * t) - DAMPING * v - x - x**3, b, -DAMPING * b - k * a, d, -DAMPING * d - k * c)


def half_period(w, start, n):
    """-S and its derivative [[., .], [., .]], of n steps."""
    h, y = pi / w / n, (start[0], start[1], 1.0, 0.0, 0.0, 1.0)
    for i in range(n):
        t = i * h
        k1 = slope(w, t, y)
        k2 = slope(w, t + h / 2, [p + h / 2 * q for p, q in zip(y, k1)])
        k3 = slope(w, t + h / 2, [p + h / 2 * q for p, q in zip(y, k2)])
        k4 = slope(w, t + h, [p + h * q for p, q in zip(y, k3)])
        y = tuple(p + h / 6 * (a + 2 * b + 2 * c + d) for p, a, b, c, d in zip(y, k1, k2, k3, k4))
    return (-y[0], -y[1]), ((-y[2], -y[4]), (-y[3], -y[5]))


def orbit(w, start, n):
    """The symmetric motion near `start` and det(d(-S) + 1)."""
    x, v = start
    for _ in range(30):
        end, m = half_period(w, (x, v), n)
        a, b, c, d = m[0][0] - 1, m[0][1], m[1][0], m[1][1] - 1
        r, s, det = end[0] - x, end[1] - v, a * d - b * c
        dx, dv = (-r * d + s * b) / det, (-s * a + r * c) / det
        x, v = x + dx, v + dv
        if abs(dx) + abs(dv) < 1e-11:
            return (x, v), (m[0][0] + 1) * (m[1][1] + 1) - m[0][1] * m[1][0]
    raise ArithmeticError(f"no symmetric motion at {w}")


def crossing(low, high, start, n):
    """Root by bisection and the Illinois rule."""
    below, above = orbit(low, start, n)[1], orbit(high, start, n)[1]
    for _ in range(60):
        w = high - above * (high - low) / (above - below)
        value = orbit(w, start, n)[1]
        if value * above < 0:
            low, below = high, above
        else:
            below /= 2
        high, above = w, value
        if abs(high - low) < 1e-12 or value == 0 or abs(value) < 1e-11:
            break
    return w


def main():
    w, n = 1.3, 200
    start = (0.0, 0.0)
    for _ in range(400):  # until the transient is gone
        start = half_period(w, start, n)[0]
    start, before = orbit(w, start, n)
    while w > 0.8:
        start, value = orbit(w - 0.01, start, n)
        if value * before < 0:
            print(*(repr(crossing(w, w - 0.01, start, m) / (2 * pi)) for m in (1000, 2000, 4000)))
        w, before = w - 0.01, value


if __name__ == "__main__":
    main()
