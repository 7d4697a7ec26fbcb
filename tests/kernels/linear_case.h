// One linear system through kernels/linear.h, as its callers use it: the same text for any number
// of lanes on the CPU, for the emulated GPU and for NVRTC.
#ifndef CHATTER_TESTS_LINEAR_CASE_H
#define CHATTER_TESTS_LINEAR_CASE_H

#ifndef CHATTER_TESTS_KERNEL_ENTRY_H // NVRTC gets it before this text
#include "tests/kernels/kernel_entry.h"
#endif
#include "linear.h"

enum { CASE_LU, CASE_LDL, CASE_ELIMINATE, CASE_KINDS, CASE_ROWS = 130 };

// Returns the number of entries of a matrix of this kind: [n][n], or with right-hand side and
// rounding after each row.
KERNEL_FN int linear_case_numbers(int kind, int n) {
  return n * (kind == CASE_ELIMINATE ? n + SYSTEM_EXTRA_COLUMNS : n);
}

// x: the right-hand side (except for CASE_ELIMINATE, whose matrix contains it), then the solution.
// Returns the singular lanes.
KERNEL_FN mask_t linear_case(int kind, int n, lane_t *a, lane_t *pivot, lane_t *x) {
  if (kind == CASE_ELIMINATE) {
    linear_eliminate(a, n);
    for (int k = TEAM_RANK; k < n; k += TEAM) x[k] = linear_solution_at(a, n, k);
    team_sync();
    return mask_set(0);
  }
  const lane_t tiny = linear_rounding_level(a, n);
  mask_t singular;
  if (kind == CASE_LU) {
    singular = linear_lu(a, n, tiny, pivot);
    linear_lu_solve(a, n, pivot, x);
  } else {
    singular = linear_ldl(a, n, tiny);
    linear_ldl_solve(a, n, x);
  }
  return singular;
}

#if KERNEL_CUDA
// Block b solves system b: `a` becomes the factors, x the solution, in shared memory.
KERNEL_ENTRY TEAM_ENTRY(int kind, int n, double *a, double *pivot, double *x, double *singular) {
  KERNEL_SHARED(kernel_shared);
  const int numbers = linear_case_numbers(kind, n);
  lane_t *own_a = (lane_t *)kernel_shared, *own_pivot = own_a + numbers, *own_x = own_pivot + n;
  a += (int)blockIdx.x * numbers, pivot += (int)blockIdx.x * n, x += (int)blockIdx.x * n;
  for (int e = TEAM_RANK; e < numbers; e += TEAM) own_a[e] = (lane_t)a[e];
  for (int k = TEAM_RANK; k < n; k += TEAM) own_x[k] = (lane_t)x[k], own_pivot[k] = lane_set(0);
  team_sync();
  const mask_t mask = linear_case(kind, n, own_a, own_pivot, own_x);
  for (int e = TEAM_RANK; e < numbers; e += TEAM) a[e] = (double)own_a[e];
  for (int k = TEAM_RANK; k < n; k += TEAM) x[k] = (double)own_x[k], pivot[k] = (double)own_pivot[k];
  if (TEAM_RANK == 0) singular[blockIdx.x] = (double)mask;
}
#endif

#endif
