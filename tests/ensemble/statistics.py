"""Statistics in a results file against their definitions, restated from its rows.

statistics.py FILE JSON CSV     all of them; the printed forms hold the same numbers
statistics.py --same A B        the same statistics, bit for bit
statistics.py --until FILE W    the run stopped at the first look at which the mean is known to W
"""
import csv
import json
import sys

import h5py
import numpy as np
from scipy import stats

wrong = 0


def say(text):
    global wrong
    wrong += 1
    print(text, file=sys.stderr)


def near(name, x, y, relative, absolute=0):
    x, y = np.asarray(x, float), np.asarray(y, float)
    with np.errstate(invalid="ignore"):  # inf - inf
        same = (x == y) | (np.isnan(x) & np.isnan(y)) | (abs(x - y) <= relative * abs(y) + absolute)
    if x.shape != y.shape or not same.all():
        say(f"{name}: {x}, expected {y}")


def is_statistic(d):
    return d.attrs.get("role", b"") in (b"statistic", "statistic")


def saltelli(group):
    """First-order (Saltelli et al. 2010) and total (Jansen 1999) indices as in SALib
    (SALib/analyze/sobol.py)."""
    y = (group - group.mean()) / group.std()
    a, b, ab = y[:, 0], y[:, -1], y[:, 1:-1]
    variance = np.var(np.r_[a, b])
    first = np.mean(b[:, None] * (ab - a[:, None]), axis=0) / variance
    total = 0.5 * np.mean((a[:, None] - ab) ** 2, axis=0) / variance
    return first, total


def exact(k, n, level):
    tail = (1 - level) / 2
    low = stats.beta.ppf(tail, k, n - k + 1) if k > 0 else 0
    high = stats.beta.ppf(1 - tail, k + 1, n - k) if k < n else 1
    return low, high


def ranks(n, p, level):
    r, tail = np.arange(1, n + 1), (1 - level) / 2
    low, high = r[stats.binom.cdf(r - 1, n, p) <= tail], r[stats.binom.sf(r - 1, n, p) <= tail]
    return (low.max() if len(low) else None), (high.min() if len(high) else None)


def check_output(f, name, level, quantiles, limits, edges, d):
    values = f[name][:].reshape(len(f["status"]), -1).copy()
    values[f["status"][:] != 0] = np.nan
    counts = f["statistics_count"][:]
    get = lambda what: f[f"{name}_{what}"][:].reshape(len(counts), -1, values.shape[1])
    for c, count in enumerate(counts):
        for i in range(values.shape[1]):
            groups = values[:count, i].reshape(-1, d + 2)
            both = groups[:, [0, -1]].ravel()
            x = both[np.isfinite(both)]
            n, failed = len(x), len(both) - len(x)
            at = f"{name} {count} {i}"
            near(at + " count", get("count")[c, 0, i], n, 0)
            near(at + " failures", get("failures")[c, 0, i], failed, 0)
            share = lambda what, k, all, j: (
                near(f"{at} {what}", get(what)[c, j, i], k / all, 1e-15),
                near(f"{at} {what}_low", get(what + "_low")[c, j, i], exact(k, all, level)[0], 1e-9),
                near(f"{at} {what}_high", get(what + "_high")[c, j, i], exact(k, all, level)[1], 1e-9))
            share("failure_share", failed, n + failed, 0)
            near(at + " mean", get("mean")[c, 0, i], x.mean(), 1e-12)
            near(at + " deviation", get("deviation")[c, 0, i], x.std(ddof=1), 1e-12)
            half = stats.t.ppf((1 + level) / 2, n - 1) * x.std(ddof=1) / np.sqrt(n)
            near(at + " mean_low", get("mean_low")[c, 0, i], x.mean() - half, 1e-9)  # t.ppf: 2.5e-11
            near(at + " mean_high", get("mean_high")[c, 0, i], x.mean() + half, 1e-9)
            for what, fewest in ("skewness", 3), ("kurtosis", 4):
                if n < fewest or x.std() == 0:
                    near(f"{at} {what}", get(what)[c, 0, i], np.nan, 0)
                    continue
                value = (stats.skew if what == "skewness" else stats.kurtosis)(x, bias=False)
                near(f"{at} {what}", get(what)[c, 0, i], value, 1e-11, 1e-12)
                z = (x - x.mean()) / x.std()
                third, fourth = (z ** 3).mean(), (z ** 4).mean()
                moved = (z ** 3 - third - 3 * z - 1.5 * third * (z ** 2 - 1) if what == "skewness"
                         else z ** 4 - fourth - 4 * third * z - 2 * fourth * (z ** 2 - 1))
                half = stats.norm.ppf((1 + level) / 2) * np.sqrt((moved ** 2).mean() / n)
                near(f"{at} {what}_low", get(what + "_low")[c, 0, i], value - half, 1e-9, 1e-9)
                near(f"{at} {what}_high", get(what + "_high")[c, 0, i], value + half, 1e-9, 1e-9)
            s = np.sort(x)
            for j, p in enumerate(quantiles):
                near(f"{at} quantile {p}", get("quantile")[c, j, i], np.quantile(x, p), 1e-12)
                low, high = ranks(n, p, level)
                near(f"{at} quantile_low {p}", get("quantile_low")[c, j, i], s[low - 1] if low else -np.inf, 0)
                near(f"{at} quantile_high {p}", get("quantile_high")[c, j, i], s[high - 1] if high else np.inf, 0)
            for j, limit in enumerate(limits):
                k = int((x > limit).sum())
                share("exceedance", k, n, j)
                share("exceedance_least", k, n + failed, j)
                share("exceedance_most", k + failed, n + failed, j)
            e = f[name + "_edge"][:]
            if edges:
                near(at + " edges", e, edges, 0)
            for j, k in enumerate(np.histogram(x, e)[0]):
                share("histogram", int(k), n, j)
            whole = groups[np.isfinite(groups).all(axis=1)]
            near(at + " sobol_count", get("sobol_count")[c, 0, i], len(whole), 0)
            first, total = saltelli(whole)
            near(at + " sobol_first", get("sobol_first")[c, :, i], first, 1e-12, 1e-12)
            near(at + " sobol_total", get("sobol_total")[c, :, i], total, 1e-12, 1e-12)
            for what in "sobol_first", "sobol_total":
                half = (get(what + "_high") - get(what + "_low"))[c, :, i] / 2
                near(f"{at} {what} middle", get(what + "_low")[c, :, i] + half, get(what)[c, :, i], 1e-12, 1e-14)
                if count < 500:  # with a dozen groups the bootstrap itself has heavy tails
                    continue
                # numpy's bootstrap with as many resamples: both deviations are accurate to 3.5 %;
                # the tolerance is four times √2 of that.
                random, scale = np.random.default_rng(1), stats.norm.ppf((1 + level) / 2)
                again = [saltelli_fixed(whole, random.integers(0, len(whole), len(whole)))[what == "sobol_total"]
                         for _ in range(400)]
                near(f"{at} {what} width", half / (scale * np.std(again, axis=0, ddof=1)), np.ones(d), 0.2)


