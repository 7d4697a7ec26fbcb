#include "results/ragged.h"

#include <string.h>

#include "results/set.h"

const result_variable *ragged_sizes(const result_set *set) {
  for (int i = 0; i < set->n_variables; i++)
    if (set->variables[i].sample_dimension) return &set->variables[i];
  return NULL;
}

int ragged_is(const result_set *set, const result_variable *variable) {
  const result_variable *sizes = ragged_sizes(set);
  return sizes && variable->n_dims > 0 && strcmp(variable->dim[0], sizes->sample_dimension) == 0;
}

chatter_status ragged_places(const result_set *set, const char *owner, const int *size, size_t *place) {
  const result_variable *sizes = ragged_sizes(set), *key = result_set_find(set, "trajectory");
  CHECK(sizes, "no variable counts the rows");
  if (sizes->type != RESULT_INT || sizes->n_dims != 1 || !key || key->n_dims != 1 ||
      key->size[0] != sizes->size[0])
    return error_raise(CHATTER_IO, "%s: variable '%s' does not count rows", owner, sizes->name);
  const size_t n = sizes->size[0];
  place[0] = 0;
  for (size_t i = 0; i < n; i++) {
    if (size[i] < 0)
      return error_raise(CHATTER_IO, "%s: variable '%s' holds %d", owner, sizes->name, size[i]);
    place[i + 1] = place[i] + (size_t)size[i];
  }
  for (int i = 0; i < set->n_variables; i++)
    if (ragged_is(set, &set->variables[i]) && set->variables[i].size[0] != place[n])
      return error_raise(CHATTER_IO, "%s: '%s' counts %zu values, but '%s' has %zu", owner, sizes->name,
                         place[n], set->variables[i].name, set->variables[i].size[0]);
  return CHATTER_OK;
}

chatter_status result_set_add_row_sizes(result_set *self, const char *dim, size_t n, const int *size,
                                        size_t *total) {
  CHECK(!ragged_sizes(self), "results have rows of different length along one dimension only");
  int *copy = result_set_add(self, "row_size", RESULT_INT, "trajectory", &n, "1",
                             "number of the trajectory's points, which stand one after another");
  if (!copy) return CHATTER_DEVICE;
  result_variable *sizes = &self->variables[self->n_variables - 1];
  sizes->sample_dimension = arena_string(self->memory, dim);
  if (!sizes->sample_dimension) return error_raise(CHATTER_DEVICE, "out of memory for a set of results");
  *total = 0;
  for (size_t i = 0; i < n; i++) {
    CHECK(size[i] >= 0, "a trajectory has less than no points");
    copy[i] = size[i];
    *total += (size_t)size[i];
  }
  return CHATTER_OK;
}
