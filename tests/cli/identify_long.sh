#!/usr/bin/env bash
# `chatter identify`: complete, from a measured file to results and figures, compared with a
# posterior by quadrature of a closed form; time series; refused input.
. "$(dirname "$0")/../program.sh"

# A mass on a spring and a sticking contact: |x| = F / |k + k_t − m ω² + i c ω|, computed by awk
# too.
cat >beam.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [100], dashpots: [0.8]}
contact: {node: 1, law: elastic, tangential_stiffness: 40, friction: 1, preload: 1.0e+6}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.5, to: 3.5, harmonics: 1, grid: [0.6, 3.4, 281], step: 0.01}
inputs: {k_t: contact.tangential_stiffness, F: excitation.amplitude}
ensemble:
  seed: 3
  design:
    type: random
    count: 4
    parameters:
      k_t: {distribution: uniform, from: 10, to: 100}
      F: {distribution: normal, mean: 1, deviation: 0.1}
identify: {noise: 0.05, walkers: 32, steps: 500, warmup: 100, starts: 8, draws: 64}
outputs: {x: {node: 1}}
plot: {kind: quantiles, y: x_upper}
YAML
model='function amplitude(f, k_t, force, w) { w = 6.283185307179586 * f; return force / sqrt((100 + k_t - w * w) ^ 2 + (0.8 * w) ^ 2) / sqrt(2) }'
awk "$model"' # fixed noise of 5 %
  BEGIN { print "frequency,x_upper"; for (i = 0; i < 24; i++) { f = 0.7 + 0.11 * i; printf "%.3f,%.9g\n", f, amplitude(f, 44, 1.08) * (1 + 0.05 * 1.4 * sin(7.3 * i * i + i)) } }' >measured.csv
"$chatter" identify beam.yaml -d measured.csv --device cpu -q >found.txt 2>errors.txt || say "fails: $(cat errors.txt)"
grep -q 'of the given deviation\|end of its distribution' errors.txt && say "a good fit is warned of: $(cat errors.txt)"
"$chatter" export beam.h5 -f >/dev/null 2>&1

# The same posterior by quadrature: mean and deviation of both parameters.
awk -F, "$model"'
  NR > 1 { f[++n] = $1; y[n] = $2 }
  END {
    for (a = 0; a < 200; a++) for (b = 0; b < 120; b++) {
      k = 30 + 0.15 * a; force = 0.9 + 0.003 * b; log_p = -50 * (force - 1) ^ 2
      for (i = 1; i <= n; i++) log_p -= 0.5 * ((amplitude(f[i], k, force) / y[i] - 1) / 0.05) ^ 2
      p = exp(log_p + 20); s += p; k1 += p * k; k2 += p * k * k; f1 += p * force; f2 += p * force * force; kf += p * k * force
    }
    k1 /= s; k2 = sqrt(k2 / s - k1 * k1); f1 /= s; f2 = sqrt(f2 / s - f1 * f1)
    print k1, k2, f1, f2, (kf / s - k1 * f1) / (k2 * f2)
  }' measured.csv >quadrature.txt
read -r k1 k2 f1 f2 correlation <quadrature.txt
number() { awk -v name="$1" -v c="$2" '$1 == name { print $c }' found.txt; }
# With at least 300 independent samples a mean has an error of 1 / sqrt(300) = 0.06 deviations, a
# deviation one of 4 %: the tolerance is four times that. The model is interpolated between points
# 0.01 Hz apart, 1e-4 of the amplitude.
awk -v n="$(number k_t 8)" -v m="$(number F 8)" 'BEGIN { exit !(n > 300 && m > 300) }' || say "few samples: $(cat found.txt)"
expect "mean of k_t" "$(number k_t 3)" "$k1" "$(awk "BEGIN { print 0.24 * $k2 }")"
expect "deviation of k_t" "$(number k_t 4)" "$k2" "$(awk "BEGIN { print 0.16 * $k2 }")"
expect "mean of F" "$(number F 3)" "$f1" "$(awk "BEGIN { print 0.24 * $f2 }")"
expect "deviation of F" "$(number F 4)" "$f2" "$(awk "BEGIN { print 0.16 * $f2 }")"
expect "their correlation" "$(awk '/^correlation/ { print $NF }' found.txt)" "$correlation" 0.2
expect "the best k_t is the middle of its posterior" "$(number k_t 2)" "$k1" "$(awk "BEGIN { print 0.3 * $k2 }")"
[ "$(awk 'END { print NR }' beam.csv)" = 65 ] || say "64 draws are expected: $(awk 'END { print NR }' beam.csv)"
awk -F, -v low="$(number F 5)" -v high="$(number F 6)" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { n++; inside += $c["excitation.amplitude"] >= low && $c["excitation.amplitude"] <= high } END { exit !(inside > 0.85 * n) }' beam.csv ||
  say "draws do not lie in the interval: $(head -2 beam.csv)"
