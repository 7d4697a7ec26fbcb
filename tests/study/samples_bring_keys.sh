#!/usr/bin/env bash
# A key that requires another key is accepted if the other one is in the samples of a file or of
# `eval`, and gives the numbers of a study that has both. Two bodies whose position is in a file,
# and a contact's weight of a preload.
. "$(dirname "$0")/../program.sh"
body() { echo "model: {type: plane, youngs_modulus: 2.1e9, poisson_ratio: 0.3, density: 7850, length: $1, height: 0.003, width: 0.01, elements: $2, elements_across: 1, clamped: $3}, reduction: {method: craig_bampton, modes: 4, rayleigh: {mass: 20, stiffness: 5.0e-8}}"; }
positions() { # STABILITY
  cat <<YAML
study: stability
slider: {$(body 0.075 9 none), angle: 0.52, contact: 1, guide: RIGHT, velocity: 0.5, preload: 0.1, friction: 0.3}
target: {$(body 0.1 15 left), path: TOP}
stability: {deformed: 1$1}
outputs: {out: {quantity: max_growth}}
YAML
}
pressed() { # CONTACT
  cat <<YAML
study: transient
model: {type: chain, masses: [1, 2], springs: [100, 60]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 2, law: coulomb, friction: 0.3, weights: [0.4]$1}
excitation: {node: 1, amplitude: 3, frequency: 1.4}
integrator: {scheme: moreau, steps_per_period: 200, periods: 6}
outputs: {out: {node: 2, reduce: rms}}
YAML
}
# compare STUDY KEY SECTION-KEY VALUES: by a file, and one by one
compare() {
  { echo "$2"; printf '%s\n' $4; } >samples.csv
  { $1 ""; echo 'ensemble: {design: {type: file, file: samples.csv}}'; } >file.yaml
  tabulate file
  for value in $4; do
    $1 ", $3: $value" >one.yaml
    tabulate one
    tail -1 one.csv | sed 's/.*,//'
  done >expected
  tail -n +2 file.csv | sed 's/.*,//' | cmp -s - expected || say "$2 by a file: $(cat file.csv), expected $(tr '\n' ' ' <expected)"
  $1 "" >rows.yaml
  { echo "sample_id,$2"; printf '%s\n' $4 | awk '{ print NR "," $0 }'; } >rows.csv
  "$chatter" eval rows.yaml -q --device cpu -i rows.csv 2>message | tail -n +2 | cut -d, -f3 | cmp -s - expected ||
    say "$2 by eval: $(cat message)"
  "$chatter" eval rows.yaml -q --device cpu >/dev/null 2>message && say "eval without rows takes a study that lacks $2"
  [ "$(sort -u expected | wc -l)" = 2 ] || say "$2 moves nothing"
}
compare positions stability.position position '0.03 0.06'
compare pressed contact.preload preload '0.5 4'
finish
