#include "results/mesh/result_cells.h"

chatter_status cells_check(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                           cell *only) {
  cell one;
  *only = (cell){.type = 0};
  *n = 0;
  for (size_t at = 0; at < entries; ++*n) {
    int good = cells_next(list, entries, &at, &one);
    for (int i = 0; good && i < one.n; i++) good = one.node[i] >= 0 && (size_t)one.node[i] < nodes;
    if (!good) return error_raise(CHATTER_IO, "the cells of the field '%s' are damaged", name);
    if (*n == 0) *only = one;
    if (one.type != only->type || one.n != only->n) only->type = 0;
  }
  return CHATTER_OK;
}
