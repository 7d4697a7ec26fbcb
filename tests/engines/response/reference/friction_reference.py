#!/usr/bin/env python3
"""Independent reference for the harmonic-balance work: peaks, phase resonance and damped nonlinear modes of
structures with elastic friction contacts.

What it is: a numpy program of its own (no code shared with the library). Models: a cantilever with a friction pad
(A: pad at node 5, A2: node 10, any node 1..20) and a blade-damper-blade model of eight degrees of freedom (B).
It made the CSV files beside it; the test suite reads those and never runs this program.

How to run (numpy only, scipy not needed; minutes to an hour for the CSV files):
    python3 friction_reference.py table            the table of known values, kink intervals, truncation trend
    python3 friction_reference.py elements FILE    the element against a file of cases (JSON)
    python3 friction_reference.py cantilever OUT   random inputs of the cantilever -> CSV
    python3 friction_reference.py blades OUT       random inputs of the blades -> CSV
    python3 friction_reference.py annotate FILE    adds to the remarks of such a CSV where plain Newton fails
    python3 friction_reference.py time             time integration of A and B against the harmonic balance
    python3 friction_reference.py floquet OUT      Floquet multipliers by time integration -> CSV

Conventions: q(t) = sum_h c_h cos h w t + s_h sin h w t, h = 1..Nh; complex amplitude c - i s.
M q'' + C q' + K q + B^T f(B q) = alpha e_k cos w t. Contact: x tangential, y normal (> 0 compresses),
N = max(N0 + kn y, 0), |f_x| <= mu N. Am = sqrt(1/2) * norm of the monitored coefficients.
"""
import json
import math
import os
import random
import sys
from multiprocessing import Pool

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402

from friction_element import TWO_PI, Contact, element  # noqa: E402
from friction_models import blades, cantilever  # noqa: E402
from normal_mode import NormalMode  # noqa: E402
from response_curve import Response, full_amplitude, log_slopes, nearest, survey  # noqa: E402
from time_integration import March, duffing_rows  # noqa: E402


def same(a, b, tolerance):
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a - b) <= tolerance * abs(a)


def agree(first, second):
    return first[2] == second[2] and all(same(a, b, t) for a, b, t in
                                         zip((first[0], first[1], first[3]), (second[0], second[1], second[3]), (1e-9, 1e-10, 1e-9)))


NOTHING = (math.nan, math.nan, -1, math.nan)


def cantilever_row(pad_node, nh, alpha, modes, second=False):
    """omega, amplitude, kind, omega_phase, omega_dnnm, sure, remark; second: another sweep,
    downwards and finer."""
    model, remark, results = cantilever(pad_node), "", []
    first, last = 1000.0, max(2500.0, 1.15 * FIRST_STUCK[pad_node]) if pad_node < 11 else 14000.0
    for start, end, largest in ((first, last, 0.1), (last, first, 0.06))[: 2 if second else 1]:
        response, maxima, roots, points = survey(model, nh, alpha, start, end, 500.0, largest)
        ranked = sorted(maxima, key=lambda m: -m[0].am)
        best = ranked[0]
        if max(p.am for p in points) > best[0].am * (1.0 + 1e-12):
            remark = "a point of the curve lies above the maximum"
        results.append((best[0].w, best[0].am, best[1], nearest(roots, best[0].w)))
    if second and not agree(*results):
        remark = "sweeps differ"
    if len(ranked) > 1 and ranked[1][0].am > 0.999 * best[0].am:
        remark = "two maxima nearly equal"
    if (pad_node, nh) not in modes:
        modes[pad_node, nh] = [NormalMode(model, nh, FIRST_STUCK[pad_node], largest) for largest in ((0.1, 0.05) if second else (0.08,))]
    dnnm, doubt = mode_frequency(modes[pad_node, nh], alpha)
    remark = remark or doubt
    if pad_node == 20 and best[0].states == [(0,)]:
        remark = "stuck at the tip: higher modes peak higher; beyond the window"
    if best[0].w > 1.05 * FIRST_STUCK[pad_node]:
        remark = remark or "highest is not the first mode"
    return results[0] + (dnnm, 0 if remark else 1, remark), best[0]


