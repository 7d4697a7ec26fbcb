"""contact_balance.py write CASE: a free steel block on a floor that shakes and slides, under loads of its own, as CASE.yaml.
contact_balance.py check CASE: of its results CASE.h5, per turn of the load:
- Newton's second law and that of moments for the whole block, from the step's own equation u(k+1/2) - u(k-1/2) = dt F(k):
  the change of momentum is the impulse of contacts and loads, by velocities (trapezoidal sum) and by displacements
  (momentum half a step before a turn, whose impulse is that of the windows);
- friction takes power at every step of every point, what it takes together is the output `dissipation`, and it slides as the
  nodes move.
The momentum is that of the consistent mass matrix of the mesh, written down here; chatter tells motions and forces of nodes."""
import sys

import h5py
import numpy as np

ALONG, ACROSS = 8, 2
LENGTH, HEIGHT, WIDTH, DENSITY = 0.2, 0.04, 0.01, 7850
TURNS, FREQUENCY, STEPS, G = 5, 500.0, 2000, 9.81
WALL, STIFFNESS = 0.2, 2e6
POINTS = [1, 13, 25]
LOADS = [(14, "x", 400.0, 0.0), (5, "y", 60.0, 0.7), (14, "y", -120.0, None)]  # node, direction, N, phase; constant
CASES = {  # contacts, reduction, scheme, points whose tangential force is that of a slider behind a
           # spring
    "friction": (f"{{nodes: {POINTS}, law: friction, normal: y, tangent: x, friction: 0.4, gap: 2e-6, gap_amplitude: 1e-5, "
                 f"gap_frequency: {FREQUENCY}, wall_velocity: {WALL}}}", "macneal", "leapfrog"),
    "elastic": (f"{{nodes: {POINTS}, law: elastic, normal: y, tangent: x, friction: 0.4, normal_stiffness: {STIFFNESS}, "
                f"tangential_stiffness: {STIFFNESS}}}", "macneal", "leapfrog"),
    "coulomb": (f"[{{nodes: [1, 25], law: unilateral, normal: y}}, {{nodes: 13, law: coulomb, normal: y, tangent: x, friction: 0.4, "
                f"preload: 100, wall_velocity: {WALL}}}]", "macneal", "leapfrog"),
    "moreau": (f"{{nodes: {POINTS}, law: friction, normal: y, tangent: x, friction: 0.4, gap: 2e-6, gap_amplitude: 1e-5, "
               f"gap_frequency: {FREQUENCY}, wall_velocity: {WALL}, restitution: 0.5}}", "rubin", "moreau"),
}


def points_of(case):
    return [1, 25, 13] if case == "coulomb" else POINTS


def mesh():
    """Positions [node][2] and the mass matrix of one direction [node][node], by nodes 1 + (ACROSS + 1) i + j."""
    def line(n, length):
        m = np.zeros((n + 1, n + 1))
        for e in range(n):
            m[e:e + 2, e:e + 2] += length / n * np.array([[2, 1], [1, 2]]) / 6
        return m
    x, y = np.linspace(0, LENGTH, ALONG + 1), np.linspace(0, HEIGHT, ACROSS + 1)
    place = np.array([(a, b) for a in x for b in y])
    return place, DENSITY * WIDTH * np.kron(line(ALONG, LENGTH), line(ACROSS, HEIGHT))


def rigid():
    """Momentum along x, y and about the origin: weights [3][node][2] of the nodes' velocities."""
    place, mass = mesh()
    motion = np.zeros((3, len(place), 2))
    motion[0, :, 0] = motion[1, :, 1] = 1
    motion[2, :, 0], motion[2, :, 1] = -place[:, 1], place[:, 0]
    return np.einsum("ab,mbd->mad", mass, motion)


def write(case):
    contacts, method, scheme = CASES[case]
    lines = []
    for m, w in zip("xyr", rigid()):
        terms = ", ".join(f"{{node: {n + 1}, direction: {'xy'[d]}, weight: {float(w[n, d])!r}}}"
                          for n in range(len(w)) for d in range(2) if w[n, d] != 0)
        lines += [f"  p_{m}: {{quantity: velocity, sum: [{terms}], reduce: series}}", f"  s_{m}: {{sum: [{terms}], reduce: series}}"]
    loads = [f"{{node: {n}, direction: {d}, amplitude: {a}" + (f", frequency: {FREQUENCY}, phase: {phase}}}" if phase is not None
             else ", type: constant}") for n, d, a, phase in LOADS] + [f"{{type: gravity, direction: -y, amplitude: {G}}}"]
    print(f"""study: transient
model: {{type: plane, youngs_modulus: 2.1e11, poisson_ratio: 0.3, density: {DENSITY}, length: {LENGTH}, height: {HEIGHT}, width: {WIDTH}, elements: {ALONG}, elements_across: {ACROSS}}}
reduction: {{method: {method}, modes: 8, damping: 0.01}}
contact: {contacts}
excitation: [{", ".join(loads)}]
integrator: {{scheme: {scheme}, steps_per_period: {STEPS}, period_frequency: {FREQUENCY}, periods: {TURNS}, windows: {TURNS}, tolerance: 1e-14}}
outputs:
  n: {{quantity: normal_force, contact: all, reduce: series}}
  t: {{quantity: tangential_force, contact: all, reduce: series}}
  slip: {{quantity: slip_velocity, contact: all, reduce: series}}
  n_turn: {{quantity: normal_force, contact: sum, reduce: window_mean}}
  t_turn: {{quantity: tangential_force, contact: sum, reduce: window_mean}}
  n_whole: {{quantity: normal_force, contact: sum, reduce: integral}}
  t_whole: {{quantity: tangential_force, contact: sum, reduce: integral}}
  taken: {{quantity: dissipation}}""")
    for n in POINTS:
        lines.append(f"  x_{n}: {{node: {n}, direction: x, reduce: series}}")
    print("\n".join(lines))


