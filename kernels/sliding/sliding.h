// Sliding of one point along a polyline, by central differences with the constraint on positions (Forward
// Increment Lagrange Multiplier Method, numerics notes): step n searches C on p_n + d*, finds λ_n by which C
// comes to lie on its element, and moves the modes to p_{n+1} and on to the next prediction.
#ifndef CHATTER_KERNELS_SLIDING_H
#define CHATTER_KERNELS_SLIDING_H

#include "guide.h"
#include "sliding_watch.h"

// Fills run->uniform; `rank` of `size` workers does every size-th mode.
KERNEL_FN void sliding_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  const int modes = sliding_modes(DIMS(run));
  if (!DIM(DIM_SHARED_STEP)) return;
  const double h = run->batch->parameters[run->batch->parameter_offset[SLIDE_STEP]], h2 = h * h;
  const real *damping = SLIDE_BLOCK(SLIDE_MODEL_DAMPING), *omega2 = SLIDE_BLOCK(SLIDE_MODEL_OMEGA2);
  for (int k = rank; k < modes; k += size) {
    uniform[k] = (real)double_fma(-h, (double)damping[k], 1);
    uniform[modes + k] = (real)(-h2 * (double)omega2[k]);
  }
}

KERNEL_FN void sliding_parameters(const kernel_run *run, sliding_stepper *self) {
  self->time_step = parameter_wide(run, SLIDE_STEP);
  self->step = lane_narrow(self->time_step);
  self->grip = parameter(run, SLIDE_SENSE) * parameter(run, SLIDE_FRICTION);
  self->drift = lane_narrow(parameter_wide(run, SLIDE_SPEED) * self->time_step);
  self->advance = parameter_wide(run, SLIDE_ADVANCE);
  self->offset = parameter_wide(run, SLIDE_OFFSET);
  self->gap = lane_set(0);
  guide_push(run, self, parameter(run, SLIDE_SPEED));
}

KERNEL_FN void sliding_load(const kernel_run *run, sliding_stepper *self) {
  const int *dim = DIMS(run);
  const int n = DIM(DIM_SLIDER);
  modes_for(at, k, n) {
    MODE(p, at, k) = state_load(run, sliding_row_p(dim) + k);
    MODE(d, at, k) = state_load(run, sliding_row_d(dim) + k);
  }
  modes_for(at, k, DIM(DIM_TARGET)) {
    MODE(p, TARGET_AT + at, n + k) = state_load(run, sliding_row_p(dim) + n + k);
    MODE(d, TARGET_AT + at, n + k) = state_load(run, sliding_row_d(dim) + n + k);
  }
  KERNEL_REGISTERS
  for (int i = 0; i < SLIDE_SUMS; i++) {
    self->sums[i] = state_load(run, sliding_row_sums(dim) + i);
    self->found[i] = state_load(run, sliding_row_found(dim) + i);
  }
  if (DIM(DIM_SLIDE_MOVED))
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) self->before[i] = state_load(run, sliding_row_moved(dim) + i);
  self->element.number = state_load(run, SLIDE_ELEMENT);
  element_load(run, self, MASK_ALL);
  observe_begin(run, sliding_signals(dim), &self->recording, self->observed);
  observe_begin_filters(run, sliding_signals(dim), self->filters);
}

// The lanes that come from the host, not from this kernel.
KERNEL_FN mask_t sliding_fresh(const kernel_run *run) {
  mask_t fresh = mask_set(0);
  for (int lane = 0; lane < LANES; lane++)
    mask_put(&fresh, lane,
             run->column + lane < run->batch->n_trajectories &&
                 state_row(run, STATE_STATUS)[lane] == TRAJECTORY_OK &&
                 state_row(run, SLIDE_PREDICTED)[lane] == 0);
  return fresh;
}

