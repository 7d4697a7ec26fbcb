// Sliding of one point along a polyline, by central differences with the constraint on positions
// (forward increment Lagrange multiplier method, Carpenter et al. 1991; docs/theory/sliding.md).
// Step n locates C at p_n + d*, finds the λ_n that moves C onto its element, and advances the modes
// to p_{n+1} and to the next prediction.
#ifndef CHATTER_KERNELS_SLIDING_H
#define CHATTER_KERNELS_SLIDING_H

#include "guide.h"
#include "sliding_watch.h"

// Fills run->uniform; worker `rank` of `size` computes every size-th mode.
KERNEL_FN void sliding_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  const int modes = sliding_n_modes(DIMS(run));
  if (!DIM(DIM_SHARED_STEP)) return;
  const double h = run->batch->parameters[run->batch->parameter_offset[SLIDE_DT]], h2 = h * h;
  const real *damping = SLIDE_MODEL_BLOCK(SLIDE_MODEL_DAMPING),
             *omega2 = SLIDE_MODEL_BLOCK(SLIDE_MODEL_OMEGA2);
  for (int k = rank; k < modes; k += size) {
    uniform[k] = (real)double_fma(-h, (double)damping[k], 1);
    uniform[modes + k] = (real)(-h2 * (double)omega2[k]);
  }
}

KERNEL_FN void sliding_load_parameters(const kernel_run *run, sliding_stepper *self) {
  self->dt_wide = parameter_load_wide(run, SLIDE_DT);
  self->dt = lane_narrow(self->dt_wide);
  self->signed_friction = parameter_load(run, SLIDE_DIRECTION) * parameter_load(run, SLIDE_FRICTION);
  self->drift = lane_narrow(parameter_load_wide(run, SLIDE_GUIDE_SPEED) * self->dt_wide);
  self->advance_per_step = parameter_load_wide(run, SLIDE_GUIDE_ADVANCE);
  self->offset = parameter_load_wide(run, SLIDE_GUIDE_OFFSET);
  self->gap = lane_set(0);
  guide_constant_force(run, self, parameter_load(run, SLIDE_GUIDE_SPEED));
}

KERNEL_FN void sliding_load_state(const kernel_run *run, sliding_stepper *self) {
  const int *dim = DIMS(run);
  const int n = DIM(DIM_SLIDER_MODES);
  modes_for(at, k, n) {
    MODE(p, at, k) = state_load(run, sliding_row_p(dim) + k);
    MODE(d, at, k) = state_load(run, sliding_row_d(dim) + k);
  }
  modes_for(at, k, DIM(DIM_TARGET_MODES)) {
    MODE(p, TARGET_FIRST_SLOT + at, n + k) = state_load(run, sliding_row_p(dim) + n + k);
    MODE(d, TARGET_FIRST_SLOT + at, n + k) = state_load(run, sliding_row_d(dim) + n + k);
  }
  KERNEL_REGISTERS
  for (int i = 0; i < N_SLIDE_SUMS; i++) {
    self->sums[i] = state_load(run, sliding_row_sums(dim) + i);
    self->found[i] = state_load(run, sliding_row_predicted_sums(dim) + i);
  }
  if (DIM(DIM_SLIDE_RESPONSE_RATES))
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) self->before[i] =
        state_load(run, sliding_row_response_rates(dim) + i);
  self->element.number = state_load(run, SLIDE_ELEMENT);
  element_load(run, self, MASK_ALL);
  observe_begin(run, sliding_signal_layout(dim), &self->recording, self->observed);
  observe_begin_filters(run, sliding_signal_layout(dim), self->filters);
}

// Returns the lanes that come from the host, not from this kernel.
KERNEL_FN mask_t sliding_fresh_lanes(const kernel_run *run) {
  mask_t fresh = mask_set(0);
  for (int lane = 0; lane < LANES; lane++)
    mask_put(&fresh, lane,
             run->column + lane < run->batch->n_trajectories &&
                 state_row(run, STATE_STATUS)[lane] == TRAJECTORY_OK &&
                 state_row(run, SLIDE_STATE_IS_PREDICTED)[lane] == 0);
  return fresh;
}

