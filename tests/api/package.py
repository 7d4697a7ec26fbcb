"""The Python package chatter: the numbers of the program, its messages, Ctrl-C, threads, forks,
other users of HDF5."""
import math
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import h5py
import numpy
import pandas
import xarray

import chatter

EXPECTED_VERSION, MODELS = sys.argv[1:]
study = chatter.Study("study.yaml")


def raises(kind, function, *words):
    try:
        function()
    except kind as error:
        text = str(error)
        assert all(word in text for word in words), text
        return error
    raise AssertionError(f"no {kind.__name__}")


def check_numbers():
    expected = pandas.read_csv("expected.csv", index_col="sample_id", float_precision="round_trip")  # 17 digits
    samples = pandas.read_csv("samples.csv", index_col="sample_id")
    got = study.evaluate(samples)
    pandas.testing.assert_frame_equal(got, expected, check_exact=True)
    assert len(set(got["amplitude"])) == 3
    Y, status = study.evaluate_array(samples.to_numpy(), ["f", "contact.gap"])
    assert (Y == expected[["amplitude", "impulse"]].to_numpy()).all() and list(status) == ["ok"] * 3
    own, _ = study.evaluate_array(numpy.array([[1.5, 200]]))  # the inputs of the study, in their
                                                              # order
    assert own.shape == (1, 2) and own[0, 0] == Y[0, 0]
    columns = study.evaluate_array(numpy.asfortranarray(samples.to_numpy()), ["f", "contact.gap"])[0]
    assert (columns == Y).all()
    empty = study.evaluate(samples.iloc[:0])
    assert len(empty) == 0 and list(empty.columns) == ["status", "amplitude", "impulse"]
    coarse = chatter.Study("study.yaml", {"contact.gap": 0.02})
    assert coarse.evaluate_array([[0.7]], ["f"])[0][0, 0] == Y[1, 0]


def check_failures():
    rows = pandas.DataFrame({"f": [1.5, -1, math.nan, 1.5], "steps": [200, 200, 200, 1]}, index=[7, 5, 5, 1])
    got = study.evaluate(rows)
    assert list(got.index) == [7, 5, 5, 1]
    assert list(got["status"]) == ["ok", "out_of_range", "out_of_range", "unstable_step"], got
    assert got["amplitude"].notna().tolist() == [True, False, False, False]
    assert study.evaluate(rows, on_failure=-1)["impulse"].tolist()[1:] == [-1, -1, -1]
    error = raises(chatter.FailedRows, lambda: study.evaluate(rows, on_failure="raise"), "3 of 4", "row 3: unstable_step")
    assert error.rows == [1, 2, 3] and error.status[0] == "out_of_range" and error.code == 7
    assert pickle.loads(pickle.dumps(error)).rows == error.rows
    raises(ValueError, lambda: study.evaluate(rows, on_failure="no"), "'raise'")
    strict = chatter.Study("study.yaml", bad_rows="error")
    raises(chatter.StudyError, lambda: strict.evaluate(rows), "row 1", "'f'")


def check_messages():
    raises(chatter.StudyError, lambda: study.evaluate(pandas.DataFrame({"frequnecy": [1.0]})), "frequnecy")
    raises(chatter.FileError, lambda: chatter.Study("absent.yaml"), "absent.yaml")
    error = raises(chatter.StudyError, lambda: chatter.Study("study.yaml", {"contact.gapp": 1}), "contact.gap")
    assert error.code == 3 and isinstance(error, ValueError)
    raises(chatter.UsageError, lambda: chatter.Study("study.yaml", lanes=3).evaluate_array([[1.0]], ["f"]), "3")
    raises(TypeError, lambda: study.evaluate(pandas.DataFrame({"f": ["fast"]})), "f")
    columns = {"f": [1.5, 0.7], "contact.gap": [0.01, 0.02]}
    table = study.evaluate(pandas.DataFrame(columns))
    each = [{name: column[i] for name, column in columns.items()} for i in range(2)]
    for others in (columns, each, tuple(each)):
        assert study.evaluate(others).equals(table)
    assert study.evaluate({"f": [1.5, 0.7], "contact.gap": 0.01})["impulse"][0] == table["impulse"][0]  # of both rows
    assert study.evaluate(each[1])["amplitude"].tolist() == table["amplitude"].tolist()[1:]
    raises(TypeError, lambda: study.evaluate(columns["f"]), "of type list", "evaluate_array")
    raises(TypeError, lambda: study.evaluate({"f": "fast"}), "f")
    raises(ValueError, lambda: study.evaluate([{"f": 1}, {"contact.gap": 1}]), "different inputs")
    raises(ValueError, lambda: study.evaluate_array([1.0, 2.0], ["f"]), "shape")
    with chatter.Study("study.yaml") as closed:
        pass
    raises(ValueError, lambda: closed.outputs, "closed")


def check_known():
    assert list(study.inputs) == ["f", "steps"] and list(study.outputs) == ["amplitude", "impulse"]
    f = study.inputs["f"]
    assert (f.path, f.unit, f.default, f.maximum) == ("excitation.frequency", "Hz", 1, math.inf) and f.minimum > 0
    assert study.find("model.springs.0").structural and not f.structural
    assert [output.unit for output in study.outputs.values()] == ["m", "N s"]
    assert chatter.version() == chatter.__version__ == EXPECTED_VERSION


