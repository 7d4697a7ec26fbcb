// The study's outputs: which signals the kernel evaluates for them, and how they are read from its state.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ensemble/transient.h"
#include "study/schema.h"

// quantity → signal; -1: a counter of a contact point. Words for the results file.
typedef struct quantity_words {
  int signal;
  int needs; // 0 nothing, 1 response, 2 contact point, 3 contact point with a normal row
  const char *words;
} quantity_words;

static const quantity_words QUANTITIES[] = {
    [QUANTITY_DISPLACEMENT] = {SIGNAL_DISPLACEMENT, 1, "displacement"},
    [QUANTITY_VELOCITY] = {SIGNAL_VELOCITY, 1, "velocity"},
    [QUANTITY_GAP] = {SIGNAL_GAP, 3, "gap"},
    [QUANTITY_NORMAL_FORCE] = {SIGNAL_NORMAL_FORCE, 2, "normal contact force, preload included"},
    [QUANTITY_TANGENTIAL_FORCE] = {SIGNAL_TANGENTIAL_FORCE, 2, "tangential contact force"},
    [QUANTITY_SLIP_VELOCITY] = {SIGNAL_SLIP_VELOCITY, 2, "slip velocity"},
    [QUANTITY_BOUNDARY] = {SIGNAL_BOUNDARY, 2, "boundary coordinate"},
    [QUANTITY_ENERGY_KINETIC] = {SIGNAL_KINETIC, 0, "kinetic energy"},
    [QUANTITY_ENERGY_ELASTIC] = {SIGNAL_ELASTIC, 0, "elastic energy"},
    [QUANTITY_ENERGY_POTENTIAL] = {SIGNAL_POTENTIAL, 0, "potential of constant loads and gravity"},
    [QUANTITY_ENERGY_TOTAL] = {SIGNAL_TOTAL, 0, "total energy"},
    [QUANTITY_DISSIPATION] = {SIGNAL_DISSIPATION, 0, "energy dissipated by friction in the recorded time"},
    [QUANTITY_CONTACT_FRACTION] = {-1, 2, "fraction of the recorded steps in contact"},
    [QUANTITY_IMPACTS] = {-1, 3, "contacts begun in the recorded time"},
    [QUANTITY_STICK_FRACTION] = {-1, 2, "fraction of the recorded steps in stick"},
    [QUANTITY_APEX] = {-1, 3, "apex of bounce"},
    [QUANTITY_APEX_TIME] = {-1, 3, "time of the apex of bounce"},
    [QUANTITY_ITERATIONS] = {SIGNAL_ITERATIONS, 0, "iterations of the inclusion solver per contact step"},
};

