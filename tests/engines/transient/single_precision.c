// Single precision: the same physics to a few times its epsilon, in every build that has it; times
// and phases stay double.
#include "transient_case.h"

static double amplitude(int single, int lanes) {
  transient_case c;
  const double pi = 3.14159265358979323846;
  case_open(&c, 2, 1, 1, 1);
  case_contacts(&c, 1, LAW_UNILATERAL, 0);
  for (int k = 0; k < 2; k++) {
    const double omega = 2 * pi * (12 + 30 * k);
    c.r.omega2[k] = omega * omega, c.r.zeta[k] = 0.03, c.r.phi_b[k] = c.r.phi_y[k] = 1, c.r.phi_f[k] = 3;
  }
  c.r.flexibility[0] = 1e-5, c.r.stiffness[0] = 1e5;
  c.s.contacts[0].gap = 0.008;
  case_load(&c, EXCITATION_HARMONIC, 5, 10, 0);
  // After 2000 periods a phase in float would be off by 1e-3 turns.
  integrator_writable(&c.s)->steps_per_period = 300, integrator_writable(&c.s)->periods = 2000,
  integrator_writable(&c.s)->window = 10;
  case_output(&c, "y", "displacement", REDUCE_HALF_PEAK_TO_PEAK);
  case_output(&c, "contact", "contact_fraction", REDUCE_FINAL);
  case_bind(&c, 3, NULL);
  backend b;
  backend_options options = backend_default();
  options.single_precision = single, options.lanes = lanes, options.threads = 1;
  // this processor or build has fewer lanes
  if (backend_open("cpu", options, &b) != BACKEND_OK) return case_close(&c), NAN;
  TEST_CHECK(b.launch(&b, &c.batch) == BACKEND_OK);
  b.close(&b);
  c.results = result_set_create();
  CHECK_OK(c.layout.engine->results.extract(&c.layout, &c.s, 3, &c.batch, c.results));
  TEST_CHECK(case_value(&c, "contact", 2) > 0.02);
  const double y = case_value(&c, "y", 2);
  case_close(&c);
  return y;
}

int main(void) {
  const double exact = amplitude(0, 1), scalar = amplitude(1, 1);
  CHECK_NEAR(scalar, exact, 0, 1e-4); // float epsilon 1.2e-7; p += Δt u rounds 300 times per period
  TEST_CHECK(scalar != exact);
  for (int lanes = 4; lanes <= 8; lanes *= 2) {
    const double y = amplitude(1, lanes);
    TEST_CHECK(isnan(y) || y == scalar);
  }
  return TEST_END();
}
