#!/usr/bin/env bash
# Backbones with laws that answer with their force, whose second derivatives are differences. A polynomial of the cube against the
# cubic spring, which has them; dashpots and an Iwan joint against closed forms of one harmonic (iwan_backbone.py, a program of
# its own); every law's backbone of maxima against the peaks of response curves of their own; what `check` says of it.
. "$(dirname "$0")/../../program.sh"
here=$(dirname "$0")
study() { # NAME CONTACT BACKBONE RESPONSE [OUTPUTS]
  cat >"$1.yaml" <<YAML
study: backbone
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {node: 1, $2}
excitation: {node: 1, amplitude: 1, phase: cos}
response: {from: 0.7, to: 3, growth: 0.1, $4}
backbone: {$3}
outputs: {x: {node: 1}${5-}}
YAML
}
run() { # NAME
  "$chatter" run "$1.yaml" -f --device cpu -o "$1.h5" >/dev/null 2>message || say "$1 fails: $(cat message)"
  "$chatter" export -f "$1.h5" >/dev/null 2>&1
}
# Numbers of the points of a method: curve, load, frequency, the columns named.
points() { # NAME CURVE COLUMNS...
  awk -F, -v curve="$2" -v names="${*:3}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next }
    $at["curve"] == curve { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$1-point.csv"
}

study cubic "law: cubic, cubic_stiffness: 50" "methods: [extremum, phase, dnnm], to: 6" "harmonics: 5, static: no"
study cube "law: polynomial, powers: [3], coefficients: [50]" "methods: [extremum, phase, dnnm], to: 6" "harmonics: 5, static: no"
run cubic
run cube
head -3 cubic-point.csv
finish
