#!/usr/bin/env bash
# reduce: share_above, share_below and their windows. Closed forms: an oscillator in double and
# single precision, a bouncing ball, with windows. Counts over a time series of every step of the
# same run, in transients, sliding bodies, beams and stepped regimes, with a factor, a band and
# `last`. The same digits for any number of lanes and after kills. Studies without steps refuse
# them.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
# shares NAME "KEYS" ABOVE BELOW: outputs with these keys, and the series in which they are counted
shares() {
  echo "  ${1}_series: {$2, reduce: series}
  ${1}_above: {$2, reduce: share_above, above: $3}
  ${1}_below: {$2, reduce: share_below, below: $4}
  ${1}_inside: {$2, reduce: window_share_above, above: $3}
  ${1}_outside: {$2, reduce: window_share_below, below: $4}"
}
# counted NAME ABOVE BELOW [STUDY]: the outputs of `shares` equal the counts of their series, whose
# window w ends before step floor(w n / windows)
cat >count.py <<'PY'
import sys, csv
study, name, above, below = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
rows = list(csv.reader(open(study + ".csv")))
one = dict(zip(rows[0], rows[1]))
def table(column):
    import glob
    for path in glob.glob(study + "-*.csv"):
        rows = list(csv.reader(open(path)))
        if column in rows[0]:
            return [float(r[rows[0].index(column)]) for r in rows[1:]]
    sys.exit(f"no table has {column}")
x = [v for v in table(name + "_series") if v == v]
inside, outside = table(name + "_inside"), table(name + "_outside")
share = lambda values, of: sum(map(of, values)) / len(values)
up, down = lambda v: v > above, lambda v: v < below
pairs = [(float(one[name + "_above"]), share(x, up)), (float(one[name + "_below"]), share(x, down))]
for w in range(len(inside)):
    part = x[w * len(x) // len(inside):(w + 1) * len(x) // len(inside)]
    pairs += [(inside[w], share(part, up)), (outside[w], share(part, down))]
wrong = [p for p in pairs if p[0] != p[1]] # counts, and one division
if wrong or not any(0 < p[0] < 1 for p in pairs):
    print(study, name, len(x), pairs[:6])
PY
counted() { python3 count.py "${4:-free}" "$1" "$2" "$3" >wrong.txt 2>&1; [ -s wrong.txt ] && say "$(tail -1 wrong.txt)"; }

cat >free.yaml <<YAML
study: transient
model: {type: chain, masses: [1, 1], springs: [100, 100]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 2, law: unilateral, gap: 0.004, restitution: 0.6}
excitation: {node: 1, amplitude: 1, frequency: 1.1}
initial: {displacement: -0.02}
integrator: {scheme: moreau, step: 1.0e-3, duration: 3.0, windows: 7}
outputs:
$(shares x "node: 2" 0.003 -0.01; shares v "quantity: velocity, node: 1" 0.05 0; shares f "node: 1, factor: 1000" 4 -7.5
  shares l "node: 1, last: 0.71" 0.004 -0.008; shares b "node: 1, band: [0.5, 5]" 0.002 -0.002; shares e "quantity: energy_total" 0.01 0.01)
  touches: {quantity: normal_force, contact: 0, reduce: share_above, above: 0}
  closed: {quantity: contact_fraction, contact: 0}
YAML
tabulate free
for row in 'x 0.003 -0.01' 'v 0.05 0' 'f 4 -7.5' 'l 0.004 -0.008' 'b 0.002 -0.002' 'e 0.01 0.01'; do counted $row; done
value() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$1"; }
[ "$(value free.csv touches)" = "$(value free.csv closed)" ] && [ "$(value free.csv closed)" != 0 ] || say "contact: $(value free.csv touches), $(value free.csv closed)"

# Undamped from 0.01 m, 10 whole periods of 1000 steps: above 0.005 m for a third of the time, below
# -0.01 / sqrt(2) for a quarter; at each of the two crossings per period at most one step is counted
# wrong.
cat >cosine.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [39.47841760435743]}
reduction: {method: modal}
contact: {nodes: 1, law: unilateral, gap: 1}
initial: {displacement: 0.01}
integrator: {scheme: moreau, step: 1.0e-3, duration: 10}
outputs:
  third: {node: 1, reduce: share_above, above: 0.005}
  quarter: {node: 1, reduce: share_below, below: -0.00707106781186547}
  never: {node: 1, reduce: share_above, above: 0.0100001}
  always: {node: 1, reduce: share_below, below: 0.0100001}
  equal: {quantity: normal_force, contact: 0, reduce: share_above, above: 0}
