#include "reduction/reduced_rows.h"

#include <stdio.h>

static int same_row(const reduced_row *a, const reduced_row *b) {
  if (a->n != b->n) return 0;
  for (int t = 0; t < a->n; t++)
    if (a->index[t] != b->index[t] || a->weight[t] != b->weight[t]) return 0;
  return 1;
}

chatter_status reduced_find_row(const study *config, const output_config *output, const reduced_model *r,
                                arena *memory, reduced_row *rows, int *n, int *index) {
  response_term single;
  const response_sum sum = study_output_terms(output, &single);
  reduced_row *next = &rows[*n];
  *next = (reduced_row){.n = sum.n,
                        .index = arena_allocate(memory, (size_t)(sum.n + 1) * sizeof *next->index),
                        .weight = arena_allocate(memory, (size_t)(sum.n + 1) * sizeof *next->weight)};
  if (!next->index || !next->weight) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int t = 0; t < sum.n; t++) {
    char key[32];
    snprintf(key, sizeof key, output->sum.n > 0 ? "sum.%d" : "node", t);
    TRY(reduced_find_term(r, &sum.term[t], study_output_place(config, output, key), &next->index[t]));
    next->weight[t] = sum.term[t].weight;
  }
  for (*index = 0; *index < *n; ++*index)
    if (same_row(&rows[*index], next)) return CHATTER_OK;
  ++*n;
  return CHATTER_OK;
}
