#!/usr/bin/env bash
# The wheel, made by tools/wheel (or the one that CHATTER_WHEEL names), installed in a separate
# environment: the package passes its test with the included libraries, together with h5py, netCDF4
# and, if installed, mpi4py with theirs.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/program.sh"
source=${CHATTER_SOURCE:-$here/..}
python=${CHATTER_WHEEL_PYTHON:-/usr/bin/python3}
"$python" -c 'import numpy, pandas, xarray, netCDF4, h5py, venv' 2>/dev/null || skip "numpy, pandas, xarray, netCDF4, h5py or venv is missing"
if [ -z "${CHATTER_WHEEL:-}" ]; then
  "$python" -c 'import scikit_build_core, auditwheel' 2>/dev/null || skip "scikit-build-core or auditwheel is missing"
  "$source/tools/wheel" "$build" >made.txt 2>&1 || { say "tools/wheel: $(tail -20 made.txt)"; finish; }
  CHATTER_WHEEL=$source/$(tail -1 made.txt)
fi
case $CHATTER_WHEEL in *-py3-none-manylinux_2_36_x86_64.whl) ;; *) say "its name: $CHATTER_WHEEL" ;; esac
"$python" -m venv --system-site-packages own && own/bin/python -m pip install -q --no-deps --no-index "$CHATTER_WHEEL" 2>errors.txt ||
  { say "pip: $(cat errors.txt)"; finish; }
unset PYTHONPATH CHATTER_LIBRARY
where=$(own/bin/python -c 'import chatter; chatter.version(); print(chatter.__file__)')
case $where in "$work"/own/*) ;; *) say "it is imported from $where" ;; esac
own/bin/python -c 'import chatter; chatter.version()
wrong = {line.split()[-1] for line in open("/proc/self/maps") if "/usr/" in line and any(name in line for name in ("hdf5", "openblas", "mumps", "jansson", "yaml-"))}
assert not wrong, wrong' || say "libraries of the system are loaded"
# The studies and expected numbers of the package's test, by the program of this build.
sed -n "/^cat >study.yaml/,/^YAML/p" "$here/api/package.sh" | sed '1d;$d' >study.yaml
printf 'sample_id,f,contact.gap\na,1.5,0.01\nb,0.7,0.02\nc,1.6,0.005\n' >samples.csv
"$chatter" eval study.yaml -i samples.csv -o expected.csv --quiet && "$chatter" run study.yaml -o expected.h5 --quiet || say "chatter"
own/bin/python "$here/api/package.py" "$("$chatter" --version | grep -o '[0-9][0-9.]*' | head -1)" "$models" || say "package.py"
finish