YAML
tabulate cosine
expect "a third" "$(value cosine.csv third)" 0.333333 0.002
expect "a quarter" "$(value cosine.csv quarter)" 0.25 0.002
[ "$(value cosine.csv never),$(value cosine.csv always),$(value cosine.csv equal)" = 0,1,0 ] || say "never, always, equal: $(cat cosine.csv)"

# Amplitudes from 0.004 to 0.016 m: the share above 0.005 m is arccos(0.005/A)/π of each whole
# period, and each of five windows has two. In single precision the numbers of a step are off by
# 1e-4 of the amplitude after 10 periods; with the slope of the cosine at the limit this is one step
# or two.
{ sed '/^initial/d; /^outputs/,$d; s/duration: 10/duration: 10, windows: 5/' cosine.yaml; echo 'outputs:
  above: {node: 1, reduce: share_above, above: 0.005}
  below: {node: 1, reduce: share_below, below: -0.005}
  inside: {node: 1, reduce: window_share_above, above: 0.005}
ensemble: {design: {type: grid, parameters: {initial.displacement: {from: 0.004, to: 0.016, count: 13}}}}'; } >moreau.yaml
sed 's/scheme: moreau/scheme: leapfrog/; s/law: unilateral/law: spring, normal_stiffness: 1000/' moreau.yaml >leapfrog.yaml
cat >lanes.py <<'PY'
import csv, math, sys
rows, windows = (list(csv.DictReader(open(sys.argv[1] + name))) for name in (".csv", "-window.csv"))
expected = lambda row: math.acos(min(1, 0.005 / float(row["initial.displacement"]))) / math.pi
for row in rows:
    for name in ("above", "below"):
        if not abs(float(row[name]) - expected(row)) <= 0.0035:
            print(name, row, expected(row))
for i, row in enumerate(windows):
    if not abs(float(row["inside"]) - expected(rows[i // 5])) <= 0.0035:
        print("window", row, expected(rows[i // 5]))
if len(rows) != 13 or len(windows) != 65:
    print(len(rows), len(windows))
PY
for scheme in moreau leapfrog; do
  for options in '--precision single' ''; do
    tabulate $scheme $options
    python3 lanes.py $scheme >wrong.txt 2>&1
    [ -s wrong.txt ] && say "$scheme $options: $(head -3 wrong.txt)"
  done
  "$chatter" run $scheme.yaml -f -q --device cpu_scalar -o one.h5 2>message || say "one lane: $(cat message)"
  same_tables $scheme.h5 one.h5 || say "$scheme: one lane differs"
done
kill_and_resume lanes run moreau.yaml -o out.h5 --device cpu --batch 8 --chunk 500 --checkpoint 0 --quiet

# A ball that falls from 0.5 m and loses a fifth of its speed in each impact, until the fifth. The
# scheme finds an impact within one step, and each error shifts what follows.
cat >bounce.py <<'PY'
import csv, math, sys
g, h, e, y, step = 9.81, 0.5, 0.8, 0.1, 2e-4
flights, begin = [], -math.sqrt(2 * h / g)  # the first one is half a flight
for k in range(5):
    length = 2 * e**k * math.sqrt(2 * g * h) / g
    flights.append((begin, begin + length, e**k * math.sqrt(2 * g * h)))
    begin += length
def time_above(a, b):
    total = 0
    for start, end, v in flights:
        half = math.sqrt(max(0, v * v - 2 * g * y)) / g
        middle = (start + end) / 2
        total += max(0, min(b, middle + half) - max(a, middle - half))
    return total
duration = math.ceil(begin / step) * step
if sys.argv[1:] == ["duration"]:
    sys.exit(print(duration))
one = next(csv.DictReader(open("bounce.csv")))
windows = [float(row["w"]) for row in csv.DictReader(open("bounce-window.csv"))]
for name, seen, a, b in [("all", float(one["x"]), 0, duration)] + [
        (f"window {w}", x, w * duration / 3, (w + 1) * duration / 3) for w, x in enumerate(windows)]:
    if not abs(seen - time_above(a, b) / (b - a)) <= 10 * step / (b - a):
        print(name, seen, time_above(a, b) / (b - a))
PY
cat >bounce.yaml <<YAML
study: transient
model: {type: chain, masses: [2], springs: [0]}
reduction: {method: modal}
contact: {nodes: 1, law: unilateral, normal: x, gap: 0, restitution: 0.8}
excitation: {type: gravity, direction: -x, amplitude: 9.81}
initial: {displacement: 0.5}
integrator: {scheme: moreau, step: 2.0e-4, duration: $(python3 bounce.py duration), windows: 3}
outputs:
  x: {node: 1, reduce: share_above, above: 0.1}
  w: {node: 1, reduce: window_share_above, above: 0.1}
YAML
tabulate bounce
wrong=$(python3 bounce.py 2>&1)
[ -z "$wrong" ] || say "bounce: $wrong"

sed '/^ensemble:/,$d; s/^roughness.*/roughness: {band: [200, 20000], deviation: 0.02}/' "$here/sliding/small.yaml" >slide.yaml
{ echo 'outputs:'; shares force 'quantity: normal_force' 0.1 0.09; shares slip 'quantity: slip_velocity' 0.5 0.499; } >>slide.yaml
tabulate slide
counted force 0.1 0.09 slide
counted slip 0.5 0.499 slide
{ sed '/^inputs:/,$d; s/increments: 60/increments: 61, windows: 4/' "$models/beams/crossed-cantilevers.yaml"
  echo 'outputs:'; shares force 'quantity: normal_force, contact: 0' 2 1; shares tip 'quantity: reaction' 0.5 0.4; } >cross.yaml
tabulate cross
counted force 2 1 cross
counted tip 0.5 0.4 cross
{ echo 'study: regimes
model: {type: chain, masses: [1, 1], springs: [1, 1]}
reduction: {method: modal}
contact: {nodes: 2, law: coulomb, preload: 1, friction: 0.2}
excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}
integrator: {scheme: moreau, steps_per_period: 200}
regimes: {cycles: 4, window: 3}
outputs:'; shares a 'node: 1' 0.3 -0.2; } >steps.yaml
tabulate steps
counted a 0.3 -0.2 steps

refused() { # WORDS SED STUDY
  sed "$2" "$3.yaml" >refused.yaml
  "$chatter" check refused.yaml >message 2>&1 && say "not refused: $2"
  grep -qF "$1" message || say "$2: $(cat message)"
}
refused "the limit 'above' is missing" 's/, above: 0.005//' cosine
refused "'below' belongs to reduce: share_below and window_share_below" 's/above: 0.005/below: 0.005/' cosine
refused "outputs.third.above" 's/above: 0.005/above: high/' cosine
refused "reduce: share_above' belongs to the quantities" 's/quantity: contact_fraction, contact: 0/quantity: impacts, contact: 0, reduce: share_above, above: 1/' free
refused "of a periodic motion there is one period" '/^integrator/d; /^initial/d; s/^study.*/study: response/; s/gap: 1/gap: 1}\nexcitation: {node: 1, amplitude: 1}\nresponse: {from: 0.1, to: 1, harmonics: 3/; /equal:/d' cosine
refused "a regime map keeps its extremes" 's/^study.*/study: regimes\nregimes: {wall: ground, contact_mass: 1, gamma: [], kappa: [], r1: 1.3, beta: 0.1}/; /^model/d; /^reduction/d; /^contact/d; /^initial/d; /^integrator/d; /equal:/d' cosine
finish