def mode_frequency(pair, alpha):
    """Frequency of the damped mode at a load factor from two continuations with different steps,
    and whether they disagree."""
    fine = pair[-1].at(alpha)
    if fine is None:
        return math.nan, "branch ends: " + (pair[-1].reason or "limit")
    coarse = pair[0].at(alpha)
    if coarse is None or not same(coarse.w, fine.w, 1e-9):
        return fine.w, "branches differ"
    return fine.w, ""


FIRST_STUCK = dict(zip(range(1, 21), (1341, 1473, 1632, 1803, 1994.5, 2217, 2479, 2796, 3182, 3662, 4266, 5035, 6001, 7119,
                                      8034, 8185, 7715, 7041, 6362, 5679)))


def blade_row(beta, ridge, nh, alpha, second=True, window=(1000.0, 1500.0), border=1290.0):
    """The row of the blades, like cantilever_row: one coarse sweep over the window for the phase
    roots, one or two fine ones around the ridge."""
    model, remark, results, best = blades(beta), "", [], None
    around = (1225.0, 1291.0) if ridge == 1 else (1288.0, 1345.0)
    whole = Response(model, nh, alpha)
    whole.width = 80.0
    coarse = whole.curve(*window, largest=0.1)
    roots = whole.phase_roots(coarse)
    own = [r for r in roots if (r > border) == (ridge == 2)]  # beyond the border is the other ridge
    far = [q.am for p, q, r in zip(coarse[:-2], coarse[1:-1], coarse[2:]) if q.am > max(p.am, r.am) and
           (q.w > 1344.0 if ridge == 2 else q.w < 1226.0)]
    if far and (ridge == 2 or max(far) > 0.9 * max(p.am for p in coarse)):
        remark = "a maximum outside the fine window"
    for start, end, largest in ((*around, 0.07), (*around[::-1], 0.05))[: 2 if second else 1]:
        guess = min(coarse, key=lambda p: abs(p.w - start)).z
        response, maxima, _roots, points = survey(model, nh, alpha, start, end, 60.0, largest, guess)
        if ridge == 1:
            chosen = sorted((m for m in maxima if m[0].w < border), key=lambda m: -m[0].am)
            if len(chosen) > 1 and chosen[1][0].am > 0.999 * chosen[0][0].am:
                remark = "two maxima nearly equal"
        else:
            chosen = sorted((m for m in maxima if m[0].w > border), key=lambda m: -m[0].w)
        if any(abs(m[0].w - border) < 0.5 for m in maxima):
            remark = "a maximum near the border of the ridges"
        if not chosen:
            results.append(NOTHING)
            slopes = [s for w, s in log_slopes(response, points) if w > border + 1.0 or ridge == 1]
            if ridge == 2 and max(slopes) > -1e-4:
                remark = "nearly a maximum"
            continue
        best = chosen[0]
        results.append((best[0].w, best[0].am, best[1], nearest(own, best[0].w)))
        gaps = sorted(abs(r - best[0].w) for r in roots)
        if len(gaps) > 1 and gaps[1] - gaps[0] < 1e-3 * gaps[1]:
            remark = "two phase roots equally near"
        close = [s for w, s in log_slopes(response, points) if ridge == 2 and best[0].w - 4.0 < w < best[0].w]
        if close and max(close) < 1e-4:
            remark = "maximum about to merge with a minimum"
    if second and not agree(*results):
        remark = "sweeps differ"
    dnnm = math.nan
    if results[0][2] >= 0:
        near = 1280.0 if ridge == 1 else 1328.0
        dnnm, doubt = mode_frequency([NormalMode(model, nh, near, largest) for largest in (0.1,)], alpha)
        remark = remark or doubt
    return results[0] + (dnnm, 0 if remark else 1, remark), best and best[0]


def floquet_file(path):
    """model, alpha, frequency (rad/s), Am, largest |multiplier| and its meaning."""
    rows = [r for r in duffing_rows()]
    model = blades(1.5e-5)
    stiffness = np.concatenate([[c.kt, c.kn] for c in model.contacts])
    stuck = model.k + model.rows.T @ np.diag(stiffness) @ model.rows
    inverse = np.linalg.inv(model.m)
    state = np.block([[np.zeros((8, 8)), np.eye(8)], [-inverse @ stuck, -model.beta * inverse @ model.k]])
    decay = np.linalg.eigvals(state).real.max()
    for w in (1250.0, 1278.25841438, 1300.0, 1330.0):
        am = Response(model, 3, 1.0).at_frequency(w).am
        rows.append(("blades 1.5e-05", 1.0, w, am, math.exp(decay * TWO_PI / w), "stuck: exact"))
    write_rows(path, "model,alpha,frequency,amplitude,largest_multiplier,remark", rows)


