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

// Neighbouring numbers of one trajectory in a vector of SPAN: that of the lanes where there are lanes.
#if LANES > 1
#define SPAN_IS_MORE 1
enum { SPAN = LANES };
typedef lane_t span_t;
KERNEL_FN span_t span_set(real x) {
  return lane_set(x);
}
KERNEL_FN span_t span_fma(span_t a, span_t b, span_t c) {
  return lane_fma(a, b, c);
}
#elif !KERNEL_CUDA && defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define SPAN_IS_MORE 1
enum { SPAN = 32 / sizeof(real) };
typedef real span_t __attribute__((vector_size(32)));
#ifdef KERNEL_SINGLE
KERNEL_FN span_t span_set(real x) {
  return (span_t)_mm256_set1_ps(x);
}
KERNEL_FN span_t span_fma(span_t a, span_t b, span_t c) {
  return (span_t)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
#else
KERNEL_FN span_t span_set(real x) {
  return (span_t)_mm256_set1_pd(x);
}
KERNEL_FN span_t span_fma(span_t a, span_t b, span_t c) {
  return (span_t)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
#endif
#else
#define SPAN_IS_MORE 0
enum { SPAN = 1 };
typedef real span_t;
KERNEL_FN span_t span_set(real x) {
  return x;
}
KERNEL_FN span_t span_fma(span_t a, span_t b, span_t c) {
  return one_fma(a, b, c);
}
#endif

#if !KERNEL_CUDA
KERNEL_FN span_t span_load(const real *from) {
  span_t to;
  __builtin_memcpy(&to, from, sizeof to);
  return to;
}
KERNEL_FN void span_store(real *to, span_t from) {
  __builtin_memcpy(to, &from, sizeof from);
}

// The columns of x that are not zero, so many at a time.
enum { COLUMNS = 64 };
typedef struct one_columns {
  int n, at[COLUMNS];
  real by[COLUMNS];
} one_columns;

// y += M x in `blocks` times SPAN neighbouring rows.
KERNEL_FN void one_block(const real *matrix, int n, const one_columns *x, int row, int blocks, int is_first,
                         real *y, int y_step) {
  span_t sum[4 * TILE];
  real *each = (real *)sum;
  KERNEL_UNROLL
  for (int i = 0; i < blocks * SPAN; i++) each[i] = is_first ? 0 : y[(row + i) * y_step];
  for (int k = 0; k < x->n; k++) {
    const real *from = matrix + (long)x->at[k] * n + row;
    const span_t by = span_set(x->by[k]);
    KERNEL_UNROLL
    for (int i = 0; i < blocks; i++) sum[i] = span_fma(span_load(from + i * SPAN), by, sum[i]);
  }
  KERNEL_UNROLL
  for (int i = 0; i < blocks * SPAN; i++) y[(row + i) * y_step] = each[i];
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
  enum { MOST = SPAN > 1 ? 6 : 4 * TILE };
  one_columns columns;
  int b = 0, is_first = 1;
  do {
    int row = 0;
    for (columns.n = 0; b < n && columns.n < COLUMNS; b++) {
      columns.at[columns.n] = b, columns.by[columns.n] = x[b * x_step];
      columns.n += x[b * x_step] != 0;
    }
    if (stride == 1) {
      for (; row + MOST * SPAN <= n; row += MOST * SPAN)
        one_block(matrix, n, &columns, row, MOST, is_first, y, y_step);
      for (; row + 2 * SPAN <= n; row += 2 * SPAN)
        one_block(matrix, n, &columns, row, 2, is_first, y, y_step);
      for (; row + SPAN <= n; row += SPAN) one_block(matrix, n, &columns, row, 1, is_first, y, y_step);
    }
    for (; row < n; row++) one_row(matrix, stride, n, &columns, row, is_first, y + row * y_step);
    is_first = 0;
  } while (b < n);
}

// to = first + by[0] of[0] + by[1] of[1], n numbers each; first 0: none. The others lie `stride` apart.
KERNEL_FN void one_combine(const real *first, const real *const of[2], const real by[2], int stride, int n,
                           real *to) {
  int i = 0;
  if (stride == 1)
    for (; i + SPAN <= n; i += SPAN) {
      span_t sum = first ? span_load(first + i) : span_set(0);
      sum = span_fma(span_set(by[0]), span_load(of[0] + i), sum);
      span_store(to + i, span_fma(span_set(by[1]), span_load(of[1] + i), sum));
    }
  for (; i < n; i++)
    to[i] =
        one_fma(by[1], of[1][i * stride], one_fma(by[0], of[0][i * stride], first ? first[i * stride] : 0));
}
#endif

// A system of n equations, factored without pivoting, for matrices whose principal minors are positive, and
// solved for one right side after the other. It is kept transposed, row k what unknown k does in all
// equations, so that both ways of a solve go along rows. Rows begin at vectors and end with them.
KERNEL_FN int one_width(int n) {
  return (n + SPAN - 1) / SPAN * SPAN;
}

// 1 / pivot; zero where only rounding is left of it (dependent rows).
KERNEL_FN real one_inverse(real pivot, real tiny) {
  return tiny < one_abs(pivot) ? 1 / pivot : 0;
}

#if SPAN_IS_MORE
enum { FACTOR_PIVOTS = 2, FACTOR_ROWS = 4 }; // at once: they share loads and stores

// `rows` rows += by[0] times a pivot's, then by[1] times the next one's, from vector `from` to `width`;
// `first` are the pivots' first vectors, with zeros where the rows keep what they have.
KERNEL_FN void one_axpy(real *to, const real *pivot, const span_t *first, const real by[][FACTOR_ROWS],
                        int pivots, int rows, int from, int width) {
  for (int c = from; c < width; c += SPAN) {
    span_t p[FACTOR_PIVOTS];
    KERNEL_UNROLL
    for (int k = 0; k < pivots; k++) p[k] = c == from ? first[k] : span_load(pivot + k * width + c);
    KERNEL_UNROLL
    for (int i = 0; i < rows; i++) {
      span_t b = span_load(to + i * width + c);
      KERNEL_UNROLL
      for (int k = 0; k < pivots; k++) b = span_fma(span_set(by[k][i]), p[k], b);
      span_store(to + i * width + c, b);
    }
  }
}

// The vector of `row` that holds column k, with zeros before it.
KERNEL_FN span_t one_first(const real *row, int k) {
  const int from = k / SPAN * SPAN;
  span_t to = span_load(row + from);
  for (int c = from; c < k; c++) ((real *)&to)[c - from] = 0;
  return to;
}

// `rows` rows from `row` on without the unknowns k and k + 1, whose place takes what they were multiplied by.
KERNEL_FN void one_reduce(real *a, int width, int k, const span_t *first, int row, int rows) {
  const real *pivot = a + (long)k * width;
  real by[FACTOR_PIVOTS][FACTOR_ROWS], *to = a + (long)row * width;
  KERNEL_UNROLL
  for (int i = 0; i < rows; i++) {
    const real *own = to + i * width + k;
    by[0][i] = -(own[0] * pivot[k]);
    by[1][i] = -(one_fma(by[0][i], pivot[k + 1], own[1]) * pivot[width + k + 1]);
  }
  one_axpy(to, pivot, first, by, 2, rows, (k + 2) / SPAN * SPAN, width);
  KERNEL_UNROLL
  for (int i = 0; i < rows; i++) to[i * width + k] = by[0][i], to[i * width + k + 1] = by[1][i];
}

// The factors of `a`, inverse pivots on the diagonal; pivots up to tiny [n] are rounding.
KERNEL_FN void one_factor(real *a, int n, const real *tiny) {
  const int width = one_width(n);
  for (int k = 0; k < n; k += FACTOR_PIVOTS) {
    real *pivot = a + (long)k * width, by[1][FACTOR_ROWS];
    pivot[k] = one_inverse(pivot[k], tiny[k]);
    if (k + 1 == n) break;
    span_t first[FACTOR_PIVOTS] = {one_first(pivot, k + 1)};
    by[0][0] = -(pivot[width + k] * pivot[k]);
    one_axpy(pivot + width, pivot, first, by, 1, 1, (k + 1) / SPAN * SPAN, width);
    pivot[width + k] = by[0][0];
    pivot[width + k + 1] = one_inverse(pivot[width + k + 1], tiny[k + 1]);
    if (k + 2 == n) break;
    for (int i = 0; i < FACTOR_PIVOTS; i++) first[i] = one_first(pivot + i * width, k + 2);
    int row = k + FACTOR_PIVOTS;
    for (; row + FACTOR_ROWS <= n; row += FACTOR_ROWS) one_reduce(a, width, k, first, row, FACTOR_ROWS);
    for (; row < n; row++) one_reduce(a, width, k, first, row, 1);
  }
}

// x[from ... to - 1] += y by[from ...]; both begin at vectors.
KERNEL_FN void one_add(real *x, const real *by, real y, int from, int to) {
  int c = from;
  for (; c < to && c % SPAN; c++) x[c] = one_fma(by[c], y, x[c]);
  for (; c + SPAN <= to; c += SPAN)
    span_store(x + c, span_fma(span_load(by + c), span_set(y), span_load(x + c)));
  for (; c < to; c++) x[c] = one_fma(by[c], y, x[c]);
}
#else
// The factors of `a`, inverse pivots on the diagonal; pivots up to tiny [n] are rounding. Two pivots at once
// share the loads and stores of the rows below them.
KERNEL_FN void one_factor(real *a, int n, const real *tiny) {
  for (int k = 0; k + 1 < n; k += 2) {
    real *pivot = a + (long)k * n, *next = pivot + n;
    const real inverse = one_inverse(pivot[k], tiny[k]), by = -(next[k] * inverse);
    for (int c = k + 1 + TEAM_RANK; c < n; c += TEAM) next[c] = one_fma(by, pivot[c], next[c]);
    team_sync();
    const real second = one_inverse(next[k + 1], tiny[k + 1]);
    for (int i = k + 2 + TEAM_RANK; i < n; i += TEAM) {
      real *row = a + (long)i * n;
      const real first_by = -(row[k] * inverse),
                 next_by = -(one_fma(first_by, pivot[k + 1], row[k + 1]) * second);
      for (int c = k + 2; c < n; c++) row[c] = one_fma(next_by, next[c], one_fma(first_by, pivot[c], row[c]));
      row[k] = first_by, row[k + 1] = next_by;
    }
    if (TEAM_RANK == 0) next[k] = by;
    team_sync();
  }
  team_for(k, n) a[(long)k * n + k] = one_inverse(a[(long)k * n + k], tiny[k]);
  team_sync();
}
KERNEL_FN void one_add(real *x, const real *by, real y, int from, int to) {
  for (int c = from + TEAM_RANK; c < to; c += TEAM) x[c] = one_fma(by[c], y, x[c]);
}
#endif

#if KERNEL_CUDA && TEAM == 32
#define ONE_IN_REGISTERS 1
// one_solve with up to two numbers of x in each thread's registers, from which all take what is found.
KERNEL_FN void one_solve_warp(const real *a, int n, real *x) {
  const int low = TEAM_RANK, high = low + TEAM, most = n < TEAM ? n : TEAM;
  const real *own = a + (low < n ? low : 0), *other = a + (high < n ? high : 0);
  real first = low < n ? x[low] : 0, second = high < n ? x[high] : 0;
  for (int k = 0; k < most; k++) {
    const real y = (real)__shfl_sync(TEAM_MASK, first, k) * a[k * n + k];
    const real less = one_fma(own[k * n], -y, first);
    first = k < low ? less : k == low ? y : first;
    if (n > TEAM) second = one_fma(other[k * n], -y, second);
  }
  for (int k = TEAM; k < n; k++) {
    const real y = (real)__shfl_sync(TEAM_MASK, second, k - TEAM) * a[k * n + k];
    const real less = one_fma(other[k * n], -y, second);
    second = k < high ? less : k == high ? y : second;
  }
  for (int k = n - 1; k >= TEAM; k--) {
    const real y = (real)__shfl_sync(TEAM_MASK, second, k - TEAM);
    const real more = one_fma(other[k * n], y, second);
    second = high < k ? more : second;
    first = one_fma(own[k * n], y, first);
  }
  for (int k = most - 1; k > 0; k--) {
    const real y = (real)__shfl_sync(TEAM_MASK, first, k);
    const real more = one_fma(own[k * n], y, first);
    first = low < k ? more : first;
  }
  if (low < n) x[low] = first;
  if (high < n) x[high] = second;
  team_sync();
}
#else
#define ONE_IN_REGISTERS 0
#endif

// x, the right side, becomes the solution; zero where a pivot was rounding.
KERNEL_FN void one_solve(const real *a, int n, real *x) {
  const int width = one_width(n);
#if ONE_IN_REGISTERS
  if (n <= 2 * TEAM) {
    one_solve_warp(a, n, x);
    return;
  }
#endif
  for (int k = 0; k < n; k++) {
    const real y = x[k] * a[(long)k * width + k];
    one_add(x, a + (long)k * width, -y, k + 1, n);
    team_sync(); // all ranks have read x[k]
    if (TEAM_RANK == 0) x[k] = y;
  }
  team_sync();
  for (int k = n - 1; k > 0; k--) {
    one_add(x, a + (long)k * width, x[k], 0, k);
    team_sync();
  }
}

#endif
