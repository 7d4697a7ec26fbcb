// A stepper that only observes noise; see noisy_layout.h.
#ifndef CHATTER_TESTS_NOISY_H
#define CHATTER_TESTS_NOISY_H

#include "observe.h"
#include "sliding/roughness.h"

#include "noisy_layout.h"

typedef struct noisy_stepper {
  ARRAYS_FIELDS(NOISY_ARRAYS)
  wide_t step, amplitude, frequency, constant;
  roughness rough;
  recording recording;
} noisy_stepper;

KERNEL_FN void noisy_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

KERNEL_FN wide_t noisy_begin(const kernel_run *run, noisy_stepper *self, char *work) {
  ARRAYS_PLACE(NOISY_ARRAYS)
  (void)work;
  self->step = parameter_load_wide(run, NOISY_STEP);
  self->amplitude = parameter_load_wide(run, NOISY_AMPLITUDE);
  self->frequency = parameter_load_wide(run, NOISY_FREQUENCY);
  self->constant = parameter_load_wide(run, NOISY_CONSTANT);
  roughness_begin(run, noisy_roughness(DIMS(run)), &self->rough);
  observe_begin(run, noisy_signals(DIMS(run)), &self->recording, self->observed);
  observe_begin_filters(run, noisy_signals(DIMS(run)), self->filters);
  return self->step;
}

KERNEL_FN mask_t noisy_step(const kernel_run *run, noisy_stepper *self, long step, mask_t active,
                            lane_t *status) {
  const wide_t t = wide_set((double)step) * self->step;
  const mask_t recorded = active & observe_records(&self->recording, step);
  const wide_t force = roughness_force_at(run, noisy_roughness(DIMS(run)), &self->rough, t, active);
  const wide_t sine = wide_fma(self->amplitude, wide_sin_turns(self->frequency * t), self->constant);
  team_for(s, DIM(DIM_NOISY_SIGNALS)) {
    const signal_layout signals = noisy_signals(DIMS(run));
    const lane_t value = lane_narrow(TABLE(s * N_SIGNAL_NUMBERS + SIGNAL_KIND) == NOISY_FORCE ? force : sine);
    const lane_t x = observe_apply_filter(run, signals, self->filters, s, step, value);
    observe_signal(run, signals, &self->recording, self->observed, s, step, x, recorded);
  }
  *status = lane_set((real)TRAJECTORY_OK);
  return mask_set(0);
}

KERNEL_FN long noisy_stop(const kernel_run *run, const noisy_stepper *self, long step, long stop,
                          mask_t active) {
  return observe_stretch_end(run, noisy_signals(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void noisy_pause(const kernel_run *run, noisy_stepper *self, long step, mask_t active) {
  observe_close_windows(run, noisy_signals(DIMS(run)), &self->recording, self->observed, step, active);
}
KERNEL_FN void noisy_save(const kernel_run *run, const noisy_stepper *self, mask_t mask) {
  observe_save(run, noisy_signals(DIMS(run)), self->observed, mask);
  observe_save_filters(run, noisy_signals(DIMS(run)), self->filters, mask);
}

#define STEPPER noisy
#define STEPPER_HOOKS noisy
#define STEPPER_PAUSES
#include "trajectory.h"

#endif
