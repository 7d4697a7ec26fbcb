// The study's outputs, read from the kernel's state.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/linear_response.h"
#include "engines/transient/transient_engine.h"
#include "engines/transient/transient_quantities.h"

// What one output reads from the columns of a batch.
typedef struct reader {
  const engine_layout *layout;
  const transient_own *own;
  const kernel_batch *host;
  const output_config *output;
  const transient_output_plan *values;
  const transient_value_plan *plan; // the one of them that is read
} reader;

static double state_of(const reader *from, int row, long i) {
  return from->host->state[(long)row * from->host->stride + i];
}
static double parameter_of(const reader *from, int which, long i) {
  return engine_parameter(from->host, which, i);
}

static double read_counter(const reader *from, long i) {
  const int *dim = from->layout->sizes.dim;
  const int row = transient_row_contacts(dim) + from->plan->index * transient_contact_rows(dim);
  const double recorded = state_of(from, STATE_STEPS, i) - parameter_of(from, PARAMETER_RECORD, i);
  const transient_quantity *quantity = transient_quantity_of(from->output);
  int which = quantity->counter;
  if (quantity->is.flags & QUANTITY_COUNTED)
    which += quantity->block * dim[DIM_APEXES] + (int)from->output->index - 1;
  const double value = state_of(from, row + which, i);
  return quantity->is_share ? value / recorded : value;
}

static double read_value(const reader *from, long i) {
  if (from->plan->signal < 0) return read_counter(from, i);
  const int row =
      transient_row_observed(from->layout->sizes.dim) + from->own->signals[from->plan->signal].row;
  const double count = state_of(from, row + ACCUMULATE_COUNT, i);
  switch (from->output->reduce) {
  case REDUCE_MIN:
    return state_of(from, row + ACCUMULATE_MIN, i);
  case REDUCE_MAX:
    return state_of(from, row + ACCUMULATE_MAX, i);
  case REDUCE_MEAN:
    return state_of(from, row + ACCUMULATE_SUM, i) / count;
  case REDUCE_RMS:
    return sqrt(state_of(from, row + ACCUMULATE_SQUARE, i) / count);
  case REDUCE_HALF_PEAK_TO_PEAK:
    return 0.5 * (state_of(from, row + ACCUMULATE_MAX, i) - state_of(from, row + ACCUMULATE_MIN, i));
  case REDUCE_DRIFT:
    return state_of(from, row + ACCUMULATE_DRIFT, i);
  default:
    return state_of(from, row + ACCUMULATE_FINAL, i);
  }
}

static double read_window(const reader *from, long window, long i) {
  const transient_signal_plan *signal = &from->own->signals[from->plan->signal];
  const int kept = signal->keep >> KEEP_WINDOW;
  double value[4] = {0, 0, 0, 0}; // min, max, mean, mean square
  int row = signal->window;
  for (int v = 0; v < 4; v++) {
    if (!(kept & KEEP_MIN << v)) continue;
    value[v] = from->host->windows[(window * from->own->window_values + row) * from->host->stride + i];
    row++;
  }
  switch (from->output->reduce) {
  case REDUCE_WINDOW_MIN:
    return value[0];
  case REDUCE_WINDOW_MAX:
    return value[1];
  case REDUCE_WINDOW_MEAN:
    return value[2];
  case REDUCE_WINDOW_RMS:
    return sqrt(value[3]);
  default:
    return 0.5 * (value[1] - value[0]);
  }
}

// A trajectory that failed has no outputs; neither has a value that was never reached.
static double or_nan(const reader *from, double x, long i) {
  return state_of(from, STATE_STATUS, i) == TRAJECTORY_OK && isfinite(x) ? x : NAN;
}

