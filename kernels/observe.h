// Accumulation of signals while stepping: over the recorded steps and over windows, and time
// series. Everything is masked by the lanes of a signal. Layout: signals.h.
#ifndef CHATTER_KERNELS_OBSERVE_H
#define CHATTER_KERNELS_OBSERVE_H

#include "filter.h"
#include "run.h"
#include "signals.h"

// Recorded steps of the lanes.
typedef struct recording {
  wide_t record; // first recorded step
  wide_t last;   // last step
  wide_t series; // row in `series`, -1: none
} recording;

// Kahan's summation: sum[0] += x with the compensation in sum[1], in the lanes of `mask`.
KERNEL_FN void compensated_add(lane_t *sum, lane_t x, mask_t mask) {
  const lane_t corrected = x - sum[1], total = sum[0] + corrected;
  sum[1] = lane_select(mask, (total - sum[0]) - corrected, sum[1]);
  sum[0] = lane_select(mask, total, sum[0]);
}

KERNEL_FN void observe_accumulate(lane_t *kept, int keep, lane_t x, mask_t mask) {
  if (keep & KEEP_FINAL) kept[ACCUMULATOR_FINAL] = lane_select(mask, x, kept[ACCUMULATOR_FINAL]);
  if (keep & KEEP_MIN)
    kept[ACCUMULATOR_MIN] = lane_select(mask & lane_less(x, kept[ACCUMULATOR_MIN]), x, kept[ACCUMULATOR_MIN]);
  if (keep & KEEP_MAX)
    kept[ACCUMULATOR_MAX] = lane_select(mask & lane_less(kept[ACCUMULATOR_MAX], x), x, kept[ACCUMULATOR_MAX]);
  if (keep & KEEP_DRIFT) {
    const mask_t first = mask & lane_equal(kept[ACCUMULATOR_COUNT], lane_set(0));
    kept[ACCUMULATOR_FIRST_VALUE] = lane_select(first, x, kept[ACCUMULATOR_FIRST_VALUE]);
    const lane_t distance = lane_abs(x - kept[ACCUMULATOR_FIRST_VALUE]);
    kept[ACCUMULATOR_DRIFT] =
        lane_select(mask, lane_max(kept[ACCUMULATOR_DRIFT], distance), kept[ACCUMULATOR_DRIFT]);
  }
  if (keep & KEEP_MEAN) compensated_add(kept + ACCUMULATOR_SUM, x, mask);
  if (keep & KEEP_SQUARE) compensated_add(kept + ACCUMULATOR_SQUARE_SUM, x * x, mask);
  if (keep & (KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT))
    kept[ACCUMULATOR_COUNT] = kept[ACCUMULATOR_COUNT] + lane_select(mask, lane_set(1), lane_set(0));
}

// Returns the first kept step of a signal whose table begins at `at`.
KERNEL_FN wide_t observe_first_step(const kernel_run *run, const recording *self, int at) {
  return TABLE(at + SIGNAL_KEEP) & KEEP_FROM_STEP ? parameter_load_wide(run, TABLE(at + SIGNAL_FROM_STEP))
                                                  : self->record;
}

// Stores one sample per `every` steps of the chosen trajectories, from the first kept step on.
KERNEL_FN void observe_sample(const kernel_run *run, signal_layout layout, const recording *self, int signal,
                              long step, lane_t value, mask_t mask) {
  const int at = layout.table + signal * N_SIGNAL_NUMBERS;
  const long every = TABLE(at + SIGNAL_SERIES_INTERVAL);
  const wide_t first = observe_first_step(run, self, at);
  for (int lane = 0; lane < LANES; lane++) {
    const double row = wide_get(self->series, lane);
    const long since = step - (long)wide_get(first, lane), sample = since / every;
    if (!mask_get(mask, lane) || row < 0 || since % every || sample >= TABLE(at + SIGNAL_SERIES_CAPACITY))
      continue;
    const double x = lane_get(value, lane);
    run->batch->series[(long)row * layout.series + TABLE(at + SIGNAL_SERIES_FIRST) + sample] =
        canonical_number(x);
  }
}

