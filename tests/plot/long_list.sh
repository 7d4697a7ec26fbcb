#!/usr/bin/env bash
# plot.y takes as many names as a figure has room for, however long they are: nine time series of 58 letters each are more than
# 511 characters.
. "$(dirname "$0")/../program.sh"
name() { printf "$1%.0s" $(seq 58); }
{
  cat <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [40]}
reduction: {method: modal, modes: 1}
initial: {direction: x, displacement: 0.1}
integrator: {scheme: moreau, step: 1e-2, duration: 1}
outputs:
YAML
  list=
  for letter in a b c d e f g h i; do
    echo "  $(name $letter): {node: 1, reduce: series}"
    list="$list, $(name $letter)"
  done
  echo "plot: {kind: series, y: [${list#, }]}"
} >long.yaml
"$chatter" run long.yaml -q -f -o long.h5 --device cpu 2>message || say "$(cat message)"
"$chatter" plot long.h5 -f -o long.svg >/dev/null 2>message || grep -q "variables (allowed: up to" message || say "$(cat message)"
finish
