// Computes statistics over an assembly.
#include "results/join/assembly_statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "results/read/own_study.h"
#include "results/result_set.h"
#include "results/statistics/output_statistics.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"
#include "study/samples/design.h"

// Rows of the trajectories of an assembly.
typedef struct trajectory_rows {
  const assembly *whole;
  assembly_reader *reader;
  const size_t *target;
  size_t n;
  unsigned char *is_ok; // [n]
} trajectory_rows;

static chatter_status gather_rows(const trajectory_rows *g, const result_variable *variable, void *block) {
  return assembly_read_rows(g->reader, variable, &g->whole->rows[ROWS_TRAJECTORY], g->target, 0, g->n, block,
                            NULL);
}

static const result_variable *find_status(const result_set *set) {
  for (int i = 0; i < set->n_variables; i++)
    if (result_variable_has_role(&set->variables[i], RESULT_STATUS) && set->variables[i].type == RESULT_INT)
      return &set->variables[i];
  return NULL;
}

// Finds the trajectories that ended well; one that no file holds did not.
static chatter_status find_ended_well(trajectory_rows *g) {
  const result_variable *variable = find_status(g->whole->layout);
  int *status;
  ALLOCATE(g->is_ok, g->n + 1);
  if (!variable) {
    memset(g->is_ok, 1, g->n);
    return CHATTER_OK;
  }
  ALLOCATE(status, g->n + 1);
  for (size_t i = 0; i < g->n; i++) status[i] = -1;
  const chatter_status gathered = gather_rows(g, variable, status);
  for (size_t i = 0; i < g->n; i++) g->is_ok[i] = status[i] == 0;
  memory_free(status);
  return gathered;
}

// Passes the values of one output to `use`.
static chatter_status use_values(const trajectory_rows *g, const result_variable *variable,
                                 chatter_status (*use)(const trajectory_rows *g,
                                                       const result_variable *variable, const double *value,
                                                       void *to),
                                 void *to) {
  const size_t size = g->n * result_row_items(variable);
  double *value;
  ALLOCATE(value, size + 1);
  for (size_t i = 0; i < size; i++) value[i] = (double)NAN;
  chatter_status status = gather_rows(g, variable, value);
  if (status == CHATTER_OK) status = use(g, variable, value, to);
  memory_free(value);
  return status;
}

static const char *const statistic_names[] = {[STATISTIC_MEAN] = "mean",
                                              [STATISTIC_DEVIATION] = "deviation",
                                              [STATISTIC_QUANTILE] = "quantile",
                                              [STATISTIC_EXCEEDANCE] = "exceedance",
                                              [STATISTIC_SOBOL_FIRST] = "sobol_first",
                                              [STATISTIC_SOBOL_TOTAL] = "sobol_total"};

// Adds a remark about a run that was to end when a statistic is known well enough.
static void note_until(const statistics_config *c, const ensemble_config *ensemble,
                       const output_statistics *of, size_t n, result_set *layout) {
  char text[400];
  snprintf(text, sizeof text, "%s of %.63s: ± %.6g after %zu trajectories of at most %.0f (wanted: ± %.6g)",
           statistic_names[c->until_statistic], c->until_output,
           output_statistics_half_width(of, statistic_names[c->until_statistic]), n,
           ensemble->count * (double)samples_group_size(ensemble), c->until_half_width);
  result_set_text(layout, "statistics_until", text);
}

typedef struct statistics_target {
  const study *config;
  const statistics_wanted *wanted;
  result_set *layout;
} statistics_target;

static chatter_status add_statistics_of_output(const trajectory_rows *g, const result_variable *variable,
                                               const double *value, void *to) {
  const statistics_target *self = to;
  output_statistics of;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for statistics");
  chatter_status status = output_statistics_make(self->wanted, variable, g->n, value, g->is_ok, memory, &of);
  if (status == CHATTER_OK) status = output_statistics_add_to_results(&of, self->layout);
  if (status == CHATTER_OK && strcmp(variable->name, self->config->statistics.until_output) == 0)
    note_until(&self->config->statistics, &self->config->ensemble, &of, g->n, self->layout);
  arena_destroy(memory);
  return status;
}

