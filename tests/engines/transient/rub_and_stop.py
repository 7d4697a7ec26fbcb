"""rub_and_stop.py write CASE: masses on springs with friction under constant normal loads and with
stops along the same direction, as CASE.yaml (with the matrices and tables of CASE).
rub_and_stop.py check CASE: compares its results CASE.h5 with a separate integration by the same
scheme. Masses are lumped, so that the contacts of each mass are solved independently and in closed
form: friction reduces the free velocity v towards zero by at most its impulse; a stop keeps the
velocity above -e times that before the step; where it acts, friction opposes the remaining
velocity. In the plane the velocity along the stop is the root of an increasing scalar equation."""
import itertools
import sys

import h5py
import numpy as np

DT = 2e-4
# masses, springs (the first to the ground), friction {node: [(radius μN)]}, stops {node: [(sign, gap, e)]}
CASES = {
    "slides": dict(m=[1, 1], k=[0, 400], rubs={1: [0.5]}, stops={1: [(1, 0.03, 0.3)]}, v=-0.5, duration=3,
                   values={"contact.0.friction": [0, 0.01, 0.1, 0.3, 0.5, 1], "contact.1.restitution": [0, 0.3, 0.6]}),
    "pushed": dict(m=[1, 1], k=[5, 400], rubs={1: [0.5]}, stops={1: [(1, 0.03, 0.6)]}, load=(2, 3.0), duration=3,
                   values={"contact.1.restitution": [0.1, 0.5, 0.9], "excitation.frequency": [0.5, 1.3, 3]}),
    "many": dict(m=[1, 2, 0.5], k=[30, 200, 800], rubs={1: [0.7], 2: [1.0], 3: [0.3]},
                 stops={1: [(1, 0.02, 0.7), (-1, 0.01, 0.2)], 2: [(1, 0.03, 0.4)], 3: [(-1, 0.05, 0.5)]},
                 load=(2, 25.0), duration=3, values={"contact.0.friction": [0.05, 0.5, 1], "excitation.frequency": [0.7, 2.1]}),
    "wide": dict(m=[1] * 26, k=[20] + [400] * 25, rubs={n: [0.3 + 0.02 * n] for n in range(1, 27)},
                 stops={n: [(1, 0.02 + 0.001 * n, 0.1 * n)] for n in range(1, 9)}, v=-0.5, duration=0.4,
                 values={"contact.0.friction": [0.05, 0.5]}),
    "plane": dict(m=[1], k=[40], rubs={1: [0.6]}, stops={1: [(1, 0.02, 0.4)]}, load=(1, 4.0), duration=3, plane=1,
                  values={"contact.0.friction": [0.1, 0.4, 1], "contact.1.restitution": [0.2, 0.8]}),
    # one mode of two masses, so that all contacts act along one direction
    "one_mode": dict(m=[1, 1], k=[20, 1e6], modes=1, rubs={1: [0.3], 2: [0.2]}, stops={1: [(1, 0.02, 0.2)], 2: [(1, 0.02, 0.7)]},
                     load=(1, 6.0), duration=3, values={"contact.2.restitution": [0.2, 0.69], "contact.0.friction": [0.02, 0.6]}),
    "stops_only": dict(m=[1, 1], k=[20, 1e6], modes=1, rubs={}, stops={1: [(1, 0.02, 0.2)], 2: [(1, 0.02, 0.7), (-1, 0.05, 0.3)]},
                       load=(1, 6.0), duration=3, values={"contact.0.restitution": [0.2, 0.6999, 0.9], "excitation.frequency": [0.7, 1.1]}),
}
# The nodes of an edge move nearly together without the stiff modes: rows that differ by 1e-3 to
# 1e-6
for stiffness, modes in (1e5, 3), (1e7, 3):
    CASES[f"edge_{stiffness:.0e}_{modes}".replace("+0", "")] = dict(
        m=[1, 1, 1, 1.1, 0.9], k=[20, 30, 25, stiffness, 1.3 * stiffness], modes=modes, weak=1, rubs={n: [0.4] for n in (3, 4, 5)},
        stops={n: [(1, 0.02, 0.5)] for n in (3, 4, 5)}, load=(4, 6.0), duration=2,
        values={"contact.0.friction": [0.02, 0.4], "contact.4.restitution": [0.2, 0.5], "excitation.frequency": [0.7, 2.3]})


