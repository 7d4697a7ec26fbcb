// Sets of results of different trajectories put behind one another in memory, as results_assembly.c does with
// files.
#include <string.h>

#include "results/join/assembly_parts.h"
#include "results/set.h"

static chatter_status copy_rows(result_set *out, result_variable *to, size_t first,
                                const result_variable *from) {
  const size_t items = result_rows(from) * result_row_items(from), bytes = result_type_size(from->type);
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

// A variable, where the first of the sets that has it shows it: what is not of trajectories is the same in
// all.
static chatter_status join_variable(int n, result_set *const *set, const result_set *in,
                                    const result_variable *of, result_set *out) {
  const int is_fixed = assembly_row_kind(in, of) == ROWS_FIXED;
  size_t rows = is_fixed ? result_rows(of) : 0, first = 0;
  for (int k = 0; k < n && !is_fixed; k++) {
    const result_variable *part = result_set_find(set[k], of->name);
    if (part) rows += result_rows(part);
  }
  result_variable *to = result_set_add_like(out, of, rows);
  if (!to) return CHATTER_DEVICE;
  if (is_fixed) return copy_rows(out, to, 0, of);
  for (int k = 0; k < n; k++) {
    const result_variable *part = result_set_find(set[k], of->name);
    if (!part) continue;
    CHECK(result_row_items(part) == result_row_items(of), "parts of a variable differ in shape");
    TRY(copy_rows(out, to, first, part));
    first += result_rows(part);
  }
  return CHATTER_OK;
}

static chatter_status join(int n, result_set *const *set, result_set *out) {
  for (int k = 0; k < n; k++)
    for (int v = 0; v < set[k]->n_variables; v++)
      if (!result_set_find(out, set[k]->variables[v].name))
        TRY(join_variable(n, set, set[k], &set[k]->variables[v], out));
  TRY(result_set_sort(out, "trajectory"));
  return result_set_sort(out, "series");
}

chatter_status result_sets_join(int n, result_set *const *set, result_set **out) {
  *out = result_set_create();
  if (!*out) return CHATTER_DEVICE;
  const chatter_status status = join(n, set, *out);
  if (status == CHATTER_OK) return CHATTER_OK;
  result_set_destroy(*out);
  *out = NULL;
  return status;
}
