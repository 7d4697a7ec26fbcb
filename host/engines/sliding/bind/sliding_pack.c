// Signals of outputs, kernel sizes, the packed model and tables.
#include "engines/sliding/bind/sliding_pack.h"

#include <stdio.h>
#include <string.h>

#include "base/dot.h"
#include "engines/sliding/bind/sliding_bind.h"
#include "engines/sliding/bind/sliding_time.h"
#include "engines/sliding/pair/bodies.h"
#include "engines/sliding/sliding_engine.h"
#include "engines/sliding/study/sliding_kind.h"
#include "ensemble/observe/field_outputs.h"
#include "kernels/sliding/sliding_layout.h"
#include "model/model.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

// Finds the body of an output's row; all of its terms belong to one body.
static chatter_status find_side(const study *config, const output_config *output, sliding_side *out) {
  response_term single;
  const response_sum sum = study_output_terms(output, &single);
  *out = (sliding_side){0};
  for (int t = 0; t < sum.n; t++) {
    const char *place = study_output_place(config, output, output->sum.n > 0 ? "sum" : "node"), *rest;
    int body;
    TRY(bodies_split(sum.term[t].node, place, &body, &rest));
    if (t > 0 && body != out->body)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: a sum has terms of both bodies; allowed: nodes of one of them", place);
    out->body = body;
    if (body == BODY_SLIDER) out->rigid += sum.term[t].weight * sum.term[t].direction[0];
  }
  return CHATTER_OK;
}

static chatter_status find_response(const study *config, const output_config *output,
                                    const reduced_model *joined, arena *memory, sliding_setup *setup,
                                    int *index) {
  sliding_side side;
  TRY(find_side(config, output, &side));
  TRY(reduced_find_row(config, output, joined, memory, setup->response, &setup->n_responses, index));
  setup->side[*index] = side;
  return CHATTER_OK;
}

static chatter_status plan_outputs(const study *config, const engine_layout *layout, sliding_setup *setup) {
  arena *memory = layout->memory;
  const size_t room = (size_t)config->n_outputs + 1;
  setup->response = arena_allocate(memory, room * sizeof *setup->response);
  setup->side = arena_allocate(memory, room * sizeof *setup->side);
  setup->signals.signal = arena_allocate(memory, room * sizeof *setup->signals.signal);
  setup->signal = arena_allocate(memory, room * sizeof *setup->signal);
  if (!setup->response || !setup->side || !setup->signals.signal || !setup->signal)
    return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    const sliding_quantity *quantity = sliding_quantity_of(output);
    int index = 0;
    if (!quantity)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': this quantity does not belong to a sliding study",
                         study_output_place(config, output, "quantity"), output->name);
    if (quantity->is.place == QUANTITY_OF_NODE)
      TRY(find_response(config, output, layout->reduced, memory, setup, &index));
    if (study_is_field(output)) continue;
    setup->moved |= quantity->signal == SLIDE_VELOCITY || quantity->signal == SLIDE_ACCELERATION;
    setup->signal[o] = signals_want(&setup->signals, quantity->signal, index, output);
  }
  return signals_place(&setup->signals,
                       layout->series_step > 0 ? layout->series_step : sliding_of(config)->step,
                       sliding_recorded(config), sliding_of(config)->windows);
}

// Returns the roughness kind: noise if one trajectory may have some.
static int roughness_of_kind(const study *config, const sliding_setup *setup) {
  if (setup->rough.n > 0) return ROUGHNESS_FILE;
  if (roughness_of(config)->drive[0]) return ROUGHNESS_DRIVE;
  const int varies = study_varies(config, "roughness.deviation");
  return roughness_of(config)->deviation > 0 || varies ? ROUGHNESS_NOISE : ROUGHNESS_NONE;
}

static chatter_status find_roughness(const study *config, arena *memory, sliding_setup *setup) {
  const roughness_config *r = roughness_of(config);
  const double duration = sliding_of(config)->duration;
  char path[MODEL_PATH];
  TRY(drives_plan(config, memory, &setup->drives, &setup->drive_numbers));
  if (!r->file[0]) return CHATTER_OK;
  model_file_path(config->path, r->file, path);
  return roughness_read(path, duration, study_place(config, "roughness.file"), memory, &setup->rough);
}

