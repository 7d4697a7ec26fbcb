#!/usr/bin/awk -f
# Writes plate.inp: awk -f mesh.awk > plate.inp; -v nx=30 -v ny=2 -v nz=8: that of models/unreduced
# A cantilevered plate, 150 x 40 x 8 mm along x, z, y: 101 x 20 x 8 linear bricks or others, nz a multiple of 4, clamped at x = 0.
BEGIN {
  if (!nx) { nx = 101; ny = 8; nz = 20 }
  length_x = 0.150; length_y = 0.008; length_z = 0.040
  printf "** Cantilevered plate, SI units: 150 (x, length) x 8 (y, thickness) x 40 (z, width) mm, %d x %d x %d C3D8,\n", nx, ny, nz
  printf "** clamped at x = 0: %s degrees of freedom. Made by mesh.awk; any Abaqus-style deck can stand here.\n", thousands(3 * nx * (ny + 1) * (nz + 1))
  print "*NODE, NSET=ALL"
  for (i = 0; i <= nx; i++)
    for (j = 0; j <= ny; j++)
      for (k = 0; k <= nz; k++)
        printf "%d,%s,%s,%s\n", node(i, j, k), short(length_x * i / nx), short(length_y * j / ny), short(length_z * k / nz)
  print "*ELEMENT, TYPE=C3D8, ELSET=PLATE"
  for (i = 0; i < nx; i++)
    for (j = 0; j < ny; j++)
      for (k = 0; k < nz; k++)
        printf "%d,%d,%d,%d,%d,%d,%d,%d,%d\n", ++element,
          node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
          node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)
  printf "*NSET, NSET=CLAMPED, GENERATE\n1,%d,1\n", node(0, ny, nz)
  printf "** on the lower edge of the free end: z = 0, 10, 20 mm\n*NSET, NSET=TIP_EDGE\n%d,%d,%d\n",
    node(nx, 0, 0), node(nx, 0, nz / 4), node(nx, 0, nz / 2)
  printf "** on the upper edge of the free end: z = 20 and 40 mm\n*NSET, NSET=FORCE\n%d\n*NSET, NSET=RESPONSE\n%d\n",
    node(nx, ny, nz / 2), node(nx, ny, nz)
  print "*MATERIAL, NAME=STEEL\n*ELASTIC\n184e9,0.33\n*DENSITY\n8220\n*SOLID SECTION, ELSET=PLATE, MATERIAL=STEEL"
  print "*BOUNDARY\nCLAMPED,1,3"
  print "** chatter asks for the matrices only; this step lets ccx show the modes\n*STEP\n*FREQUENCY\n20\n*NODE FILE\nU\n*END STEP"
}
function thousands(n) { return sprintf("%d,%03d", n / 1000, n % 1000) }
function node(i, j, k) { return 1 + k + (nz + 1) * (j + (ny + 1) * i) }
function short(x,  text) { # at most 19 characters: CalculiX reads 20 of a number
  text = sprintf("%.17f", x)
  sub(/0+$/, "", text)
  sub(/\.$/, "", text)
  return text
}
