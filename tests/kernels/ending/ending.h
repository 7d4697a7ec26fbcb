// The smallest possible stepper; see ending_layout.h.
#ifndef CHATTER_TESTS_ENDING_H
#define CHATTER_TESTS_ENDING_H

#include "run.h"

#include "ending_layout.h"

typedef struct ending_stepper {
  ARRAYS_FIELDS(ENDING_ARRAYS)
  wide_t after;
  lane_t outcome;
} ending_stepper;

KERNEL_FN void ending_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

KERNEL_FN wide_t ending_begin(const kernel_run *run, ending_stepper *self, char *work) {
  ARRAYS_PLACE(ENDING_ARRAYS)
  (void)work;
  self->after = parameter_load_wide(run, ENDING_AFTER);
  self->outcome = parameter_load(run, ENDING_STATUS);
  team_for(i, DIM(DIM_ENDING_COUNTERS)) self->count[i] = state_load(run, ENDING_COUNT + i);
  return parameter_load_wide(run, ENDING_UNIT);
}

KERNEL_FN mask_t ending_step(const kernel_run *run, ending_stepper *self, long step, mask_t active,
                             lane_t *status) {
  (void)active;
  team_for(i, DIM(DIM_ENDING_COUNTERS)) self->count[i] = self->count[i] + lane_set(1);
  *status = self->outcome;
  return mask_narrow(wide_less_equal(self->after, wide_set((double)(step + 1))));
}

KERNEL_FN void ending_save(const kernel_run *run, const ending_stepper *self, mask_t mask) {
  team_for(i, DIM(DIM_ENDING_COUNTERS)) state_save(run, ENDING_COUNT + i, mask, self->count[i]);
}

#define STEPPER ending
#define STEPPER_HOOKS ending
#include "trajectory.h"

#endif
