#!/usr/bin/env bash
# The command line: bad input gives its message and exit code and modifies no file; help, version,
# completion and manual page are made from the same tables.
. "$(dirname "$0")/../program.sh"

cat >good.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1], springs: [100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: unilateral, gap: 0.01, restitution: 0.6}
excitation: {node: 1, amplitude: 1, frequency: 1}
integrator: {scheme: moreau, steps_per_period: 200, periods: 5, window: 2}
ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 1, to: 2, count: 4}}}}
inputs: {f: excitation.frequency, steps: integrator.steps_per_period}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}}
YAML
sed 's/excitation:/excitatoin:/' good.yaml >misspelt.yaml
sed 's/scheme: moreau/scheme: leapfrog/; s/, restitution: 0.6//' good.yaml >wrong-kind.yaml
sed 's/steps_per_period: 200/steps_per_period: 2/; /^ensemble/d' good.yaml >large-step.yaml
sed 's/amplitude: {node/steps: {node/' good.yaml >taken-name.yaml
# Several reduced models: every worker thread finds the error at the same time.
sed 's/{excitation.frequency: {from: 1/{model.springs.0: {from: 100/; s/to: 2, count: 4/to: 200, count: 40/
  s/node: 1, reduce: half_peak_to_peak/quantity: impacts, contact: 7/' good.yaml >several.yaml
sed 's/modal,/modal, modes: 5,/' good.yaml >many-modes.yaml
# A saved model is fixed: the study may state how it was reduced, but nothing else.
"$chatter" reduce good.yaml -o saved.h5 --quiet && sleep 1.1 && "$chatter" reduce good.yaml -o again.h5 --quiet || say "reduce fails"
cmp saved.h5 again.h5 || say "the same reduced model is saved as other bytes"
sed 's/^model:.*/model: {type: reduced, file: saved.h5}/; s/node: 1,/& direction: x,/; s/nodes: 1,/& normal: x,/' good.yaml >saved.yaml
sed 's/method: modal/method: rubin, modes: 1/' saved.yaml >other-method.yaml
printf 'sample_id,f\n1,1.5\n' >samples.csv
printf 'sample_id,nope\n1,1.5\n' >unknown-column.csv
printf 'sample_id,f\n1,1.5\n2\n' >ragged.csv
printf 'sample_id,f\n1,abc\n' >word.csv
printf 'f\n1\n' >no-id.csv
printf 'sample_id,f\n1,\033[31m\377\n' >control.csv
printf 'sample_id,f\n1,1e-320\n' >tiny.csv
: >empty.csv
echo 'kept' >out.h5
echo 'kept' >results.csv
echo 'kept' >good.h5
mkdir folder
before=$(find . -type f | sort | xargs sha256sum)

