"""second_solver.py FILE SAMPLES FEWEST: the inclusions of many_points.c (FILE, as it writes them), of each F the first SAMPLES, by a
solver of its own, and what chatter answered; at least FEWEST are to be compared. Coulomb's law in De Saxcé's form: with s = |w_t| the
answer solves the convex problem
    min ½ λ·F λ + λ·(c + μ s n),  |λ_t| <= μ λ_n,
whose solution by accelerated projected gradients gives the next s, until Newton's method, begun there, settles; where it does not, by
continuation from F + δ 1, then from points at random. An answer counts when
it fulfils the conditions of the inclusion to 1e-9. Nothing of chatter's answer is used before it is compared: motions F λ and forces."""
import sys
from collections import Counter

import numpy as np

HOLDS = 1e-9  # a condition, in the size of the largest force or of c, about 1: Newton's method leaves rounding times the condition of F
SAME = 1e-7  # of motions and forces: chatter's tolerance is 1e-12 of a step of the relaxation, whose gain is above 1e-5
ROUNDS, GRADIENTS, STARTS = 50, 60, 20


def read(file):
    """Reads (friction, small eigenvalue of F, F, [(c, λ, solved)]) of each F."""
    with open(file, "rb") as f:
        while len(head := np.fromfile(f, float, 4)) == 4:
            points, friction, small, samples = head
            n = 3 * int(points)
            matrix = np.fromfile(f, float, n * n).reshape(n, n)
            rows = np.fromfile(f, float, int(samples) * (2 * n + 1)).reshape(int(samples), 2 * n + 1)
            yield friction, small, matrix, [(r[:n], r[n:-1], r[-1] > 0) for r in rows]


def project(x, mu):
    """Projects onto the cones |x_t| <= μ x_n, x [points][3]."""
    t = np.hypot(x[:, 1], x[:, 2])
    inside, polar = t <= mu * x[:, 0], mu * t <= -x[:, 0]
    load = np.where(inside, x[:, 0], np.where(polar, 0, (x[:, 0] + mu * t) / (1 + mu * mu)))
    scale = np.where(inside, 1, mu * load / np.where(t > 0, t, 1))
    return np.column_stack([load, x[:, 1] * scale, x[:, 2] * scale])


def violation(matrix, c, mu, force):
    """The largest violation of: gap >= 0, λ_n >= 0, one of them 0; |λ_t| <= μ λ_n; λ_t against the slip, at its limit."""
    most = max(1, np.abs(force).max())
    w = (matrix @ force + c).reshape(-1, 3)
    x = force.reshape(-1, 3)
    size, speed = np.hypot(x[:, 1], x[:, 2]), np.hypot(w[:, 1], w[:, 2])
    power = x[:, 1] * w[:, 1] + x[:, 2] * w[:, 2]
    return max((-w[:, 0]).max(), (-x[:, 0]).max() / most, np.abs(w[:, 0] * x[:, 0]).max() / most,
               (size - mu * x[:, 0]).max() / most, np.abs(power + mu * x[:, 0] * speed).max() / most)


def newton(matrix, c, mu, x):
    """Newton's method from λ = x: the states of the points are those of each iterate; the resulting
    smooth equations are linearised. None if it does not converge."""
    points, n = len(c) // 3, len(c)
    scale = 1 / np.abs(matrix).sum(axis=1).max()
    rows, at = matrix.reshape(points, 3, n), np.arange(points)
    for _ in range(40):
        w, f = (matrix @ x + c).reshape(points, 3), x.reshape(points, 3)
        load, trial = f[:, 0] - scale * w[:, 0], f[:, 1:] - scale * w[:, 1:]
        size = np.linalg.norm(trial, axis=1)
        closed = load > 0
        slips = closed & (size > mu * load)
        residual, slope = f.copy(), np.eye(n).reshape(points, 3, n)  # open: λ = 0
        residual[closed], slope[closed] = w[closed], rows[closed]  # w = 0, but where it slips λ_t = μ λ_n e, e along the trial force
        j = at[slips]
        e = trial[j] / size[j, None]
        turn = (mu * f[j, 0] / size[j])[:, None, None] * (np.eye(2) - e[:, :, None] * e[:, None, :])
        residual[j, 1:] = f[j, 1:] - mu * f[j, 0, None] * e
        slope[j, 1:] = scale * turn @ rows[j, 1:]
        for d in range(2):
            for k in range(2):
                slope[j, 1 + d, 3 * j + 1 + k] += (d == k) - turn[:, d, k]
            slope[j, 1 + d, 3 * j] -= mu * e[:, d]
        try:
            step = np.linalg.solve(slope.reshape(n, n), residual.ravel())
        except np.linalg.LinAlgError:
            return None
        x = x - step
        if not np.abs(x).max() < 1e12:
            return None
        if np.abs(step).max() <= 1e-13 * max(1, np.abs(x).max()):
            return x
    return None


