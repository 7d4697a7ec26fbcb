#!/usr/bin/env bash
# Meshes are read by meshio (PyPI), an independent reader, with the numbers that numpy computes for
# the same fields. Its Python is CHATTER_MESHIO_PYTHON, or else python3: Debian has no current
# meshio.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
python=${CHATTER_MESHIO_PYTHON:-python3}
"$python" -c 'import meshio, h5py, numpy' 2>/dev/null || { echo "skipped: $python has no meshio and h5py"; exit 77; }
export PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1
"$python" - <<'PYTHON' || exit 1
import mesh_case, field_file, numpy
mesh_case.write("quadratic.h5", "quadratic")
# In mixed meshes meshio reads linear cells.
mesh_case.write("mixed.h5", "mixed")
PYTHON
for kind in mixed quadratic; do
  "$chatter" export $kind.h5 --mesh $kind-mesh.xdmf --trajectory 7 2>err.txt || say "the export fails: $(cat err.txt)"
done
"$python" - <<'PYTHON' || say "meshio reads something else"
import meshio
import mesh_case as mc

for kind in ["mixed", "quadratic"]:
    case = mc.make(kind)
    wanted = mc.expected(case, 1)
    with meshio.xdmf.TimeSeriesReader(kind + "-mesh.xdmf") as reader:
        points, cells = reader.read_points_cells()
        assert (points == case["position"]).all()
        found = [(block.type, block.data.tolist()) for block in cells]
        if kind == "quadratic":
            assert found == [("hexahedron20", [list(range(20))])], found
        else:
            assert [(t, len(c)) for t, c in found] == [("hexahedron", 2), ("wedge", 1), ("line", 1)], found
            assert found[1][1] == [[2, 12, 5, 8, 13, 11]] and found[2][1] == [[12, 14]]
        assert reader.num_steps == len(wanted) == 4
        for k, (time, values) in enumerate(wanted):
            t, point, _ = reader.read_data(k)
            assert t == time and sorted(point) == sorted(values), (t, list(point))
            for word in values:
                mc.same(point[word], values[word], word)
PYTHON
finish
