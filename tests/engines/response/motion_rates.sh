#!/usr/bin/env bash
# Velocities and accelerations of harmonic balance: for a linear chain the exact transfer function
# at every point, over the grid of frequencies and at the peak; for a stop with a static part the
# derivatives of the harmonics in the same results.
. "$(dirname "$0")/../../program.sh"
cat >linear.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0, 0.5], springs: [100.0, 80.0], dashpots: [0.4, 0.2]}
reduction: {method: modal}
contact: {node: 2, law: cubic, cubic_stiffness: 0}
excitation: {node: 1, amplitude: 2.0, phase: cos}
response: {from: 0.8, to: 4.0, harmonics: 3, grid: [1.0, 3.5, 26]}
outputs:
  x: {node: 2}
  v: {node: 2, quantity: velocity}
  a: {node: 2, quantity: acceleration, reduce: half_peak_to_peak}
  peak_w: {quantity: peak_angular_frequency}
  peak_x: {node: 2, quantity: peak_amplitude}
  peak_v: {node: 2, quantity: peak_velocity}
  peak_a: {node: 2, quantity: peak_acceleration}
YAML
cat >stop.yaml <<'YAML'
study: response
model: {type: chain, masses: [1.0], springs: [1.0], dashpots: [0.1]}
reduction: {method: modal}
contact: {node: 1, law: elastic, normal_stiffness: 3.0, gap: 0.5}
excitation: {node: 1, amplitude: 0.2, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 7, coefficients: true}
outputs:
  x: {node: 1, reduce: max}
  v: {node: 1, quantity: velocity, reduce: max}
  low: {node: 1, quantity: velocity, reduce: min}
  a: {node: 1, quantity: acceleration, reduce: half_peak_to_peak}
  r: {node: 1, quantity: acceleration, reduce: rms}
  still: {node: 1, quantity: velocity, reduce: mean}
YAML
for study in linear stop; do
  "$chatter" run $study.yaml -o $study.h5 --force --quiet --device cpu >log 2>&1 && "$chatter" export $study.h5 --force >>log 2>&1 || say "$study: $(cat log)"
done
/usr/bin/env python3 - <<'PYTHON' || say "velocities or accelerations differ"
import csv, math
import numpy as np

bad = 0
def near(what, ours, exact, relative):
    global bad
    worst = float(np.max(np.abs(np.asarray(ours) - exact) / np.max(np.abs(exact))))
    if not worst <= relative:
        print(f"{what}: {worst:.2e} of the largest, {relative:.0e} allowed")
        bad += 1
def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False
def table(name):
    with open(name) as file:
        rows = list(csv.DictReader(file))
    return {k: np.array([float(r[k]) for r in rows]) for k in rows[0] if all(is_number(r[k]) for r in rows)}

M, K, C = np.diag([1.0, 0.5]), np.array([[180.0, -80], [-80, 80]]), np.array([[0.6, -0.2], [-0.2, 0.2]])
def motion(w):
    return np.array([abs(np.linalg.solve(K - v * v * M + 1j * v * C, [2.0, 0])[1]) for v in w])

p = table("linear-point.csv")
w = 2 * math.pi * p["frequency"]
# The Newton iteration ends at a residual of at most 1e-10 of the force.
near("x", p["x"], motion(w) / math.sqrt(2), 1e-8)
near("v", p["v"], w * motion(w) / math.sqrt(2), 1e-8)
near("a", p["a"], w**2 * motion(w), 1e-8)
near("phase of v", np.cos(p["v_phase"] - p["x_phase"] - math.pi / 2), np.ones(len(w)), 1e-12)
near("phase of a", np.cos(p["a_phase"] - p["x_phase"] - math.pi), np.ones(len(w)), 1e-12)
g = table("linear-grid_frequency.csv")
w = 2 * math.pi * np.linspace(1.0, 3.5, 26)
# Cubic pieces between some hundred points: x itself is off by 1.3e-5.
for name, power in (("x", 0), ("v", 1), ("a", 2)):
    exact = w**power * motion(w) * (1 if name == "a" else math.sqrt(0.5))
    near(name + "_upper", g[name + "_upper"], exact, 3e-5)
t = table("linear.csv")
near("peak_v", t["peak_v"], t["peak_w"] * t["peak_x"], 1e-12)
near("peak_a", t["peak_a"], t["peak_w"] ** 2 * t["peak_x"], 1e-12)

import h5py
with h5py.File("stop.h5") as f:
    w = 2 * math.pi * f["frequency"][:]
    cos, sin, mean = f["x_cos"][:], f["x_sin"][:], f["x_mean"][:]
    ours = {k: f[k][:] for k in ("x", "v", "low", "a", "r", "still")}
    a_cos, v_mean, unit = f["a_cos"][:], f["v_mean"][:], f["a_cos"].attrs["units"]
tau = np.linspace(0, 2 * math.pi, 20001)
h = np.arange(1, cos.shape[1] + 1)
c, s = np.cos(np.outer(h, tau)), np.sin(np.outer(h, tau))
x = mean[:, None] + cos @ c + sin @ s
v = w[:, None] * ((sin * h) @ c - (cos * h) @ s)
a = -(w[:, None] ** 2) * ((cos * h**2) @ c + (sin * h**2) @ s)
# The dense samples miss a maximum by at most (7 · 2π/20000/2)²/2 = 6e-7 of the highest harmonic.
near("x max", ours["x"], x.max(1), 1e-6)
near("v max", ours["v"], v.max(1), 1e-6)
near("v min", ours["low"], v.min(1), 1e-6)
near("a half peak to peak", ours["a"], (a.max(1) - a.min(1)) / 2, 1e-6)
near("a rms", ours["r"], np.sqrt((a[:, :-1] ** 2).mean(1)), 1e-12)
near("a_cos", a_cos, -(w[:, None] * h) ** 2 * cos, 1e-12)
if np.any(ours["still"] != 0) or np.any(v_mean != 0) or unit not in ("m/s^2", b"m/s^2"):
    print("a velocity has a mean, or its coefficients another unit:", unit)
    bad += 1
raise SystemExit(bad > 0)
PYTHON
finish