// h² times the force of the roughness on C_y at step n, of each lane.
KERNEL_FN lane_t sliding_shake(const kernel_run *run, sliding_stepper *self, wide_t step, mask_t active) {
  if (!DIM(DIM_ROUGH)) return lane_set(0);
  const wide_t time = step * self->time_step;
  return step_squared(self) *
         lane_narrow(roughness_at(run, sliding_roughness(DIMS(run)), &self->roughness, time, active));
}

// From (p_n, d_n) to (p_n, d*) in the lanes of `fresh`, with all sums.
KERNEL_FN void sliding_first(const kernel_run *run, sliding_stepper *self, mask_t fresh) {
  const int n = DIM(DIM_SLIDER);
  const real *row = SLIDE_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t sums[SLIDE_SUMS], found[SLIDE_SUMS];
  if (DIM(DIM_SLIDE_MOVED)) {
    team_sync();
    watch_moved(run, self, 1);
    team_sync();
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) self->before[i] =
        lane_select(fresh, self->response[i], self->before[i]);
  }
  const lane_t shake = sliding_shake(run, self, wide_load(state_row(run, STATE_STEPS)), fresh);
  modes_for(at, k, n) {
    const lane_t d = MODE(d, at, k);
    const lane_t next =
        mode_predict(run, self, DIM(DIM_SHARED_STEP), k, MODE(p, at, k), d) + MODE(push, at, k);
    MODE(d, at, k) = lane_select(fresh, lane_fma(lane_set(row[n + k]), shake, next), d);
  }
  modes_for(at, k, DIM(DIM_TARGET)) {
    const lane_t d = MODE(d, TARGET_AT + at, n + k), p = MODE(p, TARGET_AT + at, n + k);
    MODE(d, TARGET_AT + at, n + k) =
        lane_select(fresh, mode_predict(run, self, DIM(DIM_SHARED_STEP), n + k, p, d), d);
  }
  team_sync();
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) {
    sums[OF_C + i] = body_sum(row + i * n, 0, p, p, 0);
    found[OF_C + i] = body_sum(row + i * n, 0, p, d, 1);
  }
  element_sums(run, self, 0, sums + OF_T1);
  element_sums(run, self, 1, found + OF_T1);
  KERNEL_REGISTERS
  for (int i = 0; i < SLIDE_SUMS; i++) {
    self->sums[i] = lane_select(fresh, sums[i], self->sums[i]);
    self->found[i] = lane_select(fresh, found[i], self->found[i]);
  }
}

KERNEL_FN wide_t sliding_begin(const kernel_run *run, sliding_stepper *self, char *work) {
  ARRAYS_PLACE(SLIDING_ARRAYS)
#if LANES > 1
  self->rows = kernel_take(&work, 4L * DIM(DIM_TARGET) * (long)sizeof(lane_t));
#endif
  (void)work;
  sliding_parameters(run, self);
  sliding_load(run, self);
  roughness_begin(run, sliding_roughness(DIMS(run)), &self->roughness);
  guide_begin(run, self);
  const mask_t fresh = sliding_fresh(run);
  if (lockstep_any(fresh)) sliding_first(run, self, fresh);
  return self->time_step;
}

KERNEL_FN mask_t sliding_step(const kernel_run *run, sliding_stepper *self, long step, mask_t active,
                              lane_t *status) {
  const wide_t guide = guide_at(run, self, step);
  const mask_t recorded = active & observe_records(&self->recording, step);
  const mask_t watched =
      DIM(DIM_SLIDE_FILTERS) ? active : active & observe_records(&self->recording, step + 1);
  const int record = DIM(DIM_SLIDE_SIGNALS) > 0 && (DIM(DIM_SLIDE_FILTERS) || lockstep_any(watched));
  const mask_t off = search(run, self, guide, active);
  contact_solve(run, self);
  const mask_t lost = contact_lost(self), sticks = contact_sticks(self);
  if (record) watch_before(run, self);
  const wide_t pace = guide_ahead(run, self, step);
  advance(run, self, sliding_shake(run, self, wide_set((double)(step + 1)), active));
  if (record) watch_step(run, self, step, guide, watched, recorded);
  if (DIM(DIM_GUIDED)) guide_go_on(run, self, pace);
  KERNEL_REGISTERS
  for (int i = 0; i < SLIDE_SUMS; i++) self->sums[i] = self->next[i];
  lane_t outcome = lane_select(lost, lane_set((real)TRAJECTORY_DETACHED), lane_set((real)TRAJECTORY_STUCK));
  *status = lane_select(off, lane_set((real)TRAJECTORY_OFF_TARGET), outcome);
  return off | lost | sticks;
}

