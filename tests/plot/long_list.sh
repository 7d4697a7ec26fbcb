#!/usr/bin/env bash
# plot.y accepts as many names as a figure has room for, of any length: ten outputs of 55 letters
# each in a figure of convergence are more than 511 characters. Longer names of time series are
# refused with the reason, before any figure is drawn.
. "$(dirname "$0")/../program.sh"
name() { printf "$1%.0s" $(seq $letters); }
study() {
  letters=$1 reduce=$2 kind=$3
  cat <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [40]}
reduction: {method: modal, modes: 1}
initial: {direction: x, displacement: 0.1}
integrator: {scheme: moreau, step: 1e-2, duration: 1}
ensemble: {design: {type: random, count: 64, parameters: {initial.displacement: {distribution: uniform, from: 0, to: 1}}}}
outputs:
YAML
  list=
  for letter in a b c d e f g h i j; do
    echo "  $(name $letter): {node: 1, reduce: $reduce}"
    list="$list, $(name $letter)"
  done
  echo "plot: {kind: $kind, y: [${list#, }]}"
}
study 55 max convergence >long.yaml
"$chatter" run long.yaml -q -f -o long.h5 --device cpu 2>message || say "$(cat message)"
"$chatter" plot long.h5 -f -o long.svg >/dev/null 2>message || say "$(cat message)"
study 58 series series >longer.yaml
for command in check "run -q -f -o long.h5"; do
  "$chatter" $command longer.yaml >/dev/null 2>message && say "$command: a name of 58 letters is taken"
  grep -q "with '_sample' behind it, it may have 56 letters at most" message || say "$command: $(cat message)"
done
finish