// Returns signal s after its filter, or x itself without one. Filters see every step from the
// first, whether it is recorded or not, and start at rest under the first value; an engine with
// filters passes them all steps.
KERNEL_FN lane_t observe_apply_filter(const kernel_run *run, signal_layout layout, wide_t *filters, int s,
                                      long step, lane_t x) {
  if (!layout.filters) return x;
  const int which = TABLE(layout.table + s * N_SIGNAL_NUMBERS + SIGNAL_FILTER);
  if (!which) return x;
  const long first = (long)run->batch->step_first;
  wide_t *section = filters + (which - 1) * FILTER_NUMBERS, y = lane_widen(x);
  KERNEL_REGISTERS
  for (int i = 0; i < BAND_PASS_SECTIONS; i++, section += N_SECTION_COEFFICIENTS + N_SECTION_MEMORY)
    y = step > first ? filter_section(section, section + N_SECTION_COEFFICIENTS, y)
                     : filter_settle_section(section, section + N_SECTION_COEFFICIENTS, y);
  return lane_narrow(y);
}

// Returns 1 in the lanes where x is beyond the limit of the signal whose table begins at `at`, else
// 0.
KERNEL_FN lane_t observe_is_beyond_limit(const kernel_run *run, int at, int keep, lane_t x) {
  const lane_t limit = parameter_load(run, TABLE(at + SIGNAL_LIMIT));
  const mask_t beyond = keep & KEEP_ABOVE ? lane_less(limit, x) : lane_less(x, limit);
  return lane_select(beyond, lane_set(1), lane_set(0));
}

// Accumulates signal s of this step, in the lanes of `mask`.
KERNEL_FN void observe_signal(const kernel_run *run, signal_layout layout, const recording *self,
                              lane_t *observed, int s, long step, lane_t x, mask_t mask) {
  const int at = layout.table + s * N_SIGNAL_NUMBERS, keep = TABLE(at + SIGNAL_KEEP);
  if (keep & (KEEP_FROM_STEP | KEEP_ABOVE | KEEP_BELOW)) {
    if (keep & KEEP_FROM_STEP)
      mask = mask & mask_narrow(wide_less_equal(observe_first_step(run, self, at), wide_set((double)step)));
    if (keep & (KEEP_ABOVE | KEEP_BELOW)) x = observe_is_beyond_limit(run, at, keep, x);
  }
  if (keep & KEEP_ALL) observe_accumulate(observed + TABLE(at + SIGNAL_ACCUMULATOR_ROW), keep, x, mask);
  if (keep >> KEEP_WINDOW_SHIFT)
    observe_accumulate(observed + TABLE(at + SIGNAL_ACCUMULATOR_ROW) + (keep & KEEP_ALL ? N_ACCUMULATORS : 0),
                       keep >> KEEP_WINDOW_SHIFT, x, mask);
  if (layout.series && TABLE(at + SIGNAL_SERIES_INTERVAL))
    observe_sample(run, layout, self, s, step, x, mask);
}

KERNEL_FN mask_t observe_records(const recording *self, long step) {
  return mask_narrow(wide_less_equal(self->record, wide_set((double)step)));
}

// The steps from `first` to the last are divided into n windows: number w, from 1, ends before step
// first + floor(w length / n). Returns how many have ended before that step: the largest w with w
// length / n < step - first + 1.
KERNEL_FN long observe_windows_ended(const kernel_run *run, signal_layout layout, const recording *self,
                                     wide_t first, int lane, long step) {
  const long begin = (long)wide_get(first, lane), length = (long)wide_get(self->last, lane) - begin;
  const long n = TABLE(layout.windows), since = step - begin + 1;
  if (length < 1 || since < 1) return 0;
  return since > length ? n : (since * n - 1) / length;
}

// Returns the end of the stretch of steps after `step`: `stop`, or an earlier end of a window.
KERNEL_FN long observe_window_end(const kernel_run *run, signal_layout layout, const recording *self,
                                  wide_t first, long step, long stop, mask_t active) {
  for (int lane = 0; lane < LANES; lane++) {
    const long begin = (long)wide_get(first, lane), length = (long)wide_get(self->last, lane) - begin;
    const long n = TABLE(layout.windows), ended = observe_windows_ended(run, layout, self, first, lane, step);
    const long end = begin + (ended + 1) * length / n;
    if (mask_get(active, lane) && ended < n && end > step && end < stop) stop = end;
  }
  return stop;
}

