// Matrices with rotations: a clamped Euler–Bernoulli beam (Hermite elements, deflection y and
// rotation rz per node) in both spellings of dof.csv. Nodal deflections of Hermite elements are
// exact in statics; frequencies converge from above with h⁴.
#include "reduction/reduce.h"
#include "tests/model/model_files.h"
#include "reduction/reduced.h"

enum { ELEMENTS = 10, ROWS = 2 * ELEMENTS };
static const double length = 0.5, bending = 175, line_mass = 0.785; // m, E I in N m², ρ A in kg/m

// Writes one matrix, assembled over the elements with the first node fixed.
static void write_matrix(const char *name, const double element[4][4]) {
  static double full[ROWS + 2][ROWS + 2];
  memset(full, 0, sizeof full);
  for (int e = 0; e < ELEMENTS; e++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) full[2 * e + i][2 * e + j] += element[i][j];
  FILE *file = fopen(name, "w");
  if (!file) perror(name), exit(1);
  fprintf(file, "%%%%MatrixMarket matrix array real general\n%d %d\n", ROWS, ROWS);
  for (int j = 2; j < ROWS + 2; j++)
    for (int i = 2; i < ROWS + 2; i++) fprintf(file, "%.17e\n", full[i][j]);
  fclose(file);
}

static void write_beam(void) {
  const double l = length / ELEMENTS, k = bending / (l * l * l), m = line_mass * l / 420;
  const double stiffness[4][4] = {{12 * k, 6 * l * k, -12 * k, 6 * l * k},
                                  {6 * l * k, 4 * l * l * k, -6 * l * k, 2 * l * l * k},
                                  {-12 * k, -6 * l * k, 12 * k, -6 * l * k},
                                  {6 * l * k, 2 * l * l * k, -6 * l * k, 4 * l * l * k}};
  const double mass[4][4] = {{156 * m, 22 * l * m, 54 * m, -13 * l * m},
                             {22 * l * m, 4 * l * l * m, 13 * l * m, -3 * l * l * m},
                             {54 * m, 13 * l * m, 156 * m, -22 * l * m},
                             {-13 * l * m, -3 * l * l * m, -22 * l * m, 4 * l * l * m}};
  write_matrix("K.mtx", stiffness);
  write_matrix("M.mtx", mass);
}

static void write_dofs(const char *deflection, const char *rotation) {
  FILE *file = fopen("dof.csv", "w");
  if (!file) perror("dof.csv"), exit(1);
  fprintf(file, "eq,node,dof\n");
  for (int i = 1; i <= ELEMENTS; i++)
    fprintf(file, "%d,%d,%s\n%d,%d,%s\n", 2 * i - 1, i, deflection, 2 * i, i, rotation);
  fclose(file);
}

static void check_beam(int method) {
  static study s;
  reduced_model r;
  s = (study){.path = "x.yaml",
              .model = {.type = MODEL_MATRICES, .stiffness = "K.mtx", .mass = "M.mtx", .dof = "dof.csv"},
              .reduction = {.method = method, .modes = 6},
              .n_contacts = 1,
              .contacts = &(contact_config){.nodes = "10", .normal = {0, 1, 0}}};
  CHECK_OK(reduce_study(&s, &r));
  TEST_CHECK(r.n_contacts == 1 && r.n_boundary == 1);
  double flexible = r.flexibility[0];
  for (int k = 0; k < r.n_modes; k++) flexible += r.phi_b[k] * r.phi_b[k] / r.omega2[k];
  // L³ / 3EI; tolerance: the rounding of the solution with K, its condition number 1e6 times 2⁻⁵².
  CHECK_NEAR(flexible, length * length * length / (3 * bending), 0, 1e-9);
  // (λ/L)² √(EI/ρA) with cosh λ cos λ = -1. 1e-5: six modes and the attachment mode of the tip, and
  // the elements.
  const double exact =
      1.8751040687119611 * 1.8751040687119611 / (length * length) * sqrt(bending / line_mass);
  if (method != REDUCTION_MASSLESS_CRAIG_BAMPTON) CHECK_NEAR(sqrt(r.omega2[0]), exact, 0, 1e-5);
  reduced_destroy(&r);
}

int main(void) {
  enter_folder();
  setenv("XDG_CACHE_HOME", model_folder, 1); // in the other spelling it is reduced again
  write_beam();
  for (int spelling = 0; spelling < 2; spelling++) {
    write_dofs(spelling ? "y" : "2", spelling ? "rz" : "6");
    for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_RUBIN; method++) check_beam(method);
  }
  study s = {.path = "x.yaml",
             .model = {.type = MODEL_MATRICES, .stiffness = "K.mtx", .mass = "M.mtx", .dof = "dof.csv"},
             .n_contacts = 1,
             .contacts = &(contact_config){.nodes = "10", .normal = {1, 0, 0}}};
  static reduced_model r;
  TEST_CHECK(reduce_study(&s, &r) != CHATTER_OK); // the beam does not move along x
  error_clear();
  if (system("rm -rf chatter") != 0) return 1;
  leave_folder();
  return TEST_END();
}