static chatter_status add_statistics_of_outputs(const study *config, trajectory_rows *g, result_set *layout) {
  const statistics_wanted wanted = statistics_wanted_by_study(config);
  statistics_target to = {config, &wanted, layout};
  TRY(find_ended_well(g));
  const result_set *own = g->whole->layout;
  for (int i = 0; i < own->n_variables; i++)
    if (statistics_are_wanted_of(&wanted, &own->variables[i]))
      TRY(use_values(g, &own->variables[i], add_statistics_of_output, &to));
  result_set_number(layout, "statistics_level", wanted.level);
  return CHATTER_OK;
}

// Returns 1 if the study may ask for statistics; most do not and need not be parsed for it.
static int may_want_statistics(const result_set *layout) {
  const char *text = result_set_find_text(layout, "study"), *set = result_set_find_text(layout, "overrides");
  return text && (strstr(text, "statistics") || (set && strstr(set, "statistics")));
}

chatter_status assembly_add_statistics(const assembly *self, assembly_reader *reader, const size_t *target,
                                       size_t n, result_set *layout) {
  trajectory_rows g = {.whole = self, .reader = reader, .target = target, .n = n};
  const int before = error_count();
  study config;
  if (n == 0 || !may_want_statistics(layout)) return CHATTER_OK;
  if (results_read_study(layout, "results", 0, NULL, &config) != CHATTER_OK) {
    error_keep(before);
    log_warning("no statistics: this version cannot read the study that the results were made by");
    return CHATTER_OK;
  }
  chatter_status status = CHATTER_OK;
  if (study_given(&config, "statistics")) status = add_statistics_of_outputs(&config, &g, layout);
  memory_free(g.is_ok);
  study_destroy(&config);
  return status;
}

typedef struct half_width_request {
  const study *config;
  double half_width;
} half_width_request;

static chatter_status measure_half_width(const trajectory_rows *g, const result_variable *variable,
                                         const double *value, void *to) {
  half_width_request *self = to;
  const statistics_wanted wanted = statistics_wanted_by_study(self->config);
  output_statistics of;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for statistics");
  const chatter_status status =
      output_statistics_make_after(&wanted, variable, g->n, value, g->is_ok, 1, &g->n, memory, &of);
  if (status == CHATTER_OK)
    self->half_width =
        output_statistics_half_width(&of, statistic_names[self->config->statistics.until_statistic]);
  arena_destroy(memory);
  return status;
}

static chatter_status find_half_width(trajectory_rows *g, half_width_request *to) {
  const char *name = to->config->statistics.until_output;
  const statistics_wanted wanted = statistics_wanted_by_study(to->config);
  const result_variable *variable = result_set_find(g->whole->layout, name);
  if (!variable || !statistics_are_wanted_of(&wanted, variable))
    return error_raise(CHATTER_BAD_STUDY, "%s: the results have no numbers '%s' of every trajectory",
                       study_place(to->config, "statistics.until.output"), name);
  TRY(find_ended_well(g));
  return use_values(g, variable, measure_half_width, to);
}

chatter_status assembly_half_width(const assembly *self, const study *config, size_t n, double *half_width) {
  trajectory_rows g = {.whole = self, .n = n};
  half_width_request to = {.config = config, .half_width = (double)NAN};
  size_t *target;
  const row_map *rows = &self->rows[ROWS_TRAJECTORY];
  ALLOCATE(target, rows->n_runs + 1);
  for (size_t i = 0; i < rows->n_runs; i++) target[i] = rows->runs[i].first;
  g.target = target;
  chatter_status status = assembly_reader_create(self, &g.reader);
  if (status == CHATTER_OK) status = find_half_width(&g, &to);
  *half_width = to.half_width;
  assembly_reader_destroy(g.reader);
  memory_free(g.is_ok);
  memory_free(target);
  return status;
}
