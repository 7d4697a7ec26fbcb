// Every element type that decks may have, in ccx's matrices: rigid motion without force, mass and
// inertia of the body, a uniform strain with its exact energy, and the first bending frequency of a
// free bar (ASTM E1876).
#include "bar_deck.h"
#include "model/deck/deck.h"
#include "model/deck/mesh/elements.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "model_files.h"
#include "reduction/model_report.h"
#include "study/schema/schema.h"

static const bar_shape shape = {.cells = {20, 2, 2}, .length = {0.1, 0.01, 0.005}};
static const double E = 2.1e11, RHO = 7850, NU = 0.3;

// Allowed relative error of the first bending frequency, below and above. Quadratic elements and
// incompatible modes represent bending. A brick with one integration point has the stiffness of its
// middle only: with 2 layers 1 - 1/2² of it, √0.75 = 0.866 of the frequency, and hourglass control
// restores a part. Linear elements shear instead of bending: a fully integrated brick adds G/E
// (length/height)² = 0.385 of the stiffness, √1.385 = 1.18, and up to 1/(1 - ν²) by strain across;
// a tetrahedron of constant strain adds more than twice that.
static const struct {
  const char *name;
  double low, high;
} bends[] = {{"C3D4", 0, 1},         {"C3D6", 0, 0.25},      {"C3D8", 0, 0.25},       {"C3D8I", -0.01, 0.01},
             {"C3D8R", -0.14, 0.01}, {"C3D10", -0.01, 0.01}, {"C3D10T", -0.01, 0.01}, {"C3D15", -0.01, 0.01},
             {"C3D20", -0.01, 0.01}, {"C3D20R", -0.01, 0.01}};

// Fills q with the field A x + b (rows of A); directions without a node (incompatible modes) stay
// 0. Returns qᵀ matrix q.
static double energy(const model *m, const sparse *matrix, const double a[3][3], const double b[3], double *q,
                     double *image) {
  memset(q, 0, (size_t)m->stiffness.n * sizeof *q);
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const double *x = m->nodes[i].position;
      int equation = m->nodes[i].equation[d];
      if (equation >= 0) q[equation] = a[d][0] * x[0] + a[d][1] * x[1] + a[d][2] * x[2] + b[d];
    }
  sparse_multiply(matrix, q, image);
  double sum = 0;
  for (int i = 0; i < m->stiffness.n; i++) sum += q[i] * image[i];
  return sum;
}

// Free-free bending of a prism: E = 0.9465 (m f² / b) (L/t)³ T (ASTM E1876, section 9.2), 0.1 % for L > 3 t.
static double bending_frequency(void) {
  double t = shape.length[2], b = shape.length[1], l = shape.length[0], s = t / l * t / l;
  double factor = 1 + 6.585 * (1 + 0.0752 * NU + 0.8109 * NU * NU) * s - 0.868 * s * s -
                  8.340 * (1 + 0.2023 * NU + 2.173 * NU * NU) * s * s /
                      (1 + 6.338 * (1 + 0.1408 * NU + 1.536 * NU * NU) * s);
  return sqrt(E * b / (0.9465 * RHO * b * t * l * factor)) * pow(t / l, 1.5);
}