def contacts(c):
    """Entries in the order of the study: kind, node, number of its kind."""
    return [("rub", n, i) for n, r in c["rubs"].items() for i in range(len(r))] + \
           [("stop", n, i) for n, s in c["stops"].items() for i in range(len(s))]


def samples(c):
    keys = list(c["values"])
    grid = np.meshgrid(*[c["values"][k] for k in keys], indexing="ij")
    return keys, np.array([g.ravel() for g in grid]).T


def write(name):
    c = CASES[name]
    plane = c.get("plane")
    if plane:
        files = {"K.mtx": "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 40\n2 2 90\n3 3 70\n",
                 "M.mtx": "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n",
                 "dof.csv": "eq,node,dof\n1,1,1\n2,1,2\n3,1,3\n", "nodes.csv": "id,x,y,z,sets\n1,0,0,0,\n"}
        for file, text in files.items():
            with open(f"plane_{file}", "w") as f:
                f.write(text)
        model = "{type: matrices, stiffness: plane_K.mtx, mass: plane_M.mtx, dof: plane_dof.csv, nodes: plane_nodes.csv}"
    else:
        model = f"{{type: chain, masses: {c['m']}, springs: {c['k']}}}"
    lines = []
    for kind, n, i in contacts(c):
        if kind == "rub":
            tangent = "normal: z, tangent: x, tangents: 2, " if plane else ""
            lines.append(f"  - {{node: {n}, law: coulomb, {tangent}preload: 1, friction: {c['rubs'][n][i]}}}")
        else:
            sign, gap, e = c["stops"][n][i]
            lines.append(f"  - {{node: {n}, law: unilateral, normal: {'-' if sign < 0 else ''}x, gap: {gap}, restitution: {e}}}")
    parameters = ", ".join(f"{k}: {{values: {v}}}" for k, v in c["values"].items())
    modes = c.get("modes", len(c["m"]) * (3 if plane else 1))
    print(f"study: transient\nmodel: {model}\nreduction: {{method: modal, modes: {modes}}}\ncontact:")
    print("\n".join(lines))
    if "load" in c:
        along = "direction: x, " if plane else ""
        loads = [f"{{node: {c['load'][0]}, {along}amplitude: {c['load'][1]}, frequency: 1}}"]
        if plane:
            loads.append(f"{{node: 1, direction: y, amplitude: 3, frequency: 1, phase: 0.7}}")
        print(f"excitation: [{', '.join(loads)}]")
    if "v" in c:
        print(f"initial: {{direction: x, velocity: {c['v']}}}")
    print(f"integrator: {{scheme: moreau, step: {DT}, duration: {c['duration']}, tolerance: 1e-13}}")
    print(f"ensemble: {{design: {{type: grid, parameters: {{{parameters}}}}}}}")
    print("outputs:")
    for n in range(1, len(c["m"]) + 1):
        for d in "xy"[:2 if plane else 1]:
            print(f"  {d}{n}: {{node: {n}, direction: {d}}}\n  low_{d}{n}: {{node: {n}, direction: {d}, reduce: min}}")


def shrink(v, most):
    return np.sign(v) * max(abs(v) - most, 0)


def stopped(v, before, most, stops):
    """Velocity of a mass along one direction after its contacts: free velocity v, friction up to
    `most` of velocity."""
    v = shrink(v, most)
    for sign, e in stops:
        v = sign * max(sign * v, -e * sign * before)
    return v


