// What every stepper sees of one group of trajectories (LANES columns of a batch).
#ifndef CHATTER_KERNELS_RUN_H
#define CHATTER_KERNELS_RUN_H

#include "batch.h"
#include "lane_math.h"

typedef struct kernel_run {
  const kernel_batch *batch;
  kernel_sizes sizes;  // constants in sized builds
  const real *model;   // batch->model, rounded to `real`
  const real *uniform; // numbers that all trajectories of the batch share, computed once per worker or block
  long column;         // of the first lane
} kernel_run;

// Sizes: constants where the build fixes them (KERNEL_SIZED is the initialiser of kernel_sizes.dim).
#ifdef KERNEL_SIZED
static __device__ constexpr int kernel_sized_dim[KERNEL_DIMS] = KERNEL_SIZED;
#define DIM(i) (kernel_sized_dim[i])
#define DIMS(run) kernel_sized_dim
#else
#define DIM(i) (run->sizes.dim[i])
#define DIMS(run) ((run)->sizes.dim)
#endif
// The tables too, when the build knows them.
#ifdef KERNEL_TABLES
static __device__ constexpr int kernel_tables[] = KERNEL_TABLES;
#define TABLE(i) (kernel_tables[i])
#else
#define TABLE(i) (run->batch->tables[i])
#endif

KERNEL_FN wide_t parameter_wide(const kernel_run *run, int which) {
  const kernel_batch *batch = run->batch;
  const double *at = batch->parameters + batch->parameter_offset[which];
  return batch->parameter_varies[which] ? wide_load(at + run->column) : wide_set(*at);
}
KERNEL_FN lane_t parameter(const kernel_run *run, int which) {
  return lane_narrow(parameter_wide(run, which));
}
KERNEL_FN double *state_row(const kernel_run *run, int row) {
  return run->batch->state + (long)row * run->batch->stride + run->column;
}
KERNEL_FN lane_t state_load(const kernel_run *run, int row) {
  return lane_load(state_row(run, row));
}
// What is stored of a number: any NaN becomes the one canonical NaN, whatever the machine made of it.
KERNEL_FN double number_kept(double x) {
  return x == x ? x : KERNEL_NAN;
}
// Writes the lanes of `mask` only.
KERNEL_FN void state_save_wide(const kernel_run *run, int row, mask_t mask, wide_t x) {
  double *to = state_row(run, row);
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane)) to[lane] = number_kept(wide_get(x, lane));
}
KERNEL_FN void state_save(const kernel_run *run, int row, mask_t mask, lane_t x) {
  state_save_wide(run, row, mask, lane_widen(x));
}

#endif
