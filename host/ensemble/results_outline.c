// Makes the outline of a run's results.
#include "ensemble/results_outline.h"

#include <stdio.h>
#include <string.h>

#include "ensemble/batch/batch_results.h"
#include "ensemble/engine.h"
#include "ensemble/observe/signal_outputs.h"
#include "ensemble/observe/output_checks.h"
#include "results/result_rows.h"
#include "results/statistics/statistics_wanted.h"
#include "study/file/key_place.h"
#include "study/samples/samples.h"
#include "study/study_kind.h"

typedef struct outline {
  const study *config;
  const samples *samples;
  long shard, n_shards;
  size_t n; // trajectories
  result_set *set;
} outline;

// Adds a variable, with as many ragged values as trajectories and one frequency of a grid.
static chatter_status add(const outline *self, const char *dims, const char *name, const char *units,
                          const char *words, const char *role) {
  const size_t size[2] = {self->n, 1};
  double *value = result_set_add(self->set, name, RESULT_DOUBLE, dims, size, units, words);
  if (!value) return CHATTER_DEVICE;
  for (size_t i = 0; i < self->n; i++) value[i] = (double)i;
  if (role) result_set_role(self->set, name, role);
  return CHATTER_OK;
}

static chatter_status add_parameters(const outline *self) {
  const samples *s = self->samples;
  for (int p = 0; p < s->n_parameters; p++) {
    double *value = batch_results_parameter(self->config, &s->parameters[p], self->n, self->set);
    if (!value) return CHATTER_DEVICE;
    for (size_t i = 0; i < self->n; i++)
      value[i] = s->value[(self->shard - 1 + (long)i * self->n_shards) * s->n_parameters + p];
  }
  return CHATTER_OK;
}

static chatter_status add_sizes(const outline *self, const char *dim) {
  size_t total;
  int *one = arena_allocate(self->set->memory, (self->n + 1) * sizeof *one);
  if (!one) return error_raise(CHATTER_DEVICE, "out of memory for the outline of results");
  for (size_t i = 0; i < self->n; i++) one[i] = 1;
  return result_set_add_row_sizes(self->set, dim, self->n, one, &total);
}

// Adds outputs with several values per trajectory, before all others.
static chatter_status add_ragged(void *to, const char *dims, const char *name, const char *units,
                                 const char *words, const char *compares) {
  const outline *self = to;
  (void)compares;
  if (strcmp(dims, "trajectory") == 0) return CHATTER_OK;
  if (!strchr(dims, ',') && !result_set_find(self->set, "row_size")) TRY(add_sizes(self, dims));
  return add(self, dims, name, units, words, NULL);
}

static chatter_status add_beside(void *to, const char *dims, const char *name, const char *units,
                                 const char *words, const char *compares) {
  const outline *self = to;
  if (result_set_find(self->set, name)) return CHATTER_OK;
  TRY(add(self, dims, name, units, words, RESULT_OUTPUT));
  if (compares) result_set_compares(self->set, name, compares, words);
  return CHATTER_OK;
}

// Lists the shard's trajectories whose time series any output stores: the coordinate `series`.
// Returns how many.
static size_t list_series(const outline *self, int *number) {
  size_t n = 0;
  for (long i = self->shard - 1; i < self->samples->n; i += self->n_shards) {
    if (!signals_chosen(self->config->n_outputs, self->config->outputs, i)) continue;
    if (number) number[n] = (int)i;
    n++;
  }
  return n;
}

static chatter_status add_series(const outline *self) {
  const size_t n = list_series(self, NULL);
  if (n == 0) return CHATTER_OK;
  int *number =
      result_set_add(self->set, "series", RESULT_INT, "series", &n, "1", "trajectory of time series");
  if (!number) return CHATTER_DEVICE;
  list_series(self, number);
  return CHATTER_OK;
}

static chatter_status add_companions(const outline *self, const output_config *o) {
  const study_companion *beside;
  for (int k = 0; (beside = study_companion_of(self->config, o, k)); k++) {
    char name[STUDY_NAME + 32];
    snprintf(name, sizeof name, "%s%s", o->name, beside->end);
    TRY(add(self, "trajectory", name, beside->unit, name, RESULT_DETAIL));
  }
  return CHATTER_OK;
}

