// Sizes and tables of an assembly: free, held and driven freedoms, the order of the unknowns, and
// the signals of outputs.
#include "engines/beams/bind/beams_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/beams/beams_mesh.h"
#include "base/text.h"
#include "engines/beams/beams_engine.h"
#include "engines/beams/bind/beams_equilibrium.h"
#include "engines/beams/bind/beams_order.h"
#include "engines/beams/study/beams_kind.h"
#include "ensemble/observe/field_outputs.h"
#include "study/file/key_place.h"
#include "study/schema/schema_words.h"

int beams_legs_count(const study *config) {
  const int n = loading_of(config)->path.n;
  return n > 0 ? n : 1;
}

double beams_increments(const study *config) {
  return loading_of(config)->increments * beams_legs_count(config);
}
double beams_recorded(const study *config) {
  const double steps = beams_increments(config), record = loading_of(config)->record;
  return record > 0 && record < steps ? record : steps;
}

static int freedom_at(const study *config, const beams_setup *setup, const char *beam, const char *at) {
  const int which = beams_find(config, beam);
  return 6 * (setup->first[which] + beams_node(at, setup->elements[which]));
}

static chatter_status plan_beams(const study *config, arena *memory, beams_setup *setup) {
  setup->n_beams = beams_count(config);
  setup->first = arena_allocate(memory, ((size_t)setup->n_beams + 1) * sizeof(int));
  setup->elements = arena_allocate(memory, ((size_t)setup->n_beams + 1) * sizeof(int));
  if (!setup->first || !setup->elements) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int b = 0; b < setup->n_beams; b++) {
    setup->first[b] = setup->n_nodes, setup->elements[b] = (int)beam_at(config, b)->elements;
    setup->n_nodes += setup->elements[b] + 1, setup->n_elements += setup->elements[b];
    if (setup->elements[b] + 1 > setup->most_nodes) setup->most_nodes = setup->elements[b] + 1;
  }
  return CHATTER_OK;
}

static void hold(const study *config, const beams_setup *setup, int *kind) {
  for (int i = 0; i < supports_count(config); i++) {
    const support_config *s = support_at(config, i);
    const int first = freedom_at(config, setup, s->of, s->at);
    char words[STUDY_NAME], *rest = words;
    strcpy(words, s->fix);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
      for (int c = 0; c < 6; c++)
        if (strcmp(word, "all") == 0 || schema_word_index(beam_freedoms, word) == c)
          kind[first + c] = FREEDOM_HELD;
  }
}

// Plans driven freedoms and loads; a freedom that is held or driven twice is refused.
static chatter_status load(const study *config, beams_setup *setup, int *kind) {
  for (int i = 0; i < beam_loads_count(config); i++) {
    const beam_load_config *l = beam_load_at(config, i);
    const int freedom = freedom_at(config, setup, l->of, l->at) + l->along;
    char place[STUDY_PATH], key[STUDY_PATH];
    snprintf(place, sizeof place, "loads.%d", i);
    snprintf(key, sizeof key, "loads.%d.force", i);
    const int pushes = study_given(config, key);
    if (kind[freedom] != FREEDOM_FREE)
      return error_raise(CHATTER_BAD_STUDY, "%s: this freedom is %s already", study_place(config, place),
                         kind[freedom] == FREEDOM_HELD ? "held by a support" : "moved by another load");
    if (pushes)
      setup->loaded_by[setup->n_loaded] = i, setup->loaded[setup->n_loaded++] = freedom;
    else
      kind[freedom] = FREEDOM_DRIVEN, setup->driven_by[setup->n_driven] = i,
      setup->driven[setup->n_driven++] = freedom;
  }
  return CHATTER_OK;
}

static chatter_status plan_freedoms(const study *config, arena *memory, beams_setup *setup) {
  const size_t n = 6 * (size_t)setup->n_nodes, loads = (size_t)beam_loads_count(config) + 1;
  int *kind = arena_allocate(memory, n * sizeof(int));
  int *place = arena_allocate(memory, (size_t)setup->n_nodes * sizeof *place);
  setup->unknown = arena_allocate(memory, n * sizeof(int)),
  setup->freedom = arena_allocate(memory, n * sizeof(int));
  setup->driven = arena_allocate(memory, loads * sizeof(int)),
  setup->driven_by = arena_allocate(memory, loads * sizeof(int));
  setup->loaded = arena_allocate(memory, loads * sizeof(int)),
  setup->loaded_by = arena_allocate(memory, loads * sizeof(int));
  if (!kind || !place || !setup->unknown || !setup->freedom || !setup->driven || !setup->driven_by ||
      !setup->loaded || !setup->loaded_by)
    return error_raise(CHATTER_DEVICE, "out of memory");
  hold(config, setup, kind);
  TRY(load(config, setup, kind));
  TRY(beams_order(config, setup, memory, place));
  for (int i = 0; i < setup->n_nodes; i++)
    for (int c = 0; c < 6; c++) {
      const int freedom = 6 * place[i] + c;
      setup->unknown[freedom] = -1;
      if (kind[freedom] == FREEDOM_FREE)
        setup->freedom[setup->n_free] = freedom, setup->unknown[freedom] = setup->n_free++;
    }
  for (int d = 0; d < setup->n_driven; d++) setup->unknown[setup->driven[d]] = -2 - d;
  if (setup->n_free == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: nothing can move: every freedom is held",
                       study_place(config, "supports"));
  return CHATTER_OK;
}

