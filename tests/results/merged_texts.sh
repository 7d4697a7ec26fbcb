#!/usr/bin/env bash
# A merged file differs from that of one process in the texts that docs/cluster.md names, and in nothing else.
. "$(dirname "$0")/../program.sh"
{ mass_before_wall; cat <<'YAML'; } >study.yaml
ensemble: {design: {type: grid, parameters: {integrator.steps_per_period: {values: [200, 30, 2, 100, 3, 50]}}}}
outputs: {x: {node: 1, reduce: series, every: 9, trajectories: all}, hits: {quantity: impacts}}
YAML
"$chatter" run study.yaml -q -o whole.h5 2>/dev/null || say "the study fails"
for part in 1 2 3; do "$chatter" run study.yaml -q -o part$part.h5 --shard $part/3 --threads 1 2>/dev/null || say "shard $part fails"; done
"$chatter" merge merged.h5 part?.h5 >/dev/null 2>&1 || say "merge fails"
for name in whole merged; do
  "$chatter" info $name.h5 | sed 1d >$name.info
  "$chatter" export -f $name.h5 2>/dev/null
done
# the further lines of a text are indented like its first
differ=$(diff whole.info merged.info | grep '^[<>]   *[a-z_]*  ' | awk '{ print $2 }' | grep -v '^chatter$' | sort -u | xargs)
[ "$differ" = "command_line device" ] || say "these differ: $differ"
for table in whole.csv whole-*.csv; do cmp -s "$table" "merged${table#whole}" || say "$table differs"; done
finish
