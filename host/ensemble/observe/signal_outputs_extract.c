// Adds outputs of signals to results.
#include "ensemble/observe/signal_outputs_extract.h"

#include <math.h>
#include <stdio.h>

#include "study/study_kind.h"

static double state_of(const signals_view *self, int row, long i) {
  return self->host->state[(long)row * self->host->stride + i];
}
static double parameter_of(const signals_view *self, int which, long i) {
  return engine_parameter(self->host, which, i);
}

static const char *units_of(const signals_view *self) {
  return self->units ? self->units : "s";
}

// Returns the step Δt of a trajectory that was bound; NaN for one that could not be run.
static double step_of(const signals_view *self, long i) {
  const double dt = parameter_of(self, self->step, i);
  return dt > 0 ? dt : NAN;
}

// Return the first step that counts for a signal, and the number of such steps.
static double first_of(const signals_view *self, const signal_plan *signal, long i) {
  return parameter_of(self, signal->late ? self->parameters + signal->late - 1 : PARAMETER_FIRST_RECORDED, i);
}
static double length_of(const signals_view *self, const signal_plan *signal, long i) {
  return parameter_of(self, PARAMETER_STEPS, i) - first_of(self, signal, i);
}
// Returns the step at which window w ends and window w + 1 begins, as in kernels/observe.h.
static double window_end(const signals_view *self, const signal_plan *signal, long w, long i) {
  return first_of(self, signal, i) +
         floor((double)(w + 1) * length_of(self, signal, i) / self->plan->n_windows);
}

// Returns the largest |x| between two extremes.
static double largest_magnitude(double least, double most) {
  return fmax(fabs(least), fabs(most));
}

static double read_value(const signals_view *self, const output_view *from, int v, long i) {
  if (from->signal[v] < 0) return from->value(from->from, v, i);
  const int row = self->row + self->plan->signal[from->signal[v]].row;
  const double count = state_of(self, row + ACCUMULATOR_COUNT, i);
  switch (from->output->reduce) {
  case REDUCE_MIN:
    return state_of(self, row + ACCUMULATOR_MIN, i);
  case REDUCE_MAX:
    return state_of(self, row + ACCUMULATOR_MAX, i);
  case REDUCE_MEAN:
  case REDUCE_SHARE_ABOVE:
  case REDUCE_SHARE_BELOW:
    return state_of(self, row + ACCUMULATOR_SUM, i) / count;
  case REDUCE_RMS:
    return sqrt(state_of(self, row + ACCUMULATOR_SQUARE_SUM, i) / count);
  case REDUCE_HALF_PEAK_TO_PEAK:
    return 0.5 * (state_of(self, row + ACCUMULATOR_MAX, i) - state_of(self, row + ACCUMULATOR_MIN, i));
  case REDUCE_DRIFT:
    return state_of(self, row + ACCUMULATOR_DRIFT, i);
  case REDUCE_INTEGRAL:
    return state_of(self, row + ACCUMULATOR_SUM, i) * step_of(self, i);
  case REDUCE_MAX_ABS:
    return largest_magnitude(state_of(self, row + ACCUMULATOR_MIN, i),
                             state_of(self, row + ACCUMULATOR_MAX, i));
  default:
    return state_of(self, row + ACCUMULATOR_FINAL, i);
  }
}

static double read_window(const signals_view *self, const output_view *from, int v, long window, long i) {
  const signal_plan *signal = &self->plan->signal[from->signal[v]];
  const int kept = signal->keep >> KEEP_WINDOW_SHIFT;
  double value[4] = {0, 0, 0, 0}; // min, max, mean, mean square
  int row = signal->window;
  for (int k = 0; k < 4; k++) {
    if (!(kept & KEEP_MIN << k)) continue;
    value[k] = self->host->windows[(window * self->plan->window_values + row) * self->host->stride + i];
    row++;
  }
  switch (from->output->reduce) {
  case REDUCE_WINDOW_MIN:
    return value[0];
  case REDUCE_WINDOW_MAX:
    return value[1];
  case REDUCE_WINDOW_MEAN:
  case REDUCE_WINDOW_SHARE_ABOVE:
  case REDUCE_WINDOW_SHARE_BELOW:
    return value[2];
  case REDUCE_WINDOW_RMS:
    return sqrt(value[3]);
  case REDUCE_WINDOW_MAX_ABS:
    return largest_magnitude(value[0], value[1]);
  default:
    return 0.5 * (value[1] - value[0]);
  }
}

