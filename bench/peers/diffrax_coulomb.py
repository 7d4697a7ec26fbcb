#!/usr/bin/env python3
"""The 2-DOF Coulomb map of mpgos_coulomb.cu with diffrax under jax.vmap: adaptive Tsit5, double precision. diffrax has
no events that restart a solve inside vmap, so the sign is regularised, s = tanh(x1'/1e-4): accuracy is that of the
regularisation, about 1e-3 of the amplitude, not of the tolerance (1e-8). Writes sample_id,amplitude (half peak to peak
of x1 over the last 20 of 100 cycles).
usage: diffrax_coulomb.py SAMPLES.csv RESULTS.csv     needs jax and diffrax. Not yet run.
"""
import sys
import time

import diffrax
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
CYCLES, WINDOW, PER_CYCLE = 100, 20, 64
TURN = 2 * np.pi


def field(t, y, args):
    r1, beta = args
    x1, v1, x2, v2 = y
    pull = jnp.cos(t) - 2 * x1 + x2 - beta * jnp.tanh(v1 / 1e-4)
    return jnp.stack([v1, pull / r1**2, v2, (x1 - x2) / r1**2])


def amplitude(r1, beta):
    times = jnp.linspace(TURN * (CYCLES - WINDOW), TURN * CYCLES, WINDOW * PER_CYCLE + 1)
    solution = diffrax.diffeqsolve(diffrax.ODETerm(field), diffrax.Tsit5(), 0.0, TURN * CYCLES, 1e-3, jnp.zeros(4),
                                   args=(r1, beta), saveat=diffrax.SaveAt(ts=times), max_steps=4_000_000,
                                   stepsize_controller=diffrax.PIDController(rtol=1e-8, atol=1e-8), throw=False)
    x1 = solution.ys[:, 0]
    return (x1.max() - x1.min()) / 2


if __name__ == "__main__":
    samples = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1)
    solve = jax.jit(jax.vmap(amplitude))
    r1, beta = jnp.asarray(samples[:, 1]), jnp.asarray(samples[:, 2])
    compiled = solve.lower(r1, beta).compile()
    begin = time.perf_counter()
    result = np.asarray(jax.block_until_ready(compiled(r1, beta)))
    print(f"diffrax,{len(result)},{time.perf_counter() - begin:.4g}")
    with open(sys.argv[2], "w") as out:
        out.write("sample_id,amplitude\n")
        out.writelines(f"{int(i)},{a:.17g}\n" for i, a in zip(samples[:, 0], result))
