// The rows of a set in the order of their numbers.
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "results/ragged.h"
#include "results/set.h"

// Row i of the variable holds the items place[i] ... place[i + 1] - 1 of its first dimension.
static chatter_status permute(result_set *set, result_variable *variable, size_t n, const sort_item *rank,
                              const size_t *place) {
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

static chatter_status permute_all(result_set *set, const char *dim, size_t n, const sort_item *rank,
                                  const size_t *one, const size_t *ragged) {
  for (int v = 0; v < set->n_variables; v++) {
    result_variable *variable = &set->variables[v];
    if (variable->n_dims > 0 && strcmp(variable->dim[0], dim) == 0)
      TRY(permute(set, variable, n, rank, one));
    else if (ragged && ragged_is(set, variable))
      TRY(permute(set, variable, n, rank, ragged));
  }
  return CHATTER_OK;
}

static chatter_status sort_by(result_set *self, const char *dim, const int *key, size_t n, sort_item *rank) {
  const result_variable *sizes = ragged_sizes(self);
  size_t *one = arena_allocate(self->memory, (n + 1) * sizeof *one), *ragged = NULL;
  if (!one) return error_raise(CHATTER_DEVICE, "out of memory for the order of %zu rows", n);
  for (size_t i = 0; i <= n; i++) one[i] = i;
  for (size_t i = 0; i < n; i++) rank[i] = (sort_item){(uint64_t)((int64_t)key[i] - INT32_MIN), (long)i};
  TRY(sort_items((long)n, rank));
  if (sizes && strcmp(sizes->dim[0], dim) == 0) {
    ragged = arena_allocate(self->memory, (n + 1) * sizeof *ragged);
    if (!ragged) return error_raise(CHATTER_DEVICE, "out of memory for the order of %zu rows", n);
    TRY(ragged_places(self, "results", sizes->data, ragged));
  }
  return permute_all(self, dim, n, rank, one, ragged);
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
  const chatter_status status = sort_by(self, dim, coordinate->data, n, rank);
  memory_free(rank);
  return status;
}
