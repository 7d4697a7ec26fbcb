"""last.py STUDY EPSILON N_WINDOWS OUTPUT:WHOLE:REDUCE:LAST[:EVERY]...: compares outputs of the last
seconds of a run with the series WHOLE of all recorded values of the same quantity, cut here by the
definitions alone: of `steps` steps those from steps - round(LAST / h) on, if they are recorded, at
least one; N windows of them end at floor(w length / N). LAST 0: all of them."""
import csv
import math
import sys

study, epsilon, n_windows = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
compared = 0


def rows(end):
    with open(f"{study}{end}.csv") as file:
        return list(csv.DictReader(file))


def series(name):
    """{trajectory: [(value, time)]}, without the missing end of a shorter one."""
    out = {}
    for row in rows(f"-series-{name}_sample"):
        if row[name] != "nan":
            out.setdefault(int(row["series"]), []).append((float(row[name]), float(row[f"{name}_time"])))
    return out


def same(what, seen, expected, bound=0.0):
    global compared
    compared += 1
    if not abs(seen - expected) <= bound:
        print(f"{what}: {seen!r}, expected {expected!r}")


def reduced(kind, part):
    """A value and its tolerance for another order of a sum of n numbers (compensated: two units in
    the last place)."""
    size = 2 * epsilon * math.fsum(map(abs, part)) / len(part)
    return {"min": (min(part), 0), "max": (max(part), 0), "half": (0.5 * (max(part) - min(part)), 0),
            "mean": (math.fsum(part) / len(part), size),
            "rms": (math.sqrt(math.fsum(x * x for x in part) / len(part)), 2 * epsilon * max(map(abs, part)))}[kind]


table = rows("")
windows = {(int(r["trajectory"]), int(r["window"])): r for r in rows("-window")} if n_windows else {}
read = {}
for given in sys.argv[4:]:
    name, of, kind, last, every = (given.split(":") + ["1"])[:5]
    whole = read.setdefault(of, series(of))
    own = series(name) if kind == "series" else None
    for i, row in enumerate(table):
        times = [t for _, t in whole[i]]
        h = (times[-1] - times[0]) / (len(times) - 1)
        record = round(times[0] / h)  # counted from t = 0
        steps = record + len(times)
        first = max(record, steps - max(1, math.floor(float(last) / h + 0.5))) if float(last) > 0 else record
        kept = [x for x, _ in whole[i]][first - record:]
        what = f"{study}: {name} of trajectory {i}"
        if kind == "series":
            samples = kept[::int(every)]
            same(f"{what}: samples", len(own[i]), len(samples))
            for k, ((x, t), y) in enumerate(zip(own[i], samples)):
                same(f"{what}, sample {k}", x, y)
                same(f"{what}, time {k}", t, (first + k * int(every)) * h, 1e-14 * steps * h)
            continue
        if kind in ("final_rms", "final_max"):
            same(what, float(row[name]), *reduced(kind[6:], kept))
            continue
        prefix = f"{name}_" if float(last) > 0 else ""
        for w in range(n_windows):
            low, high = (e * len(kept) // n_windows for e in (w, w + 1))
            seen = windows[i, w]
            for end, at in (("start", low), ("end", high)):
                same(f"{what}, {end} of window {w}", float(seen[f"{prefix}window_{end}"]), (first + at) * h, 1e-14 * steps * h)
            if low == high:  # more windows than steps
                same(f"{what}, empty window {w}", seen[name] == "nan", True)
            else:
                same(f"{what}, window {w}", float(seen[name]), *reduced(kind, kept[low:high]))
if compared < 100:
    print(f"{study}: only {compared} numbers were compared")