static const int KEEPS[] = {
    [REDUCE_FINAL] = KEEP_FINAL,
    [REDUCE_MIN] = KEEP_MIN,
    [REDUCE_MAX] = KEEP_MAX,
    [REDUCE_MEAN] = KEEP_MEAN,
    [REDUCE_RMS] = KEEP_SQUARE,
    [REDUCE_HALF_PEAK_TO_PEAK] = KEEP_MIN | KEEP_MAX,
    [REDUCE_DRIFT] = KEEP_DRIFT,
    [REDUCE_WINDOWS] = (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW,
    [REDUCE_WINDOW_MIN] = KEEP_MIN << KEEP_WINDOW,
    [REDUCE_WINDOW_MAX] = KEEP_MAX << KEEP_WINDOW,
    [REDUCE_WINDOW_MEAN] = KEEP_MEAN << KEEP_WINDOW,
    [REDUCE_WINDOW_RMS] = KEEP_SQUARE << KEEP_WINDOW,
    [REDUCE_SERIES] = 0,
};
static const char *const REDUCES[] = {
    [REDUCE_FINAL] = "final",
    [REDUCE_MIN] = "minimum",
    [REDUCE_MAX] = "maximum",
    [REDUCE_MEAN] = "mean",
    [REDUCE_RMS] = "root mean square",
    [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak",
    [REDUCE_DRIFT] = "largest distance from the first value",
    [REDUCE_WINDOWS] = "half peak-to-peak per window",
    [REDUCE_WINDOW_MIN] = "minimum per window",
    [REDUCE_WINDOW_MAX] = "maximum per window",
    [REDUCE_WINDOW_MEAN] = "mean per window",
    [REDUCE_WINDOW_RMS] = "root mean square per window",
    [REDUCE_SERIES] = "time series",
};

static chatter_status check_point(const study *config, const output_config *output, const reduced_model *r,
                                  int needs) {
  if (!(output->contact >= 0 && output->contact < r->n_contacts))
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': there is no contact point %g (allowed: %s%d)",
                       study_output_place(config, output, "contact"), output->name, output->contact,
                       r->n_contacts > 0 ? "0 to " : "none, the study has contact points: ",
                       r->n_contacts > 0 ? r->n_contacts - 1 : 0);
  const reduced_contact *contact = &r->contacts[(int)output->contact];
  if (needs == 3 && contact->row_normal < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': %s is not defined at contact point %g, which has a constant normal load and "
        "no normal coordinate",
        study_output_place(config, output, "contact"), output->name, QUANTITIES[output->quantity].words,
        output->contact);
  return CHATTER_OK;
}

// Index of a response among those that are evaluated.
static chatter_status find_response(const study *config, const output_config *output, const reduced_model *r,
                                    transient_own *own, int *index) {
  char direction[STUDY_NAME], name[2 * STUDY_NAME + 2];
  int response;
  study_direction_text(output->direction, direction, sizeof direction);
  snprintf(name, sizeof name, "%s:%s", output->node, direction);
  TRY(reduced_find_response(r, name, study_output_place(config, output, "node"), &response));
  for (*index = 0; *index < own->n_responses; ++*index)
    if (own->response[*index] == response) return CHATTER_OK;
  own->response[own->n_responses++] = response;
  return CHATTER_OK;
}

static int find_signal(transient_own *own, int kind, int index, long every) {
  for (int s = 0; s < own->n_signals; s++) {
    transient_signal_plan *signal = &own->signals[s];
    if (signal->kind != kind || signal->index != index) continue;
    if (every && signal->every && signal->every != every) continue;
    if (every) signal->every = every;
    return s;
  }
  own->signals[own->n_signals] = (transient_signal_plan){.kind = kind, .index = index, .every = every};
  return own->n_signals++;
}

static chatter_status plan_output(const study *config, const reduced_model *r, transient_own *own, int o) {
  const output_config *output = &config->outputs[o];
  if (output->quantity < 0 || output->quantity > QUANTITY_ITERATIONS)
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': this quantity belongs to a study of kind regimes",
                       study_output_place(config, output, "quantity"), output->name);
  const quantity_words *quantity = &QUANTITIES[output->quantity];
  int index = 0;
  if (quantity->needs == 1) TRY(find_response(config, output, r, own, &index));
  if (quantity->needs >= 2) {
    TRY(check_point(config, output, r, quantity->needs));
    index = (int)output->contact;
  }
  own->outputs[o] = (transient_output_plan){.signal = -1, .response = index};
  if (quantity->signal < 0) {
    own->contacts = 1;
    if (output->quantity != QUANTITY_APEX && output->quantity != QUANTITY_APEX_TIME) return CHATTER_OK;
    if (!(output->index >= 1 && output->index <= 1000))
      return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': apex number %g (allowed: 1 to 1000)",
                         study_output_place(config, output, "index"), output->name, output->index);
    if (output->index > own->n_apexes) own->n_apexes = (int)output->index;
    return CHATTER_OK;
  }
  const long every = output->reduce == REDUCE_SERIES ? (output->every >= 1 ? (long)output->every : 1) : 0;
  own->outputs[o].signal = find_signal(own, quantity->signal, index, every);
  own->signals[own->outputs[o].signal].keep |= KEEPS[output->reduce];
  own->velocity |= quantity->signal == SIGNAL_VELOCITY || quantity->signal == SIGNAL_KINETIC ||
                   quantity->signal == SIGNAL_TOTAL;
  own->dissipation |= quantity->signal == SIGNAL_DISSIPATION;
  return CHATTER_OK;
}