// Finds the index of "beam.node" of an output.
static chatter_status displacement_index(const study *config, const beams_setup *setup,
                                         const output_config *output, int *index) {
  char beam[STUDY_NAME];
  const char *dot = strchr(output->node, '.');
  int axis = -1, which = -1, node = -1;
  if (dot) {
    snprintf(beam, sizeof beam, "%.*s", (int)(dot - output->node), output->node);
    which = beams_find(config, beam);
    if (which >= 0) node = beams_node(dot + 1, setup->elements[which]);
  }
  if (node < 0 || output->sum.n > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': '%s' is no node of a beam (allowed: NAME.start, NAME.middle, "
                       "NAME.end, NAME.NUMBER)",
                       study_output_place(config, output, "node"), output->name, output->node);
  for (int c = 0; c < 3; c++)
    if (output->direction[c] == 1) axis = c;
  if (axis < 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': the direction is an axis (allowed: x, y, z)",
                       study_output_place(config, output, "direction"), output->name);
  *index = 3 * (setup->first[which] + node) + axis;
  return CHATTER_OK;
}

static chatter_status output_index(const study *config, const beams_setup *setup, const output_config *output,
                                   const beams_quantity *quantity, int *index) {
  const int zones = beam_zones_count(config), pairs = (int)beam_contact_config_of(config)->pairs;
  const int count = (int)output->index > 0 ? (int)output->index : 1;
  if (quantity->is.place == QUANTITY_OF_NODE) return displacement_index(config, setup, output, index);
  if (quantity->signal == BEAMS_REACTION_OF_FREEDOM) {
    *index = count - 1;
    if (count <= setup->n_driven) return CHATTER_OK;
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': there are %d moved freedoms (allowed: 1 to %d)",
                       study_output_place(config, output, "index"), output->name, setup->n_driven,
                       setup->n_driven);
  }
  if (quantity->is.place != QUANTITY_OF_POINT) return CHATTER_OK;
  if (!(output->contact >= 0 && output->contact < zones))
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': %d pairs of beams may touch (allowed: 0 to %d)",
                       study_output_place(config, output, "contact"), output->name, zones, zones - 1);
  if (quantity->is.flags & QUANTITY_COUNTED && count > pairs)
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': there %s of points (allowed: 1 to %d%s)",
                       study_output_place(config, output, "index"), output->name,
                       pairs == 1   ? "is 1 pair"
                       : pairs == 3 ? "are 3 pairs"
                                    : "are 5 pairs",
                       pairs,
                       pairs == 5   ? ""
                       : count <= 3 ? "; beam_contact.pairs: 3 or 5, in every row of an input, have it"
                                    : "; beam_contact.pairs: 5, in every row of an input, has it");
  *index = (int)output->contact;
  if (quantity->is.flags & QUANTITY_COUNTED)
    *index = (*index * ZONE_MAX_PAIRS + count - 1) * 2 + quantity->second;
  return CHATTER_OK;
}

static chatter_status plan_outputs(const study *config, arena *memory, beams_setup *setup) {
  const size_t room = (size_t)config->n_outputs + 1;
  setup->signals.signal = arena_allocate(memory, room * sizeof *setup->signals.signal);
  setup->signal = arena_allocate(memory, room * sizeof *setup->signal);
  if (!setup->signals.signal || !setup->signal) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    const beams_quantity *quantity = beams_quantity_of(output);
    int index = 0;
    if (study_is_field(output)) continue;
    if (!quantity)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': this quantity does not belong to a study of beams",
                         study_output_place(config, output, "quantity"), output->name);
    TRY(output_index(config, setup, output, quantity, &index));
    setup->signal[o] = signals_want(&setup->signals, quantity->signal, index, output);
  }
  return signals_place(&setup->signals, 1, beams_increments(config), loading_of(config)->windows);
}

