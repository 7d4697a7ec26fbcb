#!/usr/bin/env bash
# Results are read by xarray and netCDF4 with dimensions, units, flags, texts and attributes as
# written by file.c.
build=$1
python=/usr/bin/python3
"$python" -c 'import xarray, netCDF4' 2>/dev/null || { echo "skipped: python3-xarray or python3-netcdf4 is missing"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$build/tests/results/tests" file write "$folder/a.h5" || exit 1
"$python" - "$folder/a.h5" <<'PYTHON'
import math, sys, warnings
import netCDF4, numpy, xarray
warnings.simplefilter("error")
engines = ["netcdf4"]
try:
    import h5netcdf
    engines.append("h5netcdf")
except ImportError:
    pass
for engine in engines:
    with xarray.open_dataset(sys.argv[1], engine=engine) as data:
        assert dict(data.sizes) == {"trajectory": 7, "window": 3, "series": 2, "sample": 5}, data.sizes
        assert list(data["trajectory"].values) == list(range(7)) and "trajectory" in data.coords
        assert data["window_amplitude"].dims == ("trajectory", "window")
        expected = numpy.arange(7)[:, None] + 0.1 * numpy.arange(3)
        assert (data["window_amplitude"].values == expected).all()
        amplitude = data["amplitude"]
        assert amplitude.attrs["units"] == "m" and amplitude.attrs["long_name"] == "half peak-to-peak"
        assert math.isnan(amplitude[4]) and math.isinf(amplitude[5]) and float(amplitude[0]) == 1 / 3
        assert data["status"].attrs["flag_meanings"].split() == ["ok", "diverged", "not_run"]
        assert list(data["status"].attrs["flag_values"]) == [0, 1, 2]
        assert list(data["status"].values) == [0, 1, 2, 0, 1, 2, 0]
        assert list(data["sample_id"].values) == ["plate", "plate", "", "Länge µ", "plate", "plate", "plate"]
        assert (data["history"].values.ravel() == numpy.arange(10) ** 2).all()
        assert data.attrs["Conventions"] == "CF-1.9" and data.attrs["seed"] == 7
        assert data.attrs["study"] == "study: transient\ntitle: größer\n"
with netCDF4.Dataset(sys.argv[1]) as data:  # creation order is kept
    assert list(data.variables) == ["trajectory", "status", "amplitude", "window_amplitude", "sample_id", "history"]
PYTHON
[ $? = 0 ] || exit 1

# Time series and windows have their times: values of a free oscillation are those of x0 cos(2 pi 5
# t) there. The phase error of the scheme is (omega dt)^2 / 24 omega t < 1.7e-4 rad with dt = 1/4000
# s up to t = 2 s, 1.7e-7 m; a time off by one step would give 6e-6 m or more.
cat >"$folder/free.yaml" <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [986.960440108936]}
contact: {nodes: 1, law: unilateral, gap: 1.0}
initial: {displacement: 1.0e-3}
integrator: {scheme: moreau, steps_per_period: 1000, period_frequency: 5, periods: 8, window: 3, windows: 7}
ensemble: {design: {type: grid, parameters: {integrator.period_frequency: {values: [4, 5]}}}}
outputs:
  tip: {node: 1, reduce: series, every: 7, trajectories: [0, 1]}
  mean: {node: 1, reduce: window_mean}