def gradients(matrix, c, mu, largest, rounds):
    """The fixed point of s by convex problems, followed by Newton's method. Returns λ, or None."""
    n = len(c)
    x, s = np.zeros(n), np.zeros(n // 3)
    damped = 1.0
    for k in range(rounds):
        pushed = c.copy()
        pushed[0::3] += mu * s
        y, theta = x, 1.0
        for _ in range(GRADIENTS):
            fresh = project((y - (matrix @ y + pushed) / largest).reshape(-1, 3), mu).ravel()
            if (y - fresh) @ (fresh - x) > 0:
                theta = 1.0  # restart
            after = (1 + np.sqrt(1 + 4 * theta * theta)) / 2
            y = fresh + (theta - 1) / after * (fresh - x)
            x, theta = fresh, after
        w = (matrix @ x + c).reshape(-1, 3)
        s += damped * (np.hypot(w[:, 1], w[:, 2]) - s)
        if k % 10 == 9:
            damped *= 0.8  # if the iteration cycles
        if k in (1, 3, 7) or k % 10 == 9:
            answer = newton(matrix, c, mu, x)
            if answer is not None and violation(matrix, c, mu, answer) <= HOLDS:
                return answer
    return None


def follow(matrix, c, mu, largest, small):
    """Continuation over F + δ 1 with δ from 0.3 to 0. Returns λ, and δ where it ends."""
    delta, unit = max(0.3, small), np.eye(len(c))
    x = gradients(matrix + delta * unit, c, mu, largest + delta, ROUNDS)
    ratio = 0.5
    while x is not None and delta > 0 and ratio < 0.99:
        less = delta * ratio if delta * ratio > 0.01 * small else 0
        fresh = newton(matrix + less * unit, c, mu, x)
        if fresh is not None and violation(matrix + less * unit, c, mu, fresh) <= HOLDS:
            x, delta, ratio = fresh, less, 0.5
        else:
            ratio = np.sqrt(ratio)
    return x, delta


def solve(matrix, c, mu, largest, small, draw):
    """λ: directly, by continuation, or from random points at its end; or None."""
    if small >= 0.01 and (answer := gradients(matrix, c, mu, largest, ROUNDS)) is not None:
        return answer
    x, delta = follow(matrix, c, mu, largest, small)
    if x is not None and delta == 0:
        return x
    for _ in range(STARTS):
        size = np.abs(x).max() if x is not None else 1
        answer = newton(matrix, c, mu, (x if x is not None else 0) + size * draw.random() * draw.standard_normal(len(c)))
        if answer is not None and violation(matrix, c, mu, answer) <= HOLDS:
            return answer
    return None


def allowed(mu, small, n):
    """Number of n that may have another solution: with little friction it is unique; with much
    friction, for an F far from diagonal, not always (of 6,500 one with μ = 0.8 and 24 with 1.5, all
    with a nearly singular F)."""
    if mu < 0.5 or (mu < 1 and small == 1):
        return 0
    return 2 + n // 50 if mu < 1 else 3 + n // 20


def main():
    asked, other, fails, stalls, off = Counter(), Counter(), Counter(), Counter(), 0.0
    draw = np.random.default_rng(1)
    for mu, small, matrix, samples in read(sys.argv[1]):
        largest, kind = np.linalg.eigvalsh(matrix)[-1], (mu, small)
        for c, told, solved in samples[:int(sys.argv[2])]:
            own = solve(matrix, c, mu, largest, small, draw)
            asked[kind] += 1
            fails[kind] += own is None
            stalls[kind] += own is not None and not solved
            if own is None or not solved:
                continue
            most = max(1, np.abs(own).max())
            differs = max(np.abs(matrix @ (own - told)).max(), np.abs(own - told).max() / most)
            if differs <= SAME:
                off = max(off, differs)
            else:
                other[kind] += 1
    for kind, n in asked.items():
        mu, small = kind
        words = f"friction {mu:.1f}, F from {small:g} on, {n} problems"
        if other[kind] > allowed(mu, small, n):
            print(f"{words}: {other[kind]} with another answer, allowed {allowed(mu, small, n)}")
        if stalls[kind] > (0 if mu < 0.5 else 3):
            print(f"{words}: {stalls[kind]} have an answer and stall")
        if fails[kind] > (0 if small >= 0.01 and mu < 1 else 2 + n // 100 if small >= 0.01 else n // 2):  # of this program, not of chatter
            print(f"{words}: {fails[kind]} without an answer to compare with")
    compared = sum((asked - fails).values())
    print(f"{compared} of {sum(asked.values())} compared, {sum(other.values())} with another answer, else off by {off:.1e}", file=sys.stderr)
    if compared < int(sys.argv[3]):
        print(f"only {compared} compared")


main()
