// The bar of benchmark 1 with every reduction: frequencies of the discrete bar, limits, masses,
// energies.
#include "reduction/reduce.h"
#include "reduction/reduced_entries.h"
#include "reduction_cases.h"

static const double pi = 3.14159265358979323846;

// ω² of linear elements with consistent mass: 6 c²/h² (1 - cos κ) / (2 + cos κ); free bar: κ =
// kπ/n.
static double discrete(double k) {
  double kappa = k * pi / 1000;
  return 6 * 900 / (0.01 * 0.01) * (2 * sin(kappa / 2) * sin(kappa / 2)) / (2 + cos(kappa));
}

static double rigid_mass(const reduced_model *r) {
  return 1 / (r->phi_b[0] * r->phi_b[0]);
}

// Total energy of the bar released at 5 m, by the formula of the steppers: valid for every
// reduction.
static void check_energy(const study *s, const reduced_model *r) {
  double g = s->excitations[0].amplitude, height = s->initial.displacement, work = 0;
  for (int k = 0; k < r->n_modes; k++) work += r->phi_f[k] * height * reduced_field_mode(r, &s->initial, k);
  CHECK_NEAR(-g * work + g * r->load_offset[0], 1000, 1e-7, 0); // m g (5 + 5), rounding of 1001
                                                                // products
}

int main(void) {
  log_quiet(1);
  static study s;
  reduced_model r;
  for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_MODAL; method++) {
    bar_study(&s, method, 20);
    CHECK_OK(reduce_study(&s, &r));
    TEST_CHECK(r.omega2[0] == 0);
    check_energy(&s, &r);
    CHECK_NEAR(rigid_mass(&r), method == REDUCTION_MASSLESS_CRAIG_BAMPTON ? 9.9 : 10,
               // about 1 % is truncated
               method == REDUCTION_MASSLESS_CRAIG_BAMPTON ? 0.01 : 1e-9, 0);
    if (method == REDUCTION_CRAIG_BAMPTON)
      CHECK_NEAR(r.limit_open, 0.0088, 0.00005, 0); // computed independently for benchmark 1
    if (method == REDUCTION_MASSLESS_CRAIG_BAMPTON) {
      CHECK_NEAR(r.limit_open, 0.01100, 0.000005, 0);
      CHECK_NEAR(r.limit_stuck, 0.01088, 0.000005, 0);
    }
    char text[128];
    TEST_CHECK((strstr(reduced_limit_text(&r, text, sizeof text), "not less when rigid ones stick") !=
                NULL) == !r.massless);
    int exact = method == REDUCTION_MACNEAL || method == REDUCTION_RUBIN || method == REDUCTION_MODAL;
    for (int k = 1; k < 20 && exact; k++) CHECK_NEAR(r.omega2[k], discrete(k), 0, 1e-9); // ε ω_max²/ω_1²
    reduced_model again;
    CHECK_OK(reduce_study(&s, &again));
    CHECK_EQUAL_TEXT(again.hash, r.hash);
    reduced_destroy(&again);
    reduced_destroy(&r);
  }
  // The artificial stiffness keeps the rigid-body mass only if it is small.
  bar_study(&s, REDUCTION_MACNEAL, 20);
  s.reduction.rigid_stiffness = 9;
  CHECK_OK(reduce_study(&s, &r));
  CHECK_NEAR(rigid_mass(&r), 10, 0.00005, 0);
  reduced_destroy(&r);
  s.reduction.rigid_stiffness = 36000;
  CHECK_OK(reduce_study(&s, &r));
  CHECK_NEAR(rigid_mass(&r), 9.92, 0.005, 0);
  reduced_destroy(&r);
  return TEST_END();
}
