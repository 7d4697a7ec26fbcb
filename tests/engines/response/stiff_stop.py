"""Labels and multipliers of one mass before an elastic stop against its exact periodic motions,

  x'' + c x' + k x = a sin(2 pi f t) + R k max(-x - gap, 0),   c = 0.1 sqrt(k),

which are linear on either side of the gap, where the force is continuous: pieces in closed form, events by
bisection, the map of a period as a product of exponentials. The branch from `FROM` Hz down is followed by
pseudo-arclength continuation; for each row of the table the motion at its frequency nearest in amplitude is found
by Newton's method. Arguments: R, FROM, TO, and tables of points (columns frequency, amp, stable, multiplier,
multiplier_error). Prints for each table how many rows were compared, have no label, and every wrong one."""
import csv
import sys

import numpy as np
from scipy.optimize import brentq

K, LOAD, GAP = 40.0, 100.0, 10.0
C = 0.1 * K**0.5


class Side:
    """x = shift + A sin wt + B cos wt + exp(-c t / 2) (p cos dt + q sin dt). Time starts half a
    period late, when the mass is far from the stop."""

    def __init__(self, stiffness, shift, w):
        answer = -LOAD / complex(stiffness - w * w, C * w)
        self.shift, self.A, self.B, self.w = shift, answer.real, answer.imag, w
        self.d = np.sqrt(stiffness - C * C / 4)

    def start(self, t0, x, v):
        wt = self.w * t0
        y = x - self.shift - self.A * np.sin(wt) - self.B * np.cos(wt)
        u = v - self.w * (self.A * np.cos(wt) - self.B * np.sin(wt))
        self.t0, self.p, self.q = t0, y, (u + C / 2 * y) / self.d

    def x(self, t):
        s, wt = self.d * (t - self.t0), self.w * t
        free = np.exp(-C / 2 * (t - self.t0)) * (self.p * np.cos(s) + self.q * np.sin(s))
        return self.shift + self.A * np.sin(wt) + self.B * np.cos(wt) + free

    def v(self, t):
        s, wt = self.d * (t - self.t0), self.w * t
        y, u = self.p * np.cos(s) + self.q * np.sin(s), self.d * (self.q * np.cos(s) - self.p * np.sin(s))
        return self.w * (self.A * np.cos(wt) - self.B * np.sin(wt)) + np.exp(-C / 2 * (t - self.t0)) * (u - C / 2 * y)

    def map(self, t):
        cosine, sine = np.cos(self.d * t), np.sin(self.d * t) / self.d
        rows = [[cosine + C / 2 * sine, sine], [-(self.d**2 + C * C / 4) * sine, cosine - C / 2 * sine]]
        return np.exp(-C / 2 * t) * np.array(rows)


def next_event(side, closed, t, end):
    """The next time at which the gap changes its sign, and the extremes of x until then."""
    times = np.linspace(t, end, 1500)
    if closed:
        soon = t + 1.5 * np.pi / side.d
        times = np.concatenate([np.linspace(t, min(end, soon), 100), times[times > soon]])
    sign = -1 if closed else 1
    x, v = side.x(times), side.v(times)
    open_by = sign * (x + GAP)
    crossed = np.nonzero((open_by[1:] < 0) & (np.arange(1, len(times)) > 1))[0]
    if len(crossed):
        end = brentq(lambda s: side.x(s) + GAP, times[crossed[0]], times[crossed[0] + 1], xtol=1e-15)
    turns = [brentq(side.v, times[i], times[i + 1], xtol=1e-15) for i in np.nonzero((v[:-1] * v[1:] < 0) & (times[:-1] < end))[0]]
    for turn in turns:  # a stop touched between two times
        i = np.searchsorted(times, turn) - 1
        if turn < end and sign * (side.x(turn) + GAP) < 0 and open_by[i] > 0:
            end = brentq(lambda s: side.x(s) + GAP, times[i], turn, xtol=1e-15)
            break
    extremes = [side.x(s) for s in turns if s <= end] + [side.x(end)]
    return end, min(extremes), max(extremes)


def period(R, x, v, f):
    """The state after a period, its map and half peak-to-peak."""
    w, T, t = 2 * np.pi * f, 1 / f, 0.0
    sides = Side(K, 0, w), Side(K + R * K, -R * GAP / (1 + R), w)
    M, low, high, closed = np.eye(2), x, x, int(x < -GAP)
    for _ in range(100):
        side = sides[closed]
        side.start(t, x, v)
        end, least, most = next_event(side, closed, t, T)
        low, high = min(low, least), max(high, most)
        M = side.map(end - t) @ M
        x, v = side.x(end), side.v(end)
        if end >= T:
            return np.array([x, v]), M, 0.5 * (high - low)
        t, x, closed = end, -GAP, 1 - closed
    raise ValueError("too many events")