KERNEL_FN long observe_stretch_end(const kernel_run *run, signal_layout layout, const recording *self,
                                   long step, long stop, mask_t active) {
  if (!layout.window_values) return stop;
  stop = observe_window_end(run, layout, self, self->record, step, stop, active);
  for (int s = 0; s < layout.n; s++) {
    const int at = layout.table + s * N_SIGNAL_NUMBERS, keep = TABLE(at + SIGNAL_KEEP);
    if (keep & KEEP_FROM_STEP && keep >> KEEP_WINDOW_SHIFT)
      stop = observe_window_end(run, layout, self, observe_first_step(run, self, at), step, stop, active);
  }
  return stop;
}

// Returns the lanes with a window that ends before this step.
KERNEL_FN mask_t observe_closing_lanes(const kernel_run *run, signal_layout layout, const recording *self,
                                       wide_t first, long step, mask_t active) {
  mask_t closing = mask_set(0);
  for (int lane = 0; lane < LANES; lane++)
    mask_put(&closing, lane,
             mask_get(active, lane) && observe_windows_ended(run, layout, self, first, lane, step - 1) <
                                           observe_windows_ended(run, layout, self, first, lane, step));
  return closing;
}

// Writes the values of signal s in the windows that end, and starts the next ones.
KERNEL_FN void observe_close_window(const kernel_run *run, signal_layout layout, const recording *self,
                                    lane_t *observed, int s, long step, mask_t closing) {
  const kernel_batch *batch = run->batch;
  const int at = layout.table + s * N_SIGNAL_NUMBERS, keep = TABLE(at + SIGNAL_KEEP) >> KEEP_WINDOW_SHIFT;
  lane_t *kept = observed + TABLE(at + SIGNAL_ACCUMULATOR_ROW) +
                 (TABLE(at + SIGNAL_KEEP) & KEEP_ALL ? N_ACCUMULATORS : 0);
  const lane_t value[4] = {kept[ACCUMULATOR_MIN], kept[ACCUMULATOR_MAX],
                           kept[ACCUMULATOR_SUM] / kept[ACCUMULATOR_COUNT],
                           kept[ACCUMULATOR_SQUARE_SUM] / kept[ACCUMULATOR_COUNT]};
  const wide_t first = observe_first_step(run, self, at);
  int row = TABLE(at + SIGNAL_WINDOW_VALUE);
  for (int i = 0; i < 4; i++) {
    if (!(keep & (KEEP_MIN << i))) continue;
    for (int lane = 0; lane < LANES; lane++) {
      const long window = observe_windows_ended(run, layout, self, first, lane, step - 1);
      const double x = lane_get(value[i], lane);
      if (mask_get(closing, lane))
        batch->windows[(window * layout.window_values + row) * batch->stride + run->column + lane] =
            canonical_number(x);
    }
    row++;
  }
  for (int i = 0; i < N_ACCUMULATORS; i++) kept[i] = lane_select(closing, lane_set(0), kept[i]);
  kept[ACCUMULATOR_MIN] = lane_select(closing, lane_set(REAL_LARGEST), kept[ACCUMULATOR_MIN]);
  kept[ACCUMULATOR_MAX] = lane_select(closing, lane_set(-REAL_LARGEST), kept[ACCUMULATOR_MAX]);
}

// Closes windows at the end of a stretch of steps, which never extends over the end of a window.
KERNEL_FN void observe_close_windows(const kernel_run *run, signal_layout layout, const recording *self,
                                     lane_t *observed, long step, mask_t active) {
  if (!layout.window_values) return;
  const mask_t common = observe_closing_lanes(run, layout, self, self->record, step, active);
  team_for(s, layout.n) {
    const int at = layout.table + s * N_SIGNAL_NUMBERS, keep = TABLE(at + SIGNAL_KEEP);
    if (!(keep >> KEEP_WINDOW_SHIFT)) continue;
    const mask_t closing =
        keep & KEEP_FROM_STEP
            ? observe_closing_lanes(run, layout, self, observe_first_step(run, self, at), step, active)
            : common;
    if (lane_any(closing)) observe_close_window(run, layout, self, observed, s, step, closing);
  }
  team_sync();
}

