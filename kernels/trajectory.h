// The common kernel body: takes LANES trajectories from their present state to min(their last step,
// step_end), freezes each that ends or fails, and writes the state back. A stepper's header
// includes it at its end with STEPPER defined as its name (X below) and STEPPER_HOOKS as the prefix
// (HOOK below) of the functions that it may share with its siblings. It defines
//   X_stepper: the type of `self`, the variables of the lanes
//   X_begin(run, self, work): loads state and coefficients; returns the unit of a step in STATE_TIME
//   X_step(run, self, step, active, &status): one step; returns the lanes that it ended, and the status
//     of each: TRAJECTORY_OK if it has ended early with success
//   HOOK_save(run, self, mask): writes the stepper's rows of the state
// and, if needed:
//   with STEPPER_PAUSES defined (windows of observed quantities close between two steps),
//     HOOK_stop(run, self, step, stop, active): the end of the stretch from `step` on, at most `stop`
//     HOOK_pause(run, self, step, active): called at the end of a stretch
//   with STEPPER_CHECKS defined (a step does not detect by itself that a trajectory has failed),
//     HOOK_check(run, self, mask, status): the status of the lanes of `mask`: diverged or not finite
// All unfinished trajectories of a batch are at the same step. A lane that has ended goes on
// computing unused numbers: they are never written, and it does not delay the others.
#include "run.h"

#define X(name) KERNEL_PASTE(STEPPER, name)
#define HOOK(name) KERNEL_PASTE(STEPPER_HOOKS, name)

#ifndef CHATTER_KERNELS_TRAJECTORY_H
#define CHATTER_KERNELS_TRAJECTORY_H
enum { TRAJECTORY_CHECK_INTERVAL = 64 }; // steps between checks of divergence

KERNEL_FN double trajectory_last(const kernel_run *run, wide_t steps, int lane) {
  double last = wide_get(steps, lane), end = run->batch->step_end;
  return last < end ? last : end;
}

// Returns the lanes that still have steps to do, and their step.
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
  *step = -(long)lockstep_least(-(double)*step);
  return active;
}

// Returns the next step at which a lane ends or is checked.
KERNEL_FN long trajectory_stop(const kernel_run *run, wide_t steps, mask_t active, long step) {
  double stop = (double)(step / TRAJECTORY_CHECK_INTERVAL + 1) * TRAJECTORY_CHECK_INTERVAL;
  for (int lane = 0; lane < LANES; lane++) {
    double last = trajectory_last(run, steps, lane);
    if (mask_get(active, lane) && last < stop) stop = last;
  }
  return (long)stop;
}
#endif

KERNEL_FN void X(_trajectory)(const kernel_run *run, char *work) {
  X(_stepper) stepper, *self = &stepper;
  const lane_t ok = lane_set((real)TRAJECTORY_OK);
  const wide_t steps = parameter_load_wide(run, PARAMETER_STEPS);
  long step;
  mask_t active = trajectory_active(run, steps, &step);
  if (!lockstep_any(active)) return;
  const wide_t unit = X(_begin)(run, self, work);
  team_sync();
  while (lockstep_any(active)) {
    long stop = trajectory_stop(run, steps, active, step);
#ifdef STEPPER_PAUSES
    stop = HOOK(_stop)(run, self, step, stop, active);
#endif
    stop = (long)lockstep_least((double)stop);
    mask_t left = mask_set(0);
    lane_t status = ok;
    while (step < stop && !lockstep_any(left)) {
      left = X(_step)(run, self, step, active, &status) & active;
      step++;
    }
    status = lane_select(left, status, ok);
    const mask_t early = left & lane_equal(status, ok);
#ifdef STEPPER_PAUSES
    HOOK(_pause)(run, self, step, active & (early | mask_not(left)));
#endif
    mask_t ended = left;
    for (int lane = 0; lane < LANES; lane++)
      if ((double)step >= trajectory_last(run, steps, lane)) mask_put(&ended, lane, 1);
#ifdef STEPPER_CHECKS
    mask_t checked = early | mask_set(step % TRAJECTORY_CHECK_INTERVAL == 0);
    for (int lane = 0; lane < LANES; lane++) // the trajectory's end, not the chunk's
      if ((double)step >= wide_get(steps, lane)) mask_put(&checked, lane, 1);
    if (lockstep_any(checked & active)) {
      status = HOOK(_check)(run, self, checked, status);
      ended = ended | mask_not(lane_equal(status, ok));
    }
#endif
    ended = ended & active;
    if (lockstep_any(ended)) {
      status = lane_select(early & lane_equal(status, ok), lane_set((real)TRAJECTORY_ENDED), status);
      team_sync();
      HOOK(_save)(run, self, ended);
      team_for(row, 1) {
        state_save(run, STATE_STATUS, ended, status);
        state_save_wide(run, STATE_STEPS, ended, wide_set((double)step));
        state_save_wide(run, STATE_TIME, ended, wide_set((double)step) * unit);
      }
    }
    active = active & mask_not(ended);
    team_sync();
  }
}

#undef X
#undef HOOK
#undef STEPPER
#undef STEPPER_HOOKS
#undef STEPPER_PAUSES
#undef STEPPER_CHECKS