for kind in fit posterior quantiles; do
  "$chatter" plot beam.h5 -o $kind.svg -f --set plot.kind=$kind >/dev/null 2>errors.txt || say "$kind: $(cat errors.txt)"
  [ -s $kind.svg ] || say "no figure $kind"
done
grep -q 'best fit' fit.svg || say "the figure names no best fit"

# The report contains the findings, the kind of the samples, and the command.
"$chatter" report beam.h5 -f >/dev/null 2>errors.txt || say "report: $(cat errors.txt)"
for text in 'What was found' 'tangential_stiffness\|k_t (N/m)' 'R̂' 'Correlations' 'x_upper_residual' 'samples of the posterior' 'chatter identify beam.yaml --data measured.csv'; do
  grep -q -- "$text" beam.html || say "the report has no '$text'"
done
grep -q 'Median from' beam.html && say "the report takes steps of a chain as independent"
awk '$1 == "k_t" { exit $NF != "N/m" }' found.txt || say "the table has no units"

# Measurements that the model cannot reproduce are reported, also if parameters end at their limits.
awk -F, 'NR == 1 || NR % 3 == 0 { print } NR % 3 == 1 && NR > 1 { print $1 "," 3 * $2 }' measured.csv >wrong.csv
"$chatter" identify beam.yaml -d wrong.csv --device cpu -q -o wrong.h5 --set identify.steps=20 --set identify.warmup=2 >/dev/null 2>errors.txt
grep -q 'x_upper: residuals of the best fit are .* of the given deviation' errors.txt || say "a model that does not follow: $(cat errors.txt)"
awk -F, 'NR == 1 { print } NR > 1 { print $1 "," 4 * $2 }' measured.csv >large.csv
"$chatter" identify beam.yaml -d large.csv --device cpu -q -o large.h5 --set identify.steps=20 --set identify.warmup=2 >/dev/null 2>errors.txt
grep -q 'F: the best fit, .*, lies at the end of its distribution' errors.txt || say "a parameter at its end: $(cat errors.txt)"

# The same seed gives the same draws, also with other threads and lanes; another seed gives others.
"$chatter" identify beam.yaml -d measured.csv --device cpu --threads 1 --lanes 4 -q -o again.h5 >again.txt 2>/dev/null
"$chatter" export again.h5 -f >/dev/null 2>&1
cmp -s beam.csv again.csv && cmp -s found.txt again.txt || say "one seed, two chains"
"$chatter" identify beam.yaml -d measured.csv --device cpu -q -o other.h5 --set ensemble.seed=4 >other.txt 2>/dev/null
cmp -s found.txt other.txt && say "two seeds, one chain"

# Noise that is not given is estimated: for this measurement 0.05 from its own residuals.
"$chatter" identify beam.yaml -d measured.csv --device cpu -q -f --set identify.noise=0 >free.txt 2>/dev/null
expect "noise" "$(awk '/^x_upper: residuals/ { print $4 }' free.txt)" \
  "$(awk -F, 'NR > 1 { n++; i = NR - 2; s += (1.4 * sin(7.3 * i * i + i)) ^ 2 } END { print 0.05 * sqrt(s / n) }' measured.csv)" 0.008

# A time series, of a mass that swings freely: x₀ cos ω t e^(−ζ ω t), and a column of deviations, some cells empty.
cat >swing.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 10}
excitation: {node: 1, amplitude: 0, frequency: 1}
initial: {direction: x, displacement: 1}
integrator: {scheme: moreau, step: 1.0e-3, duration: 2}
ensemble: {design: {type: random, count: 2, parameters: {initial.displacement: {from: 0.5, to: 2}}}}
identify: {walkers: 8, steps: 200, warmup: 50, starts: 2, draws: 4}
outputs: {x: {node: 1, reduce: series, every: 1}}
YAML
awk 'BEGIN { print "time,x,x_deviation"; for (t = 0.05; t < 1.9; t += 0.05) { w = 10 * sqrt(1 - 0.0004); x = 1.3 * exp(-0.2 * t) * (cos(w * t) + 0.2 / w * sin(w * t))
  if (int(t * 20 + 0.5) % 7) printf "%.2f,%.9g,0.01\n", t, x; else printf "%.2f,,\n", t } }' >swing.csv
"$chatter" identify swing.yaml -d swing.csv --device cpu -q >swing.txt 2>errors.txt || say "a time series: $(cat errors.txt)"
# Exact data: the error of the fit is that of the scheme, (ω Δt)² / 24 of the phase of a turn times
# twenty radians.
expect "x0" "$(awk '$1 == "initial.displacement" { print $2 }' swing.txt)" 1.3 0.002

