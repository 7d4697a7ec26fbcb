// Verlet/leapfrog stepping of a massless boundary (F > 0): Monjaraz-Tec et al. 2022, section 2,
// with the corrections in docs/theory/time_stepping.md. Step k at t^k: q_b and λ from the
// inclusion, then u^{k+1/2}, then p^{k+1}. The normal law acts on position, the tangential law on
// velocity times Δt, so that both have G = F:
//   c_n = (Φ_b p + F_f f)_n + gap(t^k)                  -(F λ + c)_n ∈ N(λ_n >= -λ0)
//   c_t = (Φ_b p + F_f f)_t - q_t^{k-1} - wall Δt       -(F λ + c)_t ∈ N(|λ_t| <= μ (λ_n + λ0))
// Behind springs (springs.h) F λ + c becomes k (F λ + c) + λ - (0, λ_t^{k-1}); then a boundary with
// mass (F = 0) can be stepped too. Compliant laws: law_points.h.
#ifndef CHATTER_KERNELS_LEAPFROG_H
#define CHATTER_KERNELS_LEAPFROG_H

#include "inclusion.h"
#include "transient_stepper.h"
#include "springs.h"

typedef transient leapfrog_stepper;

// Returns 1 if preloads move q_b through F.
KERNEL_FN int leapfrog_has_preload_motion(const kernel_run *run) {
  return DIM(DIM_PRELOAD) && DIM(DIM_SPRING_KIND) < SPRINGS_EXPLICIT; // else F = 0
}

// Computes the part of q_b due to the preloads while all points are open.
KERNEL_FN void leapfrog_preload_motion(const kernel_run *run, transient *self) {
  const int rows = DIM(DIM_BOUNDARY);
  team_sync(); // wait for all preloads
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j);
    lane_t sum = lane_set(0);
    if (normal < 0) continue;
    for (int i = 0; i < DIM(DIM_CONTACT_POINTS); i++)
      if (point_normal(run, i) >= 0)
        sum = lane_fma(lane_set(-MODEL_BLOCK(MODEL_FLEXIBILITY)[normal * rows + point_normal(run, i)]),
                       self->preload[i], sum);
    self->unloaded[j] = sum;
  }
}

KERNEL_FN wide_t leapfrog_begin(const kernel_run *run, transient *self, char *work) {
  transient_begin_lanes(run, self, work);
  if (leapfrog_has_preload_motion(run)) leapfrog_preload_motion(run, self);
  self->slip_scale = lane_narrow(wide_set(1) / self->dt_wide);
  if (DIM(DIM_SPRING_KIND) == SPRINGS_VISCOUS) {
    if (DIM(DIM_COEFFICIENTS_VARY)) { team_for(a, DIM(DIM_BOUNDARY)) delassus_lanes(run, self, a); }
    team_sync();
    team_for(b, DIM(DIM_BOUNDARY)) self->scale[b] = self->relaxation * delassus_scale(run, self, b);
  }
  return self->dt_wide;
}

// Computes the inclusion's constant c. Returns the lanes with a closed gap at λ = -λ0 (Monjaraz-Tec
// et al. 2022, equations 11, 12).
KERNEL_FN mask_t leapfrog_predict_open(const kernel_run *run, transient *self) {
  mask_t closed = mask_set(DIM(DIM_POINT_LAYOUT) == POINT_LAYOUT_TANGENT ||
                           DIM(DIM_POINT_LAYOUT) == POINT_LAYOUT_TWO_TANGENTS);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j);
    if (normal >= 0) {
      lane_t gap = self->q_free[normal] + point_gap(run, self, j);
      self->contact_offset[normal] = gap;
      if (leapfrog_has_preload_motion(run)) gap = gap + self->unloaded[j];
      if (DIM(DIM_SPRING_KIND)) gap = spring_offset_normal(run, self, j, gap);
      closed = closed | lane_less_equal(gap, lane_set(0));
    } else {
      closed = MASK_ALL; // a constant normal load never opens
    }
    for (int i = 0; i < 2; i++) {
      const int row = point_tangent(run, j, i);
      if (row < 0) continue;
      self->contact_offset[row] = self->q_free[row] - self->q[row] - self->wall[row];
      if (point_is_elastic(run, j)) self->contact_offset[row] = spring_offset_tangent(self, row);
      if (point_is_compliant(run, j)) spring_offset_law(run, self, j);
    }
  }
  return team_or(closed);
}

