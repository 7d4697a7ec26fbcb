#!/usr/bin/env python3
"""The contact ROM with 10 solver iterations per step in JAX: trajectories are columns of matrix products, the steps a
lax.scan under jit, double precision. Same equations as bench/gpu/lab.cu. The answer is held against the plain numpy
loop below, written straight from the equations, before it is timed.
usage: jax_rom.py [trajectories] [steps]     needs jax with a GPU (or CPU) backend. Ran on an H100 (bench/gpu).
"""
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
ITERATIONS = 10


def model(modes, points, tangents, seed=3):
    rng = np.random.default_rng(seed)
    rows = points * (1 + tangents)
    dt = 0.2 / (600.0 * modes)
    omega = 600.0 * np.arange(1, modes + 1)
    half = 0.01 * omega * dt
    flexibility = 1e-9 * rng.uniform(-1, 1, (rows, rows))
    flexibility = np.tril(flexibility) + np.tril(flexibility, -1).T
    np.fill_diagonal(flexibility, 2e-7)
    push = dt / (1 + half)
    return dict(phi=0.2 * rng.uniform(-1, 1, (rows, modes)), flexibility=flexibility, keep=(1 - half) / (1 + half),
                stiff=-push * omega**2, push=push, dt=dt, gap=1e-7, friction=0.3, relaxation=0.5 / 2.4e-7,
                points=points, tangents=tangents)


def step(np_, m, state):
    """One step for any array module: p, u [modes, n]; q, force [rows, n]."""
    p, u, q, force = state
    width = 1 + m["tangents"]
    normal = (np.arange(q.shape[0]) % width == 0)[:, None]
    base = m["phi"] @ p
    c = base + np_.where(normal, m["gap"], -q)
    for _ in range(ITERATIONS):
        trial = (force - m["relaxation"] * (m["flexibility"] @ force + c)).reshape(m["points"], width, -1)
        n = np_.maximum(trial[:, :1], 0)
        t = trial[:, 1:]
        if m["tangents"]:
            radius, size = m["friction"] * n, np_.sqrt((t**2).sum(1, keepdims=True))
            t = t * np_.where(size > radius, radius / np_.where(size > 0, size, 1), 1)
        force = np_.concatenate([n, t], 1).reshape(q.shape)
    q = base + m["flexibility"] @ force
    u = m["keep"][:, None] * u + m["stiff"][:, None] * p + m["push"][:, None] * (m["phi"].T @ force)
    return p + m["dt"] * u, u, q, force


def start(m, n):
    rng = np.random.default_rng(7)
    modes, rows = m["phi"].shape[1], m["phi"].shape[0]
    return (1e-6 * rng.uniform(-1, 1, (modes, n)), 1e-3 * rng.uniform(-1, 1, (modes, n)), np.zeros((rows, n)),
            np.zeros((rows, n)))


def run(name, modes, points, tangents, n, steps):
    m = model(modes, points, tangents)
    device = {k: jnp.asarray(v) if isinstance(v, np.ndarray) else v for k, v in m.items()}

    @jax.jit
    def many(state):
        return jax.lax.scan(lambda s, _: (step(jnp, device, s), None), state, None, length=steps)[0]

    few = start(m, 16)
    reference = few
    for _ in range(50):
        reference = step(np, m, reference)
    got = tuple(jnp.asarray(x) for x in few)
    for _ in range(50):
        got = step(jnp, device, got)
    off = float(np.abs(np.asarray(got[0]) - reference[0]).max() / np.abs(reference[0]).max())
    if not off < 1e-9:
        sys.exit(f"{name}: differs from numpy by {off}")
    state = tuple(jnp.asarray(x) for x in start(m, n))
    jax.block_until_ready(many(state))  # compiles
    begin = time.perf_counter()
    jax.block_until_ready(many(state))
    print(f"jax {name},{n},{n * steps / (time.perf_counter() - begin):.4g},{off:.2g}")


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 131072
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    print(f"# {jax.devices()[0]}, jax {jax.__version__}, {time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}")
    print("what,trajectories,steps_per_second,difference")
    run("(20, 3)", 20, 3, 0, n, steps)
    run("(50, 48)", 50, 16, 2, n, steps)