// Returns the bits of `keep` that need an accumulator. Other accumulators are neither read nor
// written, and use no register.
KERNEL_FN int accumulator_reductions(int accumulator) {
  switch (accumulator) {
  case ACCUMULATOR_FINAL:
    return KEEP_FINAL;
  case ACCUMULATOR_MIN:
    return KEEP_MIN;
  case ACCUMULATOR_MAX:
    return KEEP_MAX;
  case ACCUMULATOR_COUNT:
    return KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT;
  case ACCUMULATOR_SUM:
  case ACCUMULATOR_SUM + 1:
    return KEEP_MEAN;
  case ACCUMULATOR_SQUARE_SUM:
  case ACCUMULATOR_SQUARE_SUM + 1:
    return KEEP_SQUARE;
  default:
    return KEEP_DRIFT;
  }
}
// Returns 1 if accumulator i of up to 2 N_ACCUMULATORS is used by signal s: first those over all
// recorded steps, then those of the window.
KERNEL_FN int observe_uses_accumulator(const kernel_run *run, signal_layout layout, int s, int i) {
  const int keep = TABLE(layout.table + s * N_SIGNAL_NUMBERS + SIGNAL_KEEP),
            window = keep >> KEEP_WINDOW_SHIFT;
  if (!(keep & KEEP_ALL)) return i < N_ACCUMULATORS ? window & accumulator_reductions(i) : 0;
  return i < N_ACCUMULATORS ? keep & accumulator_reductions(i)
                            : window & accumulator_reductions(i - N_ACCUMULATORS);
}

KERNEL_FN void observe_begin(const kernel_run *run, signal_layout layout, recording *self, lane_t *observed) {
  self->record = parameter_load_wide(run, PARAMETER_FIRST_RECORDED);
  self->last = parameter_load_wide(run, PARAMETER_STEPS);
  self->series = parameter_load_wide(run, PARAMETER_SERIES_ROW);
  team_for(s, layout.n) {
    const int row = TABLE(layout.table + s * N_SIGNAL_NUMBERS + SIGNAL_ACCUMULATOR_ROW);
    KERNEL_REGISTERS
    for (int i = 0; i < 2 * N_ACCUMULATORS; i++)
      if (observe_uses_accumulator(run, layout, s, i))
        observed[row + i] = state_load(run, layout.row + row + i);
  }
}

// Returns the state row of number i of a filter's FILTER_NUMBERS; -1: a parameter.
KERNEL_FN int observe_filter_row(int i) {
  const int section = i / (N_SECTION_COEFFICIENTS + N_SECTION_MEMORY),
            which = i % (N_SECTION_COEFFICIENTS + N_SECTION_MEMORY);
  return which < N_SECTION_COEFFICIENTS ? -1 : section * N_SECTION_MEMORY + which - N_SECTION_COEFFICIENTS;
}

KERNEL_FN void observe_begin_filters(const kernel_run *run, signal_layout layout, wide_t *filters) {
  team_for(f, layout.filters) {
    KERNEL_REGISTERS
    for (int i = 0; i < FILTER_NUMBERS; i++) {
      const int row = observe_filter_row(i), section = i / (N_SECTION_COEFFICIENTS + N_SECTION_MEMORY);
      const int parameter = layout.parameter + f * FILTER_PARAMETERS + i - section * N_SECTION_MEMORY;
      filters[f * FILTER_NUMBERS + i] =
          row < 0 ? parameter_load_wide(run, parameter)
                  : wide_load(state_row(run, layout.row_filters + f * FILTER_ROWS + row));
    }
  }
}

KERNEL_FN void observe_save_filters(const kernel_run *run, signal_layout layout, const wide_t *filters,
                                    mask_t mask) {
  team_for(f, layout.filters) {
    KERNEL_REGISTERS
    for (int i = 0; i < FILTER_NUMBERS; i++) {
      const int row = observe_filter_row(i);
      if (row >= 0)
        state_save_wide(run, layout.row_filters + f * FILTER_ROWS + row, mask,
                        filters[f * FILTER_NUMBERS + i]);
    }
  }
}

KERNEL_FN void observe_save(const kernel_run *run, signal_layout layout, const lane_t *observed,
                            mask_t mask) {
  team_for(s, layout.n) {
    const int row = TABLE(layout.table + s * N_SIGNAL_NUMBERS + SIGNAL_ACCUMULATOR_ROW);
    KERNEL_REGISTERS
    for (int i = 0; i < 2 * N_ACCUMULATORS; i++)
      if (observe_uses_accumulator(run, layout, s, i))
        state_save(run, layout.row + row + i, mask, observed[row + i]);
  }
}

#endif
