"""groove.py write CASE, groove.py check CASE: sliders under constant normal loads that share a
direction of one node. Their forces add up. On one coordinate the velocity after a step is the root
of v + Δt/m Σ F_i sign(v - w_i) = v_free, an increasing function: it is found between the velocities
w_i of the walls, from one to the next, in closed form. Two discs in space are solved alternately,
each exactly (the mass is the same along both of its directions), until convergence."""
import sys

import h5py
import numpy as np

DT = 1e-3
DURATION = 3.0
LINE = {  # friction forces, their walls' velocities, senses of their directions
    "planes": dict(force=[0.6, 0.5], wall=[0, 0], sense=[1, 1]),
    "opposite": dict(force=[0.6, 0.5, 0.2], wall=[0, 0, 0], sense=[1, -1, 1]),
    "belts": dict(force=[1.0, 0.5], wall=[0.3, -0.2], sense=[1, 1]),
    "one_way": dict(force=[2.0, 2.0], wall=[0.3, 0.1], sense=[1, 1]),
    "held": dict(force=[2.0, 1.0], wall=[0.1, 0], sense=[1, -1]),
}
SPACE = {  # normals, friction forces
    "groove": dict(normal=[[1, 0, 1], [-1, 0, 1]], force=[0.6, 0.6]),
    "oblique": dict(normal=[[1, 0, 0], [0, 0, 1]], force=[0.5, 0.9]),
    "both_sides": dict(normal=[[1, 0, 0], [-1, 0, 0]], force=[0.6, 0.9]),
}
LOADS = {"y": (4, 1.3), "x": (1.5, 1.0), "z": (2.5, 1.7)}
STIFFNESS = {"x": 40, "y": 90, "z": 70}


def write(name):
    lines = []
    if name in LINE:
        c = LINE[name]
        model, outputs = "{type: chain, masses: [1], springs: [40]}", "x"
        loads = "{node: 1, amplitude: 4, frequency: 0.7}"
        for force, wall, sense in zip(c["force"], c["wall"], c["sense"]):
            lines.append(f"  - {{node: 1, law: coulomb, direction: {'x' if sense > 0 else '-x'}, preload: 2, "
                         f"friction: {force / 2}, wall_velocity: {wall * sense}}}")
    else:
        c = SPACE[name]
        diagonal = "".join(f"{i + 1} {i + 1} {k}\n" for i, k in enumerate(STIFFNESS.values()))
        for file, text in (("K", diagonal), ("M", "1 1 1\n2 2 1\n3 3 1\n")):
            with open(f"{file}.mtx", "w") as f:
                f.write("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n" + text)
        with open("dof.csv", "w") as f:
            f.write("eq,node,dof\n1,1,1\n2,1,2\n3,1,3\n")
        with open("nodes.csv", "w") as f:
            f.write("id,x,y,z,sets\n1,0,0,0,\n")
        model = "{type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}"
        loads = ", ".join(f"{{node: 1, direction: {d}, amplitude: {a}, frequency: {f}}}" for d, (a, f) in LOADS.items())
        outputs = "xyz"
        for normal, force in zip(c["normal"], c["force"]):
            lines.append(f"  - {{node: 1, law: coulomb, normal: {normal}, preload: 3, friction: {force / 3}}}")
    print(f"study: transient\nmodel: {model}\nreduction: {{method: modal, modes: {len(outputs)}}}\ncontact:")
    print("\n".join(lines))
    print(f"excitation: [{loads}]")
    print(f"integrator: {{scheme: moreau, step: {DT}, duration: {DURATION}, tolerance: 1e-13}}\noutputs:")
    for d in outputs:
        print(f"  {d}: {{node: 1, direction: {d}, reduce: series}}")


def slid_on_line(c, v):
    """Root of v + Δt Σ F sign(v - w) = v_free, for a mass of 1."""
    slope = -sum(c["force"])
    for wall, force in sorted(zip(c["wall"], c["force"])):
        if v - DT * slope <= wall:
            break
        slope += 2 * force
        if v - DT * slope <= wall:
            return wall
    return v - DT * slope


def slid_in_space(c, v):
    impulse = np.zeros((2, 3))
    normals = np.array([np.array(n, float) / np.linalg.norm(n) for n in c["normal"]])
    for _ in range(20000):
        before = impulse.copy()
        for i, n in enumerate(normals):
            free = v + impulse[1 - i]
            impulse[i] = -(free - n * (n @ free))
            size = np.linalg.norm(impulse[i])
            if size > DT * c["force"][i]:
                impulse[i] *= DT * c["force"][i] / size
        if np.abs(impulse - before).max() < 1e-16:
            break
    return v + impulse.sum(axis=0)


def march(name):
    line = name in LINE
    c = LINE[name] if line else SPACE[name]
    k = np.array([40.0] if line else list(STIFFNESS.values()))
    loads = {"x": (4, 0.7)} if line else LOADS
    amplitude, frequency = np.array([loads[d] for d in "xyz"[:len(k)]]).T

    def acceleration(t, x):
        return amplitude * np.sin(2 * np.pi * frequency * t) - k * x
    x = np.zeros(len(k))
    v = -0.5 * DT * acceleration(0, x)
    told = []
    for step in range(round(DURATION / DT)):
        told.append(x)
        free = v + DT * acceleration(step * DT, x)
        v = np.array([slid_on_line(c, free[0])]) if line else slid_in_space(c, free)
        x = x + DT * v
    return np.array(told)


def check(name):
    told = march(name)
    with h5py.File(f"{name}.h5") as f:
        if f["status"][0] != 0:
            print(f"{name}: status {f['status'][0]}")
            return
        for i in range(told.shape[1]):
            seen = np.ravel(f["xyz"[i]][:])
            error = np.abs(seen - told[:len(seen), i]).max()
            # both solvers stop at 1e-13 of a velocity of 1 m/s: 3,000 steps of it, not amplified by
            # impacts
            if not (len(seen) > 2900 and np.abs(told[:, i]).max() > 0.01 and error <= 1e-9):
                print(f"{name}, {'xyz'[i]}: {len(seen)} values, off by {error:.3g} m")


{"write": write, "check": check}[sys.argv[1]](sys.argv[2])