// Ends the stretch of steps where a window closes; the lanes that are left may stand in one element.
KERNEL_FN long sliding_stop(const kernel_run *run, sliding_stepper *self, long step, long stop,
                            mask_t active) {
  element_compare(self, active);
  return observe_stop(run, sliding_signals(DIMS(run)), &self->recording, step, stop, active);
}
KERNEL_FN void sliding_pause(const kernel_run *run, sliding_stepper *self, long step, mask_t active) {
  observe_windows(run, sliding_signals(DIMS(run)), &self->recording, self->observed, step, active);
}

// Diverged: a modal coordinate beyond the study's limit; not finite: beyond every number.
KERNEL_FN lane_t sliding_check(const kernel_run *run, const sliding_stepper *self, mask_t mask,
                               lane_t status) {
  const lane_t limit = parameter(run, SLIDE_DIVERGENCE), most = lane_set(REAL_MOST);
  mask_t large = mask_set(0), broken = mask_set(0);
  modes_for(at, k, DIM(DIM_SLIDER)) {
    const lane_t size = lane_abs(MODE(p, at, k));
    large = large | mask_not(lane_less_equal(size, limit));
    broken = broken | mask_not(lane_less_equal(size, most));
  }
  modes_for(at, k, DIM(DIM_TARGET)) {
    const lane_t size = lane_abs(MODE(p, TARGET_AT + at, DIM(DIM_SLIDER) + k));
    large = large | mask_not(lane_less_equal(size, limit));
    broken = broken | mask_not(lane_less_equal(size, most));
  }
  large = team_or(large) & mask;
  broken = team_or(broken) & mask;
  status = lane_select(large, lane_set((real)TRAJECTORY_DIVERGED), status);
  return lane_select(broken, lane_set((real)TRAJECTORY_NOT_FINITE), status);
}

KERNEL_FN void sliding_save(const kernel_run *run, const sliding_stepper *self, mask_t mask) {
  const int *dim = DIMS(run);
  const int n = DIM(DIM_SLIDER);
  modes_for(at, k, n) {
    state_save(run, sliding_row_p(dim) + k, mask, MODE(p, at, k));
    state_save(run, sliding_row_d(dim) + k, mask, MODE(d, at, k));
  }
  modes_for(at, k, DIM(DIM_TARGET)) {
    state_save(run, sliding_row_p(dim) + n + k, mask, MODE(p, TARGET_AT + at, n + k));
    state_save(run, sliding_row_d(dim) + n + k, mask, MODE(d, TARGET_AT + at, n + k));
  }
  if (DIM(DIM_SLIDE_MOVED))
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) state_save(run, sliding_row_moved(dim) + i, mask, self->before[i]);
  team_for(one, 1) {
    KERNEL_UNROLL
    for (int i = 0; i < SLIDE_SUMS; i++) {
      state_save(run, sliding_row_sums(dim) + i, mask, self->sums[i]);
      state_save(run, sliding_row_found(dim) + i, mask, self->found[i]);
    }
    state_save(run, SLIDE_ELEMENT, mask, self->element.number);
    state_save(run, SLIDE_PREDICTED, mask, lane_set(1));
    if (DIM(DIM_GUIDED)) guide_save(run, self, mask);
  }
  observe_save(run, sliding_signals(dim), self->observed, mask);
  observe_save_filters(run, sliding_signals(dim), self->filters, mask);
}

#define STEPPER sliding
#define STEPPER_HOOKS sliding
#define STEPPER_PAUSES
#define STEPPER_CHECKS
#include "../trajectory.h"

#endif