def saltelli_fixed(group, rows):
    """Indices of resampled groups, with values relative to the mean of all."""
    y = (group - group.mean())[rows]
    a, b, ab = y[:, 0], y[:, -1], y[:, 1:-1]
    variance = np.var(np.r_[a, b])
    return (np.mean(b[:, None] * (ab - a[:, None]), axis=0) / variance,
            0.5 * np.mean((a[:, None] - ab) ** 2, axis=0) / variance)


def check_printed(f, tree, rows):
    """JSON and CSV contain every number of the file, once each."""
    for name in "peak", "level":
        printed = {}
        for row in tree["outputs"][name]["statistics"]:
            printed.setdefault(row["statistic"], []).append(row)
        for what, list_ in printed.items():
            for end, key in ("", "value"), ("_low", "low"), ("_high", "high"):
                if key not in list_[0]:
                    continue
                numbers = f[f"{name}_{what}{end}"][:].ravel()
                of_json = [np.nan if row[key] is None else row[key] for row in list_]
                near(f"JSON {name} {what}{end}", of_json, np.where(np.isfinite(numbers), numbers, np.nan), 0)
                of_csv = [float(row[key]) for row in rows if (row["output"], row["statistic"]) == (name, what)]
                near(f"CSV {name} {what}{end}", of_csv, numbers, 0)


def all_of(path, json_path, csv_path):
    with h5py.File(path) as f, open(json_path) as tree, open(csv_path, newline="") as rows:
        failed = int((f["status"][:] != 0).sum())
        if not 10 < failed < 250:
            say(f"{failed} failures are no good example")
        if list(f["statistics_count"][:]) != [65, 125, 250, 500]:
            say(f"counts are {f['statistics_count'][:]}")
        near("probabilities", f["statistics_probability"][:], [0.02, 0.5, 0.9], 0)
        near("limits", f["peak_limit"][:], [0.1, 0.2], 0)
        check_output(f, "peak", 0.95, [0.02, 0.5, 0.9], [0.1, 0.2], None, 3)
        check_output(f, "level", 0.95, [0.02, 0.5, 0.9], [0.2], [0, 0.1, 0.15, 0.4], 3)
        check_printed(f, json.load(tree), list(csv.DictReader(rows)))


def same(one, other):
    with h5py.File(one) as a, h5py.File(other) as b:
        names = sorted(n for n in a if is_statistic(a[n]))
        if len(names) < 50 or names != sorted(n for n in b if is_statistic(b[n])):
            say(f"{len(names)} statistics, not the same")
        for name in names:
            if a[name][()].tobytes() != b[name][()].tobytes() and a[name].dtype.kind in "if":
                say(f"{name} differs")


def until(path, wanted):
    with h5py.File(path) as f:
        x, level = f["peak"][:], f.attrs["statistics_level"]
        near("level", level, 1 - 0.05 / 5, 1e-15)
        half = lambda n: stats.t.ppf((1 + level) / 2, n - 1) * x[:n].std(ddof=1) / np.sqrt(n)
        n = len(x)
        if n not in (128, 256, 512) or not half(n) <= wanted < half(n // 2):
            say(f"stopped after {n}: {half(n)}, before {half(n // 2)}, wanted {wanted}")
        near("interval", (f["peak_mean_high"][-1] - f["peak_mean_low"][-1]) / 2, half(n), 1e-9)


if sys.argv[1] == "--same":
    same(*sys.argv[2:])
elif sys.argv[1] == "--until":
    until(sys.argv[2], float(sys.argv[3]))
else:
    all_of(*sys.argv[1:])
sys.exit(wrong > 0)
