#!/usr/bin/env bash
# The Python package from the source tree, with the library of this build: see package.py.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
source=${CHATTER_SOURCE:-$here/../..}
python=/usr/bin/python3
"$python" -c 'import numpy, pandas, xarray, netCDF4, h5py' 2>/dev/null || skip "numpy, pandas, xarray, netCDF4 or h5py is missing"
[ -d "$source/python/chatter" ] || skip "the package is not here"
# The runtime of the sanitizers must be loaded first in a process; Python is not linked with it.
if ldd "$library" | grep -q libasan; then skip "built with AddressSanitizer"; fi
{ mass_before_wall && cat <<'YAML'
inputs: {f: excitation.frequency, steps: integrator.steps_per_period}
ensemble: {design: {type: grid, parameters: {f: {from: 0.5, to: 2, count: 7}}}}
outputs: {amplitude: {node: 1, reduce: half_peak_to_peak}, impulse: {quantity: normal_force, contact: sum, reduce: integral}}
YAML
} >study.yaml
printf 'sample_id,f,contact.gap\na,1.5,0.01\nb,0.7,0.02\nc,1.6,0.005\n' >samples.csv
"$chatter" eval study.yaml -i samples.csv -o expected.csv --quiet || exit 1
"$chatter" run study.yaml -o expected.h5 --quiet || exit 1
export PYTHONPATH=$source/python CHATTER_LIBRARY=$library PYTHONDONTWRITEBYTECODE=1
"$python" "$here/package.py" "$("$chatter" --version | grep -o '[0-9][0-9.]*' | head -1)" "$models" || say "package.py"
finish
