// model.mass_matrix lumped: closed forms of the bar, positive masses of the plane, and the inertia of every
// translation that the consistent matrix has, fixed nodes moving along.
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

// ρAh of a node between two elements, one of which may be fixed at its other end; half of it at a free end.
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
    CHECK_OK(model_inertia(&lumped, along, r, own));
    memset(r, 0, sizeof r);
    CHECK_OK(model_inertia(&consistent, along, r, other));
    for (int i = 0; i < n; i++)
      CHECK_NEAR(own[i], other[i], 1e-17, 1e-12); // sums of a few kg in other orders
  }
  for (int i = 0; i < n; i++) TEST_CHECK(sparse_diagonal(&lumped.mass, i) > 0);
  TEST_CHECK(strcmp(lumped.source_hash, consistent.source_hash) != 0);
  model_destroy(&lumped);
  model_destroy(&consistent);
}

int main(void) {
  test_bar();
  test_plane(CLAMPED_NONE);
  test_plane(CLAMPED_LEFT);
  return TEST_END();
}
