#!/usr/bin/env bash
# Two equal oscillators with friction under equal loads: both contacts begin to slip at the same
# point. They move like a single one, whose
# motion is linear up to the onset: with kt the stiffness of the contact and x its displacement,
# slip begins at kt x = μN, at
#   (1 + kt - ω²)² + d² ω² = (kt F / μN)².
. "$(dirname "$0")/../../program.sh"
study() { # MASSES SPRINGS NODES
  cat <<END2
study: response
title: Oscillators with friction
model: {type: chain, masses: $1, springs: $2}
reduction: {method: modal, damping: 0.01}
contact:
$(for node in $3; do echo "  - {nodes: $node, law: elastic, tangential_stiffness: 1.0, friction: 0.3, preload: 1.0, normal_stiffness: 0}"; done)
excitation:
$(for node in $3; do echo "  - {node: $node, amplitude: 0.11, phase: cos}"; done)
response: {from: 0.1, to: 0.3, harmonics: 3}
outputs:
$(for node in $3; do echo "  x$node: {node: $node}"; done)
END2
}
study '[1]' '[1]' 1 >one.yaml
study '[1, 1]' '[1, 0.1, 1]' '1 2' >two.yaml
for load in 0.05 0.2 0.4; do
  for n in one two; do
    options=(--set "excitation.0.amplitude=$load")
    [ $n = two ] && options+=(--set "excitation.1.amplitude=$load")
    "$chatter" run $n.yaml -o $n.h5 --force --quiet --device cpu "${options[@]}" && "$chatter" export $n.h5 --force >/dev/null 2>&1 || say "$n, $load N: no results"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      $at["event"] != "none" { print $at["event"], $at["frequency"], $at["x1"], at["x2"] ? $at["x2"] : $at["x1"] }' $n-point.csv >$n.txt
  done
  # A maximum is found to the square root of rounding, 1e-8, other events to the tolerance 1e-9 of
  # the Newton iteration.
  paste -d' ' one.txt two.txt | awk -v F=$load '
    function far(x, y, by) { return !((x / y - 1) ^ 2 < by * by) }
    $1 != $5 { print $1 " and " $5 }
    far($2, $6, 1e-7) || far($3, $7, 1e-8) || far($7, $8, 1e-9) { print }
    $5 == "onset" { # ω² of the linear motion
      n++; b = 2 - 0.02 ^ 2 / 2; root = sqrt(b * b - 4 + (F / 0.3) ^ 2)
      if (far($6, sqrt(b + (n == 1 ? -root : root)) / (8 * atan2(1, 1)), 1e-8)) print "onset at " $6 }
    END { if (n != 2 || $5 != "end") print n " onsets, then " $5 }' >wrong.txt
  [ -s wrong.txt ] && say "$load N: $(head -3 wrong.txt)"
done
finish
