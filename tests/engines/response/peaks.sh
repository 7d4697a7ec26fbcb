#!/usr/bin/env bash
# Peaks of the cantilever and of the blades, their phase resonance and damped nonlinear normal
# modes, compared with an independent program with three harmonics. One call per model with rows
# that mix all inputs, with equal bits for any number of lanes and threads. Without a peak all
# outputs are nan and the status is ok.
. "$(dirname "$0")/../../program.sh"

# values FILE.yaml: the rows on standard input
values() { "$chatter" eval "$models/$1" -i - -o out.csv --force --quiet --device cpu "${@:2}" || say "$1 fails"; }
# near ROW COLUMN REFERENCE RELATIVE
near() {
  awk -F, -v row="$1" -v name="$2" -v reference="$3" -v relative="$4" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
    $1 == row { d = $column / reference - 1; if (d * d <= relative * relative) found = 1; else print row, name, $column, reference }
    END { exit !found }' out.csv || say "$1 $2: not $3"
}
# row ROW OMEGA AMPLITUDE PHASE DNNM: tolerances are half of the last digit of the references
row() {
  near "$1" omega "$2" 4e-11
  near "$1" amplitude "$3" 4e-9
  near "$1" omega_phase "$4" 2e-7
  near "$1" omega_dnnm "$5" 4e-7
  grep -q "^$1,ok," out.csv || say "$1: $(grep "^$1," out.csv)"
}
cantilever() {
  values cantilever/peak.yaml "$@" <<'CSV'
sample_id,alpha,harmonics,pad_node
stuck,0.01,3,5
little,0.6,3,5
one,0.6,1,5
deep,30,3,5
middle,0.01,3,10
CSV
}
cantilever
cp out.csv cantilever.csv
row stuck 1994.45249503 5.78580213e-6 1994.5044 1994.5024
row little 1773.28460786 1.55558529e-5 1806.120 1786.716
row deep 1314.08689144 4.53891295e-2 1314.1038 1314.1026

blades() {
  values blade-damper-blade/peak.yaml "$@" <<'CSV'
sample_id,alpha,harmonics,beta,ridge
stuck,1,3,1.5e-5,1
out_of_phase,1,3,1.5e-5,2
slip,10,3,1.5e-5,1
none,8,3,1.5e-5,2
weak,2,3,3e-6,1
one,1,1,1.5e-5,1
CSV
}
blades
cp out.csv blades.csv
row stuck 1278.25841438 9.54237734e-5 1283.5225 1280.2802
row slip 1265.1344936 7.34285184e-4 1265.520 1274.881
# A stuck system is linear: one harmonic suffices.
near one omega 1278.25841438 4e-12
near one amplitude 9.54237734e-5 4e-9
# The linear resonance of the stuck system, from its 8 × 8 matrices by complex elimination and
# golden section, and the root of the real part by bisection. A golden section of a flat maximum is
# accurate to the square root of rounding, 1e-8.
near out_of_phase omega 1329.67702 1e-8
near out_of_phase amplitude 9.693709385695e-5 1e-12
near out_of_phase omega_phase 1325.1782633557532 1e-9
grep -qx 'none,ok,nan,nan,nan,nan,nan,0,0,0' out.csv || say "where the ridge has ended: $(grep ^none out.csv)"

# Sixty reduced models in one call, each with one short trajectory: all reach their end.
{ echo sample_id,harmonics,pad_node; for h in 1 2 3; do for node in $(seq 20); do echo "$h.$node,$h,$node"; done; done; } |
  timeout 300 "$chatter" eval "$models/cantilever/peak.yaml" -i - -o many.csv --quiet --device cpu --threads 1 || say "many models: exit code $?"
[ "$(grep -c ',ok,[0-9]' many.csv)" = 60 ] || say "of 60 models: $(grep -c ',ok,[0-9]' many.csv)"

lanes=1 # as many as the processor has
has avx2 fma bmi2 && lanes=4
has avx512f avx512vl avx512bw avx512dq avx512cd && lanes=8
for options in "--lanes 1 --threads 1" "--lanes $lanes --threads 1" "--threads 2" "--device device_sim"; do
  # shellcheck disable=SC2086 # words
  { cantilever $options; cmp -s out.csv cantilever.csv || say "cantilever: other bits with $options"
    blades $options; cmp -s out.csv blades.csv || say "blades: other bits with $options"; }
done
finish
