// Large linear systems of a trajectory, factorised by a library of the program that launches the
// batch: one lane, on the host. The kernel calls functions that come with the batch, so that it
// does not depend on a library.
#ifndef CHATTER_KERNELS_LIBRARY_H
#define CHATTER_KERNELS_LIBRARY_H

#include "run.h"

KERNEL_ASSERT(LANES == 1 && sizeof(real) == sizeof(double) && !KERNEL_CUDA, "one lane, in double precision");

// The launched batch; kernel_run.batch is its first member. `a` [n][n] is row-major and is
// overwritten by the library, as is `pivot` [n]. A singular matrix gives NaN solutions.
typedef struct linear_solver_batch {
  kernel_batch batch;
  void *self;
  // a trajectory begins to step, in the thread that makes all further calls
  void (*enter)(void *self);
  void (*leave)(void *self);
  void (*factorise)(void *self, double *a, int n, double *pivot);
  void (*solve)(void *self, const double *a, int n, const double *pivot, double *x, int transposed);
  double (*sign)(void *self, const double *a, int n, const double *pivot); // of the determinant: 1, -1 or 0
} linear_solver_batch;

KERNEL_FN const linear_solver_batch *linear_solver_batch_of(const kernel_run *run) {
  return (const linear_solver_batch *)(const void *)run->batch;
}
KERNEL_FN void library_factorise(const kernel_run *run, double *a, int n, double *pivot) {
  const linear_solver_batch *batch = linear_solver_batch_of(run);
  batch->factorise(batch->self, a, n, pivot);
}
KERNEL_FN void library_solve(const kernel_run *run, const double *a, int n, const double *pivot, double *x,
                             int transposed) {
  const linear_solver_batch *batch = linear_solver_batch_of(run);
  batch->solve(batch->self, a, n, pivot, x, transposed);
}
KERNEL_FN double library_determinant_sign(const kernel_run *run, const double *a, int n,
                                          const double *pivot) {
  const linear_solver_batch *batch = linear_solver_batch_of(run);
  return batch->sign(batch->self, a, n, pivot);
}

#endif
