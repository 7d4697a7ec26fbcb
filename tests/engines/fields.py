# Fields of results, compared with other outputs of the same run that are computed in another way:
# the coordinates of fields times the basis in the file.
import sys

import h5py
import numpy as np


def fail(text):
    sys.exit(f"{text}")


def field(f, name):
    """[series][instant][node][component], times [series][instant]"""
    coordinates, basis = f[name][:], f[name + "_basis"][:]
    value = np.einsum("sik,knc->sinc", coordinates, basis)
    if name + "_shift" in f:
        value = value + f[name + "_shift"][:][:, :, None, :] * f[name + "_moves"][:][None, None, :, None]
    return value, f[name + "_time"][:]


def node(f, name, number):
    found = np.nonzero(f[name + "_node"][:] == number)[0]
    return found[0] if len(found) else fail(f"{name}: no node {number}")


def near(what, a, b, tolerance):
    a, b = np.asarray(a, float), np.asarray(b, float)
    if a.shape != b.shape:
        fail(f"{what}: shapes {a.shape} and {b.shape}")
    largest = np.nanmax(np.abs(b))
    if np.any(np.isnan(a) != np.isnan(b)) or not largest > 0:
        fail(f"{what}: values are missing, or all are zero")
    off = np.nanmax(np.abs(a - b)) / largest
    if not off <= tolerance:
        fail(f"{what}: off by {off:.2e} of the largest value, allowed {tolerance:.0e}")


def series(f, words):
    """Compares fields u, v at every step with time series x_NODE_DIRECTION and v_..., which the
    kernel observes."""
    for name in f:
        part = name.split("_")
        if len(part) != 3 or part[0] not in ("x", "v") or part[2] not in ("0", "1", "2"):
            continue
        value, time = field(f, "u" if part[0] == "x" else "v")
        at, count = node(f, "u", int(part[1])), f[name].shape[1]
        near(f"{words}: {name}", value[:, :count, at, int(part[2])], f[name][:], 1e-12)
        near(f"{words}: times of {name}", time[:, :count], f[name + "_time"][:], 1e-14)


def forces(f, words, normal, tangent):
    """Compares contact vectors of point 0 with its normal and tangential forces."""
    vector = f["u_force"][:][:, :, 0:3]
    if "fn" in f:
        near(f"{words}: normal force", vector @ np.array(normal), f["fn"][:], 1e-12)
    if "ft" in f:
        near(f"{words}: tangential force", vector @ np.array(tangent), f["ft"][:], 1e-12)


def partners(f, words):
    """Two contacts between nodes of the body: their partners follow after all points, with the
    opposite forces."""
    force, node_of = f["u_force"][:], f["u_node"][:][f["u_force_node"][:]]
    if list(node_of) != [19, 20, 18, 23, 24]:
        fail(f"{words}: forces at nodes {node_of}")
    near(f"{words}: partners", force[:, :, 9:], -force[:, :, :6], 1e-15)


def largest(f, g, words):
    """The instant of an event is that of the longest vector."""
    every, time = field(f, "u")
    one, at = field(g, "u")
    length = np.linalg.norm(every, axis=3).max(axis=2)
    best = length.argmax(axis=1)
    for s, i in enumerate(best):
        near(f"{words}: the largest", one[s, 0], every[s, i], 1e-15)
        near(f"{words}: when", [at[s, 0]], [time[s, i]], 1e-15)


def times(f, g, words):
    """Instants by their times equal those of the run that kept every step."""
    every, time = field(f, "u")
    some, at = field(g, "u")
    for s in range(len(at)):
        for i, t in enumerate(at[s]):
            j = np.abs(time[s] - t).argmin()
            near(f"{words}: at {t}", some[s, i], every[s, j], 1e-15)


def bodies(f, words):
    """Node 100 of both bodies; the force at the contact node has the magnitude of normal force and
    friction, and the nodes of the target carry the opposite force."""
    u, v = field(f, "u")[0], field(f, "v")[0]
    moves, ids = f["u_moves"][:], f["u_node"][:]
    for body, of in (("slider", 1), ("target", 0)):
        at = np.nonzero((ids == 100) & (moves == of))[0][0]
        count = f[f"x_{body}"].shape[1]
        for end, d in (("", 1), ("_along", 0)):
            near(f"{words}: {body}{end}", u[:, :count, at, d], f[f"x_{body}{end}"][:], 1e-11)
            near(f"{words}: velocity of {body}{end}", v[:, :count, at, d], f[f"v_{body}{end}"][:], 1e-9)  # of differences of u
    force = f["u_force"][:].reshape(u.shape[0], u.shape[1], -1, 3)
    mu = 0.3
    near(f"{words}: force", np.linalg.norm(force[0, 1:, 0], axis=1), f["fn"][0, 1:u.shape[1]] * np.hypot(1, mu), 1e-6)
    near(f"{words}: reaction", force[0, 1:, 1:].sum(axis=1), -force[0, 1:, 0], 1e-6)  # h² of forces beside displacements


def period(f, words):
    """Compares the cycle of a field at the peak with amplitude and frequency there."""
    value, time = field(f, "u")
    at, along = node(f, "u", int(sys.argv[3])), int(sys.argv[4])
    x = value[0, :, at, along]
    spectrum = np.fft.rfft(x) / len(x)
    rms = np.sqrt(2 * np.sum(np.abs(spectrum[1:-1]) ** 2))
    near(f"{words}: rms at the peak", [rms], f["peak"][:1], 1e-9)
    point = f["u_force_node"][0]
    force, spectrum_at = f["u_force"][0, :, along], np.fft.rfft(value[0, :, point, along])
    rate = np.fft.irfft(1j * np.arange(len(spectrum_at)) * spectrum_at, len(x))  # derivative by τ
    # The force is that of its law, with kinks: its harmonics decrease with the square, and at 64
    # instants those about 64 are aliased to the first ones.
    near(f"{words}: work of the contact force", [-np.mean(force * rate) * 2 * np.pi], f["work"][:1], 1e-3)
    step = np.diff(time[0])
    near(f"{words}: period", [len(x) * step[0]], 1 / f["peak_frequency"][:1], 1e-12)
    v, _ = field(f, "v")
    omega = 2 * np.pi * f["peak_frequency"][0]
    h = np.arange(len(spectrum))
    rate = np.fft.irfft(1j * h * omega * spectrum * len(x), len(x))
    near(f"{words}: velocity", v[0, :, at, along], rate, 1e-4)  # without the rate of the static
                                                                # modes


def state(f, words):
    """Compares the cycle of a field at response.at with the rms there."""
    value, _ = field(f, "u")
    x = value[0, :, node(f, "u", 20), 1]
    near(f"{words}: rms", [np.std(x)], f["rms"][:1], 1e-9)


what, file = sys.argv[1:3]
with h5py.File(file, "r") as results:
    if what == "series":
        series(results, file)
    elif what == "forces":
        forces(results, file, eval(sys.argv[3]), eval(sys.argv[4]))
    elif what == "partners":
        partners(results, file)
    elif what == "bodies":
        bodies(results, file)
    elif what == "state":
        state(results, file)
    elif what == "period":
        period(results, file)
    else:
        with h5py.File(sys.argv[3], "r") as other:
            {"largest": largest, "times": times}[what](results, other, file)