static void describe(const reader *from, char *text, size_t size) {
  const output_config *output = from->output;
  const transient_quantity *quantity = transient_quantity_of(output);
  char direction[STUDY_NAME], point[40] = "every contact point";
  if (!transient_is_of_all_points(output)) snprintf(point, sizeof point, "contact point %g", output->contact);
  study_direction_text(output->direction, direction, sizeof direction);
  if (quantity->signal < 0) {
    if (quantity->is.flags & QUANTITY_COUNTED)
      snprintf(text, size, "%s %g at %s", quantity->is.name, output->index, point);
    else
      snprintf(text, size, "%s at %s", quantity->is.name, point);
  } else if (quantity->is.place == QUANTITY_OF_NODE && output->sum.n > 0) {
    snprintf(text, size, "%s %s, sum of %d terms", transient_reduces[output->reduce], quantity->is.name,
             output->sum.n);
  } else if (quantity->is.place == QUANTITY_OF_NODE) {
    snprintf(text, size, "%s %s at %.40s along %.40s", transient_reduces[output->reduce], quantity->is.name,
             output->node, direction);
  } else if (quantity->is.place >= QUANTITY_OF_POINT) {
    snprintf(text, size, "%s %s at %s", transient_reduces[output->reduce], quantity->is.name, point);
  } else {
    snprintf(text, size, "%s %s", transient_reduces[output->reduce], quantity->is.name);
  }
}

// The node ids of the points, once, and the names of an output's coordinates.
static chatter_status add_coordinates(const reader *from, const char *times, result_set *out) {
  const reduced_model *r = from->layout->reduced;
  const int all = transient_is_of_all_points(from->output);
  char names[3 * STUDY_NAME];
  snprintf(names, sizeof names, "%s%s%s", all ? "point_node" : "", all && times[0] ? " " : "", times);
  if (names[0]) result_set_coordinates(out, from->output->name, names);
  if (!all || result_set_find(out, "point_node")) return CHATTER_OK;
  const size_t n = (size_t)r->n_contacts;
  int *node = result_set_add(out, "point_node", RESULT_INT, "point", &n, "1", "node id of the contact point");
  if (!node) return CHATTER_DEVICE;
  for (size_t i = 0; i < n; i++) node[i] = (int)r->contacts[i].node;
  return CHATTER_OK;
}

// Rows of the trajectories whose series are kept.
static void fill_series(reader *from, long n, size_t n_samples, int *column, double *value) {
  size_t row = 0;
  for (long i = 0; i < n; i++) {
    const double at = parameter_of(from, PARAMETER_SERIES, i);
    if (at < 0) continue;
    if (column) column[row++] = (int)i;
    const double recorded = state_of(from, STATE_STEPS, i) - parameter_of(from, PARAMETER_RECORD, i);
    for (int v = 0; v < from->values->n_values; v++) {
      const transient_signal_plan *signal = &from->own->signals[from->values->value[v].signal];
      const double *taken = from->host->series + (long)at * from->own->series_values + signal->series_at;
      for (size_t k = 0; k < n_samples; k++)
        *value++ = (double)k * (double)signal->every < recorded ? taken[k] : NAN;
    }
  }
}

static chatter_status extract_series(reader *from, long n, const char *words, result_set *out) {
  const transient_signal_plan *signal = &from->own->signals[from->values->value[0].signal];
  const int all = transient_is_of_all_points(from->output);
  const size_t n_samples = (size_t)signal->capacity;
  char dims[2 * STUDY_NAME], time[STUDY_NAME + 16];
  size_t rows = 0;
  for (long i = 0; i < n; i++) rows += parameter_of(from, PARAMETER_SERIES, i) >= 0;
  if (rows == 0) return CHATTER_OK;
  const size_t size[3] = {rows, all ? (size_t)from->values->n_values : n_samples, n_samples};
  snprintf(dims, sizeof dims, "series,%s%s_sample", all ? "point," : "", from->output->name);
  snprintf(time, sizeof time, "%s_time", from->output->name);
  int *column = result_set_find(out, "series")
                    ? NULL
                    : result_set_add(out, "series", RESULT_INT, "series", size, "1",
                                     "trajectory that the time series are of");
  if (!result_set_find(out, "series")) return CHATTER_DEVICE;
  double *value =
      result_set_add(out, from->output->name, RESULT_DOUBLE, dims, size, from->output->quantity->unit, words);
  if (!value) return CHATTER_DEVICE;
  fill_series(from, n, n_samples, column, value);
  TRY(add_coordinates(from, time, out));
  return transient_series_times(from->host, n, signal, from->output->name, out);
}