def stopped_in_plane(v, before, most, stops):
    size = np.hypot(*v)
    slid = v * max(1 - most / size, 0) if size > 0 else v
    for sign, e in stops:
        held = -e * sign * before[0]
        if sign * slid[0] >= held:
            continue
        if held == 0 and abs(v[1]) <= most:
            return np.array([0.0, 0.0])
        low, high = 0.0, abs(v[1])  # |v_y| (1 + most / |v|) = |v_y free|
        for _ in range(200):
            y = 0.5 * (low + high)
            if y + most * y / np.hypot(held, y) < abs(v[1]):
                low = y
            else:
                high = y
        slid = np.array([sign * held, np.sign(v[1]) * 0.5 * (low + high)])
    return slid


def march_one(c, k, m, radius, stop, frequency):
    """The lowest mode alone: one coordinate, which moves each mass by φ."""
    omega2, shapes = np.linalg.eigh(k / np.sqrt(np.outer(m, m)))
    phi = shapes[:, 0] / np.sqrt(m)
    q, steps = 0.0, round(c["duration"] / DT)
    told = np.empty((steps, len(m), 1))
    most = DT * sum(abs(phi[e[1] - 1]) * r for e, r in radius.items())
    u = 0.0  # the load is zero at t = 0
    for step in range(steps):
        told[step, :, 0] = phi * q
        force = phi[c["load"][0] - 1] * c["load"][1] * np.sin(2 * np.pi * frequency * step * DT) - omega2[0] * q
        active = [(s * np.sign(phi[key[1] - 1]), e) for key, (s, gap, e) in stop.items() if s * phi[key[1] - 1] * q + gap <= 0]
        u = stopped(u + DT * force, u, most, active)
        q += DT * u
    return told


def held(g, c, low, high, pattern):
    """Finds x within its bounds with G x + c = 0 if it is inside, at least 0 at the lower bound and
    at most 0 at the upper: of all patterns (0 inside, -1 lower, 1 upper) the one with the smallest
    residual, `pattern` first."""
    best = (np.inf, None, None)
    each = [(0, -1, 1) if np.isfinite(h) else (0, -1) for h in high]
    for kind in itertools.chain([pattern] if pattern else [], itertools.product(*each)):
        at = np.array(kind)
        x = np.where(at < 0, low, np.where(at > 0, np.where(np.isfinite(high), high, 0), 0.0))
        inside = at == 0
        if inside.any():
            a = g[np.ix_(inside, inside)]
            if np.linalg.cond(a) > 1e13:
                continue  # the same motion has a pattern with fewer
            x[inside] = np.linalg.solve(a, -(c[inside] + g[np.ix_(inside, ~inside)] @ x[~inside]))
        left = np.abs(x - np.clip(x - (g @ x + c) / np.diag(g), low, high)).max() / max(np.abs(x).max(), 1e-300)
        if left < best[0]:
            best = (left, x, kind)
        if left < 1e-13:
            break
    return best


def march_modes(c, k, m, radius, stop, frequency):
    """The lowest modes; in each step all patterns of contacts are tried."""
    omega2, shapes = np.linalg.eigh(k / np.sqrt(np.outer(m, m)))
    omega2, phi = omega2[: c["modes"]], (shapes / np.sqrt(m)[:, None])[:, : c["modes"]]
    q, u, steps = np.zeros(c["modes"]), np.zeros(c["modes"]), round(c["duration"] / DT)
    told = np.empty((steps, len(m), 1))
    pattern = {}
    for step in range(steps):
        told[step, :, 0] = phi @ q
        load = c["load"][1] * np.sin(2 * np.pi * frequency * step * DT)
        free = u + DT * (phi[c["load"][0] - 1] * load - omega2 * q)
        rows = [(phi[e[1] - 1], -DT * r, DT * r, 0) for e, r in radius.items()]
        struck = [e for e, (s, gap, _) in stop.items() if s * phi[e[1] - 1] @ q + gap <= 0]
        rows += [(stop[e][0] * phi[e[1] - 1], 0.0, np.inf, stop[e][2]) for e in struck]
        b = np.array([r[0] for r in rows])
        left, x, kind = held(b @ b.T, b @ free + np.array([r[3] for r in rows]) * (b @ u), np.array([r[1] for r in rows]),
                             np.array([r[2] for r in rows]), pattern.get(len(rows)))
        if left > 1e-11:
            print(f"step {step}: the best of all patterns leaves {left:.1e}")
        pattern[len(rows)] = kind
        u = free + b.T @ x
        q = q + DT * u
    return told