# expected exit code | part of the message | command line
table="
2|All commands: chatter --help|
2|unknown command 'rum' (did you mean 'run'?)|rum good.yaml
2|unknown command 'xyzzy'|xyzzy
2|unknown option '--shrad' (did you mean '--shard'?)|run good.yaml --shrad 1/2
2|unknown option '-z'|run good.yaml -z
2|unknown option '--frobnicate'|eval good.yaml --frobnicate
2|needs a value|run good.yaml --shard
2|missing arguments: chatter run STUDY|run
2|too many arguments|run good.yaml good.yaml
2|missing arguments: chatter merge|merge out.h5
2|too many arguments|devices now
2|--shard: '0/4' is not I/N|run good.yaml --shard 0/4
2|--shard: '5/4' is not I/N|run good.yaml --shard 5/4
2|--shard: 'x' is not I/N|run good.yaml --shard x
2|--threads: '-1' is not a whole number|run good.yaml --threads=-1
2|--threads: 'two' is not a whole number|run good.yaml --threads two
2|--lanes: 3 is not 1, 4 or 8|run good.yaml -o new.h5 --lanes 3
2|--team: 5 is not 1, 4, 8, 16, 32 or 128|run good.yaml -o new.h5 --team 5
2|--device: 'gpu' is not one of auto|run good.yaml -o new.h5 --device gpu
2|--precision: 'half' is not double or single|run good.yaml -o new.h5 --precision half
2|--max-time: 'soon' is not a duration|run good.yaml --max-time soon
2|--max-failed: '120%' is not a share|run good.yaml --max-failed 120%
2|--max-failed: '1.5' is not a whole number|run good.yaml --max-failed 1.5
2|give one of them|run good.yaml --resume --force
2|the ensemble has only 4 trajectories|run good.yaml -o new.h5 --shard 5/5
6|cannot be written|run good.yaml -o new.h5 --log-json /nowhere/log
6|missing.yaml|run missing.yaml
3|misspelt.yaml:5:1: unknown key 'excitatoin' (did you mean 'excitation'?)|run misspelt.yaml -o new.h5
3|misspelt.yaml:5:1: unknown key 'excitatoin'|check misspelt.yaml
3|wrong-kind.yaml:6|run wrong-kind.yaml -o new.h5 --device cpu
3|stability limit|run large-step.yaml -o new.h5 --device cpu
3|other-method.yaml:3:21: reduction.method is rubin; the saved model was reduced by modal|reduce other-method.yaml
3|--set reduction.modes=3: reduction.modes is 3; the saved model was reduced with 1|eval saved.yaml --set reduction.modes=3
3|many-modes.yaml:3:35: reduction.modes is 5; allowed: at most 1 (1 equation)|run many-modes.yaml -o new.h5 --device cpu
3|contcat|run good.yaml -o new.h5 --set contcat.gap=1
3|no figure 'scater' (did you mean 'scatter'?)|run good.yaml -o new.h5 --set plot.kind=scater
3|contact.gap|run good.yaml -o new.h5 --set contact.gap=wide
3|taken-name.yaml:9:18: an output cannot be named 'steps'|run taken-name.yaml -o new.h5 --device cpu
3|cannot be named 'steps'|eval taken-name.yaml --device cpu
3|there is no contact point 7|run several.yaml -o new.h5 --threads 2
3|there is no contact point 7|run several.yaml -o new.h5 --threads 2 --device cpu
6|--force|run good.yaml --device cpu
6|--force|run good.yaml -o out.h5 --device cpu
6|--force|eval good.yaml -o results.csv
3|unknown parameter 'nope' (inputs of this study: f, steps; |eval good.yaml -i unknown-column.csv
3|control.csv:2:3: f: '\x1B[31m\xFF' is not a number|eval good.yaml -i control.csv
3|1e-320 Hz is out of range (allowed: more than 0 Hz, at least 2.23e-308|eval good.yaml -i tiny.csv
3|1e-320 Hz is out of range (allowed: more than 0 Hz, at least 2.23e-308|eval good.yaml --set excitation.frequency=1e-320
3|unknown-column.csv:1:11|eval good.yaml -i unknown-column.csv
3|ragged.csv:3|eval good.yaml -i ragged.csv
3|word.csv:2:3|eval good.yaml -i word.csv
3|no-id.csv:1|eval good.yaml -i no-id.csv
3|empty.csv|eval good.yaml -i empty.csv
6|absent.csv|eval good.yaml -i absent.csv
6|nowhere|eval good.yaml -o /nowhere/results.csv
6|out.h5|plot out.h5 -o figure.svg
6|out.h5|info out.h5
6|out.h5|export out.h5 -o new.csv
6|absent.h5|merge new.h5 absent.h5 out.h5
6|--force|reduce good.yaml -o out.h5
"
count=0
while IFS='|' read -r code message words; do
  [ -n "$code" ] || continue
  count=$((count + 1))
  # shellcheck disable=SC2086
  "$chatter" $words >stdout.txt 2>stderr.txt </dev/null
  got=$?
  [ "$got" = "$code" ] || say "chatter $words: exit code $got, expected $code: $(head -3 stderr.txt)"
  grep -qF -- "$message" stderr.txt || say "chatter $words: no '$message' in: $(head -3 stderr.txt)"
  [ -s stdout.txt ] && say "chatter $words: wrote to standard output"
  rm -f stdout.txt stderr.txt
  [ -e new.h5.parts ] && say "chatter $words: leaves new.h5.parts"
  after=$(find . -type f | sort | xargs sha256sum)
  [ "$after" = "$before" ] || { say "chatter $words: files were touched: $(diff <(echo "$before") <(echo "$after"))"; break; }
done <<<"$table"
[ "$count" -ge 40 ] || say "only $count cases were run"

# Help begins with examples, for every command, on standard output.
"$chatter" --help | head -1 | grep -qx 'Examples:' || say "chatter --help does not start with examples"
commands=$("$chatter" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in run eval check reduce plot info export merge devices schema; do
  grep -qx "$command" <<<"$commands" || say "--help does not list $command"
  "$chatter" $command --help >help.txt || say "chatter $command --help fails"
  head -1 help.txt | grep -qx 'Examples:' || say "chatter $command --help does not start with examples"
  "$chatter" help $command | cmp -s - help.txt || say "chatter help $command differs from --help"
done
"$chatter" --version | grep -qE '^chatter [0-9]+\.[0-9]+\.[0-9]+$' || say "chatter --version"
[ "$("$chatter" -V)" = "$("$chatter" --version)" ] || say "chatter -V"
"$chatter" --completion >completion.bash && bash -n completion.bash || say "chatter --completion is no bash"
(
  # shellcheck disable=SC1091
  . ./completion.bash
  COMP_WORDS=(chatter run --sh) COMP_CWORD=2
  _chatter
  [ "${COMPREPLY[*]}" = --shard ]
) || say "the completion does not complete --sh"
"$chatter" --man >man.1 && grep -q '^.TH CHATTER' man.1 || say "chatter --man"
grep -q -- '\\-\\-max\\-time' man.1 || say "the manual page lacks --max-time"
"$chatter" devices >devices.txt || say "chatter devices fails"
grep -q '^cpu ' devices.txt || say "chatter devices lists no cpu"
"$chatter" schema | python3 -m json.tool >/dev/null 2>&1 || command -v python3 >/dev/null || true
"$chatter" run good.yaml -o drawn.h5 --device cpu 2>&1 | grep -q 'Draw it' || say "a run does not say how to draw it"
sed '/^ensemble/d' good.yaml >one.yaml
"$chatter" run one.yaml --device cpu 2>one.txt || say "a run of one trajectory fails"
grep -qx '1 trajectory: 1 ok' one.txt || say "one trajectory: $(cat one.txt)"
CHATTER_LIBCUDA=/no/such/library "$chatter" run one.yaml -o silent.h5 2>&1 | grep -q 'NVIDIA' && say "a run talks of a GPU that is not there"
CHATTER_LIBCUDA=/no/such/library "$chatter" check one.yaml | grep -q 'GPU .*no \(NVIDIA driver\|GPU backend\)' || say "check does not say that there is no GPU"
grep -q 'Draw it' one.txt && say "one number is to be drawn"
"$chatter" reduce saved.yaml | tail -1 | grep -q ' 0.01$' || say "reduce does not print the gap of a contact entry"
"$chatter" reduce saved.yaml --set reduction.damping=0 | grep -qE '^ +1 +1.59154943 +0$' || say "no damping in place of the saved one"
echo '{"kept":1}' >log.json
"$chatter" run good.yaml -o logged.h5 --device cpu --quiet --log-json log.json 2>stderr.txt || say "a quiet run fails"
[ -s stderr.txt ] && say "a quiet run talks: $(head -1 stderr.txt)"
grep -q '"level":"info","message":"4 trajectories: 4 ok"' log.json || say "--log-json lacks the summary: $(cat log.json)"
# Durations of batches, and transfers to a device with its own memory.
batches() { awk -F'"trajectories":|,"steps"' '/"message":"batch"/ && /"step_s":[0-9.e-]+/ { n += $2 } END { print n + 0 }' "$1"; }
[ "$(batches log.json)" = 4 ] && grep -q '"message":"group","trajectories":4.0,"model_s":' log.json || say "batches of the log: $(cat log.json)"
"$chatter" run good.yaml -o device.h5 --device device_sim --quiet --log-json device.json 2>stderr.txt || say "device_sim: $(cat stderr.txt)"
grep -q '"where":"device_sim".*"uploaded_bytes":[1-9][0-9]*.0,"downloaded_bytes":[1-9]' device.json || say "bytes of the log: $(cat device.json)"
grep -q '^{"kept":1}$' log.json || say "--log-json overwrites a file"
"$chatter" info /dev/full >/dev/null 2>&1 && say "info of no results file succeeds"
"$chatter" schema >/dev/full 2>stderr.txt
[ $? = 6 ] || say "a full disk behind standard output goes unnoticed"
finish
