// A semismooth Newton step for the inclusion (Alart and Curnier 1991), on the fixed point of the
// relaxation,
//   x = P(x - ε (G x + c)).
// The relaxation step sorts the points into open, sticking and slipping; the linearised projections
// of all points are solved together. From the forces of the step before two to five such steps are
// enough; the relaxation needs tens (plate) to hundreds (many sticking points). The projections are
// linearised in all lanes together. Each lane has its own system of its closed points
// (newton_per_lane.h). Measured: bench/friction.md, bench/contact.md.
#ifndef CHATTER_KERNELS_NEWTON_H
#define CHATTER_KERNELS_NEWTON_H

#include "contact.h"
#include "newton_per_lane.h"

// Projections of a point, linearised at the present x, for its rows i (normal, tangents):
//   Σ_k motion_ik (G δ)_k + Σ_k force_ik δ_k = right_i,   x⁺ = x + δ.
// Behind a spring the motion is k w + x - x⁻, whose change is k G δ + δ instead of G δ. Slip has an
// equation along d, and one across it along τ = (-d_2, d_1):
//   d·δ_t = μ δ_n + d·right_t,   rotation_motion τ·(G δ)_t + rotation_force τ·δ_t = τ·right_t
typedef struct point_linear {
  lane_t motion[3][3], force[3][3], right[3];
  lane_t direction[2], rotation_motion, rotation_force;
} point_linear;

// Returns the factor of G δ in the change of motion of a row of point j.
KERNEL_FN lane_t newton_motion_factor(const kernel_run *run, const transient *self, int j, int row) {
  return point_is_elastic(run, j) ? self->spring[row] : lane_set(1);
}

// Returns the lanes where point j is closed after the relaxation step; a constant normal load never
// opens.
KERNEL_FN mask_t newton_point_closed(const kernel_run *run, const transient *self, int j) {
  const int normal = point_normal(run, j);
  return normal < 0 ? MASK_ALL : lane_less(-point_preload(run, self, j), self->trial[normal]);
}

// Returns the trial force of tangent i before its projection.
KERNEL_FN lane_t newton_trial_force(const kernel_run *run, const transient *self, int j, int i) {
  const int row = point_tangent(run, j, i);
  return row < 0 ? lane_set(0)
                 : self->force[row] - contact_relaxation_factor(run, self, row) * self->motion[row];
}

// Normal row: w_n + (G δ)_n = 0 if closed, x_n + δ_n = -λ0 if open. Returns the lanes where it is
// closed.
KERNEL_FN mask_t newton_linearise_normal(const kernel_run *run, const transient *self, int j,
                                         point_linear *to) {
  const int normal = point_normal(run, j);
  const lane_t none = lane_set(0), one = lane_set(1), preload = point_preload(run, self, j);
  const mask_t closed = newton_point_closed(run, self, j);
  if (normal < 0) return closed;
  to->motion[0][0] = lane_select(closed, newton_motion_factor(run, self, j, normal), none);
  to->force[0][0] = point_is_elastic(run, j)
                        ? one
                        : lane_select(closed, contact_proximal_factor(run, self, j, normal), one);
  to->right[0] = lane_select(closed, -self->motion[normal], -preload - self->force[normal]);
  return closed;
}

