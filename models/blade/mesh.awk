# A synthetic compressor blade, twisted and leaning, clamped at its root: awk -f mesh.awk > blade.inp
# Chord xi, thickness eta and span zeta in 30, 2 and 40 bricks; x axial, y circumferential, z radial, in m. The tip has 16
# contact nodes on its mid line, every other one from the leading edge to the trailing one.
function node(i, j, k) { return 1 + i + 31 * (j + 3 * k) }
function tan(x) { return sin(x) / cos(x) }
BEGIN {
  pi = atan2(0, -1); c = 0.056; span = 0.075; s = 1.6638370162
  print "*NODE, NSET=ALL_NODES"
  for (k = 0; k <= 40; k++) for (j = 0; j <= 2; j++) for (i = 0; i <= 30; i++) {
    xi = i / 30; eta = j - 1; zeta = k / 40
    p = (xi - 0.5) * c; b = 4 * xi * (1 - xi)
    camber = (0.05 - 0.025 * zeta) * c * b
    t = (0.0030 - 0.0014 * zeta) * (0.25 + 0.75 * b)
    n = camber + eta * t / 2
    theta = (40 + 8 * zeta) * pi / 180
    printf "%d,%.12e,%.12e,%.12e\n", node(i, j, k), s * (p * cos(theta) - n * sin(theta)),
      s * (p * sin(theta) + n * cos(theta) + tan(-10 * pi / 180) * span * zeta), s * span * zeta
  }
  print "*ELEMENT, TYPE=C3D8, ELSET=BLADE"
  for (k = 0; k < 40; k++) for (j = 0; j < 2; j++) for (i = 0; i < 30; i++)
    printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", ++e, node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
      node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)
  print "*NSET, NSET=ROOT"
  for (j = 0; j <= 2; j++) for (i = 0; i <= 30; i++) print node(i, j, 0)
  print "*NSET, NSET=TIP"
  for (i = 0; i <= 30; i += 2) print node(i, 1, 40)
  print "*NSET, NSET=LEADING_TIP"
  print node(0, 1, 40)
  print "*MATERIAL, NAME=ALLOY\n*ELASTIC\n210e9, 0.3\n*DENSITY\n9000"
  print "*SOLID SECTION, ELSET=BLADE, MATERIAL=ALLOY"
  print "*BOUNDARY\nROOT, 1, 3"
}
