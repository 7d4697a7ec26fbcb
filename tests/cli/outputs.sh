#!/usr/bin/env bash
# Outputs must not destroy inputs of the same command under any name, devices, pipes, or other
# folders. A replaced file keeps its mode and its link. After an interrupted run the output can be
# completed.
. "$(dirname "$0")/../program.sh"

cat >good.yaml <<'YAML'
study: transient
model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv}
reduction: {method: modal, modes: 2, damping: 0.02}
contact: {nodes: 1, law: unilateral, normal: x, gap: 0.01, restitution: 0.6}
excitation: {node: 1, direction: x, amplitude: 1, frequency: 1}
integrator: {scheme: moreau, steps_per_period: 200, periods: 5, window: 2}
ensemble: {design: {type: file, file: design.csv}}
inputs: {f: excitation.frequency}
outputs: {amplitude: {node: 1, direction: x, reduce: half_peak_to_peak}}
YAML
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 200\n2 1 -100\n2 2 100\n' >K.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 2 1\n' >M.mtx
printf 'eq,node,dof\n1,1,x\n2,2,x\n' >dof.csv
printf 'excitation.frequency\n1\n1.5\n2\n' >design.csv
printf 'sample_id,f\n1,1.5\n' >samples.csv
printf '*NODE\n1,0,0,0\n*INCLUDE, INPUT=nodes.inp\n' >deck.inp
printf '2,1,0,0\n' >nodes.inp
sed 's/^model.*/model: {type: calculix, deck: deck.inp}/' good.yaml >deck.yaml
"$chatter" reduce good.yaml -o model.h5 --quiet || say "reduce fails"
sed 's/^model.*/model: {type: reduced, file: model.h5}/' good.yaml >reduced.yaml
run() { "$chatter" run good.yaml --device cpu --quiet "$@"; }
run -o out.h5 || say "the run fails"
run --shard 1/2 -o one.h5 && run --shard 2/2 -o two.h5 || say "the shards fail"
ln -s good.yaml link.yaml && ln K.mtx hard.mtx && mkdir -p theirs.h5.parts && echo kept >theirs.h5.parts/part-000000.h5
inputs=$(find . -type f | sort | xargs sha256sum)

# Every output of every command against every kind of input, with --force: refused, and nothing is
# modified.
count=0
while read -r code words; do
  [ -n "$code" ] || continue
  count=$((count + 1))
  # shellcheck disable=SC2086
  "$chatter" $words >/dev/null 2>message.txt </dev/null
  got=$?
  [ "$got" = "$code" ] || say "chatter $words: exit code $got, expected $code: $(head -2 message.txt)"
  [ "$code" = 6 ] || grep -q 'this command\|holds no messages' message.txt || say "chatter $words: $(head -2 message.txt)"
  rm -f message.txt
  [ "$(find . -type f | sort | xargs sha256sum)" = "$inputs" ] || { say "chatter $words: files were touched"; break; }
done <<TABLE
2 run good.yaml -o good.yaml -f
2 run good.yaml -o ./good.yaml -f
2 run good.yaml -o link.yaml -f
2 run link.yaml -o good.yaml
2 run good.yaml -o K.mtx -f
2 run good.yaml -o hard.mtx -f
2 run good.yaml -o M.mtx -f
2 run good.yaml -o dof.csv -f
2 run good.yaml -o design.csv -f
2 run deck.yaml -o nodes.inp -f
2 run reduced.yaml -o model.h5 -f
2 run good.yaml -o new.h5 --log-json good.yaml
2 run good.yaml -o new.h5 --log-json hard.mtx
2 run good.yaml -o new.h5 --log-json out.h5
2 eval good.yaml -i samples.csv -o samples.csv -f
2 eval good.yaml -i samples.csv -o good.yaml -f
2 eval good.yaml -i samples.csv --log-json samples.csv
2 reduce good.yaml -o good.yaml -f
2 reduce reduced.yaml -o model.h5 -f
2 merge one.h5 one.h5 two.h5 -f
2 merge ./two.h5 one.h5 two.h5 -f
6 run good.yaml -o theirs.h5 -f
6 run good.yaml -o theirs.h5 --resume
6 run good.yaml -o .
6 reduce good.yaml -o . -f
6 eval good.yaml -o . -f
6 export out.h5 -o theirs.h5.parts/no/t.csv
TABLE
[ $count -ge 25 ] || say "only $count cases were run"
"$chatter" eval good.yaml -i samples.csv >>samples.csv 2>/dev/null && say "a table is appended to its own samples"
"$chatter" eval good.yaml -i samples.csv >table.csv && [ "$(sha256sum <samples.csv)" = "$(printf 'sample_id,f\n1,1.5\n' | sha256sum)" ] ||
  say "the samples were touched"