static void set_sizes(const study *config, const engine_layout *layout, kernel_sizes *sizes) {
  const beams_setup *setup = layout->setup;
  int *dim = sizes->dim;
  *sizes = (kernel_sizes){.kind = &kernel_beams};
  dim[DIM_BEAMS] = setup->n_beams;
  dim[DIM_BEAM_NODES] = setup->n_nodes;
  dim[DIM_BEAM_ELEMENTS] = setup->n_elements;
  dim[DIM_BEAM_UNKNOWNS] = setup->n_free;
  dim[DIM_BEAM_DRIVEN_FREEDOMS] = setup->n_driven;
  dim[DIM_BEAM_LOADED_FREEDOMS] = setup->n_loaded;
  dim[DIM_CONTACT_ZONES] = beam_zones_count(config);
  dim[DIM_PAIRS_PER_ZONE] = (int)beam_contact_config_of(config)->pairs;
  dim[DIM_MAX_BEAM_NODES] = setup->most_nodes;
  dim[DIM_LOAD_LEGS] = beams_legs_count(config);
  dim[DIM_BEAM_SIGNALS] = setup->signals.n;
  dim[DIM_BEAM_ACCUMULATOR_ROWS] = setup->signals.n_accumulators;
  dim[DIM_BEAM_WINDOW_VALUES] = setup->signals.window_values;
  dim[DIM_BEAM_SERIES_SIZE] = setup->signals.series_values > 0 ? (int)layout->series_values : 0;
}

static void pack_contact_reach(const beams_setup *setup, const int *dim, int *tables) {
  int *reach = tables + beams_reach_table(dim, 0);
  for (int b = 0; b < setup->n_beams; b++)
    for (int e = 0; e < setup->elements[b]; e++) {
      const int first = 6 * (setup->first[b] + e);
      for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
          const int k = setup->unknown[first + i], other = setup->unknown[first + j];
          if (k >= 0 && other + 1 > reach[k]) reach[k] = other + 1;
        }
    }
  for (int k = 1; k < setup->n_free; k++)
    if (reach[k] < reach[k - 1]) reach[k] = reach[k - 1];
  for (int k = 0, row = 0; k < setup->n_free; k++) {
    while (reach[row] <= k) row++;
    tables[beams_start_table(dim, k)] = row;
  }
}

static void pack(const study *config, const beams_setup *setup, const int *dim, int *tables) {
  signals_write(&setup->signals, beams_n_parameters(dim), tables + beams_signal_table(dim, 0));
  tables[beams_window_count_at(dim)] = setup->signals.n_windows;
  int element = 0;
  for (int b = 0; b < setup->n_beams; b++) {
    int *beam = tables + beams_beam_table(dim, b);
    beam[BEAM_FIRST_NODE] = setup->first[b], beam[BEAM_N_NODES] = setup->elements[b] + 1;
    beam[BEAM_FIRST_ELEMENT] = element, element += setup->elements[b];
  }
  for (int z = 0; z < dim[DIM_CONTACT_ZONES]; z++) beam_zone_at(config, z, tables + beams_zone_table(dim, z));
  for (int f = 0; f < 6 * setup->n_nodes; f++) tables[beams_unknown_table(dim, f)] = setup->unknown[f];
  for (int d = 0; d < setup->n_driven; d++) tables[beams_driven_freedom_table(dim, d)] = setup->driven[d];
  for (int l = 0; l < setup->n_loaded; l++) tables[beams_loaded_freedom_table(dim, l)] = setup->loaded[l];
  for (int k = 0; k < setup->n_free; k++) tables[beams_freedom_table(dim, k)] = setup->freedom[k];
  pack_contact_reach(setup, dim, tables);
}

// Estimates the operations of an increment of about three solves: elimination within the skyline,
// elements, zones in contact.
static double increment_flops(const int *dim, const int *tables) {
  double solve = 0;
  for (int k = 0; k < dim[DIM_BEAM_UNKNOWNS]; k++) {
    const double wide = tables[beams_reach_table(dim, k)] - k;
    solve += 2 * wide * wide;
  }
  return 3.5 *
         (solve + 8e3 * dim[DIM_BEAM_ELEMENTS] + 3e4 * dim[DIM_CONTACT_ZONES] * dim[DIM_PAIRS_PER_ZONE]);
}

chatter_status beams_prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  beams_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  (void)reduced;
  layout->setup = setup;
  TRY(plan_beams(config, layout->memory, setup));
  TRY(plan_freedoms(config, layout->memory, setup));
  TRY(plan_outputs(config, layout->memory, setup));
  layout->series_values = setup->signals.series_values;
  TRY(beams_mesh(config, layout));
  TRY(fields_plan(config, layout, beams_recorded(config), &layout->series_values));
  set_sizes(config, layout, &layout->sizes);
  const int *dim = layout->sizes.dim;
  layout->n_tables = beams_n_tables(dim);
  layout->n_state = beams_n_state(dim);
  layout->n_parameters = beams_n_parameters(dim) + setup->signals.n_parameters;
  layout->n_windows = setup->signals.n_windows;
  layout->n_window_rows = (long)setup->signals.n_windows * setup->signals.window_values;
  layout->tables = arena_allocate(layout->memory, ((size_t)layout->n_tables + 1) * sizeof *layout->tables);
  if (!layout->tables) return error_raise(CHATTER_DEVICE, "out of memory");
  pack(config, setup, dim, layout->tables);
  layout->flops_per_step = increment_flops(dim, layout->tables);
  layout->bytes_per_trajectory = 8.0 * (double)layout->n_state;
  layout->scratch_bytes = beams_room(setup) * sizeof(double);
  return CHATTER_OK;
}
