// Writes the CSV tables of a results file.
#include "results/csv/csv_export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/durable.h"
#include "base/log.h"
#include "results/csv/csv_print.h"
#include "results/csv/ragged_rows.h"
#include "results/mesh/result_field.h"
#include "results/result_rows.h"
#include "results/read/result_input.h"
#include "results/result_set.h"

// Returns 1 for ragged values. In other tables contact points beside other dimensions become
// columns: force.0, force.1 ...
static int is_ragged(const result_variable *variable) {
  return variable->n_dims > 1 && strcmp(variable->dim[1], "point") == 0;
}
static size_t count_columns(const result_variable *variable) {
  return is_ragged(variable) ? variable->size[1] : 1;
}

// Finds the dimensions over which a variable's lines run; returns their number.
static int find_line_dimensions(const result_variable *variable, int dim[RESULT_DIMS]) {
  int n = 0;
  for (int i = 0; i < variable->n_dims; i++)
    if (i != 1 || !is_ragged(variable)) dim[n++] = i;
  return n;
}

static int have_same_lines(const result_variable *a, const result_variable *b) {
  int of_a[RESULT_DIMS], of_b[RESULT_DIMS], n = find_line_dimensions(a, of_a);
  if (n != find_line_dimensions(b, of_b)) return 0;
  for (int i = 0; i < n; i++)
    if (strcmp(a->dim[of_a[i]], b->dim[of_b[i]]) != 0) return 0;
  return 1;
}

static int is_per_trajectory(const result_variable *variable) {
  int dim[RESULT_DIMS];
  return find_line_dimensions(variable, dim) == 1 && strcmp(variable->dim[0], "trajectory") == 0;
}

// Makes BASE.csv, or BASE-window.csv from the dimensions without `trajectory`.
static char *table_path(const char *base, const result_variable *variable) {
  char text[RESULT_DIMS * (RESULT_NAME + 1) + 1] = "";
  int dim[RESULT_DIMS];
  const int n = find_line_dimensions(variable, dim);
  for (int i = n && strcmp(variable->dim[0], "trajectory") == 0; i < n; i++) {
    strcat(text, "-");
    strcat(text, variable->dim[dim[i]]);
  }
  if (variable->n_dims == 0) strcpy(text, "-scalars");
  return durable_name(base, text, ".csv");
}

// Returns the name without ending of the results, or of the wanted table.
static char *base_name(const char *path, const char *out_path) {
  char *base = durable_name(out_path ? out_path : path, "", "");
  char *slash = base ? strrchr(base, '/') : NULL, *dot = base ? strrchr(base, '.') : NULL;
  static const char *const endings[] = {".h5", ".csv", ".hdf5", ".nc"};
  for (size_t i = 0; dot && dot > slash && i < sizeof endings / sizeof *endings; i++)
    if (strcmp(dot, endings[i]) == 0) {
      *dot = 0;
      break;
    }
  return base;
}

typedef struct export_table {
  result_input *input;
  const result_set *content;
  const result_variable *like;  // a variable with the table's dimensions
  int n_dims, dim[RESULT_DIMS]; // dimensions of `like` over which the lines run
  FILE *out;
  void **block;             // [n_variables] current rows; NULL: not in this table
  void **coordinate;        // [like->n_dims] values of each dimension's coordinate, or NULL
  ragged_export_rows *rows; // of ragged values; NULL: another table
} export_table;

static int is_in_table(const export_table *self, int index) {
  const result_variable *variable = &self->content->variables[index];
  if (!have_same_lines(variable, self->like) || field_has_variable(self->content, variable)) return 0;
  if (result_variable_has_role(variable, RESULT_STATISTIC)) return 0; // written by `chatter stats --csv`
  return variable->n_dims != 1 ||
         strcmp(variable->name, variable->dim[0]) != 0; // a dimension's coordinate has its own column
}

static void begin_table(export_table *self, const result_variable *like) {
  self->like = like;
  self->n_dims = find_line_dimensions(like, self->dim);
}

// Returns the lines of one row: the product of the other dimensions.
static size_t lines_per_row(const export_table *self) {
  return result_row_items(self->like) / count_columns(self->like);
}

static void print_header(const export_table *self) {
  const char *comma = "";
  for (int i = 0; i < self->n_dims; i++, comma = ",") {
    if (i == 0 && self->rows) comma = ragged_export_rows_header(self->rows, self->out);
    fputs(comma, self->out);
    csv_print_text(self->out, self->like->dim[self->dim[i]]);
  }
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!is_in_table(self, i)) continue;
    const result_variable *variable = &self->content->variables[i];
    for (size_t column = 0; column < count_columns(variable); column++, comma = ",") {
      fputs(comma, self->out);
      csv_print_text(self->out, variable->name);
      if (is_ragged(variable)) fprintf(self->out, ".%zu", column);
    }
  }
  putc('\n', self->out);
}

// Prints a line. row: in the table; at: the same row among the current ones; rest: line in the row.
static void print_line(const export_table *self, size_t row, size_t at, size_t rest) {
  size_t place[RESULT_DIMS] = {self->rows ? ragged_export_rows_seek(self->rows, row) : row};
  const size_t lines = lines_per_row(self);
  const char *comma = "";
  for (size_t i = (size_t)self->n_dims, left = rest; i-- > 1;) {
    place[i] = left % self->like->size[self->dim[i]];
    left /= self->like->size[self->dim[i]];
  }
  for (int i = 0; i < self->n_dims; i++, comma = ",") {
    if (i == 0 && self->rows) comma = ragged_export_rows_print(self->rows, self->out);
    fputs(comma, self->out);
    if (self->coordinate[i])
      csv_print_item(self->out, result_set_find(self->content, self->like->dim[self->dim[i]]),
                     self->coordinate[i], place[i]);
    else
      fprintf(self->out, "%zu", place[i]);
  }
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!self->block[i]) continue;
    const result_variable *variable = &self->content->variables[i];
    const size_t columns = count_columns(variable);
    for (size_t column = 0; column < columns; column++, comma = ",") {
      fputs(comma, self->out);
      csv_print_item(self->out, variable, self->block[i], (at * columns + column) * lines + rest);
    }
  }
  putc('\n', self->out);
}

