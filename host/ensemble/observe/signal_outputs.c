// Plans outputs of signals.
#include "ensemble/observe/signal_outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ensemble/observe/filter_design.h"
#include "study/file/key_place.h"
#include "study/study_kind.h"

const int signal_keeps[REDUCE_SERIES + 1] = {
    [REDUCE_FINAL] = KEEP_FINAL,
    [REDUCE_MIN] = KEEP_MIN,
    [REDUCE_MAX] = KEEP_MAX,
    [REDUCE_MEAN] = KEEP_MEAN,
    [REDUCE_RMS] = KEEP_SQUARE,
    [REDUCE_HALF_PEAK_TO_PEAK] = KEEP_MIN | KEEP_MAX,
    [REDUCE_DRIFT] = KEEP_DRIFT,
    [REDUCE_INTEGRAL] = KEEP_MEAN,
    [REDUCE_MAX_ABS] = KEEP_MIN | KEEP_MAX,
    [REDUCE_SHARE_ABOVE] = KEEP_ABOVE | KEEP_MEAN,
    [REDUCE_SHARE_BELOW] = KEEP_BELOW | KEEP_MEAN,
    [REDUCE_WINDOWS] = (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_MIN] = KEEP_MIN << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_MAX] = KEEP_MAX << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_MEAN] = KEEP_MEAN << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_RMS] = KEEP_SQUARE << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_MAX_ABS] = (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW_SHIFT,
    [REDUCE_WINDOW_SHARE_ABOVE] = KEEP_ABOVE | (KEEP_MEAN << KEEP_WINDOW_SHIFT),
    [REDUCE_WINDOW_SHARE_BELOW] = KEEP_BELOW | (KEEP_MEAN << KEEP_WINDOW_SHIFT),
    [REDUCE_SERIES] = 0,
};
const char *const signal_reduces[REDUCE_SERIES + 1] = {
    [REDUCE_FINAL] = "final",
    [REDUCE_MIN] = "minimum",
    [REDUCE_MAX] = "maximum",
    [REDUCE_MEAN] = "mean",
    [REDUCE_RMS] = "root mean square",
    [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak",
    [REDUCE_DRIFT] = "largest distance from the first value",
    [REDUCE_INTEGRAL] = "time integral of",
    [REDUCE_MAX_ABS] = "largest magnitude of",
    [REDUCE_SHARE_ABOVE] = "share of steps in which",
    [REDUCE_SHARE_BELOW] = "share of steps in which",
    [REDUCE_WINDOWS] = "half peak-to-peak per window",
    [REDUCE_WINDOW_MIN] = "minimum per window",
    [REDUCE_WINDOW_MAX] = "maximum per window",
    [REDUCE_WINDOW_MEAN] = "mean per window",
    [REDUCE_WINDOW_RMS] = "root mean square per window",
    [REDUCE_WINDOW_MAX_ABS] = "largest magnitude per window",
    [REDUCE_WINDOW_SHARE_ABOVE] = "share of the steps of each window in which",
    [REDUCE_WINDOW_SHARE_BELOW] = "share of the steps of each window in which",
    [REDUCE_SERIES] = "time series",
};

int signals_side(const output_config *output) {
  return signal_keeps[output->reduce] & (KEEP_ABOVE | KEEP_BELOW);
}

double signals_limit(const output_config *output) {
  return signals_side(output) == KEEP_ABOVE ? output->above : output->below;
}

const char *signals_unit(const output_config *output, char *text, size_t size) {
  const char *unit = output->unit ? output->unit : output->quantity ? output->quantity->unit : "";
  const int rate = (int)strlen(unit) - 2;
  if (signals_side(output))
    snprintf(text, size, "1");
  else if (output->reduce != REDUCE_INTEGRAL)
    snprintf(text, size, "%s", unit);
  else if (rate > 0 && !strcmp(unit + rate, "/s"))
    snprintf(text, size, "%.*s", rate, unit);
  else if (!*unit || !strcmp(unit, "1"))
    snprintf(text, size, "s");
  else
    snprintf(text, size, "%s s", unit);
  return text;
}

double signals_factor(const output_config *output) {
  return output->factor > 0 ? output->factor : 1;
}

static int find(signals_plan *self, int kind, int index, const output_config *output, long every) {
  const double *band = output->band, limit = signals_limit(output) / signals_factor(output);
  const int side = signals_side(output);
  for (int s = 0; s < self->n; s++) {
    signal_plan *signal = &self->signal[s];
    if (signal->kind != kind || signal->index != index) continue;
    if (signal->band[0] != band[0] || signal->band[1] != band[1]) continue;
    if (signal->side != side || (side && signal->limit != limit)) continue;
    if (signal->last != output->last || (every && signal->every && signal->every != every)) continue;
    if (every) signal->every = every;
    return s;
  }
  self->signal[self->n] = (signal_plan){.kind = kind,
                                        .index = index,
                                        .every = every,
                                        .band = {band[0], band[1]},
                                        .last = output->last,
                                        .side = side,
                                        .limit = limit};
  if (band[0] < band[1]) self->signal[self->n].filter = ++self->n_filters;
  if (output->last > 0) self->signal[self->n].late = ++self->n_parameters;
  if (side) self->signal[self->n].limited = ++self->n_parameters;
  return self->n++;
}

int signals_want(signals_plan *self, int kind, int index, const output_config *output) {
  const long every = output->reduce == REDUCE_SERIES ? (output->every >= 1 ? (long)output->every : 1) : 0;
  const int s = find(self, kind, index, output, every);
  self->signal[s].keep |= signal_keeps[output->reduce];
  return s;
}

static void *copy_list(arena *memory, const void *from, size_t bytes) {
  void *to = arena_allocate(memory, bytes + 1);
  if (to && bytes > 0) memcpy(to, from, bytes);
  return to;
}

chatter_status signals_keep_output(const output_config *from, arena *memory, output_config *to) {
  const size_t terms = (size_t)from->sum.n * sizeof *from->sum.term, number = sizeof *from->at.value;
  *to = *from;
  to->sum.term = copy_list(memory, from->sum.term, terms);
  to->trajectories.value = copy_list(memory, from->trajectories.value, (size_t)from->trajectories.n * number);
  to->at.value = copy_list(memory, from->at.value, (size_t)from->at.n * number);
  if (to->sum.term && to->trajectories.value && to->at.value) return CHATTER_OK;
  return error_raise(CHATTER_DEVICE, "out of memory");
}

static int count_window_values(int keep) {
  int n = 0;
  for (int bit = KEEP_MIN; bit <= KEEP_SQUARE; bit *= 2) n += (keep >> KEEP_WINDOW_SHIFT & bit) != 0;
  return n;
}

// Returns the number of last steps that count for a signal with `last`, at least one.
static double last_steps(const signal_plan *signal, double dt) {
  return fmax(floor(signal->last / dt + 0.5), 1);
}

chatter_status signals_place(signals_plan *self, double dt, double recorded, double windows) {
  for (int s = 0; s < self->n; s++) {
    signal_plan *signal = &self->signal[s];
    signal->row = self->n_accumulators;
    self->n_accumulators +=
        N_ACCUMULATORS * (((signal->keep & KEEP_ALL) != 0) + (signal->keep >> KEEP_WINDOW_SHIFT != 0));
    signal->window = self->window_values;
    self->window_values += count_window_values(signal->keep);
    if (!signal->every) continue;
    signal->series_at = self->series_values;
    const double kept = signal->late && dt > 0 ? fmin(last_steps(signal, dt), recorded) : recorded;
    const double capacity = ceil(kept / (double)signal->every);
    if ((double)self->series_values + capacity > 2e8)
      return error_raise(
          CHATTER_BAD_STUDY,
          "outputs: time series of %.3g samples per trajectory are too long (allowed: 2e8); raise "
          "'every', record less or keep the 'last' of them only",
          (double)self->series_values + capacity);
    signal->capacity = (long)capacity;
    self->series_values += signal->capacity;
  }
  if (self->window_values > 0) self->n_windows = windows >= 1 ? (int)windows : 1;
  return CHATTER_OK;
}

void signals_write(const signals_plan *self, int parameters, int *table) {
  for (int s = 0; s < self->n; s++, table += N_SIGNAL_NUMBERS) {
    const signal_plan *plan = &self->signal[s];
    table[SIGNAL_KIND] = plan->kind;
    table[SIGNAL_INDEX] = plan->index;
    table[SIGNAL_KEEP] = plan->keep | (plan->late ? KEEP_FROM_STEP : 0);
    table[SIGNAL_ACCUMULATOR_ROW] = plan->row;
    table[SIGNAL_WINDOW_VALUE] = plan->window;
    table[SIGNAL_SERIES_INTERVAL] = (int)plan->every;
    table[SIGNAL_SERIES_FIRST] = (int)plan->series_at;
    table[SIGNAL_SERIES_CAPACITY] = (int)plan->capacity;
    table[SIGNAL_FILTER] = plan->filter;
    table[SIGNAL_FROM_STEP] = plan->late ? parameters + plan->late - 1 : 0;
    table[SIGNAL_LIMIT] = plan->limited ? parameters + plan->limited - 1 : 0;
  }
}

chatter_status signals_check(const study *config, double dt) {
  for (int o = 0; dt > 0 && o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (output->band[1] < 0.5 / dt || !(output->band[0] < output->band[1])) continue;
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': a band up to %g Hz does not exist in steps of %g s (allowed: less than "
        "half a period per step, %.6g Hz)",
        study_output_place(config, output, "band"), output->name, output->band[1], dt, 0.5 / dt);
  }
  return CHATTER_OK;
}

