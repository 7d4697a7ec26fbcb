#!/usr/bin/env bash
# Results open in xarray and netCDF4 with dimensions, units, flags, texts and attributes as written by t70.
build=$1
python=/usr/bin/python3
"$python" -c 'import xarray, netCDF4' 2>/dev/null || { echo "skipped: python3-xarray or python3-netcdf4 is missing"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$build/tests/t70_results_file" write "$folder/a.h5" || exit 1
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