// Returns h² times the roughness force on C_y at step n, for each lane.
KERNEL_FN lane_t sliding_roughness_force(const kernel_run *run, sliding_stepper *self, wide_t step,
                                         mask_t active) {
  if (!DIM(DIM_ROUGHNESS_KIND)) return lane_set(0);
  const wide_t time = step * self->dt_wide;
  return dt_squared(self) * lane_narrow(roughness_force_at(run, sliding_roughness_layout(DIMS(run)),
                                                           &self->roughness, time, active));
}

// Advances from (p_n, d_n) to (p_n, d*) in the lanes of `fresh`, with all sums.
KERNEL_FN void sliding_first_prediction(const kernel_run *run, sliding_stepper *self, mask_t fresh) {
  const int n = DIM(DIM_SLIDER_MODES);
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t sums[N_SLIDE_SUMS], found[N_SLIDE_SUMS];
  if (DIM(DIM_SLIDE_RESPONSE_RATES)) {
    team_sync();
    watch_response_rates(run, self, 1);
    team_sync();
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) self->before[i] =
        lane_select(fresh, self->response[i], self->before[i]);
  }
  const lane_t shake = sliding_roughness_force(run, self, wide_load(state_row(run, STATE_STEPS)), fresh);
  modes_for(at, k, n) {
    const lane_t d = MODE(d, at, k);
    const lane_t next =
        mode_predicted_step(run, self, DIM(DIM_SHARED_STEP), k, MODE(p, at, k), d) + MODE(push, at, k);
    MODE(d, at, k) = lane_select(fresh, lane_fma(lane_set(row[n + k]), shake, next), d);
  }
  modes_for(at, k, DIM(DIM_TARGET_MODES)) {
    const lane_t d = MODE(d, TARGET_FIRST_SLOT + at, n + k), p = MODE(p, TARGET_FIRST_SLOT + at, n + k);
    MODE(d, TARGET_FIRST_SLOT + at, n + k) =
        lane_select(fresh, mode_predicted_step(run, self, DIM(DIM_SHARED_STEP), n + k, p, d), d);
  }
  team_sync();
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) {
    sums[SUMS_OF_C + i] = body_sum(row + i * n, 0, p, p, 0);
    found[SUMS_OF_C + i] = body_sum(row + i * n, 0, p, d, 1);
  }
  element_sums(run, self, 0, sums + SUMS_OF_T1);
  element_sums(run, self, 1, found + SUMS_OF_T1);
  KERNEL_REGISTERS
  for (int i = 0; i < N_SLIDE_SUMS; i++) {
    self->sums[i] = lane_select(fresh, sums[i], self->sums[i]);
    self->found[i] = lane_select(fresh, found[i], self->found[i]);
  }
}

KERNEL_FN wide_t sliding_begin(const kernel_run *run, sliding_stepper *self, char *work) {
  ARRAYS_PLACE(SLIDING_ARRAYS)
#if LANES > 1
  self->rows = work_allocate(&work, 4L * DIM(DIM_TARGET_MODES) * (long)sizeof(lane_t));
#endif
  (void)work;
  sliding_load_parameters(run, self);
  sliding_load_state(run, self);
  roughness_begin(run, sliding_roughness_layout(DIMS(run)), &self->roughness);
  guide_begin(run, self);
  const mask_t fresh = sliding_fresh_lanes(run);
  if (lockstep_any(fresh)) sliding_first_prediction(run, self, fresh);
  return self->dt_wide;
}

