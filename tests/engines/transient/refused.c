// Studies that the transient engine refuses, and failing trajectories: each has its own status and
// end time, and its neighbours are not affected.
#include "transient_case.h"

static void refused(transient_case *c, const char *words) {
  c->layout.memory = c->memory;
  error_clear();
  const chatter_status status = engine_find(&c->s)->columns.prepare(&c->s, &c->r, &c->layout);
  TEST_CHECK(status == CHATTER_BAD_STUDY || status == CHATTER_BAD_MODEL);
  TEST_CHECK(error_count() >= 1);
  if (error_count() && !strstr(error_message(0), words)) {
    fprintf(stderr, "'%s' lacks '%s'\n", error_message(0), words);
    TEST_CHECK(0);
  }
  error_clear();
}

static void small(transient_case *c, int massless) {
  case_open(c, 1, 1, 1, massless);
  case_contacts(c, 1, LAW_UNILATERAL, 0);
  c->r.omega2[0] = 1, c->r.phi_b[0] = c->r.phi_f[0] = c->r.phi_y[0] = 1;
  case_load(c, EXCITATION_HARMONIC, 1, 0.1, 0);
  integrator_writable(&c->s)->step = 0.01, integrator_writable(&c->s)->duration = 10;
}

static void check_refused(void) {
  transient_case c;
  small(&c, 0);
  integrator_writable(&c.s)->scheme = SCHEME_LEAPFROG;
  refused(&c, "leapfrog needs a massless boundary");
  case_close(&c), small(&c, 1);
  integrator_writable(&c.s)->scheme = SCHEME_MOREAU;
  refused(&c, "moreau needs a boundary with mass");
  case_close(&c), small(&c, 1);
  c.r.limit_open = 0.009, c.r.limit_stuck = 0.008;
  refused(&c, "stability limit 0.009");
  case_close(&c), small(&c, 1);
  integrator_writable(&c.s)->step = 0;
  refused(&c, "no time step");
  case_close(&c), small(&c, 1);
  integrator_writable(&c.s)->duration = 0;
  refused(&c, "nothing to integrate");
  case_close(&c), small(&c, 0);
  c.s.contacts[0].law = LAW_ELASTIC; // with Moreau's scheme
  refused(&c, "scheme moreau knows set-valued contact laws only");
  case_close(&c), small(&c, 0);
  c.s.n_contacts = c.r.n_contacts = 2; // the second one is rigid
  c.s.contacts[0].law = LAW_ELASTIC, integrator_writable(&c.s)->scheme = SCHEME_LEAPFROG;
  c.r.contacts[1] = c.r.contacts[0], c.r.contacts[1].entry = 1;
  refused(&c, "springs and dashpots (law elastic) and rigid contacts in one model need a massless boundary");
  case_close(&c), small(&c, 1);
  case_output(&c, "g", "gap", REDUCE_MIN)->contact = 1;
  refused(&c, "no contact point 1");
  case_close(&c), small(&c, 1);
  snprintf(case_output(&c, "y", "displacement", REDUCE_MIN)->node, STUDY_NAME, "2");
  refused(&c, "2:x");
  case_close(&c), small(&c, 1);
  double factors[3] = {1, 1, 1};
  c.s.initial.direction[0] = 0, c.s.initial.velocity = 1;
  refused(&c, "needs a direction or a shape");
  c.s.initial.shape = (number_list){3, factors};
  refused(&c, "initial.shape has 3 factors");
  c.s.initial = (initial_config){.modal = {3, factors}};
  refused(&c, "initial.modal has 3 coordinates; allowed: one per mode of the reduced model (1)");
  case_close(&c);
}

// Trajectories 0, 3, 5 are valid, 1 exceeds the limit, 2 is not finite, the step of 4 is above the
// limit.
static void spoil(study *s, long i) {
  if (i == 1) s->excitations[0].amplitude = 1e12;
  if (i == 2) s->initial.displacement = INFINITY;
  if (i == 4) integrator_writable(s)->step = 3;
}

static void check_statuses(void) {
  transient_case c, alone;
  for (int pass = 0; pass < 2; pass++) {
    transient_case *t = pass ? &alone : &c;
    small(t, 1);
    case_contacts(t, 1, LAW_FRICTION, 0);
    t->r.translation[0] = 1, t->s.initial.displacement = 0.2;
    t->r.limit_open = t->r.limit_stuck = 2;
    integrator_writable(&t->s)->divergence = 1e6;
    case_output(t, "y", "displacement", REDUCE_MAX);
    case_run(t, pass ? 1 : 6, pass ? NULL : spoil);
  }
  static const trajectory_status EXPECTED[6] = {
      TRAJECTORY_OK, TRAJECTORY_DIVERGED,      TRAJECTORY_NOT_FINITE,
      TRAJECTORY_OK, TRAJECTORY_UNSTABLE_STEP, TRAJECTORY_OK};
  for (int i = 0; i < 6; i++) {
    CHECK_NEAR(case_state(&c, STATE_STATUS, i), EXPECTED[i], 0, 0);
    TEST_CHECK(isnan(case_value(&c, "y", i)) == (EXPECTED[i] != TRAJECTORY_OK));
  }
  CHECK_NEAR(case_state(&c, STATE_TIME, 0), 10, 0, 1e-12);
  TEST_CHECK(case_state(&c, STATE_TIME, 1) < 5 && case_state(&c, STATE_TIME, 2) < 1);
  for (int row = 0; row < c.layout.n_state; row++) {
    const double x = case_state(&c, row, 0), y = case_state(&alone, row, 0), z = case_state(&c, row, 5);
    TEST_CHECK(memcmp(&x, &y, sizeof x) == 0 && memcmp(&x, &z, sizeof x) == 0);
  }
  case_close(&c), case_close(&alone);
}

// Six coupled points and one iteration: the relaxation cannot converge.
static void check_stall(void) {
  transient_case c;
  case_open(&c, 6, 6, 0, 1);
  case_contacts(&c, 6, LAW_UNILATERAL, 0);
  for (int i = 0; i < 6; i++) {
    c.r.phi_b[7 * i] = c.r.omega2[i] = c.r.translation[i] = 1;
    for (int j = 0; j < 6; j++) c.r.flexibility[6 * i + j] = i == j ? 1 : 0.4;
  }
  c.s.initial.displacement = -0.1;
  integrator_writable(&c.s)->step = 0.01, integrator_writable(&c.s)->duration = 1,
  integrator_writable(&c.s)->max_iterations = 1;
  case_run(&c, 1, NULL);
  CHECK_NEAR(case_state(&c, STATE_STATUS, 0), TRAJECTORY_SOLVER_STALLED, 0, 0);
  CHECK_NEAR(case_state(&c, STATE_STEPS, 0), 1, 0, 0);
  case_close(&c);
}

int main(void) {
  check_refused();
  check_statuses();
  check_stall();
  return TEST_END();
}
