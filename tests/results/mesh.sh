#!/usr/bin/env bash
# Fields on their mesh as XDMF: every number, read by h5py and xml.etree alone, compared with basis
# times coordinates by numpy; refused files; CSV tables of a file with fields.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../program.sh"
python=/usr/bin/python3
"$python" -c 'import h5py, numpy' 2>/dev/null || { echo "skipped: python3-h5py is missing"; exit 77; }
export PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1
"$python" -m mesh_case || exit 1

"$chatter" export mixed.h5 --mesh one.xdmf 2>err.txt || say "the export fails: $(cat err.txt)"
grep -q '1 of 4 contact points are at none of the nodes' err.txt || say "nothing is said of a point elsewhere: $(cat err.txt)"
grep -q 'not reached' err.txt && say "instants of the first trajectory are left out: $(cat err.txt)"
"$chatter" export mixed.h5 --mesh seven.xdmf --trajectory 7 2>err.txt || say "trajectory 7 fails: $(cat err.txt)"
grep -q "trajectory 7: 1 of 5 instants of the field 'sway' were not reached and are left out" err.txt || say "of instants left out: $(cat err.txt)"
"$chatter" export quadratic.h5 --mesh 'a & "b" <c>.xdmf' --field sway 2>err.txt || say "a name that XML escapes: $(cat err.txt)"
"$chatter" export mixed.h5 --mesh stress.xdmf --field strain 2>err.txt || say "the stress first: $(cat err.txt)"
"$chatter" export mixed.h5 --mesh later.xdmf --field later 2>err.txt || say "another set of instants: $(cat err.txt)"
"$chatter" export mixed.h5 --mesh few.xdmf --field few 2>err.txt || say "few nodes: $(cat err.txt)"
"$python" - <<'PYTHON' || say "the meshes are wrong"
import xml.etree.ElementTree
import h5py, numpy
import mesh_case as mc

def item(element, path):
    one, = element
    file, name = one.text.split(":")
    with h5py.File(file) as heavy:
        data = heavy[name]
        assert data.chunks is None and data.id.get_create_plist().get_layout() == h5py.h5d.CONTIGUOUS, name
        assert list(data.shape) == [int(n) for n in one.get("Dimensions").split()], name
        assert one.get("Format") == "HDF"
        assert (one.get("NumberType"), int(one.get("Precision"))) == (("Float", 8) if data.dtype == "f8" else ("Int", 4)), name
        return data[()]

def read(path):
    domain, = xml.etree.ElementTree.parse(path).getroot()
    collection, = domain
    assert (collection.get("GridType"), collection.get("CollectionType")) == ("Collection", "Temporal")
    out = []
    for grid in collection:
        assert grid.get("GridType") == "Uniform"
        point, shapes = {}, {}
        for part in grid.findall("Attribute"):
            assert part.get("Center") == "Node"
            point[part.get("Name")], shapes[part.get("Name")] = item(part, path), part.get("AttributeType")
        topology = grid.find("Topology")
        out.append((float(grid.find("Time").get("Value")), point, shapes, topology, item(topology, path), item(grid.find("Geometry"), path)))
    return out

