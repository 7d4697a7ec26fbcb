"""contact_sums.py STUDY BOUND: compares outputs of all contact points together, and integrals, with
exact sums over the series of every single point; a difference may be BOUND times the sum of the
magnitudes. From the definitions: integral Δt Σ, share of steps with any point closed (normal force
above 0), any stuck (closed, and no slip at all)."""
import csv
import math
import sys

study, bound = sys.argv[1], float(sys.argv[2])
LATE = {"leapfrog": 0.02, "moreau": 1.5}[study]


def rows(end):
    with open(f"{study}{end}.csv") as file:
        return list(csv.DictReader(file))


def series(name):
    """{(trajectory): [step]}: the values of the row, without the numbers before and the time after
    them."""
    out = {}
    for row in rows(f"-series-{name}_sample"):
        values = [float(x) for key, x in row.items() if key.startswith(name) and not key.endswith(("_sample", "_time"))]
        out.setdefault(int(row["series"]), []).append(values)
    return out


def near(what, seen, expected, size):
    if not abs(seen - expected) <= bound * size:
        print(f"{what}: {seen!r}, expected {expected!r}")


def check(i, row, normal, tangential, slip, sums):
    steps, h = int(row["steps"]), float(row["end_time"]) / int(row["steps"])
    late = steps - math.floor(LATE / h + 0.5)
    total = [math.fsum(n) for n in normal]
    for k in range(steps):
        near(f"{i}, step {k}: normal", sums[0][k][0], total[k], sum(map(abs, normal[k])))
        near(f"{i}, step {k}: tangential", sums[1][k][0], math.fsum(tangential[k]), sum(map(abs, tangential[k])))
    near(f"{i}: largest", float(row["largest"]), max(total), max(total))
    for name, values, factor in (("impulse", total, h), ("late_impulse", total[late:], h / 4),
                                 ("rubbed", [t[1] for t in tangential], h), ("moved", [s[0] for s in slip], h)):
        near(f"{i}: {name}", float(row[name]), factor * math.fsum(values), factor * math.fsum(map(abs, values)))
    closed = [any(x > 0 for x in n) for n in normal]
    stuck = [any(x > 0 and v == 0 for x, v in zip(n, s)) for n, s in zip(normal, slip)]
    near(f"{i}: contact_fraction", float(row["contact_fraction"]), sum(closed) / steps, 1)
    near(f"{i}: stick_fraction", float(row["stick_fraction"]), sum(stuck) / steps, 1)
    for w in range(3):
        part = closed[w * steps // 3:(w + 1) * steps // 3]
        near(f"{i}: window {w}", float(windows[i, w]), sum(part) / len(part), 1)
    # Points that open at different times: no single one gives the result.
    single = [float(row[f"single_fraction.{j}"]) for j in range(2)]
    return sum(closed) / steps > max(single), 0 < sum(stuck) < steps


windows = {(int(r["trajectory"]), int(r["window"])): r["in_windows"] for r in rows("-window")}
table = rows("")
of = [series(name) for name in ("normal", "tangential", "slip", "normal_sum", "tangential_sum")]
told = [check(i, row, of[0][i], of[1][i], of[2][i], [of[3][i], of[4][i]]) for i, row in enumerate(table)]
if len(table) != 5 or not any(stuck for _, stuck in told) or (study == "leapfrog" and not any(more for more, _ in told)):
    print("nothing is compared:", told)
