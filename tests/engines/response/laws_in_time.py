"""A mass on a spring with one contact law, x'' + 0.4 x' + 100 x = 3 sin(2 pi f t) + force, stepped
in time until it is periodic: prints the law, the root mean square of x about its mean, the largest
force and its work per period. Runge-Kutta of fourth order; Iwan's sliders by the central difference
method. Written from the definitions of the laws alone."""
import math
import sys


def kelvin_voigt(x, v, z):
    gap = x + 0.1
    return (max(0.0, -200 * gap - 2 * v) if gap < 0 else 0.0), 0.0


def polynomial(x, v, z):
    return -(-60 * x * x + 900 * x**3), 0.0


def dashpot(x, v, z):
    return -0.4 * v * abs(v), 0.0


def tanh_friction(x, v, z):
    return -1.5 * math.tanh(v / 0.4), 0.0


def bouc_wen(x, v, z):
    return -(15 * x + 35 * z), v - 8 * abs(v) * z - 4 * v * abs(z)


def runge_kutta(law, f, periods, steps):
    h, x, v, z, total, pull = 1 / (f * steps), 0.0, 0.0, 0.0, [], []

    def rate(t, x, v, z):
        force, z1 = law(x, v, z)
        return v, 3 * math.sin(2 * math.pi * f * t) - 0.4 * v - 100 * x + force, z1

    for i in range(periods * steps):
        t = i * h
        if i >= (periods - 1) * steps:
            total.append(x)
            pull.append(law(x, v, z)[0])
        a = rate(t, x, v, z)
        b = rate(t + h / 2, x + h / 2 * a[0], v + h / 2 * a[1], z + h / 2 * a[2])
        c = rate(t + h / 2, x + h / 2 * b[0], v + h / 2 * b[1], z + h / 2 * b[2])
        d = rate(t + h, x + h * c[0], v + h * c[1], z + h * c[2])
        x += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        v += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
        z += h / 6 * (a[2] + 2 * b[2] + 2 * c[2] + d[2])
    return total, pull


def sliders():
    """Segalman's element with F_S = 5, K_T = 50, chi = -0.5, beta = 0.3 as 12 sliders and one
    more."""
    limit, stiff, chi, beta, n = 5.0, 50.0, -0.5, 0.3, 12
    most = limit * (1 + beta) / (stiff * (beta + (chi + 1) / (chi + 2)))
    density = stiff / (1 + beta) * (chi + 1) / most ** (chi + 1)  # R: its stiffness is K_T/(1 + beta)
    edge = [most * (i / n) ** 2 for i in range(n + 1)]
    out = []
    for a, b in zip(edge, edge[1:]):
        k = density * (b ** (chi + 1) - a ** (chi + 1)) / (chi + 1)
        out.append((k, density * (b ** (chi + 2) - a ** (chi + 2)) / (chi + 2)))
    k = stiff * beta / (1 + beta)
    out.append((k, k * most))
    return out


def central_difference(f, periods, steps):
    chain, h = sliders(), 1 / (f * steps)
    pull, old, x, total = [0.0] * len(chain), 0.0, 0.0, []
    for i in range(periods * steps):
        if i >= (periods - 1) * steps:
            total.append(x)
        moved = x - old
        pull = [min(max(p + k * moved, -m), m) for p, (k, m) in zip(pull, chain)]
        force = 3 * math.sin(2 * math.pi * f * i * h) - 100 * x - sum(pull)
        new = (h * h * force + 2 * x - old + 0.2 * h * old) / (1 + 0.2 * h)
        old, x = x, new
    return total


def area(x, pull):
    """Work dissipated by the force per period, -∮ F dx."""
    return -sum((p + q) / 2 * (b - a) for p, q, a, b in zip(pull, pull[1:] + pull[:1], x, x[1:] + x[:1]))


def rms(x):
    mean = sum(x) / len(x)
    return math.sqrt(sum((a - mean) ** 2 for a in x) / len(x))


if __name__ == "__main__":
    f, periods = float(sys.argv[1]), int(sys.argv[2])
    for law in kelvin_voigt, polynomial, dashpot, tanh_friction, bouc_wen:
        x, pull = runge_kutta(law, f, periods, 1000)
        print(law.__name__, "%.9g" % rms(x), "%.9g" % max(pull), "%.9g" % area(x, pull))
    print("iwan", "%.9g" % rms(central_difference(f, periods // 2, 4000)))
