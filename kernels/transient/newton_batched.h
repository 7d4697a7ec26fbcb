// Newton step for few rows: one system of the points that any lane has closed, for all lanes
// together. Lanes then waste little work and share look-ups. Many rows: newton_per_lane.h.
#ifndef CHATTER_KERNELS_NEWTON_BATCHED_H
#define CHATTER_KERNELS_NEWTON_BATCHED_H

#include "../linear.h"
#include "newton.h"

// The team shares the system. With one thread it is a local variable, so that the stepper's arrays
// can stay in registers.
#if defined(KERNEL_SIZED) && TEAM == 1
#define BATCHED_SYSTEM(name)                                                                                 \
  lane_t name[DIM(DIM_NEWTON_KIND) ? DIM(DIM_BOUNDARY) * (DIM(DIM_BOUNDARY) + SYSTEM_EXTRA_COLUMNS) + 1 : 1]
#else
#define BATCHED_SYSTEM(name) lane_t *name = self->batched_system
#endif
#ifdef KERNEL_SIZED
#define BATCHED_UNKNOWNS (DIM(DIM_BOUNDARY) + 1)
#else
#define BATCHED_UNKNOWNS BATCHED_MAX_ROWS
#endif

// Returns 1 if a lane of `mask` has point j closed before or after the pass; the other points do
// not move.
KERNEL_FN int batched_has_point(const kernel_run *run, const transient *self, int j, mask_t mask) {
  const int normal = point_normal(run, j);
  if (point_is_settled(run, j)) return 0;
  if (normal < 0 || point_is_compliant(run, j)) return 1;
  const lane_t open = -point_preload(run, self, j);
  return lane_any(mask &
                  (lane_less(open, self->trial[normal]) | mask_not(lane_equal(self->force[normal], open))));
}

// Numbers the unknown of each row of q_b, -1: none; returns their number.
KERNEL_FN int batched_number_unknowns(const kernel_run *run, const transient *self, mask_t mask,
                                      int *unknown) {
  int n = 0;
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    const int takes = batched_has_point(run, self, j, mask);
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) unknown[row[i]] = takes ? n++ : -1;
  }
  return n;
}

// Fills the rows of point j.
KERNEL_FN void batched_fill_rows(const kernel_run *run, const transient *self, int j, const int *unknown,
                                 int n, lane_t *a) {
  const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
  const int width = n + SYSTEM_EXTRA_COLUMNS;
  point_linear linear;
  lane_t most = lane_set(0); // flexibility of the point; values far below it are rounding
  for (int i = 0; i < 3; i++)
    if (row[i] >= 0) most = lane_max(most, contact_entry(run, self, row[i], row[i]));
  if (point_is_compliant(run, j))
    newton_linearise_law(run, self, j, &linear);
  else
    newton_linearise_tangents(run, self, j, newton_linearise_normal(run, self, j, &linear), &linear);
  for (int i = 0; i < 3; i++) {
    if (row[i] < 0) continue;
    const int first = i > 0, last = i > 0 ? 2 : 0; // normal and tangents are not coupled by motion
    lane_t *to = a + unknown[row[i]] * width;
    for (int b = 0; b < DIM(DIM_BOUNDARY); b++) {
      if (unknown[b] < 0) continue;
      lane_t sum = linear.motion[i][first] * contact_entry(run, self, row[first], b);
      if (last > first && row[last] >= 0)
        sum = lane_fma(linear.motion[i][last], contact_entry(run, self, row[last], b), sum);
      to[unknown[b]] = sum;
    }
    for (int k = 0; k < 3; k++)
      if (row[k] >= 0 && (i > 0 || k == 0)) to[unknown[row[k]]] = to[unknown[row[k]]] + linear.force[i][k];
    to[n + SYSTEM_RIGHT_SIDE] = linear.right[i];
    to[n + SYSTEM_PIVOT_ROUNDING] =
        lane_set(64 * REAL_EPSILON) * lane_fma(linear.motion[i][i], most, lane_abs(linear.force[i][i]));
  }
}

// Sets x + δ in the lanes of `mask`; a point that opens gets exactly the open state.
KERNEL_FN void batched_apply_correction(const kernel_run *run, transient *self, const int *unknown, int n,
                                        const lane_t *a, mask_t mask) {
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    const lane_t open = lane_set(0) - point_preload(run, self, j);
    const mask_t closed =
        row[0] >= 0 && !point_is_compliant(run, j) ? lane_less(open, self->trial[row[0]]) : MASK_ALL;
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0 || unknown[row[i]] < 0) continue;
      const int k = unknown[row[i]];
      const lane_t next =
          lane_select(closed, self->force[row[i]] + linear_solution_at(a, n, k), i == 0 ? open : lane_set(0));
      // Adding 0 removes negative zeros, whose sign could come from a row that only a neighbouring
      // lane needs.
      self->force[row[i]] = lane_select(mask, next + lane_set(0), self->force[row[i]]);
    }
  }
  team_sync();
}

// Newton step from the relaxation step in `trial` and `motion`: sets self->force in the lanes of
// `mask`.
KERNEL_FN void newton_batched_step(const kernel_run *run, transient *self, mask_t mask) {
  BATCHED_SYSTEM(a);
  int unknown[BATCHED_UNKNOWNS];
  const int n = batched_number_unknowns(run, self, mask, unknown);
  team_for(j, DIM(DIM_CONTACT_POINTS)) if (batched_has_point(run, self, j, mask))
      batched_fill_rows(run, self, j, unknown, n, a);
  team_sync();
  // Unique solutions have positive principal minors, so no pivoting is needed. Dependent rows of a
  // singular G: δ is zero.
  linear_eliminate(a, n);
  batched_apply_correction(run, self, unknown, n, a, mask);
}

#endif
