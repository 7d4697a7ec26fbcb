// What leapfrog and Moreau do alike with a group of trajectories around the steps: loading, saving, recording
// limits, divergence.
#ifndef CHATTER_KERNELS_GROUP_H
#define CHATTER_KERNELS_GROUP_H

#include "../observe.h"
#include "inclusion.h"

KERNEL_FN void group_begin(const kernel_run *run, transient *self, char *work) {
  const int *dim = DIMS(run);
  LANE_PLACE(self->p, dim[DIM_MODES]);
  LANE_PLACE(self->u, dim[DIM_MODES]);
  LANE_PLACE(self->mean, dim[DIM_VELOCITY] ? dim[DIM_MODES] : 0);
  LANE_PLACE(self->pushed, dim[DIM_DENSE] ? 2 * dim[DIM_MODES] : 0);
  LANE_PLACE(self->keep, dim[DIM_VARY] ? dim[DIM_MODES] : 0);
  LANE_PLACE(self->stiff, dim[DIM_VARY] ? dim[DIM_MODES] : 0);
  LANE_PLACE(self->push, dim[DIM_VARY] ? dim[DIM_MODES] : 0);
  LANE_PLACE(self->drive, dim[DIM_VARY] ? dim[DIM_MODES] * dim[DIM_LOADS] : 0);
  WIDE_PLACE(self->wave, dim[DIM_LOADS] * N_LOAD);
  WIDE_PLACE(self->swing, dim[DIM_MOVING_GAP] ? dim[DIM_ENTRIES] * 3 : 0);
  LANE_PLACE(self->load, dim[DIM_LOADS]);
  LANE_PLACE(self->base, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->q, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->force, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->trial, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->rest, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->scale, dim[DIM_DELASSUS] ? dim[DIM_BOUNDARY] : 0);
  LANE_PLACE(self->motion, dim[DIM_NEWTON] ? dim[DIM_BOUNDARY] : 0);
  LANE_PLACE(self->before, dim[DIM_NEWTON] ? dim[DIM_BOUNDARY] : 0);
  LANE_PLACE(self->system, dim[DIM_NEWTON] ? dim[DIM_BOUNDARY] * (dim[DIM_BOUNDARY] + SYSTEM_MORE) : 0);
  LANE_PLACE(self->wall, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->slip, dim[DIM_BOUNDARY]);
  LANE_PLACE(self->gap, dim[DIM_POINTS]);
  LANE_PLACE(self->moving, dim[DIM_MOVING_GAP] ? dim[DIM_ENTRIES] : 0);
  LANE_PLACE(self->preload, dim[DIM_PRELOAD] ? dim[DIM_POINTS] : 0);
  LANE_PLACE(self->restitution, dim[DIM_DELASSUS] ? dim[DIM_POINTS] : 0);
  LANE_PLACE(self->delassus, dim[DIM_DELASSUS] && dim[DIM_VARY] ? dim[DIM_BOUNDARY] * dim[DIM_BOUNDARY] : 0);
  LANE_PLACE(self->row_scale, dim[DIM_DELASSUS] && dim[DIM_VARY] ? dim[DIM_BOUNDARY] : 0);
  LANE_PLACE(self->friction, dim[DIM_POINTS]);
  LANE_PLACE(self->observed, dim[DIM_OBSERVED]);
  LANE_PLACE(self->values, dim[DIM_SIGNALS]);
  LANE_PLACE(self->counts, dim[DIM_POINTS] * transient_contact_rows(dim));
  LANE_PLACE(self->work, dim[DIM_DISSIPATION] ? 2 : 0);
  self->dt = parameter_wide(run, TRANSIENT_DT);
  self->step = lane_narrow(self->dt);
  self->tolerance = lane_max(parameter(run, TRANSIENT_TOLERANCE), lane_set(4 * REAL_EPSILON));
  self->most_iterations = parameter(run, TRANSIENT_ITERATIONS);
  self->record = parameter_wide(run, PARAMETER_RECORD);
  self->last = parameter_wide(run, PARAMETER_STEPS);
  self->series = parameter_wide(run, PARAMETER_SERIES);
  self->iterations = lane_set(0);
  self->touching = 1;
  modes_begin(run, self);
  contact_begin(run, self);
  observe_begin(run, self);
}

KERNEL_FN int group_observes(const kernel_run *run) {
  return DIM(DIM_SIGNALS) + DIM(DIM_CONTACTS) > 0;
}
KERNEL_FN mask_t group_recorded(const transient *self, long step) {
  return mask_narrow(wide_less_equal(self->record, wide_set((double)step)));
}

// The end of a step: u^{k+1/2}, what is observed of t^k where some lane records it, and p^{k+1}.
KERNEL_FN void group_advance(const kernel_run *run, transient *self, long step, wide_t t, int record,
                             mask_t recorded) {
  if (record) {
    modes_velocity(run, self, self->touching);
    observe(run, self, step, t, recorded);
    modes_displacement(run, self);
  } else {
    modes_advance(run, self, self->touching);
  }
}

// Ends the stretch of steps where a window closes.
KERNEL_FN long group_stop(const kernel_run *run, const transient *self, long step, long stop, mask_t active) {
  return DIM(DIM_WINDOW_VALUES) ? observe_stop(run, self, step, stop, active) : stop;
}
KERNEL_FN void group_pause(const kernel_run *run, transient *self, long step, mask_t active) {
  if (DIM(DIM_WINDOW_VALUES)) observe_windows(run, self, step, active);
}

// Diverged: a modal coordinate beyond the study's limit; not finite: beyond every number.
KERNEL_FN lane_t group_check(const kernel_run *run, const transient *self, mask_t mask, lane_t status) {
  const lane_t limit = parameter(run, TRANSIENT_DIVERGENCE), most = lane_set(REAL_MOST);
  mask_t large = mask_set(0), broken = mask_set(0);
  team_for(k, DIM(DIM_MODES)) {
    const lane_t size = lane_abs(self->p[k]);
    large = large | mask_not(lane_less_equal(size, limit));
    broken = broken | mask_not(lane_less_equal(size, most));
  }
  large = team_or(large) & mask;
  broken = team_or(broken) & mask;
  status = lane_select(large, lane_set((real)TRAJECTORY_DIVERGED), status);
  return lane_select(broken, lane_set((real)TRAJECTORY_NOT_FINITE), status);
}

KERNEL_FN void group_save(const kernel_run *run, const transient *self, mask_t mask) {
  const int *dim = DIMS(run);
  team_for(k, DIM(DIM_MODES)) {
    state_save(run, transient_row_p(dim) + k, mask, self->p[k]);
    state_save(run, transient_row_u(dim) + k, mask, self->u[k]);
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    state_save(run, transient_row_force(dim) + b, mask, self->force[b]);
    state_save(run, transient_row_boundary(dim) + b, mask, self->q[b]);
  }
  observe_save(run, self, mask);
}

#endif