// Sets the state without contact in the lanes of `mask`: λ = -λ0, no tangential force.
KERNEL_FN void leapfrog_release(const kernel_run *run, transient *self, mask_t mask) {
  if (TRANSIENT_EXTRAPOLATES(DIM)) {
    team_for(b, DIM(DIM_BOUNDARY)) self->force_change[b] =
        lane_select(mask, lane_set(0), self->force_change[b]);
  }
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j);
    if (normal >= 0)
      self->force[normal] = lane_select(mask, lane_set(0) - point_preload(run, self, j), self->force[normal]);
    for (int i = 0; i < 2; i++)
      if (point_tangent(run, j, i) >= 0)
        self->force[point_tangent(run, j, i)] =
            lane_select(mask, lane_set(0), self->force[point_tangent(run, j, i)]);
  }
  team_sync();
}

// Returns the lanes of `mask` where all points stuck in the step before.
KERNEL_FN mask_t leapfrog_stuck_lanes(const kernel_run *run, const transient *self, mask_t mask) {
  mask_t moves = mask_set(0);
  team_for(j, DIM(DIM_CONTACT_POINTS)) moves = moves | mask_not(point_sticks(run, self, j));
  return mask & mask_not(team_or(moves));
}

// Predicts λ under which no point moves (Monjaraz-Tec et al. 2022, equation 13), into `trial`.
// Returns the lanes of `mask` where it lies strictly inside all cones (14). With many points only
// lanes that stuck before are tried: the prediction costs as much as a pass of Newton's method,
// which finds the same forces.
KERNEL_FN mask_t leapfrog_predict_stick(const kernel_run *run, transient *self, mask_t mask) {
  const int rows = DIM(DIM_BOUNDARY);
  const real *stiffness = MODEL_BLOCK(MODEL_STIFFNESS);
  mask_t outside = mask_set(0);
  if (DIM(DIM_NEWTON_KIND) == NEWTON_DUAL) mask = leapfrog_stuck_lanes(run, self, mask);
  if (!lockstep_any(mask)) return mask;
  if (DIM(DIM_NEWTON_KIND) == NEWTON_DUAL) {
    contact_product_into(run, self, mask, 1, self->contact_offset, self->trial);
    team_for(b, rows) self->trial[b] = -self->trial[b];
  } else {
    team_for(b, rows) self->trial[b] = -row_product(stiffness + b * rows, self->contact_offset, rows);
  }
  team_sync();
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int normal = point_normal(run, j), first = point_tangent(run, j, 0),
              second = point_tangent(run, j, 1);
    if (normal >= 0)
      outside = outside | lane_less_equal(self->trial[normal] + point_preload(run, self, j), lane_set(0));
    if (first >= 0)
      outside = outside | mask_not(law_friction_sticks(self->trial[first],
                                                       second >= 0 ? self->trial[second] : lane_set(0),
                                                       point_radius(run, self, j, self->trial)));
  }
  return mask & mask_not(team_or(outside));
}

KERNEL_FN lane_t leapfrog_displacement(const kernel_run *run, const transient *self, int row) {
  if (!self->touching) return self->q_free[row];
  return self->q_free[row] +
         (DIM(DIM_SPRING_KIND) == SPRINGS_VISCOUS ? lane_set(0) : contact_product(run, self, row));
}

// Sets the row of a compliant law; all of its motion counts as slip.
KERNEL_FN void leapfrog_law_row(const kernel_run *run, transient *self, int j) {
  const int row = law_boundary_row(run, j);
  const lane_t q = leapfrog_displacement(run, self, row);
  if (!point_is_settled(run, j)) point_law_force(run, self, j, q, lane_set(0), 1);
  self->slip[row] = q - self->q[row];
  self->q[row] = q;
}

// Sets q_b^k = Φ_b p + F_f f + F λ. Rows that stick keep their position exactly, so that solver
// residuals do not accumulate.
KERNEL_FN void leapfrog_set_boundary(const kernel_run *run, transient *self) {
  if (self->touching && DIM(DIM_SPRING_KIND) != SPRINGS_VISCOUS) contact_products_if_missing(run, self);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int first = point_tangent(run, j, 0), second = point_tangent(run, j, 1),
              normal = point_normal(run, j);
    if (point_is_compliant(run, j)) {
      leapfrog_law_row(run, self, j);
      continue;
    }
    if (normal >= 0) self->q[normal] = leapfrog_displacement(run, self, normal);
    if (first < 0) continue;
    const mask_t sticks = point_sticks(run, self, j);
    for (int i = 0; i < 2; i++) {
      const int row = i ? second : first;
      if (row < 0) continue;
      const lane_t slipping = leapfrog_displacement(run, self, row);
      if (point_is_elastic(run, j)) {
        self->slip[row] = lane_select(sticks, lane_set(0), spring_slip(run, self, j, row));
        self->q[row] = slipping;
        continue;
      }
      self->slip[row] = lane_select(sticks, lane_set(0), slipping - self->q[row] - self->wall[row]);
      self->q[row] = lane_select(sticks, self->q[row] + self->wall[row], slipping);
    }
  }
  team_sync();
}

