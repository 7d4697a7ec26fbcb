// The steps of response.h with a matrix factorised by a library (library.h), for large systems.
#ifndef CHATTER_KERNELS_RESPONSE_LIBRARY_H
#define CHATTER_KERNELS_RESPONSE_LIBRARY_H

#include "../library.h"

#define HB_FACTORISE(run, a, n, pivot) library_factorise(run, a, n, pivot)
#define HB_SOLVE(run, a, n, pivot, x) library_solve(run, a, n, pivot, x, 0)
#define HB_SOLVE_TRANSPOSED(run, a, n, pivot, x) library_solve(run, a, n, pivot, x, 1)
#define HB_DETERMINANT_SIGN(run, a, n, pivot) library_determinant_sign(run, a, n, pivot)
#include "response.h"

KERNEL_FN void response_library_trajectory(const kernel_run *run, char *work) {
  const linear_solver_batch *batch = linear_solver_batch_of(run);
  batch->enter(batch->self);
  response_trajectory(run, work);
  batch->leave(batch->self);
}

#endif