static void set_sizes(const study *config, const engine_layout *layout, kernel_sizes *sizes) {
  const sliding_setup *setup = layout->setup;
  int *dim = sizes->dim;
  *sizes = (kernel_sizes){.kind = &kernel_sliding};
  dim[DIM_SLIDER_MODES] = setup->pair.n_slider;
  dim[DIM_TARGET_MODES] = setup->pair.n_target;
  dim[DIM_POLYLINE_NODES] = setup->pair.n_nodes;
  dim[DIM_SLIDE_RESPONSES] = setup->n_responses;
  dim[DIM_SLIDE_SIGNALS] = setup->signals.n;
  dim[DIM_SLIDE_ACCUMULATOR_ROWS] = setup->signals.n_accumulators;
  dim[DIM_SLIDE_WINDOW_VALUES] = setup->signals.window_values;
  dim[DIM_SLIDE_SERIES_SIZE] = setup->signals.series_values > 0 ? (int)layout->series_values : 0;
  dim[DIM_SLIDE_FILTERS] = setup->signals.n_filters;
  dim[DIM_SLIDE_RESPONSE_RATES] = setup->moved;
  dim[DIM_ROUGHNESS_KIND] = roughness_of_kind(config, setup);
  dim[DIM_ROUGHNESS_SAMPLES] = (int)setup->rough.n;
  dim[DIM_GUIDE_IS_DRIVEN] = guide_is_driven(config);
  dim[DIM_SLIDE_DRIVE_NUMBERS] =
      dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_DRIVE || dim[DIM_GUIDE_IS_DRIVEN] ? (int)setup->drive_numbers : 0;
}

// Packs Φ Φᵀ of the four rows of each element and of the two of C: the compliance under the contact
// force (Brunetti et al. 2021, equation 32).
static void pack_gram(const contact_pair *pair, double *elements, double *contact) {
  const int slider = pair->n_slider, all = pair->n_modes;
  for (int e = 0; e + 1 < pair->n_nodes; e++)
    for (int i = 0; i < 4; i++)
      for (int j = i; j < 4; j++)
        *elements++ =
            dot(all - slider, pair_row(pair, 2 + 2 * e + i) + slider, pair_row(pair, 2 + 2 * e + j) + slider);
  for (int i = 0; i < 2; i++)
    for (int j = i; j < 2; j++) *contact++ = dot(slider, pair_row(pair, i), pair_row(pair, j));
}

static void pack_response_rows(const reduced_model *joined, const sliding_setup *setup, double *rows,
                               double *rigid) {
  for (int y = 0; y < setup->n_responses; y++, rows += joined->n_modes) {
    const reduced_row *response = &setup->response[y];
    rigid[y] = setup->side[y].rigid;
    for (int t = 0; t < response->n; t++)
      for (int k = 0; k < joined->n_modes; k++)
        rows[k] += response->weight[t] * joined->phi_y[(long)response->index[t] * joined->n_modes + k];
  }
}

static void pack_model(const reduced_model *joined, const sliding_setup *setup, const int *dim, double *to) {
  const contact_pair *pair = &setup->pair;
  const size_t number = sizeof *to;
  const int n = pair->n_modes, slider = pair->n_slider, target = pair->n_target;
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_DAMPING), pair->damping, (size_t)n * number);
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_OMEGA2), pair->omega2, (size_t)n * number);
  for (int i = 0; i < 2; i++)
    memcpy(to + sliding_model_at(dim, SLIDE_MODEL_CONTACT) + (long)i * slider, pair_row(pair, i),
           (size_t)slider * number);
  for (int i = 0; i < 2 * pair->n_nodes; i++)
    memcpy(to + sliding_model_at(dim, SLIDE_MODEL_NODES) + (long)i * target, pair_row(pair, 2 + i) + slider,
           (size_t)target * number);
  pack_gram(pair, to + sliding_model_at(dim, SLIDE_MODEL_GRAM),
            to + sliding_model_at(dim, SLIDE_MODEL_GRAM_CONTACT));
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_POSITION), pair->position,
         (size_t)(1 + pair->n_nodes) * 2 * number);
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_ARC), pair->arc, (size_t)pair->n_nodes * number);
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_PRELOAD), pair->preload, (size_t)slider * number);
  memcpy(to + sliding_model_at(dim, SLIDE_MODEL_DRAG), pair->drag, (size_t)slider * number);
  if (dim[DIM_GUIDE_IS_DRIVEN])
    memcpy(to + sliding_model_at(dim, SLIDE_MODEL_INERTIA), pair->inertia, (size_t)slider * number);
  pack_response_rows(joined, setup, to + sliding_model_at(dim, SLIDE_MODEL_RESPONSE),
                     to + sliding_model_at(dim, SLIDE_MODEL_RIGID_RESPONSE));
  if (setup->rough.n > 0)
    memcpy(to + sliding_model_at(dim, SLIDE_MODEL_ROUGHNESS), setup->rough.model,
           ((size_t)setup->rough.n + 2) * number);
}

