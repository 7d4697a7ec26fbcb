# A steel strap of `bricks` x `across` bricks of 10 x 10 x 6 mm, two in its thickness, clamped at one end but for its contact layer, of
# which the first `lying` nodes along each edge of bricks (PAD) lie on a rigid flange. Where it is 10 nodes wide, those about three
# bolts are BOLTED, the others BETWEEN. The two that are measured (bench/contact.md):
#   awk -v bricks=34 -v across=9 -v lying=23 -f bench/programs/strap.awk >bench/programs/joint.inp
#   awk -v bricks=20 -v across=1 -v lying=13 -f bench/programs/strap.awk >bench/programs/pressed.inp
function bolted(i, j,  b) {
  for (b = 4; b <= 18; b += 7) if ((i - b)^2 <= 4 && (j - 5)^2 <= 4) return 1
  return 0
}
function node(i, j, k) { return 1 + i + (bricks + 1) * (j + (across + 1) * k) }
function lies(name, which,  i, j) { # nodes of the contact layer; which 1: the bolted ones, 0: the
                                    # others
  print "*NSET, NSET=" name
  for (j = 0; j <= across; j++) for (i = 0; i < lying; i++) if (which == "" || bolted(i, j) == which) print node(i, j, 0)
}
BEGIN {
  print "*NODE, NSET=ALL_NODES"
  for (k = 0; k <= 2; k++) for (j = 0; j <= across; j++) for (i = 0; i <= bricks; i++)
    printf "%d,%.6e,%.6e,%.6e\n", node(i, j, k), 0.01 * i, 0.01 * j, 0.006 * k
  print "*ELEMENT, TYPE=C3D8I, ELSET=STRAP"
  for (k = 0; k < 2; k++) for (j = 0; j < across; j++) for (i = 0; i < bricks; i++)
    printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", ++e, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
      node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)
  print "*NSET, NSET=ROOT"
  for (k = 1; k <= 2; k++) for (j = 0; j <= across; j++) print node(0, j, k)
  lies("PAD", "")
  if (across == 9) {
    lies("BOLTED", 1)
    lies("BETWEEN", 0)
  }
  print "*NSET, NSET=END\n" node(bricks, int((across + 1) / 2), 2)
  print "*MATERIAL, NAME=STEEL\n*ELASTIC\n210e9, 0.3\n*DENSITY\n7850"
  print "*SOLID SECTION, ELSET=STRAP, MATERIAL=STEEL\n*BOUNDARY\nROOT, 1, 3"
}