YAML
"$build/chatter" run "$folder/free.yaml" -q --device cpu -o "$folder/free.h5" || exit 1
"$build/chatter" export "$folder/free.h5" -o "$folder/free.csv" 2>/dev/null || exit 1
head -1 "$folder/free-series-tip_sample.csv" | grep -qx 'series,tip_sample,tip,tip_time' || { echo "no times in the CSV table"; exit 1; }
head -1 "$folder/free-window.csv" | grep -qx 'trajectory,window,mean,window_start,window_end' || { echo "no window times in CSV"; exit 1; }
"$python" - "$folder/free.h5" <<'PYTHON'
import sys
import numpy, xarray
omega = 2 * numpy.pi * 5
with xarray.open_dataset(sys.argv[1]) as data:
    assert {"tip_time", "window_start", "window_end"} <= set(data.coords), data.coords
    assert data["tip_time"].attrs["units"] == "s"
    assert abs(data["tip"] - 1e-3 * numpy.cos(omega * data["tip_time"])).max() < 1.7e-7
    for i, f in enumerate([4, 5]):
        t = data["tip_time"].values[i]
        assert abs(t[0] - 5 / f) < 1e-12 and numpy.allclose(numpy.diff(t), 7 / (1000 * f), atol=1e-12)
        start, end = data["window_start"].values[i], data["window_end"].values[i]
        assert (end[:-1] == start[1:]).all() and abs(start[0] - 5 / f) < 1e-12 and abs(end[-1] - 8 / f) < 1e-12
        for w in range(7):
            k = numpy.arange(round(start[w] * 1000 * f), round(end[w] * 1000 * f))
            mean = 1e-3 * numpy.cos(omega * k / (1000 * f)).mean()
            assert abs(data["mean"].values[i, w] - mean) < 1.7e-7, (i, w)
PYTHON

# A dimension for the contact points, with their nodes.
cat >"$folder/points.yaml" <<'YAML'
study: transient
model: {type: chain, masses: [1.0, 2.0], springs: [1.0e4, 1.0e4]}
contact: [{nodes: 1, law: unilateral, gap: 1.0e-5}, {nodes: 2, law: unilateral, gap: 2.0e-5}]
excitation: {node: 1, amplitude: 5.0, frequency: 10}
integrator: {scheme: moreau, steps_per_period: 500, periods: 3, windows: 2}
outputs:
  force: {quantity: impulse, contact: all, reduce: max}
  pulse: {quantity: impulse, contact: all, reduce: window_max}
  history: {quantity: impulse, contact: all, reduce: series}
YAML
"$build/chatter" run "$folder/points.yaml" -q --device cpu -o "$folder/points.h5" || exit 1
"$python" - "$folder/points.h5" <<'PYTHON'
import sys
import xarray
with xarray.open_dataset(sys.argv[1]) as data:
    assert data["force"].dims == ("trajectory", "point") and data["pulse"].dims == ("trajectory", "point", "window")
    assert data["history"].dims == ("series", "point", "history_sample") and data["history_time"].dims == ("series", "history_sample")
    for name in ["force", "pulse", "history"]:
        assert list(data[name].coords["point_node"].values) == [1, 2], name
    assert (data["history"].max("history_sample").values == data["force"].values).all() and (data["force"] > 0).all()
    assert (data["pulse"].max("window") == data["force"]).all()
PYTHON
[ $? = 0 ] || exit 1

# Curves of different length per trajectory (CF: contiguous ragged arrays), as written by ragged.c.
"$build/tests/results/tests" ragged write "$folder/ragged.h5" || exit 1
"$python" - "$folder/ragged.h5" <<'PYTHON'
import sys
import numpy, xarray
with xarray.open_dataset(sys.argv[1]) as data:
    sizes = data["row_size"]
    assert sizes.attrs["sample_dimension"] == "point" and sizes.dims == ("trajectory",)
    assert list(sizes.values) == [1, 8, 0, 11, 7] and data.attrs["Conventions"] == "CF-1.9"
    assert data["tip_cos"].dims == ("point", "harmonic") and data["event"].attrs["flag_meanings"] == "none maximum minimum"
    trajectory = numpy.repeat(data["trajectory"].values, sizes.values)
    point = numpy.concatenate([numpy.arange(n) for n in sizes.values])
    assert (data["frequency"].values == 100 * trajectory + point).all()
    assert (data["tip_cos"].values == (100 * trajectory + point)[:, None] + numpy.arange(3) / 8).all()
PYTHON