// Tangent rows: w_t + (G δ)_t = 0 in stick; in slip x_t + δ_t = P(y + δ_t - ε (G δ)_t) to first
// order on the disc of radius μ (x_n + δ_n + λ0); x_t + δ_t = 0 if open. Returns the
// NEWTON_POINT_STATE of the point.
KERNEL_FN lane_t newton_linearise_tangents(const kernel_run *run, const transient *self, int j, mask_t closed,
                                           point_linear *to) {
  const int normal = point_normal(run, j);
  const lane_t none = lane_set(0), preload = point_preload(run, self, j);
  const lane_t load = normal >= 0 ? self->force[normal] + preload : preload;
  const lane_t radius = point_radius(run, self, j, self->trial);
  const lane_t held = lane_select(closed, lane_set(NEWTON_POINT_STICKS), none);
  lane_t turn[2][2];
  if (point_tangent(run, j, 0) < 0) return held;
  lane_t y[2] = {newton_trial_force(run, self, j, 0), newton_trial_force(run, self, j, 1)};
  const mask_t outside = law_friction_linearise(&y[0], &y[1], radius, turn);
  const mask_t slips = closed & outside, sticks = closed & mask_not(outside);
  for (int i = 0; i < 2; i++) {
    const int row = point_tangent(run, j, i);
    if (row < 0) continue;
    const lane_t scale = contact_relaxation_factor(run, self, row), pull = self->friction[j] * y[i];
    const lane_t stiffness = newton_motion_factor(run, self, j, row), one = lane_set(1),
                 proximal = contact_proximal_factor(run, self, j, row);
    to->right[1 + i] =
        lane_select(sticks, -self->motion[row], lane_select(slips, pull * load, none) - self->force[row]);
    to->force[1 + i][0] = lane_select(slips, -pull, none);
    for (int k = 0; k < 2; k++) {
      const lane_t same = lane_set((real)(i == k)), turned = scale * turn[i][k];
      const lane_t remaining = same - turn[i][k] * (one - self->proximal);
      to->motion[1 + i][1 + k] = stiffness * lane_select(sticks, same, lane_select(slips, turned, none));
      to->force[1 + i][1 + k] =
          point_is_elastic(run, j)
              ? lane_select(slips, same - turn[i][k] + turned, same)
              : lane_select(sticks, same * proximal, lane_select(slips, remaining, same));
    }
  }
  const lane_t ratio = turn[0][0] + turn[1][1];
  const lane_t across = contact_relaxation_factor(run, self, point_tangent(run, j, 0)) * ratio;
  to->direction[0] = y[0], to->direction[1] = y[1];
  to->rotation_motion = newton_motion_factor(run, self, j, point_tangent(run, j, 0)) * across;
  to->rotation_force = point_is_elastic(run, j) ? lane_set(1) - ratio + across
                                                : lane_set(1) - ratio * (lane_set(1) - self->proximal);
  const mask_t far = lane_less(ratio, lane_set((real)NEWTON_FAR_SLIP_GAIN));
  return lane_select(slips, lane_select(far, lane_set(NEWTON_POINT_SLIPS_FAR), lane_set(NEWTON_POINT_SLIPS)),
                     held);
}

// Row of a compliant law: x + δ = P(x + δ - ε (w + G δ)) to first order, with P' in `slope`.
KERNEL_FN void newton_linearise_law(const kernel_run *run, const transient *self, int j, point_linear *to) {
  const int row = law_boundary_row(run, j), i = point_normal(run, j) < 0;
  to->motion[i][i] = self->slope[row] * contact_relaxation_factor(run, self, row);
  to->force[i][i] = lane_set(1) - self->slope[row] * (lane_set(1) - self->proximal);
  to->right[i] = self->trial[row] - self->force[row];
}

// Slip: δ_t = offset + slope δ_n + τ δ_τ with unknown δ_τ. In `far` slip δ_τ is eliminated with the
// point's own flexibility G_tt; the effect of other points is neglected.
KERNEL_FN void newton_slip_relation(const kernel_run *run, const transient *self, int j,
                                    const point_linear *from, mask_t far, lane_t *to) {
  const int normal = point_normal(run, j), row[2] = {point_tangent(run, j, 0), point_tangent(run, j, 1)};
  const lane_t *d = from->direction, across[2] = {-d[1], d[0]}, *right = from->right + 1;
  const lane_t pull = normal >= 0 ? self->friction[j] : lane_set(0);
  const lane_t along = lane_fma(d[1], right[1], d[0] * right[0]);
  lane_t slope[2] = {pull * d[0], pull * d[1]}, offset[2] = {along * d[0], along * d[1]};
  lane_t turns = lane_fma(across[1], right[1], across[0] * right[0]);
  if (lane_any(far)) {
    lane_t g[3]; // rotation_motion τᵀ G of the point's rows
    for (int k = 0; k < 3; k++)
      g[k] = from->rotation_motion *
             lane_fma(across[1], contact_entry(run, self, row[1], k ? row[k - 1] : normal),
                      across[0] * contact_entry(run, self, row[0], k ? row[k - 1] : normal));
    const lane_t inverse =
        lane_set(1) / lane_fma(g[2], across[1], lane_fma(g[1], across[0], from->rotation_force));
    const lane_t b = inverse * lane_fma(-g[2], offset[1], lane_fma(-g[1], offset[0], turns));
    const lane_t a = -(inverse * lane_fma(g[2], slope[1], lane_fma(g[1], slope[0], g[0])));
    for (int i = 0; i < 2; i++) {
      offset[i] = lane_select(far, lane_fma(across[i], b, offset[i]), offset[i]);
      slope[i] = lane_select(far, lane_fma(across[i], a, slope[i]), slope[i]);
    }
    turns = lane_select(far, lane_set(0), turns);
  }
  to[NEWTON_SLIP_FRICTION] = pull, to[NEWTON_ROTATION_MOTION] = from->rotation_motion,
  to[NEWTON_ROTATION_FORCE] = from->rotation_force, to[NEWTON_ROTATION_RIGHT_SIDE] = turns;
  for (int i = 0; i < 2; i++)
    to[NEWTON_SLIP_DIRECTION + i] = d[i], to[NEWTON_SLIP_SLOPE + i] = slope[i],
                               to[NEWTON_SLIP_OFFSET + i] = offset[i];
}

