#!/usr/bin/env bash
# A field of 57,267 degrees of freedom at 1,000 instants becomes a mesh in much less than 1 GB: its
# numbers are 458 MB, its basis 27 MB. Measured by the operating system (largest resident set) and
# limited by the address space.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
readelf -d "$chatter" 2>/dev/null | grep -qE 'lib[at]san' && skip "the sanitizers reserve terabytes of address space"
python=/usr/bin/python3
"$python" -c 'import h5py, numpy' 2>/dev/null || { echo "skipped: python3-h5py is missing"; exit 77; }
export PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1
[ "$(df --output=avail -k . | tail -1)" -gt 1500000 ] || { echo "skipped: less than 1.5 GB of disk"; exit 77; }
"$python" - <<'PYTHON' || exit 1
import numpy
import field_file as ff
position, cells = ff.grid(100, 26, 6, (0.2, 0.05, 0.01))
random, n = numpy.random.default_rng(1), len(position)
assert n == 19089, n
results = ff.Results("large.h5", [0])
results.field("sway", random.normal(size=(1, 1000, 60)), numpy.arange(1000.0)[None] * 1e-3, random.normal(size=(60, n, 3)),
              "m", numpy.arange(n), position, ff.entries(ff.HEX, cells))
results.close()
PYTHON
"$python" - "$chatter" <<'PYTHON' || say "too much memory, or wrong numbers"
import resource, subprocess, sys, time
import h5py, numpy
begin = time.time()
def limit(): resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
subprocess.run([sys.argv[1], "export", "large.h5", "--mesh", "mesh.xdmf"], check=True, preexec_fn=limit)
used = 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("%.0f MB, %.1f s" % (used / 1e6, time.time() - begin))
assert used < 300e6, used
with h5py.File("mesh.h5") as mesh, h5py.File("large.h5") as results:
    assert len(mesh["displacement"]) == 1000
    for i in [0, 500, 999]:
        wanted = numpy.einsum("k,knc->nc", results["sway"][0, i], results["sway_basis"][()])
        assert abs(mesh["displacement/%d" % i][()] - wanted).max() < 1e-12 * abs(wanted).max()
PYTHON
finish
