#!/usr/bin/env bash
# chatter-mpi: two and three ranks give the bytes of one process; rank 0 alone reduces the model;
# USR1 leaves checkpoints and exit code 75, and --resume leads to the same bytes; its options are
# those of `chatter run`.
. "$(dirname "$0")/../program.sh"
[ -x "$build/chatter-mpi" ] || { echo "skipped: built without MPI (-DCHATTER_MPI=ON)"; exit 77; }
command -v mpirun >/dev/null || { echo "skipped: no mpirun"; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 XDG_CACHE_HOME=$work/cache
ranks() { mpirun --oversubscribe -n "$1" "$build/chatter-mpi" "${@:2}" >log 2>&1; }
same() { # FILE: the tables of one.h5
  "$chatter" export "$1" -o - 2>/dev/null | cmp -s - one.csv || say "$1 differs from one process"
}

cp "$models/chain/impact.yaml" .
"$chatter" run impact.yaml -q --device cpu -o one.h5 && "$chatter" export one.h5 -o one.csv 2>/dev/null || say "one process fails"
for n in 2 3; do
  ranks $n impact.yaml -o "of-$n.h5" || say "$n ranks: exit $?: $(tail -3 log)"
  same "of-$n.h5"
  [ "$(grep -c '^rank [0-9]  [^ ]*  [a-z:0-9]*, threads [0-9]' log)" = $n ] || say "$n ranks tell where they are: $(grep '^rank' log)"
  [ -z "$(ls ./*shard* 2>/dev/null)" ] || say "$n ranks leave $(ls ./*shard*)"
done
# The default name is that of the study.
ranks 2 impact.yaml && same impact.h5

# An empty cache is filled once: by rank 0, before the others begin (the file of the model is older
# than every part of the run).
rm -rf cache
ranks 3 "$models/bar/massless.yaml" -o bar.h5 || say "the bar: exit $?: $(tail -3 log)"
[ "$(find cache -name '*.h5' | wc -l)" -ge 1 ] || say "rank 0 left no reduced model in the cache"
[ "$(find cache -name '*.h5' -newer bar.h5 | wc -l)" = 0 ] || say "a model was reduced after the run"
"$chatter" run "$models/bar/massless.yaml" -q --device cpu -o bar-1.h5 2>/dev/null
cmp -s <("$chatter" export bar.h5 -o - 2>/dev/null) <("$chatter" export bar-1.h5 -o - 2>/dev/null) || say "the bar differs"

refused() { # CODE PATTERN WORDS...
  ranks 2 "${@:3}"
  local code=$?
  [ $code = "$1" ] && [ "$(grep -c -- "$2" log)" = 1 ] || say "${*:3}: exit $code, $(cat log)"
}
refused 6 'exists already' impact.yaml -o of-2.h5
refused 2 'shard is not for ranks' impact.yaml -o new.h5 --shard 1/2
refused 2 'missing arguments' --quiet
refused 2 'too many arguments' impact.yaml chain.yaml
refused 2 "did you mean '--max-time'" impact.yaml --maxtime 3h
refused 2 "'3 hours' is not a duration" impact.yaml --max-time '3 hours'
refused 2 'give one of them' impact.yaml --resume --force
refused 3 "did you mean 'amplitude'" impact.yaml -o new.h5 --set excitation.amplitud=2
[ -z "$(ls new* 2>/dev/null)" ] || say "mistakes leave $(ls new*)"
ranks 2 impact.yaml -o of-2.h5 --resume || say "--resume of a whole file: exit $?"

# Stopped in the middle, as by a scheduler before the time limit: mpirun passes USR1 on to the
# ranks.
long=(impact.yaml --set integrator.periods=6000 -o long.h5 --chunk 20000)
"$chatter" run impact.yaml -q --device cpu --set integrator.periods=6000 -o one.h5 --force && "$chatter" export one.h5 -o one.csv --force 2>/dev/null || say "the long run fails"
mpirun --oversubscribe -n 2 "$build/chatter-mpi" "${long[@]}" >log 2>&1 &
job=$!
begun() { [ "$(ls -d long.shard-*.parts 2>/dev/null | wc -l)" = 2 ] || ! kill -0 $job 2>/dev/null; }
wait_until begun
kill -USR1 $job
wait $job
code=$?
[ $code = 75 ] && grep -q 'with --resume goes on' log || say "USR1: exit $code, $(tail -3 log)"
[ -e long.h5 ] && say "a stopped run is merged"
ranks 2 "${long[@]}" --resume || say "--resume: exit $?, $(tail -3 log)"
same long.h5

# A signal while rank 0 still checks and the others wait: nothing is begun, and the exit code asks
# to run it again.
mpirun --oversubscribe -n 2 "$build/chatter-mpi" impact.yaml --set integrator.periods=6000 -o early.h5 >log 2>&1 &
job=$!
checks() { grep -q '^rank 1' log || ! kill -0 $job 2>/dev/null; }
wait_until checks
kill -USR1 $job
wait $job
code=$?
[ $code = 75 ] && [ ! -e early.h5 ] || say "USR1 while the study is checked: exit $code, $(tail -3 log)"

finish
