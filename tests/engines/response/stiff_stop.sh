#!/usr/bin/env bash
# Stability of a mass whose stop is 2500 times stiffer than its spring and closed for 1.5 % of the
# period, so that no usable number of harmonics resolves it: labels and multipliers compared with
# the exact motions (stiff_stop.py), with a spring and with a spring and dashpot, and the advice of
# --verify.
. "$(dirname "$0")/../../program.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
/usr/bin/python3 -c 'import scipy' 2>/dev/null || exit 77
# stop RATIO LAW HARMONICS
stop() {
  cat <<YAML
study: response
model: {type: chain, masses: [1], springs: [40], dashpots: [0.632455532033676]}
reduction: {method: modal}
contact: {nodes: 1, law: $2, normal: -x, gap: 10, normal_stiffness: $(awk -v r="$1" 'BEGIN { print 40 * r }')}
excitation: {node: 1, amplitude: 100, phase: sin}
response: {from: 0.9, to: 3.0, harmonics: $3, step: 0.03, points: 4000, stability: floquet}
outputs: {amp: {node: 1, reduce: half_peak_to_peak}}
YAML
}
# against RATIO MOST TABLE...: no wrong label; at most MOST of 100 points have none
against() {
  OPENBLAS_NUM_THREADS=1 /usr/bin/python3 "$here/stiff_stop.py" "$1" 2.5 0.9 "${@:3}" >found.txt 2>&1 || say "stiff_stop.py: $(cat found.txt)"
  grep -m 3 '^wrong' found.txt >&2 && say "ratio $1"
  awk -v n=$(($# - 2)) -v most="$2" '$2 == "compared" { n--; if (!($3 > 60 && $5 <= most / 100 * $3)) print } END { if (n) print n " tables are missing" }' found.txt >few.txt
  [ -s few.txt ] && say "ratio $1: $(cat few.txt)"
}
for harmonics in 15 40; do
  stop 2500 spring $harmonics >spring$harmonics.yaml
  tabulate spring$harmonics
done
stop 2500 "kelvin_voigt, normal_damping: 1.0e-6" 15 | sed 's/harmonics: 15,/harmonics: 15, samples: 4096,/' >voigt.yaml
tabulate voigt
against 2500 6 spring15-point.csv spring40-point.csv voigt-point.csv
# With few harmonics the nearest exact motion may differ from that of the curve: no label then.
for harmonics in 5 7; do
  stop 2500 spring $harmonics >spring$harmonics.yaml
  tabulate spring$harmonics
done
against 2500 60 spring5-point.csv spring7-point.csv

# At 1.2 Hz the motion is stable (a multiplier of 0.77; time steps keep it for 1000 periods): the
# message must not say that more harmonics cannot help.
sed 's/to: 3.0/to: 3.0, at: 1.2/' spring15.yaml >at.yaml
"$chatter" run at.yaml -o at.h5 -f -q --device cpu --verify >table.txt 2>errors.txt || say "verify: $(cat errors.txt)"
grep -q ' end .* stable$' table.txt || say "verify: $(cat table.txt)"
finish
