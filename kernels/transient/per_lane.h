// Scalar data of one trajectory, `real` for every LANES. Work that neighbouring trajectories do not
// need is done lane by lane, each with its own sizes; vectors then hold neighbouring elements of
// one trajectory.
#ifndef CHATTER_KERNELS_PER_LANE_H
#define CHATTER_KERNELS_PER_LANE_H

#include "../lane.h"
#include "products.h"
#include "transient_layout.h"

// Accesses one lane of a lane_t in memory.
#if LANES == 1
#define LANE_ELEMENT(x, lane) (*((void)(lane), &(x)))
#define LANE_ELEMENT_CONST(x, lane) LANE_ELEMENT(x, lane)
#else
#define LANE_ELEMENT(x, lane) (((real *)&(x))[lane])
#define LANE_ELEMENT_CONST(x, lane) (((const real *)&(x))[lane]) // for constant data
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

// A vector of PACKED_WIDTH neighbouring numbers of one trajectory; as wide as the lanes if LANES >
// 1.
#if LANES > 1
#define PACKED_IS_VECTOR 1
enum { PACKED_WIDTH = LANES };
typedef lane_t packed_t;
KERNEL_FN packed_t packed_set(real x) {
  return lane_set(x);
}
KERNEL_FN packed_t packed_fma(packed_t a, packed_t b, packed_t c) {
  return lane_fma(a, b, c);
}
#elif !KERNEL_CUDA && defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define PACKED_IS_VECTOR 1
enum { PACKED_WIDTH = 32 / sizeof(real) };
typedef real packed_t __attribute__((vector_size(32)));
#ifdef KERNEL_SINGLE
KERNEL_FN packed_t packed_set(real x) {
  return (packed_t)_mm256_set1_ps(x);
}
KERNEL_FN packed_t packed_fma(packed_t a, packed_t b, packed_t c) {
  return (packed_t)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
#else
KERNEL_FN packed_t packed_set(real x) {
  return (packed_t)_mm256_set1_pd(x);
}
KERNEL_FN packed_t packed_fma(packed_t a, packed_t b, packed_t c) {
  return (packed_t)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}
#endif
#else
#define PACKED_IS_VECTOR 0
enum { PACKED_WIDTH = 1 };
typedef real packed_t;
KERNEL_FN packed_t packed_set(real x) {
  return x;
}
KERNEL_FN packed_t packed_fma(packed_t a, packed_t b, packed_t c) {
  return per_lane_fma(a, b, c);
}
#endif

#if !KERNEL_CUDA
enum { PACKED_BLOCK = 10 }; // vectors of a product at a time: they share the loads of its factors
#define PACKED_UNROLL _Pragma("GCC unroll 10")
KERNEL_FN packed_t packed_load(const real *from) {
  packed_t to;
  __builtin_memcpy(&to, from, sizeof to);
  return to;
}
KERNEL_FN void packed_store(real *to, packed_t from) {
  __builtin_memcpy(to, &from, sizeof from);
}

// Nonzero numbers, each with the column of a symmetric M that it multiplies.
typedef struct per_lane_columns {
  int n;
  const real *of[NEWTON_MAX_ROWS];
  real by[NEWTON_MAX_ROWS];
} per_lane_columns;

// Computes M x in `vectors` vectors of PACKED_WIDTH rows: from `row` on, the last one from row
// `last` on.
KERNEL_FN void per_lane_product_block(const per_lane_columns *x, int row, int vectors, int last, real *y) {
  packed_t sum[PACKED_BLOCK];
  PACKED_UNROLL
  for (int i = 0; i < vectors; i++) sum[i] = packed_set(0);
  for (int k = 0; k < x->n; k++) {
    const real *of = x->of[k];
    const packed_t by = packed_set(x->by[k]);
    PACKED_UNROLL
    for (int i = 0; i + 1 < vectors; i++)
      sum[i] = packed_fma(packed_load(of + row + i * PACKED_WIDTH), by, sum[i]);
    sum[vectors - 1] = packed_fma(packed_load(of + last), by, sum[vectors - 1]);
  }
  PACKED_UNROLL
  for (int i = 0; i < vectors; i++) {
    const int to = i + 1 < vectors ? row + i * PACKED_WIDTH : last;
#if LANES == 1
    packed_store(y + to, sum[i]);
#else
    for (int c = 0; c < PACKED_WIDTH; c++) y[(to + c) * LANES] = sum[i][c];
#endif
  }
}
KERNEL_FN void per_lane_product_blocks(const per_lane_columns *x, int n, real *y) {
  const int all = (n + PACKED_WIDTH - 1) / PACKED_WIDTH, parts = (all + PACKED_BLOCK - 1) / PACKED_BLOCK;
  for (int part = 0, from = 0; part < parts; part++) {
    const int vectors = (all - from + parts - part - 1) / (parts - part), row = from * PACKED_WIDTH;
    const int end = (from + vectors) * PACKED_WIDTH, last = (end < n ? end : n) - PACKED_WIDTH;
    from += vectors;
    switch (vectors) {
#define PACKED_BLOCK_CASE(vectors)                                                                           \
  case vectors:                                                                                              \
    per_lane_product_block(x, row, vectors, last, y);                                                        \
    break;
      PACKED_BLOCK_CASE(1)
      PACKED_BLOCK_CASE(2)
      PACKED_BLOCK_CASE(3)
      PACKED_BLOCK_CASE(4)
      PACKED_BLOCK_CASE(5)
      PACKED_BLOCK_CASE(6)
      PACKED_BLOCK_CASE(7)
      PACKED_BLOCK_CASE(8)
      PACKED_BLOCK_CASE(9)
      PACKED_BLOCK_CASE(PACKED_BLOCK)
#undef PACKED_BLOCK_CASE
    }
  }
}
KERNEL_FN void per_lane_row_product(const per_lane_columns *x, int at, real *y) {
  real sum = 0;
  for (int k = 0; k < x->n; k++) sum = per_lane_fma(x->of[k][at], x->by[k], sum);
  *y = sum;
}

// Computes y = M x for one trajectory: M is symmetric, [n][n] numbers `stride` apart; x and y are
// one lane of lane_t. Goes column by column in ascending order and skips columns with zero x.
KERNEL_CALLED void per_lane_product(const real *matrix, int stride, int n, const real *x, real *y) {
  per_lane_columns columns;
  columns.n = 0;
  for (int b = 0; b < n; b++) {
    const real by = x[b * LANES];
    columns.of[columns.n] = matrix + (long)b * n * stride, columns.by[columns.n] = by;
    columns.n += by != 0;
  }
  if (stride == 1 && n >= PACKED_WIDTH)
    per_lane_product_blocks(&columns, n, y);
  else
    for (int row = 0; row < n; row++) per_lane_row_product(&columns, row * stride, y + row * LANES);
}

// Computes strided_product (products.h) for `vectors` vectors of neighbouring rows from `row` on,
// by the columns of M.
KERNEL_FN void per_lane_tile_product(const real *columns, int rows, const real *x, int n, int row,
                                     int vectors, real *y) {
  packed_t even[TILE_ROWS], odd[TILE_ROWS];
  KERNEL_UNROLL
  for (int i = 0; i < vectors; i++) even[i] = odd[i] = packed_set(0);
  for (int k = 0; k < n; k += 2) {
    const real *of = columns + (long)k * rows + row;
    const packed_t by = packed_set(x[k]);
    KERNEL_UNROLL
    for (int i = 0; i < vectors; i++) even[i] = packed_fma(packed_load(of + i * PACKED_WIDTH), by, even[i]);
    if (k + 1 == n) break;
    const packed_t next = packed_set(x[k + 1]);
    KERNEL_UNROLL
    for (int i = 0; i < vectors; i++)
      odd[i] = packed_fma(packed_load(of + rows + i * PACKED_WIDTH), next, odd[i]);
  }
  KERNEL_UNROLL
  for (int i = 0; i < vectors; i++) packed_store(y + row + i * PACKED_WIDTH, even[i] + odd[i]);
}
// Computes y = M x for one trajectory by the columns of M, `rows` numbers each, at least
// PACKED_WIDTH. The bits are those of row_product.
KERNEL_CALLED void per_lane_rows_product(const real *columns, int rows, const real *x, int n, real *y) {
  int row = 0;
  for (; row + TILE_ROWS * PACKED_WIDTH <= rows; row += TILE_ROWS * PACKED_WIDTH)
    per_lane_tile_product(columns, rows, x, n, row, TILE_ROWS, y);
  for (; row + PACKED_WIDTH <= rows; row += PACKED_WIDTH)
    per_lane_tile_product(columns, rows, x, n, row, 1, y);
  if (row < rows) per_lane_tile_product(columns, rows, x, n, rows - PACKED_WIDTH, 1, y);
}

// Computes to = first + by[0] of[0] + by[1] of[1], n numbers each; first 0: none. `of` has numbers
// `stride` apart.
KERNEL_FN void per_lane_combine_rows(const real *first, const real *const of[2], const real by[2], int stride,
                                     int n, real *to) {
  int i = 0;
  if (stride == 1)
    for (; i + PACKED_WIDTH <= n; i += PACKED_WIDTH) {
      packed_t sum = first ? packed_load(first + i) : packed_set(0);
      sum = packed_fma(packed_set(by[0]), packed_load(of[0] + i), sum);
      packed_store(to + i, packed_fma(packed_set(by[1]), packed_load(of[1] + i), sum));
    }
  for (; i < n; i++)
    to[i] = per_lane_fma(by[1], of[1][i * stride],
                         per_lane_fma(by[0], of[0][i * stride], first ? first[i * stride] : 0));
}
#endif

#endif
