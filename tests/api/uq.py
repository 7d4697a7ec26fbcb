"""The examples of docs/uq, compared with numbers by other methods: rows by `chatter eval`,
statistics by numpy. Exit code 77: no tool is installed."""
import csv
import importlib.util
import io
import math
import subprocess
import sys
import time

import numpy

CHATTER = sys.argv[1]


def example(name):
    done = subprocess.run([sys.executable, name], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(names, values):
    """The amplitudes by the program, from a table."""
    table = "\n".join(["sample_id," + ",".join(names)] +
                      [",".join([str(i)] + [repr(float(x)) for x in row]) for i, row in enumerate(values)])
    done = subprocess.run([CHATTER, "eval", "wall.yaml", "-i", "-", "-q"], input=table, capture_output=True, text=True, check=True)
    return numpy.array([float(row["amplitude"]) for row in csv.DictReader(io.StringIO(done.stdout))])


def sobol_salib():
    from SALib.sample import sobol
    names = ["frequency", "gap", "force"]
    problem = {"num_vars": 3, "names": names, "bounds": [[1.0, 1.1], [0.018, 0.03], [0.8, 1.2]]}
    Y = rows(names, sobol.sample(problem, 256, seed=1)).reshape(256, 8)  # A, three of AB, three of BA, B of each point
    Y = (Y - Y.mean()) / Y.std()
    A, AB, B = Y[:, :1], Y[:, 1:4], Y[:, 7:]
    variance = numpy.var(numpy.r_[A, B])
    first = (B * (AB - A)).mean(axis=0) / variance  # Saltelli et al. 2010, table 2, (b)
    total = 0.5 * ((A - AB)**2).mean(axis=0) / variance  # (f), Jansen
    lines = [line.split() for line in example("sobol_salib.py").splitlines()]
    assert [line[0] for line in lines] == names
    got = numpy.array([[float(x) for x in line[1:]] for line in lines])
    # Rounding of sums of 256 terms.
    assert numpy.allclose(got[:, 0], first, rtol=0, atol=1e-12) and numpy.allclose(got[:, 1], total, rtol=0, atol=1e-12)
    assert got[2, 0] > got[0, 0] > 0.05


def amplitude(f, force):
    """Response of the mass before it touches the wall, in closed form."""
    r = 2 * math.pi * f / 10
    return force / 100 / numpy.sqrt((1 - r**2)**2 + (0.1 * r)**2)


def form_openturns():
    form, monte_carlo = (float(x) for x in example("form_openturns.py").split())
    # The wall is at 0.03 m, beyond the limit: the event is that of the linear motion; quadrature
    # over both normal inputs.
    x = numpy.linspace(-6, 6, 1201)
    weight = numpy.exp(-0.5 * x**2)
    weight /= weight.sum()
    above = amplitude(1.05 + 0.02 * x[:, None], 1 + 0.05 * x[None, :]) > 0.0195
    expected = float((weight[:, None] * weight[None, :] * above).sum())
    assert abs(form - expected) < 0.1 * expected, (form, expected)  # curvature of the limit state, which FORM leaves out
    assert abs(monte_carlo - expected) < 4 * math.sqrt(expected / 1e4) + 0.03 * expected, (monte_carlo, expected)  # and of 100 steps a period


def posterior_emcee():
    mean, deviation = (float(x) for x in example("posterior_emcee.py").split())
    gaps = numpy.linspace(0.015, 0.02, 501)[1:-1]
    density = numpy.exp(-0.5 * ((rows(["gap"], gaps[:, None]) - 0.0160) / 0.0003)**2)
    density /= density.sum()
    expected = float((density * gaps).sum())
    spread = math.sqrt(float((density * (gaps - expected)**2).sum()))
    # 4,800 values, correlated over some thirty steps.
    assert abs(mean - expected) < 0.35 * spread and abs(deviation / spread - 1) < 0.35, (mean, expected, deviation, spread)


def server_umbridge():
    import umbridge
    port = 20000 + numpy.random.default_rng().integers(20000)
    server = subprocess.Popen([sys.executable, "server_umbridge.py", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                model = umbridge.HTTPModel(f"http://localhost:{port}", "forward")
                break
            except Exception:  # not started yet
                assert server.poll() is None
                time.sleep(0.2)
        assert model.get_input_sizes() == [3] and model.get_output_sizes() == [1]
        expected = rows(["frequency", "gap", "force"], [[1.05, 0.02, 1.0], [1.2, 0.02, 1.1]])
        assert [model([[1.05, 0.02, 1.0]])[0][0], model([[1.2, 0.02, 1.1]])[0][0]] == expected.tolist()
    finally:
        server.terminate()
        server.wait()


TOOLS = {"SALib": sobol_salib, "openturns": form_openturns, "emcee": posterior_emcee, "umbridge": server_umbridge}
there = [name for name in TOOLS if importlib.util.find_spec(name)]
for name in there:
    TOOLS[name]()
    print(name)
if not there:
    print("skipped: none of " + ", ".join(TOOLS) + " is installed (CHATTER_UQ_PYTHON may name a Python that has some)")
    sys.exit(77)
