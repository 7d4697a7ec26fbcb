// What leapfrog and Moreau do alike with a group of trajectories around the steps: loading, saving, recording
// limits, divergence.
#ifndef CHATTER_KERNELS_TRANSIENT_STEPPER_H
#define CHATTER_KERNELS_TRANSIENT_STEPPER_H

#include "inclusion.h"
#include "watch.h"

KERNEL_FN void transient_begin(const kernel_run *run, transient *self, char *work) {
  ARRAYS_PLACE(TRANSIENT_ARRAYS)
  self->dt_wide = parameter_wide(run, TRANSIENT_DT);
  self->dt = lane_narrow(self->dt_wide);
  self->tolerance = lane_max(parameter(run, TRANSIENT_TOLERANCE), lane_set(4 * REAL_EPSILON));
  self->most_iterations = parameter(run, TRANSIENT_ITERATIONS);
  self->iterations = lane_set(0);
  self->touching = 1;
  self->has_product = self->struck = mask_set(0);
  modes_begin(run, self);
  contact_begin(run, self);
  watch_begin(run, self);
}

// Whether the step is observed: where some lane records it, and always where filters see every step.
KERNEL_FN int transient_observes(const kernel_run *run, mask_t recorded) {
  return DIM(DIM_SIGNALS) + DIM(DIM_CONTACTS) > 0 && (DIM(DIM_FILTERS) || lockstep_any(recorded));
}

// The end of a step: u^{k+1/2}, what is observed of t^k where some lane records it, and p^{k+1}.
KERNEL_FN void transient_advance(const kernel_run *run, transient *self, long step, wide_t t, int record,
                                 mask_t recorded) {
  if (record) {
    modes_velocity(run, self, self->touching);
    watch_step(run, self, step, t, recorded);
    modes_displacement(run, self);
  } else {
    modes_advance(run, self, self->touching);
  }
}

// Ends the stretch of steps where a window closes.
KERNEL_FN long transient_stop(const kernel_run *run, const transient *self, long step, long stop,
                              mask_t active) {
  return observe_stop(run, transient_signals(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void transient_pause(const kernel_run *run, transient *self, long step, mask_t active) {
  observe_windows(run, transient_signals(DIMS(run)), &self->recording, self->observed, step, active);
}

// Diverged: a modal coordinate beyond the study's limit; not finite: beyond every number.
KERNEL_FN lane_t transient_check(const kernel_run *run, const transient *self, mask_t mask, lane_t status) {
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

KERNEL_FN void transient_save(const kernel_run *run, const transient *self, mask_t mask) {
  const int *dim = DIMS(run);
  team_for(k, DIM(DIM_MODES)) {
    state_save(run, transient_row_p(dim) + k, mask, self->p[k]);
    state_save(run, transient_row_u(dim) + k, mask, self->u[k]);
  }
  team_for(b, DIM(DIM_BOUNDARY)) {
    state_save(run, transient_row_force(dim) + b, mask, self->force[b]);
    state_save(run, transient_row_boundary(dim) + b, mask, self->q[b]);
    if (TRANSIENT_EXTRAPOLATES(DIM))
      state_save(run, transient_row_change(dim) + b, mask, self->force_change[b]);
  }
  team_for(i, DIM(DIM_POINTS) * DIM(DIM_LAW_STATES))
      state_save(run, transient_row_memory(dim, 0) + i, mask, self->memory[i]);
  watch_save(run, self, mask);
}

#endif