static void pack_drives(const study *config, engine_layout *layout) {
  const sliding_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  if (dim[DIM_SLIDE_DRIVE_NUMBERS] > 0)
    drives_pack(config->n_drives, config->drives, setup->drives,
                layout->model + sliding_model_at(dim, SLIDE_MODEL_DRIVES));
  if (dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_DRIVE) {
    const drive_use use = sliding_roughness_use(config);
    drive_use_pack(config->drives, setup->drives, &use, 0,
                   layout->tables + sliding_roughness_layout(dim).drive.table);
  }
  if (dim[DIM_GUIDE_IS_DRIVEN]) {
    const drive_use use = guide_use(config);
    drive_use_pack(config->drives, setup->drives, &use, 0, layout->tables + sliding_guide_table(dim));
  }
}

static chatter_status pack(const study *config, const reduced_model *joined, engine_layout *layout) {
  const sliding_setup *setup = layout->setup;
  set_sizes(config, layout, &layout->sizes);
  const int *dim = layout->sizes.dim;
  layout->n_model = sliding_n_model(dim);
  layout->n_tables = sliding_n_tables(dim);
  layout->n_state = sliding_n_state(dim);
  layout->n_parameters = sliding_n_parameters(dim) + setup->signals.n_parameters;
  layout->n_windows = setup->signals.n_windows;
  layout->n_window_rows = (long)setup->signals.n_windows * setup->signals.window_values;
  layout->flops_per_step = sliding_flops(dim) + 2.0 * sliding_n_modes(dim) * dim[DIM_SLIDE_RESPONSES];
  layout->bytes_per_trajectory = 8.0 * ((double)layout->n_state + (double)layout->n_window_rows);
  layout->scratch_bytes = pair_scratch(&setup->pair) + 2 * (size_t)setup->pair.n_modes * sizeof(double);
  layout->model = arena_allocate(layout->memory, ((size_t)layout->n_model + 1) * sizeof *layout->model);
  layout->tables = arena_allocate(layout->memory, ((size_t)layout->n_tables + 1) * sizeof *layout->tables);
  if (!layout->model || !layout->tables) return error_raise(CHATTER_DEVICE, "out of memory");
  pack_model(joined, setup, dim, layout->model);
  pack_drives(config, layout);
  signals_write(&setup->signals, sliding_n_parameters(dim), layout->tables + sliding_signal_table(dim, 0));
  layout->tables[sliding_window_count_at(dim)] = setup->signals.n_windows;
  for (int y = 0; y < setup->n_responses; y++)
    layout->tables[sliding_response_table(dim, y)] =
        setup->side[y].body == BODY_SLIDER ? SLIDE_OF_SLIDER : SLIDE_OF_TARGET;
  return CHATTER_OK;
}

chatter_status sliding_prepare(const study *config, const reduced_model *joined, engine_layout *layout) {
  sliding_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->setup = setup;
  layout->reduced = joined;
  setup->windows = sliding_of(config)->windows;
  TRY(contact_pair_of_model(joined, layout->memory, &setup->pair));
  TRY(sliding_check_time(config, joined, &setup->pair));
  TRY(plan_outputs(config, layout, setup));
  TRY(find_roughness(config, layout->memory, setup));
  layout->series_values = setup->signals.series_values;
  TRY(fields_plan(config, layout, sliding_recorded(config), &layout->series_values));
  return pack(config, joined, layout);
}
