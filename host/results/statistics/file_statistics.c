// Reads a results file and computes its statistics.
#include "results/statistics/file_statistics.h"

#include <string.h>

#include "base/log.h"
#include "results/read/own_study.h"
#include "results/result_set.h"
#include "results/results_file.h"
#include "study/file/storage.h"

static chatter_status refuse_part(const result_set *results, const char *path, size_t n) {
  const char *shard = result_set_find_text(results, "shard");
  const result_attribute *total = result_set_find_attribute(results, "trajectories_total");
  if (shard)
    return error_raise(CHATTER_IO,
                       "%s: is shard %s of an ensemble, whose statistics are those of all shards; "
                       "put them together with chatter merge first",
                       path, shard);
  if (n == 0) return error_raise(CHATTER_IO, "%s: holds no trajectories", path);
  if (total && !total->text && total->number > (double)n)
    return error_raise(CHATTER_IO, "%s: holds %zu of %.0f trajectories", path, n, total->number);
  return CHATTER_OK;
}

static chatter_status find_ok(file_statistics *self, unsigned char **out) {
  const result_variable *trajectory = result_set_find(self->results, "trajectory");
  self->n = trajectory && trajectory->n_dims == 1 ? trajectory->size[0] : 0;
  *out = arena_allocate(self->memory, self->n + 1);
  if (!*out) return error_raise(CHATTER_DEVICE, "out of memory for statistics");
  memset(*out, 1, self->n);
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *v = &self->results->variables[i];
    if (!result_variable_has_role(v, RESULT_STATUS) || v->type != RESULT_INT ||
        result_row_count(v) != self->n)
      continue;
    for (size_t t = 0; t < self->n; t++) (*out)[t] = ((const int *)v->data)[t] == 0;
  }
  return CHATTER_OK;
}

// Reads the study. For a file without one, or with one that this version cannot read, defaults
// apply.
static chatter_status read_study(file_statistics *self, const char *path) {
  const int before = error_count(), is_there = result_set_find_text(self->results, "study") != NULL;
  if (is_there)
    self->has_study = results_read_study(self->results, path, 0, NULL, &self->config) == CHATTER_OK;
  error_keep(before);
  if (is_there && !self->has_study)
    log_warning("%s: this version cannot read its study: every trajectory counts by itself, with the usual "
                "quantiles",
                path);
  self->wanted = statistics_wanted_by_study(self->has_study ? &self->config : NULL);
  if (self->has_study && self->config.ensemble.design == DESIGN_GRID)
    log_warning("%s: the points of a grid are no random sample: intervals and smaller counts mean little",
                path);
  if (self->n % self->wanted.group == 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: %zu trajectories are no whole groups of %zu", path, self->n,
                     self->wanted.group);
}

static chatter_status make_all(file_statistics *self, const unsigned char *is_ok, const char *path) {
  const result_set *r = self->results;
  self->outputs = arena_allocate(self->memory, sizeof *self->outputs * (size_t)(r->n_variables + 1));
  if (!self->outputs) return error_raise(CHATTER_DEVICE, "out of memory for statistics");
  for (int i = 0; i < r->n_variables; i++) {
    const result_variable *v = &r->variables[i];
    if (!statistics_are_wanted_of(&self->wanted, v)) continue;
    TRY(output_statistics_make(&self->wanted, v, self->n, v->data, is_ok, self->memory,
                               &self->outputs[self->n_outputs++]));
  }
  if (self->n_outputs > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: holds no output with numbers of every trajectory", path);
}

chatter_status file_statistics_read(const char *path, file_statistics *out) {
  unsigned char *is_ok = NULL;
  *out = (file_statistics){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for statistics");
  TRY(results_read(path, &out->results));
  TRY(find_ok(out, &is_ok));
  TRY(refuse_part(out->results, path, out->n));
  TRY(read_study(out, path));
  return make_all(out, is_ok, path);
}

void file_statistics_release(file_statistics *self) {
  if (self->has_study) study_destroy(&self->config);
  result_set_destroy(self->results);
  arena_destroy(self->memory);
}
