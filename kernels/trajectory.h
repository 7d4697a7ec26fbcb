// THE kernel body: takes LANES trajectories from where their state stands to min(their last step, step_end),
// freezes each that ends or fails, and writes the state back. Included once per stepper with STEPPER defined
// as its name (X below); the stepper's header defines
//   X_begin(run, self, work)              loads state and coefficients; gives Δt
//   X_step(run, self, step, active)       one step; the mask of lanes that failed, self->failure says why
// and what they do alike around their steps is transient/group.h.
// All unfinished trajectories of a batch stand at the same step. A lane that has ended goes on computing
// unused numbers: nothing of it is written again, and it never holds the others up.
#include "transient/group.h"

#define TRAJECTORY_PASTE_(a, b) a##b
#define TRAJECTORY_PASTE(a, b) TRAJECTORY_PASTE_(a, b)
#define X(name) TRAJECTORY_PASTE(STEPPER, name)

#ifndef CHATTER_KERNELS_TRAJECTORY_H
#define CHATTER_KERNELS_TRAJECTORY_H
enum { TRAJECTORY_CHECK = 64 }; // divergence is looked for after steps that are multiples of this

KERNEL_FN double trajectory_last(const kernel_run *run, wide_t steps, int lane) {
  double last = wide_get(steps, lane), end = run->batch->step_end;
  return last < end ? last : end;
}

// The lanes that still have steps to do, and the step where they stand.
KERNEL_FN mask_t trajectory_active(const kernel_run *run, wide_t steps, long *step) {
  mask_t active = mask_set(0);
  *step = 0;
  for (int lane = LANES - 1; lane >= 0; lane--) {
    double done = state_row(run, STATE_STEPS)[lane], status = state_row(run, STATE_STATUS)[lane];
    int wanted = run->column + lane < run->batch->n_trajectories && status == TRAJECTORY_OK &&
                 done < trajectory_last(run, steps, lane);
    mask_put(&active, lane, wanted);
    if (wanted) *step = (long)done;
  }
  return active;
}

// The next step at which a lane ends or is checked.
KERNEL_FN long trajectory_stop(const kernel_run *run, wide_t steps, mask_t active, long step) {
  double stop = (double)(step / TRAJECTORY_CHECK + 1) * TRAJECTORY_CHECK;
  for (int lane = 0; lane < LANES; lane++) {
    double last = trajectory_last(run, steps, lane);
    if (mask_get(active, lane) && last < stop) stop = last;
  }
  return (long)stop;
}
#endif

KERNEL_FN void X(_trajectory)(const kernel_run *run, char *work) {
  transient stepper, *self = &stepper;
  const wide_t steps = parameter_wide(run, PARAMETER_STEPS);
  long step;
  mask_t active = trajectory_active(run, steps, &step);
  if (!lane_any(active)) return;
  const wide_t dt = X(_begin)(run, self, work);
  team_sync();
  while (lane_any(active)) {
    const long stop = group_stop(run, self, step, trajectory_stop(run, steps, active, step), active);
    mask_t failed = mask_set(0);
    while (step < stop && !lane_any(failed)) {
      failed = X(_step)(run, self, step, active) & active;
      step++;
    }
    group_pause(run, self, step, active & mask_not(failed));
    lane_t status = lane_select(failed, lane_set((real)self->failure), lane_set((real)TRAJECTORY_OK));
    mask_t ended = failed, checked = mask_set(step % TRAJECTORY_CHECK == 0);
    for (int lane = 0; lane < LANES; lane++) {
      if ((double)step >= trajectory_last(run, steps, lane)) mask_put(&ended, lane, 1);
      if ((double)step >= wide_get(steps, lane)) mask_put(&checked, lane, 1); // its own end, not the chunk's
    }
    if (lane_any(checked & active)) {
      status = group_check(run, self, checked, status);
      ended = ended | mask_not(lane_equal(status, lane_set((real)TRAJECTORY_OK)));
    }
    ended = ended & active;
    if (lane_any(ended)) {
      team_sync();
      group_save(run, self, ended);
      team_for(row, 1) {
        state_save(run, STATE_STATUS, ended, status);
        state_save_wide(run, STATE_STEPS, ended, wide_set((double)step));
        state_save_wide(run, STATE_TIME, ended, wide_set((double)step) * dt);
      }
    }
    active = active & mask_not(ended);
    team_sync();
  }
}

#undef X
#undef TRAJECTORY_PASTE
#undef TRAJECTORY_PASTE_
