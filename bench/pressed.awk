# A steel strap of 200 x 10 x 12 mm in bricks of 10 x 10 x 6 mm, clamped at one end but for its contact layer, of which 26 nodes (PAD) lie on
# a rigid flange: awk -f pressed.awk > pressed.inp
function node(i, j, k) { return 1 + i + 21 * (j + 2 * k) }
BEGIN {
  print "*NODE, NSET=ALL_NODES"
  for (k = 0; k <= 2; k++) for (j = 0; j <= 1; j++) for (i = 0; i <= 20; i++)
    printf "%d,%.6e,%.6e,%.6e\n", node(i, j, k), 0.01 * i, 0.01 * j, 0.006 * k
  print "*ELEMENT, TYPE=C3D8I, ELSET=STRAP"
  for (k = 0; k < 2; k++) for (i = 0; i < 20; i++) {j=0;
    printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", ++e, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
      node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)}
  print "*NSET, NSET=ROOT"
  for (k = 1; k <= 2; k++) for (j = 0; j <= 1; j++) print node(0, j, k)
  print "*NSET, NSET=PAD"
  for (j = 0; j <= 1; j++) for (i = 0; i <= 12; i++) print node(i, j, 0)
  print "*NSET, NSET=END\n" node(20, 1, 2)
  print "*MATERIAL, NAME=STEEL\n*ELASTIC\n210e9, 0.3\n*DENSITY\n7850"
  print "*SOLID SECTION, ELSET=STRAP, MATERIAL=STEEL\n*BOUNDARY\nROOT, 1, 3"
}
