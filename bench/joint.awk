# A steel strap of 340 x 90 x 12 mm in bricks of 10 x 10 x 6 mm, clamped at one end but for its contact layer: awk -f joint.awk > joint.inp
# The first 220 mm lie on a rigid flange with 23 x 10 = 230 nodes; 75 of them, about three bolts, are BOLTED, the others BETWEEN.
function bolted(i, j,  b) {
  for (b = 4; b <= 18; b += 7) if ((i - b)^2 <= 4 && (j - 5)^2 <= 4) return 1
  return 0
}
function node(i, j, k) { return 1 + i + 35 * (j + 10 * k) }
BEGIN {
  print "*NODE, NSET=ALL_NODES"
  for (k = 0; k <= 2; k++) for (j = 0; j <= 9; j++) for (i = 0; i <= 34; i++)
    printf "%d,%.6e,%.6e,%.6e\n", node(i, j, k), 0.01 * i, 0.01 * j, 0.006 * k
  print "*ELEMENT, TYPE=C3D8I, ELSET=STRAP"
  for (k = 0; k < 2; k++) for (j = 0; j < 9; j++) for (i = 0; i < 34; i++)
    printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", ++e, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
      node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)
  print "*NSET, NSET=ROOT"
  for (k = 1; k <= 2; k++) for (j = 0; j <= 9; j++) print node(0, j, k)
  for (s = 0; s < 2; s++) {
    print "*NSET, NSET=" (s ? "BETWEEN" : "BOLTED")
    for (j = 0; j <= 9; j++) for (i = 0; i <= 22; i++) if (bolted(i, j) != s) print node(i, j, 0)
  }
  print "*NSET, NSET=END\n" node(34, 5, 2)
  print "*MATERIAL, NAME=STEEL\n*ELASTIC\n210e9, 0.3\n*DENSITY\n7850"
  print "*SOLID SECTION, ELSET=STRAP, MATERIAL=STEEL\n*BOUNDARY\nROOT, 1, 3"
}
