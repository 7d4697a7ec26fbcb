"""A mass on a spring with one contact law, x'' + 0.4 x' + 100 x = 3 sin(2 pi f t) + force: the root
mean square of x about its mean by harmonic balance with H harmonics and, for laws_balance.sh, by
Runge-Kutta of fourth order. The balance is solved by Newton's method with differences, with the
force from its samples; only Python's library is used. Prints law, f, and the root mean square of
balance and integration.

    python3 laws_balance.py H PERIODS FREQUENCY...
"""
import math
import sys

LAWS = {
    "spring": lambda x, v: max(0.0, -200 * (x + 0.1)),
    "cubic": lambda x, v: -50 * x**3,
    "polynomial": lambda x, v: 60 * x * x - 900 * x**3,
    "tanh_friction": lambda x, v: -1.5 * math.tanh(v / 0.4),
}


def solve(a, b):
    """Gaussian elimination with pivoting."""
    n = len(b)
    rows = [r[:] + [c] for r, c in zip(a, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(k + 1, n):
            f = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= f * rows[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


class Balance:
    def __init__(self, law, f, harmonics, samples):
        self.law, self.omega, self.h, self.n = law, 2 * math.pi * f, harmonics, samples
        self.wave = [[1.0] * samples]
        self.rate = [[0.0] * samples]
        for h in range(1, harmonics + 1):
            tau = [2 * math.pi * h * i / samples for i in range(samples)]
            self.wave += [[math.cos(t) for t in tau], [math.sin(t) for t in tau]]
            self.rate += [[-h * self.omega * math.sin(t) for t in tau], [h * self.omega * math.cos(t) for t in tau]]

    def rest(self, u):
        """Residual of inertia, damping, spring, load and contact per harmonic."""
        x = [sum(c * w[i] for c, w in zip(u, self.wave)) for i in range(self.n)]
        v = [sum(c * w[i] for c, w in zip(u, self.rate)) for i in range(self.n)]
        force = [self.law(a, b) for a, b in zip(x, v)]
        out = []
        for k, w in enumerate(self.wave):
            h = (k + 1) // 2
            own = (100 - (h * self.omega) ** 2) * u[k]
            damp = 0.4 * h * self.omega
            own += (damp * u[k + 1] if k % 2 else -damp * u[k - 1]) if k else 0
            out.append(own - sum(f * c for f, c in zip(force, w)) * (2 if k else 1) / self.n - (3 if k == 2 else 0))
        return out

    def solve(self):
        u = [0.0] * (2 * self.h + 1)
        u[2] = 3 / math.hypot(100 - self.omega**2, 0.4 * self.omega)
        for _ in range(60):
            r = self.rest(u)
            size = max(abs(c) for c in r)
            if size < 1e-11:
                return math.sqrt(sum(c * c for c in u[1:]) / 2)
            columns = []
            for k in range(len(u)):
                step = u[:]
                step[k] += 1e-7
                columns.append([(a - b) / 1e-7 for a, b in zip(self.rest(step), r)])
            change = solve([list(row) for row in zip(*columns)], [-c for c in r])
            share = 1.0
            while share > 1e-3 and max(abs(c) for c in self.rest([a + share * b for a, b in zip(u, change)])) > size:
                share /= 2
            u = [a + share * b for a, b in zip(u, change)]
        return math.nan


def integrate(law, f, periods, steps=2000):
    h, x, v, total = 1 / (f * steps), 0.0, 0.0, []
    load = [3 * math.sin(math.pi * i / steps) for i in range(2 * steps + 2)]
    for i in range(periods * steps):
        if i >= (periods - 1) * steps:
            total.append(x)
        j = 2 * (i % steps)
        a = (v, load[j] - 0.4 * v - 100 * x + law(x, v))
        y, w = x + h / 2 * a[0], v + h / 2 * a[1]
        b = (w, load[j + 1] - 0.4 * w - 100 * y + law(y, w))
        y, w = x + h / 2 * b[0], v + h / 2 * b[1]
        c = (w, load[j + 1] - 0.4 * w - 100 * y + law(y, w))
        y, w = x + h * c[0], v + h * c[1]
        d = (w, load[j + 2] - 0.4 * w - 100 * y + law(y, w))
        x += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        v += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
    mean = sum(total) / steps
    return math.sqrt(sum((q - mean) ** 2 for q in total) / steps)


def main():
    harmonics, periods = int(sys.argv[1]), int(sys.argv[2])
    for name, law in LAWS.items():
        for f in map(float, sys.argv[3:]):
            # The error of samples at kinks is the inverse square of their number.
            balance = Balance(law, f, harmonics, 2048 if name == "spring" else 256).solve()
            print(name, f, f"{balance:.12g}", f"{integrate(law, f, periods):.12g}", flush=True)


main()
