#!/usr/bin/env bash
# Statistics of an ensemble with failures, compared with their definitions in numpy and SciPy's
# intervals (statistics.py); equal bits for shards, batches, threads, lanes and interruptions;
# refused parts; `until`.
. "$(dirname "$0")/../program.sh"
here=$(dirname "${BASH_SOURCE[0]}")
case $here in /*) ;; *) here=$OLDPWD/$here ;; esac

cat >plain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 2, law: unilateral, gap: 0.05}
excitation: {node: 1, amplitude: 10, frequency: 1.5, phase: sin}
integrator: {scheme: moreau, step: 0.005, duration: 4, windows: 5}
outputs:
  peak: {node: 2, reduce: max}
  level: {node: 1, reduce: windows}
ensemble:
  seed: 3
  design:
    type: saltelli
    count: 100
    parameters:
      excitation.frequency: {from: 1, to: 3}
      integrator.step: {from: 0.01, to: 0.13}
      contact.gap: {distribution: normal, mean: 0.05, deviation: 0.01}
YAML
# Steps above 0.115 s are unstable: some trajectories fail.
cat plain.yaml - >study.yaml <<'YAML'
statistics:
  quantiles: [0.02, 0.5, 0.9]
  outputs:
    peak: {limits: [0.1, 0.2]}
    level: {edges: [0, 0.1, 0.15, 0.4], limits: 0.2}
YAML
run() { "$chatter" run "$1.yaml" -o "$2.h5" --quiet --device cpu "${@:3}" 2>errors.txt || say "$2: $(cat errors.txt)"; }
run study whole
[ -s whole.h5 ] || finish
/usr/bin/python3 "$here/statistics.py" whole.h5 <("$chatter" stats whole.h5 --json) <("$chatter" stats whole.h5 --csv) ||
  say "statistics differ from their definitions"

# The statistics in a file and those computed from it again have the same bits, for any kind of run.
"$chatter" stats whole.h5 --csv >whole.csv
same() { "$chatter" stats "$1.h5" --csv | cmp -s - whole.csv && /usr/bin/python3 "$here/statistics.py" --same whole.h5 "$1.h5" ||
  say "$1 has other statistics"; }
run study batches --batch 5 --threads 1 --lanes 1 # a hundred batches
same batches
run study again --threads 2 --batch 64
same again
for n in 2 7; do
  for i in $(seq $n); do run study "part-$i-$n" --shard "$i/$n" --threads $((i % 2 + 1)); done
  "$chatter" merge "merged-$n.h5" part-*-$n.h5 2>/dev/null || say "merge fails"
  same "merged-$n"
done
"$chatter" merge twice.h5 merged-7.h5 >/dev/null 2>&1 || say "a merged file cannot be merged again"
same twice
"$chatter" merge lacking.h5 part-[1-6]-7.h5 2>message && say "a missing shard goes unnoticed"
grep -q "of 500 trajectories are in no shard" message || say "of a missing shard: $(cat message)"
"$chatter" stats part-2-7.h5 2>message && say "a shard has statistics"
grep -q "part-2-7.h5: is shard 2/7 of an ensemble" message || say "of a shard: $(cat message)"

# Without the section: the default statistics of the same rows, and none in the file.
run plain plain
"$chatter" stats plain.h5 --csv >plain.csv
grep -q '^peak,quantile,0.05,,500,' plain.csv && ! grep -q exceedance plain.csv || say "the usual statistics are others"
for what in peak,mean peak,sobol_total level,deviation; do
  diff <(grep "^$what," plain.csv) <(grep "^$what," whole.csv) || say "$what depends on the section"
done
"$chatter" info plain.h5 | grep -q NAME_mean && say "a study that asks for no statistics has some"
"$chatter" stats plain.h5 | grep -q '^  *65 *125 *250 *500 *95 % interval' || say "the table has other columns"
"$chatter" stats plain.h5 --csv --json 2>/dev/null && say "two formats at once"
"$chatter" stats nothing.h5 2>/dev/null && say "statistics of nothing"

# Statistics of points and windows have both dimensions after that of the statistic.
cat >points.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: [1, 2], law: coulomb, friction: 0.3, preload: 1}
excitation: {node: 3, amplitude: 10, frequency: 1.5}
integrator: {scheme: moreau, step: 0.005, duration: 2, windows: 4}
outputs:
  rub: {quantity: tangential_force, contact: all, reduce: window_rms}
  hold: {quantity: tangential_force, contact: all, reduce: rms}
ensemble: {design: {type: random, count: 40, parameters: {excitation.amplitude: {from: 1, to: 15}}}}
statistics: {outputs: {rub: {}, hold: {}}}
YAML
run points points
/usr/bin/python3 - <<'PYTHON' || say "numbers of points and windows have other statistics"
import h5py, numpy as np
with h5py.File("points.h5") as f:
    for name in "rub", "hold":
        x = f[name][:]
        q = f[name + "_quantile"]
        assert q.shape == (4, 3) + x.shape[1:] and x.std() > 0, q.shape
        for c, n in enumerate(f["statistics_count"][:]):
            # quantiles and means of forces up to 0.3 N differ by rounding only
            assert abs(q[c] - np.quantile(x[:n], [0.05, 0.5, 0.95], axis=0)).max() < 1e-15
            assert abs(f[name + "_mean"][c] - x[:n].mean(axis=0)).max() < 1e-15
PYTHON
"$chatter" stats points.h5 | grep -q "interval of 8$" || say "the table of eight numbers has another heading"

# until: evaluated after 64, 128, 256, 512 and 1024 trajectories; intervals at 1 - 0.05 / 5.
sed -e 's/type: saltelli/type: random/; s/count: 100/count: 1024/; /integrator.step: {/d' plain.yaml >until.yaml
echo 'statistics: {until: {output: peak, statistic: mean, half_width: 0.006}}' >>until.yaml
run until stopped
[ -s stopped.h5 ] || finish
/usr/bin/python3 "$here/statistics.py" --until stopped.h5 0.006 || say "until stops wrongly"
"$chatter" stats stopped.h5 --csv >stopped.csv
run until stopped-2 --batch 5 --threads 2
"$chatter" stats stopped-2.h5 --csv | cmp -s - stopped.csv || say "where a run stops depends on batches"
# Ended by its time limit repeatedly, later each time, and continued: the same trajectories.
resume=""
stopped=0
for tenths in 1 2 3 5 8 12 18 27 40 60 90; do
  "$chatter" run until.yaml -o resumed.h5 --quiet --device cpu --batch 16 --chunk 8 --threads 1 --max-time "$(awk "BEGIN { print $tenths / 10 }")s" $resume 2>/dev/null
  [ $? = 75 ] && stopped=$((stopped + 1))
  [ -e resumed.h5 ] && break
  [ -e resumed.h5.parts ] && resume=--resume
done
echo "stopped $stopped times"
"$chatter" stats resumed.h5 --csv | cmp -s - stopped.csv || say "where a run stops depends on interruptions"
run until never --set statistics.until.half_width=1e-9
grep -q "known to ± .* after all 1024 trajectories, which is not as well as asked" errors.txt || say "of an until that is not reached: $(cat errors.txt)"
"$chatter" run until.yaml -o shard.h5 --shard 1/2 2>message && say "a shard can stop by itself"
grep -q "statistics.until looks at all trajectories together" message || say "of until and shards: $(cat message)"

# Names that the results will not have are refused before the first step.
"$chatter" check study.yaml --set 'statistics.outputs={peak_more: {}}' 2>message >/dev/null && say "an unknown number is taken"
grep -q "the results will have no numbers 'peak_more'.*(allowed: peak, level)" message || say "of an unknown number: $(cat message)"
# An output that has other names in results, over a grid.
cat >curve.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [100], dashpots: [0.8]}
contact: {node: 1, law: cubic, cubic_stiffness: 10}
excitation: {node: 1, amplitude: 1}
response: {from: 1, to: 2, harmonics: 1, grid: [1.1, 1.9, 5]}
ensemble: {design: {type: random, count: 64, parameters: {excitation.amplitude: {from: 0.5, to: 1}}}}
statistics: {until: {output: x, half_width: 1}}
outputs: {x: {node: 1}}
YAML
"$chatter" check curve.yaml >/dev/null 2>message && say "until of an output without numbers is taken"
grep -q "curve.yaml:7:30: .*no numbers 'x'.*(allowed: x_lower, x_upper)" message || say "of until and a curve: $(cat message)"

# The groups of a saltelli design depend on each other: the report of such a design has no interval
# that assumes independence.
"$chatter" run plain.yaml -q --device cpu -o groups.h5 >/dev/null 2>&1
"$chatter" report groups.h5 -o groups.html >/dev/null 2>&1
grep -q 'Numbers over the ensemble' groups.html && ! grep -q 'Median from' groups.html || say "the report of a saltelli design has intervals"
"$chatter" report never.h5 -o never.html >/dev/null 2>&1
grep -q 'Median from' never.html || say "the report of a random design has no intervals"
grep -o 'Statistics with their [0-9.]*&nbsp;%' never.html | awk '{ exit !($4 > 96) }' || say "the report does not tell the level that looks have widened: $(grep -o 'Statistics with their[^<]*' never.html)"
finish
