// Reads the study's outputs from the kernel's state.
#include "engines/transient/extract/transient_extract.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/bind/linear_response.h"
#include "engines/transient/transient_engine.h"
#include "engines/transient/extract/transient_quantities.h"
#include "ensemble/observe/signal_outputs_extract.h"
#include "study/file/entries.h"

// Reads one output from the columns of a batch.
typedef struct reader {
  const engine_layout *layout;
  const transient_setup *setup;
  const kernel_batch *host;
  const output_config *output;
  const transient_output_plan *values;
} reader;

static double state_of(const reader *from, int row, long i) {
  return from->host->state[(long)row * from->host->stride + i];
}
static double parameter_of(const reader *from, int which, long i) {
  return engine_parameter(from->host, which, i);
}

static double read_counter(const void *reader_of, int v, long i) {
  const reader *from = reader_of;
  const int *dim = from->layout->sizes.dim;
  const int row = transient_row_counters(dim) + from->values->index[v] * transient_n_counter_rows(dim);
  const double recorded = state_of(from, STATE_STEPS, i) - parameter_of(from, PARAMETER_FIRST_RECORDED, i);
  const transient_quantity *quantity = transient_quantity_of(from->output);
  int which = quantity->counter;
  if (quantity->is.flags & QUANTITY_COUNTED)
    which += quantity->block * dim[DIM_MAX_APEXES] + (int)from->output->index - 1;
  const double value = state_of(from, row + which, i);
  return quantity->is_share ? value / recorded : value;
}

static void describe(const reader *from, char *text, size_t size) {
  const output_config *output = from->output;
  const transient_quantity *quantity = transient_quantity_of(output);
  char direction[STUDY_NAME], point[40] = "every contact point";
  if (output->contact >= 0) snprintf(point, sizeof point, "contact point %g", output->contact);
  if (output->contact == OUTPUT_SUM) snprintf(point, sizeof point, "all contact points together");
  if (output->contact == OUTPUT_ANY) snprintf(point, sizeof point, "any contact point");
  study_direction_text(output->direction, direction, sizeof direction);
  if (quantity->signal < 0) {
    if (quantity->is.flags & QUANTITY_COUNTED)
      snprintf(text, size, "%s %g at %s", quantity->is.name, output->index, point);
    else
      snprintf(text, size, "%s at %s", quantity->is.name, point);
  } else if (quantity->is.place == QUANTITY_OF_NODE && output->sum.n > 0) {
    snprintf(text, size, "%s %s, sum of %d terms", signal_reduces[output->reduce], quantity->is.name,
             output->sum.n);
  } else if (quantity->is.place == QUANTITY_OF_NODE) {
    snprintf(text, size, "%s %s at %.40s along %.40s", signal_reduces[output->reduce], quantity->is.name,
             output->node, direction);
  } else if (quantity->is.place >= QUANTITY_OF_POINT) {
    snprintf(text, size, "%s %s at %s", signal_reduces[output->reduce], quantity->is.name, point);
  } else {
    snprintf(text, size, "%s %s", signal_reduces[output->reduce], quantity->is.name);
  }
}

// Adds the node ids of the points, once.
static chatter_status add_point_nodes(const reduced_model *r, result_set *out) {
  const size_t n = (size_t)r->n_contacts;
  if (result_set_find(out, "point_node")) return CHATTER_OK;
  int *node = result_set_add(out, "point_node", RESULT_INT, "point", &n, "1", "node id of the contact point");
  if (!node) return CHATTER_DEVICE;
  for (size_t i = 0; i < n; i++) node[i] = (int)r->contacts[i].node;
  return CHATTER_OK;
}

static chatter_status extract_output(const reader *from, long n, result_set *out) {
  char words[160];
  describe(from, words, sizeof words);
  const signals_view columns = {.host = from->host,
                                .plan = &from->setup->signals,
                                .row = transient_row_observed(from->layout->sizes.dim),
                                .step = TRANSIENT_DT,
                                .parameters = transient_n_parameters(from->layout->sizes.dim),
                                .series_values = from->layout->series_values};
  const output_view view = {.output = from->output,
                            .words = words,
                            .n_values = from->values->n_values,
                            .all_points = transient_is_of_all_points(from->output),
                            .signal = from->values->signal,
                            .value = read_counter,
                            .from = from};
  TRY(signals_extract(&columns, &view, n, out));
  return view.all_points ? add_point_nodes(from->layout->reduced, out) : CHATTER_OK;
}

// Returns 1 if `linear_NAME`, the output of the linear system with open contacts, exists.
static int has_linear_response(const study *config, const output_config *output) {
  return linear_excitation(config) >= 0 && transient_is_displacement(output) && output->sum.n == 0 &&
         output->reduce == REDUCE_HALF_PEAK_TO_PEAK && !(output->band[0] < output->band[1]) &&
         signals_factor(output) == 1 && strlen("linear_") + strlen(output->name) < RESULT_NAME;
}

chatter_status transient_outline(const study *config, outline_add add, void *to) {
  for (int o = 0; o < config->n_outputs; o++) {
    char name[STUDY_NAME + 16];
    if (!has_linear_response(config, &config->outputs[o])) continue;
    snprintf(name, sizeof name, "linear_%s", config->outputs[o].name);
    TRY(add(to, "trajectory", name, "m", name, config->outputs[o].name));
  }
  return CHATTER_OK;
}

static chatter_status extract_linear(const reader *from, int excitation, long n, result_set *out) {
  const reduced_model *r = from->layout->reduced;
  const int *dim = from->layout->sizes.dim, load = transient_drive_parameter(dim, excitation);
  char name[STUDY_NAME + 16], text[160];
  snprintf(name, sizeof name, "linear_%s", from->output->name);
  snprintf(text, sizeof text, "%.60s of the linear system with open contacts, steady", from->output->name);
  double *value = result_set_add(out, name, RESULT_DOUBLE, "trajectory", &(size_t){(size_t)n}, "m", text);
  double *rate = arena_allocate(out->memory, ((size_t)r->n_modes + 1) * sizeof *rate);
  if (!value || !rate) return CHATTER_DEVICE;
  result_set_compares(out, name, from->output->name, "without contact (linear)");
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < r->n_modes; k++)
      rate[k] = parameter_of(from, transient_damping_parameter(dim) + k, i);
    TRY(linear_amplitude(r, from->setup->response[from->values->index[0]].index[0],
                         from->setup->load[excitation], parameter_of(from, load + DRIVE_AMPLITUDE, i),
                         parameter_of(from, load + TURNS_FREQUENCY, i), rate, &value[i]));
  }
  return CHATTER_OK;
}

chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out) {
  const transient_setup *setup = layout->setup;
  for (int o = 0; o < config->n_outputs; o++) {
    const reader from = {layout, setup, host, &config->outputs[o], &setup->outputs[o]};
    if (!study_is_field(from.output)) TRY(extract_output(&from, n, out));
  }
  for (int o = 0; o < config->n_outputs; o++) {
    const reader from = {layout, setup, host, &config->outputs[o], &setup->outputs[o]};
    if (has_linear_response(config, from.output))
      TRY(extract_linear(&from, linear_excitation(config), n, out));
  }
  return CHATTER_OK;
}
