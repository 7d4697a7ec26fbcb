// One trajectory's own numbers, `real` whatever LANES is: what its neighbours do not need is done lane by
// lane, each with its own sizes; where there are lanes, their vectors then hold neighbouring elements of one
// of them.
#ifndef CHATTER_KERNELS_ONE_H
#define CHATTER_KERNELS_ONE_H

#include "../lane.h"
#include "../linear_system.h"
#include "products.h"

// One lane of a lane_t in memory.
#if LANES == 1
#define LANE_OF(x, lane) (*((void)(lane), &(x)))
#else
#define LANE_OF(x, lane) (((real *)&(x))[lane])
#endif
KERNEL_FN real one_fma(real a, real b, real c) {
#if LANES == 1
  return lane_fma(a, b, c);
#elif defined(KERNEL_SINGLE)
  return __builtin_fmaf(a, b, c);
#else
  return wide_one_fma(a, b, c);
#endif
}
KERNEL_FN real one_abs(real a) {
  return a < 0 ? -a : a;
}

#if !KERNEL_CUDA
// The columns of x that are not zero, so many at a time.
enum { COLUMNS = 64 };
typedef struct one_columns {
  int n, at[COLUMNS];
  real by[COLUMNS];
} one_columns;

// y += M x in `blocks` times LANES neighbouring rows (LANES = 1: in as many rows).
KERNEL_FN void one_block(const real *matrix, int stride, int n, const one_columns *x, int row, int blocks,
                         int is_first, real *y, int y_step) {
  lane_t sum[4 * TILE];
  KERNEL_UNROLL
  for (int i = 0; i < blocks * LANES; i++)
    LANE_OF(sum[i / LANES], i % LANES) = is_first ? 0 : y[(row + i) * y_step];
  for (int k = 0; k < x->n; k++) {
    const real *from = matrix + ((long)x->at[k] * n + row) * stride;
    const lane_t by = lane_set(x->by[k]);
    KERNEL_UNROLL
    for (int i = 0; i < blocks; i++) {
      lane_t entry;
      if (LANES > 1)
        __builtin_memcpy(&entry, from + i * LANES, sizeof entry);
      else
        entry = lane_set(from[i * stride]);
      sum[i] = lane_fma(entry, by, sum[i]);
    }
  }
  KERNEL_UNROLL
  for (int i = 0; i < blocks * LANES; i++) y[(row + i) * y_step] = LANE_OF(sum[i / LANES], i % LANES);
}
KERNEL_FN void one_row(const real *matrix, int stride, int n, const one_columns *x, int row, int is_first,
                       real *y) {
  real sum = is_first ? 0 : *y;
  for (int k = 0; k < x->n; k++) sum = one_fma(matrix[((long)x->at[k] * n + row) * stride], x->by[k], sum);
  *y = sum;
}

// A trajectory's own y = M x with a symmetric M, [n][n] numbers `stride` apart: column by column, in rising
// order, those passed over where x is zero. Steps of x and y: LANES for one lane of lane_t.
KERNEL_FN void one_product(const real *matrix, int stride, int n, const real *x, int x_step, real *y,
                           int y_step) {
  enum { MOST = LANES > 1 ? 6 : 4 * TILE };
  one_columns columns;
  int b = 0, is_first = 1;
  do {
    int row = 0;
    for (columns.n = 0; b < n && columns.n < COLUMNS; b++) {
      columns.at[columns.n] = b, columns.by[columns.n] = x[b * x_step];
      columns.n += x[b * x_step] != 0;
    }
    if (LANES == 1 || stride == 1) {
      for (; row + MOST * LANES <= n; row += MOST * LANES)
        one_block(matrix, stride, n, &columns, row, MOST, is_first, y, y_step);
      for (; row + 2 * LANES <= n; row += 2 * LANES)
        one_block(matrix, stride, n, &columns, row, 2, is_first, y, y_step);
      for (; row + LANES <= n; row += LANES)
        one_block(matrix, stride, n, &columns, row, 1, is_first, y, y_step);
    }
    for (; row < n; row++) one_row(matrix, stride, n, &columns, row, is_first, y + row * y_step);
    is_first = 0;
  } while (b < n);
}
#endif

// A system that carries its right side along: rows of n + SYSTEM_MORE numbers (linear_system.h).

// to += x from
KERNEL_FN void one_axpy(real *KERNEL_RESTRICT to, const real *KERNEL_RESTRICT from, real x, int n) {
  int c = 0;
#if LANES > 1
  for (; c + LANES <= n; c += LANES) {
    lane_t a, b;
    __builtin_memcpy(&a, from + c, sizeof a);
    __builtin_memcpy(&b, to + c, sizeof b);
    b = lane_fma(lane_set(x), a, b);
    __builtin_memcpy(to + c, &b, sizeof b);
  }
#endif
  for (; c < n; c++) to[c] = one_fma(x, from[c], to[c]);
}

// 1 / pivot k; zero where only rounding is left of it (dependent rows).
KERNEL_FN real one_inverse(const real *a, int n, int k) {
  const real *row = a + (long)k * (n + SYSTEM_MORE);
  return row[n + SYSTEM_TINY] < one_abs(row[k]) ? 1 / row[k] : 0;
}

// Elimination without pivoting, for matrices whose principal minors are positive, then back substitution.
KERNEL_FN void one_eliminate(real *a, int n) {
  const long width = n + SYSTEM_MORE;
  const int right = n + SYSTEM_RIGHT;
  for (int k = 0; k < n; k++) {
    const real inverse = one_inverse(a, n, k);
    for (int i = k + 1 + TEAM_RANK; i < n; i += TEAM) {
      const real l = a[i * width + k] * inverse;
      one_axpy(a + i * width + k + 1, a + k * width + k + 1, -l, right - k);
    }
    team_sync();
  }
  for (int k = n - 1; k > 0; k--) {
    const real unknown = a[k * width + right] * one_inverse(a, n, k);
    for (int i = TEAM_RANK; i < k; i += TEAM)
      a[i * width + right] = one_fma(-a[i * width + k], unknown, a[i * width + right]);
    team_sync();
  }
}

// Unknown k after one_eliminate; zero where its pivot was rounding.
KERNEL_FN real one_unknown(const real *a, int n, int k) {
  return a[(long)k * (n + SYSTEM_MORE) + n + SYSTEM_RIGHT] * one_inverse(a, n, k);
}

#endif