// Linearises the projections of point j in all lanes; returns its NEWTON_POINT_STATE. In the lanes
// of `exact` far slip is treated as ordinary slip.
KERNEL_FN lane_t newton_linearise_point(const kernel_run *run, const transient *self, int j, mask_t exact,
                                        point_linear *to) {
  const lane_t none = lane_set(0);
  const point_linear still = {{{none}}, {{none}}, {none}, {none}, none, none};
  *to = still;
  if (point_is_settled(run, j)) return none; // does not take part
  if (point_is_compliant(run, j)) {
    newton_linearise_law(run, self, j, to);
    return lane_set(NEWTON_POINT_STICKS);
  }
  const lane_t state = newton_linearise_tangents(run, self, j, newton_linearise_normal(run, self, j, to), to);
  const mask_t turns = DIM(DIM_SPRING_KIND) || point_normal(run, j) < 0 ? MASK_ALL : exact;
  return point_tangent(run, j, 1) < 0
             ? state
             : lane_select(turns & lane_equal(state, lane_set(NEWTON_POINT_SLIPS_FAR)),
                           lane_set(NEWTON_POINT_SLIPS), state);
}

// Returns the lanes of `mask` where a point is open, sticks or slips and did not do so in the
// factorised pass.
KERNEL_FN mask_t newton_pattern_changed(const kernel_run *run, const transient *self,
                                        const newton_workspace *workspace, mask_t mask) {
  mask_t differs = mask_set(0);
  if (lane_any(mask)) team_for(j, DIM(DIM_CONTACT_POINTS)) {
      if (point_is_settled(run, j) || point_is_compliant(run, j)) continue;
      const lane_t was = workspace->point[j * N_NEWTON_POINT_NUMBERS + NEWTON_POINT_STATE];
      const mask_t closed = newton_point_closed(run, self, j),
                   was_closed = mask_not(lane_equal(was, lane_set(NEWTON_POINT_OPEN)));
      differs = differs | (closed ^ was_closed);
      if (point_tangent(run, j, 0) < 0 || !lane_any(closed)) continue;
      const mask_t slips =
          law_friction_slips(newton_trial_force(run, self, j, 0), newton_trial_force(run, self, j, 1),
                             point_radius(run, self, j, self->trial));
      differs = differs | (closed & (slips ^ lane_less(lane_set(NEWTON_POINT_STICKS), was)));
    }
  return mask & team_or(differs);
}

// Sets point j, which is open in all lanes.
KERNEL_FN void newton_set_open_point(const kernel_run *run, const transient *self, int j, lane_t *to) {
  to[NEWTON_POINT_STATE] = lane_set(NEWTON_POINT_OPEN);
  for (int i = 0; i < 3; i++) {
    const int row = point_row(run, j, i);
    const lane_t open = i == 0 ? -point_preload(run, self, j) : lane_set(0);
    to[NEWTON_MOTION_COEFFICIENT + i] = lane_set(0), to[NEWTON_FORCE_COEFFICIENT + i] = lane_set(1);
    to[NEWTON_RIGHT_SIDE + i] = row < 0 ? lane_set(0) : open - self->force[row];
  }
}

