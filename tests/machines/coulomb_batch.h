// Random batches of the event-exact stepper in the form of batch_case.h, for the same tests of
// equality.
#ifndef CHATTER_TESTS_COULOMB_BATCH_H
#define CHATTER_TESTS_COULOMB_BATCH_H

#include "tests/engines/regimes/coulomb_cases.h"
#include "batch_case.h"

// Makes n random chains of so many masses over `cycles` excitation cycles; the last half is the
// window. `rows`: each chain has so many neighbours with more friction, as in a row of a map with
// 1024 values up to 3.
static inline batch_case coulomb_batch_create(int masses, int damped, long n, double cycles, uint64_t seed,
                                              int rows) {
  coulomb_case *cases = case_array(n, sizeof *cases);
  for (long i = 0; i < n; i++) {
    cases[i] = rows > 1 && i % rows ? cases[i - 1] : coulomb_case_random(&seed, masses, damped);
    if (rows > 1) cases[i].beta += 3.0 / 1024;
  }
  batch_case c = {.n_model = 1};
  c.host = coulomb_pack(n, cases, cycles, 0.5 * cycles, 0, &c.own);
  const int *dim = c.host.sizes.dim;
  c.n_tables = coulomb_n_tables(dim), c.n_parameters = coulomb_n_parameters(dim);
  c.n_values = c.n_parameters * c.host.stride, c.n_state = coulomb_n_state(dim) * c.host.stride;
  c.host.step_end = cycles;
  c.host.windows = case_array(0, sizeof(double)), c.host.series = case_array(0, sizeof(double));
  free(cases);
  return c;
}

// Checks that all three classes occur and that every trajectory reaches its end.
static inline void coulomb_batch_check(const batch_case *c, const case_result *r) {
  const long stride = c->host.stride;
  int still = 0, stops = 0, slips = 0;
  for (long i = 0; i < c->host.n_trajectories; i++) {
    TEST_CHECK(r->state[STATE_STATUS * stride + i] == TRAJECTORY_OK);
    TEST_CHECK(r->state[STATE_STEPS * stride + i] == c->host.step_end);
    if (r->state[COULOMB_STUCK_CYCLES * stride + i] > 0)
      still++;
    else if (r->state[COULOMB_STOPS * stride + i] > 0)
      stops++;
    else
      slips++;
  }
  TEST_CHECK(still > 0 && stops > 0 && slips > 0);
}

#endif