static chatter_status read_coordinates(export_table *self, arena *memory) {
  self->coordinate = arena_allocate(memory, RESULT_DIMS * sizeof *self->coordinate);
  if (!self->coordinate) return error_raise(CHATTER_DEVICE, "out of memory for a table");
  for (int i = 0; i < self->n_dims; i++) {
    const result_variable *variable = result_set_find(self->content, self->like->dim[self->dim[i]]);
    if (!variable) continue;
    size_t n = self->like->size[self->dim[i]];
    self->coordinate[i] = arena_allocate(memory, n * result_type_size(variable->type) + 1);
    if (!self->coordinate[i]) return error_raise(CHATTER_DEVICE, "out of memory for a table");
    TRY(result_input_read(self->input, (int)(variable - self->content->variables), 0, n, self->coordinate[i],
                          memory));
  }
  return CHATTER_OK;
}

static chatter_status print_rows(export_table *self, size_t first, size_t n, arena *memory) {
  const size_t lines = lines_per_row(self);
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!is_in_table(self, i)) continue;
    const size_t items = result_row_items(&self->content->variables[i]);
    self->block[i] =
        arena_allocate(memory, n * items * result_type_size(self->content->variables[i].type) + 1);
    if (!self->block[i]) return error_raise(CHATTER_DEVICE, "out of memory for a table");
    TRY(result_input_read(self->input, i, first, n, self->block[i], memory));
  }
  for (size_t row = 0; row < n; row++)
    for (size_t rest = 0; rest < lines; rest++) print_line(self, first + row, row, rest);
  return CHATTER_OK;
}

static chatter_status print_table(export_table *self) {
  enum { BLOCK_ITEMS = 1 << 16 }; // items of each variable in memory at a time
  size_t items = result_row_items(self->like), rows = result_row_count(self->like);
  size_t step = items > 0 && items < BLOCK_ITEMS ? BLOCK_ITEMS / items : 1;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for a table");
  self->block = arena_allocate(memory, (size_t)(self->content->n_variables + 1) * sizeof *self->block);
  chatter_status status = self->block ? read_coordinates(self, memory) : CHATTER_DEVICE;
  self->rows = NULL;
  if (status == CHATTER_OK && result_variable_is_ragged(self->content, self->like))
    status = ragged_export_rows_read(self->input, memory, &self->rows);
  if (status == CHATTER_OK) print_header(self);
  for (size_t first = 0; first < rows && status == CHATTER_OK; first += step) {
    arena *rows_memory = arena_create();
    status = CHATTER_DEVICE;
    if (rows_memory) status = print_rows(self, first, rows - first < step ? rows - first : step, rows_memory);
    arena_destroy(rows_memory);
  }
  arena_destroy(memory);
  return status;
}

static chatter_status write_table(export_table *self, const char *path, int force) {
  durable_text out;
  TRY(durable_open_text(path, force, &out));
  self->out = out.file;
  return durable_close_text(&out, print_table(self));
}

// Returns 1 if variable `index` is the first with its dimensions that a table can show.
static int begins_table(const export_table *self, int index) {
  export_table probe = *self;
  begin_table(&probe, &self->content->variables[index]);
  if (!is_in_table(&probe, index)) return 0;
  for (int i = 0; i < index; i++)
    if (is_in_table(&probe, i)) return 0;
  return 1;
}

static chatter_status export_all(export_table *self, const char *base, int force, int check_only) {
  for (int i = 0; i < self->content->n_variables; i++) {
    if (!begins_table(self, i)) continue;
    begin_table(self, &self->content->variables[i]);
    char *path = table_path(base, self->like);
    chatter_status status = CHATTER_DEVICE;
    if (path) status = check_only ? durable_refuse_existing(path, force) : write_table(self, path, force);
    if (status == CHATTER_OK && !check_only) log_info("Table: %s", path);
    free(path);
    TRY(status);
  }
  return CHATTER_OK;
}

static chatter_status export_stream(export_table *self, const char *path) {
  for (int i = 0; i < self->content->n_variables; i++) {
    begin_table(self, &self->content->variables[i]);
    if (!is_per_trajectory(self->like)) continue;
    return write_table(self, path, 0);
  }
  return error_raise(CHATTER_IO, "the results hold no values per trajectory");
}

static void log_left_out_fields(const result_set *content) {
  for (int i = 0; i < content->n_variables; i++)
    if (field_is_named_by(&content->variables[i])) {
      log_info("Fields are in no table: `chatter export --mesh OUT.xdmf` writes them");
      return;
    }
}

chatter_status results_export(const char *path, const char *out_path, int force) {
  export_table table = {0};
  TRY(result_input_open(path, &table.input));
  table.content = result_input_content(table.input);
  chatter_status status = CHATTER_OK;
  if (out_path && durable_is_stream(out_path)) {
    status = export_stream(&table, out_path);
  } else {
    char *base = base_name(path, out_path);
    status = base ? export_all(&table, base, force, 1) : CHATTER_DEVICE;
    if (status == CHATTER_OK) status = export_all(&table, base, force, 0);
    if (status == CHATTER_OK) log_left_out_fields(table.content);
    free(base);
  }
  result_input_close(table.input);
  return status;
}