# Each row has its own reduced model and so its own batch, and some rows fail: the step is too large
# for stiff springs. Inputs with names, the initial phase of the load, two masses at a stop.
cat >stop.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1, 1], springs: [100, 80]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 2, law: unilateral, gap: 0.02, restitution: 0.6}
excitation: {node: 1, amplitude: 2, frequency: 1.2, phase: 0.7}
initial: {shape: [0, 1], velocity: 0.3}
integrator: {scheme: moreau, step: 0.1, duration: 3}
inputs: {k: model.springs.0, F: excitation.amplitude}
ensemble: {design: {type: sobol, count: 2, parameters: {k: {from: 50, to: 2000}, F: {distribution: normal, mean: 2, deviation: 0.3}}}}
identify: {noise: 0.3, noise_of: column, walkers: 8, steps: 10, warmup: 2, starts: 8, draws: 4}
outputs: {x: {node: 2, reduce: series, every: 1}}
YAML
"$chatter" run stop.yaml -o stop-truth.h5 -q --device cpu --set 'ensemble.design={type: none}' && "$chatter" export stop-truth.h5 >/dev/null 2>&1
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; print "time,x" } NR > 2 && $c["x_time"] < 2.8 { printf "%.9g,%.9g\n", $c["x_time"], $c["x"] }' stop-truth-series-x_sample.csv >stop.csv
"$chatter" identify stop.yaml -d stop.csv --device cpu -q >stop.txt 2>errors.txt || say "trajectories that fail: $(cat errors.txt)"
"$chatter" plot stop.h5 -o stop.svg -f --set plot.kind=posterior >/dev/null 2>errors.txt || say "posterior of inputs: $(cat errors.txt)"
grep -A1 'the best fit' stop.dat | grep -q '^[0-9.e+]* [0-9.e+]*$' || say "the best fit of inputs is not drawn: $(grep -A1 'the best fit' stop.dat)"
"$chatter" plot stop.h5 -o stop-fit.svg -f --set plot.kind=fit >/dev/null 2>&1
grep -q 'Time (s)' stop-fit.svg || say "the abscissa of a time series has no name"

# Refused input, with the place of the error.
refused() { # CODE TEXT ARGUMENTS...
  "$chatter" identify "${@:3}" -q --device cpu >/dev/null 2>errors.txt
  local code=$?
  [ $code = "$1" ] && grep -qF -- "$2" errors.txt || say "${*:3}: exit code $code, $(cat errors.txt)"
}
refused 2 'which measured curves?' beam.yaml
refused 6 'exists' beam.yaml -d measured.csv
sed 's/x_upper/x_uper/' measured.csv >misspelt.csv
refused 3 "misspelt.csv:1:11: 'x_uper' is no curve of the results (did you mean 'x_upper'?)" beam.yaml -d misspelt.csv -o new.h5
sed 's/frequency/time/' measured.csv >over_time.csv
refused 3 "over_time.csv:1:1: 'x_upper' is over frequency, the measured file over time" beam.yaml -d over_time.csv -o new.h5
printf 'time,y\n0.1,1\n0.2,1\n' >other.csv
refused 3 "other.csv:1:6: 'y' is no curve of the results (allowed: x)" swing.yaml -d other.csv -o new.h5
(cat measured.csv; echo 3.9,0.01) >beyond.csv
refused 3 "beyond.csv:1:11: 'x_upper' is measured at 3.9, and the results reach from 0.6 to 3.4" beam.yaml -d beyond.csv -o new.h5
printf 'frequency,x_upper\n1,0.1\n1.5,zero\n' >text.csv
refused 3 "text.csv:3:5:" beam.yaml -d text.csv -o new.h5
printf 'frequency,x_upper\n1,0.1\n1.5,0\n' >zero.csv
refused 3 "identify.noise_of: column" beam.yaml -d zero.csv -o new.h5
printf 'frequency,x_upper,x_upper_deviation\n1,0.1,0.1\n1.5,1,0\n' >none.csv
refused 3 "none.csv:3:7: a deviation is more than 0" beam.yaml -d none.csv -o new.h5
refused 3 "allowed: even numbers from 6 on" beam.yaml -d measured.csv -o new.h5 --set identify.walkers=5
sed '/^identify/d' beam.yaml >plain.yaml
refused 3 "there is no section 'identify'" plain.yaml -d measured.csv -o new.h5
# Before the first sample, not after the last.
sed 's/every: 1/every: 1, trajectories: [300]/' stop.yaml >late.yaml
refused 3 "there is no trajectory 300, the ensemble has 4" late.yaml -d stop.csv -o new.h5 --set identify.steps=10000000
mkdir new.h5.parts && : >new.h5.parts/MANIFEST
refused 6 "holds an unfinished run" stop.yaml -d stop.csv -o new.h5 --set identify.steps=10000000
[ -e new.h5 ] && say "what was refused leaves results"
finish
