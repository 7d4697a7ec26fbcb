#!/usr/bin/env bash
# Beams in contact by the augmented Lagrangian: the results do not depend on the penalty, and are
# the limit of those by penalty.
. "$(dirname "$0")/../../program.sh"
# crossed NAME OPTIONS...: tip force, normal force, friction force, penetration, solves -> $tip
# $normal $friction $deep $solves
crossed() {
  cp "$models/beams/crossed-cantilevers.yaml" crossed.yaml
  tabulate crossed --set beam_contact.pairs=1 --set loading.tolerance=1e-11 "$@"
  IFS=, read -r _ status _ _ tip normal friction _ _ deep solves <<<"$(tail -1 crossed.csv)"
}
deepest=1e-8
crossed --set beam_contact.normal_penalty=3000 --set beam_contact.augmentations=1000 --set beam_contact.penetration=$deepest
first_tip=$tip first_normal=$normal first_solves=$solves
expect "penetration, ε 3000" "$deep" 0 $deepest
crossed --set beam_contact.normal_penalty=30000 --set beam_contact.augmentations=1000 --set beam_contact.penetration=$deepest
expect "penetration, ε 30000" "$deep" 0 $deepest
# A gap of 1e-8 of 0.2 m times the stiffness of the beams, some 400 N/m, is 1e-6 N; slip in the
# first increment is uncertain by 1e-6.
expect "tip force" "$tip" "$first_tip" 2e-5
expect "normal force" "$normal" "$first_normal" 5e-5
awk -v a="$solves" -v b="$first_solves" 'BEGIN { exit !(a < b) }' || say "a larger penalty takes $solves solves, a smaller one $first_solves"
# By penalty alone the remaining penetration is of first order in 1/ε: extrapolation from the two
# largest gives the same.
for penalty in 3e5 3e6; do
  crossed --set beam_contact.normal_penalty=$penalty
  eval "of_$penalty=$normal"
done
expect "limit of the penalties" "$(awk -v a="$of_3e5" -v b="$of_3e6" 'BEGIN { printf "%.9g", b + (b - a) / 9 }')" "$first_normal" 1e-4
# Too few updates are reported, with the preceding state.
crossed --set beam_contact.augmentations=1 --set beam_contact.normal_penalty=30 --set loading.halvings=2
[ "$status" = not_converged ] || say "one update: $status"
finish
