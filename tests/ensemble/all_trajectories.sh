#!/usr/bin/env bash
# `trajectories: all` of series and fields equals the list of all numbers: the same tables, in one
# run and in shards, and the same predicted size.
. "$(dirname "$0")/../program.sh"
study() { # NAME TRAJECTORIES
  { mass_before_wall; cat <<YAML; } >"$1.yaml"
ensemble: {design: {type: grid, parameters: {contact.gap: {from: 0.001, to: 0.02, count: 7}, integrator.periods: {values: [20, 6]}}}}
outputs:
  x: {node: 1, reduce: series, every: 9, trajectories: $2}
  shape: {quantity: field, every: 500, trajectories: $2}
YAML
}
study all all
study listed "[$(seq -s, 0 13)]"
for name in all listed; do
  tabulate $name
  "$chatter" check $name.yaml | grep 'results on disk' >$name.size
  for part in 1 2 3; do "$chatter" run $name.yaml -q -f -o $name-$part.part.h5 --shard $part/3 || say "$name, shard $part"; done
  "$chatter" merge $name-merged.h5 $name-?.part.h5 -f >/dev/null 2>&1 && "$chatter" export -f $name-merged.h5 2>/dev/null
done
tables=0
for table in all.csv all-*.csv; do
  tables=$((tables + 1))
  cmp -s "$table" "listed${table#all}" || say "$table differs"
done
[ $tables -ge 6 ] && [ "$(sed 1d all-series-x_sample.csv | cut -d, -f1 | sort -u | wc -l)" = 14 ] || say "$tables tables: $(ls)"
cmp -s all.size listed.size || say "foretold: $(cat all.size listed.size)"
"$chatter" check all.yaml --set 'outputs.x.trajectories=[all]' >message 2>&1 && say "all within a list is taken"
"$chatter" check all.yaml --set outputs.x.trajectories=-1 >message 2>&1 && say "-1 is taken for all"
finish