SCALE = np.array([10.0, 60.0, 1.0])


def newton(R, guess, tangent):
    """The motion on the plane across the tangent: (x, v, f), Jacobian, map, half peak-to-peak,
    iterations."""
    u = guess.copy()
    for i in range(12):
        z, M, amp = period(R, *u)
        h = 1e-7
        rate = (period(R, u[0], u[1], u[2] * (1 + h))[0] - period(R, u[0], u[1], u[2] * (1 - h))[0]) / (2 * h * u[2])
        J = np.column_stack([M - np.eye(2), rate]) * SCALE / SCALE[:2, None]
        F = np.append((z - u[:2]) / SCALE[:2], tangent @ ((u - guess) / SCALE))
        if np.abs(F).max() < 1e-11:
            return u, J, M, amp, i
        u = u - SCALE * np.linalg.solve(np.vstack([J, tangent]), F)
    raise ValueError("no motion")


def branch(R, first, last, longest=0.02):
    """States of the branch that begins without contact, with their half peak-to-peak."""
    free = Side(K, 0, 2 * np.pi * first)
    u, tangent, ds, found = np.array([free.B, free.w * free.A, first]), np.array([0, 0, -1.0]), 0.0, []
    while len(found) < 3000 and ds > -1 and (not found or last <= found[-1][0][2] <= first + 0.01):
        try:
            at, J, _, amp, i = newton(R, u + ds * tangent * SCALE, tangent)
            ahead = np.linalg.svd(J)[2][2]
            ahead *= np.sign(ahead @ tangent)
            if found and ahead @ tangent < 0.5 and ds > 1e-7:
                raise ValueError("a corner")
        except (ValueError, np.linalg.LinAlgError):
            ds /= 2
            if ds < 1e-10:
                break
            continue
        u, tangent = at, ahead
        found.append((u, amp))
        near = max(1e-4, 0.3 * abs(amp - GAP) / GAP)  # a corner at first contact with the stop
        ds = min(longest, near, 1.5 * ds if ds and i < 4 else max(ds, 1e-3))
    return found


def kind_of(value):
    if abs(value) <= 1:
        return "stable"
    return "neimark_sacker" if value.imag else "fold" if value.real > 0 else "flip"


def exact_at(R, points, f, amplitude):
    """The multiplier at f of the motion nearest in amplitude, and that amplitude; None: there is none."""
    best = None
    for (u, a), (w, b) in zip(points, points[1:]):
        if (u[2] - f) * (w[2] - f) > 0 or u[2] == w[2]:
            continue
        t = (f - u[2]) / (w[2] - u[2])
        guess = u + t * (w - u)
        guess[2] = f
        try:
            _, _, M, amp, _ = newton(R, guess, np.array([0, 0, 1.0]))
        except (ValueError, np.linalg.LinAlgError):
            continue
        value = np.linalg.eigvals(M)
        found = abs(amp - amplitude), value[np.argmax(np.abs(value))], amp
        if best is None or found[0] < best[0]:
            best = found
    return best and best[1:]


def main():
    R, first, last = (float(s) for s in sys.argv[1:4])
    points = branch(R, first, last)
    for name in sys.argv[4:]:
        compared = unlabelled = 0
        for row in csv.DictReader(open(name)):
            f, amp = float(row["frequency"]), float(row["amp"])
            multiplier, error = float(row["multiplier"]), float(row["multiplier_error"])
            if not last + 0.02 < f < first - 0.02 or abs(amp - GAP) < 1e-3 * GAP:
                continue  # at the corner of first contact Newton's method does not converge
            exact = exact_at(R, points, f, amp)
            compared += 1
            if row["stable"] == "unknown":
                unlabelled += 1
                if np.isnan(multiplier):
                    continue
            if exact is None:
                print(f"wrong: {name} at {f} Hz, amplitude {amp}: {row['stable']} ({multiplier}), where there is no motion")
                continue
            value, amplitude = exact
            # 1e-7: differences for Newton's method and for the rate of the frequency.
            if row["stable"] not in ("unknown", kind_of(value)) or not abs(multiplier - abs(value)) <= error + 1e-7:
                print(f"wrong: {name} at {f} Hz, amplitude {amp} ({amplitude}): {row['stable']} {multiplier} ± {error}, exact {kind_of(value)} {value}")
        print(f"{name} compared {compared} unlabelled {unlabelled}")


main()