def write_rows(path, head, rows):
    with open(path, "w") as file:
        file.write(head + "\n")
        for row in rows:
            file.write(",".join(v if isinstance(v, str) else str(v) if isinstance(v, int) else
                                "nan" if math.isnan(v) else repr(float(v)) for v in row) + "\n")


def run_cantilever(job):
    group, modes, out = job, {}, []
    for alpha, nh, pad in group:
        try:
            (w, am, kind, phase, dnnm, sure, remark), p = cantilever_row(pad, nh, alpha, modes, round(alpha * 1e7) % 4 == 1)
            full = abs(full_amplitude(cantilever(pad), nh, alpha, p, 500.0) / am - 1.0)
        except RuntimeError as error:
            w, am, kind, phase, dnnm, sure, remark, full = math.nan, math.nan, -1, math.nan, math.nan, 0, str(error), math.nan
        out.append((alpha, nh, pad, w, am, kind, phase, dnnm, sure, remark.replace(",", ";"), full))
        print(out[-1], flush=True)
    return out


def run_blade(job):
    alpha, nh, beta, ridge = job
    try:
        (w, am, kind, phase, dnnm, sure, remark), p = blade_row(beta, ridge, nh, alpha, int(repr(alpha)[-1]) % 3 == 0)
        full = abs(full_amplitude(blades(beta), nh, alpha, p, 60.0) / am - 1.0) if kind >= 0 else math.nan
    except RuntimeError as error:
        w, am, kind, phase, dnnm, sure, remark, full = math.nan, math.nan, -1, math.nan, math.nan, 0, str(error), math.nan
    row = (alpha, nh, beta, ridge, w, am, kind if kind >= 0 else math.nan, phase, dnnm, sure, remark.replace(",", ";"), full)
    print(row, flush=True)
    return row


def annotate(path):
    """Adds to the remarks where Newton from the stuck state at omega fails or finds another
    solution, and separation."""
    with open(path) as file:
        head, *lines = file.read().splitlines()
    keys, rows = head.split(","), []
    for line in lines:
        v = dict(zip(keys, line.split(",")))
        model = cantilever(int(v["pad_node"])) if "pad_node" in v else blades(float(v["beta"]))
        w, nh, alpha = float(v["omega"]), int(v["harmonics"]), float(v["alpha"])
        notes = [n for n in v["remark"].split("; ") if n]
        if not math.isnan(w):
            response = Response(model, nh, alpha)
            point = response.at_frequency(w)
            if point is None or abs(point.am / float(v["amplitude"]) - 1.0) > 1e-6:
                notes.append("Newton from the stuck state fails" if point is None else "Newton from the stuck state finds another solution")
                point = response.at_frequency(w, response.curve(1150.0, w)[-1].z)
            if point is not None and any(2 in s for s in point.states):
                notes.append("separation")
        v["remark"] = "; ".join(dict.fromkeys(notes))
        rows.append(tuple(v[k] for k in keys))
    write_rows(path, head, rows)


def log_uniform(draw, lo, hi):
    return float(f"{math.exp(draw.uniform(math.log(lo), math.log(hi))):.6g}")


def kink_alpha(model, nh, start, end, first):
    """A factor inside the kink interval of the highest maximum (None if there is none): it begins
    at the slip onset of the stuck peak; the end is sought at increasing distance."""
    def kind(alpha):
        response = Response(model, nh, alpha)
        maxima = response.maxima(response.curve(first * 0.97, first * 1.03, largest=0.05))
        return max(maxima, key=lambda m: m[0].am)[1:2][0], maxima
    lo, hi = start, end
    while hi / lo > 1.0 + 1e-7:  # onset at the peak: the last factor with a smooth, stuck maximum
        middle = math.sqrt(lo * hi)
        k, maxima = kind(middle)
        best = max(maxima, key=lambda m: m[0].am)
        if k == 0 and all(s == (0,) for s in best[0].states):
            lo = middle
        else:
            hi = middle
    inside = [hi * (1.0 + d) for d in (1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3)]
    inside = [a for a in inside if kind(a)[0] == 1]
    return float(f"{0.5 * (hi + inside[-1]):.9g}") if inside else None


