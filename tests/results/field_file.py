"""Results files with fields on a mesh, as any program could write them with h5py: for the tests of
readers."""
import h5py
import numpy

HEX, HEX_20, QUAD, TET, WEDGE, LINE, VERTEX = 9, 48, 5, 6, 8, 2, 1


class Results:
    def __init__(self, path, series, title="a part"):
        self.file = h5py.File(path, "w", track_order=True)
        self.file.attrs["title"] = title
        self.file.attrs["study"] = "study: transient\n"
        self.series = numpy.array(series, "i4")
        self.put("series", self.series, ["series"])

    def put(self, name, data, dims, units="1", role=None, long_name=""):
        data = numpy.asarray(data)
        data = data.astype("f8" if data.dtype.kind == "f" else "i4")
        dataset = self.file.create_dataset(name, data=data)
        dataset.attrs["units"], dataset.attrs["long_name"] = units, long_name
        if role:
            dataset.attrs["role"] = role
        if dims == [name]:
            dataset.make_scale(name)
            return
        for i, dim in enumerate(dims):
            if dim not in self.file:
                scale = self.file.create_dataset(dim, data=numpy.zeros(data.shape[i], "f4"))
                scale.make_scale("This is a netCDF dimension but not a netCDF variable.%10d" % data.shape[i])
            dataset.dims[i].attach_scale(self.file[dim])

    def field(self, name, value, time, basis, units, node, position, cells, shift=None, moves=None, force=None,
              force_node=None, what="displacement of all nodes"):
        n = lambda *words: ["series" if w == "series" else name + "_" + w for w in words]
        self.put(name, value, n("series", "instant", "coordinate"), "1", "field",
                 "%s, in coordinates of %s_basis" % (what, name))
        self.put(name + "_time", time, n("series", "instant"), "s", "time")
        self.put(name + "_node", node, n("node"))
        self.put(name + "_basis", basis, n("coordinate", "node", "component"), units)
        self.put(name + "_position", position, n("node", "axis"), "m")
        self.put(name + "_cells", cells, n("cell_entry"))
        if shift is not None:
            self.put(name + "_shift", shift, n("series", "instant", "axis"), "m")
            self.put(name + "_moves", moves, n("node"))
        if force is not None:
            self.put(name + "_force", force, n("series", "instant", "force_row"), "N")
            self.put(name + "_force_node", force_node, n("point"))

    def close(self):
        self.file.close()


def grid(nx, ny, nz, size):
    """Nodes of a block of nx x ny x nz hexahedra, x fastest, and the cells as an array of 8 columns."""
    x, y, z = (numpy.linspace(0, s, n + 1) for s, n in zip(size, (nx, ny, nz)))
    position = numpy.array([(a, b, c) for c in z for b in y for a in x])
    at = lambda i, j, k: i + (nx + 1) * (j + (ny + 1) * k)
    cells = [[at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k),
              at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)]
             for k in range(nz) for j in range(ny) for i in range(nx)]
    return position, numpy.array(cells, "i4")


def entries(kind, cells):
    """Returns the list of cells of one kind in XDMF's form for mixed topologies."""
    cells = numpy.asarray(cells, "i4")
    head = [kind, cells.shape[1]] if kind in (LINE, VERTEX) else [kind]
    return numpy.hstack([numpy.tile(numpy.array(head, "i4"), (len(cells), 1)), cells]).ravel()
