// Chains, compared with closed forms: frequencies, initial fields, damping, gravity; limits of the
// reduced model.
#include "reduction/reduce.h"
#include "reduction/reduced_entries.h"
#include "reduction_cases.h"

static const double pi = 3.14159265358979323846;

// N equal masses between two walls: ω_k = 2 sqrt(k/m) sin(kπ/(2(N+1))), φ_k(j) ~ sin(jkπ/(N+1)).
static void check_equal_chain(void) {
  enum { N = 12 };
  static study s;
  reduced_model r;
  chain_study(&s, REDUCTION_MODAL, 0);
  s.model.masses.n = s.initial.shape.n = N;
  s.model.springs.n = N + 1;
  for (int i = 0; i <= N; i++) s.model.springs.value[i] = 50;
  for (int i = 0; i < N; i++) s.model.masses.value[i] = 2, s.initial.shape.value[i] = i == 3;
  CHECK_OK(reduce_study(&s, &r));
  TEST_CHECK(r.n_modes == N && !r.massless && r.damping == NULL);
  double at_4 = 0, at_2 = 0;
  for (int k = 0; k < N; k++) {
    double omega = 2 * sqrt(25) * sin((k + 1) * pi / (2 * (N + 1)));
    double amplitude = sqrt(2.0 / (N + 1) / 2);
    CHECK_NEAR(sqrt(r.omega2[k]), omega, 0, 1e-13); // rounding
    CHECK_NEAR(fabs(r.phi_y[k]), fabs(amplitude * sin(4 * (k + 1) * pi / (N + 1))), 1e-13, 0);
    CHECK_NEAR(r.phi_f[N + k], -r.phi_y[k], 0, 0); // the load at node 4 along -x
    CHECK_NEAR(r.zeta[k], 0.02, 0, 0);
    at_4 += r.phi_y[k] * reduced_field_mode(&r, &s.initial, k);
    at_2 += r.phi_y[N + k] * reduced_field_mode(&r, &s.initial, k);
  }
  CHECK_NEAR(at_4, 1, 1e-13, 0); // the initial field is 1 at node 4, 0 elsewhere
  CHECK_NEAR(at_2, 0, 1e-13, 0);
  CHECK_NEAR(r.limit_open, 2 / (10 * sin(N * pi / (2 * (N + 1)))), 0, 1e-13);
  CHECK_NEAR(r.limit_stuck, r.limit_open, 0, 0);
  // The Coulomb contact between nodes 2 and 3 slides along x.
  TEST_CHECK(r.n_boundary == 1 && r.contacts[0].row_normal == -1 && r.contacts[0].row_tangent[0] == 0);
  TEST_CHECK(r.contacts[0].node == 2 && r.contacts[0].partner == 3);
  reduced_destroy(&r);
}

static void check_damping(void) {
  static study s;
  reduced_model r;
  chain_study(&s, REDUCTION_CRAIG_BAMPTON, 2);
  s.reduction.damping = 0;
  s.reduction.modal_damping = NUMBERS(0.01, 0.03);
  s.reduction.rayleigh_mass = 0.7;
  s.reduction.rayleigh_stiffness = 1e-3;
  CHECK_OK(reduce_study(&s, &r));
  // 2 ζ ω = a + b ω² beside the ratios, of which the last one holds for all further modes.
  for (int k = 0; k < r.n_modes; k++) {
    double omega = sqrt(r.omega2[k]), listed = k == 0 ? 0.01 : 0.03;
    CHECK_NEAR(2 * r.zeta[k] * omega, 2 * listed * omega + 0.7 + 1e-3 * r.omega2[k], 0, 1e-14);
  }
  reduced_destroy(&r);
  // Rayleigh's a M on a rigid-body mode, which has no damping ratio.
  s.model.springs.value[0] = 0;
  CHECK_OK(reduce_study(&s, &r));
  TEST_CHECK(r.omega2[0] == 0 && r.damping != NULL);
  for (int i = 0; i < r.n_modes && r.damping; i++)
    for (int j = 0; j < r.n_modes; j++) {
      double listed = i == 0 ? 0.01 : 0.03, omega = sqrt(r.omega2[i]);
      CHECK_NEAR(r.damping[i * r.n_modes + j], i == j ? 2 * listed * omega + 0.7 + 1e-3 * r.omega2[i] : 0, 0,
                 1e-14);
    }
  reduced_destroy(&r);
}

// The projected load accelerates the free fall by 10/9.8987 too much, -M̃ r g is exact. In the
// inner coordinates of the rigid motion neither bends the bar at once.
static void check_gravity(void) {
  static study s;
  reduced_model r;
  for (int consistent = 0; consistent < 2; consistent++) {
    bar_study(&s, REDUCTION_MASSLESS_CRAIG_BAMPTON, 20);
    s.reduction.gravity = consistent;
    CHECK_OK(reduce_study(&s, &r));
    double mass = 1 / (r.phi_b[0] * r.phi_b[0]), fall = r.phi_b[0] * r.phi_f[0];
    CHECK_NEAR(fall, consistent ? -1 : -10 / mass, 1e-10, 0);
    CHECK_NEAR(mass, 9.9, 0.01, 0);
    CHECK_NEAR(r.f_f[0] == 0, consistent, 0, 0);
    CHECK_NEAR(r.load_offset[0], 50, 1e-10, 0); // m (height of the centre of gravity)
    reduced_destroy(&r);
  }
}

// A bar clamped at the top and loaded statically at the bottom: the flexibility is L/EA for every
// reduction.
static void check_static(void) {
  static study s;
  reduced_model r;
  for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_RUBIN; method++) {
    bar_study(&s, method, 5);
    s.model.clamped = 2;
    CHECK_OK(reduce_study(&s, &r));
    double flexibility = r.flexibility[0];
    for (int k = 0; k < r.n_modes; k++) flexibility += r.phi_b[k] * r.phi_b[k] / r.omega2[k];
    CHECK_NEAR(flexibility, 10.0 / 900, 0, 1e-10);
    TEST_CHECK(r.massless == (r.flexibility[0] > 0));
    if (r.massless) CHECK_NEAR(r.flexibility[0] * r.stiffness[0], 1, 1e-14, 0);
    reduced_destroy(&r);
  }
}

int main(void) {
  log_quiet(1);
  check_equal_chain();
  check_damping();
  check_gravity();
  check_static();
  return TEST_END();
}
