// Contact points with springs in the leapfrog's step. The elastic law's inclusion has the constant
//   k c_n,   k c_t - λ_t^{k-1}
// (laws/elastic_step.h). On a boundary with mass (F = 0) its solution is P(-constant), without a
// solver. Compliant laws store their force as -constant there, unless it depends on the velocity
// (law_points.h).
#ifndef CHATTER_KERNELS_SPRINGS_H
#define CHATTER_KERNELS_SPRINGS_H

#include "contact.h"

// Sets the constant of a compliant law. If its force is known already, this also updates its
// internal states.
KERNEL_FN void spring_offset_law(const kernel_run *run, transient *self, int j) {
  const int row = law_boundary_row(run, j);
  if (!point_is_settled(run, j)) {
    self->contact_offset[row] =
        self->q_free[row]; // implicit: w = q_b; viscous: springs_viscous_offset replaces it
    return;
  }
  self->contact_offset[row] = -point_law_force(run, self, j, self->q_free[row], lane_set(0), 1).force;
}

// Sets the constant of the normal row of point j; `gap`: the gap at λ = -λ0. Returns a value that
// is negative if the point is closed: k gap - λ0, or zero for a law that never opens.
KERNEL_FN lane_t spring_offset_normal(const kernel_run *run, transient *self, int j, lane_t gap) {
  const int normal = point_normal(run, j);
  if (point_is_compliant(run, j)) {
    spring_offset_law(run, self, j);
    return law_force_arguments(point_law(run, j)) & LAW_HAS_GAP ? gap : lane_set(0);
  }
  if (!point_is_elastic(run, j)) return gap;
  self->contact_offset[normal] = self->spring[normal] * self->contact_offset[normal];
  return self->spring[normal] * gap - point_preload(run, self, j);
}

// Returns the constant of a tangent row from its c_t; the force is still that of the step before.
KERNEL_FN lane_t spring_offset_tangent(const transient *self, int row) {
  return lane_fma(self->spring[row], self->contact_offset[row], -self->force[row]);
}

// Returns the slip of the slider of a row of point j in this step, m.
KERNEL_FN lane_t spring_slip(const kernel_run *run, const transient *self, int j, int row) {
  return law_elastic_slip(self->spring[row], contact_motion(run, self, j, row));
}

// Sets λ of a boundary with mass in the lanes of `mask` for points whose force is known.
KERNEL_FN void springs_set_forces(const kernel_run *run, transient *self, mask_t mask) {
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    if (!point_is_settled(run, j)) continue;
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) self->trial[row[i]] = -self->contact_offset[row[i]];
    if (point_is_elastic(run, j)) contact_project(run, self, self->trial, j);
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) self->force[row[i]] = lane_select(mask, self->trial[row[i]], self->force[row[i]]);
  }
  team_sync();
}

// Sets the constant of rows whose force depends on the velocity of the step, Φ_b (u⁻ + u_free); u
// becomes u_free.
KERNEL_FN void springs_viscous_offset(const kernel_run *run, transient *self) {
  const int modes = DIM(DIM_MODES);
  const real *phi_b = MODEL_BLOCK(MODEL_PHI_B);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int row = law_boundary_row(run, j);
    if (!point_is_settled(run, j))
      self->contact_offset[row] = row_product(phi_b + row * modes, self->u, modes);
  }
  team_sync();
  modes_step_free(run, self);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const int row = law_boundary_row(run, j);
    if (!point_is_settled(run, j))
      self->contact_offset[row] =
          self->contact_offset[row] + row_product(phi_b + row * modes, self->u, modes);
  }
  team_sync();
}

// Returns the energy in the springs, J: -λ (g + λ/2k) of the normal one, which includes the
// preload's work on an open gap, and λ²/2k of the tangential ones.
KERNEL_FN lane_t springs_energy(const kernel_run *run, const transient *self) {
  lane_t sum = lane_set(0);
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++) {
    const int normal = point_normal(run, j);
    if (point_is_compliant(run, j)) sum = sum + law_energy(run, self, j);
    if (!point_is_elastic(run, j)) continue;
    if (normal >= 0)
      sum = sum - self->force[normal] * (self->q[normal] + point_gap(run, self, j)) -
            law_elastic_energy(self->spring[normal], self->force[normal]);
    for (int i = 0; i < 2; i++) {
      const int row = point_tangent(run, j, i);
      if (row >= 0) sum = sum + law_elastic_energy(self->spring[row], self->force[row]);
    }
  }
  return sum;
}

#endif
