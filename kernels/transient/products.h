// Products of matrices with the variables of LANES trajectories. Every sum has the same order on
// every machine.
#ifndef CHATTER_KERNELS_PRODUCTS_H
#define CHATTER_KERNELS_PRODUCTS_H

#include "../lane.h"

// Σ_k row[k] x[k] in two partial sums, of even and odd k, for shorter dependency chains; the same
// on every machine. The row's numbers are `stride` apart: more than 1 in a column.
KERNEL_FN lane_t strided_product(const real *row, int stride, const lane_t *x, int n) {
  lane_t even = lane_set(0), odd = lane_set(0);
  KERNEL_UNROLL
  for (int k = 0; k + 1 < n; k += 2) {
    even = lane_fma(lane_set(row[k * stride]), x[k], even);
    odd = lane_fma(lane_set(row[(k + 1) * stride]), x[k + 1], odd);
  }
  if (n % 2) even = lane_fma(lane_set(row[(n - 1) * stride]), x[n - 1], even);
  return even + odd;
}
KERNEL_FN lane_t row_product(const real *row, const lane_t *x, int n) {
  return strided_product(row, 1, x, n);
}

// The same for a row that differs between lanes.
KERNEL_FN lane_t lane_product(const lane_t *row, const lane_t *x, int n) {
  lane_t even = lane_set(0), odd = lane_set(0);
  for (int k = 0; k + 1 < n; k += 2) {
    even = lane_fma(row[k], x[k], even);
    odd = lane_fma(row[k + 1], x[k + 1], odd);
  }
  if (n % 2) even = lane_fma(row[n - 1], x[n - 1], even);
  return even + odd;
}

// Rows of a tile if LANES > 1. The first-level cache delivers one operand of eight lanes per cycle,
// as many as the multiplier takes, so several rows share each load. With a single lane the compiler
// vectorises over neighbouring rows.
enum { TILE_ROWS = 4 };

// row_product of `n` neighbouring rows, at most TILE_ROWS, `stride` apart.
KERNEL_FN void tile_product(const real *matrix, int stride, int n, const lane_t *x, int columns, lane_t *to) {
  lane_t even[TILE_ROWS], odd[TILE_ROWS];
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) even[i] = odd[i] = lane_set(0);
  KERNEL_UNROLL
  for (int k = 0; k + 1 < columns; k += 2) {
    KERNEL_UNROLL
    for (int i = 0; i < n; i++) {
      even[i] = lane_fma(lane_set(matrix[i * stride + k]), x[k], even[i]);
      odd[i] = lane_fma(lane_set(matrix[i * stride + k + 1]), x[k + 1], odd[i]);
    }
  }
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    const int last = columns - 1;
    if (columns % 2) even[i] = lane_fma(lane_set(matrix[i * stride + last]), x[last], even[i]);
    to[i] = even[i] + odd[i];
  }
}

// row_product of all rows.
KERNEL_FN void rows_product(const real *matrix, int stride, int rows, const lane_t *x, int columns,
                            lane_t *to) {
  int i = 0;
  for (; i + TILE_ROWS <= rows; i += TILE_ROWS)
    tile_product(matrix + i * stride, stride, TILE_ROWS, x, columns, to + i);
  if (rows - i == 3) tile_product(matrix + i * stride, stride, 3, x, columns, to + i);
  if (rows - i == 2) tile_product(matrix + i * stride, stride, 2, x, columns, to + i);
  if (rows - i == 1) tile_product(matrix + i * stride, stride, 1, x, columns, to + i);
}

#endif
