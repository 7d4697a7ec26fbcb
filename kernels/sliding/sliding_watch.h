// Signals of the sliding contact; observe.h accumulates them.
#ifndef CHATTER_KERNELS_SLIDING_WATCH_H
#define CHATTER_KERNELS_SLIDING_WATCH_H

#include "guide.h"
#include "sliding_advance.h"

// Row of response i times an array of all modes: over the modes of its body.
#define response_mode_sum(i, array)                                                                          \
  (TABLE(sliding_response_table(DIMS(run), i)) == SLIDE_OF_SLIDER                                            \
       ? body_sum(response_mode_row(run, i), 0, array, array, 0)                                             \
       : body_sum(response_mode_row(run, i) + DIM(DIM_SLIDER_MODES), 1, array, array, 0))
KERNEL_FN const real *response_mode_row(const kernel_run *run, int i) {
  return SLIDE_MODEL_BLOCK(SLIDE_MODEL_RESPONSE) + (long)i * sliding_n_modes(DIMS(run));
}

// Computes Σ φ p_n of the signals that need it, before the pass.
KERNEL_FN void watch_sum_before(const kernel_run *run, sliding_stepper *self) {
  for (int s = 0; s < DIM(DIM_SLIDE_SIGNALS); s++) {
    const int at = sliding_signal_table(DIMS(run), s);
    if (TABLE(at + SIGNAL_KIND) != SLIDE_DISPLACEMENT) continue;
    const lane_t sum = response_mode_sum(TABLE(at + SIGNAL_INDEX), p);
    if (TEAM == 1 || TEAM_RANK == s % TEAM) self->shown[s] = sum;
  }
  team_sync();
}

// Computes Σ φ d_{n+1} of all responses, after the pass; `first`: Σ φ d_n before the first
// prediction.
KERNEL_FN void watch_response_rates(const kernel_run *run, sliding_stepper *self, int first) {
  for (int i = 0; i < DIM(DIM_SLIDE_RESPONSES); i++) {
    const lane_t sum = first ? response_mode_sum(i, d) : response_mode_sum(i, moved);
    if (TEAM == 1 || TEAM_RANK == i % TEAM) self->response[i] = sum;
  }
}

// Returns b_C (X + u_{n+1}) with the b_C of the step, from the modes themselves.
KERNEL_FN lane_t watch_gap_residual(const kernel_run *run, const sliding_stepper *self, wide_t guide) {
  lane_t sums[N_SLIDE_SUMS];
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) sums[SUMS_OF_C + i] = body_sum(row + i * DIM(DIM_SLIDER_MODES), 0, p, p, 0);
  element_sums(run, self, 0, sums + SUMS_OF_T1);
  const sliding_place at = place_on_element(&self->element, sums, guide);
  const lane_t *edge = self->place.edge; // of the step
  lane_t way[2];
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) way[i] = lane_fma(place_fraction(&self->place), at.edge[i], -at.from[i]);
  return lane_fma(edge[0], way[1], -(edge[1] * way[0])) / lane_sqrt(self->place.length2);
}

KERNEL_FN int watch_needs_before(const kernel_run *run, int kind) {
  for (int s = 0; s < DIM(DIM_SLIDE_SIGNALS); s++)
    if (TABLE(sliding_signal_table(DIMS(run), s) + SIGNAL_KIND) == kind) return 1;
  return 0;
}

// Returns the undeformed arc length at α.
KERNEL_FN lane_t watch_arc_length(const kernel_run *run, const sliding_stepper *self) {
  const real *arc = SLIDE_MODEL_BLOCK(SLIDE_MODEL_ARC);
  lane_t first = lane_set(0), span = lane_set(0);
  for (int lane = 0; lane < LANES; lane++) {
    const int e = (int)lane_get(self->element.number, lane);
    lane_put(&first, lane, arc[e]), lane_put(&span, lane, arc[e + 1] - arc[e]);
  }
  return lane_fma(place_fraction(&self->place), span, first);
}