def near(what, seen, expected, size, bound):
    off = np.max(np.abs(np.asarray(seen) - expected)) / size
    if not off <= bound:
        print(f"{what}: off by {off:.1e} of {size:.3g}, allowed {bound:.0e}")


def forces(case, normal, tangential, steps, dt):
    """Impulses along x, y and about the origin [3][step]: of contacts, of loads."""
    place, mass = mesh()
    at = place[np.array(points_of(case)) - 1]
    contact = np.array([tangential.sum(axis=1), normal.sum(axis=1), normal @ at[:, 0] - tangential @ at[:, 1]])
    load, total = np.zeros((3, steps)), mass.sum()
    for n, d, a, phase in LOADS:
        value = a * np.ones(steps) if phase is None else a * np.sin(2 * np.pi * FREQUENCY * dt * np.arange(steps) + phase)
        load["xy".index(d)] += value
        load[2] += value * (place[n - 1, 0] if d == "y" else -place[n - 1, 1])
    load[1] -= total * G
    load[2] -= total * G * LENGTH / 2
    return contact, load


def check(case):
    with h5py.File(f"{case}.h5") as f:
        get = lambda name: f[name][0]
        normal, tangential, slip = (get(name).T for name in ("n", "t", "slip"))
        p, s = (np.array([get(f"{of}_{m}") for m in "xyr"]) for of in "ps")
        x = np.array([get(f"x_{n}") for n in points_of(case)]).T
        turn, whole = (np.array([f[f"{d}_{of}"][0] for d in "tn"]) for of in ("turn", "whole"))
        taken = f["taken"][0]
    steps, dt = TURNS * STEPS, 1 / FREQUENCY / STEPS
    if case == "coulomb":  # a constant normal load presses from both sides
        pressed, normal = normal, normal * [1, 1, 0]
    contact, load = forces(case, normal, tangential, steps, dt)
    both = contact + load
    if case == "moreau":  # where a point closes the velocity is that after the impact: half of the
                          # impulse more than the mean
        struck = np.any((normal > 0) & (np.vstack([np.zeros(3), normal[:-1]]) == 0), axis=1)
        if not struck.sum() > 20:
            print(f"{case}: {struck.sum()} impacts")
        p = p - dt * np.where(struck, contact, 0) / 2
    # Rounding of 2,000 steps, 2e-13 at most; of differences of 1e-16 m over a step, relative to 1
    # m/s.
    for r in range(TURNS):
        a, b = r * STEPS, (r + 1) * STEPS
        c = min(b, steps - 1)
        for m, word in enumerate(("along x", "along y", "of moments")):
            size = dt * np.abs(contact[m, a:b]).sum() + dt * np.abs(load[m, a:b]).sum()
            impulse = dt * (both[m, a:c + 1].sum() - (both[m, a] + both[m, c]) / 2)
            near(f"{case}, turn {r}: momentum {word}", p[m, c] - p[m, a], impulse, size, 1e-12)
            if a > 0 and b < steps:
                change = (s[m, b] - s[m, b - 1] - s[m, a] + s[m, a - 1]) / dt
                near(f"{case}, turn {r}: momentum {word}, by displacements", change, dt * both[m, a:b].sum(), size, 1e-11)
        told = turn[:, r] / FREQUENCY
        presses = dt * (pressed if case == "coulomb" else normal)[a:b].sum()
        near(f"{case}, turn {r}: impulse of the windows", told, [dt * tangential[a:b].sum(), presses], np.abs(told).max(), 1e-14)
    near(f"{case}: impulse of the whole", whole, turn.sum(axis=1) / FREQUENCY, np.abs(whole).max(), 1e-14)
    for m, word in enumerate(("along x", "along y", "of moments")):
        if not np.abs(contact[m]).sum() > 0.05 * np.abs(load[m]).sum():
            print(f"{case}: contacts give nearly nothing {word}")
    friction(case, tangential, slip, x, dt, taken, normal if case != "coulomb" else pressed)


def friction(case, tangential, slip, x, dt, taken, normal):
    power = tangential * slip
    if np.any(power > 0):
        print(f"{case}: friction gives {power.max()} W")
    near(f"{case}: dissipation", taken, -dt * power.sum(), abs(taken), 1e-14)
    # The slider moves like its node, less the extension of its spring.
    slider = x + tangential / STIFFNESS if case == "elastic" else x
    moved = np.diff(slider, axis=0) / dt - (0 if case == "elastic" else WALL)
    when = slice(0, -1) if case == "moreau" else slice(1, None)  # the velocity is that after the
                                                                 # impact, not up to the step
    slip, tangential, normal = slip[when], tangential[when], normal[when]
    most = np.abs(slip).max()
    for j in [2] if case == "coulomb" else [0, 1, 2]:
        closed = normal[:, j] > 0
        sticks, slides = closed & (slip[:, j] == 0), closed & (slip[:, j] != 0)
        if not (sticks.sum() > 50 and (slip[closed, j] > 0).sum() > 50 and (slip[closed, j] < 0).sum() > 50):
            print(f"{case}: point {j} sticks in {sticks.sum()} steps and slides in {slides.sum()}")
            continue
        # the solver's 1e-14 of forces, as displacements, over dt
        near(f"{case}: slip of point {j}", moved[closed, j], slip[closed, j], most, 1e-9)
        near(f"{case}: limit of point {j}", np.abs(tangential[slides, j]), 0.4 * normal[slides, j], normal.max(), 1e-15)
    if not taken > 0:
        print(f"{case}: no friction")


{"write": write, "check": check}[sys.argv[1]](sys.argv[2])