// First guess of Newton's method in the lanes of `mask`: λ extrapolated by its change in the step
// before.
KERNEL_FN void leapfrog_extrapolate(const kernel_run *run, transient *self, mask_t mask) {
  team_for(b, DIM(DIM_BOUNDARY)) {
    const lane_t before = self->force[b];
    self->force[b] = lane_select(mask, before + self->force_change[b], before);
    self->force_change[b] = lane_select(mask, before, self->force_change[b]);
  }
  team_sync();
}

// Solves the contact problem. Lanes that stay open need no solver, nor lanes with a preload where
// all points stick.
KERNEL_FN mask_t leapfrog_solve_contact(const kernel_run *run, transient *self, mask_t active) {
  const int needs_force = DIM(DIM_PRELOAD);
  const mask_t closed = leapfrog_predict_open(run, self);
  mask_t solve = active & closed;
  self->iterations = lane_set(0);
  if (self->touching || needs_force) leapfrog_release(run, self, mask_not(closed));
  self->touching = needs_force || lockstep_any(solve);
  if (DIM(DIM_PREDICTS_STICK) && lockstep_any(solve)) {
    const mask_t sticking = leapfrog_predict_stick(run, self, solve);
    team_for(b, DIM(DIM_BOUNDARY)) {
      if (TRANSIENT_EXTRAPOLATES(DIM))
        self->force_change[b] = lane_select(sticking, self->trial[b] - self->force[b], self->force_change[b]);
      self->force[b] = lane_select(sticking, self->trial[b], self->force[b]);
    }
    team_sync();
    solve = solve & mask_not(sticking);
  }
  if (self->touching && DIM(DIM_SPRING_KIND) == SPRINGS_VISCOUS)
    springs_viscous_offset(run, self);
  else if (self->touching)
    modes_step_free(run, self);
  if (DIM(DIM_SPRING_KIND) >= SPRINGS_EXPLICIT) springs_set_forces(run, self, solve);
  if (DIM(DIM_SPRING_KIND) == SPRINGS_EXPLICIT) return mask_set(0);
  if (!lockstep_any(solve)) return mask_set(0);
  if (TRANSIENT_EXTRAPOLATES(DIM)) leapfrog_extrapolate(run, self, solve);
  const mask_t stalled = contact_solve_inclusion(run, self, solve);
  if (TRANSIENT_EXTRAPOLATES(DIM)) {
    team_for(b, DIM(DIM_BOUNDARY)) self->force_change[b] =
        lane_select(solve, self->force[b] - self->force_change[b], self->force_change[b]);
    team_sync();
  }
  return stalled;
}

// Returns 1 if a law needs q_b of the step before along a normal.
KERNEL_FN int leapfrog_needs_last_boundary(const kernel_run *run) {
  return DIM(DIM_LAW_STATES) || (DIM(DIM_LAW_PARAMETERS) && DIM(DIM_SPRING_KIND) == SPRINGS_IMPLICIT);
}

KERNEL_FN mask_t leapfrog_step(const kernel_run *run, transient *self, long step, mask_t active,
                               lane_t *status) {
  const wide_t t = wide_set((double)step) * self->dt_wide;
  const mask_t recorded = active & observe_records(&self->recording, step);
  const int record = transient_observes(run, recorded);
  modes_q_free(run, self, t, t - wide_set(0.5) * self->dt_wide);
  wall_drives(run, self);
  self->has_product = mask_set(0);
  const mask_t stalled = leapfrog_solve_contact(run, self, active);
  if (has_tangents(run) || record || leapfrog_needs_last_boundary(run)) leapfrog_set_boundary(run, self);
  transient_advance(run, self, step, t, record, recorded);
  *status = lane_set((real)TRAJECTORY_SOLVER_STALLED);
  return stalled;
}

#define STEPPER leapfrog
#define STEPPER_HOOKS transient
#define STEPPER_PAUSES
#define STEPPER_CHECKS
#include "../trajectory.h"
#include "leapfrog_specialised.h"

#endif
