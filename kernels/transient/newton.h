// A semismooth Newton step for the inclusion (Alart & Curnier), on the fixed point of the relaxation,
//   x = P(x - ε (G x + c)):
// sorts the points into open, sticking and slipping by the relaxation's own step and solves the linearised
// projections of all of them exactly. From the forces of the step before two to five such steps are enough,
// where the relaxation needs tens (plate) to hundreds (many sticking points).
// Measured: bench/friction.md.
#ifndef CHATTER_KERNELS_NEWTON_H
#define CHATTER_KERNELS_NEWTON_H

#include "../linear.h"
#include "contact.h"

// The system is shared by the team; with one thread it is a variable of its own, so that the stepper's arrays
// can stay in registers.
#if defined(KERNEL_SIZED) && TEAM == 1
#define NEWTON_SYSTEM(name)                                                                                  \
  lane_t name[DIM(DIM_NEWTON) ? DIM(DIM_BOUNDARY) * (DIM(DIM_BOUNDARY) + SYSTEM_MORE) + 1 : 1]
#else
#define NEWTON_SYSTEM(name) lane_t *name = self->system
#endif
#ifdef KERNEL_SIZED
#define NEWTON_UNKNOWNS (DIM(DIM_BOUNDARY) + 1)
#else
#define NEWTON_UNKNOWNS NEWTON_ROWS
#endif

// The projections of a point, linearised about the present x: for its rows i (normal, tangents)
//   Σ_k motion_ik (G δ)_k + Σ_k force_ik δ_k = right_i,   x⁺ = x + δ
// Behind a spring the motion is k w + x - x⁻, whose change is k G δ + δ in place of G δ.
typedef struct point_linear {
  lane_t motion[3][3], force[3][3], right[3];
} point_linear;

// Factor of G δ in the change of the motion of a row of point j.
KERNEL_FN lane_t newton_stiffness(const kernel_run *run, const transient *self, int j, int row) {
  return point_is_elastic(run, j) ? self->spring[row] : lane_set(1);
}

// Normal row: w_n + (G δ)_n = 0 closed, x_n + δ_n = -λ0 open. Returns where it is closed.
KERNEL_FN mask_t newton_normal(const kernel_run *run, const transient *self, int j, point_linear *to) {
  const int normal = point_normal(run, j);
  const lane_t none = lane_set(0), one = lane_set(1), preload = point_preload(run, self, j);
  if (normal < 0) return MASK_ALL; // a constant normal load never opens
  const mask_t closed = lane_less(-preload, self->trial[normal]);
  to->motion[0][0] = lane_select(closed, newton_stiffness(run, self, j, normal), none);
  to->force[0][0] = point_is_elastic(run, j) ? one : lane_select(closed, none, one);
  to->right[0] = lane_select(closed, -self->motion[normal], -preload - self->force[normal]);
  return closed;
}

// Tangent rows: w_t + (G δ)_t = 0 in stick; x_t + δ_t = P(y + δ_t - ε (G δ)_t) to first order on the disc of
// radius μ (x_n + δ_n + λ0) in slip; x_t + δ_t = 0 open.
KERNEL_FN void newton_tangents(const kernel_run *run, const transient *self, int j, mask_t closed,
                               point_linear *to) {
  const int normal = point_normal(run, j);
  const lane_t none = lane_set(0), preload = point_preload(run, self, j);
  const lane_t load = normal >= 0 ? self->force[normal] + preload : preload;
  const lane_t radius = point_radius(run, self, j, self->trial);
  lane_t y[2] = {none, none}, turn[2][2];
  for (int i = 0; i < 2; i++) {
    const int row = point_tangent(run, j, i);
    if (row >= 0) y[i] = self->force[row] - contact_scale(run, self, row) * self->motion[row];
  }
  const mask_t outside = law_friction_linear(&y[0], &y[1], radius, turn);
  const mask_t slips = closed & outside, sticks = closed & mask_not(outside);
  for (int i = 0; i < 2; i++) {
    const int row = point_tangent(run, j, i);
    if (row < 0) continue;
    const lane_t scale = contact_scale(run, self, row), pull = self->friction[j] * y[i];
    const lane_t stiffness = newton_stiffness(run, self, j, row);
    to->right[1 + i] =
        lane_select(sticks, -self->motion[row], lane_select(slips, pull * load, none) - self->force[row]);
    to->force[1 + i][0] = lane_select(slips, -pull, none);
    for (int k = 0; k < 2; k++) {
      const lane_t same = lane_set((real)(i == k)), turned = scale * turn[i][k];
      const lane_t kept = same - turn[i][k];
      to->motion[1 + i][1 + k] = stiffness * lane_select(sticks, same, lane_select(slips, turned, none));
      to->force[1 + i][1 + k] = point_is_elastic(run, j)
                                    ? lane_select(slips, kept + turned, same)
                                    : lane_select(sticks, none, lane_select(slips, kept, same));
    }
  }
}

