"""Minimum of the first mass of models/two-masses over frequency, by harmonics 1 and 3 in complex
numbers and golden section. The harmonics of the cubic spring are multiplied out by hand: with x =
Re(a e^it + b e^3it), x^3 has (3|a|^2 a + 3 conj(a)^2 b + 6|b|^2 a)/4 and (a^3 + 6|a|^2 b + 3|b|^2
b)/4. Reads lines "load omega amplitude" and prints those that are wrong."""
import math
import sys

MASS, SPRING, DAMPING, CUBIC = 1.0, 1.0, 0.05, 0.5


def cubed(a, b):
    a2, b2 = abs(a) ** 2, abs(b) ** 2
    return [CUBIC * (3 * a2 * a + 3 * a.conjugate() ** 2 * b + 6 * b2 * a) / 4, CUBIC * (a**3 + 6 * a2 * b + 3 * b2 * b) / 4]


def own(h, omega):
    return 2 * SPRING - MASS * (h * omega) ** 2 + 1j * h * omega * DAMPING


def first_mass(omega, load, u):
    """Displacements of the first mass with the second at u: the balance of its forces."""
    return [(load + SPRING * u[0]) / own(1, omega), SPRING * u[1] / own(3, omega)]


def residual(omega, load, u):
    x, force = first_mass(omega, load, u), cubed(*u)
    return [own(h, omega) * u[k] - SPRING * x[k] + force[k] for k, h in enumerate((1, 3))]


def flat(z):
    return [part for c in z for part in (c.real, c.imag)]


def solve(omega, load, start):
    u = list(start)
    for _ in range(50):
        r = flat(residual(omega, load, u))
        matrix = [[0.0] * 5 for _ in range(4)]
        for k in range(4):
            step = 1e-7 * (1 + abs(u[k // 2]))
            moved = list(u)
            moved[k // 2] += step * (1j if k % 2 else 1)
            for i, (p, q) in enumerate(zip(flat(residual(omega, load, moved)), r)):
                matrix[i][k] = (p - q) / step
        for i in range(4):
            matrix[i][4] = -r[i]
        for i in range(4):
            best = max(range(i, 4), key=lambda j: abs(matrix[j][i]))
            matrix[i], matrix[best] = matrix[best], matrix[i]
            for j in range(4):
                if j != i:
                    by = matrix[j][i] / matrix[i][i]
                    matrix[j] = [p - by * q for p, q in zip(matrix[j], matrix[i])]
        d = [matrix[i][4] / matrix[i][i] for i in range(4)]
        u = [u[0] + complex(d[0], d[1]), u[1] + complex(d[2], d[3])]
        if max(map(abs, d)) < 1e-14 * (1 + abs(u[0])):
            break
    return u


def amplitude(omega, load):
    # At its antiresonance the first mass is nearly at rest: the load moves the second one.
    u = solve(omega, load, [-load / SPRING, 0j])
    return math.sqrt(0.5 * sum(abs(x) ** 2 for x in first_mass(omega, load, u)))


def lowest(load):
    grid = [1.35 + 0.01 * k for k in range(16)]
    k = min(range(1, 15), key=lambda i: amplitude(grid[i], load))
    low, high, part = grid[k - 1], grid[k + 1], (math.sqrt(5) - 1) / 2
    while high - low > 1e-9:
        a, b = high - part * (high - low), low + part * (high - low)
        low, high = (low, b) if amplitude(a, load) < amplitude(b, load) else (a, high)
    return (low + high) / 2, amplitude((low + high) / 2, load)


n = 0
for line in sys.stdin:
    load, omega, am = map(float, line.split())
    reference, least = lowest(load)
    n += 1
    # A golden section is accurate to the square root of rounding times the flatness of the minimum.
    if abs(omega - reference) > 1e-6 * reference or abs(am - least) > 1e-9 * least:
        print(load, omega, reference, am, least)
print(n, "loads")
