#!/usr/bin/env bash
# Damping that couples the modes: a chain of four masses with dashpots, an elastic friction contact
# and a cubic spring, compared with an independent program without modes
# (reference/coupled_chain.py), with time steps, with itself in time, and with the nearly diagonal
# case.
. "$(dirname "$0")/../../program.sh"
. "$(dirname "$models")/tests/engines/response/studies.sh"
reference=$(dirname "$models")/tests/engines/response/reference
evaluate() { "$chatter" eval "$@" --force --quiet --device cpu && without_stability "${@: -1}" || say "$* fails"; }
# matrix FILE VALUES...: from the elements between masses and to the ground at both ends, in order
matrix() {
  echo "${*:2}" | awk '{ n = NF - 1; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, 2 * n - 1
    for (i = 1; i <= n; i++) { printf "%d %d %.17g\n", i, i, $i + $(i + 1); if (i < n) print i + 1, i, -$(i + 1) } }' >"$1"
}
matrix K.mtx 4000 6000 5000 3000 2000
matrix C.mtx 2 0.5 12 0 1
echo '1 1.5 0.8 1.2' | awk '{ print "%%MatrixMarket matrix coordinate real symmetric"; print NF, NF, NF; for (i = 1; i <= NF; i++) print i, i, $i }' >M.mtx
printf 'eq,node,dof\n1,1,x\n2,2,x\n3,3,x\n4,4,x\n' >dof.csv
printf 'id,x,y,z\n1,0,0,0\n2,1,0,0\n3,2,0,0\n4,3,0,0\n' >nodes.csv
cat >chain.yaml <<'YAML'
study: response
title: A chain with dashpots
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, damping: C.mtx, dof: dof.csv, nodes: nodes.csv}
reduction: {method: modal}
contact:
  - {node: 3, law: elastic, normal: y, tangential_stiffness: 3000.0, friction: 0.4, preload: 5.0}
  - {node: 2, law: cubic, normal: x, cubic_stiffness: 4.0e+6}
excitation: {node: 4, direction: x, amplitude: 1.0, phase: cos}
response: {from: 2.4, to: 12.7, harmonics: 3, growth: 0.05, step: 0.004, points: 3000}
inputs: {alpha: excitation.amplitude, harmonics: response.harmonics, damping: reduction.damping}
outputs:
  omega: {quantity: peak_angular_frequency}
  amplitude: {quantity: peak_amplitude, node: 4, direction: x}
  kind: {quantity: peak_kind}
  omega_phase: {quantity: phase_angular_frequency}
  omega_dnnm: {quantity: dnnm_angular_frequency}
YAML
"$chatter" check chain.yaml >check.txt 2>&1 || say "check: $(cat check.txt)"
grep -q 'damping  *a matrix that couples 4 modes' check.txt || say "check does not say that the modes are coupled"

