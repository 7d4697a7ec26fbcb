// Common parts of leapfrog and Moreau around the steps of a group of trajectories: loading, saving,
// recording limits, divergence.
#ifndef CHATTER_KERNELS_TRANSIENT_STEPPER_H
#define CHATTER_KERNELS_TRANSIENT_STEPPER_H

#include "inclusion.h"
#include "watch.h"

KERNEL_FN void transient_begin_lanes(const kernel_run *run, transient *self, char *work) {
  ARRAYS_PLACE(TRANSIENT_ARRAYS)
  self->dt_wide = parameter_load_wide(run, TRANSIENT_DT);
  self->dt = lane_narrow(self->dt_wide);
  self->tolerance = lane_max(parameter_load(run, TRANSIENT_TOLERANCE), lane_set(4 * REAL_EPSILON));
  self->most_iterations = parameter_load(run, TRANSIENT_MAX_ITERATIONS);
  self->iterations = lane_set(0);
  self->touching = 1;
  self->has_product = self->struck = mask_set(0);
  modes_begin(run, self);
  contact_begin(run, self);
  watch_begin(run, self);
}

// Returns 1 if the step is observed: if a lane records it, and always if filters need every step.
KERNEL_FN int transient_observes(const kernel_run *run, mask_t recorded) {
  return DIM(DIM_SIGNALS) + DIM(DIM_CONTACT_COUNTERS) > 0 && (DIM(DIM_FILTERS) || lockstep_any(recorded));
}

// Ends a step: u^{k+1/2}, the observations of t^k if a lane records it, and p^{k+1}.
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

// Returns the end of the stretch of steps: `stop`, or earlier where a window closes.
KERNEL_FN long transient_stop(const kernel_run *run, const transient *self, long step, long stop,
                              mask_t active) {
  return observe_stretch_end(run, transient_signal_layout(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void transient_pause(const kernel_run *run, transient *self, long step, mask_t active) {
  observe_close_windows(run, transient_signal_layout(DIMS(run)), &self->recording, self->observed, step,
                        active);
}

KERNEL_FN lane_t transient_check(const kernel_run *run, const transient *self, mask_t mask, lane_t status) {
  const lane_t limit = parameter_load(run, TRANSIENT_DIVERGENCE_LIMIT);
  divergence found = divergence_none();
  team_for(k, DIM(DIM_MODES)) divergence_add(&found, self->p[k], limit);
  return divergence_status(&found, mask, status);
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
      state_save(run, transient_row_force_change(dim) + b, mask, self->force_change[b]);
  }
  team_for(i, DIM(DIM_CONTACT_POINTS) * DIM(DIM_LAW_STATES))
      state_save(run, transient_row_law_states(dim, 0) + i, mask, self->memory[i]);
  watch_save(run, self, mask);
}

#endif
