// View of one group of trajectories (LANES columns of a batch) for a stepper.
#ifndef CHATTER_KERNELS_RUN_H
#define CHATTER_KERNELS_RUN_H

#include "batch.h"
#include "lane_math.h"

typedef struct kernel_run {
  const kernel_batch *batch;
  kernel_sizes sizes; // constants in sized builds
  const real *model;  // batch->model, rounded to `real`
  // numbers shared by all trajectories of the batch, computed once per worker or block
  const real *uniform;
  long column; // of the first lane
} kernel_run;

// Sizes: constants where the build fixes them (KERNEL_SIZED is the initialiser of
// kernel_sizes.dim).
#ifdef KERNEL_SIZED
static __device__ constexpr int kernel_sized_dim[KERNEL_MAX_DIMS] = KERNEL_SIZED;
#define DIM(i) (kernel_sized_dim[i])
#define DIMS(run) kernel_sized_dim
#else
#define DIM(i) (run->sizes.dim[i])
#define DIMS(run) ((run)->sizes.dim)
#endif
// Tables as constants, if the build knows them.
#ifdef KERNEL_TABLES
static __device__ constexpr int kernel_tables[] = KERNEL_TABLES;
#define TABLE(i) (kernel_tables[i])
#else
#define TABLE(i) (run->batch->tables[i])
#endif

KERNEL_FN wide_t parameter_load_wide(const kernel_run *run, int which) {
  const kernel_batch *batch = run->batch;
  const double *at = batch->parameters + batch->parameter_offset[which];
  return batch->parameter_varies[which] ? wide_load(at + run->column) : wide_set(*at);
}
KERNEL_FN lane_t parameter_load(const kernel_run *run, int which) {
  return lane_narrow(parameter_load_wide(run, which));
}
KERNEL_FN double *state_row(const kernel_run *run, int row) {
  return run->batch->state + (long)row * run->batch->stride + run->column;
}
KERNEL_FN lane_t state_load(const kernel_run *run, int row) {
  return lane_load(state_row(run, row));
}
// Returns the value to store: any NaN becomes the one canonical NaN, independent of the machine.
KERNEL_FN double canonical_number(double x) {
  return x == x ? x : KERNEL_NAN;
}
// Writes only the lanes of `mask`.
KERNEL_FN void state_save_wide(const kernel_run *run, int row, mask_t mask, wide_t x) {
  double *to = state_row(run, row);
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane)) to[lane] = canonical_number(wide_get(x, lane));
}
KERNEL_FN void state_save(const kernel_run *run, int row, mask_t mask, lane_t x) {
  state_save_wide(run, row, mask, lane_widen(x));
}

// Lanes with a modal coordinate beyond the study's limit, and lanes with one that is not finite.
typedef struct divergence {
  mask_t diverged, not_finite;
} divergence;

KERNEL_FN divergence divergence_none(void) {
  divergence none;
  none.diverged = none.not_finite = mask_set(0);
  return none;
}
KERNEL_FN void divergence_add(divergence *self, lane_t coordinate, lane_t limit) {
  const lane_t size = lane_abs(coordinate);
  self->diverged = self->diverged | mask_not(lane_less_equal(size, limit));
  self->not_finite = self->not_finite | mask_not(lane_less_equal(size, lane_set(REAL_LARGEST)));
}
// Returns `status`, replaced in the lanes of `mask` that have diverged.
KERNEL_FN lane_t divergence_status(const divergence *self, mask_t mask, lane_t status) {
  const mask_t diverged = team_or(self->diverged) & mask, not_finite = team_or(self->not_finite) & mask;
  status = lane_select(diverged, lane_set((real)TRAJECTORY_DIVERGED), status);
  return lane_select(not_finite, lane_set((real)TRAJECTORY_NOT_FINITE), status);
}

#endif