void signals_bind(const signals_plan *self, double dt, double record, double steps, double *filters,
                  double *parameters) {
  for (int s = 0; s < self->n; s++) {
    const signal_plan *signal = &self->signal[s];
    double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS];
    if (signal->late) parameters[signal->late - 1] = fmax(steps - last_steps(signal, dt), record);
    if (signal->limited) parameters[signal->limited - 1] = signal->limit;
    if (!signal->filter) continue;
    filter_band(signal->band[0] * dt, signal->band[1] * dt, section);
    for (int i = 0; i < FILTER_PARAMETERS; i++)
      filters[(signal->filter - 1) * FILTER_PARAMETERS + i] =
          section[i / N_SECTION_COEFFICIENTS][i % N_SECTION_COEFFICIENTS];
  }
}

void signals_start(const signals_plan *self, double *accumulators) {
  for (int s = 0; s < self->n; s++) {
    const int keep = self->signal[s].keep, sets = ((keep & KEEP_ALL) != 0) + (keep >> KEEP_WINDOW_SHIFT != 0);
    for (int i = 0; i < sets; i++) {
      double *kept = accumulators + self->signal[s].row + i * N_ACCUMULATORS;
      kept[ACCUMULATOR_MIN] = INFINITY;
      kept[ACCUMULATOR_MAX] = -INFINITY;
    }
  }
}

int signals_chosen(int n_outputs, const output_config *outputs, long trajectory) {
  for (int o = 0; o < n_outputs; o++) {
    const output_config *output = &outputs[o];
    if (output->reduce != REDUCE_SERIES) continue;
    if (list_is_all(&output->trajectories)) return 1;
    if (output->trajectories.n == 0 && trajectory == 0) return 1;
    for (int i = 0; i < output->trajectories.n; i++)
      if ((long)output->trajectories.value[i] == trajectory) return 1;
  }
  return 0;
}
