// The inclusion -(G x + c) ∈ N_C(x) at the contact points (C.1), solved by projected Jacobi over-relaxation
// (C.2) over all points of a trajectory. x is λ (leapfrog, G = F) or ΔP (Moreau).
#ifndef CHATTER_KERNELS_CONTACT_H
#define CHATTER_KERNELS_CONTACT_H

#include "../laws/coulomb.h"
#include "../laws/cubic.h"
#include "../laws/elastic_step.h"
#include "../laws/friction.h"
#include "../laws/unilateral.h"
#include "modes.h"

// Rows of q_b of point j: constants unless the layout is mixed; -1: none.
KERNEL_FN int point_normal(const kernel_run *run, int j) {
  const int layout = DIM(DIM_LAYOUT);
  if (layout == LAYOUT_MIXED) return TABLE(transient_point(DIMS(run), j) + POINT_NORMAL);
  return layout & 1 ? j * ((layout & 1) + layout / 2) : -1;
}
KERNEL_FN int point_tangent(const kernel_run *run, int j, int which) {
  const int layout = DIM(DIM_LAYOUT);
  if (layout == LAYOUT_MIXED) return TABLE(transient_point(DIMS(run), j) + POINT_TANGENT + which);
  return which < layout / 2 ? j * ((layout & 1) + layout / 2) + (layout & 1) + which : -1;
}
KERNEL_FN int point_entry(const kernel_run *run, int j) {
  return DIM(DIM_ENTRIES) == 1 ? 0 : TABLE(transient_point(DIMS(run), j) + POINT_ENTRY);
}
KERNEL_FN int has_tangents(const kernel_run *run) {
  return DIM(DIM_LAYOUT) != LAYOUT_NORMAL;
}

// Its law; a constant where no point has a spring.
KERNEL_FN int point_law_of(const kernel_run *run, int j) {
  return DIM(DIM_SPRINGS) ? TABLE(transient_point(DIMS(run), j) + POINT_LAW) : POINT_SET_VALUED;
}
KERNEL_FN int point_is_elastic(const kernel_run *run, int j) {
  return point_law_of(run, j) == POINT_ELASTIC;
}

// λ0; a constant zero where no trajectory of the batch has any.
KERNEL_FN lane_t point_preload(const kernel_run *run, const transient *self, int j) {
  return DIM(DIM_PRELOAD) ? self->preload[j] : lane_set(0);
}

// Gap function of point j without q_b: g = q_n + this.
KERNEL_FN lane_t point_gap(const kernel_run *run, const transient *self, int j) {
  return DIM(DIM_MOVING_GAP) ? self->gap[j] + self->moving[point_entry(run, j)] : self->gap[j];
}

// Stiffness of the rows of point j, and their ε.
KERNEL_FN void spring_begin(const kernel_run *run, transient *self, int j) {
  const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
  const int at = transient_entry(DIMS(run), point_entry(run, j)) + ENTRY_SPRING;
  for (int i = 0; i < 3; i++) {
    if (row[i] < 0) continue;
    const lane_t stiffness = parameter(run, at + (i > 0)), scale = lane_set(BLOCK(MODEL_ROW_SCALE)[row[i]]);
    self->spring[row[i]] = stiffness;
    self->scale[row[i]] =
        self->relaxation * (point_is_elastic(run, j) ? law_elastic_scale(stiffness, scale) : scale);
  }
}

KERNEL_FN void contact_begin(const kernel_run *run, transient *self) {
  const int *dim = DIMS(run);
  self->relaxation = parameter(run, TRANSIENT_RELAXATION);
  if (DIM(DIM_MOVING_GAP)) {
    team_for(e, DIM(DIM_ENTRIES)) for (int i = 0; i < 3; i++) self->swing[3 * e + i] =
        parameter_wide(run, transient_entry(dim, e) + ENTRY_GAP_AMPLITUDE + i);
  }
  team_for(j, DIM(DIM_POINTS)) {
    const int at = transient_entry(dim, point_entry(run, j));
    self->gap[j] = lane_narrow(parameter_wide(run, at + ENTRY_GAP) + wide_set((double)BLOCK(MODEL_GAP)[j]));
    if (DIM(DIM_PRELOAD)) self->preload[j] = parameter(run, at + ENTRY_PRELOAD);
    self->friction[j] = parameter(run, at + ENTRY_FRICTION);
    if (DIM(DIM_DELASSUS)) self->restitution[j] = parameter(run, at + ENTRY_RESTITUTION);
    if (DIM(DIM_SPRINGS)) spring_begin(run, self, j);
    for (int i = 0; i < 2; i++)
      if (point_tangent(run, j, i) >= 0)
        self->wall[point_tangent(run, j, i)] =
            lane_narrow(law_wall_increment(parameter_wide(run, at + ENTRY_WALL + i), self->dt));
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    self->force[b] = state_load(run, transient_row_force(dim) + b);
    self->q[b] = state_load(run, transient_row_boundary(dim) + b);
  }
}

