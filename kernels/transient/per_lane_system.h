// System of equations of one trajectory.
#ifndef CHATTER_KERNELS_PER_LANE_SYSTEM_H
#define CHATTER_KERNELS_PER_LANE_SYSTEM_H

#include "per_lane.h"

// A system of n equations, factorised without pivoting (positive principal minors) and solved for
// one right side after the other. It is stored transposed: row k has the coefficients of unknown k
// in all equations, so that both substitutions go along rows. Rows are aligned to and padded to
// whole vectors.
KERNEL_FN int per_lane_system_width(int n) {
  return (n + PACKED_WIDTH - 1) / PACKED_WIDTH * PACKED_WIDTH;
}

// Returns 1 / pivot; zero if the pivot is at rounding level (dependent rows).
KERNEL_FN real per_lane_inverse_pivot(real pivot, real tiny) {
  return tiny < per_lane_abs(pivot) ? 1 / pivot : 0;
}

#if PACKED_IS_VECTOR
enum { FACTOR_PIVOTS = 2, FACTOR_ROWS = 4 }; // processed together, to share loads and stores

// Adds by[0] times a pivot row, then by[1] times the next one, to `rows` rows, from vector `from`
// to `width`. `first`: the pivots' first vectors, with zeros where the rows are to keep their
// values.
KERNEL_FN void per_lane_axpy(real *to, const real *pivot, const packed_t *first, const real by[][FACTOR_ROWS],
                             int pivots, int rows, int from, int width) {
  for (int c = from; c < width; c += PACKED_WIDTH) {
    packed_t p[FACTOR_PIVOTS];
    KERNEL_UNROLL
    for (int k = 0; k < pivots; k++) p[k] = c == from ? first[k] : packed_load(pivot + k * width + c);
    KERNEL_UNROLL
    for (int i = 0; i < rows; i++) {
      packed_t b = packed_load(to + i * width + c);
      KERNEL_UNROLL
      for (int k = 0; k < pivots; k++) b = packed_fma(packed_set(by[k][i]), p[k], b);
      packed_store(to + i * width + c, b);
    }
  }
}