static double or_nan(const signals_view *self, double x, long i) {
  return state_of(self, STATE_STATUS, i) == TRAJECTORY_OK && isfinite(x) ? x : NAN;
}

// Returns a window's value if the window is complete, whatever the trajectory's end: statistics
// over windows would otherwise omit failed trajectories. A window whose last step failed was never
// closed; one without steps has no value. Both are NaN.
static double window_or_nan(const signals_view *self, const output_view *from, int v, long window, long i) {
  const signal_plan *signal = &self->plan->signal[from->signal[v]];
  const double start = window_end(self, signal, window - 1, i), end = window_end(self, signal, window, i);
  const double done = state_of(self, STATE_STEPS, i) - (state_of(self, STATE_STATUS, i) != TRAJECTORY_OK);
  if (!(done >= end && end > start)) return NAN;
  const double x = read_window(self, from, v, window, i);
  return isfinite(x) ? x : NAN;
}

// Sets the names of an output's coordinates.
static void set_coordinates(const output_view *from, const char *times, result_set *out) {
  char names[4 * STUDY_NAME];
  const int all = from->all_points;
  snprintf(names, sizeof names, "%s%s%s", all ? "point_node" : "", all && times[0] ? " " : "", times);
  if (names[0]) result_set_coordinates(out, from->output->name, names);
}

static chatter_status add_series_times(const signals_view *self, const signal_plan *signal,
                                       const char *output, long n, result_set *out) {
  char name[STUDY_NAME + 16], dims[2 * STUDY_NAME];
  const result_variable *rows = result_set_find(out, "series");
  const size_t size[2] = {rows->size[0], (size_t)signal->capacity};
  snprintf(name, sizeof name, "%s_time", output);
  snprintf(dims, sizeof dims, "series,%s_sample", output);
  double *time = result_set_add(out, name, RESULT_DOUBLE, dims, size, units_of(self),
                                "time of a sample, from the start of the run");
  if (!time) return CHATTER_DEVICE;
  result_set_role(out, name, RESULT_TIME);
  for (long i = 0; i < n; i++) {
    if (parameter_of(self, PARAMETER_SERIES_ROW, i) < 0) continue;
    const double first = first_of(self, signal, i), dt = step_of(self, i);
    for (size_t k = 0; k < size[1]; k++) *time++ = (first + (double)k * (double)signal->every) * dt;
  }
  return CHATTER_OK;
}

// Adds the begin and end times of an output's windows. Outputs over the whole recorded time share
// them; one with `last` has its own.
static chatter_status add_window_times(const signals_view *self, const output_view *from,
                                       const char name[2][STUDY_NAME + 16], long n, result_set *out) {
  const signal_plan *signal = &self->plan->signal[from->signal[0]];
  const int n_windows = self->plan->n_windows;
  const size_t size[2] = {(size_t)n, (size_t)n_windows};
  const char *dims = "trajectory,window", *words = "time when a window ends";
  if (result_set_find(out, name[0])) return CHATTER_OK;
  double *start = result_set_add(out, name[0], RESULT_DOUBLE, dims, size, units_of(self),
                                 "time when a window begins, from the start of the run");
  double *end = result_set_add(out, name[1], RESULT_DOUBLE, dims, size, units_of(self), words);
  if (!start || !end) return CHATTER_DEVICE;
  result_set_role(out, name[0], RESULT_TIME), result_set_role(out, name[1], RESULT_TIME);
  for (long i = 0; i < n; i++) {
    const double dt = step_of(self, i);
    for (int w = 0; w < n_windows; w++) {
      *start++ = window_end(self, signal, w - 1, i) * dt;
      *end++ = window_end(self, signal, w, i) * dt;
    }
  }
  return CHATTER_OK;
}

// Copies the rows of trajectories whose series are stored.
static void fill_series(const signals_view *self, const output_view *from, long n, size_t n_samples,
                        int *column, double *value) {
  const double factor = signals_factor(from->output);
  size_t row = 0;
  for (long i = 0; i < n; i++) {
    const double at = parameter_of(self, PARAMETER_SERIES_ROW, i);
    if (at < 0) continue;
    if (column) column[row++] = (int)i;
    const double done = state_of(self, STATE_STEPS, i);
    for (int v = 0; v < from->n_values; v++) {
      const signal_plan *signal = &self->plan->signal[from->signal[v]];
      const double kept = done - first_of(self, signal, i);
      const double *taken = self->host->series + (long)at * self->series_values + signal->series_at;
      for (size_t k = 0; k < n_samples; k++)
        *value++ = (double)k * (double)signal->every < kept ? factor * taken[k] : NAN;
    }
  }
}

