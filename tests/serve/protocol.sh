#!/usr/bin/env bash
# `chatter serve`: UM-Bridge 1.0 by Python's HTTP client: every request and every error with its
# code; the numbers of `chatter eval`; a config; 256 simultaneous clients in few launches, one with
# an invalid request; a clean end.
. "$(dirname "$0")/../program.sh"
python=/usr/bin/python3
{ mass_before_wall && cat <<'YAML'
inputs: {f: excitation.frequency, gap: contact.gap}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}, largest: {node: 1, reduce: max}}
YAML
} >chain.yaml
"$chatter" serve chain.yaml --port 0 --device cpu 2>serve.log &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
speaks() { grep -q 'http://' serve.log || ! kill -0 $server 2>/dev/null; }
wait_until speaks
grep -q 'without libmicrohttpd' serve.log && { echo "skipped: built without libmicrohttpd"; exit 77; }
port=$(sed -nE 's|.*http://127.0.0.1:([0-9]+) .*|\1|p' serve.log)
[ -n "$port" ] || { say "no port: $(cat serve.log)"; finish; }

# Samples, and the results of eval.
{ echo 'sample_id,f,gap'; for i in $(seq 256); do echo "$i,$(awk -v i="$i" 'BEGIN { printf "%.6f,%.6f", 0.5 + i / 200, 0.005 + i / 20000 }')"; done; } >samples.csv
"$chatter" eval chain.yaml -i samples.csv -o expected.csv -q --device cpu || say "eval fails"
"$chatter" eval chain.yaml -i samples.csv -o stiff.csv -q --device cpu --set excitation.amplitude=2 || say "eval with --set fails"

"$python" - "$port" <<'PYTHON' 2>message || say "$(cat message)"
import csv, http.client, json, sys, threading

port = int(sys.argv[1])


