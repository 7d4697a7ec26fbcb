// Symplectic Euler: v ← v - g Δt, y ← y + v Δt, until y ≤ 0, which ends a trajectory early and
// successfully.
#ifndef CHATTER_TESTS_FALLING_H
#define CHATTER_TESTS_FALLING_H

#include "run.h"

#include "falling_layout.h"

typedef struct falling_stepper {
  wide_t height, speed, step, pull; // m, m/s, s, g Δt
} falling_stepper;

KERNEL_FN void falling_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

KERNEL_FN wide_t falling_begin(const kernel_run *run, falling_stepper *self, char *work) {
  (void)work;
  self->height = wide_load(state_row(run, FALLING_HEIGHT));
  self->speed = wide_load(state_row(run, FALLING_SPEED));
  self->step = parameter_load_wide(run, FALLING_STEP);
  self->pull = parameter_load_wide(run, FALLING_GRAVITY) * self->step;
  return self->step;
}

KERNEL_FN mask_t falling_step(const kernel_run *run, falling_stepper *self, long step, mask_t active,
                              lane_t *status) {
  (void)run, (void)step, (void)active;
  self->speed = self->speed - self->pull;
  self->height = wide_fma(self->speed, self->step, self->height);
  *status = lane_set((real)TRAJECTORY_OK);
  return mask_narrow(wide_less_equal(self->height, wide_set(0)));
}

KERNEL_FN void falling_save(const kernel_run *run, const falling_stepper *self, mask_t mask) {
  state_save_wide(run, FALLING_HEIGHT, mask, self->height);
  state_save_wide(run, FALLING_SPEED, mask, self->speed);
}

#define STEPPER falling
#define STEPPER_HOOKS falling
#include "trajectory.h"

#endif
