#!/usr/bin/env bash
# Warnings of a run are stored in its results, each line once: shown by info and report, and the
# same after shards, a kill and with a cached model, whose import warned when it was made. Messages
# of one session only are not stored.
. "$(dirname "$0")/../program.sh"
export XDG_CACHE_HOME=$work/cache

kept() { # the lines of the attribute
  "$chatter" info "$1" | awk '/^variables/ { exit } { name = substr($0, 3, 20); gsub(/ /, "", name) } name != "" { of = name } of == "warnings" { print substr($0, 24) }'
}

mass_before_wall >silent.yaml
echo 'ensemble: {seed: 2, design: {type: random, count: 12, parameters: {excitation.frequency: {from: 0.5, to: 3}}}}' >>silent.yaml
none="silent has no 'outputs': nothing but the status of each trajectory will be kept"
"$chatter" run silent.yaml -q --device cpu 2>message || say "fails: $(cat message)"
grep -qF "warning: $none" message || say "no warning: $(cat message)"
[ "$(kept silent.h5)" = "$none" ] || say "info tells: $(kept silent.h5)"
"$chatter" report silent.h5 -o silent.html 2>/dev/null
[ "$(grep -c "<li>silent has no &#39;outputs&#39;\|<li>silent has no 'outputs'" silent.html)" = 1 ] || say "the page tells: $(grep '<li>' silent.html)"
for i in 1 2 3; do "$chatter" run silent.yaml -q --device cpu --shard $i/3 2>/dev/null; done
"$chatter" merge merged.h5 silent.shard-*.h5 2>/dev/null
[ "$(kept merged.h5)" = "$none" ] || say "behind merge: $(kept merged.h5)"
"$chatter" run silent.yaml -q --device cpu -o stopped.h5 --batch 4 --max-time 0.001s 2>/dev/null # perhaps before anything is kept
"$chatter" run silent.yaml -q --device cpu -o stopped.h5 --batch 4 --resume 2>/dev/null
[ "$(kept stopped.h5)" = "$none" ] || say "behind a stop: $(kept stopped.h5)"

# A warning after the last part, and a failure of every trajectory, which their status shows.
(mass_before_wall
cat <<'YAML'
ensemble: {seed: 2, design: {type: random, count: 80, parameters: {excitation.frequency: {from: 0.5, to: 3}, integrator.steps_per_period: {from: 2, to: 40}}}}
statistics: {until: {output: x, half_width: 1.0e-9}}
outputs: {x: {node: 1, reduce: max}}
YAML
) >until.yaml
"$chatter" run until.yaml -q --device cpu 2>message || say "until fails: $(cat message)"
grep -q 'not run: the time step is above' message || say "all steps are stable: $(cat message)"
kept until.h5 | grep -q "'x' is known to ± .* after all 80 trajectories, which is not as well as asked" || say "the last warning is not kept: $(kept until.h5)"
[ "$(kept until.h5 | wc -l)" = 1 ] || say "more is kept: $(kept until.h5)"

# No warning, no attribute.
(cat silent.yaml; echo 'outputs: {x: {node: 1, reduce: max}}') >calm.yaml
"$chatter" run calm.yaml -q --device cpu 2>/dev/null
"$chatter" info calm.h5 | grep -q '^  warnings' && say "warnings of nothing"

command -v ccx >/dev/null || finish
# A brick; its second import is from the cache, its third from a saved model, without a message, and
# the warning is stored nevertheless.
cat >brick.inp <<'DECK'
*NODE, NSET=ALL
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
*ELEMENT, TYPE=C3D8I, ELSET=E
1, 1, 2, 3, 4, 5, 6, 7, 8
*MATERIAL, NAME=M
*ELASTIC
2e9, 0.3
*DENSITY
1000
*SOLID SECTION, ELSET=E, MATERIAL=M
*BOUNDARY
1, 1, 3
2, 1, 3
3, 1, 3
4, 1, 3
*FOREIGN THING
DECK
cat >brick.yaml <<'YAML'
study: transient
model: {type: calculix, deck: brick.inp}
reduction: {method: macneal, modes: 4, damping: 0.01}
contact: {nodes: 7, law: unilateral, normal: x, gap: 1.0e-6}
excitation: {node: 6, direction: x, amplitude: 1, frequency: 10}
integrator: {scheme: leapfrog, step: 1.0e-5, duration: 0.001}
outputs: {x: {node: 6, direction: x, reduce: max}}
YAML
foreign='brick.inp:23:1: *FOREIGNTHING: a card unknown here'
for name in first cached; do
  "$chatter" run brick.yaml -q --device cpu -o $name.h5 2>message || say "$name: $(cat message)"
  kept $name.h5 | grep -qF "$foreign" || say "$name: the import's warning is not kept: $(kept $name.h5)"
done
[ -s message ] && say "the cached model warns: $(cat message)"
cmp -s first.h5 cached.h5 || same_tables first.h5 cached.h5 || say "the cached model gives other results"
"$chatter" reduce brick.yaml -o model.h5 >/dev/null 2>&1
sed 's/{type: calculix, deck: brick.inp}/{type: reduced, file: model.h5}/; s/^reduction.*//' brick.yaml >saved.yaml
"$chatter" run saved.yaml -q --device cpu 2>message || say "saved: $(cat message)"
kept saved.h5 | grep -qF "$foreign" || say "the saved model's warning is not kept: $(kept saved.h5)"
finish
