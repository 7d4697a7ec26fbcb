// The beam element: compared with the integrals of its shape functions; clamped ends, rigid
// motions, and refused input.
#include "base/log.h"
#include "model/load.h"
#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "tests/check.h"
#include "tests/model/model_refused.h"
#include "model/model.h"

static const model_config beam = {.type = MODEL_BEAM,
                                  .youngs_modulus = 3,
                                  .density = 5,
                                  .length = 0.8,
                                  .height = 0.2,
                                  .width = 0.7,
                                  .elements = 2};

static double entry(const sparse *a, int i, int j) {
  for (long k = a->row[i]; k < a->row[i + 1]; k++)
    if (a->column[k] == j) return a->value[k];
  return 0;
}

// Cubic shape functions over [0, h] for v and dv/dx at both ends, and their curvatures.
static void shapes(double h, double x, double value[4], double curvature[4]) {
  const double t = x / h;
  const double n[] = {1 - 3 * t * t + 2 * t * t * t, h * (t - 2 * t * t + t * t * t),
                      3 * t * t - 2 * t * t * t, h * (t * t * t - t * t)};
  const double b[] = {(-6 + 12 * t) / (h * h), (-4 + 6 * t) / h, (6 - 12 * t) / (h * h), (-2 + 6 * t) / h};
  memcpy(value, n, sizeof n), memcpy(curvature, b, sizeof b);
}

// ∫ EI N'' N'' and ∫ ρA N N by four Gauss points, exact up to degree 7.
static void integrate(double k[4][4], double m[4][4]) {
  static const double at[] = {0.33998104358485626, 0.86113631159405258};
  static const double weight[] = {0.65214515486254614, 0.34785484513745386};
  const double h = beam.length / beam.elements, area = beam.width * beam.height;
  const double bending = beam.youngs_modulus * beam.width * pow(beam.height, 3) / 12;
  memset(k, 0, 16 * sizeof **k), memset(m, 0, 16 * sizeof **m);
  for (int g = 0; g < 4; g++) {
    double n[4], b[4];
    const double w = weight[g / 2] * h / 2;
    shapes(h, h / 2 * (1 + (g % 2 ? -at[g / 2] : at[g / 2])), n, b);
    for (int p = 0; p < 4; p++)
      for (int q = 0; q < 4; q++)
        k[p][q] += w * bending * b[p] * b[q], m[p][q] += w * beam.density * area * n[p] * n[q];
  }
}

static void test_matrices(void) {
  study s = {.model = beam};
  model m;
  double k[4][4], mass[4][4];
  integrate(k, mass);
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.stiffness.n == 6 && m.n_nodes == 3);
  for (int i = 0; i < 3; i++)
    TEST_CHECK(m.nodes[i].id == i && m.nodes[i].equation[1] == 2 * i && m.nodes[i].equation[0] == -1 &&
               m.nodes[i].equation[2] == -1 && m.nodes[i].position[0] == 0.4 * i);
  for (int p = 0; p < 6; p++)
    for (int q = p; q < 6; q++) { // sums of a dozen terms of similar size, rounded by the integrals
      const int of_first = p < 4 && q < 4, of_second = p >= 2 && q >= 2;
      CHECK_NEAR(entry(&m.stiffness, p, q), (of_first ? k[p][q] : 0) + (of_second ? k[p - 2][q - 2] : 0),
                 1e-14 * k[0][0], 0);
      CHECK_NEAR(entry(&m.mass, p, q), (of_first ? mass[p][q] : 0) + (of_second ? mass[p - 2][q - 2] : 0),
                 1e-14 * mass[0][0], 0);
    }
  model_destroy(&m);
}

// A free beam: both rigid motions without force; mass ρAL and moment of inertia about the left end.
static void test_rigid(void) {
  study s = {.model = beam};
  model m;
  CHECK_OK(model_load(&s, &m));
  const double move[] = {1, 0, 1, 0, 1, 0}, turn[] = {0, 1, 0.4, 1, 0.8, 1}, area = 0.2 * 0.7;
  double force[6], momentum[6], mass = 0, inertia = 0;
  for (int way = 0; way < 2; way++) {
    sparse_multiply(&m.stiffness, way ? turn : move, force);
    for (int i = 0; i < 6; i++) CHECK_NEAR(force[i], 0, 1e-15 * entry(&m.stiffness, 0, 0), 0); // cancellation
  }
  sparse_multiply(&m.mass, move, momentum);
  for (int i = 0; i < 6; i++) mass += move[i] * momentum[i];
  sparse_multiply(&m.mass, turn, momentum);
  for (int i = 0; i < 6; i++) inertia += turn[i] * momentum[i];
  CHECK_NEAR(mass, 5 * area * 0.8, 0, 1e-14); // a dozen roundings
  CHECK_NEAR(inertia, 5 * area * pow(0.8, 3) / 3, 0, 1e-14);
  model_destroy(&m);
}

static void test_ends(void) {
  static const struct {
    int clamped, equations, left, right; // rows of y at the ends
  } cases[] = {{CLAMPED_LEFT, 4, -1, 2}, {CLAMPED_RIGHT, 4, 0, -1}, {CLAMPED_BOTH, 2, -1, -1}};
  char hash[65] = "", other[65];
  for (int i = 0; i < 3; i++) {
    study s = {.model = beam};
    model m;
    int node;
    s.model.clamped = cases[i].clamped;
    CHECK_OK(model_load(&s, &m));
    CHECK_OK(model_source_hash(&s, other));
    CHECK_EQUAL_TEXT(m.source_hash, other);
    TEST_CHECK(strcmp(hash, other) != 0);
    memcpy(hash, other, sizeof hash);
    TEST_CHECK(m.stiffness.n == cases[i].equations);
    CHECK_OK(model_find_node(&m, "LEFT", "here", &node));
    TEST_CHECK(node == 0 && m.nodes[node].equation[1] == cases[i].left);
    CHECK_OK(model_find_node(&m, "RIGHT", "here", &node));
    TEST_CHECK(node == 2 && m.nodes[node].equation[1] == cases[i].right);
    model_destroy(&m);
  }
}

static void test_refusals(void) {
  model_config c = beam;
  c.height = 0;
  check_model_refused(&c, "a.yaml: model.height is 0 m; allowed: positive");
  c = beam, c.elements = 0.5;
  check_model_refused(&c, "a.yaml: model.elements is 0.5; allowed: a whole number from 1 to 1000000");
  c = beam, c.elements = 1, c.clamped = CLAMPED_BOTH;
  check_model_refused(&c, "a.yaml: a beam of one element clamped at both ends cannot move");
}

int main(void) {
  test_matrices();
  test_rigid();
  test_ends();
  test_refusals();
  return TEST_END();
}
