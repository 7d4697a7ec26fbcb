#!/usr/bin/env bash
# Benchmark 1, the bouncing bar, from study file to numbers. References: the exact solution of the continuum
# (period 16/3 s, apexes 40/9 and 5 in turn) and a second implementation in the paper's own K̃ coordinates with
# scalar contact (numpy), which shares no code with this one.
set -u
build=$1
source=${CHATTER_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() { echo "t90_bar: $*"; failures=$((failures + 1)); }
# near NAME VALUE REFERENCE TOLERANCE
near() {
  awk -v x="$2" -v r="$3" -v t="$4" 'BEGIN { d = x - r; if (d < 0) d = -d; exit !(x == x && d <= t) }' ||
    fail "$1 = $2, expected $3 within $4"
}
# value FILE ROW COLUMN_NAME
value() { awk -F, -v row="$2" -v name="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == row + 1 { print $c }' "$1"; }

printf 'sample_id,dt\na,1e-4\nb,0.0108\nc,0.0112\nd,0.0020\n' >"$scratch/in.csv"
"$build/chatter" eval "$source/models/bar/massless.yaml" -i "$scratch/in.csv" -o "$scratch/massless.csv" || fail "eval massless exits $?"

# Second implementation at 1e-4 s. Both are deterministic; sums differ in order only, and twenty bounces amplify
# that by far less than 1e-6.
reference=(4.480505713521603 4.920660456728073 4.5173856363782585 4.861506429275845 4.55269386346495
  4.815991582235342 4.575181997781969 4.781813431784273 4.59749483394925 4.752988573570105)
for n in 1 2 3 4 5 6 7 8 9 10; do near "apex_$n" "$(value "$scratch/massless.csv" 1 apex_$n)" "${reference[$((n - 1))]}" 1e-6; done
# The exact apexes: 20 modes and the removed boundary mass (1 % of the weight, note 9) leave 1 % and 1.6 %.
near "apex_1 exact" "$(value "$scratch/massless.csv" 1 apex_1)" 4.444444 0.05
near "apex_2 exact" "$(value "$scratch/massless.csv" 1 apex_2)" 5 0.08
# Energy over 100 s: 0.003 J of 1000 (benchmark 1); the second implementation drifts by 0.0021277.
near "energy_drift" "$(value "$scratch/massless.csv" 1 energy_drift)" 0.0021277 1e-4

# Linear limits 0.01100 (open) and 0.01088 s (closed): 0.0108 runs, 0.0112 is refused.
[ "$(value "$scratch/massless.csv" 2 status)" = ok ] || fail "a step of 0.0108 s ends as $(value "$scratch/massless.csv" 2 status)"
[ "$(value "$scratch/massless.csv" 3 status)" = unstable_step ] || fail "a step of 0.0112 s ends as $(value "$scratch/massless.csv" 3 status)"
[ "$(value "$scratch/massless.csv" 3 apex_1)" = nan ] || fail "a refused row has numbers"

# Mass-carrying: e = 0 loses almost half its energy by 100 s, e = 1 keeps it (second implementation: 542.44,
# 1000.008). The decay is chaotic in its details (many grazing touches), so the band is the paper's statement.
printf 'sample_id,dt,restitution\na,1e-4,0\nb,1e-4,1\n' >"$scratch/in.csv"
"$build/chatter" eval "$source/models/bar/moreau.yaml" -i "$scratch/in.csv" -o "$scratch/moreau.csv" || fail "eval moreau exits $?"
near "energy_end e=0" "$(value "$scratch/moreau.csv" 1 energy_end)" 542 30
near "energy_end e=1" "$(value "$scratch/moreau.csv" 2 energy_end)" 1000 0.1
near "apex_1 e=0" "$(value "$scratch/moreau.csv" 1 apex_1)" 4.402872279 1e-6
near "apex_1 e=1" "$(value "$scratch/moreau.csv" 2 apex_1)" 4.459729863858 1e-6
exit $((failures > 0))