def ask(path, body=None, method=None, raw=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    data = raw if raw is not None else None if body is None else json.dumps(body)
    connection.request(method or ("GET" if data is None else "POST"), path, data)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, json.loads(text) if text else None


def refused(code, kind, words, *arguments, **named):
    status, answer = ask(*arguments, **named)
    assert status == code and set(answer) == {"error"} and set(answer["error"]) == {"type", "message"}, (arguments, status, answer)
    assert answer["error"]["type"] == kind and words in answer["error"]["message"], (arguments, answer)


def evaluate(vector, **more):
    return {"name": "chain", "input": [vector], **more}


model = {"name": "chain"}
assert ask("/Info") == (200, {"protocolVersion": 1.0, "models": ["chain"]})
assert ask("/ModelInfo", model) == (200, {"support": {"Evaluate": True, "Gradient": False, "ApplyJacobian": False, "ApplyHessian": False}})
assert ask("/InputSizes", model) == (200, {"inputSizes": [2]})
assert ask("/InputSizes", {**model, "config": {}}) == (200, {"inputSizes": [2]})
assert ask("/OutputSizes", model) == (200, {"outputSizes": [2]})
# Keys changed by a config apply to the study of that config.
assert ask("/OutputSizes", {**model, "config": {"outputs": {"only": {"node": 1, "reduce": "max"}}}}) == (200, {"outputSizes": [1]})

rows = [[float(x) for x in row[1:]] for row in list(csv.reader(open("samples.csv")))[1:]]
expected = [[float(x) for x in row[2:]] for row in list(csv.reader(open("expected.csv")))[1:]]
stiff = [[float(x) for x in row[2:]] for row in list(csv.reader(open("stiff.csv")))[1:]]
assert ask("/Evaluate", evaluate(rows[0])) == (200, {"output": [expected[0]]})  # every bit: 17 digits
assert ask("/Evaluate", evaluate(rows[7], config={"excitation.amplitude": 2})) == (200, {"output": [stiff[7]]})
assert ask("/Evaluate", evaluate(rows[7], config=None)) == (200, {"output": [expected[7]]})

for path in ("/Gradient", "/ApplyJacobian", "/ApplyHessian"):
    refused(400, "UnsupportedFeature", path[1:], path, model)
refused(404, "UnsupportedFeature", "did you mean '/Evaluate'", "/Evaluat", model)
refused(405, "UnsupportedFeature", "by POST", "/Evaluate")
refused(405, "UnsupportedFeature", "by GET", "/Info", model)
for path in ("/ModelInfo", "/InputSizes", "/OutputSizes", "/Evaluate", "/Gradient"):
    refused(400, "ModelNotFound", "there is 'chain'", path, {"name": "forward"})
refused(400, "ModelNotFound", "chain", "/Evaluate", {"input": [[1, 1]]})
refused(400, "InvalidInput", "line 1, column", "/Evaluate", raw='{"name": "chain", "input": [[1, 2')
refused(400, "InvalidInput", "no JSON object", "/Evaluate", raw="[]")
refused(400, "InvalidInput", "no JSON object", "/Evaluate", raw='{"name": "chain", "input": [[NaN, 1]]}')
refused(400, "InvalidInput", "0 vectors", "/Evaluate", model)
refused(400, "InvalidInput", "2 vectors", "/Evaluate", {**model, "input": [[1], [0.01]]})
refused(400, "InvalidInput", "3 numbers, 2 are expected: f, gap", "/Evaluate", evaluate([1, 2, 3]))
refused(400, "InvalidInput", "input[0][1] is no number", "/Evaluate", evaluate([1, "two"]))
refused(400, "InvalidInput", "-1 Hz is out of range", "/Evaluate", evaluate([-1, 0.01]))
refused(400, "InvalidInput", "config is no object", "/Evaluate", evaluate([1, 0.01], config=[1]))
refused(400, "InvalidInput", "did you mean 'gap'", "/Evaluate", evaluate([1, 0.01], config={"contact.gaap": 1}))
refused(400, "InvalidInput", "config: ", "/InputSizes", {**model, "config": {"integrator.periods": "many"}})
for key, value in (("model.deck", "/etc/passwd"), ("model", {"type": "calculix", "deck": "/etc/passwd"}), ("initial.from", "x.h5"),
                   ("drives", {"quake": {"type": "table", "file": "x.csv"}}), ("drives.quake.file", ["x.csv"]),
                   ("ensemble", {"design": {"type": "file", "file": "x.csv"}}), ("ensemble.file", "x.csv")):
    refused(400, "InvalidInput", f"'{key}' names a file", "/Evaluate", evaluate([1, 0.01], config={key: value}))
refused(400, "InvalidInput", "is no path", "/Evaluate", evaluate([1, 0.01], config={"contact.gap=0.01\nmodel.deck": "/etc/passwd"}))
refused(500, "InvalidOutput", "the trajectory failed: ", "/Evaluate", evaluate([1, 0.01], config={"integrator.steps_per_period": 1.5}))
refused(413, "InvalidInput", "longer", "/Evaluate", raw=" " * 1100000)

# 256 at once, each with its own connection; only number 100 is out of range.
answers, ready = [None] * len(rows), threading.Barrier(len(rows))


def client(i):
    ready.wait()
    answers[i] = ask("/Evaluate", evaluate([-1, 0.01] if i == 100 else rows[i]))


threads = [threading.Thread(target=client, args=(i,)) for i in range(len(rows))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for i, answer in enumerate(answers):
    if i == 100:
        assert answer[0] == 400 and answer[1]["error"]["type"] == "InvalidInput", answer
    else:
        assert answer == (200, {"output": [expected[i]]}), (i, answer)
PYTHON

kill -INT $server
wait $server
code=$?
[ $code = 0 ] && grep -q 'Ended by SIGINT' serve.log || say "the end: exit $code, $(tail -1 serve.log)"
# 8 evaluations before the 256, which run in few launches (one launch per client would be 256).
read -r rows launches < <(sed -nE 's/^([0-9]+) rows? in ([0-9]+) launches$/\1 \2/p' serve.log)
[ "${rows:-0}" -ge 260 ] && [ "$launches" -le 60 ] || say "not gathered: $(tail -2 serve.log)"

refused() { # CODE PATTERN WORDS...
  timeout 20 "$chatter" serve "${@:3}" 2>message
  local code=$?
  [ $code = "$1" ] && grep -q -- "$2" message || say "serve ${*:3}: exit $code, $(cat message)"
}
sed '/^inputs/d' chain.yaml >none.yaml
refused 3 'names no inputs' none.yaml --port 0
refused 2 'port' chain.yaml --port 70000
refused 2 "'nowhere' is no address" chain.yaml --port 0 --address nowhere
refused 6 'absent.yaml' absent.yaml
# A port that another server uses.
"$chatter" serve chain.yaml --port 0 2>first.log &
server=$!
spoken() { grep -q 'http://' first.log; }
wait_until spoken
refused 6 'taken by another program' chain.yaml --port "$(sed -nE 's|.*127.0.0.1:([0-9]+) .*|\1|p' first.log)"
kill -TERM $server
wait $server || say "SIGTERM: exit $?"
finish