// Adds a field with all its parts at size 1; only the run knows their sizes.
static chatter_status add_field(const outline *self, const output_config *o) {
  static const struct {
    const char *end, *dims; // each with the end of its name
    result_type type;
    size_t size[RESULT_DIMS];
  } parts[] = {{"", "series,%s_instant,%s_coordinate", RESULT_DOUBLE, {0, 1, 1}},
               {"_time", "series,%s_instant", RESULT_DOUBLE, {0, 1}},
               {"_basis", "%s_coordinate,%s_node,%s_component", RESULT_DOUBLE, {1, 1, 3}},
               {"_node", "%s_node", RESULT_INT, {1}},
               {"_position", "%s_node,%s_axis", RESULT_DOUBLE, {1, 3}},
               {"_cells", "%s_cell_entry", RESULT_INT, {1}}};
  const result_variable *series = result_set_find(self->set, "series");
  if (!series) return CHATTER_OK;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    char name[2 * STUDY_NAME], dims[4 * STUDY_NAME];
    size_t size[RESULT_DIMS];
    memcpy(size, parts[i].size, sizeof size);
    if (size[0] == 0) size[0] = series->size[0];
    snprintf(name, sizeof name, "%s%s", o->name, parts[i].end);
    snprintf(dims, sizeof dims, parts[i].dims, o->name, o->name, o->name);
    if (!result_set_add(self->set, name, parts[i].type, dims, size, "1", name)) return CHATTER_DEVICE;
    result_set_role(self->set, name, i ? RESULT_DETAIL : RESULT_FIELD);
  }
  return CHATTER_OK;
}

static chatter_status add_output(const outline *self, const output_config *o) {
  char units[STUDY_NAME];
  char dims[STUDY_NAME + 32] = "trajectory,window";
  size_t size[2] = {self->n, 1};
  signals_unit(o, units, sizeof units);
  if (result_set_find(self->set, o->name))
    return result_set_role(self->set, o->name, RESULT_OUTPUT), CHATTER_OK;
  if (study_is_field(o)) return add_field(self, o);
  // No figure shows a value for every point, and curves are not over trajectories alone.
  if (o->contact == OUTPUT_ALL_POINTS || o->is_curve) return CHATTER_OK;
  if (o->reduce < REDUCE_WINDOWS) {
    TRY(add(self, "trajectory", o->name, units, o->name, RESULT_OUTPUT));
    return add_companions(self, o);
  }
  if (o->reduce == REDUCE_SERIES) {
    const result_variable *series = result_set_find(self->set, "series");
    if (!series) return CHATTER_OK;
    snprintf(dims, sizeof dims, "series,%s_sample", o->name);
    size[0] = series->size[0];
  }
  if (!result_set_add(self->set, o->name, RESULT_DOUBLE, dims, size, units, o->name)) return CHATTER_DEVICE;
  result_set_role(self->set, o->name, RESULT_OUTPUT);
  return CHATTER_OK;
}

static chatter_status fill(outline *self) {
  if (!result_set_add(self->set, "trajectory", RESULT_INT, "trajectory", &self->n, "1", "number") ||
      !result_set_add(self->set, "status", RESULT_INT, "trajectory", &self->n, "1", "outcome"))
    return CHATTER_DEVICE;
  const engine *of_study = engine_find(self->config);
  if (!of_study) return CHATTER_BAD_STUDY;
  const engine_time time = engine_time_of(of_study, self->config);
  result_set_role(self->set, "status", RESULT_STATUS);
  TRY(add(self, "trajectory", "end_time", time.units, time.words, NULL));
  TRY(add(self, "trajectory", "steps", "1", "steps done", NULL));
  TRY(add_parameters(self));
  TRY(add_series(self));
  if (of_study->results.outline) TRY(of_study->results.outline(self->config, add_ragged, self));
  for (int o = 0; o < self->config->n_outputs; o++) TRY(add_output(self, &self->config->outputs[o]));
  return of_study->results.outline ? of_study->results.outline(self->config, add_beside, self) : CHATTER_OK;
}

chatter_status results_outline(const study *config, const samples *values, long shard, long n_shards,
                               result_set **out) {
  outline self = {.config = config, .samples = values, .shard = shard, .n_shards = n_shards};
  const engine *of_study = engine_find(config);
  *out = NULL;
  if (!of_study) return CHATTER_BAD_STUDY;
  TRY(outputs_check_names(of_study, config)); // names of the file's variables follow from them
  self.n = values->n < shard ? 0 : (size_t)((values->n - shard) / n_shards + 1);
  *out = self.set = result_set_create();
  if (!self.set) return CHATTER_DEVICE;
  const chatter_status status = fill(&self);
  if (status == CHATTER_OK) return CHATTER_OK;
  result_set_destroy(self.set);
  *out = NULL;
  return status;
}

chatter_status outline_check_statistics(const study *config, const samples *values) {
  result_set *set;
  if (!study_given(config, "statistics")) return CHATTER_OK;
  TRY(results_outline(config, values, 1, 1, &set));
  const chatter_status status = statistics_check_section(config, set);
  result_set_destroy(set);
  return status;
}