def check_run():
    with xarray.open_dataset("expected.h5") as expected:
        got = study.run()
        assert (got["amplitude"] == expected["amplitude"]).all() and got["amplitude"].attrs["units"] == "m"
        assert len(got["amplitude"]) == 7
        with study.run("kept.h5") as kept:
            assert (kept["amplitude"] == expected["amplitude"]).all()
    raises(chatter.FileError, lambda: study.run("kept.h5"), "kept.h5")
    study.run("kept.h5", replace=True).close()


def check_beside_others():  # libraries that include HDF5 themselves
    with h5py.File("kept.h5") as file:
        assert file["amplitude"].shape == (7,)
    before = study.evaluate_array([[1.5]], ["f"])[0][0, 0]
    with h5py.File("own.h5", "w") as file:
        file["x"] = numpy.arange(5)
        fresh = chatter.Study("study.yaml")
        assert fresh.evaluate_array([[1.5]], ["f"])[0][0, 0] == before
    with h5py.File("own.h5") as file:
        assert file["x"][4] == 4
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError):
        return
    assert MPI.COMM_WORLD.size == 1 and study.evaluate_array([[1.5]], ["f"])[0][0, 0] == before


def row(f):
    return float(study.evaluate_array([[f]], ["f"])[0][0, 0])


def check_threads_and_forks():
    rows = [1 + 0.1 * i for i in range(6)]
    expected = [row(f) for f in rows]
    got = {}
    threads = [threading.Thread(target=lambda f=f: got.update({f: row(f)})) for f in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [got[f] for f in rows] == expected
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(row, rows) == expected
    again = pickle.loads(pickle.dumps(chatter.Study("study.yaml", {"contact.gap": 0.005})))
    assert again.find("contact.gap").default == 0.005


def check_engines():
    """A bound study of every kind gives the bits of a newly opened one, for other values too."""
    for name, path, values in (("coulomb/ground2.yaml", "regimes.r1", (0.7, 0.9)),
                               ("coulomb/two-contacts.yaml", "excitation.frequency", (0.05, 0.2)),
                               ("cantilever/peak.yaml", "alpha", (0.5, 2.0)),
                               ("beams/crossed-cantilevers.yaml", "friction", (0.1, 0.3)),
                               ("beam-on-beam/growth_map.yaml", "stability.position", (0.02, 0.05)),
                               ("matrices/impact.yaml", "excitation.frequency", (470, 480))):
        bound = chatter.Study(os.path.join(MODELS, name))
        first = [bound.evaluate_array([[value]], [path])[0] for value in values]
        again = [bound.evaluate_array([[value]], [path])[0] for value in values]
        fresh = [chatter.Study(os.path.join(MODELS, name)).evaluate_array([[value]], [path])[0] for value in values]
        assert numpy.array_equal(first, again, equal_nan=True) and numpy.array_equal(first, fresh, equal_nan=True), name
        assert not numpy.array_equal(first[0], first[1], equal_nan=True), name


ENDLESS = """
import chatter, time
study = chatter.Study("study.yaml")
print("ready", flush=True)
try:
    study.evaluate_array([[1e9]], ["integrator.periods"])
except KeyboardInterrupt:
    ok = study.evaluate_array([[1.5]], ["f"])[1][0]
    print("interrupted", ok, flush=True)
"""


SLOW_IMPORT = """
import chatter, sys
study = chatter.Study(sys.argv[1])
print("ready", flush=True)
try:
    study.evaluate_array([[280.0]], ["frequency"])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def check_interrupted_import():
    """Ctrl-C while ccx makes the matrices: it ends too."""
    os.mkdir("bin")
    with open("bin/ccx", "w") as script:
        script.write("#!/bin/sh\necho $$ >$TELL\nexec sleep 60\n")
    os.chmod("bin/ccx", 0o755)
    here = os.getcwd()
    environment = dict(os.environ, PATH=os.path.join(here, "bin") + ":" + os.environ["PATH"], TELL=os.path.join(here, "pid"),
                       XDG_CACHE_HOME=os.path.join(here, "cache"))
    child = subprocess.Popen([sys.executable, "-c", SLOW_IMPORT, os.path.join(MODELS, "plate/steady.yaml")], env=environment,
                             stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    for _ in range(600):
        if os.path.exists("pid") and os.path.getsize("pid"):
            break
        time.sleep(0.05)
    begun = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n" and child.wait() == 0
    assert time.monotonic() - begun < 2
    with open("pid") as file:
        assert not os.path.exists("/proc/" + file.read().strip())


def check_interrupt():
    child = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    begun = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted ok\n"
    taken = time.monotonic() - begun
    assert child.wait() == 0 and taken < 2, taken  # a launch takes a quarter of a second; others use this machine
    caught = []

    def endless():
        try:
            study.evaluate_array([[1e9]], ["integrator.periods"])
        except chatter.Interrupted as error:
            caught.append(error.code)

    thread = threading.Thread(target=endless)
    thread.start()
    time.sleep(0.3)
    study.interrupt()
    thread.join(10)
    assert caught == [130]


for check in (check_numbers, check_failures, check_messages, check_known, check_run, check_beside_others,
              check_threads_and_forks, check_engines, check_interrupted_import, check_interrupt):
    check()
