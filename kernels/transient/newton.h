// A semismooth Newton step for the inclusion (Alart & Curnier), on the fixed point of the relaxation,
//   x = P(x - ε (G x + c)):
// sorts the points into open, sticking and slipping by the relaxation's own step and solves the linearised
// projections of all of them at once. From the forces of the step before two to five such steps are enough,
// where the relaxation needs tens (plate) to hundreds (many sticking points). The projections are linearised
// in all lanes together; the system is each lane's own, of the points that it has closed (newton_system.h).
// Measured: bench/friction.md, bench/contact.md.
#ifndef CHATTER_KERNELS_NEWTON_H
#define CHATTER_KERNELS_NEWTON_H

#include "contact.h"
#include "newton_system.h"

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
// radius μ (x_n + δ_n + λ0) in slip; x_t + δ_t = 0 open. Returns which NEWTON_STATE the point is in.
KERNEL_FN lane_t newton_tangents(const kernel_run *run, const transient *self, int j, mask_t closed,
                                 point_linear *to) {
  const int normal = point_normal(run, j);
  const lane_t none = lane_set(0), preload = point_preload(run, self, j);
  const lane_t load = normal >= 0 ? self->force[normal] + preload : preload;
  const lane_t radius = point_radius(run, self, j, self->trial);
  const lane_t held = lane_select(closed, lane_set(NEWTON_STICK), none);
  lane_t y[2] = {none, none}, turn[2][2];
  if (point_tangent(run, j, 0) < 0) return held;
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
  const mask_t far = lane_less(turn[0][0] + turn[1][1], lane_set((real)NEWTON_FAR));
  return lane_select(slips, lane_select(far, lane_set(NEWTON_SLIP_FAR), lane_set(NEWTON_SLIP)), held);
}

// The row of a law that answers with its force: x + δ = P(x + δ - ε (w + G δ)) to first order, with P' in
// `slope`.
KERNEL_FN void newton_law(const kernel_run *run, const transient *self, int j, point_linear *to) {
  const int row = law_row(run, j), i = point_normal(run, j) < 0;
  to->motion[i][i] = self->slope[row] * contact_scale(run, self, row);
  to->force[i][i] = lane_set(1) - self->slope[row];
  to->right[i] = self->trial[row] - self->force[row];
}

// Far slip: δ_t = b + a δ_n by the point's own flexibility, G_tt for what the direction feels of all others.
KERNEL_FN void newton_follow(const kernel_run *run, const transient *self, int j, const point_linear *from,
                             lane_t *a, lane_t *b) {
  const int normal = point_normal(run, j), row[2] = {point_tangent(run, j, 0), point_tangent(run, j, 1)};
  lane_t m[2][2], by[2];
  for (int i = 0; i < 2; i++) {
    by[i] = -from->force[1 + i][0];
    for (int k = 0; k < 2; k++) {
      m[i][k] = lane_set((real)(i == k));
      if (row[i] >= 0 && row[k] >= 0) m[i][k] = from->force[1 + i][1 + k];
    }
    for (int l = 0; l < 2 && row[i] >= 0; l++) {
      if (row[l] < 0) continue;
      const lane_t turned = from->motion[1 + i][1 + l];
      for (int k = 0; k < 2; k++)
        if (row[k] >= 0) m[i][k] = lane_fma(turned, contact_entry(run, self, row[l], row[k]), m[i][k]);
      by[i] = lane_fma(-turned, contact_entry(run, self, row[l], normal), by[i]);
    }
  }
  const lane_t inverse = lane_set(1) / lane_fma(m[0][0], m[1][1], -(m[0][1] * m[1][0]));
  a[0] = inverse * lane_fma(m[1][1], by[0], -(m[0][1] * by[1]));
  a[1] = inverse * lane_fma(m[0][0], by[1], -(m[1][0] * by[0]));
  b[0] = inverse * lane_fma(m[1][1], from->right[1], -(m[0][1] * from->right[2]));
  b[1] = inverse * lane_fma(m[0][0], from->right[2], -(m[1][0] * from->right[1]));
}

// Point j, linearised in all lanes, into the NEWTON_NUMBERS numbers at `to`.
KERNEL_FN void newton_point(const kernel_run *run, const transient *self, int j, lane_t *to) {
  const lane_t none = lane_set(0);
  point_linear linear = {{{none}}, {{none}}, {none}};
  lane_t state = none, a[2] = {none, none}, b[2] = {none, none};
  if (point_is_settled(run, j)) {
    // takes no part
  } else if (point_responds(run, j)) {
    newton_law(run, self, j, &linear);
    state = lane_set(NEWTON_STICK);
  } else {
    state = newton_tangents(run, self, j, newton_normal(run, self, j, &linear), &linear);
    const mask_t far = lane_equal(state, lane_set(NEWTON_SLIP_FAR));
    if (DIM(DIM_SPRINGS) || point_normal(run, j) < 0)
      state = lane_select(far, lane_set(NEWTON_SLIP), state);
    else if (point_tangent(run, j, 0) >= 0 && lane_any(far))
      newton_follow(run, self, j, &linear, a, b);
  }
  to[NEWTON_STATE] = state;
  to[NEWTON_MOTION] = linear.motion[0][0];
  to[NEWTON_FORCE] = linear.force[0][0];
  for (int i = 0; i < 2; i++) {
    to[NEWTON_PULL + i] = linear.force[1 + i][0];
    to[NEWTON_SLOPE + i] = a[i];
    to[NEWTON_OFFSET + i] = b[i];
    for (int k = 0; k < 2; k++) {
      to[NEWTON_MOTION + 1 + 2 * i + k] = linear.motion[1 + i][1 + k];
      to[NEWTON_FORCE + 1 + 2 * i + k] = linear.force[1 + i][1 + k];
    }
  }
  for (int i = 0; i < 3; i++) to[NEWTON_RIGHT + i] = linear.right[i];
}

// From the relaxation's step in `trial` and `motion`: sets self->force in the lanes of `mask`; in those of
// `exact` far slip is not told from the other.
KERNEL_FN void apart_step(const kernel_run *run, transient *self, mask_t mask, mask_t exact) {
#if defined(KERNEL_SIZED) && TEAM == 1
  // Variables of its own, so that the stepper's arrays can stay in registers.
  enum {
    ROWS = DIM(DIM_NEWTON) > NEWTON_TOGETHER ? DIM(DIM_BOUNDARY) : 1,
    POINTS = DIM(DIM_NEWTON) > NEWTON_TOGETHER ? DIM(DIM_POINTS) : 1
  };
  real system[ROWS * (ROWS + SYSTEM_MORE)], known[ROWS], shift[ROWS];
  int index[3 * ROWS];
  lane_t point[POINTS * NEWTON_NUMBERS];
  const newton_room room = {system, known, shift, index, index + ROWS, index + 2 * ROWS, point};
#else
  int *index = (int *)self->index; // as `system`, `known` and `shift` scratch for one lane at a time
  const int rows = DIM(DIM_BOUNDARY);
  const newton_room room = {(real *)self->system, (real *)self->known, (real *)self->shift, index,
                            index + rows,         index + 2 * rows,    self->point};
#endif
  team_for(j, DIM(DIM_POINTS)) newton_point(run, self, j, room.point + j * NEWTON_NUMBERS);
  team_sync();
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane)) newton_solve(run, self, &room, lane, mask_get(exact, lane));
}

#endif
