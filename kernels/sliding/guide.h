// The guide with velocity v + w(t): v is constant, w comes from a drive if DIM_GUIDE_IS_DRIVEN.
// Between steps n and n + 1 it moves by h (v + w(t_n + h/2)), the velocity of central differences,
// of second order in h.
//
// Coordinates p are those of the frame that moves with the guide. Central differences of u = X + 1
// x_A + Φ p, with damping by backward differences, transformed to that frame, give two modal forces
// on the slider at step n,
//   -T (x_A(n+1) - 2 x_A(n) + x_A(n-1)) / h²,  T = Φᵀ M 1: inertia,
//   -D (x_A(n) - x_A(n-1)) / h: drag,
// which are integrated as exactly as any other load. Before its start the guide has its initial
// velocity: w(-h/2) is w(0). With d_0 = h p'(0) the first step is of second order too.
#ifndef CHATTER_KERNELS_SLIDING_GUIDE_H
#define CHATTER_KERNELS_SLIDING_GUIDE_H

#include "sliding_state.h"

// Computes h² times the modal forces of a step, for a guide with this velocity.
KERNEL_FN void guide_constant_force(const kernel_run *run, sliding_stepper *self, lane_t speed) {
  const lane_t load = parameter_load(run, SLIDE_PRELOAD);
  const real *preload = SLIDE_MODEL_BLOCK(SLIDE_MODEL_PRELOAD), *drag = SLIDE_MODEL_BLOCK(SLIDE_MODEL_DRAG);
  modes_for(at, k, DIM(DIM_SLIDER_MODES)) MODE(push, at, k) =
      dt_squared(self) * lane_fma(load, lane_set(preload[k]), -(speed * lane_set(drag[k])));
}

// The same for a driven guide with w = pace over the step before, whose increment then grows by
// `surge`.
KERNEL_FN void guide_driven_force(const kernel_run *run, sliding_stepper *self, wide_t pace, wide_t surge) {
  const real *inertia = SLIDE_MODEL_BLOCK(SLIDE_MODEL_INERTIA);
  const lane_t back = lane_narrow(-surge);
  guide_constant_force(run, self, lane_narrow(parameter_load_wide(run, SLIDE_GUIDE_SPEED) + pace));
  modes_for(at, k, DIM(DIM_SLIDER_MODES)) MODE(push, at, k) =
      lane_fma(back, lane_set(inertia[k]), MODE(push, at, k));
}

KERNEL_FN void guide_set_drift(const kernel_run *run, sliding_stepper *self) {
  self->drift =
      lane_narrow((parameter_load_wide(run, SLIDE_GUIDE_SPEED) + self->guided.pace) * self->dt_wide);
}

// Prepares the first step of this kernel.
KERNEL_FN void guide_begin(const kernel_run *run, sliding_stepper *self) {
  sliding_guided *g = &self->guided;
  g->way = g->rest = g->pace = g->surge = wide_set(0);
  if (!DIM(DIM_GUIDE_IS_DRIVEN)) return;
  const drive_place place = sliding_guide_drive(DIMS(run));
  const wide_t done = wide_load(state_row(run, STATE_STEPS)), half = wide_set(0.5), none = wide_set(0);
  const wide_t last = wide_select(wide_less(done, half), none, done - half);
  const wide_t before = driven_value(run, place, last * self->dt_wide);
  g->way = wide_load(state_row(run, sliding_row_guide(DIMS(run)) + GUIDE_ROW_WAY));
  g->rest = wide_load(state_row(run, sliding_row_guide(DIMS(run)) + GUIDE_ROW_COMPENSATION));
  g->pace = driven_value(run, place, (done + half) * self->dt_wide);
  g->surge = (g->pace - before) * self->dt_wide;
  guide_driven_force(run, self, before, g->surge);
  guide_set_drift(run, self);
}

// Returns the increment of the guide over the step.
KERNEL_FN wide_t guide_advance(const kernel_run *run, const sliding_stepper *self) {
  if (!DIM(DIM_GUIDE_IS_DRIVEN)) return self->advance_per_step;
  return self->advance_per_step + self->guided.pace * self->dt_wide;
}
// Returns x_A at step n + 1.
KERNEL_FN wide_t guide_position(const kernel_run *run, const sliding_stepper *self, long step) {
  const wide_t guide = wide_fma(wide_set((double)(step + 1)), self->advance_per_step, self->offset);
  if (!DIM(DIM_GUIDE_IS_DRIVEN)) return guide;
  return guide + (self->guided.way + self->guided.pace * self->dt_wide);
}

// Returns w over the step after this one, and sets the modal forces of step n + 1.
KERNEL_FN wide_t guide_next_velocity(const kernel_run *run, sliding_stepper *self, long step) {
  if (!DIM(DIM_GUIDE_IS_DRIVEN)) return wide_set(0);
  const wide_t t = wide_set((double)step + 1.5) * self->dt_wide;
  const wide_t pace = driven_value(run, sliding_guide_drive(DIMS(run)), t);
  guide_driven_force(run, self, self->guided.pace, (pace - self->guided.pace) * self->dt_wide);
  return pace;
}

// Advances to step n + 1 with Kahan's summation: a million small increments are as exact as one.
KERNEL_FN void guide_accumulate(const kernel_run *run, sliding_stepper *self, wide_t pace) {
  sliding_guided *g = &self->guided;
  const wide_t more = g->pace * self->dt_wide - g->rest, sum = g->way + more;
  g->rest = (sum - g->way) - more;
  g->way = sum;
  g->surge = (pace - g->pace) * self->dt_wide;
  g->pace = pace;
  guide_set_drift(run, self);
}

KERNEL_FN void guide_save(const kernel_run *run, const sliding_stepper *self, mask_t mask) {
  state_save_wide(run, sliding_row_guide(DIMS(run)) + GUIDE_ROW_WAY, mask, self->guided.way);
  state_save_wide(run, sliding_row_guide(DIMS(run)) + GUIDE_ROW_COMPENSATION, mask, self->guided.rest);
}

#endif