// The row of a law that answers with its force: x + δ = P(x + δ - ε (w + G δ)) to first order, with P' in
// `slope`.
KERNEL_FN void newton_law(const kernel_run *run, const transient *self, int j, point_linear *to) {
  const int row = law_row(run, j), i = point_normal(run, j) < 0;
  to->motion[i][i] = self->slope[row] * contact_scale(run, self, row);
  to->force[i][i] = lane_set(1) - self->slope[row];
  to->right[i] = self->trial[row] - self->force[row];
}

// Whether a lane of `mask` has point j closed before or after the pass: the others do not move.
KERNEL_FN int newton_takes(const kernel_run *run, const transient *self, int j, mask_t mask) {
  const int normal = point_normal(run, j);
  if (point_is_settled(run, j)) return 0;
  if (normal < 0 || point_responds(run, j)) return 1;
  const lane_t open = -point_preload(run, self, j);
  return lane_any(mask &
                  (lane_less(open, self->trial[normal]) | mask_not(lane_equal(self->force[normal], open))));
}

// Unknown of each row of q_b, -1: none; returns how many there are.
KERNEL_FN int newton_number(const kernel_run *run, const transient *self, mask_t mask, int *unknown) {
  int n = 0;
  for (int j = 0; j < DIM(DIM_POINTS); j++) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    const int takes = newton_takes(run, self, j, mask);
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) unknown[row[i]] = takes ? n++ : -1;
  }
  return n;
}

// The rows of point j in the system.
KERNEL_FN void newton_rows(const kernel_run *run, const transient *self, int j, const int *unknown, int n,
                           lane_t *a) {
  const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
  const int width = n + SYSTEM_MORE;
  point_linear linear;
  lane_t most = lane_set(0); // flexibility of the point: what is far below is rounding
  for (int i = 0; i < 3; i++)
    if (row[i] >= 0) most = lane_max(most, contact_entry(run, self, row[i], row[i]));
  if (point_responds(run, j))
    newton_law(run, self, j, &linear);
  else
    newton_tangents(run, self, j, newton_normal(run, self, j, &linear), &linear);
  for (int i = 0; i < 3; i++) {
    if (row[i] < 0) continue;
    const int first = i > 0, last = i > 0 ? 2 : 0; // normal and tangents do not mix their motions
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
    to[n + SYSTEM_RIGHT] = linear.right[i];
    to[n + SYSTEM_TINY] =
        lane_set(64 * REAL_EPSILON) * lane_fma(linear.motion[i][i], most, lane_abs(linear.force[i][i]));
  }
}

// x + δ in the lanes of `mask`; exactly the open state where a point opens.
KERNEL_FN void newton_apply(const kernel_run *run, transient *self, const int *unknown, int n,
                            const lane_t *a, mask_t mask) {
  team_for(j, DIM(DIM_POINTS)) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    const lane_t open = lane_set(0) - point_preload(run, self, j);
    const mask_t closed =
        row[0] >= 0 && !point_responds(run, j) ? lane_less(open, self->trial[row[0]]) : MASK_ALL;
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0 || unknown[row[i]] < 0) continue;
      const int k = unknown[row[i]];
      const lane_t next =
          lane_select(closed, self->force[row[i]] + linear_unknown(a, n, k), i == 0 ? open : lane_set(0));
      // + 0: no negative zero, whose sign could come from a row that only a neighbour's lane needs
      self->force[row[i]] = lane_select(mask, next + lane_set(0), self->force[row[i]]);
    }
  }
  team_sync();
}

// From the relaxation's step in `trial` and `motion`: sets self->force in the lanes of `mask`.
KERNEL_FN void newton_step(const kernel_run *run, transient *self, mask_t mask) {
  NEWTON_SYSTEM(a);
  int unknown[NEWTON_UNKNOWNS];
  const int n = newton_number(run, self, mask, unknown);
  team_for(j, DIM(DIM_POINTS)) if (newton_takes(run, self, j, mask)) newton_rows(run, self, j, unknown, n, a);
  team_sync();
  // Unique solutions have positive principal minors: no pivoting. Dependent rows of a singular G: δ is zero.
  linear_eliminate(a, n);
  newton_apply(run, self, unknown, n, a, mask);
}

#endif
