"""The largest Floquet multiplier of a mass on a spring with one contact law, x'' + 0.4 x' + 100 x =
3 sin(2 pi f t) + force, by central differences of its period map about the periodic motion.
Runge-Kutta of fourth order with steps that end at jumps and kinks of the force; Iwan's sliders by
the central difference method. Massless boundary: the same mass, a spring of 400 N/m behind it, and
the law at its far end. Written from the definitions of the laws alone. Arguments: LAW FREQUENCY;
prints the modulus."""
import math
import sys

from laws_in_time import bouc_wen, dashpot, polynomial, sliders, tanh_friction

SPRING = 400.0  # behind the boundary without mass


def runge_kutta(rate, t, h, y):
    a = rate(t, y)
    b = rate(t + h / 2, [u + h / 2 * k for u, k in zip(y, a)])
    c = rate(t + h / 2, [u + h / 2 * k for u, k in zip(y, b)])
    d = rate(t + h, [u + h * k for u, k in zip(y, c)])
    return [u + h / 6 * (i + 2 * j + 2 * k + l) for u, i, j, k, l in zip(y, a, b, c, d)]


def period(pieces, marks, f, y, steps):
    """`marks`: functions of the state; a step ends where one changes its sign, and until then the
    rate is that of its beginning."""
    h, t = 1 / (f * steps), 0.0
    for i in range(steps):
        left = h
        while left > 0:
            rate = pieces([m(y) > 0 for m in marks])
            new = runge_kutta(rate, t, left, y)
            crossed = [m for m in marks if (m(y) > 0) != (m(new) > 0)]
            if not crossed:
                y, t, left = new, t + left, 0
                continue
            low, high = 0.0, left
            for _ in range(52):
                half = (low + high) / 2
                at = runge_kutta(rate, t, half, y)
                if any((m(y) > 0) != (m(at) > 0) for m in marks):
                    high = half
                else:
                    low = half
            y, t, left = runge_kutta(rate, t, high, y), t + high, left - high
    return y


def with_mass(law, has_state):
    def make(f):
        def rate(t, y):
            force, z = law(y[0], y[1], y[2] if has_state else 0.0)
            acceleration = 3 * math.sin(2 * math.pi * f * t) - 0.4 * y[1] - 100 * y[0] + force
            return [y[1], acceleration, z] if has_state else [y[1], acceleration]

        return rate

    return make, [0.0] * (3 if has_state else 2)


def stop(f):
    """The Kelvin-Voigt stop, which acts while its gap is closed and its force is positive."""

    def pieces(signs):
        pushes = not signs[0] and signs[1]

        def rate(t, y):
            force = -200 * (y[0] + 0.1) - 2 * y[1] if pushes else 0.0
            return [y[1], 3 * math.sin(2 * math.pi * f * t) - 0.4 * y[1] - 100 * y[0] + force]

        return rate

    return pieces


def moving_stop(f):
    """A massless stop with a moving gap at the far end of the spring of 400 N/m; the time is the
    third state."""

    def pieces(signs):
        def rate(t, y):
            force = 0.0 if signs[0] else -SPRING * (y[0] + moving_gap(f, y[2]))
            return [y[1], 3 * math.sin(2 * math.pi * f * t) - 0.4 * y[1] - 100 * y[0] + force, 1.0]

        return rate

    return pieces


def moving_gap(f, t):
    turn = 2 * math.pi * f * t + 0.7
    return 0.1 + 0.05 * math.sin(turn) + 0.03 * math.cos(2 * turn)


def without_mass(velocity):
    """`velocity`: of the boundary under a force against the law."""

    def make(f):
        def rate(t, y):
            pull = SPRING * (y[0] - y[2])
            return [y[1], 3 * math.sin(2 * math.pi * f * t) - 0.4 * y[1] - 100 * y[0] - pull, velocity(pull)]

        return rate

    return make, [0.0, 0.0, 0.0]