static int count_window_values(int keep) {
  int n = 0;
  for (int bit = KEEP_MIN; bit <= KEEP_SQUARE; bit *= 2) n += (keep >> KEEP_WINDOW & bit) != 0;
  return n;
}

// Places of accumulators, window values and series.
static chatter_status plan_signals(const study *config, transient_own *own) {
  const double recorded = own->dt > 0 ? transient_recorded(config, own->dt) : 0;
  for (int s = 0; s < own->n_signals; s++) {
    transient_signal_plan *signal = &own->signals[s];
    signal->row = own->n_observed;
    own->n_observed += N_ACCUMULATE * (((signal->keep & KEEP_ALL) != 0) + (signal->keep >> KEEP_WINDOW != 0));
    signal->window = own->window_values;
    own->window_values += count_window_values(signal->keep);
    if (!signal->every) continue;
    signal->series_at = own->series_values;
    const double capacity = ceil(recorded / (double)signal->every);
    if ((double)own->series_values + capacity > 2e8)
      return error_raise(
          CHATTER_BAD_STUDY,
          "outputs: time series of %.3g samples per trajectory are too long (allowed: 2e8); raise "
          "'every' or record fewer periods",
          (double)own->series_values + capacity);
    signal->capacity = (long)capacity;
    own->series_values += signal->capacity;
  }
  if (own->window_values > 0)
    own->n_windows = config->integrator.windows >= 1 ? (int)config->integrator.windows : 1;
  return CHATTER_OK;
}

chatter_status transient_plan_outputs(const study *config, const reduced_model *reduced, arena *memory,
                                      transient_own *own) {
  own->response = arena_allocate(memory, STUDY_OUTPUTS * sizeof *own->response);
  if (!own->response) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; o++) TRY(plan_output(config, reduced, own, o));
  return plan_signals(config, own);
}

// What one output reads from the columns of a batch.
typedef struct reader {
  const engine_layout *layout;
  const transient_own *own;
  const kernel_batch *host;
  const output_config *output;
  const transient_output_plan *plan;
} reader;

static double state_of(const reader *from, int row, long i) {
  return from->host->state[(long)row * from->host->stride + i];
}
static double parameter_of(const reader *from, int which, long i) {
  const double *at = from->host->parameters + from->host->parameter_offset[which];
  return from->host->parameter_varies[which] ? at[i] : *at;
}

