// A free, distorted brick by ccx, compared with the textbook element, and its six rigid-body
// motions.
#include "brick.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "model_files.h"

static const double E = 2.1, NU = 0.3, RHO = 1.7;
static const double x[CORNERS][3] = {{0, 0, 0},        {1.1, 0.1, -0.05}, {1.3, 0.9, 0.2},  {-0.1, 1.2, 0},
                                     {0.05, 0.1, 0.9}, {1, -0.2, 1.1},    {0.9, 1.1, 1.25}, {0.2, 1, 0.8}};

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  FILE *file = fopen("deck.inp", "w");
  fputs("*NODE\n", file);
  for (int a = 0; a < CORNERS; a++)
    fprintf(file, "%d,%.12g,%.12g,%.12g\n", 10 * (8 - a), x[a][0], x[a][1], x[a][2]);
  fputs("*ELEMENT, TYPE=C3D8, ELSET=E\n5,80,70,60,50,40,30,20,10\n*MATERIAL, "
        "NAME=M\n*ELASTIC\n2.1,0.3\n*DENSITY\n1.7\n"
        "*SOLID SECTION, ELSET=E, MATERIAL=M\n",
        file);
  fclose(file);
  study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
  model m;
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.stiffness.n == 24 && m.mass.n == 24);
  double k[CORNERS][CORNERS][3][3], mass[CORNERS][CORNERS], column[24] = {0}, kx[24], mx[24];
  brick(x, E, NU, RHO, k, mass);
  for (int b = 0; b < CORNERS; b++) // column by column: the product with a unit vector
    for (int j = 0; j < 3; j++) {
      int here = m.nodes[7 - b].equation[j]; // ids descend along the element's corners
      column[here] = 1;
      sparse_multiply(&m.stiffness, column, kx);
      sparse_multiply(&m.mass, column, mx);
      column[here] = 0;
      for (int a = 0; a < CORNERS; a++)
        for (int i = 0; i < 3; i++) { // 14 digits in the files; the entries are of the order of E
                                      // and ρ/100
          CHECK_NEAR(kx[m.nodes[7 - a].equation[i]], k[a][b][i][j], 1e-13, 0);
          CHECK_NEAR(mx[m.nodes[7 - a].equation[i]], i == j ? mass[a][b] : 0, 1e-14, 0);
        }
    }
  for (int motion = 0; motion < 6; motion++) {
    for (int node = 0; node < 8; node++)
      for (int d = 0; d < 3; d++) {
        const double *p = m.nodes[node].position;
        double turn = d == (motion + 1) % 3   ? -p[(motion + 2) % 3]
                      : d == (motion + 2) % 3 ? p[(motion + 1) % 3]
                                              : 0;
        column[m.nodes[node].equation[d]] = motion < 3 ? d == motion : turn;
      }
    sparse_multiply(&m.stiffness, column, kx);
    for (int r = 0; r < 24; r++)
      CHECK_NEAR(kx[r], 0, 1e-12, 0); // 24 terms of the order of E with
                                      // 14 digits each
  }
  model_destroy(&m);
  leave_folder();
  return TEST_END();
}
