// A batch of one model for a kernel, made without a study: arrays of the kernel's own sizes, all
// zero, with each parameter equal for all trajectories.
#ifndef CHATTER_BENCH_KERNEL_CASE_H
#define CHATTER_BENCH_KERNEL_CASE_H

#include <stdlib.h>

#include "machines/kernel_kind.h"

typedef struct bench_case {
  kernel_batch batch;
  double *model, *parameters, *state;
  int *tables, *varies;
  long *offset;
} bench_case;

// Sizes by the layout of a kernel.
typedef struct bench_case_sizes {
  long n_model, n_tables, n_state, n_parameters;
  long n_varying; // parameters with a value per trajectory, after the others
} bench_case_sizes;

static inline void bench_case_make(bench_case *self, kernel_sizes sizes, bench_case_sizes n,
                                   long trajectories, double steps) {
  const long stride = (trajectories + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  self->model = calloc((size_t)n.n_model, sizeof(double));
  self->tables = calloc((size_t)n.n_tables, sizeof(int));
  self->state = calloc((size_t)(n.n_state * stride), sizeof(double));
  self->parameters = calloc((size_t)(n.n_parameters + n.n_varying * stride), sizeof(double));
  self->varies = calloc((size_t)n.n_parameters, sizeof(int));
  self->offset = calloc((size_t)n.n_parameters, sizeof(long));
  if (!self->model || !self->tables || !self->state || !self->parameters || !self->varies || !self->offset)
    exit(5);
  for (long i = 0; i < n.n_parameters; i++) self->offset[i] = i;
  self->parameters[PARAMETER_STEPS] = steps, self->parameters[PARAMETER_SERIES_ROW] = -1;
  self->batch = (kernel_batch){.sizes = sizes,
                               .n_trajectories = trajectories,
                               .stride = stride,
                               .step_end = steps,
                               .model = self->model,
                               .tables = self->tables,
                               .parameters = self->parameters,
                               .parameter_offset = self->offset,
                               .parameter_varies = self->varies,
                               .state = self->state};
}

// Makes a parameter vary by trajectory. Returns its values, the first that vary.
static inline double *bench_case_vary(bench_case *self, bench_case_sizes n, int parameter) {
  self->varies[parameter] = 1, self->offset[parameter] = n.n_parameters;
  return self->parameters + n.n_parameters;
}

static inline void bench_case_free(bench_case *self) {
  free(self->model), free(self->tables), free(self->state), free(self->parameters), free(self->varies),
      free(self->offset);
}

#endif
