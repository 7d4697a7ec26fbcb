// The inclusion -(G x + c) ∈ N_C(x) at the contact points (Monjaraz-Tec et al. 2022, equation C.1),
// solved by projected Jacobi over-relaxation (C.2) over all points of a trajectory. x is λ
// (leapfrog, G = F) or ΔP (Moreau). For points with a compliant law (laws/laws.h) the resolvent of
// the force replaces the projection (law_points.h). Theory: docs/theory/inclusions.md.
#ifndef CHATTER_KERNELS_CONTACT_H
#define CHATTER_KERNELS_CONTACT_H

#include "../laws/coulomb.h"
#include "../laws/elastic_step.h"
#include "../laws/friction.h"
#include "../laws/unilateral.h"
#include "law_points.h"
#include "per_lane.h"

// Loads the spring stiffness of the rows of point j, and their ε.
KERNEL_FN void spring_load_stiffness(const kernel_run *run, transient *self, int j) {
  const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
  const int at = transient_entry_parameter(DIMS(run), point_entry(run, j)) + ENTRY_STIFFNESS;
  for (int i = 0; i < 3; i++) {
    if (row[i] < 0) continue;
    const lane_t stiffness = parameter_load(run, at + (i > 0)),
                 scale = lane_set(MODEL_BLOCK(MODEL_ROW_SCALE)[row[i]]);
    self->spring[row[i]] = stiffness;
    self->scale[row[i]] =
        self->relaxation * (point_is_elastic(run, j) ? law_elastic_scale(stiffness, scale) : scale);
  }
}

KERNEL_FN void contact_begin(const kernel_run *run, transient *self) {
  const int *dim = DIMS(run);
  self->relaxation = parameter_load(run, TRANSIENT_RELAXATION);
  if (DIM(DIM_MOVING_GAP)) {
    team_for(e, DIM(DIM_CONTACT_ENTRIES)) for (int i = 0; i < 3; i++) self->gap_motion[3 * e + i] =
        parameter_load_wide(run, transient_entry_parameter(dim, e) + ENTRY_GAP_AMPLITUDE + i);
  }
  team_for(i, DIM(DIM_CONTACT_ENTRIES) * DIM(DIM_LAW_PARAMETERS)) self->law[i] =
      parameter_load(run, transient_law_parameter(dim) + i);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int at = transient_entry_parameter(dim, point_entry(run, j));
    self->gap[j] =
        lane_narrow(parameter_load_wide(run, at + ENTRY_GAP) + wide_set((double)MODEL_BLOCK(MODEL_GAP)[j]));
    if (DIM(DIM_PRELOAD)) self->preload[j] = parameter_load(run, at + ENTRY_PRELOAD);
    self->friction[j] = parameter_load(run, at + ENTRY_FRICTION);
    if (DIM(DIM_DELASSUS)) self->restitution[j] = parameter_load(run, at + ENTRY_RESTITUTION);
    if (DIM(DIM_SPRING_KIND)) spring_load_stiffness(run, self, j);
    for (int i = 0; i < DIM(DIM_LAW_STATES); i++)
      self->memory[j * DIM(DIM_LAW_STATES) + i] = state_load(run, transient_row_law_states(dim, j) + i);
    for (int i = 0; i < 2; i++)
      if (point_tangent(run, j, i) >= 0)
        self->wall[point_tangent(run, j, i)] = lane_narrow(
            law_wall_increment(parameter_load_wide(run, at + ENTRY_WALL_VELOCITY + i), self->dt_wide));
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] = state_load(run, transient_row_force(dim) + b);
    self->q[b] = state_load(run, transient_row_boundary(dim) + b);
    if (TRANSIENT_EXTRAPOLATES(DIM))
      self->force_change[b] = state_load(run, transient_row_force_change(dim) + b);
  }
}

// Sets the displacement of walls with a drive; modes_q_free has set their velocity.
KERNEL_FN void wall_drives(const kernel_run *run, transient *self) {
  if (!DIM(DIM_DRIVE_NUMBERS)) return;
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int e = point_entry(run, j), row = point_tangent(run, j, 0);
    if (row < 0 || TABLE(transient_drive_table(DIMS(run), transient_wall_drive(DIMS(run), e)) + DRIVE_KIND) ==
                       DRIVE_NONE)
      continue;
    const wide_t steady =
        parameter_load_wide(run, transient_entry_parameter(DIMS(run), e) + ENTRY_WALL_VELOCITY);
    self->wall[row] =
        lane_narrow(law_wall_increment(steady + lane_widen(self->wall_speed[e]), self->dt_wide));
  }
  team_sync();
}

