// GPU entry points: one build per kernel, mapping and precision, compiled by NVRTC with the model's
// sizes (KERNEL_SIZED) or ahead of time without. Define before the inclusion:
//   TEAM            threads per trajectory: 1, 4, 8, 16, 32, 128 (a whole block)
//   KERNEL_THREADS  most threads per block
//   KERNEL_ENTRY    name of the function
//   KERNEL_NAME, KERNEL_PREFIX  the kernel's name and prefix (batch.h); include its header first
//   KERNEL_SIZED, KERNEL_TABLES  sizes and tables as constants (run.h); KERNEL_SINGLE
//   KERNEL_MODEL, KERNEL_UNIFORM  sizes of the model and of run.uniform, if both go to constant memory:
//                   with a thread per trajectory a whole warp reads the same number, directly in an fma
//   KERNEL_FAR      work and run.uniform are in device memory
// Otherwise dynamic shared memory holds run.uniform, then each team's work.
#include "run.h"

KERNEL_ASSERT(WORK_ALIGN % sizeof(wide_t) == 0, "the work of every team begins where any of its arrays may");

// Dynamic shared memory: an array without size, which host compilers do not support.
#ifndef KERNEL_SHARED
#define KERNEL_SHARED(name) extern __shared__ __align__(16) char name[]
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef KERNEL_MODEL
__constant__ real kernel_model[KERNEL_MODEL], kernel_uniforms[KERNEL_UNIFORM];
#endif

// Returns the column of the first team that steps in lockstep with that of `column`. Teams without
// a trajectory step padding.
KERNEL_ASSERT(BATCH_ALIGN % LOCKSTEP_TEAMS == 0, "the columns of a group are all there, or none");
KERNEL_FN long lockstep_first(long column) {
  return column - column % LOCKSTEP_TEAMS;
}

// Computes run.uniform for kernel_uniforms, by one block.
__global__ void KERNEL_PASTE(KERNEL_ENTRY, _uniform)(const __grid_constant__ kernel_batch batch,
                                                     const real *model, real *uniform) {
  kernel_run run;
  run.batch = &batch;
  run.sizes = batch.sizes;
  run.model = model;
  run.uniform = uniform;
  run.column = 0;
  KERNEL_PASTE(KERNEL_PREFIX, _uniform)(&run, uniform, (int)threadIdx.x, (int)blockDim.x);
}

#ifdef KERNEL_FAR
// Each team processes several trajectories, so `work` is sized for the teams of the grid and not
// for all trajectories.
__global__ void __launch_bounds__(KERNEL_THREADS)
    KERNEL_ENTRY(const __grid_constant__ kernel_batch batch, const real *model, const real *uniform,
                 char *work) {
  kernel_run run;
  const long teams = (int)blockDim.x / TEAM, first = blockIdx.x * teams + (int)threadIdx.x / TEAM;
  run.batch = &batch;
  run.sizes = batch.sizes;
  run.model = model;
  run.uniform = uniform;
  work +=
      first * KERNEL_PASTE(KERNEL_PREFIX, _work)(batch.sizes.dim, (long)sizeof(lane_t), (long)sizeof(wide_t));
  for (run.column = first; lockstep_first(run.column) < batch.n_trajectories;
       run.column += gridDim.x * teams) {
    KERNEL_PASTE(KERNEL_NAME, _trajectory)(&run, work);
    team_sync();
  }
}
#else
__global__ void __launch_bounds__(KERNEL_THREADS)
    KERNEL_ENTRY(const __grid_constant__ kernel_batch batch, const real *model) {
  KERNEL_SHARED(kernel_shared);
  kernel_run run;
  const int team = (int)threadIdx.x / TEAM;
  char *work = kernel_shared;
  run.batch = &batch;
  run.sizes = batch.sizes;
#ifdef KERNEL_MODEL
  (void)model;
  run.model = kernel_model;
  run.uniform = kernel_uniforms;
#else
  real *uniform = (real *)kernel_shared;
  run.model = model;
  run.uniform = uniform;
  KERNEL_PASTE(KERNEL_PREFIX, _uniform)(&run, uniform, (int)threadIdx.x, (int)blockDim.x);
  __syncthreads();
  work += (KERNEL_PASTE(KERNEL_PREFIX, _n_uniform)(batch.sizes.dim) * (long)sizeof(real) + WORK_ALIGN - 1) /
          WORK_ALIGN * WORK_ALIGN;
#endif
  work +=
      team * KERNEL_PASTE(KERNEL_PREFIX, _work)(batch.sizes.dim, (long)sizeof(lane_t), (long)sizeof(wide_t));
  run.column = (long)blockIdx.x * ((int)blockDim.x / TEAM) + team;
  if (lockstep_first(run.column) < batch.n_trajectories) KERNEL_PASTE(KERNEL_NAME, _trajectory)(&run, work);
}
#endif

#ifdef __cplusplus
}
#endif