def march(c, sample):
    """x [step][node][direction] at t = 0, Δt … of one trajectory."""
    n, plane = len(c["m"]), c.get("plane")
    entries = contacts(c)
    radius = {e: c["rubs"][e[1]][e[2]] for e in entries if e[0] == "rub"}
    stop = {e: list(c["stops"][e[1]][e[2]]) for e in entries if e[0] == "stop"}
    frequency = 1.0
    for key, value in sample.items():
        part = key.split(".")
        if key == "excitation.frequency":
            frequency = value
        elif part[2] == "friction":
            radius[entries[int(part[1])]] = value
        else:
            stop[entries[int(part[1])]][2] = value
    m = np.array(c["m"], float)
    k = np.zeros((n, n))
    for i, s in enumerate(c["k"]):
        k[i, i] += s
        if i:
            k[i - 1, i - 1] += s
            k[i, i - 1] -= s
            k[i - 1, i] -= s
    directions = 2 if plane else 1
    stiffness = [k, np.array([[90.0]])][:directions]
    if c.get("weak"):
        return march_modes(c, k, m, radius, stop, frequency)
    if c.get("modes") == 1:
        return march_one(c, k, m, radius, stop, frequency)
    x, steps = np.zeros((n, directions)), round(c["duration"] / DT)
    u = np.zeros((n, directions))
    u[:, 0] = c.get("v", 0.0)
    told = np.empty((steps, n, directions))

    def acceleration(t, x):
        f = -np.array([stiffness[d] @ x[:, d] for d in range(directions)]).T
        if "load" in c:
            f[c["load"][0] - 1, 0] += c["load"][1] * np.sin(2 * np.pi * frequency * t)
            if plane:
                f[0, 1] += 3 * np.sin(2 * np.pi * t + 0.7)
        return f / m[:, None]
    u -= 0.5 * DT * acceleration(0.0, x)
    for step in range(steps):
        told[step] = x
        free = u + DT * acceleration(step * DT, x)
        for node in range(1, n + 1):
            most = DT * sum(r for e, r in radius.items() if e[1] == node) / m[node - 1]
            active = [(s, e) for (key, (s, gap, e)) in stop.items() if key[1] == node and s * x[node - 1, 0] + gap <= 0]
            if plane:
                free[node - 1] = stopped_in_plane(free[node - 1], u[node - 1], most, active)
            else:
                free[node - 1, 0] = stopped(free[node - 1, 0], u[node - 1, 0], most, active)
        u = free
        x = x + DT * u
    return told


def check(name):
    c = CASES[name]
    keys, values = samples(c)
    with h5py.File(f"{name}.h5") as f:
        status = f["status"][:]
        if np.any(status != 0):
            print(f"{name}: {np.sum(status != 0)} of {len(status)} trajectories end with a status of their own")
            return
        for i, row in enumerate(values):
            told = march(c, dict(zip(keys, row)))
            for n in range(len(c["m"])):
                for d, word in enumerate("xy"[:told.shape[2]]):
                    for seen, expected in ((f[f"{word}{n + 1}"][i], told[-1, n, d]),
                                           (f[f"low_{word}{n + 1}"][i], told[:, n, d].min())):
                        # 1e-13 of the solver in 15,000 steps, amplified by some tens of impacts;
                        # displacements of 0.1 to 1 m
                        if not abs(seen - expected) <= 1e-8:
                            print(f"{name} {row}: mass {n + 1}, {word}: {seen:.9g}, by a stepping of its own {expected:.9g}")


{"write": write, "check": check}[sys.argv[1]](sys.argv[2])
