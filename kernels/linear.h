// Dense linear systems of a trajectory, from 3 to about 130 rows, factorised and solved by its
// team: one matrix per lane, row-major, in memory that the team shares. The team is synchronised
// (team_sync) before each call and after its return. Every element has one owner per step and adds
// its terms in the order of the pivots, so the bits depend neither on TEAM nor on LANES.
//
// Systems with several right sides or pivoting use linear_lu or linear_ldl and their solves.
// Systems that are solved once without pivoting carry their right side along: linear_eliminate.
//
// A pivot at rounding level is never divided by: its unknown becomes zero. The factorisations
// return the mask of the lanes with such a pivot (or with NaN or infinity).
#ifndef CHATTER_KERNELS_LINEAR_H
#define CHATTER_KERNELS_LINEAR_H

#include "linear_system.h"
#include "lane.h"

// Returns the rounding level of elimination: largest |a_ij| of the whole matrix times n ε, the size
// of a pivot that is zero in exact arithmetic.
KERNEL_FN lane_t linear_rounding_level(const lane_t *a, int n) {
  lane_t most = lane_set(0);
  for (int e = TEAM_RANK; e < n * n; e += TEAM) most = lane_max(most, lane_abs(a[e]));
  most = (lane_t)team_max(most);
  team_sync(); // wait until all ranks have read
  return lane_set((real)n * REAL_EPSILON) * most;
}

// Returns the lanes where the pivot is larger than `tiny` and neither it nor its inverse is
// infinite; false for NaN.
KERNEL_FN mask_t linear_pivot_is_sound(lane_t pivot, lane_t tiny) {
  const lane_t size = lane_abs(pivot);
  return lane_less(lane_max(tiny, lane_set(4 / REAL_LARGEST)), size) &
         lane_less_equal(size, lane_set(REAL_LARGEST));
}

// Returns the row with the largest entry of column k, from row k down; the first of several, k if
// none is larger than zero.
KERNEL_FN lane_t linear_pivot_row(const lane_t *a, int n, int k) {
  const lane_t none = lane_set((real)-n);
  lane_t most = lane_set(0), row = none; // -row: the maximum is the first one
  for (int i = k + TEAM_RANK; i < n; i += TEAM) most = lane_max(most, lane_abs(a[i * n + k]));
  most = (lane_t)team_max(most);
  for (int i = k + TEAM_RANK; i < n; i += TEAM)
    row = lane_max(row, lane_select(lane_equal(lane_abs(a[i * n + k]), most), lane_set((real)-i), none));
  row = (lane_t)team_max(row);
  return lane_select(lane_equal(row, none), lane_set((real)k), -row);
}

// Exchanges rows k and i of a matrix of `width` columns in the lanes of `mask`; each column by its
// owner.
KERNEL_FN void linear_swap_rows(lane_t *a, int width, int k, int i, mask_t mask) {
  for (int c = TEAM_RANK; c < width; c += TEAM) {
    const lane_t upper = a[k * width + c], lower = a[i * width + c];
    a[k * width + c] = lane_select(mask, lower, upper);
    a[i * width + c] = lane_select(mask, upper, lower);
  }
}
// Exchanges row k with each lane's own row i >= k, of n.
KERNEL_FN void linear_exchange_rows(lane_t *a, int width, int n, int k, lane_t row) {
  if (LANES == 1) {
    linear_swap_rows(a, width, k, (int)lane_get(row, 0), MASK_ALL);
    return;
  }
  for (int i = k + 1; i < n; i++) {
    const mask_t mask = lane_equal(row, lane_set((real)i));
    if (lane_any(mask)) linear_swap_rows(a, width, k, i, mask);
  }
}