// Sets the linearised point j in all lanes, N_NEWTON_POINT_NUMBERS numbers at `to`. In the lanes of
// `keeps` the coefficients of δ are kept.
KERNEL_FN void newton_set_point(const kernel_run *run, const transient *self, int j, mask_t keeps,
                                mask_t exact, lane_t *to) {
  const int may_open =
      // on a GPU threads go together
      !KERNEL_CUDA && !point_is_settled(run, j) && !point_is_compliant(run, j);
  if (may_open && !lane_any(newton_point_closed(run, self, j))) {
    newton_set_open_point(run, self, j, to);
    return;
  }
  point_linear linear;
  const lane_t is = newton_linearise_point(run, self, j, exact, &linear),
               state = lane_select(keeps, to[NEWTON_POINT_STATE], is);
  const mask_t slips = lane_less(lane_set(NEWTON_POINT_STICKS), state);
  for (int i = 0; i < 2; i++)
    linear.direction[i] = lane_select(keeps, to[NEWTON_SLIP_DIRECTION + i], linear.direction[i]);
  linear.rotation_motion = lane_select(keeps, to[NEWTON_ROTATION_MOTION], linear.rotation_motion);
  linear.rotation_force = lane_select(keeps, to[NEWTON_ROTATION_FORCE], linear.rotation_force);
  if (lane_any(slips)) {
    const mask_t far = slips & lane_equal(state, lane_set(NEWTON_POINT_SLIPS_FAR));
    newton_slip_relation(run, self, j, &linear, point_tangent(run, j, 1) < 0 ? mask_set(0) : far, to);
  }
  to[NEWTON_POINT_STATE] = state;
  for (int i = 0; i < 3; i++) {
    to[NEWTON_MOTION_COEFFICIENT + i] =
        lane_select(keeps, to[NEWTON_MOTION_COEFFICIENT + i], linear.motion[i][i]);
    to[NEWTON_FORCE_COEFFICIENT + i] =
        lane_select(keeps, to[NEWTON_FORCE_COEFFICIENT + i], linear.force[i][i]);
    to[NEWTON_RIGHT_SIDE + i] = linear.right[i];
  }
}

// Factors of an earlier pass of the step are reused as long as no point changes its state and each
// pass reduces the change by NEWTON_REUSE_RATIO.
#define NEWTON_REUSE_RATIO ((real)0.1)
// and only if the change is below this, relative to the forces
#define NEWTON_REUSE_NEAR ((real)1e-3)
#define NEWTON_REUSE_IGNORED                                                                                 \
  ((real)0.1) // with reused factors: known δ below this, relative to the last change, are ignored

// Newton step from the relaxation step in `trial` and `motion`, whose change is `moved`; `size`:
// the reference size. Sets self->force in the lanes of `mask`. Returns the lanes that reused
// factors.
KERNEL_FN mask_t newton_per_lane_step(const kernel_run *run, transient *self, newton_factors *factors,
                                      lane_t moved, lane_t size, mask_t mask, mask_t exact) {
  const newton_workspace workspace = newton_workspace_of(self, factors);
  mask_t keeps = mask & factors->valid & mask_not(exact) &
                 lane_less(moved, lane_set(NEWTON_REUSE_RATIO) * factors->moved) &
                 lane_less(moved, lane_set(NEWTON_REUSE_NEAR) * size);
  keeps = keeps & mask_not(newton_pattern_changed(run, self, &workspace, keeps));
  factors->moved = moved;
  team_for(j, DIM(DIM_CONTACT_POINTS))
      newton_set_point(run, self, j, keeps, exact, workspace.point + j * N_NEWTON_POINT_NUMBERS);
  team_sync();
  newton_solve(run, self, &workspace, factors,
               lane_select(keeps, lane_set(NEWTON_REUSE_IGNORED) * moved, lane_set(0)), mask, keeps, exact);
  factors->valid = factors->valid & mask_not(lane_less(lane_set(0), self->proximal));
  return keeps;
}

#endif
