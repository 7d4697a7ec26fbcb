// Beams in frictional contact, quasi-static: each step is an increment of the load, solved by
// Newton's method with the exact tangent. An increment that does not converge is halved.
#ifndef CHATTER_KERNELS_BEAMS_H
#define CHATTER_KERNELS_BEAMS_H

#include "beams_watch.h"

KERNEL_FN void beams_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

// Returns the load factor at the beginning of increment `step`: piecewise linear over the legs.
KERNEL_FN lane_t beams_load_factor(const kernel_run *run, lane_t step) {
  const lane_t each = parameter_load(run, BEAMS_INCREMENTS_PER_LEG);
  const lane_t since = step - parameter_load(run, BEAMS_FIRST_STEP);
  lane_t from = parameter_load(run, BEAMS_FIRST_LOAD_FACTOR), factor = from;
  for (int leg = 0; leg < DIM(DIM_LOAD_LEGS); leg++) {
    const lane_t to = parameter_load(run, beams_leg_parameter(DIMS(run)) + leg),
                 done = lane_fma(lane_set((real)-leg), each, since);
    factor = lane_select(lane_less(lane_set(0), done), lane_fma(done / each, to - from, from), factor);
    factor = lane_select(lane_less_equal(each, done), to, factor);
    from = to;
  }
  return factor;
}

KERNEL_FN wide_t beams_begin(const kernel_run *run, beams_stepper *self, char *work) {
  const int *dim = DIMS(run);
  ARRAYS_PLACE(BEAMS_ARRAYS);
  (void)work;
  self->law.normal = parameter_load(run, BEAMS_NORMAL_PENALTY);
  self->law.tangential = parameter_load(run, BEAMS_TANGENTIAL_PENALTY);
  self->law.friction = parameter_load(run, BEAMS_FRICTION_COEFFICIENT);
  self->law.vector = parameter_load(run, BEAMS_VECTOR_FRICTION);
  self->shift = parameter_load(run, BEAMS_PAIR_SHIFT);
  self->tolerance = parameter_load(run, BEAMS_TOLERANCE);
  self->most_iterations = parameter_load(run, BEAMS_MAX_ITERATIONS);
  self->most_halvings = parameter_load(run, BEAMS_MAX_HALVINGS);
  self->most_augmentations = parameter_load(run, BEAMS_MAX_AUGMENTATIONS),
  self->deepest = parameter_load(run, BEAMS_MAX_PENETRATION);
  self->solved = state_load(run, BEAMS_SOLVED), self->halved = state_load(run, BEAMS_HALVED);
  team_for(i, N_NODE_NUMBERS * DIM(DIM_BEAM_NODES)) self->moved[i] = self->moved_kept[i] =
      state_load(run, BEAMS_MOVED + i);
  team_for(i, N_TURN_NUMBERS * DIM(DIM_BEAM_NODES)) self->turned[i] = self->turned_kept[i] =
      state_load(run, beams_row_rotations(dim) + i);
  team_for(i, zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE)) * DIM(DIM_CONTACT_ZONES)) self->zone[i] =
      self->zone_kept[i] = state_load(run, beams_row_zone(dim) + i);
  self->factor = state_load(run, BEAMS_REACHED);
  team_for(d, DIM(DIM_BEAM_DRIVEN_FREEDOMS)) self->reaction[d] = lane_set(0);
  observe_begin(run, beams_signal_layout(dim), &self->recording, self->observed);
  return wide_set(1);
}

KERNEL_FN mask_t beams_step(const kernel_run *run, beams_stepper *self, long step, mask_t active,
                            lane_t *status) {
  mask_t parallel;
  const mask_t failed =
      increment_advance(run, self, beams_load_factor(run, lane_set((real)step)),
                        beams_load_factor(run, lane_set((real)(step + 1))), active, &parallel);
  *status =
      lane_select(parallel, lane_set((real)TRAJECTORY_PARALLEL), lane_set((real)TRAJECTORY_NOT_CONVERGED));
  const mask_t recorded = active & mask_not(failed) & observe_records(&self->recording, step);
  if (lane_any(recorded)) watch_step(run, self, step, recorded);
  return failed;
}

KERNEL_FN long beams_stop(const kernel_run *run, const beams_stepper *self, long step, long stop,
                          mask_t active) {
  return observe_stretch_end(run, beams_signal_layout(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void beams_pause(const kernel_run *run, beams_stepper *self, long step, mask_t active) {
  observe_close_windows(run, beams_signal_layout(DIMS(run)), &self->recording, self->observed, step, active);
}

KERNEL_FN void beams_save(const kernel_run *run, const beams_stepper *self, mask_t mask) {
  const int *dim = DIMS(run);
  team_for(i, N_NODE_NUMBERS * DIM(DIM_BEAM_NODES))
      state_save(run, BEAMS_MOVED + i, mask, self->moved_kept[i]);
  team_for(i, N_TURN_NUMBERS * DIM(DIM_BEAM_NODES))
      state_save(run, beams_row_rotations(dim) + i, mask, self->turned_kept[i]);
  team_for(i, zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE)) * DIM(DIM_CONTACT_ZONES))
      state_save(run, beams_row_zone(dim) + i, mask, self->zone_kept[i]);
  team_for(one, 1) {
    state_save(run, BEAMS_SOLVED, mask, self->solved);
    state_save(run, BEAMS_HALVED, mask, self->halved);
    state_save(run, BEAMS_REACHED, mask, self->factor);
  }
  observe_save(run, beams_signal_layout(dim), self->observed, mask);
}

#define STEPPER beams
#define STEPPER_HOOKS beams
#define STEPPER_PAUSES
#include "../trajectory.h"

#endif
