// Ragged rows, sorting and concatenation of result sets.
#include "results/result_rows.h"

#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

const result_variable *ragged_row_sizes(const result_set *set) {
  for (int i = 0; i < set->n_variables; i++)
    if (set->variables[i].sample_dimension) return &set->variables[i];
  return NULL;
}

int result_variable_is_ragged(const result_set *set, const result_variable *variable) {
  const result_variable *sizes = ragged_row_sizes(set);
  return sizes && variable->n_dims > 0 && strcmp(variable->dim[0], sizes->sample_dimension) == 0;
}

chatter_status ragged_row_offsets(const result_set *set, const char *owner, const int *size, size_t *place) {
  const result_variable *sizes = ragged_row_sizes(set), *key = result_set_find(set, "trajectory");
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
    if (result_variable_is_ragged(set, &set->variables[i]) && set->variables[i].size[0] != place[n])
      return error_raise(CHATTER_IO, "%s: '%s' counts %zu values, but '%s' has %zu", owner, sizes->name,
                         place[n], set->variables[i].name, set->variables[i].size[0]);
  return CHATTER_OK;
}

chatter_status result_set_add_row_sizes(result_set *self, const char *dim, size_t n, const int *size,
                                        size_t *total) {
  CHECK(!ragged_row_sizes(self), "results have rows of different length along one dimension only");
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

row_kind result_row_kind(const result_set *set, const result_variable *variable) {
  if (variable->n_dims > 0 && strcmp(variable->dim[0], "trajectory") == 0) return ROWS_TRAJECTORY;
  if (variable->n_dims > 0 && strcmp(variable->dim[0], "series") == 0) return ROWS_SERIES;
  return result_variable_is_ragged(set, variable) ? ROWS_RAGGED : ROWS_FIXED;
}

// Permutes ragged rows: row i holds the items place[i] ... place[i + 1] - 1 of the first dimension.
static chatter_status permute_rows(result_set *set, result_variable *variable, size_t n,
                                   const sort_item *rank, const size_t *place) {
  const size_t bytes = result_row_items(variable) * result_type_size(variable->type);
  unsigned char *sorted = arena_allocate(set->memory, variable->size[0] * bytes + 1), *to = sorted;
  if (!sorted) return error_raise(CHATTER_DEVICE, "out of memory for the result '%s'", variable->name);
  for (size_t i = 0; i < n; i++) {
    const size_t from = place[(size_t)rank[i].index],
                 length = (place[(size_t)rank[i].index + 1] - from) * bytes;
    memcpy(to, (const unsigned char *)variable->data + from * bytes, length);
    to += length;
  }
  variable->data = variable->own = sorted;
  return CHATTER_OK;
}

static chatter_status permute_variables(result_set *set, const char *dim, size_t n, const sort_item *rank,
                                        const size_t *one, const size_t *ragged) {
  for (int v = 0; v < set->n_variables; v++) {
    result_variable *variable = &set->variables[v];
    if (variable->n_dims > 0 && strcmp(variable->dim[0], dim) == 0)
      TRY(permute_rows(set, variable, n, rank, one));
    else if (ragged && result_variable_is_ragged(set, variable))
      TRY(permute_rows(set, variable, n, rank, ragged));
  }
  return CHATTER_OK;
}

static chatter_status sort_rows_by(result_set *self, const char *dim, const int *key, size_t n,
                                   sort_item *rank) {
  const result_variable *sizes = ragged_row_sizes(self);
  size_t *one = arena_allocate(self->memory, (n + 1) * sizeof *one), *ragged = NULL;
  if (!one) return error_raise(CHATTER_DEVICE, "out of memory for the order of %zu rows", n);
  for (size_t i = 0; i <= n; i++) one[i] = i;
  for (size_t i = 0; i < n; i++) rank[i] = (sort_item){(uint64_t)((int64_t)key[i] - INT32_MIN), (long)i};
  TRY(sort_items((long)n, rank));
  if (sizes && strcmp(sizes->dim[0], dim) == 0) {
    ragged = arena_allocate(self->memory, (n + 1) * sizeof *ragged);
    if (!ragged) return error_raise(CHATTER_DEVICE, "out of memory for the order of %zu rows", n);
    TRY(ragged_row_offsets(self, "results", sizes->data, ragged));
  }
  return permute_variables(self, dim, n, rank, one, ragged);
}

static int is_sorted(const int *key, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (key[i] < key[i - 1]) return 0;
  return 1;
}

chatter_status result_set_sort(result_set *self, const char *dim) {
  const result_variable *coordinate = result_set_find(self, dim);
  sort_item *rank;
  if (!coordinate || coordinate->type != RESULT_INT) return CHATTER_OK;
  const size_t n = coordinate->size[0];
  if (is_sorted(coordinate->data, n)) return CHATTER_OK;
  ALLOCATE(rank, n);
  const chatter_status status = sort_rows_by(self, dim, coordinate->data, n, rank);
  memory_free(rank);
  return status;
}

static chatter_status copy_rows(result_set *out, result_variable *to, size_t first,
                                const result_variable *from) {
  const size_t items = result_row_count(from) * result_row_items(from), bytes = result_type_size(from->type);
  unsigned char *at = (unsigned char *)to->own + first * result_row_items(from) * bytes;
  if (from->type != RESULT_STRING) {
    memcpy(at, from->data, items * bytes);
    return CHATTER_OK;
  }
  char **text = (char **)(void *)at, *const *source = from->data;
  for (size_t i = 0; i < items; i++) {
    text[i] = source[i] ? arena_string(out->memory, source[i]) : NULL;
    if (source[i] && !text[i]) return error_raise(CHATTER_DEVICE, "out of memory for a set of results");
  }
  return CHATTER_OK;
}

// Joins a variable of several sets. Variables that are not over trajectories are equal in all sets
// and are taken from the first that has them.
static chatter_status join_variable(int n, result_set *const *set, const result_set *in,
                                    const result_variable *of, result_set *out) {
  const int is_fixed = result_row_kind(in, of) == ROWS_FIXED;
  size_t rows = is_fixed ? result_row_count(of) : 0, first = 0;
  for (int k = 0; k < n && !is_fixed; k++) {
    const result_variable *part = result_set_find(set[k], of->name);
    if (part) rows += result_row_count(part);
  }
  result_variable *to = result_set_add_like(out, of, rows);
  if (!to) return CHATTER_DEVICE;
  if (is_fixed) return copy_rows(out, to, 0, of);
  for (int k = 0; k < n; k++) {
    const result_variable *part = result_set_find(set[k], of->name);
    if (!part) continue;
    CHECK(result_row_items(part) == result_row_items(of), "parts of a variable differ in shape");
    TRY(copy_rows(out, to, first, part));
    first += result_row_count(part);
  }
  return CHATTER_OK;
}

static chatter_status join_sets(int n, result_set *const *set, result_set *out) {
  for (int k = 0; k < n; k++)
    for (int v = 0; v < set[k]->n_variables; v++)
      if (!result_set_find(out, set[k]->variables[v].name))
        TRY(join_variable(n, set, set[k], &set[k]->variables[v], out));
  TRY(result_set_sort(out, "trajectory"));
  return result_set_sort(out, "series");
}

chatter_status result_sets_concatenate(int n, result_set *const *set, result_set **out) {
  *out = result_set_create();
  if (!*out) return CHATTER_DEVICE;
  const chatter_status status = join_sets(n, set, *out);
  if (status == CHATTER_OK) return CHATTER_OK;
  result_set_destroy(*out);
  *out = NULL;
  return status;
}