KERNEL_FN mask_t sliding_step(const kernel_run *run, sliding_stepper *self, long step, mask_t active,
                              lane_t *status) {
  const wide_t guide = guide_position(run, self, step);
  const mask_t recorded = active & observe_records(&self->recording, step);
  const mask_t watched =
      DIM(DIM_SLIDE_FILTERS) ? active : active & observe_records(&self->recording, step + 1);
  const int record = DIM(DIM_SLIDE_SIGNALS) > 0 && (DIM(DIM_SLIDE_FILTERS) || lockstep_any(watched));
  const mask_t off = element_search(run, self, guide, active);
  contact_solve(run, self);
  const mask_t lost = contact_is_lost(self), sticks = contact_is_stuck(self);
  if (record) watch_sum_before(run, self);
  const wide_t pace = guide_next_velocity(run, self, step);
  sliding_advance_modes(run, self, sliding_roughness_force(run, self, wide_set((double)(step + 1)), active));
  if (record) watch_step(run, self, step, guide, watched, recorded);
  if (DIM(DIM_GUIDE_IS_DRIVEN)) guide_accumulate(run, self, pace);
  KERNEL_REGISTERS
  for (int i = 0; i < N_SLIDE_SUMS; i++) self->sums[i] = self->next[i];
  lane_t outcome = lane_select(lost, lane_set((real)TRAJECTORY_DETACHED), lane_set((real)TRAJECTORY_STUCK));
  *status = lane_select(off, lane_set((real)TRAJECTORY_OFF_TARGET), outcome);
  return off | lost | sticks;
}

// Returns the end of the stretch of steps, at most the end of a window. The remaining lanes may be
// in one element.
KERNEL_FN long sliding_stop(const kernel_run *run, sliding_stepper *self, long step, long stop,
                            mask_t active) {
  element_compare_lanes(self, active);
  return observe_stretch_end(run, sliding_signal_layout(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void sliding_pause(const kernel_run *run, sliding_stepper *self, long step, mask_t active) {
  observe_close_windows(run, sliding_signal_layout(DIMS(run)), &self->recording, self->observed, step,
                        active);
}

KERNEL_FN lane_t sliding_check(const kernel_run *run, const sliding_stepper *self, mask_t mask,
                               lane_t status) {
  const lane_t limit = parameter_load(run, SLIDE_DIVERGENCE_LIMIT);
  divergence found = divergence_none();
  modes_for(at, k, DIM(DIM_SLIDER_MODES)) divergence_add(&found, MODE(p, at, k), limit);
  modes_for(at, k, DIM(DIM_TARGET_MODES)) {
    divergence_add(&found, MODE(p, TARGET_FIRST_SLOT + at, DIM(DIM_SLIDER_MODES) + k), limit);
  }
  return divergence_status(&found, mask, status);
}

KERNEL_FN void sliding_save(const kernel_run *run, const sliding_stepper *self, mask_t mask) {
  const int *dim = DIMS(run);
  const int n = DIM(DIM_SLIDER_MODES);
  modes_for(at, k, n) {
    state_save(run, sliding_row_p(dim) + k, mask, MODE(p, at, k));
    state_save(run, sliding_row_d(dim) + k, mask, MODE(d, at, k));
  }
  modes_for(at, k, DIM(DIM_TARGET_MODES)) {
    state_save(run, sliding_row_p(dim) + n + k, mask, MODE(p, TARGET_FIRST_SLOT + at, n + k));
    state_save(run, sliding_row_d(dim) + n + k, mask, MODE(d, TARGET_FIRST_SLOT + at, n + k));
  }
  if (DIM(DIM_SLIDE_RESPONSE_RATES))
    team_for(i, DIM(DIM_SLIDE_RESPONSES))
        state_save(run, sliding_row_response_rates(dim) + i, mask, self->before[i]);
  team_for(one, 1) {
    KERNEL_UNROLL
    for (int i = 0; i < N_SLIDE_SUMS; i++) {
      state_save(run, sliding_row_sums(dim) + i, mask, self->sums[i]);
      state_save(run, sliding_row_predicted_sums(dim) + i, mask, self->found[i]);
    }
    state_save(run, SLIDE_ELEMENT, mask, self->element.number);
    state_save(run, SLIDE_STATE_IS_PREDICTED, mask, lane_set(1));
    if (DIM(DIM_GUIDE_IS_DRIVEN)) guide_save(run, self, mask);
  }
  observe_save(run, sliding_signal_layout(dim), self->observed, mask);
  observe_save_filters(run, sliding_signal_layout(dim), self->filters, mask);
}

#define STEPPER sliding
#define STEPPER_HOOKS sliding
#define STEPPER_PAUSES
#define STEPPER_CHECKS
#include "../trajectory.h"

#endif
