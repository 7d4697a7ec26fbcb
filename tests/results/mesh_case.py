"""Two files with fields and, by numpy alone, the expected contents of a mesh written from them
(mesh.sh, mesh_in_meshio.sh)."""
import sys
import numpy
import field_file as ff

INSTANTS, ROWS = 5, [2, 7]  # trajectories


def mixed():
    """Two hexahedra, a wedge and a line."""
    position, cells = ff.grid(2, 1, 1, (2.0, 1.0, 1.0))
    position = numpy.vstack([position, [(2.5, 0.0, 0.0), (2.5, 0.0, 1.0), (3.5, 0.0, 0.5)]])
    entry = numpy.concatenate([ff.entries(ff.HEX, cells), ff.entries(ff.WEDGE, [[2, 12, 5, 8, 13, 11]]),
                               ff.entries(ff.LINE, [[12, 14]])])
    return position, entry


def quadratic():
    """One hexahedron with 20 nodes: a mesh with one kind of cell is not a mixed one."""
    corner = numpy.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)], float)
    pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
    position = numpy.vstack([corner] + [0.5 * (corner[a] + corner[b]) for a, b in pairs])
    return position, ff.entries(ff.HEX_20, [numpy.arange(20)])


def make(kind):
    """Everything of a file: fields by word (value, basis), and the rest."""
    position, entry = mixed() if kind == "mixed" else quadratic()
    random, n = numpy.random.default_rng(5), len(position)
    case = {"position": position, "entry": entry, "node": 10 + 3 * numpy.arange(n),
            "time": numpy.array([[0.1 * i + t for i in range(INSTANTS)] for t in ROWS])}
    shape = lambda coordinates: (len(ROWS), INSTANTS, coordinates)
    for word, coordinates, components, size in [("displacement", 4, 3, 1e-3), ("velocity", 4, 3, 1.0), ("stress", 3, 6, 1e7)]:
        case[word] = random.normal(size=shape(coordinates)), size * random.normal(size=(coordinates, n, components))
    case["shift"], case["moves"] = random.normal(size=shape(3)), numpy.arange(n) % 2
    case["force"], case["force_node"] = random.normal(size=shape(12)), numpy.array([3, 1, 3, -1])
    case["displacement"][0][1, 2, 0] = numpy.nan  # the third instant of trajectory 7 was not reached
    return case


def write(path, kind):
    case, results = make(kind), ff.Results(path, ROWS)
    rest = lambda: (case["node"], case["position"], case["entry"])
    value, basis = case["displacement"]
    results.field("sway", value, case["time"], basis, "m", *rest(), case["shift"], case["moves"], case["force"], case["force_node"])
    results.field("rate", case["velocity"][0], case["time"], case["velocity"][1], "m/s", *rest())
    results.field("strain", case["stress"][0], case["time"], case["stress"][1], "Pa", *rest())
    # At other instants, and at fewer nodes: neither is written with the first one.
    results.field("later", value, 1 + case["time"], basis, "m", *rest())
    few = ff.entries(ff.VERTEX, [[0], [1]])
    results.field("few", value, case["time"], 2 * basis[:, :2], "m", case["node"][:2], case["position"][:2], few)
    results.close()


def expected(case, row):
    """By instant: time and the values of each attribute, without instants that were not reached."""
    out = []
    for i in range(INSTANTS):
        if numpy.isnan(case["displacement"][0][row, i]).any():
            continue
        one = {w: numpy.einsum("k,knc->nc", case[w][0][row, i], case[w][1]) for w in ["displacement", "velocity", "stress"]}
        one["displacement"] = one["displacement"] + case["moves"][:, None] * case["shift"][row, i]
        xx, yy, zz, xy, yz, zx = one["stress"].T
        tensor = numpy.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
        deviator = tensor - numpy.trace(tensor) / 3 * numpy.eye(3)[:, :, None]
        one["von_mises"] = numpy.sqrt(1.5 * (deviator**2).sum(axis=(0, 1)))
        one["stress"] = numpy.array([tensor[0, 0], tensor[0, 1], tensor[0, 2], tensor[1, 1], tensor[1, 2], tensor[2, 2]]).T
        one["contact_force"] = numpy.zeros((len(case["position"]), 3))
        for p, at in enumerate(case["force_node"]):
            if at >= 0:
                one["contact_force"][at] += case["force"][row, i, 3 * p:3 * p + 3]
        one["node"] = case["node"]
        out.append((case["time"][row, i], one))
    return out


def same(a, b, what):
    a, b = numpy.asarray(a, float), numpy.asarray(b, float)
    assert a.shape == b.shape, (what, a.shape, b.shape)
    assert abs(a - b).max() <= 1e-12 * abs(b).max(), (what, abs(a - b).max())


if __name__ == "__main__":
    write("mixed.h5", "mixed")
    write("quadratic.h5", "quadratic")
