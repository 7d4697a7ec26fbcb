#!/usr/bin/env bash
# Statistics of a response curve at the frequencies of a grid, compared with numpy from the rows,
# and of its peak; statistics of numbers that only points of the curve have are refused before the
# run.
. "$(dirname "$0")/../../program.sh"
cat >curve.yaml <<'YAML'
study: response
model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}
reduction: {method: modal, damping: 0.02}
contact: {nodes: 1, law: elastic, tangential_stiffness: 50, friction: 0.3, preload: 1}
excitation: {node: 3, amplitude: 1}
response: {from: 0.5, to: 4, harmonics: 3, grid: [0.6, 3.9, 12]}
outputs: {x: {quantity: displacement, node: 3}, peak: {quantity: peak_amplitude, node: 3}}
ensemble: {design: {type: random, count: 24, parameters: {excitation.amplitude: {from: 0.5, to: 1.5}}}}
statistics: {outputs: {x_upper: {limits: 0.05}, peak: {}}}
YAML
"$chatter" run curve.yaml -o curve.h5 --quiet 2>errors.txt || say "run: $(cat errors.txt)"
/usr/bin/python3 - <<'PYTHON' || say "the grid has other statistics"
import h5py, numpy as np
with h5py.File("curve.h5") as f:
    for name in "x_upper", "peak":
        x, mean = f[name][:], f[name + "_mean"][:]
        assert mean.shape == (4,) + x.shape[1:] and x.std() > 0
        for c, n in enumerate(f["statistics_count"][:]):
            assert (abs(mean[c] / x[:n].mean(axis=0) - 1) < 1e-14).all()  # sums of 24 numbers in another order
    share = (f["x_upper"][:] > 0.05).mean(axis=0)
    assert (f["x_upper_exceedance"][-1, 0] == share).all() and 0 < share.max() < 1
PYTHON
"$chatter" stats curve.h5 --csv | grep -q '^x_upper,mean,,grid_frequency=3.6,24,' || say "frequencies of the grid are called otherwise"
"$chatter" check curve.yaml --set 'statistics.outputs={x: {}}' >/dev/null 2>message && say "a curve has statistics"
grep -q "the results will have no numbers 'x' of every trajectory" message || say "of a curve: $(cat message)"
finish
