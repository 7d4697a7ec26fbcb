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

// A system that carries its right side along (linear_system.h). Where lanes are the numbers of one
// trajectory, rows begin at vectors and end with them, and the sizes below which pivots are rounding lie
// behind all rows: what stands left of a row's pivot is no longer needed, and a vector may change it.
KERNEL_FN long one_width(int n) {
  return LANES > 1 ? (n + LANES) / LANES * LANES : n + SYSTEM_MORE;
}
KERNEL_FN long one_tiny(int n, int k) { // of row k, from its beginning
  return LANES > 1 ? (n - k) * one_width(n) + k : n + SYSTEM_TINY;
}

#if LANES > 1
enum { ELIMINATE_PIVOTS = 2, ELIMINATE_ROWS = 4 }; // at once: they share loads and stores

// `rows` rows += by[0] times that of a pivot, then by[1] times that of the next, n numbers each.
KERNEL_FN void one_axpy(real *to, const real *pivot, const real by[][ELIMINATE_ROWS], int pivots, int rows,
                        long n, long width) {
  for (long c = 0; c < n; c += LANES) {
    lane_t p[ELIMINATE_PIVOTS], b;
    KERNEL_UNROLL
    for (int k = 0; k < pivots; k++) __builtin_memcpy(&p[k], pivot + k * width + c, sizeof p[k]);
    KERNEL_UNROLL
    for (int i = 0; i < rows; i++) {
      __builtin_memcpy(&b, to + i * width + c, sizeof b);
      KERNEL_UNROLL
      for (int k = 0; k < pivots; k++) b = lane_fma(lane_set(by[k][i]), p[k], b);
      __builtin_memcpy(to + i * width + c, &b, sizeof b);
    }
  }
}

// 1 / pivot k in the place of its bound; zero where only rounding is left of it (dependent rows).
KERNEL_FN real one_inverse(real *a, int n, int k) {
  real *row = a + k * one_width(n), *tiny = row + one_tiny(n, k);
  return *tiny = *tiny < one_abs(row[k]) ? 1 / row[k] : 0;
}

// `rows` rows from `row` on without the unknowns k and k + 1.
KERNEL_FN void one_reduce(real *a, int n, int k, int row, int rows) {
  const long width = one_width(n), from = (k + 2) / LANES * LANES;
  const real *pivot = a + k * width;
  const real inverse[2] = {pivot[one_tiny(n, k)], pivot[width + one_tiny(n, k + 1)]};
  real by[ELIMINATE_PIVOTS][ELIMINATE_ROWS];
  KERNEL_UNROLL
  for (int i = 0; i < rows; i++) {
    const real *to = a + (row + i) * width + k;
    by[0][i] = -(to[0] * inverse[0]);
    by[1][i] = -(one_fma(by[0][i], pivot[k + 1], to[1]) * inverse[1]);
  }
  one_axpy(a + row * width + from, pivot + from, by, 2, rows, width - from, width);
}

// Elimination without pivoting, for matrices whose principal minors are positive, two unknowns at a time,
// then back substitution.
KERNEL_FN void one_eliminate(real *a, int n) {
  const long width = one_width(n);
  const int right = n + SYSTEM_RIGHT;
  for (int k = 0; k < n; k += ELIMINATE_PIVOTS) {
    real *pivot = a + k * width, by[1][ELIMINATE_ROWS];
    const real inverse = one_inverse(a, n, k);
    if (k + 1 == n) break;
    const long from = (k + 1) / LANES * LANES;
    by[0][0] = -(pivot[width + k] * inverse);
    one_axpy(pivot + width + from, pivot + from, by, 1, 1, width - from, width);
    one_inverse(a, n, k + 1);
    int row = k + ELIMINATE_PIVOTS;
    for (; row + ELIMINATE_ROWS <= n; row += ELIMINATE_ROWS) one_reduce(a, n, k, row, ELIMINATE_ROWS);
    for (; row < n; row++) one_reduce(a, n, k, row, 1);
  }
  for (int k = n - 1; k > 0; k--) {
    const real unknown = a[k * width + right] * a[k * width + one_tiny(n, k)];
    for (int i = 0; i < k; i++)
      a[i * width + right] = one_fma(-a[i * width + k], unknown, a[i * width + right]);
  }
}

// Unknown k after one_eliminate; zero where its pivot was rounding.
KERNEL_FN real one_unknown(const real *a, int n, int k) {
  const real *row = a + k * one_width(n);
  return row[n + SYSTEM_RIGHT] * row[one_tiny(n, k)];
}
#else
// to += x from
KERNEL_FN void one_axpy(real *KERNEL_RESTRICT to, const real *KERNEL_RESTRICT from, real x, int n) {
  for (int c = 0; c < n; c++) to[c] = one_fma(x, from[c], to[c]);
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

#endif