def check(path, kind, row, words, fields=None):
    case, found = mc.make(kind), read(path)
    wanted = mc.expected(case, row)
    assert len(found) == len(wanted), (path, len(found))
    for (t, point, shapes, topology, cells, position), (time, values) in zip(found, wanted):
        assert t == time and (position == case["position"]).all()
        assert sorted(point) == sorted(words), (path, list(point))
        for word in words:
            mc.same(point[word], values[word], (path, word))
            assert shapes[word] == {1: "Scalar", 3: "Vector", 6: "Tensor6"}[values[word].size // len(position)], word
        if kind == "mixed":
            assert topology.get("TopologyType") == "Mixed" and topology.get("NumberOfElements") == "4"
            assert (cells == case["entry"]).all()
        else:
            assert topology.get("TopologyType") == "Hexahedron_20" and (cells == numpy.arange(20)).all() and cells.shape == (1, 20)

every = ["displacement", "velocity", "stress", "von_mises", "contact_force", "node"]
check("one.xdmf", "mixed", 0, every)
check("stress.xdmf", "mixed", 0, every)
check("seven.xdmf", "mixed", 1, every)
check('a & "b" <c>.xdmf', "quadratic", 0, every)
first = mc.make("mixed")
(t, point, _, topology, cells, position) = read("few.xdmf")[0]
assert sorted(point) == ["displacement", "node"] and topology.get("TopologyType") == "Polyvertex" and (cells.ravel() == [0, 1]).all()
mc.same(point["displacement"], 2 * numpy.einsum("k,knc->nc", first["displacement"][0][0, 0], first["displacement"][1][:, :2]), "few")
assert [t for t, *_ in read("later.xdmf")] == list(1 + first["time"][0])
PYTHON
before=$(sha256sum one.h5 one.xdmf)
"$chatter" export mixed.h5 --mesh one.xdmf -f 2>/dev/null || say "--force fails"
[ "$(sha256sum one.h5 one.xdmf)" = "$before" ] || say "the same export gives other bytes"

refuse() { # code message words
  local code=$1 message=$2 got
  shift 2
  "$chatter" export "$@" >out.txt 2>err.txt
  got=$?
  [ "$got" = "$code" ] && grep -qF -- "$message" err.txt || say "chatter export $*: $got, $(cat err.txt)"
}
refuse 6 "one.h5: exists already and is left as it is; --force replaces it" mixed.h5 --mesh one.xdmf
rm one.h5
refuse 6 "one.xdmf: exists already and is left as it is; --force replaces it" mixed.h5 --mesh one.xdmf
[ ! -e one.h5 ] || say "numbers are written although the mesh is refused"
refuse 2 "new.vtu: the name of a mesh ends in .xdmf" mixed.h5 --mesh new.vtu
refuse 2 "mixed.h5, which is the results file itself; name it otherwise, mixed-mesh.xdmf" mixed.h5 --mesh mixed.xdmf -f
refuse 2 "a colon" mixed.h5 --mesh a:b.xdmf
refuse 3 "mixed.h5: no field 'swaj' (did you mean 'sway'?); there are: sway, rate, strain, later, few" mixed.h5 --mesh new.xdmf --field swaj
refuse 3 "no field 'sway' of trajectory 3 (there are: 2, 7)" mixed.h5 --mesh new.xdmf --trajectory 3
refuse 2 "give --mesh too" mixed.h5 --field sway
refuse 2 "give one of them" mixed.h5 --mesh new.xdmf -o new.csv
refuse 6 "no.h5: cannot be read" no.h5 --mesh new.xdmf
refuse 6 "nowhere/new.xdmf: cannot be written" mixed.h5 --mesh nowhere/new.xdmf
cat >chain.yaml <<'YAML'
study: transient
model: {type: chain, masses: [1.0], springs: [1.0e4]}
contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}
excitation: {node: 1, amplitude: 3.0, frequency: 20.0}
integrator: {scheme: moreau, steps_per_period: 50, periods: 4}
outputs: {tip: {node: 1, reduce: max}}
YAML
"$chatter" run chain.yaml -q --device cpu -o chain.h5 || say "a run fails"
refuse 6 "chain.h5: holds no field on a mesh" chain.h5 --mesh new.xdmf
"$python" - <<'PYTHON'
import h5py, shutil
def spoil(name, what, change):
    shutil.copy("mixed.h5", name)
    with h5py.File(name, "a") as file:
        change(file[what])
def first(value):
    def change(data): data[0] = value
    return change
spoil("cells.h5", "sway_cells", first(99))
spoil("node.h5", "sway_cells", lambda d: d.__setitem__(1, 15))
spoil("point.h5", "sway_force_node", first(15))
spoil("never.h5", "sway", lambda d: d.__setitem__((0, slice(None), 1), float("nan")))
shutil.copy("mixed.h5", "part.h5")
with h5py.File("part.h5", "a") as file:
    del file["sway_time"]
PYTHON
refuse 6 "the cells of the field 'sway' are damaged" cells.h5 --mesh new.xdmf
refuse 6 "the cells of the field 'sway' are damaged" node.h5 --mesh new.xdmf
refuse 6 "the contact points of the field 'sway' are damaged" point.h5 --mesh new.xdmf
refuse 6 "trajectory 2 reached no instant of the field 'sway'" never.h5 --mesh new.xdmf
refuse 6 "the field 'sway' lacks its times, basis, nodes, positions or cells" part.h5 --mesh new.xdmf
left=$(ls | grep -E '^new|tmp$')
[ -z "$left" ] || say "refused exports leave $left"

# Fields are in no table; other time series of the same file are.
"$python" - <<'PYTHON'
import numpy
import field_file, mesh_case
mesh_case.write("both.h5", "mixed")
import h5py
results = field_file.Results.__new__(field_file.Results)
results.file = h5py.File("both.h5", "a")
results.put("tip", numpy.arange(6.0).reshape(2, 3), ["series", "tip_sample"], "m")
results.put("trajectory", [0, 1], ["trajectory"])
results.close()
PYTHON
"$chatter" export both.h5 -o both.csv 2>err.txt || say "tables fail: $(cat err.txt)"
[ "$(ls both*.csv | tr '\n' ' ')" = "both-series-tip_sample.csv " ] || say "tables: $(ls both*.csv | tr '\n' ' ')"
grep -q 'Fields are in no table' err.txt || say "nothing is said of fields: $(cat err.txt)"
"$chatter" info both.h5 >info.txt 2>err.txt && grep -q sway_basis info.txt || say "info fails: $(cat err.txt)"
finish