def cantilever_file(path, workers=2):
    draw = random.Random(11)
    rows = [(a, 3, 5) for a in (0.01, 0.6, 30.0)] + [(0.6, n, 5) for n in (1, 5, 7)] + [(0.6, 3, 10), (5.0, 2, 5), (0.3, 4, 5)]
    for nh, pad in ((3, 5), (1, 5), (5, 5), (3, 10), (1, 10), (3, 14)):
        a = kink_alpha(cantilever(pad), nh, 1e-4, 2.0, FIRST_STUCK[pad])
        if a:
            rows.append((a, nh, pad))
    print("kink rows", rows[9:], flush=True)
    while len(rows) < 115:
        r = draw.random()
        pad = 5 if r < 0.4 else 10 if r < 0.65 else draw.randint(1, 20)
        rows.append((log_uniform(draw, 0.005, 50.0), draw.choice((1, 3, 5, 7)), pad))
    groups = {}
    for row in rows:
        groups.setdefault((row[1], row[2]), []).append(row)
    order = sorted(groups.values(), key=lambda g: (g[0][1] > 3, -len(g)))
    save(path, "alpha,harmonics,pad_node,omega,amplitude,kind,omega_phase,omega_dnnm,sure,remark", run_cantilever,
         order, workers, True)


def blade_file(path, workers=2):
    draw = random.Random(12)
    betas = (1.5e-5, 8e-6, 3e-6)
    rows = [(a, 3, 1.5e-5, 1) for a in (1.0, 3.0, 4.0, 10.0)] + [(a, 3, 8e-6, 1) for a in (2.43, 2.47)]
    rows += [(a, 3, 3e-6, 1) for a in (0.98, 1.5, 2.5, 3.4, 3.6)] + [(a, n, 3e-6, 1) for a in (2.0, 3.2) for n in (1, 5)]
    rows += [(a, 3, b, 2) for b, a in ((1.5e-5, 5.0), (1.5e-5, 6.4), (1.5e-5, 6.8), (1.5e-5, 9.0), (8e-6, 6.0), (8e-6, 8.0),
                                       (3e-6, 3.3), (3e-6, 6.0), (3e-6, 9.0), (3e-6, 0.5))]
    rows += [(a, 3, b, 1) for b in betas for a in (30.0, 60.0, 100.0)]
    while len(rows) < 150:
        ridge = 1 if draw.random() < 0.55 else 2
        beta = draw.choice(betas) if draw.random() < 0.6 else float(f"{draw.uniform(3e-6, 1.5e-5):.6g}")
        alpha = log_uniform(draw, 0.3, 100.0 if ridge == 1 else 12.0)
        rows.append((alpha, draw.choice((1, 3, 3, 5)), beta, ridge))
    save(path, "alpha,harmonics,beta,ridge,omega,amplitude,kind,omega_phase,omega_dnnm,sure,remark", run_blade, rows, workers, False)


def save(path, head, function, jobs, workers, grouped):
    with Pool(workers) as pool:
        rows = []
        for result in pool.imap(function, jobs, 1):
            rows.extend(result if grouped else [result])
            write_rows(path, head, [r[:-1] for r in rows])
    full = [r[-1] for r in rows if not math.isnan(r[-1])]
    print(f"{len(rows)} rows, {sum(r[-3] for r in rows)} sure; condensed and full Am differ by at most {max(full):.2e}")


# ---------------------------------------------------------------- known values
def elements(path):
    with open(path) as file:
        cases = json.load(file)
    for case in cases:
        contact = Contact(case["kt"], case["kn"], case["mu"], case["N0"], True)
        force, jacobian, _p = element(contact, np.array(case["X"]), np.array(case["Y"]))
        f, k = np.array(case["F"]), np.array(case["K"])
        print(case["name"], "force %.1e" % (np.abs(force - f).max() / np.abs(f).max()), "Jacobian %.1e" % (np.abs(jacobian - k).max() / np.abs(k).max()))