// Returns the increment of a response over the step minus that over the one before.
KERNEL_FN lane_t watch_second_difference(const kernel_run *run, const sliding_stepper *self, int index) {
  const lane_t own = self->response[index] - self->before[index];
  if (!DIM(DIM_GUIDE_IS_DRIVEN)) return own;
  return lane_fma(lane_set(SLIDE_MODEL_BLOCK(SLIDE_MODEL_RIGID_RESPONSE)[index]),
                  lane_narrow(self->guided.surge), own);
}

// Returns signal s of step n; `guide` is x_A of step n + 1.
KERNEL_FN lane_t watch_signal_value(const kernel_run *run, const sliding_stepper *self, int s, int kind,
                                    int index, wide_t guide) {
  const lane_t *next = self->next, *sums = self->sums;
  const real *rigid = SLIDE_MODEL_BLOCK(SLIDE_MODEL_RIGID_RESPONSE);
  switch (kind) {
  case SLIDE_DISPLACEMENT:
    return lane_narrow(lane_widen(self->shown[s]) +
                       wide_set((double)rigid[index]) * (guide - guide_advance(run, self)));
  case SLIDE_VELOCITY:
    return lane_fma(lane_set(rigid[index]), self->drift, self->response[index]) / self->dt;
  case SLIDE_ACCELERATION:
    return watch_second_difference(run, self, index) / dt_squared(self);
  case SLIDE_FORCE:
    return self->pressing * self->place.length2 * lane_sqrt(self->place.length2) / dt_squared(self);
  case SLIDE_CONTACT_VELOCITY_X:
    return (next[SUMS_OF_C] - sums[SUMS_OF_C] + self->drift) / self->dt;
  case SLIDE_CONTACT_VELOCITY_Y:
    return (next[SUMS_OF_C + 1] - sums[SUMS_OF_C + 1]) / self->dt;
  case SLIDE_SLIP_VELOCITY:
    return contact_slip_way(self) / (self->place.length2 * lane_sqrt(self->place.length2) * self->dt);
  case SLIDE_ARC:
    return watch_arc_length(run, self);
  case SLIDE_ANGLE:
    return lane_narrow(wide_atan2(lane_widen(self->place.edge[1]), lane_widen(self->place.edge[0])));
  case SLIDE_GAP:
    return self->gap;
  default: {
    const double *position = run->batch->model + sliding_model_at(DIMS(run), SLIDE_MODEL_POSITION);
    const int y = kind == SLIDE_CONTACT_Y;
    const wide_t rest = y ? wide_set(position[1]) : wide_set(position[0]) + guide;
    return lane_narrow(rest + lane_widen(y ? next[SUMS_OF_C + 1] : next[SUMS_OF_C]));
  }
  }
}

// Accumulates the signals of step n, when p_{n+1} is known and `sums` are still those of p_n.
// `watched`: lanes whose recording has begun or begins with the next step.
KERNEL_FN void watch_step(const kernel_run *run, sliding_stepper *self, long step, wide_t guide,
                          mask_t watched, mask_t recorded) {
  const signal_layout layout = sliding_signal_layout(DIMS(run));
  if (DIM(DIM_SLIDE_RESPONSE_RATES)) watch_response_rates(run, self, 0);
  if (watch_needs_before(run, SLIDE_GAP)) self->gap = watch_gap_residual(run, self, guide);
  team_sync();
  if (lockstep_any(recorded) || layout.filters) {
    team_for(s, layout.n) {
      const int at = sliding_signal_table(DIMS(run), s);
      const lane_t value =
          watch_signal_value(run, self, s, TABLE(at + SIGNAL_KIND), TABLE(at + SIGNAL_INDEX), guide);
      const lane_t x = observe_apply_filter(run, layout, self->filters, s, step, value);
      observe_signal(run, layout, &self->recording, self->observed, s, step, x, recorded);
    }
    team_sync();
  }
  if (DIM(DIM_SLIDE_RESPONSE_RATES)) {
    team_for(i, DIM(DIM_SLIDE_RESPONSES)) self->before[i] =
        lane_select(watched, self->response[i], self->before[i]);
    team_sync();
  }
}

#endif