// Radius of the Coulomb disc at point j: μ(x_n + λ0), or μλ0 for a constant normal load.
KERNEL_FN lane_t point_radius(const kernel_run *run, const transient *self, int j, const lane_t *x) {
  const int normal = point_normal(run, j);
  const lane_t preload = point_preload(run, self, j);
  return normal >= 0 ? law_friction_radius(self->friction[j], x[normal], preload)
                     : law_coulomb_radius(self->friction[j], preload);
}

// Projects the trial force of one point in place.
KERNEL_FN void contact_project(const kernel_run *run, const transient *self, lane_t *x, int j) {
  const int normal = point_normal(run, j), first = point_tangent(run, j, 0),
            second = point_tangent(run, j, 1);
  if (normal >= 0) x[normal] = law_unilateral(x[normal], point_preload(run, self, j));
  const lane_t radius = first >= 0 ? point_radius(run, self, j, x) : lane_set(0);
  if (second >= 0)
    law_friction_disc(&x[first], &x[second], radius);
  else if (first >= 0)
    x[first] = law_friction_interval(x[first], radius);
}

// ε of a row: relaxation / row sum of |G|; zero if the row does not take part in this step.
KERNEL_FN lane_t contact_relaxation_factor(const kernel_run *run, const transient *self, int row) {
  return DIM(DIM_DELASSUS) || DIM(DIM_SPRING_KIND)
             ? self->scale[row]
             : self->relaxation * lane_set(MODEL_BLOCK(MODEL_ROW_SCALE)[row]);
}

// Returns G_ij.
KERNEL_FN lane_t contact_entry(const kernel_run *run, const transient *self, int i, int j) {
  const int rows = DIM(DIM_BOUNDARY);
  if (!DIM(DIM_DELASSUS)) return lane_set(MODEL_BLOCK(MODEL_FLEXIBILITY)[i * rows + j]);
  if (DIM(DIM_COEFFICIENTS_VARY)) return self->delassus[i * rows + j];
  return lane_set(run->uniform[transient_uniform_delassus_at(DIMS(run)) + i * rows + j]);
}

// Returns the G that all lanes share, or K = F⁻¹ if `inverse`.
KERNEL_FN const real *contact_shared_matrix(const kernel_run *run, int inverse) {
  if (inverse) return MODEL_BLOCK(MODEL_STIFFNESS);
  return DIM(DIM_DELASSUS) ? run->uniform + transient_uniform_delassus_at(DIMS(run))
                           : MODEL_BLOCK(MODEL_FLEXIBILITY);
}
// Each lane has its own G; K is not used then.
#define CONTACT_MATRIX_PER_LANE (DIM(DIM_DELASSUS) && DIM(DIM_COEFFICIENTS_VARY))