def kink_interval(model, nh, inside, out, window, border=math.inf):
    """Ends of the interval of alpha around `inside` over which the highest maximum below the border
    is a kink."""
    def kind(alpha):
        response = Response(model, nh, alpha)
        maxima = [m for m in response.maxima(response.curve(*window, largest=0.06)) if m[0].w < border]
        return max(maxima, key=lambda m: m[0].am)[1] if maxima else 0
    ends = []
    for far in out:
        near = inside
        while abs(far - near) > 1e-9 * inside:
            middle = 0.5 * (near + far)
            near, far = (middle, far) if kind(middle) else (near, middle)
        ends.append(near)
    return ends


def table():
    known = {("A", 0.01): (1994.45249503, 5.78580213e-6, 1994.5044, 1994.5024), ("A", 0.6): (1773.28460786, 1.55558529e-5, 1806.120, 1786.716),
             ("A", 30.0): (1314.08689144, 4.53891295e-2, 1314.1038, 1314.1026), ("B", 3.0): (1278.25841438, 3 * 9.54237734e-5, 1283.5225, 1280.2802),
             ("B", 10.0): (1265.1344936, 7.34285184e-4, 1265.520, 1274.881)}
    for (name, alpha), expected in known.items():
        row = (cantilever_row(5, 3, alpha, {}) if name == "A" else blade_row(1.5e-5, 1, 3, alpha))[0]
        got = (row[0], row[1], row[3], row[4])
        print(name, alpha, "computed", *("%.11g" % g for g in got), "known", *expected, "relative difference", *("%.1e" % (g / e - 1) for g, e in zip(got, expected)), flush=True)
    for nh in (1, 3, 5, 7, 9):
        response = Response(cantilever(5), nh, 0.6)
        point = response.at_frequency(1773.28460786) or response.curve(1600.0, 1773.28460786)[-1]
        print("A alpha 0.6 at 1773.28460786, harmonics", nh, "Am %.6e" % response.at_frequency(1773.28460786, point.z).am, flush=True)
    for nh in (1, 3, 5, 7):
        print("kink interval A, harmonics", nh, kink_interval(cantilever(5), nh, 0.0182274, (0.0182265, 0.018229), (1990.0, 1999.0)), flush=True)
        print("kink interval A2, harmonics", nh, kink_interval(cantilever(10), nh, 0.07057275, (0.07055, 0.0707), (3640.0, 3690.0)), flush=True)
        for beta, inside, out in ((1.5e-5, 4.0, (3.9, 4.1)), (8e-6, 2.44, (2.3, 2.6)), (3e-6, 1.5, (0.8, 4.5))):
            print("kink interval B", beta, "harmonics", nh, kink_interval(blades(beta), nh, inside, out, (1265.0, 1290.0), 1290.0), flush=True)


def time_table():
    for name, model, alpha, w, nhs in (("A", cantilever(5), 0.6, 1773.28460786, (1, 3, 5, 7, 9, 15, 31)),
                                       ("B 1.5e-5", blades(1.5e-5), 10.0, 1265.1344936, (1, 3, 5, 7, 9, 13, 21))):
        for nh in nhs:
            response = Response(model, nh, alpha)
            point = response.at_frequency(w) or response.at_frequency(w, response.curve(w - 120.0, w)[-1].z)
            print(name, "harmonics", nh, "Am %.6e" % point.am, flush=True)
        for n in (512, 1024, 2048):
            am, multipliers, history, _s = March(model, w, alpha, n).periodic(point, nhs[-1], alpha)
            print(name, "time integration,", n, "steps: Am %.6e" % am, "largest multiplier %.6f" % np.abs(multipliers).max(), flush=True)


if __name__ == "__main__":
    command, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if command == "cantilever":
        cantilever_file(rest[0])
    elif command == "blades":
        blade_file(rest[0])
    elif command == "annotate":
        annotate(rest[0])
    elif command == "table":
        table()
    elif command == "time":
        time_table()
    elif command == "elements":
        elements(rest[0])
    elif command == "floquet":
        floquet_file(rest[0])
    else:
        sys.exit(__doc__)
