// One trajectory's own numbers, `real` whatever LANES is: what its neighbours do not need is done lane by
// lane, each with its own sizes; where there are lanes, their vectors then hold neighbouring elements of one
// of them.
#ifndef CHATTER_KERNELS_PER_LANE_H
#define CHATTER_KERNELS_PER_LANE_H

#include "../lane.h"
#include "products.h"
#include "transient_layout.h"

// One lane of a lane_t in memory.
#if LANES == 1
#define LANE_OF(x, lane) (*((void)(lane), &(x)))
#define LANE_READ(x, lane) LANE_OF(x, lane)
#else
#define LANE_OF(x, lane) (((real *)&(x))[lane])
#define LANE_READ(x, lane) (((const real *)&(x))[lane]) // of constant numbers
#endif
KERNEL_FN real per_lane_fma(real a, real b, real c) {
#if LANES == 1
  return lane_fma(a, b, c);
#elif defined(KERNEL_SINGLE)
  return __builtin_fmaf(a, b, c);
#else
  return double_fma(a, b, c);
#endif
}
KERNEL_FN real per_lane_abs(real a) {
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
  return per_lane_fma(a, b, c);
}
#endif

#if !KERNEL_CUDA
enum { ONE_BLOCK = 10 }; // vectors of a product at once: they share the numbers that they are multiplied by
#define ONE_UNROLL _Pragma("GCC unroll 10")
KERNEL_FN span_t span_load(const real *from) {
  span_t to;
  __builtin_memcpy(&to, from, sizeof to);
  return to;
}
KERNEL_FN void span_store(real *to, span_t from) {
  __builtin_memcpy(to, &from, sizeof from);
}

// Numbers that are not zero, each with the column of a symmetric M that it multiplies.
typedef struct per_lane_columns {
  int n;
  const real *of[NEWTON_ROWS];
  real by[NEWTON_ROWS];
} per_lane_columns;

// M x in `vectors` vectors of SPAN rows, of which the last begins at row `last`, the others from `row` on.
KERNEL_FN void per_lane_block(const per_lane_columns *x, int row, int vectors, int last, real *y) {
  span_t sum[ONE_BLOCK];
  ONE_UNROLL
  for (int i = 0; i < vectors; i++) sum[i] = span_set(0);
  for (int k = 0; k < x->n; k++) {
    const real *of = x->of[k];
    const span_t by = span_set(x->by[k]);
    ONE_UNROLL
    for (int i = 0; i + 1 < vectors; i++) sum[i] = span_fma(span_load(of + row + i * SPAN), by, sum[i]);
    sum[vectors - 1] = span_fma(span_load(of + last), by, sum[vectors - 1]);
  }
  ONE_UNROLL
  for (int i = 0; i < vectors; i++) {
    const int to = i + 1 < vectors ? row + i * SPAN : last;
#if LANES == 1
    span_store(y + to, sum[i]);
#else
    for (int c = 0; c < SPAN; c++) y[(to + c) * LANES] = sum[i][c];
#endif
  }
}
KERNEL_FN void per_lane_blocks(const per_lane_columns *x, int n, real *y) {
  const int all = (n + SPAN - 1) / SPAN, parts = (all + ONE_BLOCK - 1) / ONE_BLOCK;
  for (int part = 0, from = 0; part < parts; part++) {
    const int vectors = (all - from + parts - part - 1) / (parts - part), row = from * SPAN;
    const int end = (from + vectors) * SPAN, last = (end < n ? end : n) - SPAN;
    from += vectors;
    switch (vectors) {
#define ONE_CASE(vectors)                                                                                    \
  case vectors:                                                                                              \
    per_lane_block(x, row, vectors, last, y);                                                                \
    break;
      ONE_CASE(1)
      ONE_CASE(2)
      ONE_CASE(3)
      ONE_CASE(4)
      ONE_CASE(5)
      ONE_CASE(6)
      ONE_CASE(7)
      ONE_CASE(8)
      ONE_CASE(9)
      ONE_CASE(ONE_BLOCK)
#undef ONE_CASE
    }
  }
}
KERNEL_FN void per_lane_row(const per_lane_columns *x, int at, real *y) {
  real sum = 0;
  for (int k = 0; k < x->n; k++) sum = per_lane_fma(x->of[k][at], x->by[k], sum);
  *y = sum;
}

// A trajectory's own y = M x with a symmetric M, [n][n] numbers `stride` apart, and one lane of lane_t as x
// and y: column by column, in rising order, those passed over where x is zero.
KERNEL_CALLED void per_lane_product(const real *matrix, int stride, int n, const real *x, real *y) {
  per_lane_columns columns;
  columns.n = 0;
  for (int b = 0; b < n; b++) {
    const real by = x[b * LANES];
    columns.of[columns.n] = matrix + (long)b * n * stride, columns.by[columns.n] = by;
    columns.n += by != 0;
  }
  if (stride == 1 && n >= SPAN)
    per_lane_blocks(&columns, n, y);
  else
    for (int row = 0; row < n; row++) per_lane_row(&columns, row * stride, y + row * LANES);
}

// strided_product (products.h) of `vectors` vectors of neighbouring rows from `row` on, by the columns of M.
KERNEL_FN void per_lane_tile(const real *columns, int rows, const real *x, int n, int row, int vectors,
                             real *y) {
  span_t even[TILE], odd[TILE];
  KERNEL_UNROLL
  for (int i = 0; i < vectors; i++) even[i] = odd[i] = span_set(0);
  for (int k = 0; k < n; k += 2) {
    const real *of = columns + (long)k * rows + row;
    const span_t by = span_set(x[k]);
    KERNEL_UNROLL
    for (int i = 0; i < vectors; i++) even[i] = span_fma(span_load(of + i * SPAN), by, even[i]);
    if (k + 1 == n) break;
    const span_t next = span_set(x[k + 1]);
    KERNEL_UNROLL
    for (int i = 0; i < vectors; i++) odd[i] = span_fma(span_load(of + rows + i * SPAN), next, odd[i]);
  }
  KERNEL_UNROLL
  for (int i = 0; i < vectors; i++) span_store(y + row + i * SPAN, even[i] + odd[i]);
}
// y = M x of one trajectory by the columns of M, `rows` numbers each, at least SPAN: the bits of row_product.
KERNEL_CALLED void per_lane_rows(const real *columns, int rows, const real *x, int n, real *y) {
  int row = 0;
  for (; row + TILE * SPAN <= rows; row += TILE * SPAN) per_lane_tile(columns, rows, x, n, row, TILE, y);
  for (; row + SPAN <= rows; row += SPAN) per_lane_tile(columns, rows, x, n, row, 1, y);
  if (row < rows) per_lane_tile(columns, rows, x, n, rows - SPAN, 1, y);
}

// to = first + by[0] of[0] + by[1] of[1], n numbers each; first 0: none. The others lie `stride` apart.
KERNEL_FN void per_lane_combine(const real *first, const real *const of[2], const real by[2], int stride,
                                int n, real *to) {
  int i = 0;
  if (stride == 1)
    for (; i + SPAN <= n; i += SPAN) {
      span_t sum = first ? span_load(first + i) : span_set(0);
      sum = span_fma(span_set(by[0]), span_load(of[0] + i), sum);
      span_store(to + i, span_fma(span_set(by[1]), span_load(of[1] + i), sum));
    }
  for (; i < n; i++)
    to[i] = per_lane_fma(by[1], of[1][i * stride],
                         per_lane_fma(by[0], of[0][i * stride], first ? first[i * stride] : 0));
}
#endif

#endif