# Devices and pipes: text is written to them, and a run to the null device keeps no results. An
# error could replace the real null device for root, so root gets a separate one if it may make one.
null=/dev/null
if [ "$(id -u)" = 0 ]; then null=$PWD/null; mknod "$null" c 1 3 2>/dev/null && : 2>/dev/null >"$null" || null=; fi
for way in "eval good.yaml -i samples.csv" "export out.h5" "run good.yaml" "reduce good.yaml"; do
  [ -n "$null" ] || continue
  # shellcheck disable=SC2086
  "$chatter" $way -o "$null" -f >stdout.txt 2>stderr.txt || say "$way -o /dev/null: $(cat stderr.txt)"
  [ -c "$null" ] || say "$way replaces the null device"
  [ -z "$(find "$PWD" /dev -maxdepth 1 -name 'null.*' 2>/dev/null)" ] || say "$way leaves files beside the null device"
done
[ -z "$null" ] || "$chatter" run good.yaml -o "$null" 2>&1 | grep -q '3 trajectories: 3 ok' || say "a timed run says nothing"
[ -z "$null" ] || { "$chatter" run good.yaml -o "$null" --plot 2>/dev/null; [ $? = 2 ]; } || say "--plot of nothing is accepted"
mkfifo pipe
cat pipe >through.csv &
"$chatter" eval good.yaml -i samples.csv -o pipe -f && wait $!
cmp -s through.csv table.csv && [ -p pipe ] || say "eval does not write into a pipe"
cat pipe >through.csv &
"$chatter" export out.h5 -o pipe && wait $!
"$chatter" export out.h5 -o - | cmp -s - through.csv && [ -p pipe ] || say "export does not write into a pipe"
"$chatter" eval good.yaml -i samples.csv -o /dev/stdout | cmp -s - table.csv || say "/dev/stdout is not standard output"
"$chatter" eval good.yaml -i samples.csv -o /dev/stdout >stdout.csv && cmp -s stdout.csv table.csv || say "/dev/stdout in a file"
for way in "run good.yaml" "reduce good.yaml" "merge"; do
  words="$way -o pipe -f"
  [ "$way" = merge ] && words="merge pipe one.h5 two.h5 -f"
  # shellcheck disable=SC2086
  timeout 20 "$chatter" $words >/dev/null 2>stderr.txt
  [ $? = 6 ] && grep -q 'a device or a pipe' stderr.txt && [ -p pipe ] || say "$words: $(cat stderr.txt)"
done

# A replaced file keeps its mode and its link.
for way in "run good.yaml -o" "reduce good.yaml -o" "eval good.yaml -i samples.csv -o" "merge"; do
  words="$way kept.h5 -f"
  [ "$way" = merge ] && words="merge kept.h5 one.h5 two.h5 -f"
  rm -f kept.h5 target && echo old >target && chmod 640 target && ln -s target kept.h5
  # shellcheck disable=SC2086
  "$chatter" $words >/dev/null 2>stderr.txt || say "$words: $(cat stderr.txt)"
  [ -L kept.h5 ] && [ "$(stat -c %a target)" = 640 ] && ! grep -qx old target || say "$words: mode or link are lost"
  [ -e target.tmp ] && say "$words leaves target.tmp"
  rm target # a link to a file that does not exist yet
  # shellcheck disable=SC2086
  "$chatter" $words >/dev/null 2>stderr.txt && [ -L kept.h5 ] && [ -f target ] || say "$words: not through an open link"
done

# A run started with --force and stopped can be resumed, and replaces the file that it was started
# for.
run -o again.h5 && cp again.h5 first.h5
long="run good.yaml -o again.h5 --device cpu --quiet --set integrator.periods=20000000 --chunk 1000"
stopped() { # content of again.h5 while this run is stopped
  # shellcheck disable=SC2086
  "$chatter" $long "$@" &
  wait_until [ -e again.h5.parts/run ]
  "$chatter" run good.yaml -o again.h5 --quiet 2>second.txt
  [ $? = 6 ] && grep -q 'is writing these results now' second.txt || say "a second writer: $(cat second.txt)"
  sleep 0.3
  kill -TERM $!
  wait $!
  [ $? = 75 ] || say "the run is not stopped with a checkpoint"
}
stopped --force
cmp -s again.h5 first.h5 || say "a stopped run touches the old results"
# shellcheck disable=SC2086
"$chatter" $long --resume --max-time 0.1s 2>stderr.txt
[ $? = 75 ] || say "--resume of a forced run: $(cat stderr.txt)"
"$chatter" ${long/--quiet/} --resume --max-time 0.1s 2>stderr.txt
grep -q "continue with .chatter run good.yaml -o again.h5 .* --resume" stderr.txt || say "no way on is told: $(cat stderr.txt)"
rm -rf again.h5 again.h5.parts
stopped
cp first.h5 again.h5
# shellcheck disable=SC2086
"$chatter" $long --resume 2>stderr.txt
[ $? = 6 ] && grep -q 'move that file away' stderr.txt && cmp -s again.h5 first.h5 || say "in the way: $(cat stderr.txt)"
finish