static void check_type(const deck_element_type *type) {
  int middles = type->n_nodes == 10 || type->n_nodes == 15 || type->n_nodes == 20;
  int corners = type->n_nodes == 4 || type->n_nodes == 10   ? BAR_TETRAHEDRON
                : type->n_nodes == 6 || type->n_nodes == 15 ? BAR_WEDGE
                                                            : BAR_BRICK;
  study s = {.path = "study.yaml", .model = {.type = MODEL_CALCULIX, .deck = "deck.inp"}};
  model m;
  model_report report;
  write_bar("deck.inp", type->name, corners, middles, &shape, NU, "");
  CHECK_OK(model_load(&s, &m));
  int failures = check_failures, n = m.stiffness.n;
  TEST_CHECK(type->internal_nodes == 0 || n == 3 * m.n_nodes + 9 * 20 * 2 * 2);
  double *q = calloc((size_t)n, sizeof *q), *image = calloc((size_t)n, sizeof *q);
  const double none[3] = {0}, no[3][3] = {{0}}, *l = shape.length, volume = l[0] * l[1] * l[2];
  const double strain = 1e-3;
  // The energies of these fields are sums of some 1e4 products with 14 digits, the largest 1e6
  // times the result.
  double stretch = E * strain * strain * volume;
  for (int d = 0; d < 3; d++) {
    double along[3] = {d == 0, d == 1, d == 2}, turn[3][3] = {{0}}, stretched[3][3] = {{0}};
    int d1 = (d + 1) % 3, d2 = (d + 2) % 3;
    turn[d1][d2] = -strain, turn[d2][d1] = strain;
    for (int k = 0; k < 3; k++) stretched[k][k] = k == d ? strain : -NU * strain;
    CHECK_NEAR(energy(&m, &m.stiffness, no, along, q, image) * l[0] * l[0] * strain * strain, 0,
               1e-7 * stretch, 0);
    CHECK_NEAR(energy(&m, &m.stiffness, turn, none, q, image), 0, 1e-7 * stretch, 0);
    CHECK_NEAR(energy(&m, &m.stiffness, stretched, none, q, image), stretch, 0, 1e-7);
    CHECK_NEAR(energy(&m, &m.mass, no, along, q, image), RHO * volume, 0, 1e-10);
    // Moment of inertia about an edge: ρ V (a² + b²) / 3. If the mass has one or few integration
    // points per element, the elements' own inertia ρ V (a² + b²) / 12, with their sides, is
    // missing.
    double inertia = RHO * volume * (l[d1] * l[d1] + l[d2] * l[d2]) / 3 * strain * strain;
    double own = (pow(l[d1] / shape.cells[d1], 2) + pow(l[d2] / shape.cells[d2], 2)) /
                 (4 * (l[d1] * l[d1] + l[d2] * l[d2]));
    int few_points = strchr("46", type->name[3]) || strcmp(type->name, "C3D8R") == 0;
    double off = energy(&m, &m.mass, turn, none, q, image) / inertia - 1;
    TEST_CHECK(off < 1e-10 && off > -1e-10 - (few_points ? own : 0));
  }
  CHECK_OK(model_report_compute(&m, &report));
  TEST_CHECK(report.n_rigid_modes == 6 && report.stiffness_negative == 0 && report.mass_negative == 0);
  double off = report.frequency[6] / bending_frequency() - 1;
  int known = 0;
  for (size_t k = 0; k < sizeof bends / sizeof *bends; k++)
    if (strcmp(bends[k].name, type->name) == 0) known = off > bends[k].low && off < bends[k].high;
  TEST_CHECK(known);
  if (check_failures > failures) fprintf(stderr, "  %s: %g\n", type->name, off);
  free(q), free(image);
  model_destroy(&m);
}

// Checks that the reference page names the types.
static void check_documented(const char *name) {
  const schema_field *deck_key = schema_find_field("model.deck");
  char listed[40];
  int found = 0;
  for (int end = 0; end < 3; end++) {
    snprintf(listed, sizeof listed, " %s%c", name, ",;."[end]);
    found |= strstr(deck_key->doc, listed) != NULL;
  }
  if (!found) fprintf(stderr, "%s is not in the schema's text on model.deck\n", name), check_failures++;
}

int main(void) {
  if (system("command -v ccx >/dev/null") != 0)
    TEST_SKIP("ccx (Debian package calculix-ccx) is not installed");
  enter_folder();
  int n;
  const deck_element_type *types = deck_element_types(&n);
  for (int i = 0; i < n; i++)
    // accepted and ignored
    if (strcmp(types[i].name, "DASHPOTA") != 0) check_documented(types[i].name);
  for (int i = 0; i < n; i++)
    if (strncmp(types[i].name, "C3D", 3) == 0) check_type(&types[i]);
  leave_folder();
  return TEST_END();
}