// Eliminates pivot k: row k of the factor U (unit diagonal), and the remaining rows below; column k
// stays as the factor L. Symmetric: only the lower triangle is read, and U = D⁻¹Lᵀ is written above
// it. Returns the lanes where the pivot is not sound.
KERNEL_FN mask_t linear_eliminate_pivot(lane_t *a, int n, int k, lane_t tiny, int symmetric) {
  const mask_t sound = linear_pivot_is_sound(a[k * n + k], tiny);
  const lane_t inverse = lane_select(sound, lane_set(1) / a[k * n + k], lane_set(0));
  for (int c = k + 1 + TEAM_RANK; c < n; c += TEAM)
    a[k * n + c] = a[symmetric ? c * n + k : k * n + c] * inverse;
  for (int i = k + 1; i < n; i++) {
    const lane_t below = a[i * n + k];
    const int end = symmetric ? i + 1 : n;
    for (int c = k + 1 + TEAM_RANK; c < end; c += TEAM)
      a[i * n + c] = lane_fma(-below, a[k * n + c], a[i * n + c]);
  }
  team_sync();
  return mask_not(sound);
}

// Replaces the diagonal by inverse pivots, zero where not sound.
KERNEL_FN void linear_invert_pivots(lane_t *a, int n, lane_t tiny) {
  for (int k = TEAM_RANK; k < n; k += TEAM)
    a[k * n + k] =
        lane_select(linear_pivot_is_sound(a[k * n + k], tiny), lane_set(1) / a[k * n + k], lane_set(0));
  team_sync();
}

// Factorises P A = L U with the largest pivot of each column, for each lane: `a` [n][n] becomes its
// factors, `pivot` [n] the row moved to each place. Pivots up to `tiny` (linear_rounding_level; 0:
// only zeros) are not divided by. Returns the lanes that have such pivots.
KERNEL_FN mask_t linear_lu(lane_t *a, int n, lane_t tiny, lane_t *pivot) {
  mask_t singular = mask_set(0);
  for (int k = 0; k < n; k++) {
    const lane_t row = linear_pivot_row(a, n, k);
    team_sync(); // wait until all ranks have read column k
    linear_exchange_rows(a, n, n, k, row);
    if (TEAM_RANK == 0) pivot[k] = row;
    team_sync();
    singular = singular | linear_eliminate_pivot(a, n, k, tiny, 0);
  }
  linear_invert_pivots(a, n, tiny);
  return singular;
}

// Factorises a symmetric A = L D Lᵀ with half the work: reads the lower triangle of `a` [n][n],
// overwrites all of it. Without pivoting: for definite and quasi-definite matrices (saddle points
// with definite diagonal blocks); other indefinite matrices need linear_lu. The diagonal then holds
// 1/D, whose signs count the negative eigenvalues.
KERNEL_FN mask_t linear_ldl(lane_t *a, int n, lane_t tiny) {
  mask_t singular = mask_set(0);
  for (int k = 0; k < n; k++) singular = singular | linear_eliminate_pivot(a, n, k, tiny, 1);
  linear_invert_pivots(a, n, tiny);
  return singular;
}

// Replaces the right side x [n] by the solution, after linear_ldl.
KERNEL_FN void linear_ldl_solve(const lane_t *a, int n, lane_t *x) {
  for (int k = 0; k + 1 < n; k++) {
    const lane_t y = x[k] * a[k * n + k];
    for (int i = k + 1 + TEAM_RANK; i < n; i += TEAM) x[i] = lane_fma(-a[i * n + k], y, x[i]);
    team_sync();
  }
  for (int k = TEAM_RANK; k < n; k += TEAM) x[k] = x[k] * a[k * n + k];
  team_sync();
  for (int k = n - 1; k > 0; k--) {
    for (int i = TEAM_RANK; i < k; i += TEAM) x[i] = lane_fma(-a[i * n + k], x[k], x[i]);
    team_sync();
  }
}

// Replaces the right side x [n] by the solution, after linear_lu.
KERNEL_FN void linear_lu_solve(const lane_t *a, int n, const lane_t *pivot, lane_t *x) {
  for (int k = 0; k < n; k++) linear_exchange_rows(x, 1, n, k, pivot[k]); // one rank does all of it
  team_sync();
  linear_ldl_solve(a, n, x); // both factorisations have the same layout
}

