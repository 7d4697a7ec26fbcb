#!/usr/bin/env bash
# The C library from Python (ctypes): the same numbers as `chatter eval`, errors as texts.
. "$(dirname "$0")/../program.sh"
command -v python3 >/dev/null || skip "python3 is missing"
# The runtime of the sanitizers must be loaded first in a process; Python is not linked with it.
if ldd "$library" | grep -q libasan; then skip "built with AddressSanitizer"; fi
{ mass_before_wall && cat <<'YAML'
inputs: {f: excitation.frequency, steps: integrator.steps_per_period}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}, largest: {node: 1, reduce: max}}
YAML
} >study.yaml
printf 'sample_id,f,contact.gap\na,1.5,0.01\nb,0.7,0.02\nc,1.6,0.005\n' >samples.csv
"$chatter" eval study.yaml -i samples.csv -o expected.csv --quiet --device cpu || exit 1
cat >check.py <<'PY'
import ctypes as c
import csv, math, sys

lib = c.CDLL(sys.argv[1])
lib.chatter_error.restype = lib.chatter_output_name.restype = lib.chatter_input_name.restype = c.c_char_p
lib.chatter_status_word.restype = lib.chatter_version.restype = c.c_char_p
lib.chatter_open.argtypes = [c.c_char_p, c.c_void_p, c.POINTER(c.c_void_p)]
for f in (lib.chatter_close, lib.chatter_output_count, lib.chatter_input_count):
    f.argtypes = [c.c_void_p]
lib.chatter_output_name.argtypes = lib.chatter_input_name.argtypes = [c.c_void_p, c.c_int]
lib.chatter_evaluate.argtypes = [c.c_void_p, c.c_long, c.c_int, c.POINTER(c.c_char_p), c.POINTER(c.c_double), c.c_int,
                                 c.POINTER(c.c_double), c.POINTER(c.c_int)]

study = c.c_void_p()
assert lib.chatter_open(b"absent.yaml", None, c.byref(study)) == 6 and not study
assert b"absent.yaml" in lib.chatter_error()
assert lib.chatter_open(b"study.yaml", None, c.byref(study)) == 0, lib.chatter_error()
assert [lib.chatter_input_name(study, i) for i in range(lib.chatter_input_count(study) + 1)] == [b"f", b"steps", None]
n_outputs = lib.chatter_output_count(study)
assert [lib.chatter_output_name(study, i) for i in range(n_outputs)] == [b"amplitude", b"largest"]


def evaluate(names, rows, n_outputs=n_outputs):
    flat = [x for row in rows for x in row]
    outputs = (c.c_double * (len(rows) * max(n_outputs, 1)))()
    statuses = (c.c_int * len(rows))()
    code = lib.chatter_evaluate(study, len(rows), len(names), (c.c_char_p * len(names))(*names),
                                (c.c_double * len(flat))(*flat), n_outputs, outputs, statuses)
    return code, [list(outputs[i * n_outputs:(i + 1) * n_outputs]) for i in range(len(rows))], list(statuses)


code, values, statuses = evaluate([b"f", b"contact.gap"], [[1.5, 0.01], [0.7, 0.02], [1.6, 0.005]])
assert code == 0, lib.chatter_error()
expected = list(csv.reader(open("expected.csv")))
assert expected[0] == ["sample_id", "status", "amplitude", "largest"], expected[0]
for row, got, status in zip(expected[1:], values, statuses):
    assert row[1] == lib.chatter_status_word(status).decode() == "ok"
    assert [float(x) for x in row[2:]] == got, (row, got)  # 17 digits are read back exactly
assert len({tuple(v) for v in values}) == 3  # three different answers

# A step that is too large fails its row only; a second call on the same handle gives the same bits.
code, again, statuses = evaluate([b"f", b"steps"], [[1.5, 200], [1.5, 1]])
assert code == 0, lib.chatter_error()
assert again[0] == values[0] and statuses[0] == 0
assert all(math.isnan(x) for x in again[1]) and lib.chatter_status_word(statuses[1]) == b"unstable_step"

assert evaluate([b"frequnecy"], [[1.0]])[0] == 3 and b"frequnecy" in lib.chatter_error()
assert evaluate([b"f", b"excitation.frequency"], [[1.0, 1.0]])[0] == 3 and b"twice" in lib.chatter_error()
assert evaluate([b"f"], [[-1.0]])[0] == 3 and b"row 0" in lib.chatter_error()
assert evaluate([b"f"], [[math.nan]])[0] == 3
assert evaluate([b"f"], [[1.0]], 1)[0] == 2
assert lib.chatter_evaluate(None, 1, 0, None, None, 0, None, None) == 2
lib.chatter_close(study)
lib.chatter_close(None)
# Properties of an output follow after all outputs: a linear oscillator is stable.
balance = c.c_void_p()
assert lib.chatter_open(b"balance.yaml", None, c.byref(balance)) == 0, lib.chatter_error()
count = lib.chatter_output_count(balance)
assert [lib.chatter_output_name(balance, i) for i in range(count)] == [b"x", b"w", b"x_stable", b"w_stable"]
assert lib.chatter_output_name(balance, count) is None
values = (c.c_double * count)()
assert lib.chatter_evaluate(balance, 1, 0, None, None, count, values, None) == 0, lib.chatter_error()
assert values[2] == 1 and values[3] == 1 and 0 < values[0] < math.inf, list(values)
lib.chatter_close(balance)
PY
cat >balance.yaml <<'YAML'
study: response
model: {type: chain, masses: [1], springs: [1]}
reduction: {method: modal, damping: 0.05}
contact: {nodes: 1, law: cubic, cubic_stiffness: 1.0e-9}
excitation: {node: 1, amplitude: 0.1, phase: cos}
response: {from: 0.1, to: 0.3, harmonics: 3}
outputs:
  x: {quantity: peak_amplitude, node: 1}
  w: {quantity: peak_frequency}
YAML
python3 check.py "$library"
