// Moreau's symmetric time stepping for a boundary with mass (F = 0): Monjaraz-Tec et al. 2022,
// appendix B, with B.1 as corrected in docs/theory/time_stepping.md, in modal coordinates:
//   (1 + ζωΔt) u⁺ = (1 - ζωΔt) u⁻ + Δt (Φ_fᵀ f - ω² p) + Φ_bᵀ ΔP,   λ = ΔP / Δt.
// Contacts with a gap <= 0 at t^k take part; those under a constant normal load always do.
// Inclusion on velocity level:
//   G = Φ_b diag(Δt/(1 + ζωΔt)) Φ_bᵀ,
//   c_n = γ_free + e γ⁻ (with the gap's own rate),  c_t = γ_free - wall velocity.
// Tangential restitution is zero.
#ifndef CHATTER_KERNELS_MOREAU_H
#define CHATTER_KERNELS_MOREAU_H

#include "../laws/restitution.h"
#include "transient_stepper.h"

typedef transient moreau_stepper;

KERNEL_FN wide_t moreau_begin(const kernel_run *run, transient *self, char *work) {
  transient_begin_lanes(run, self, work);
  self->slip_scale = lane_narrow(wide_set(1) / self->dt_wide);
  if (DIM(DIM_COEFFICIENTS_VARY)) { team_for(a, DIM(DIM_BOUNDARY)) delassus_lanes(run, self, a); }
  return self->dt_wide;
}

// Sets ε of the points that take part, else zero, and λ = -λ0 without tangential force. Returns the
// lanes with any such point.
KERNEL_FN mask_t moreau_active_lanes(const kernel_run *run, transient *self) {
  mask_t any = mask_set(0);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j), first = point_tangent(run, j, 0),
              second = point_tangent(run, j, 1);
    const lane_t none = lane_set(0);
    mask_t closed = MASK_ALL;
    if (normal >= 0) {
      closed = lane_less_equal(self->q_free[normal] + point_gap(run, self, j), none);
      if (velocities_jump(run))
        self->was_open[j] = lane_select(lane_less(none - point_preload(run, self, j), self->force[normal]),
                                        none, lane_set(1));
      self->scale[normal] = lane_select(closed, self->relaxation * delassus_scale(run, self, normal), none);
      self->force[normal] = lane_select(closed, self->force[normal], none - point_preload(run, self, j));
    }
    if (first >= 0) {
      lane_t scale = delassus_scale(run, self, first);
      if (second >= 0) scale = lane_min(scale, delassus_scale(run, self, second));
      scale = lane_select(closed, self->relaxation * scale, none);
      self->scale[first] = scale;
      self->force[first] = lane_select(closed, self->force[first], none);
      if (second >= 0) {
        self->scale[second] = scale;
        self->force[second] = lane_select(closed, self->force[second], none);
      }
    }
    any = any | closed;
  }
  return team_or(any);
}

// Returns the lanes where a point has closed in this step.
KERNEL_FN mask_t moreau_struck(const kernel_run *run, const transient *self) {
  mask_t struck = mask_set(0);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j);
    if (normal >= 0)
      struck = struck | (lane_less(lane_set(0), self->was_open[j]) &
                         lane_less(-point_preload(run, self, j), self->force[normal]));
  }
  return team_or(struck);
}

// Computes the inclusion's constant c, m/s; u becomes the velocity without contact forces.
KERNEL_FN void moreau_offset(const kernel_run *run, transient *self, wide_t t) {
  const int modes = DIM(DIM_MODES);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j);
    if (normal >= 0) self->contact_offset[normal] = boundary_product(run, self->u, normal, modes);
  }
  team_sync();
  modes_step_free(run, self);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j), e = point_entry(run, j);
    if (normal >= 0) {
      lane_t after = boundary_product(run, self->u, normal, modes), before = self->contact_offset[normal];
      if (DIM(DIM_MOVING_GAP)) {
        const lane_t rate =
            lane_narrow(law_wall_gap_rate(self->gap_motion[3 * e], self->gap_motion[3 * e + 1],
                                          self->gap_motion[3 * e + 2], t)) +
            (DIM(DIM_DRIVE_NUMBERS) ? self->gap_rate[e] : lane_set(0));
        after = after + rate;
        before = before + rate;
      }
      self->contact_offset[normal] = law_restitution(after, before, self->restitution[j]);
    }
    for (int i = 0; i < 2; i++) {
      const int row = point_tangent(run, j, i);
      if (row >= 0)
        self->contact_offset[row] =
            boundary_product(run, self->u, row, modes) - self->wall[row] * self->slip_scale;
    }
  }
  team_sync();
}

// Computes the slip over the step for the observers: (γ_t⁺ - wall velocity) Δt; exactly zero if the
// contact sticks.
KERNEL_FN void moreau_slip(const kernel_run *run, transient *self) {
  contact_products_if_missing(run, self);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const mask_t sticks = point_sticks(run, self, j);
    for (int i = 0; i < 2; i++) {
      const int row = point_tangent(run, j, i);
      if (row < 0) continue;
      const lane_t velocity = contact_product(run, self, row) + self->contact_offset[row];
      self->slip[row] = lane_select(sticks, lane_set(0), velocity * self->dt);
    }
  }
  team_for(b, DIM(DIM_BOUNDARY)) self->q[b] = self->q_free[b];
  team_sync();
}

KERNEL_FN mask_t moreau_step(const kernel_run *run, transient *self, long step, mask_t active,
                             lane_t *status) {
  const wide_t t = wide_set((double)step) * self->dt_wide;
  const mask_t recorded = active & observe_records(&self->recording, step);
  const int record = transient_observes(run, recorded);
  mask_t stalled = mask_set(0);
  modes_q_free(run, self, t, t + wide_set(0.5) * self->dt_wide);
  wall_drives(run, self);
  const mask_t closed = moreau_active_lanes(run, self) & active;
  team_sync();
  self->iterations = lane_set(0);
  self->has_product = mask_set(0);
  self->touching = DIM(DIM_PRELOAD) || lockstep_any(closed) || (record && has_tangents(run));
  if (self->touching) moreau_offset(run, self, t);
  if (lockstep_any(closed)) stalled = contact_solve_inclusion(run, self, closed);
  if (record) moreau_slip(run, self);
  if (record && velocities_jump(run)) self->struck = moreau_struck(run, self);
  transient_advance(run, self, step, t, record, recorded);
  *status = lane_set((real)TRAJECTORY_SOLVER_STALLED);
  return stalled;
}

#define STEPPER moreau
#define STEPPER_HOOKS transient
#define STEPPER_PAUSES
#define STEPPER_CHECKS
#include "../trajectory.h"

#endif