// Returns the sign of the determinant after linear_lu, 1 or -1; 0 if a pivot was not sound.
KERNEL_FN lane_t linear_determinant_sign(const lane_t *a, int n, const lane_t *pivot) {
  const lane_t none = lane_set(0);
  lane_t sign = lane_set(1);
  for (int k = 0; k < n; k++) {
    const lane_t own = a[k * n + k],
                 turned = lane_select(lane_equal(pivot[k], lane_set((real)k)), sign, -sign);
    sign = lane_select(lane_less(none, own), turned, lane_select(lane_less(own, none), -turned, none));
  }
  return sign;
}

// Solves Aᵀ x = right side after linear_lu of A: P A = L U, so Uᵀ Lᵀ P x = right side.
KERNEL_FN void linear_lu_solve_transposed(const lane_t *a, int n, const lane_t *pivot, lane_t *x) {
  for (int k = 0; k + 1 < n; k++) {
    for (int i = k + 1 + TEAM_RANK; i < n; i += TEAM) x[i] = lane_fma(-a[k * n + i], x[k], x[i]);
    team_sync();
  }
  for (int k = n - 1; k >= 0; k--) {
    const lane_t unknown = x[k] * a[k * n + k];
    team_sync(); // wait until all ranks have read
    if (TEAM_RANK == 0) x[k] = unknown;
    for (int i = TEAM_RANK; i < k; i += TEAM) x[i] = lane_fma(-a[k * n + i], unknown, x[i]);
    team_sync();
  }
  // one rank does all of it
  for (int k = n - 1; k >= 0; k--) linear_exchange_rows(x, 1, n, k, pivot[k]);
  team_sync();
}

// A system that carries its right side along: rows of n + SYSTEM_EXTRA_COLUMNS numbers
// (linear_system.h).
//
// Returns 1 / pivot k; zero if it is at rounding level (dependent rows).

// 1 / pivot k; zero where only rounding is left of it (dependent rows).
KERNEL_FN lane_t linear_inverse_pivot(const lane_t *a, int n, int k) {
  const lane_t pivot = a[k * (n + SYSTEM_EXTRA_COLUMNS) + k];
  const mask_t sound =
      lane_less(a[k * (n + SYSTEM_EXTRA_COLUMNS) + n + SYSTEM_PIVOT_ROUNDING], lane_abs(pivot));
  return lane_select(sound, lane_set(1) / pivot, lane_set(0));
}

// Eliminates without pivoting, for matrices with positive principal minors, then substitutes back.
KERNEL_FN void linear_eliminate(lane_t *a, int n) {
  const int width = n + SYSTEM_EXTRA_COLUMNS, right = n + SYSTEM_RIGHT_SIDE;
  for (int k = 0; k < n; k++) {
    const lane_t inverse = linear_inverse_pivot(a, n, k);
    for (int i = k + 1 + TEAM_RANK; i < n; i += TEAM) {
      const lane_t l = a[i * width + k] * inverse;
      for (int c = k + 1; c <= right; c++)
        a[i * width + c] = lane_fma(-l, a[k * width + c], a[i * width + c]);
    }
    team_sync();
  }
  for (int k = n - 1; k > 0; k--) {
    const lane_t unknown = a[k * width + right] * linear_inverse_pivot(a, n, k);
    for (int i = TEAM_RANK; i < k; i += TEAM)
      a[i * width + right] = lane_fma(-a[i * width + k], unknown, a[i * width + right]);
    team_sync();
  }
}

// Returns unknown k after linear_eliminate; zero if its pivot was at rounding level.
KERNEL_FN lane_t linear_solution_at(const lane_t *a, int n, int k) {
  return a[k * (n + SYSTEM_EXTRA_COLUMNS) + n + SYSTEM_RIGHT_SIDE] * linear_inverse_pivot(a, n, k);
}

#endif
