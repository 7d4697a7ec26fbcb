// Specialised kernels (sizes known to the compiler, uniform coefficients, no sweep, no preload)
// give the bits of the general ones; so does a batch in which only some trajectories have a
// feature.
#include "tests/engines/transient/transient_case.h"

static void vary(study *s, long i) {
  s->excitations[0].amplitude = 20 + (double)i;
}
static void vary_step(study *s, long i) {
  vary(s, i);
  if (i == 3) integrator_writable(s)->step *= 0.5;
  if (i == 4) s->reduction.damping = 0.02;
  if (i == 5)
    s->contacts[0].preload = 0.1, s->contacts[0].gap_amplitude = 1e-6, s->contacts[0].gap_frequency = 30;
  if (i == 6) s->excitations[0].sweep_from = 200, s->excitations[0].sweep_rate = 1e4;
}

static void plate(transient_case *c, int massless) {
  case_open(c, 20, 3, 1, massless);
  case_contacts(c, 3, LAW_UNILATERAL, 0);
  for (int k = 0; k < 20; k++) {
    const double omega = 1700 * pow(1.27, k);
    c->r.omega2[k] = omega * omega, c->r.zeta[k] = 0.01;
    c->r.phi_f[k] = 3 * cos(k), c->r.phi_y[k] = 3 * sin(1 + k);
    for (int b = 0; b < 3; b++) c->r.phi_b[b * 20 + k] = 3 * cos(0.7 * k) + 0.8 * (b - 1) * sin(1.3 * k);
  }
  for (int i = 0; i < 3; i++) c->r.flexibility[4 * i] = 4e-9, c->r.stiffness[4 * i] = 1 / 4e-9;
  c->s.reduction.damping = 0.01, c->r.damping_is_saved = 0;
  c->s.contacts[0].gap = 5e-5;
  case_load(c, EXCITATION_HARMONIC, 30, 280, 0.5);
  integrator_writable(&c->s)->step = 8e-6, integrator_writable(&c->s)->duration = 0.08;
  case_output(c, "y", "displacement", REDUCE_RMS);
  case_output(c, "impacts", "impacts", REDUCE_FINAL);
}

static void check(int massless) {
  transient_case narrow, general, mixed;
  plate(&narrow, massless), plate(&general, massless), plate(&mixed, massless);
  case_bind(&narrow, 9, vary), case_bind(&general, 9, vary), case_bind(&mixed, 9, vary_step);
  static const int WIDE[] = {DIM_COEFFICIENTS_VARY, DIM_LOADS_SWEEP, DIM_MOVING_GAP, DIM_PRELOAD};
  for (size_t i = 0; i < sizeof WIDE / sizeof *WIDE; i++) {
    TEST_CHECK(narrow.batch.sizes.dim[WIDE[i]] == 0 && mixed.batch.sizes.dim[WIDE[i]] == 1);
    general.batch.sizes.dim[WIDE[i]] = 1;
  }
  case_launch(&narrow, "cpu"), case_launch(&general, "cpu"), case_launch(&mixed, "cpu");
  for (long i = 0; i < 9; i++) {
    TEST_CHECK(case_value(&narrow, "impacts", i) > 2);
    for (int row = 0; row < narrow.layout.n_state; row++) {
      const double x = case_state(&narrow, row, i), y = case_state(&general, row, i),
                   z = case_state(&mixed, row, i);
      TEST_CHECK(memcmp(&x, &y, sizeof x) == 0);
      if (i < 3 || i > 6) TEST_CHECK(memcmp(&x, &z, sizeof x) == 0);
    }
    if (i >= 3 && i <= 6) TEST_CHECK(case_value(&narrow, "y", i) != case_value(&mixed, "y", i));
  }
  case_close(&narrow), case_close(&general), case_close(&mixed);
}

int main(void) {
  check(1);
  check(0);
  return TEST_END();
}