def modulus(matrix):
    """Modulus of the largest eigenvalue, |M^k|^(1/k) with k = 2^24."""
    n, total = len(matrix), 0.0
    for i in range(24):
        size = max(abs(e) for row in matrix for e in row)
        total += math.log(size) / 2**i
        matrix = [[e / size for e in row] for row in matrix]
        matrix = [[sum(matrix[i][k] * matrix[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    return math.exp(total + math.log(max(abs(e) for row in matrix for e in row)) / 2**24)


def differences(step, y, moved, size=1e-5):
    """Columns of the period map, for the states `moved`."""
    columns = []
    for j in moved:
        ends = []
        for sign in 1, -1:
            start = list(y)
            start[j] += sign * size
            ends.append(step(start))
        columns.append([(a - b) / (2 * size) for a, b in zip(*ends)])
    return [[columns[j][i] for j in range(len(moved))] for i in moved]


def by_steps(make, y, marks, f, steps=2000, periods=120):
    rate = make(f)
    if make is not stop:
        smooth, rate = rate, lambda signs: smooth
    for _ in range(periods):
        y = period(rate, marks, f, y, steps)
    return modulus(differences(lambda start: period(rate, marks, f, start, steps), y, range(len(y))))


def by_newton(f, steps=2000):
    """Period map of the moving stop, also for unstable motions."""
    rate, marks = moving_stop(f), [lambda y: y[0] + moving_gap(f, y[2])]
    step = lambda y: period(rate, marks, f, [y[0], y[1], 0.0], steps)
    y = [0.0, 0.0, 0.0]
    for i in range(38):
        new = step(y)
        if i < 30:
            y = new
            continue
        (a, b), (c, d) = differences(step, y, [0, 1])
        a, d, p, q = a - 1, d - 1, new[0] - y[0], new[1] - y[1]
        y = [y[0] - (d * p - b * q) / (a * d - b * c), y[1] - (a * q - c * p) / (a * d - b * c), 0.0]
    return modulus(differences(step, y, [0, 1]))


def iwan(f, steps=8000, periods=50):
    """States: x, v half a step before, and the relaxed position of the spring of each slider."""
    chain, h = sliders(), 1 / (f * steps)

    def go(y, slipped=None):
        x, v, place = y[0], y[1], list(y[2:])
        for i in range(steps):
            pull = 0.0
            for j, (k, m) in enumerate(chain):
                force = k * (x - place[j])
                if abs(force) > m:
                    force = math.copysign(m, force)
                    place[j] = x - force / k
                    if slipped is not None:
                        slipped.add(j)
                pull += force
            v = ((1 - 0.2 * h) * v + h * (3 * math.sin(2 * math.pi * f * i * h) - 100 * x - pull)) / (1 + 0.2 * h)
            x += h * v
        return [x, v] + place

    y, slipped = [0.0] * (2 + len(chain)), set()
    for _ in range(periods):
        y = go(y)
    go(y, slipped)  # a slider that never slips is no state
    return modulus(differences(go, y, [0, 1] + [2 + j for j in sorted(slipped)], 1e-6))


def largest(law, f):
    if law == "iwan":
        return iwan(f)
    if law == "moving_stop":
        return by_newton(f)
    gap = [lambda y: y[0] + 0.1, lambda y: -200 * (y[0] + 0.1) - 2 * y[1]]
    cases = {
        "kelvin_voigt": (stop, [0.0] * 2, gap),
        "polynomial": (*with_mass(polynomial, 0), []),
        "dashpot": (*with_mass(dashpot, 0), [lambda y: y[1]]),
        "tanh_friction": (*with_mass(tanh_friction, 0), []),
        "bouc_wen": (*with_mass(bouc_wen, 1), [lambda y: y[1]]),
        # c v abs(v) = pull
        "dashpot-massless": (*without_mass(lambda p: math.copysign(math.sqrt(abs(p) / 0.4), p)), [lambda y: y[0] - y[2]]),
        # c v = pull - k (x + gap) if it is closed and pushes; otherwise x is where the spring has
        # no force
        "linear-massless": (*without_mass(lambda p: p / 0.4), []),
    }
    return by_steps(*cases[law], f)


if __name__ == "__main__":
    print("%.9g" % largest(sys.argv[1], float(sys.argv[2])))
