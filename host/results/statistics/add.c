// Statistics as variables of results: NAME_mean, NAME_mean_low, NAME_mean_high over the dimensions
// statistics_count, what the statistic lies along, and the output's own.
#include <stdio.h>
#include <string.h>

#include "results/statistics/output_statistics.h"

#define COUNTS "statistics_count"

// "limit" and "bin" are of one output.
static void name_axis(const output_statistics *self, const char *axis, char *text, size_t size) {
  const int is_common = strncmp(axis, "statistics_", 11) == 0;
  snprintf(text, size, "%s%s%s", is_common ? "" : self->output->name, is_common ? "" : "_", axis);
}

static chatter_status add_counts(const output_statistics *self, result_set *to) {
  if (result_set_find(to, COUNTS)) return CHATTER_OK;
  int *count = result_set_add(to, COUNTS, RESULT_INT, COUNTS, &self->n_counts, "1",
                              "trajectories that statistics are made of, from the first on");
  if (!count) return CHATTER_DEVICE;
  for (size_t i = 0; i < self->n_counts; i++) count[i] = (int)self->counts[i];
  result_set_role(to, COUNTS, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_places(const char *name, size_t n, const double *at, const char *unit,
                                 const char *words, result_set *to) {
  if (result_set_find(to, name)) return CHATTER_OK;
  double *place = result_set_add(to, name, RESULT_DOUBLE, name, &n, unit, words);
  if (!place) return CHATTER_DEVICE;
  memcpy(place, at, n * sizeof *at);
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_inputs(const statistic *s, const char *name, result_set *to) {
  if (result_set_find(to, name)) return CHATTER_OK;
  char **text = result_set_add(to, name, RESULT_STRING, name, &s->n, "", s->axis_words);
  if (!text) return CHATTER_DEVICE;
  for (size_t i = 0; i < s->n; i++)
    if (!(text[i] = arena_string(to->memory, s->input[i].path)))
      return error_raise(CHATTER_DEVICE, "out of memory for the names of inputs");
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_axis(const output_statistics *self, const statistic *s, result_set *to) {
  char name[2 * RESULT_NAME];
  const char *const unit = self->output->units;
  if (!s->axis) return CHATTER_OK;
  name_axis(self, s->axis, name, sizeof name);
  if (s->input) return add_inputs(s, name, to);
  TRY(add_places(name, s->n, s->at, strcmp(s->axis, "statistics_probability") == 0 ? "1" : unit,
                 s->axis_words, to));
  if (strcmp(s->axis, "bin") != 0) return CHATTER_OK;
  name_axis(self, "edge", name, sizeof name);
  return add_places(name, self->n_edges, self->edges, unit, "edges of the bins", to);
}

// One of value, low and high.
static chatter_status add_part(const output_statistics *self, const statistic *s, const char *end,
                               const double *data, const char *words, result_set *to) {
  const result_variable *of = self->output;
  char name[2 * RESULT_NAME], dims[(RESULT_DIMS + 1) * RESULT_NAME] = COUNTS, axis[2 * RESULT_NAME],
                                                       long_name[400];
  size_t sizes[RESULT_DIMS + 1] = {self->n_counts}, n = 1, used = strlen(dims);
  if (s->axis) {
    name_axis(self, s->axis, axis, sizeof axis);
    used += (size_t)snprintf(dims + used, sizeof dims - used, ",%s", axis);
    sizes[n++] = s->n;
  }
  for (int i = 1; i < of->n_dims; i++) {
    used += (size_t)snprintf(dims + used, sizeof dims - used, ",%s", of->dim[i]);
    sizes[n++] = of->size[i];
  }
  snprintf(name, sizeof name, "%s_%s%s", of->name, s->name, end);
  snprintf(long_name, sizeof long_name, "%s%s %s", words, s->words,
           of->long_name[0] ? of->long_name : of->name);
  double *room =
      result_set_add(to, name, RESULT_DOUBLE, dims, sizes, s->is_share ? "1" : of->units, long_name);
  if (!room) return CHATTER_DEVICE;
  memcpy(room, data, self->n_counts * s->n * self->items * sizeof *data);
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

chatter_status output_statistics_add(const output_statistics *self, result_set *to) {
  TRY(add_counts(self, to));
  for (int i = 0; i < self->n; i++) {
    const statistic *s = &self->list[i];
    TRY(add_axis(self, s, to));
    TRY(add_part(self, s, "", s->value, "", to));
    if (!s->low) continue;
    TRY(add_part(self, s, "_low", s->low, "lower end of the interval of the ", to));
    TRY(add_part(self, s, "_high", s->high, "upper end of the interval of the ", to));
  }
  return CHATTER_OK;
}