static chatter_status extract_series(const signals_view *self, const output_view *from, long n,
                                     result_set *out) {
  const signal_plan *signal = &self->plan->signal[from->signal[0]];
  const output_config *output = from->output;
  const size_t n_samples = (size_t)signal->capacity;
  char dims[2 * STUDY_NAME], time[STUDY_NAME + 16], unit[STUDY_NAME];
  size_t rows = 0;
  for (long i = 0; i < n; i++) rows += parameter_of(self, PARAMETER_SERIES_ROW, i) >= 0;
  if (rows == 0) return CHATTER_OK;
  const size_t size[3] = {rows, from->all_points ? (size_t)from->n_values : n_samples, n_samples};
  snprintf(dims, sizeof dims, "series,%s%s_sample", from->all_points ? "point," : "", output->name);
  snprintf(time, sizeof time, "%s_time", output->name);
  int *column = result_set_find(out, "series")
                    ? NULL
                    : result_set_add(out, "series", RESULT_INT, "series", size, "1",
                                     "trajectory that the time series are of");
  if (!result_set_find(out, "series")) return CHATTER_DEVICE;
  double *value = result_set_add(out, output->name, RESULT_DOUBLE, dims, size,
                                 signals_unit(output, unit, sizeof unit), from->words);
  if (!value) return CHATTER_DEVICE;
  fill_series(self, from, n, n_samples, column, value);
  set_coordinates(from, time, out);
  return add_series_times(self, signal, output->name, n, out);
}

// Extracts over the output's dimensions: trajectory, point and window.
static chatter_status extract(const signals_view *self, const output_view *from, long n, result_set *out) {
  const output_config *output = from->output;
  const int is_signal = from->signal[0] >= 0, all = from->all_points;
  const int windowed = is_signal && signal_keeps[output->reduce] >> KEEP_WINDOW_SHIFT != 0;
  const int windows = windowed ? self->plan->n_windows : 1;
  const size_t size[3] = {(size_t)n, (size_t)(all ? from->n_values : windows), (size_t)windows};
  // A share has no factor: its limit is compared with values that include it.
  const double factor = signals_side(output) ? 1 : signals_factor(output);
  char dims[64], unit[STUDY_NAME];
  if (is_signal && output->reduce == REDUCE_SERIES) return extract_series(self, from, n, out);
  snprintf(dims, sizeof dims, "trajectory%s%s", all ? ",point" : "", windowed ? ",window" : "");
  double *value = result_set_add(out, output->name, RESULT_DOUBLE, dims, size,
                                 signals_unit(output, unit, sizeof unit), from->words);
  if (!value) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++)
    for (int v = 0; v < from->n_values; v++)
      for (long w = 0; w < windows; w++)
        *value++ = factor * (windowed ? window_or_nan(self, from, v, w, i)
                                      : or_nan(self, read_value(self, from, v, i), i));
  if (!windowed) return set_coordinates(from, "", out), CHATTER_OK;
  char name[2][STUDY_NAME + 16], times[3 * STUDY_NAME];
  for (int k = 0; k < 2; k++)
    snprintf(name[k], sizeof name[k], "%s%s%s", output->last > 0 ? output->name : "",
             output->last > 0 ? "_" : "", k ? "window_end" : "window_start");
  snprintf(times, sizeof times, "%s %s", name[0], name[1]);
  set_coordinates(from, times, out);
  return add_window_times(self, from, name, n, out);
}

chatter_status signals_extract(const signals_view *self, const output_view *from, long n, result_set *out) {
  const double *band = from->output->band;
  output_view named = *from;
  const int side = signals_side(from->output);
  char words[240], scaled[280], beyond[360];
  snprintf(words, sizeof words, "%s, %g to %g Hz", from->words, band[0], band[1]);
  if (band[0] < band[1]) named.words = words;
  snprintf(scaled, sizeof scaled, "%s, times %g", named.words, signals_factor(from->output));
  if (signals_factor(from->output) != 1) named.words = scaled;
  if (side) {
    snprintf(beyond, sizeof beyond, "%s is %s %.10g %s", named.words, side == KEEP_ABOVE ? "above" : "below",
             signals_limit(from->output), from->output->quantity->unit);
    named.words = beyond;
  }
  return extract(self, &named, n, out);
}