// Returns the vector of `row` that holds column k, with zeros before that column.
#ifdef KERNEL_SINGLE
typedef int packed_bits;
#else
typedef long packed_bits;
#endif
typedef packed_bits packed_bits_t __attribute__((vector_size(sizeof(packed_t))));
KERNEL_FN packed_t per_lane_pivot_numbers(const real *row, int k) {
  static const packed_bits keeps[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
  const int before = k % PACKED_WIDTH;
  packed_bits_t mask;
  __builtin_memcpy(&mask, keeps + 8 - before, sizeof mask);
  return (packed_t)((packed_bits_t)packed_load(row + k - before) & mask);
}

// Eliminates unknowns k and k + 1 from `rows` rows from `row` on; their places take the
// multipliers.
KERNEL_FN void per_lane_reduce_rows(real *a, int width, int k, const packed_t *first, int row, int rows) {
  const real *pivot = a + (long)k * width;
  real by[FACTOR_PIVOTS][FACTOR_ROWS], *to = a + (long)row * width;
  KERNEL_UNROLL
  for (int i = 0; i < rows; i++) {
    const real *own = to + i * width + k;
    by[0][i] = -(own[0] * pivot[k]);
    by[1][i] = -(per_lane_fma(by[0][i], pivot[k + 1], own[1]) * pivot[width + k + 1]);
  }
  per_lane_axpy(to, pivot, first, by, 2, rows, (k + 2) / PACKED_WIDTH * PACKED_WIDTH, width);
  KERNEL_UNROLL
  for (int i = 0; i < rows; i++) to[i * width + k] = by[0][i], to[i * width + k + 1] = by[1][i];
}

// Factorises `a` in place, with inverse pivots on the diagonal; pivots up to tiny [n] are rounding.
KERNEL_CALLED void per_lane_factor(real *a, int n, const real *tiny) {
  const int width = per_lane_system_width(n);
  for (int k = 0; k < n; k += FACTOR_PIVOTS) {
    real *pivot = a + (long)k * width, by[1][FACTOR_ROWS];
    pivot[k] = per_lane_inverse_pivot(pivot[k], tiny[k]);
    if (k + 1 == n) break;
    packed_t first[FACTOR_PIVOTS] = {per_lane_pivot_numbers(pivot, k + 1)};
    by[0][0] = -(pivot[width + k] * pivot[k]);
    per_lane_axpy(pivot + width, pivot, first, by, 1, 1, (k + 1) / PACKED_WIDTH * PACKED_WIDTH, width);
    pivot[width + k] = by[0][0];
    pivot[width + k + 1] = per_lane_inverse_pivot(pivot[width + k + 1], tiny[k + 1]);
    if (k + 2 == n) break;
    for (int i = 0; i < FACTOR_PIVOTS; i++) first[i] = per_lane_pivot_numbers(pivot + i * width, k + 2);
    int row = k + FACTOR_PIVOTS;
    for (; row + FACTOR_ROWS <= n; row += FACTOR_ROWS)
      per_lane_reduce_rows(a, width, k, first, row, FACTOR_ROWS);
    for (; row < n; row++) per_lane_reduce_rows(a, width, k, first, row, 1);
  }
}

// Subtracts from or adds to a vector x[c ...] the terms of `count` unknowns from row k on, in
// ascending or descending order.
KERNEL_FN void per_lane_add_unknowns(real *x, const real *row, int width, const packed_t *by, int count,
                                     int falls, int c) {
  packed_t sum = packed_load(x + c);
  PACKED_UNROLL
  for (int i = 0; i < count; i++) {
    const int k = falls ? count - 1 - i : i;
    sum = packed_fma(packed_load(row + (long)k * width + c), by[k], sum);
  }
  packed_store(x + c, sum);
}

// Finds the unknowns of vector k, then subtracts their terms from all vectors after it, or before
// it if `falls`.
KERNEL_FN void per_lane_substitute(const real *a, int n, int k, int count, int falls, real *x) {
  const int width = per_lane_system_width(n);
  const real *row = a + (long)k * width;
  packed_t by[PACKED_WIDTH];
  PACKED_UNROLL
  for (int i = 0; i < PACKED_WIDTH; i++) by[i] = packed_set(0);
  PACKED_UNROLL
  for (int j = 0; j < count; j++) {
    const int i = falls ? count - 1 - j : j;
    const real *own = row + (long)i * width + k, y = falls ? x[k + i] : x[k + i] * own[i];
    x[k + i] = y;
    by[i] = packed_set(falls ? y : -y);
    for (int c = falls ? 0 : i + 1; c < (falls ? i : count); c++)
      x[k + c] = per_lane_fma(own[c], falls ? y : -y, x[k + c]);
  }
  for (int c = falls ? 0 : k + PACKED_WIDTH; c < (falls ? k : width); c += PACKED_WIDTH)
    per_lane_add_unknowns(x, row, width, by, count, falls, c);
}

// Replaces the right side x by the solution; zero for a pivot at rounding level.
KERNEL_CALLED void per_lane_solve(const real *a, int n, real *x) {
  const int whole = n / PACKED_WIDTH * PACKED_WIDTH;
  real y[NEWTON_MAX_ROWS + PACKED_WIDTH];
  for (int i = 0; i < n; i++) y[i] = x[i];
  for (int i = n; i < per_lane_system_width(n); i++) y[i] = 0;
  for (int k = 0; k < whole; k += PACKED_WIDTH) per_lane_substitute(a, n, k, PACKED_WIDTH, 0, y);
  if (whole < n) {
    per_lane_substitute(a, n, whole, n - whole, 0, y);
    per_lane_substitute(a, n, whole, n - whole, 1, y);
  }
  for (int k = whole - PACKED_WIDTH; k >= 0; k -= PACKED_WIDTH)
    per_lane_substitute(a, n, k, PACKED_WIDTH, 1, y);
  for (int i = 0; i < n; i++) x[i] = y[i];
}
#else
// Factorises `a` in place, with inverse pivots on the diagonal; pivots up to tiny [n] are rounding.
// Two pivots at a time share the loads and stores of the rows below them.
KERNEL_FN void per_lane_factor(real *a, int n, const real *tiny) {
  for (int k = 0; k + 1 < n; k += 2) {
    real *pivot = a + (long)k * n, *next = pivot + n;
    const real inverse = per_lane_inverse_pivot(pivot[k], tiny[k]), by = -(next[k] * inverse);
    for (int c = k + 1 + TEAM_RANK; c < n; c += TEAM) next[c] = per_lane_fma(by, pivot[c], next[c]);
    team_sync();
    const real second = per_lane_inverse_pivot(next[k + 1], tiny[k + 1]);
    for (int i = k + 2 + TEAM_RANK; i < n; i += TEAM) {
      real *row = a + (long)i * n;
      const real first_by = -(row[k] * inverse),
                 next_by = -(per_lane_fma(first_by, pivot[k + 1], row[k + 1]) * second);
      for (int c = k + 2; c < n; c++)
        row[c] = per_lane_fma(next_by, next[c], per_lane_fma(first_by, pivot[c], row[c]));
      row[k] = first_by, row[k + 1] = next_by;
    }
    if (TEAM_RANK == 0) next[k] = by;
    team_sync();
  }
  team_for(k, n) a[(long)k * n + k] = per_lane_inverse_pivot(a[(long)k * n + k], tiny[k]);
  team_sync();
}
// Adds y times a row to x[from ... to - 1].
KERNEL_FN void per_lane_add_row(real *x, const real *row, real y, int from, int to) {
  for (int c = from + TEAM_RANK; c < to; c += TEAM) x[c] = per_lane_fma(row[c], y, x[c]);
}

#if KERNEL_CUDA && TEAM == 32
#define SYSTEM_IN_REGISTERS 1
// per_lane_solve with up to two numbers of x in each thread's registers; found unknowns are
// broadcast.
KERNEL_FN void per_lane_solve_warp(const real *a, int n, real *x) {
  const int low = TEAM_RANK, high = low + TEAM, most = n < TEAM ? n : TEAM;
  const real *own = a + (low < n ? low : 0), *other = a + (high < n ? high : 0);
  real first = low < n ? x[low] : 0, second = high < n ? x[high] : 0;
  for (int k = 0; k < most; k++) {
    const real y = (real)__shfl_sync(TEAM_MASK, first, k) * a[k * n + k];
    const real less = per_lane_fma(own[k * n], -y, first);
    first = k < low ? less : k == low ? y : first;
    if (n > TEAM) second = per_lane_fma(other[k * n], -y, second);
  }
  for (int k = TEAM; k < n; k++) {
    const real y = (real)__shfl_sync(TEAM_MASK, second, k - TEAM) * a[k * n + k];
    const real less = per_lane_fma(other[k * n], -y, second);
    second = k < high ? less : k == high ? y : second;
  }
  for (int k = n - 1; k >= TEAM; k--) {
    const real y = (real)__shfl_sync(TEAM_MASK, second, k - TEAM);
    const real more = per_lane_fma(other[k * n], y, second);
    second = high < k ? more : second;
    first = per_lane_fma(own[k * n], y, first);
  }
  for (int k = most - 1; k > 0; k--) {
    const real y = (real)__shfl_sync(TEAM_MASK, first, k);
    const real more = per_lane_fma(own[k * n], y, first);
    first = low < k ? more : first;
  }
  if (low < n) x[low] = first;
  if (high < n) x[high] = second;
  team_sync();
}
#else
#define SYSTEM_IN_REGISTERS 0
#endif

// Replaces the right side x by the solution; zero for a pivot at rounding level.
KERNEL_FN void per_lane_solve(const real *a, int n, real *x) {
  const int width = per_lane_system_width(n);
#if SYSTEM_IN_REGISTERS
  if (n <= 2 * TEAM) {
    per_lane_solve_warp(a, n, x);
    return;
  }
#endif
  for (int k = 0; k < n; k++) {
    const real y = x[k] * a[(long)k * width + k];
    per_lane_add_row(x, a + (long)k * width, -y, k + 1, n);
    team_sync(); // all ranks have read x[k]
    if (TEAM_RANK == 0) x[k] = y;
  }
  team_sync();
  for (int k = n - 1; k > 0; k--) {
    per_lane_add_row(x, a + (long)k * width, x[k], 0, k);
    team_sync();
  }
}
#endif

#endif