# Peaks, phase resonance and the damped mode. Both programs are exact to rounding times a small
# condition number; a flat maximum is found to the tolerance of the Newton iteration, 1e-9.
awk -F, 'NR == 1 { print "sample_id,alpha,harmonics,damping" } NR > 1 { print "r" NR - 1 "," $1 "," $2 ",0" }' "$reference/coupled_peaks.csv" >rows.csv
evaluate chain.yaml -i rows.csv -o out.csv
paste -d, out.csv "$reference/coupled_peaks.csv" | awk -F, '
  NR > 1 { n++; for (i = 3; i <= 7; i++) if (i != 5 && !(($i / $(i + 7) - 1) ^ 2 < 1e-18)) print $1, i, $i, $(i + 7); if ($2 != "ok" || $5 != $12) print $1, $2, $5 }
  END { if (n != 12) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "$(cat wrong.txt)"
for options in "--lanes 1 --threads 1" "--device device_sim"; do
  # shellcheck disable=SC2086 # words
  "$chatter" eval chain.yaml -i rows.csv -o again.csv --force --quiet --device cpu $options && without_stability again.csv || say "$options fails"
  cmp -s out.csv again.csv || say "other bits with $options"
done

# The same chain by its masses, springs and dashpots.
sed -e 's/^model.*/model: {type: chain, masses: [1, 1.5, 0.8, 1.2], springs: [4000, 6000, 5000, 3000, 2000], dashpots: [2, 0.5, 12, 0, 1]}/' \
  -e 's/normal: [xy], //; s/direction: x, //; s/, direction: x//' chain.yaml >lumped.yaml
evaluate lumped.yaml -i rows.csv -o lumped.csv
cmp -s out.csv lumped.csv || say "a chain is not its matrices"

# Strong dashpots: the mode with which the damped one begins is far from the undamped one.
sed -e 's/dashpots: .*]/dashpots: [0, 280, 50, 0, 290]/' lumped.yaml >strong.yaml
awk -F, 'NR == 1 { print "sample_id,alpha,harmonics,damping" } NR > 1 { print "r" NR - 1 "," $1 "," $2 ",0" }' "$reference/coupled_strong.csv" >strong_rows.csv
evaluate strong.yaml -i strong_rows.csv -o strong.csv
paste -d, strong.csv "$reference/coupled_strong.csv" | awk -F, '
  NR > 1 { n++; if (!(($7 / $10 - 1) ^ 2 < 1e-18)) print $1, $7, $10 } END { if (n != 6) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "strong dashpots: $(cat wrong.txt)"

# Backbones from 4 N to 16 N end at the peak, the phase resonance and the mode of 16 N.
sed -e 's/^study: response/study: backbone/' -e '/^inputs/,$d' -e 's/amplitude: 1.0/amplitude: 4.0/' chain.yaml >backbone.yaml
printf 'backbone: {methods: [extremum, phase, dnnm], from: 1.0, to: 4.0}\noutputs:\n  amplitude: {node: 4, direction: x}\n' >>backbone.yaml
"$chatter" run backbone.yaml -o backbone.h5 --quiet --device cpu && "$chatter" export backbone.h5 >output.txt 2>&1 || say "backbone: $(cat output.txt)"
awk -F, 'NR == FNR { if ($1 == 16 && $2 == 3) { want["extremum"] = $3; want["phase"] = $6; want["dnnm"] = $7; ratio = $8; am = $4 } next }
  FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["curve"] in want && $at["event"] == "end" { n++; w = $at["frequency"] * 2 * 3.141592653589793
    if (!((w / want[$at["curve"]] - 1) ^ 2 < 1e-16)) print $at["curve"], w, want[$at["curve"]]
    if ($at["curve"] == "extremum" && !(($at["amplitude"] / am - 1) ^ 2 < 1e-18)) print "amplitude", $at["amplitude"], am
    if ($at["curve"] == "dnnm" && !(($at["damping"] / ratio - 1) ^ 2 < 1e-16)) print "damping ratio", $at["damping"], ratio }
  END { if (n != 3) print n " backbones" }' "$reference/coupled_peaks.csv" backbone-point.csv >wrong.txt
[ -s wrong.txt ] && say "backbones: $(cat wrong.txt)"

# The friction contact stuck and no cubic spring: one solution of the dynamic stiffness, and the
# eigenvalues of the matrix pencil.
sed -e '/law: cubic/d' -e 's/preload: 5.0/preload: 5.0e+6/' -e '/^inputs/,$d' chain.yaml >linear.yaml
cp linear.yaml multiplier.yaml
printf 'inputs: {frequency: response.at}\noutputs:\n  last: {node: 4, direction: x}\n  first: {node: 1, direction: x}\n' >>linear.yaml
sed -i 's/points: 3000/points: 3000, at: 5/; s/from: 2.4, to: 12.7/from: 0.5, to: 30/' linear.yaml
awk -F, 'NR == 1 { print "sample_id,frequency" } NR > 1 { printf "r%d,%.17g\n", NR - 1, $1 / (2 * 3.141592653589793) }' "$reference/coupled_linear.csv" >frequencies.csv
evaluate linear.yaml -i frequencies.csv -o linear.csv
paste -d, linear.csv "$reference/coupled_linear.csv" | awk -F, '
  NR > 1 { n++; for (i = 3; i <= 4; i++) if (!(($i / $(i + 3) - 1) ^ 2 < 1e-24)) print $1, i, $i, $(i + 3) } END { if (n != 8) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "linear: $(cat wrong.txt)"
printf 'outputs:\n  amplitude: {node: 4, direction: x}\n' >>multiplier.yaml
for omega in 41.0 80.0; do # chords of the contact force: (ωh)²/12 of the 2e-5 of the stiffest mode
  "$chatter" run multiplier.yaml -o multiplier.h5 --force --quiet --device cpu --set response.harmonics=1 --set response.stability=floquet \
    --set response.from="$(awk -v w=$omega 'BEGIN { printf "%.17g", 0.9 * w / 6.283185307179586 }')" --set response.to="$(awk -v w=$omega 'BEGIN { printf "%.17g", w / 6.283185307179586 }')" &&
    "$chatter" export multiplier.h5 --force >output.txt 2>&1 || say "multiplier: $(cat output.txt)"
  awk -F, -v w=$omega 'NR == FNR { if ($1 == w) want = $4; next } FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { last = $at["multiplier"] }
    END { d = last - want; if (!(d * d < 1e-12)) print w ": multiplier " last ", expected " want }' "$reference/coupled_linear.csv" multiplier-point.csv >wrong.txt
  [ -s wrong.txt ] && say "$(cat wrong.txt)"
done

# Damping of the study is added to the matrix, trajectory by trajectory: the stiffness part of
# Rayleigh damping equals dashpots parallel to the springs.
sed -e 's/reduction.damping/reduction.rayleigh.stiffness/' -e 's/method: modal/method: modal, rayleigh: {stiffness: 1.0e-5}/' chain.yaml >sampled.yaml
printf 'sample_id,alpha,harmonics,damping\na,4,3,1.0e-5\nb,4,3,2.0e-4\nc,8,3,0\n' >sampled.csv
evaluate sampled.yaml -i sampled.csv -o sampled_out.csv
while IFS=, read -r id alpha harmonics damping; do
  [ "$id" = sample_id ] && continue
  # shellcheck disable=SC2046 # words
  matrix C.mtx $(awk -v b="$damping" 'BEGIN { split("2 0.5 12 0 1", c); split("4000 6000 5000 3000 2000", k); for (i = 1; i <= 5; i++) printf "%.17g ", c[i] + b * k[i] }')
  printf 'sample_id,alpha,harmonics,damping\n%s,%s,%s,0\n' "$id" "$alpha" "$harmonics" >one.csv
  evaluate chain.yaml -i one.csv -o one_out.csv
  tail -1 one_out.csv
done <sampled.csv >written_out.csv
tail -n +2 sampled_out.csv | paste -d, - written_out.csv | awk -F, '
  { n++; for (i = 3; i <= 7; i++) if (i != 5 && !(($i / $(i + 7) - 1) ^ 2 < 1e-18)) print $1, i, $i, $(i + 7) } END { if (n != 3) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "sampled damping: $(cat wrong.txt)"

# Dashpots proportional to the springs couple nothing, and one that is off by 1e-10 hardly couples.
matrix C.mtx 2 3 2.5 1.5 1
evaluate chain.yaml -i rows.csv -o diagonal.csv
"$chatter" check chain.yaml 2>&1 | grep -q 'a matrix that couples' && say "proportional damping is taken as coupled"
matrix C.mtx 2 3 2.50000000025 1.5 1
evaluate chain.yaml -i rows.csv -o nearly.csv
"$chatter" check chain.yaml 2>&1 | grep -q 'a matrix that couples' || say "1e-10 of coupling is not seen"
paste -d, diagonal.csv nearly.csv | awk -F, '
  NR > 1 { n++; for (i = 3; i <= 7; i++) if (i != 5 && !(($i / $(i + 7) - 1) ^ 2 < 1e-18)) print $1, i, $i, $(i + 7) } END { if (n != 12) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "next to no coupling: $(cat wrong.txt)"

# In time: by the leapfrog, 4000 steps per period ((2π/4000)² = 2.5e-6 of the fundamental, and more
# of the thirtieth harmonic of the force), and by --verify, whose steps are exact except for the
# chords of contact forces.
matrix C.mtx 2 0.5 12 0 1
sed -e '/law: cubic/d' -e 's/amplitude: 1.0/amplitude: 4.0/' -e '/^inputs/,$d' -e 's/harmonics: 3/harmonics: 40, at: 5.0/' chain.yaml >balance.yaml
printf 'inputs: {frequency: response.at}\noutputs:\n  top: {node: 4, direction: x, reduce: max}\n  first: {node: 1, direction: x, reduce: half_peak_to_peak}\n' >>balance.yaml
in_time "scheme: leapfrog, step: 5.0e-5, periods: 300, window: 10" <balance.yaml >steps.yaml
printf 'sample_id,frequency\na,5\n' >time.csv
evaluate balance.yaml -i time.csv -o balance.csv
evaluate steps.yaml -i time.csv -o steps.csv
paste -d, balance.csv steps.csv | awk -F, 'NR > 1 { n++; for (i = 3; i <= 4; i++) if (!(($i / $(i + 4) - 1) ^ 2 < 1e-10)) print i, $i, $(i + 4) } END { if (n != 1) print n " rows" }' >wrong.txt
[ -s wrong.txt ] && say "time steps: $(cat wrong.txt)"
"$chatter" run balance.yaml -o verify.h5 --quiet --device cpu --verify >table.txt 2>errors.txt || say "--verify: $(cat errors.txt)"
awk '$2 == "response" { n++; for (i = NF - 5; i < NF - 1; i += 3) if ($i > 0.002 || $i < -0.002) print } END { if (n < 3) print n " points" }' table.txt >wrong.txt
[ -s wrong.txt ] && say "--verify: $(cat wrong.txt)"
finish
