#!/usr/bin/env bash
# Mode shapes as a field (chatter reduce --shapes): for matrices all modes, which give unit masses
# and ω² with the matrices themselves, at the reported frequencies; they are exported and drawn like
# other fields.
. "$(dirname "$0")/../program.sh"
cp -r "$models/matrices" . && cd matrices || exit 1
"$chatter" reduce impact.yaml -q --set reduction='{method: modal}' --shapes shapes.h5 2>errors.txt || say "reduce: $(cat errors.txt)"
"$chatter" export shapes.h5 --mesh shapes-mesh.xdmf 2>errors.txt || say "export: $(cat errors.txt)"
/usr/bin/python3 - <<'PYTHON' || say "the shapes are not those of the matrices"
import csv, sys
import h5py, numpy as np, scipy.io, scipy.linalg
K, M = (scipy.io.mmread(n).toarray() for n in ("K.mtx", "M.mtx"))
with h5py.File("shapes.h5") as f:
    u = np.einsum("sik,knc->sinc", f["mode"][:], f["mode_basis"][:])[0]
    frequency, node = f["mode_time"][0], list(f["mode_node"][:])
q = np.zeros((len(u), len(K)))
for row in csv.DictReader(open("dof.csv")):
    d = "xyz".index(row["dof"].strip()) if row["dof"].strip() in "xyz" else int(row["dof"]) - 1
    q[:, int(row["eq"]) - 1] = u[:, node.index(int(row["node"])), d]
omega2 = (2 * np.pi * frequency) ** 2
def off(a, b): return np.abs(a - b).max() / np.abs(b).max()
worst = [off(q @ M @ q.T, np.eye(len(u))), off(q @ K @ q.T, np.diag(omega2)),
         off(omega2, scipy.linalg.eigh(K, M, eigvals_only=True)[: len(u)])]
print(worst)
sys.exit(0 if len(u) == len(K) and max(worst) <= 1e-10 else 1)
PYTHON
"$chatter" reduce impact.yaml -q --shapes shapes.h5 2>errors.txt && say "an existing file is written over"
grep -q 'exists' errors.txt || say "no word of the existing file: $(cat errors.txt)"
finish