// Products of the matrix with x, one per lane (per_lane.h).
#if KERNEL_CUDA
// Computes rows `row` and, if `both`, `next` of m x; they share the loads of x. The test for zeros
// costs more than the product that it saves, but for large matrices it saves memory traffic.
KERNEL_FN void contact_two_rows_product(const real *m, int n, const lane_t *x, lane_t *y, int row, int next,
                                        int both) {
  enum { CONTACT_SKIP_ZEROS_FROM = 128 };
  const real *first = m + row, *second = m + next;
  real sum = 0, more = 0;
  _Pragma("unroll 4") for (int b = 0; b < n; b++, first += n, second += n) {
    const real by = x[b];
    if (n > CONTACT_SKIP_ZEROS_FROM && by == 0) continue;
    sum = per_lane_fma(*first, by, sum);
    if (both) more = per_lane_fma(*second, by, more);
  }
  y[row] = sum;
  if (both) y[next] = more;
}
// The compiler must know in which memory a number lies, also if no size is fixed. So each matrix
// has a call of its own, and no pointer stands for either of two matrices.
KERNEL_FN void contact_product_rows(const kernel_run *run, const transient *self, int inverse,
                                    const lane_t *x, lane_t *y, int row, int next, int both) {
  const int n = DIM(DIM_BOUNDARY);
  if (CONTACT_MATRIX_PER_LANE)
    contact_two_rows_product(self->delassus, n, x, y, row, next, both);
  else if (DIM(DIM_DELASSUS))
    contact_two_rows_product(run->uniform + transient_uniform_delassus_at(DIMS(run)), n, x, y, row, next,
                             both);
  else if (inverse)
    contact_two_rows_product(MODEL_BLOCK(MODEL_STIFFNESS), n, x, y, row, next, both);
  else
    contact_two_rows_product(MODEL_BLOCK(MODEL_FLEXIBILITY), n, x, y, row, next, both);
}
// Each thread takes two rows while there are enough; threads without a second row repeat their
// first, so that a warp does not diverge.
KERNEL_FN void contact_product_of_lane(const kernel_run *run, const transient *self, int lane, int inverse,
                                       const lane_t *x, lane_t *y) {
  const int n = DIM(DIM_BOUNDARY);
  (void)lane;
  for (int from = 0; from < n; from += 2 * TEAM) {
    const int row = from + TEAM_RANK, next = row + TEAM < n ? row + TEAM : row;
    if (row >= n) continue;
    if (from + TEAM < n)
      contact_product_rows(run, self, inverse, x, y, row, next, 1);
    else
      contact_product_rows(run, self, inverse, x, y, row, row, 0);
  }
}
#else
// Returns the matrix of one lane: entry (i, k) is at [(i rows + k) stride].
KERNEL_FN const real *contact_matrix(const kernel_run *run, const transient *self, int lane, int inverse,
                                     int *stride) {
  *stride = CONTACT_MATRIX_PER_LANE ? LANES : 1;
  return CONTACT_MATRIX_PER_LANE ? &LANE_ELEMENT_CONST(self->delassus[0], lane)
                                 : contact_shared_matrix(run, inverse);
}
KERNEL_FN void contact_product_of_lane(const kernel_run *run, const transient *self, int lane, int inverse,
                                       const lane_t *x, lane_t *y) {
  int stride;
  const real *matrix = contact_matrix(run, self, lane, inverse, &stride);
  per_lane_product(matrix, stride, DIM(DIM_BOUNDARY), &LANE_ELEMENT_CONST(x[0], lane),
                   &LANE_ELEMENT(y[0], lane));
}
#endif

// Computes y = M x in the lanes of `mask` together, in `n` rows from `row` on. The order of sums is
// that of contact_product_of_lane.
#if LANES > 1
// rows at a time, each with a register for its sums
enum { CONTACT_SUM_ROWS = LANES == 8 ? 24 : 8 };
#define CONTACT_UNROLL _Pragma("GCC unroll 24")
KERNEL_FN void contact_block_product(mask_t mask, const real *m, long rows, const short *at, int columns,
                                     const lane_t *x, lane_t *y, int row, int n) {
  lane_t sum[CONTACT_SUM_ROWS];
  CONTACT_UNROLL
  for (int i = 0; i < n; i++) sum[i] = lane_set(0);
  for (int k = 0; k < columns; k++) {
    const real *of = m + at[k] * rows + row;
    const lane_t by = x[at[k]];
    CONTACT_UNROLL
    for (int i = 0; i < n; i++) sum[i] = lane_fma(lane_set(of[i]), by, sum[i]);
  }
  CONTACT_UNROLL
  for (int i = 0; i < n; i++) y[row + i] = lane_select(mask, sum[i], y[row + i]);
}
// Computes column by column in ascending order; skips columns whose x is zero in all lanes. The
// last tile overlaps rows that are already computed.
KERNEL_CALLED void contact_product_by_tiles(mask_t mask, const real *m, int rows, const lane_t *x,
                                            lane_t *y) {
  short at[NEWTON_MAX_ROWS];
  int columns = 0, row = 0;
  for (int b = 0; b < rows; b++) {
    at[columns] = (short)b;
    columns += lane_any(mask_not(lane_equal(x[b], lane_set(0))));
  }
  for (; row + CONTACT_SUM_ROWS <= rows; row += CONTACT_SUM_ROWS)
    contact_block_product(mask, m, rows, at, columns, x, y, row, CONTACT_SUM_ROWS);
  if (row < rows && rows >= CONTACT_SUM_ROWS)
    contact_block_product(mask, m, rows, at, columns, x, y, rows - CONTACT_SUM_ROWS, CONTACT_SUM_ROWS);
  for (; row < rows && rows < CONTACT_SUM_ROWS; row++)
    contact_block_product(mask, m, rows, at, columns, x, y, row, 1);
}
// Computes the product for all lanes together if most of them are in `mask` and all have the same
// matrix. Returns 1 if it did.
KERNEL_FN int contact_product_all_lanes(const kernel_run *run, const transient *self, mask_t mask,
                                        int inverse, const lane_t *x, lane_t *y) {
  int wanted = 0, stride;
  const real *m = contact_matrix(run, self, 0, inverse, &stride);
  for (int lane = 0; lane < LANES; lane++) wanted += mask_get(mask, lane);
  if (2 * wanted <= LANES || stride != 1) return 0;
  contact_product_by_tiles(mask, m, DIM(DIM_BOUNDARY), x, y);
  return 1;
}
#else
KERNEL_FN int contact_product_all_lanes(const kernel_run *run, const transient *self, mask_t mask,
                                        int inverse, const lane_t *x, lane_t *y) {
  return (void)run, (void)self, (void)mask, (void)inverse, (void)x, (void)y, 0;
}
#endif