// trajectory, point and window, as far as the output has them.
static chatter_status extract_output(reader *from, long n, result_set *out) {
  const output_config *output = from->output;
  const int is_signal = from->values->value[0].signal >= 0, points = from->values->n_values;
  const int windowed = is_signal && transient_keeps[output->reduce] >> KEEP_WINDOW != 0,
            all = transient_is_of_all_points(output);
  const int windows = windowed ? from->own->n_windows : 1;
  const size_t size[3] = {(size_t)n, (size_t)(all ? points : windows), (size_t)windows};
  char words[160], dims[64];
  describe(from, words, sizeof words);
  if (is_signal && output->reduce == REDUCE_SERIES) return extract_series(from, n, words, out);
  snprintf(dims, sizeof dims, "trajectory%s%s", all ? ",point" : "", windowed ? ",window" : "");
  double *value = result_set_add(out, output->name, RESULT_DOUBLE, dims, size, output->quantity->unit, words);
  if (!value) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++)
    for (int v = 0; v < points; v++) {
      from->plan = &from->values->value[v];
      for (long w = 0; w < windows; w++)
        *value++ = or_nan(from, windowed ? read_window(from, w, i) : read_value(from, i), i);
    }
  TRY(add_coordinates(from, windowed ? "window_start window_end" : "", out));
  if (!windowed || result_set_find(out, "window_start")) return CHATTER_OK;
  return transient_window_times(from->host, n, windows, out);
}

// `linear_NAME`: what the output would be in the linear system with open contacts.
static int has_linear(const study *config, const output_config *output) {
  return linear_excitation(config) >= 0 && transient_is_displacement(output) && output->sum.n == 0 &&
         output->reduce == REDUCE_HALF_PEAK_TO_PEAK && strlen("linear_") + strlen(output->name) < RESULT_NAME;
}

chatter_status transient_outline(const study *config, outline_add add, void *to) {
  for (int o = 0; o < config->n_outputs; o++) {
    char name[STUDY_NAME + 16];
    if (!has_linear(config, &config->outputs[o])) continue;
    snprintf(name, sizeof name, "linear_%s", config->outputs[o].name);
    TRY(add(to, name, "m", name, config->outputs[o].name));
  }
  return CHATTER_OK;
}

static chatter_status extract_linear(const reader *from, int excitation, long n, result_set *out) {
  const reduced_model *r = from->layout->reduced;
  const int *dim = from->layout->sizes.dim, load = transient_load(dim, excitation);
  char name[STUDY_NAME + 16], text[160];
  snprintf(name, sizeof name, "linear_%s", from->output->name);
  snprintf(text, sizeof text, "%.60s of the linear system with open contacts, steady", from->output->name);
  double *value = result_set_add(out, name, RESULT_DOUBLE, "trajectory", &(size_t){(size_t)n}, "m", text);
  double *rate = arena_allocate(out->memory, ((size_t)r->n_modes + 1) * sizeof *rate);
  if (!value || !rate) return CHATTER_DEVICE;
  result_set_compares(out, name, from->output->name, "without contact (linear)");
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < r->n_modes; k++) rate[k] = parameter_of(from, transient_damping(dim) + k, i);
    TRY(linear_amplitude(r, from->own->response[from->plan->index].index[0], from->own->load[excitation],
                         parameter_of(from, load + LOAD_AMPLITUDE, i),
                         parameter_of(from, load + LOAD_FREQUENCY, i), rate, &value[i]));
  }
  return CHATTER_OK;
}

chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out) {
  const transient_own *own = layout->own;
  for (int o = 0; o < config->n_outputs; o++) {
    reader from = {layout, own, host, &config->outputs[o], &own->outputs[o], own->outputs[o].value};
    TRY(extract_output(&from, n, out));
  }
  for (int o = 0; o < config->n_outputs; o++) {
    const reader from = {layout, own, host, &config->outputs[o], &own->outputs[o], own->outputs[o].value};
    if (has_linear(config, from.output)) TRY(extract_linear(&from, linear_excitation(config), n, out));
  }
  return CHATTER_OK;
}