// Of the disc that holds the tangential force of a point under the normal forces x: the choice of the law.
KERNEL_FN lane_t point_radius(const kernel_run *run, const transient *self, int j, const lane_t *x) {
  const int normal = point_normal(run, j);
  const lane_t preload = point_preload(run, self, j);
  return normal >= 0 ? law_friction_radius(self->friction[j], x[normal], preload)
                     : law_coulomb_radius(self->friction[j], preload);
}

// The projections of one point, in place, on the trial force.
KERNEL_FN void contact_project(const kernel_run *run, const transient *self, lane_t *x, int j) {
  const int normal = point_normal(run, j), first = point_tangent(run, j, 0),
            second = point_tangent(run, j, 1);
  if (normal >= 0) x[normal] = law_unilateral(x[normal], point_preload(run, self, j));
  const lane_t radius = first >= 0 ? point_radius(run, self, j, x) : lane_set(0);
  if (second >= 0)
    law_friction_two(&x[first], &x[second], radius);
  else if (first >= 0)
    x[first] = law_friction_one(x[first], radius);
}

// ε of a row: relaxation / row sum of |G| (note 10); zero where the row does not take part in this step.
KERNEL_FN lane_t contact_scale(const kernel_run *run, const transient *self, int row) {
  return DIM(DIM_DELASSUS) || DIM(DIM_SPRINGS) ? self->scale[row]
                                               : self->relaxation * lane_set(BLOCK(MODEL_ROW_SCALE)[row]);
}

// G_ij
KERNEL_FN lane_t contact_entry(const kernel_run *run, const transient *self, int i, int j) {
  const int rows = DIM(DIM_BOUNDARY);
  if (!DIM(DIM_DELASSUS)) return lane_set(BLOCK(MODEL_FLEXIBILITY)[i * rows + j]);
  if (DIM(DIM_VARY)) return self->delassus[i * rows + j];
  return lane_set(run->uniform[transient_uniform_delassus(DIMS(run)) + i * rows + j]);
}

// (G x)_row with G = F, or the G of Moreau's scheme.
KERNEL_FN lane_t contact_product(const kernel_run *run, const transient *self, int row) {
  const int rows = DIM(DIM_BOUNDARY);
  if (DIM(DIM_SPRINGS) == SPRINGS_EXPLICIT) return lane_set(0); // F = 0
  if (!DIM(DIM_DELASSUS)) return row_product(BLOCK(MODEL_FLEXIBILITY) + row * rows, self->force, rows);
  if (!DIM(DIM_VARY))
    return row_product(run->uniform + transient_uniform_delassus(DIMS(run)) + row * rows, self->force, rows);
  return lane_product(self->delassus + row * rows, self->force, rows);
}

// What the law of point j sets against the force of its row: G x + c, behind a spring k (G x + c) + x - x⁻.
KERNEL_FN lane_t contact_motion(const kernel_run *run, const transient *self, int j, int row) {
  const lane_t product = contact_product(run, self, row);
  return point_is_elastic(run, j)
             ? law_elastic_motion(self->spring[row], product, self->force[row], self->rest[row])
             : product + self->rest[row];
}

// One step of the relaxation at every point, P(x - ε (G x + c)) into `trial`: how far it moves, and the size
// of the forces that this is compared with. Preloads count in it: at rest their λ is zero.
KERNEL_FN void contact_relax(const kernel_run *run, transient *self, lane_t *moved, lane_t *size) {
  lane_t change = lane_set(0), most = lane_set(0);
  team_for(j, DIM(DIM_POINTS)) {
    const int row[3] = {point_normal(run, j), point_tangent(run, j, 0), point_tangent(run, j, 1)};
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0) continue;
      const lane_t sum = contact_motion(run, self, j, row[i]);
      self->trial[row[i]] = self->force[row[i]] - contact_scale(run, self, row[i]) * sum;
      if (DIM(DIM_NEWTON)) self->motion[row[i]] = sum;
    }
    contact_project(run, self, self->trial, j);
    for (int i = 0; i < 3; i++) {
      if (row[i] < 0) continue;
      change = lane_max(change, lane_abs(self->trial[row[i]] - self->force[row[i]]));
      most = lane_max(most, lane_abs(self->trial[row[i]]) + point_preload(run, self, j));
    }
  }
  *moved = (lane_t)team_max(change);
  *size = (lane_t)team_max(most);
  team_sync();
}

// Closed and strictly inside its Coulomb disc.
KERNEL_FN mask_t point_sticks(const kernel_run *run, const transient *self, int j) {
  const int first = point_tangent(run, j, 0), second = point_tangent(run, j, 1);
  if (first < 0) return mask_set(0);
  return law_friction_sticks(self->force[first], second >= 0 ? self->force[second] : lane_set(0),
                             point_radius(run, self, j, self->force));
}

#endif
