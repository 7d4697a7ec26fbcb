// Outputs of a stability study: their requirements, and reading them.
#include "engines/stability/extract/stability_outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/stability/stability_engine.h"
#include "reduction/algebra/dense.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"

// Finds the row of an output: a node, or a sum of nodes, of either body.
static chatter_status find_response(const study *config, const output_config *output,
                                    const reduced_model *joined, arena *memory, double **out) {
  response_term single;
  const response_sum sum = study_output_terms(output, &single);
  DENSE(*out, memory, joined->n_modes, 1);
  for (int t = 0; t < sum.n; t++) {
    int row;
    TRY(reduced_find_term(joined, &sum.term[t],
                          study_output_place(config, output, output->sum.n > 0 ? "sum" : "node"), &row));
    for (int k = 0; k < joined->n_modes; k++)
      (*out)[k] += sum.term[t].weight * joined->phi_y[(long)row * joined->n_modes + k];
  }
  return CHATTER_OK;
}

static chatter_status plan_output(const study *config, int o, const reduced_model *joined, arena *memory,
                                  stability_setup *setup) {
  const output_config *output = &config->outputs[o];
  const stability_quantity *quantity = setup->quantity[o] = stability_quantity_of(output);
  if (!quantity)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': this quantity does not belong to a stability study",
                       study_output_place(config, output, "quantity"), output->name);
  if (quantity->what == STABILITY_RESPONSE)
    return find_response(config, output, joined, memory, &setup->response[o]);
  if (quantity->what == STABILITY_INDEXED && output->index > setup->modes)
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': eigenvalue %g of %d (allowed: 1 to %d)",
                       study_output_place(config, output, "index"), output->name, output->index, setup->modes,
                       setup->modes);
  setup->wants_eigenvalues |= quantity->what != STABILITY_STATE || quantity->row == STABILITY_GROWTH ||
                              quantity->row == STABILITY_FREQUENCY;
  return CHATTER_OK;
}

chatter_status stability_plan_outputs(const study *config, const reduced_model *joined, arena *memory,
                                      stability_setup *setup) {
  const size_t n = (size_t)config->n_outputs + 1;
  setup->quantity = arena_allocate(memory, n * sizeof *setup->quantity);
  setup->response = arena_allocate(memory, n * sizeof *setup->response);
  if (!setup->quantity || !setup->response) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; o++) TRY(plan_output(config, o, joined, memory, setup));
  return CHATTER_OK;
}

static void describe(const output_config *output, const stability_quantity *quantity, char *text,
                     size_t size) {
  char direction[STUDY_NAME];
  study_direction_text(output->direction, direction, sizeof direction);
  if (quantity->what == STABILITY_INDEXED)
    snprintf(text, size, "%s %g", quantity->is.name, output->index);
  else if (quantity->what != STABILITY_RESPONSE)
    snprintf(text, size, "%s", quantity->is.name);
  else if (output->sum.n > 0)
    snprintf(text, size, "%s, sum of %d terms", quantity->is.name, output->sum.n);
  else
    snprintf(text, size, "%s at %.40s along %.40s", quantity->is.name, output->node, direction);
}

// Finds the first state row of an output, and the number of rows, every second one.
static int rows_of(const engine_layout *layout, int o, const output_config *output, int *n) {
  const stability_setup *setup = layout->setup;
  const stability_quantity *quantity = setup->quantity[o];
  *n = quantity->what == STABILITY_LIST ? setup->modes : 1;
  if (quantity->what == STABILITY_STATE) return quantity->row;
  if (quantity->what == STABILITY_LIST) return STABILITY_EIGENVALUES + quantity->row;
  if (quantity->what == STABILITY_INDEXED)
    return STABILITY_EIGENVALUES + 2 * ((int)output->index - 1) + quantity->row;
  return STABILITY_EIGENVALUES + 2 * setup->modes + o;
}

chatter_status stability_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out) {
  const stability_setup *setup = layout->setup;
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    char words[160];
    int width;
    const int row = rows_of(layout, o, output, &width);
    const size_t size[] = {(size_t)n, (size_t)width};
    describe(output, setup->quantity[o], words, sizeof words);
    double *value =
        result_set_add(out, output->name, RESULT_DOUBLE,
                       setup->quantity[o]->what == STABILITY_LIST ? "trajectory,eigenvalue" : "trajectory",
                       size, setup->quantity[o]->is.unit, words);
    if (!value) return CHATTER_DEVICE;
    for (long i = 0; i < n; i++)
      for (int k = 0; k < width; k++)
        value[i * width + k] = host->state[STATE_STATUS * host->stride + i] == TRAJECTORY_OK
                                   ? host->state[(row + 2L * k) * host->stride + i]
                                   : NAN;
  }
  return CHATTER_OK;
}
