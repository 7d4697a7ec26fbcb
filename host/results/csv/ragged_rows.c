// Reads and prints the leading columns of ragged values.
#include "results/csv/ragged_rows.h"

#include <string.h>

#include "results/csv/csv_print.h"
#include "results/result_rows.h"
#include "results/result_set.h"

struct ragged_export_rows {
  const result_set *content;
  size_t n, at;  // number of trajectories, and the one found
  size_t *place; // [n + 1] first value of each
  void **column; // [n_variables] values of the leading columns; NULL: not a column
};

static int is_leading_column(const result_variable *variable, size_t n) {
  return variable->n_dims == 1 && variable->size[0] == n && strcmp(variable->dim[0], "trajectory") == 0 &&
         (strcmp(variable->name, "trajectory") == 0 || result_variable_has_role(variable, RESULT_PARAMETER));
}

static chatter_status read_variable(result_input *input, int index, arena *memory, void **out) {
  const result_variable *variable = &result_input_content(input)->variables[index];
  const size_t n = result_row_count(variable);
  *out = arena_allocate(memory, n * result_type_size(variable->type) + 1);
  if (!*out) return error_raise(CHATTER_DEVICE, "out of memory for a table");
  return result_input_read(input, index, 0, n, *out, memory);
}

chatter_status ragged_export_rows_read(result_input *input, arena *memory, ragged_export_rows **out) {
  const result_set *content = result_input_content(input);
  const result_variable *sizes = ragged_row_sizes(content);
  ragged_export_rows *self = *out = arena_allocate(memory, sizeof *self);
  if (!self) return error_raise(CHATTER_DEVICE, "out of memory for a table");
  *self = (ragged_export_rows){.content = content, .n = result_row_count(sizes)};
  self->place = arena_allocate(memory, (self->n + 1) * sizeof *self->place);
  self->column = arena_allocate(memory, (size_t)content->n_variables * sizeof *self->column);
  if (!self->place || !self->column) return error_raise(CHATTER_DEVICE, "out of memory for a table");
  void *size;
  TRY(read_variable(input, (int)(sizes - content->variables), memory, &size));
  TRY(ragged_row_offsets(content, "results", size, self->place));
  for (int i = 0; i < content->n_variables; i++)
    if (is_leading_column(&content->variables[i], self->n))
      TRY(read_variable(input, i, memory, &self->column[i]));
  return CHATTER_OK;
}

size_t ragged_export_rows_seek(ragged_export_rows *self, size_t at) {
  while (self->at + 1 < self->n && self->place[self->at + 1] <= at) self->at++;
  return at - self->place[self->at];
}

const char *ragged_export_rows_header(const ragged_export_rows *self, FILE *out) {
  const char *comma = "";
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!self->column[i]) continue;
    fputs(comma, out);
    csv_print_text(out, self->content->variables[i].name);
    comma = ",";
  }
  return comma;
}

const char *ragged_export_rows_print(const ragged_export_rows *self, FILE *out) {
  const char *comma = "";
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!self->column[i]) continue;
    fputs(comma, out);
    csv_print_item(out, &self->content->variables[i], self->column[i], self->at);
    comma = ",";
  }
  return comma;
}