static double read_counter(const reader *from, long i) {
  const int *dim = from->layout->sizes.dim;
  const int row = transient_row_contacts(dim) + from->plan->response * transient_contact_rows(dim);
  const double recorded = state_of(from, STATE_STEPS, i) - parameter_of(from, PARAMETER_RECORD, i);
  const int n = (int)from->output->index - 1;
  switch (from->output->quantity) {
  case QUANTITY_CONTACT_FRACTION:
    return state_of(from, row + COUNT_CLOSED, i) / recorded;
  case QUANTITY_STICK_FRACTION:
    return state_of(from, row + COUNT_STUCK, i) / recorded;
  case QUANTITY_IMPACTS:
    return state_of(from, row + COUNT_IMPACTS, i);
  case QUANTITY_APEX:
    return state_of(from, row + COUNT_APEXES + n, i);
  default:
    return state_of(from, row + COUNT_APEXES + dim[DIM_APEXES] + n, i);
  }
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

static void describe(const output_config *output, char *text, size_t size) {
  const quantity_words *quantity = &QUANTITIES[output->quantity];
  char direction[STUDY_NAME];
  study_direction_text(output->direction, direction, sizeof direction);
  if (quantity->signal < 0) {
    if (output->quantity == QUANTITY_APEX || output->quantity == QUANTITY_APEX_TIME)
      snprintf(text, size, "%s %g at contact point %g", quantity->words, output->index, output->contact);
    else
      snprintf(text, size, "%s at contact point %g", quantity->words, output->contact);
  } else if (quantity->needs == 1) {
    snprintf(text, size, "%s %s at %.40s along %.40s", REDUCES[output->reduce], quantity->words, output->node,
             direction);
  } else if (quantity->needs >= 2) {
    snprintf(text, size, "%s %s at contact point %g", REDUCES[output->reduce], quantity->words,
             output->contact);
  } else {
    snprintf(text, size, "%s %s", REDUCES[output->reduce], quantity->words);
  }
}

static chatter_status extract_series(const reader *from, long n, const char *words, result_set *out) {
  const transient_signal_plan *signal = &from->own->signals[from->plan->signal];
  char dims[STUDY_NAME + 32];
  size_t size[2] = {0, (size_t)signal->capacity}, row = 0;
  for (long i = 0; i < n; i++) size[0] += parameter_of(from, PARAMETER_SERIES, i) >= 0;
  if (size[0] == 0) return CHATTER_OK;
  snprintf(dims, sizeof dims, "series,%s_sample", from->output->name);
  int *column = result_set_find(out, "series")
                    ? NULL
                    : result_set_add(out, "series", RESULT_INT, "series", size, "1",
                                     "trajectory that the time series are of");
  if (!result_set_find(out, "series")) return CHATTER_DEVICE;
  double *value = result_set_add(out, from->output->name, RESULT_DOUBLE, dims, size,
                                 schema_quantity_unit(from->output->quantity), words);
  if (!value) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++) {
    const double at = parameter_of(from, PARAMETER_SERIES, i);
    if (at < 0) continue;
    if (column) column[row] = (int)i;
    const double *taken = from->host->series + (long)at * from->own->series_values + signal->series_at;
    const double recorded = state_of(from, STATE_STEPS, i) - parameter_of(from, PARAMETER_RECORD, i);
    for (size_t k = 0; k < size[1]; k++)
      value[row * size[1] + k] = (double)k * (double)signal->every < recorded ? taken[k] : NAN;
    row++;
  }
  return transient_series_times(from->host, n, signal, from->output->name, out);
}

static chatter_status extract_output(const reader *from, long n, result_set *out) {
  const output_config *output = from->output;
  const char *units = schema_quantity_unit(output->quantity);
  const int windowed = from->plan->signal >= 0 && KEEPS[output->reduce] >> KEEP_WINDOW != 0;
  const size_t windows = windowed ? (size_t)from->own->n_windows : 1, size[2] = {(size_t)n, windows};
  char words[160];
  describe(output, words, sizeof words);
  if (from->plan->signal >= 0 && output->reduce == REDUCE_SERIES) return extract_series(from, n, words, out);
  double *value = result_set_add(out, output->name, RESULT_DOUBLE,
                                 windowed ? "trajectory,window" : "trajectory", size, units, words);
  if (!value) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++)
    for (size_t w = 0; w < windows; w++)
      value[(size_t)i * windows + w] =
          or_nan(from, windowed ? read_window(from, (long)w, i) : read_value(from, i), i);
  if (!windowed) return CHATTER_OK;
  result_set_coordinates(out, output->name, "window_start window_end");
  return result_set_find(out, "window_start")
             ? CHATTER_OK
             : transient_window_times(from->host, n, from->own->n_windows, out);
}

chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out) {
  const transient_own *own = layout->own;
  for (int o = 0; o < config->n_outputs; o++) {
    const reader from = {layout, own, host, &config->outputs[o], &own->outputs[o]};
    TRY(extract_output(&from, n, out));
  }
  return CHATTER_OK;
}