// Computes y = G x, or K x if `inverse`, in the lanes of `mask`.
KERNEL_FN void contact_product_into(const kernel_run *run, const transient *self, mask_t mask, int inverse,
                                    const lane_t *x, lane_t *y) {
  if (!contact_product_all_lanes(run, self, mask, inverse, x, y))
    for (int lane = 0; lane < LANES; lane++)
      if (mask_get(mask, lane)) contact_product_of_lane(run, self, lane, inverse, x, y);
  team_sync();
}

// Computes G x of the present forces into `product` in the lanes of `mask`.
KERNEL_FN void contact_products(const kernel_run *run, transient *self, mask_t mask) {
  contact_product_into(run, self, mask, 0, self->force, self->product);
}
// The same, if the solver has not left the product.
KERNEL_FN void contact_products_if_missing(const kernel_run *run, transient *self) {
  const mask_t left = mask_not(self->has_product);
  if (DIM(DIM_NEWTON_KIND) > NEWTON_BATCHED && lane_any(left)) contact_products(run, self, left);
}

// Returns (G x)_row with G = F, or the G of Moreau's scheme; with Newton's method the value is that
// of contact_products.
KERNEL_FN lane_t contact_product(const kernel_run *run, const transient *self, int row) {
  const int rows = DIM(DIM_BOUNDARY);
  if (DIM(DIM_NEWTON_KIND) > NEWTON_BATCHED) return self->product[row];
  if (DIM(DIM_SPRING_KIND) == SPRINGS_EXPLICIT) return lane_set(0); // F = 0
  if (!DIM(DIM_DELASSUS)) return row_product(MODEL_BLOCK(MODEL_FLEXIBILITY) + row * rows, self->force, rows);
  if (!DIM(DIM_COEFFICIENTS_VARY))
    return row_product(run->uniform + transient_uniform_delassus_at(DIMS(run)) + row * rows, self->force,
                       rows);
  return lane_product(self->delassus + row * rows, self->force, rows);
}

// Returns the motion w of a row of point j: G x + c, or k (G x + c) + x - x⁻ behind a spring.
KERNEL_FN lane_t contact_motion(const kernel_run *run, const transient *self, int j, int row) {
  const lane_t product = point_is_settled(run, j) ? lane_set(0) : contact_product(run, self, row);
  return point_is_elastic(run, j)
             ? law_elastic_motion(self->spring[row], product, self->force[row], self->contact_offset[row])
             : product + self->contact_offset[row];
}

