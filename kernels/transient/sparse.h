// Sparse stiffness of a model that is not reduced: A x of all coordinates of all lanes; all
// trajectories have the same A (layout: transient_layout.h). On the CPU a slice's rows share their
// loads; on a GPU neighbouring threads read neighbouring entries. Damping b A acts on the velocity
// of the half step before, so that one product suffices: u⁺ takes -A (p + b u).
#ifndef CHATTER_KERNELS_SPARSE_H
#define CHATTER_KERNELS_SPARSE_H

#include "../run.h"
#include "products.h"
#include "transient_layout.h"

// Returns the number of coordinates that Φ_b involves.
KERNEL_FN int sparse_n_boundary_modes(const kernel_run *run) {
  return run->batch->tables[transient_sparse_table(DIMS(run))];
}

// Multiplies rows i to i + n - 1 of a slice with x, each in two partial sums as row_product.
KERNEL_FN void sparse_slice_product(const kernel_run *run, const real *matrix, const lane_t *x, int slice,
                                    int i, int n, lane_t *to) {
  const int *first = run->batch->tables + transient_sparse_table(DIMS(run)) + 1 + slice;
  const int begin = first[0], length = first[1] - begin;
  const int *column = run->batch->tables + transient_sparse_columns(DIMS(run)) + begin;
  const real *value = matrix + (long)begin * SPARSE_SLICE + i;
  lane_t even[SPARSE_SLICE], odd[SPARSE_SLICE];
  KERNEL_UNROLL
  for (int r = 0; r < n; r++) even[r] = odd[r] = lane_set(0);
  int e = 0;
  for (; e + 1 < length; e += 2, value += 2 * SPARSE_SLICE) {
    const lane_t one = x[column[e]], other = x[column[e + 1]];
    KERNEL_UNROLL
    for (int r = 0; r < n; r++) {
      even[r] = lane_fma(lane_set(value[r]), one, even[r]);
      odd[r] = lane_fma(lane_set(value[SPARSE_SLICE + r]), other, odd[r]);
    }
  }
  KERNEL_UNROLL
  for (int r = 0; r < n; r++) {
    if (e < length) even[r] = lane_fma(lane_set(value[r]), x[column[e]], even[r]);
    to[r] = even[r] + odd[r];
  }
}

KERNEL_FN lane_t sparse_row_product(const kernel_run *run, const real *matrix, const lane_t *x, int k) {
  lane_t to[1];
  sparse_slice_product(run, matrix, x, k / SPARSE_SLICE, k % SPARSE_SLICE, 1, to);
  return to[0];
}

KERNEL_FN void sparse_product(const kernel_run *run, const real *matrix, const lane_t *x, lane_t *to) {
  const int n = DIM(DIM_MODES);
#if KERNEL_CUDA
  team_for(k, n) to[k] = sparse_row_product(run, matrix, x, k);
#else
  const int whole = n / SPARSE_SLICE;
  for (int s = 0; s < whole; s++)
    sparse_slice_product(run, matrix, x, s, 0, SPARSE_SLICE, to + s * SPARSE_SLICE);
  for (int k = whole * SPARSE_SLICE; k < n; k++) to[k] = sparse_row_product(run, matrix, x, k);
#endif
}

#endif
