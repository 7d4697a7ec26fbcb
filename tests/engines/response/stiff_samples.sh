#!/usr/bin/env bash
# A Kelvin-Voigt stop 2500 times stiffer than its spring: the default number of samples is as good
# as 8192 and causes no warning; 256 are far off, as sampling_error and a warning say.
. "$(dirname "$0")/../../program.sh"
cat >stop.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [40], dashpots: [0.632455532033676]}
reduction: {method: modal}
contact: {nodes: 1, law: kelvin_voigt, normal: -x, gap: 10, normal_stiffness: 1.0e+5, normal_damping: 1.0e-6}
excitation: {node: 1, amplitude: 100, phase: sin}
response: {from: 1.0, to: 1.6, harmonics: 7, step: 0.05, at: 1.2, stability: no}
outputs: {amp: {node: 1, reduce: half_peak_to_peak}}
YAML
# amplitude SAMPLES: amplitude and sampling_error; warnings go to log
amplitude() {
  "$chatter" run stop.yaml -o x.h5 -f -q --device cpu --set response.samples="$1" >log 2>&1 || say "$1: $(cat log)"
  "$chatter" export x.h5 -f >/dev/null 2>&1
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["amp"], $at["sampling_error"] }' x.csv
}
read -r fine _ <<<"$(amplitude 8192)"
read -r chosen told <<<"$(amplitude 0)"
grep -q sampling_error log && say "chosen samples are warned of: $(cat log)"
expect "chosen samples" "$chosen" "$fine" "$(awk -v a="$fine" 'BEGIN { print 1e-4 * a }')" # errors of 1/24² of a short contact
awk -v e="$told" 'BEGIN { exit !(e < 5e-3) }' || say "chosen samples: sampling_error $told"
read -r coarse told <<<"$(amplitude 256)"
grep -q 'sampling_error): take more (response.samples)' log || say "256 samples are not warned of: $(cat log)"
awk -v a="$coarse" -v b="$fine" -v e="$told" 'BEGIN { d = a / b - 1; d = d < 0 ? -d : d; exit !(d > 2e-5 && e > d && e > 5e-3) }' || say "256 samples: $coarse of $fine, told $told"
finish