// Proximal weight α of a row (inclusion.h) with ε α = self->proximal; zero behind a spring and for
// rows that do not take part in this step.
KERNEL_FN lane_t contact_proximal_factor(const kernel_run *run, const transient *self, int j, int row) {
  const lane_t scale = contact_relaxation_factor(run, self, row), none = lane_set(0);
  const mask_t moves = lane_less(none, scale);
  if (point_is_elastic(run, j)) return none;
  return lane_select(moves, self->proximal / lane_select(moves, scale, lane_set(1)), none);
}

// Returns contact_motion, plus the proximal term if `is_proximal`: G x + c + α (x - x₀).
KERNEL_FN lane_t contact_proximal_motion(const kernel_run *run, const transient *self, int j, int row,
                                         int is_proximal) {
  const lane_t motion = contact_motion(run, self, j, row);
  if (!DIM(DIM_NEWTON_KIND) || !is_proximal) return motion;
  const lane_t pull = contact_proximal_factor(run, self, j, row) * (self->force[row] - self->before[row]);
  return lane_select(lane_less(lane_set(0), self->proximal), motion + pull, motion);
}

// Computes the next force of a point with a compliant law into `trial`. Returns the rounding level
// of the force divided by the tolerance: as part of the reference size it keeps the solver from
// iterating on rounding.
KERNEL_FN lane_t contact_relax_compliant(const kernel_run *run, transient *self, int j, int is_proximal) {
  const int row = law_boundary_row(run, j);
  const lane_t motion = contact_proximal_motion(run, self, j, row, is_proximal),
               scale = contact_relaxation_factor(run, self, row);
  self->trial[row] = law_resolvent(run, self, j, motion, self->force[row], scale, &self->slope[row]);
  return lane_set(16 * REAL_EPSILON) * (scale * (lane_abs(motion) + lane_abs(self->contact_offset[row]))) /
         self->tolerance;
}

// One relaxation step at every point: P(x - ε (G x + c)) into `trial`. `moved`: the largest change
// of a force; `size`: the reference size, which includes preloads, as λ is zero at rest. `left`: a
// bound of the change without the proximal term. `is_proximal`: the step has that term.
KERNEL_FN void contact_relax(const kernel_run *run, transient *self, int is_proximal, lane_t *moved,
                             lane_t *left, lane_t *size) {
  lane_t change = lane_set(0), most = lane_set(0), away = lane_set(0);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    const int holds = point_is_settled(run, j), responds = !holds && point_is_compliant(run, j);
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0 || responds) continue;
      const lane_t sum = holds ? lane_set(0) : contact_proximal_motion(run, self, j, row[i], is_proximal);
      self->trial[row[i]] = self->force[row[i]] - contact_relaxation_factor(run, self, row[i]) * sum;
      if (DIM(DIM_NEWTON_KIND)) self->motion[row[i]] = sum;
    }
    if (responds)
      most = lane_max(most, contact_relax_compliant(run, self, j, is_proximal));
    else if (!holds)
      contact_project(run, self, self->trial, j);
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0) continue;
      change = lane_max(change, lane_abs(self->trial[row[i]] - self->force[row[i]]));
      most = lane_max(most, lane_abs(self->trial[row[i]]) + point_preload(run, self, j));
      if (is_proximal) away = lane_max(away, lane_abs(self->force[row[i]] - self->before[row[i]]));
    }
  }
  *moved = (lane_t)team_max(change);
  *left = is_proximal ? *moved + self->proximal * (lane_t)team_max(away) : *moved;
  *size = (lane_t)team_max(most);
  team_sync();
}

// Returns 1 / row sum of |G| for Moreau's G.
KERNEL_FN lane_t delassus_scale(const kernel_run *run, const transient *self, int row) {
  const int rows = DIM(DIM_BOUNDARY);
  if (DIM(DIM_COEFFICIENTS_VARY)) return self->row_scale[row];
  return lane_set(run->uniform[transient_uniform_delassus_at(DIMS(run)) + rows * rows + row]);
}

// Returns the lanes where the point is closed and strictly inside its Coulomb disc.
KERNEL_FN mask_t point_sticks(const kernel_run *run, const transient *self, int j) {
  const int first = point_tangent(run, j, 0), second = point_tangent(run, j, 1);
  if (first < 0) return mask_set(0);
  return law_friction_sticks(self->force[first], second >= 0 ? self->force[second] : lane_set(0),
                             point_radius(run, self, j, self->force));
}

#endif
