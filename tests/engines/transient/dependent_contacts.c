// More contact rows than modes can distinguish (a truncated modal model): G is singular, its forces
// are not unique, but the motion is. With every contact point doubled the system is the same as
// with single points.
#include "transient_case.h"

enum { MODES = 3, POINTS = 2, SAMPLES = 16 };
static const double PHI_N[POINTS][MODES] = {{0.9, -0.6, 0.4}, {0.5, 0.8, -0.3}}; // normal rows
static const double PHI_T[POINTS][MODES] = {{0.2, 0.7, 0.5}, {-0.4, 0.1, 0.6}};  // tangents

static void vary(study *s, long i) {
  s->excitations[0].frequency = 0.6 + 0.15 * (double)i;
  s->contacts[0].friction = 0.1 + 0.05 * (double)i;
}

static void run(transient_case *c, int copies) {
  const int points = copies * POINTS;
  case_open(c, MODES, 2 * points, 1, 0);
  case_contacts(c, points, LAW_FRICTION, 1);
  case_load(c, EXCITATION_HARMONIC, 4, 1, 0);
  for (int j = 0; j < points; j++) {
    memcpy(c->r.phi_b + 2 * j * MODES, PHI_N[j % POINTS], sizeof *PHI_N);
    memcpy(c->r.phi_b + (2 * j + 1) * MODES, PHI_T[j % POINTS], sizeof *PHI_T);
  }
  for (int k = 0; k < MODES; k++) {
    c->r.omega2[k] = 10 * (k + 1) * (k + 1), c->r.zeta[k] = 0.03;
    c->r.phi_f[k] = 1 - 0.4 * k;
  }
  c->s.contacts[0].gap = 0.02;
  integrator_writable(&c->s)->step = 2e-3, integrator_writable(&c->s)->duration = 8;
  case_output(c, "impacts", "impacts", REDUCE_FINAL);
  case_output(c, "stick", "stick_fraction", REDUCE_FINAL);
  case_output(c, "closed", "contact_fraction", REDUCE_FINAL);
  case_run(c, SAMPLES, vary);
}

int main(void) {
  transient_case one, two;
  int n_stick = 0, n_slip = 0;
  double n_impacts = 0;
  run(&one, 1);
  run(&two, 2);
  for (int i = 0; i < SAMPLES; i++) {
    const double *stick = result_set_find(one.results, "stick")->data,
                 *closed = result_set_find(one.results, "closed")->data;
    TEST_CHECK(case_state(&one, STATE_STATUS, i) == TRAJECTORY_OK);
    TEST_CHECK(case_state(&two, STATE_STATUS, i) == TRAJECTORY_OK);
    n_impacts += case_value(&one, "impacts", i);
    n_stick += stick[i] > 0, n_slip += stick[i] < closed[i];
    // Solver tolerance 1e-13 in each of 4000 steps, amplified by the impacts.
    for (int k = 0; k < MODES; k++)
      CHECK_NEAR(case_state(&two, transient_row_p(two.batch.sizes.dim) + k, i),
                 case_state(&one, transient_row_p(one.batch.sizes.dim) + k, i), 1e-8, 0);
  }
  TEST_CHECK(n_stick > 3 && n_slip > 3 && n_impacts > 40);
  case_close(&one);
  case_close(&two);
  return TEST_END();
}
