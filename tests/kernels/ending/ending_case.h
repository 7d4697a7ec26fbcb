// A batch of the kernel of this folder in which neighbouring lanes end, and its expected results.
#ifndef CHATTER_TESTS_ENDING_CASE_H
#define CHATTER_TESTS_ENDING_CASE_H

#include "tests/machines/batch_case.h"

#include "tests/kernels/ending/ending_layout.h"

#define KERNEL KERNEL_DECLARE
#include "tests/kernels/ending/kernels.h"
#undef KERNEL

enum { ENDING_COUNTERS = 3, ENDING_NEVER = 1000000 };
static const double ENDING_STEPS = 300; // steps of the longest trajectory

// Neighbours end in the same step with different statuses: some early and successfully, one at its
// very last step, some at a check for divergence (64), some only at the end.
static inline void ending_parameters(long i, double *p) {
  static const int AFTER[] = {5, 64, 130, 5, 299, 64, ENDING_NEVER, 5, 300, 128, 5};
  static const int STATUS[] = {TRAJECTORY_OK, TRAJECTORY_DIVERGED, TRAJECTORY_OK, TRAJECTORY_SOLVER_STALLED,
                               TRAJECTORY_DETACHED};
  p[PARAMETER_STEPS] = i % 3 == 1 ? ENDING_STEPS - 37 : ENDING_STEPS;
  p[PARAMETER_SERIES_ROW] = -1;
  p[ENDING_AFTER] = AFTER[i / 2 % 11], p[ENDING_STATUS] = STATUS[i % 5],
  p[ENDING_UNIT] = 0.125 * (double)(1 + i % 2);
}

static inline batch_case ending_case_create(long n) {
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {
      .host = {.sizes = {.kind = &kernel_ending, .dim = {[DIM_ENDING_COUNTERS] = ENDING_COUNTERS}},
               .n_trajectories = n,
               .stride = stride,
               .step_end = ENDING_STEPS}};
  c.n_model = c.n_tables = 1, c.n_parameters = N_ENDING, c.n_values = N_ENDING * stride;
  c.n_state = (ENDING_COUNT + ENDING_COUNTERS) * stride;
  double *values = case_array(c.n_values, sizeof *values);
  long *offset = case_array(N_ENDING, sizeof *offset);
  int *varies = case_array(N_ENDING, sizeof *varies);
  for (long s = 0; s < N_ENDING; s++) offset[s] = s * stride, varies[s] = 1;
  for (long i = 0; i < n; i++) {
    double p[N_ENDING] = {0};
    ending_parameters(i, p);
    for (long s = 0; s < N_ENDING; s++) values[s * stride + i] = p[s];
  }
  c.host.model = c.own.model = case_array(1, sizeof(double)),
  c.host.tables = c.own.tables = case_array(1, sizeof(int));
  c.host.parameters = c.own.parameters = values, c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.state = case_array(c.n_state, sizeof(double));
  c.host.windows = case_array(0, sizeof(double)), c.host.series = case_array(0, sizeof(double));
  return c;
}

// Every trajectory must be where it would be alone, for any number of launches.
static inline void ending_case_check(const batch_case *c, const double *state, const char *what) {
  const long stride = c->host.stride;
  const int before = check_failures;
  for (long i = 0; i < c->host.n_trajectories; i++) {
    double p[N_ENDING] = {0};
    ending_parameters(i, p);
    const int by_itself = p[ENDING_AFTER] <= p[PARAMETER_STEPS];
    const double steps = by_itself ? p[ENDING_AFTER] : p[PARAMETER_STEPS];
    const double status = !by_itself                          ? TRAJECTORY_OK
                          : p[ENDING_STATUS] == TRAJECTORY_OK ? (double)TRAJECTORY_ENDED
                                                              : p[ENDING_STATUS];
    TEST_CHECK(state[STATE_STATUS * stride + i] == status);
    TEST_CHECK(state[STATE_STEPS * stride + i] == steps);
    TEST_CHECK(state[STATE_TIME * stride + i] == steps * p[ENDING_UNIT]);
    for (int k = 0; k < ENDING_COUNTERS; k++)
      TEST_CHECK(state[(ENDING_COUNT + k) * stride + i] == steps); // one count per step, none after
                                                                   // the end
  }
  if (check_failures != before) fprintf(stderr, "%s: trajectories end elsewhere\n", what);
}

#endif
