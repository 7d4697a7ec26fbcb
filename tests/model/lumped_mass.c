// model.mass_matrix lumped: closed forms of the bar, positive masses of the plane, and for every
// translation the inertia of the consistent matrix, with the fixed nodes moving too.
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "model_files.h"
#include "tests/hand_study.h"

static void rod_study(study *s, int type, int clamped, int mass) {
  hand_study(s);
  s->model = (model_config){.type = type,
                            .youngs_modulus = 210e9,
                            .density = 7830,
                            .length = 0.2,
                            .area = 2e-4,
                            .height = 0.01,
                            .width = 0.02,
                            .elements = 5,
                            .elements_across = 3,
                            .clamped = clamped,
                            .mass_matrix = mass};
}

// The mass is ρAh for a node between two elements, of which one may be fixed at its other end; half
// of it at a free end.
static void test_bar(void) {
  static study s;
  model m;
  const double whole = 7830 * 2e-4 * 0.04;
  rod_study(&s, MODEL_BAR, CLAMPED_LOWER, MASS_LUMPED);
  CHECK_OK(model_load(&s, &m));
  TEST_CHECK(m.mass.n == 5 && m.mass.n_entries == 5);
  for (int i = 0; i < 5; i++) CHECK_NEAR(m.mass.value[i], i < 4 ? whole : whole / 2, 0, 1e-14);
  model_destroy(&m);
}

static void test_plane(int clamped) {
  static study s;
  model lumped, consistent;
  double r[64], own[64], other[64];
  rod_study(&s, MODEL_PLANE, clamped, MASS_LUMPED);
  CHECK_OK(model_load(&s, &lumped));
  s.model.mass_matrix = MASS_CONSISTENT;
  CHECK_OK(model_load(&s, &consistent));
  const int n = lumped.mass.n;
  TEST_CHECK(n == consistent.mass.n && n <= 64 && lumped.mass.n_entries == n &&
             n < consistent.mass.n_entries);
  for (int d = 0; d < 2; d++) {
    const double along[3] = {d == 0, d == 1, 0};
    memset(r, 0, sizeof r);
    CHECK_OK(model_inertia_force(&lumped, along, r, own));
    memset(r, 0, sizeof r);
    CHECK_OK(model_inertia_force(&consistent, along, r, other));
    for (int i = 0; i < n; i++)
      CHECK_NEAR(own[i], other[i], 1e-17, 1e-12); // sums of a few kg in different orders
  }
  for (int i = 0; i < n; i++) TEST_CHECK(sparse_diagonal(&lumped.mass, i) > 0);
  TEST_CHECK(strcmp(lumped.source_hash, consistent.source_hash) != 0);
  model_destroy(&lumped);
  model_destroy(&consistent);
}

// Solves a dense symmetric system in place by Gaussian elimination without pivoting, for a clamped
// body.
static void solve(int n, double *a, double *b) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}

// Computes the displacement of all nodes under a force at one: u [n_nodes][3].
static void deflect(const model *m, int node, int along, double *u) {
  static double a[96 * 96], b[96];
  const int n = m->stiffness.n;
  TEST_CHECK(n <= 96);
  memset(a, 0, sizeof a), memset(b, 0, sizeof b);
  for (int i = 0; i < n; i++)
    for (long e = m->stiffness.row[i]; e < m->stiffness.row[i + 1]; e++)
      a[i * n + m->stiffness.column[e]] = a[m->stiffness.column[e] * n + i] = m->stiffness.value[e];
  b[m->nodes[node].equation[along]] = 1;
  solve(n, a, b);
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) u[3 * i + d] = m->nodes[i].equation[d] < 0 ? 0 : b[m->nodes[i].equation[d]];
}

// Bricks with incompatible modes: these have no mass of their own then and follow statically, so
// that the static stiffness of the body is unchanged, with rows for its nodes only. One brick is
// distorted.
static void test_incompatible(void) {
  static study s;
  static const char deck[] =
      "*NODE\n1,0,0,0\n2,.09,0,0\n3,.11,.1,0\n4,0,.1,0\n5,0,0,.1\n6,.105,0,.1\n7,.1,.1,.1\n8,0,.1,.1\n"
      "12,.2,0,0\n13,.2,.1,0\n16,.2,0,.1\n17,.2,.1,.1\n*ELEMENT,TYPE=C3D8I,ELSET=E\n1,1,2,3,4,5,6,7,8\n"
      "2,2,12,13,3,6,16,17,7\n*SOLID SECTION,ELSET=E,MATERIAL=M\n*MATERIAL,NAME=M\n*DENSITY\n7830\n*ELASTIC\n"
      "2.1e11,0.3\n*BOUNDARY\n1,1,3\n4,1,3\n5,1,3\n8,1,3\n";
  model lumped, consistent;
  double own[36], other[36], sum[3] = {0}, most = 0;
  write_file("deck.inp", deck);
  hand_study(&s);
  s.model = (model_config){.type = MODEL_CALCULIX, .deck = "deck.inp", .mass_matrix = MASS_LUMPED};
  CHECK_OK(model_load(&s, &lumped));
  s.model.mass_matrix = MASS_CONSISTENT;
  CHECK_OK(model_load(&s, &consistent));
  TEST_CHECK(consistent.stiffness.n == 24 + 18 && lumped.stiffness.n == 24 && lumped.mass.n_entries == 24);
  for (int along = 0; along < 3; along++) {
    deflect(&lumped, 11, along, own);
    deflect(&consistent, 11, along, other);
    for (int i = 0; i < 36; i++) most = fmax(most, fabs(other[i]));
    // condition number times rounding
    for (int i = 0; i < 36; i++) CHECK_NEAR(own[i], other[i], 1e-12 * most, 0);
  }
  for (int i = 0; i < lumped.n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (lumped.nodes[i].equation[d] >= 0)
        sum[d] += sparse_diagonal(&lumped.mass, lumped.nodes[i].equation[d]);
  for (int d = 0; d < 3; d++) // ρV, with 13 digits of ccx
    CHECK_NEAR(sum[d] + lumped.fixed_mass[d], 7830 * 0.2 * 0.1 * 0.1, 0, 1e-12);
  model_destroy(&lumped);
  model_destroy(&consistent);
}

int main(void) {
  test_bar();
  test_plane(CLAMPED_NONE);
  test_plane(CLAMPED_LEFT);
  if (system("command -v ccx >/dev/null") == 0) {
    enter_folder();
    test_incompatible();
    leave_folder();
  }
  return TEST_END();
}
