// Contact points with springs in the leapfrog's step. The elastic law's inclusion has the constant
//   k c_n,   k c_t - λ_t^{k-1}
// (laws/elastic_step.h). On a boundary with mass (F = 0) its solution is P(-constant), without a solver; such
// a boundary may also carry cubic springs.
#ifndef CHATTER_KERNELS_SPRINGS_H
#define CHATTER_KERNELS_SPRINGS_H

#include "contact.h"

// The constant of the normal row of point j. `gap` is that at λ = -λ0; returns what is negative where the
// point is closed: k gap - λ0, of a cubic spring a zero, for it never opens.
KERNEL_FN lane_t spring_rest_normal(const kernel_run *run, transient *self, int j, lane_t gap) {
  const int normal = point_normal(run, j), law = point_law_of(run, j);
  if (law == POINT_CUBIC) {
    self->rest[normal] = -law_cubic(self->spring[normal], self->base[normal]);
    return lane_set(0);
  }
  if (law != POINT_ELASTIC) return gap;
  self->rest[normal] = self->spring[normal] * self->rest[normal];
  return self->spring[normal] * gap - point_preload(run, self, j);
}

// That of a tangent row, from c_t in its place; the force is still that of the step before.
KERNEL_FN lane_t spring_rest_tangent(const transient *self, int row) {
  return lane_fma(self->spring[row], self->rest[row], -self->force[row]);
}

// What the slider of a row of point j moves in this step, m.
KERNEL_FN lane_t spring_slip(const kernel_run *run, const transient *self, int j, int row) {
  return law_elastic_slip(self->spring[row], contact_motion(run, self, j, row));
}

// λ of a boundary with mass in the lanes of `mask`. No lane stalls.
KERNEL_FN mask_t springs_set(const kernel_run *run, transient *self, mask_t mask) {
  team_for(j, DIM(DIM_POINTS)) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) self->trial[row[i]] = -self->rest[row[i]];
    if (point_is_elastic(run, j)) contact_project(run, self, self->trial, j);
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) self->force[row[i]] = lane_select(mask, self->trial[row[i]], self->force[row[i]]);
  }
  team_sync();
  return mask_set(0);
}

// Energy in the springs, J: of the normal one -λ (g + λ/2k), which counts the preload's own work on an open
// gap too, of the tangential ones λ²/2k.
KERNEL_FN lane_t springs_energy(const kernel_run *run, const transient *self) {
  lane_t sum = lane_set(0);
  for (int j = 0; j < DIM(DIM_POINTS); j++) {
    const int normal = point_normal(run, j);
    if (point_law_of(run, j) == POINT_CUBIC)
      sum = sum + law_cubic_energy(self->spring[normal], self->q[normal]);
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
