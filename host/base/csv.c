// Reads CSV tables.
#include "base/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MAX_COLUMNS = 4096, MAX_MISTAKES = 50 };

typedef struct reader {
  csv_table *table;
  char *next, *end; // remaining text, a writable copy in which cells are cut in place
  char *line_start;
  char *cut; // end of the last cell, to be terminated later
  int line, mistakes;
  size_t n_cells, capacity;
  csv_cell *cells; // rows so far, the header first
  csv_cell *row;   // current row
  int row_cells;
} reader;

chatter_status csv_raise(const csv_table *self, const csv_cell *cell, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_raise_at(self->malformed, self->path, cell->line, cell->column, format, arguments);
  va_end(arguments);
  return self->malformed;
}

static csv_cell place(const reader *r, const char *at) {
  csv_cell here = {.text = "", .line = r->line, .column = 1};
  for (const char *c = r->line_start; c < at; c++) here.column += ((unsigned char)*c & 0xC0) != 0x80;
  return here;
}

static void mistake(reader *r, const csv_cell *cell, const char *text) {
  r->mistakes++;
  csv_raise(r->table, cell, "%s", text);
}

static int is_blank(char c) {
  return c == ' ' || c == '\t';
}
static int is_at_line_end(const reader *r) {
  return r->next == r->end || *r->next == '\n' ||
         (*r->next == '\r' && (r->next + 1 == r->end || r->next[1] == '\n'));
}

// Reads a quoted cell after its opening quote and moves `next` behind the closing one. Doubled
// quotes stand for one.
static char *quoted(reader *r, const csv_cell *start) {
  char *text = r->next, *to = r->next;
  for (; r->next < r->end; r->next++) {
    if (*r->next == '"') {
      r->next++;
      if (r->next == r->end || *r->next != '"') {
        *to = 0; // overwrites the closing quote at the latest
        return text;
      }
    }
    if (*r->next == '\n') {
      r->line++;
      r->line_start = r->next + 1;
    }
    *to++ = *r->next;
  }
  mistake(r, start, "the quote that opens here is never closed");
  *to = 0;
  return text;
}

static void read_cell(reader *r, csv_cell *cell) {
  while (r->next < r->end && is_blank(*r->next)) r->next++;
  *cell = place(r, r->next);
  if (r->next < r->end && *r->next == '"') {
    r->next++;
    cell->text = quoted(r, cell);
    while (r->next < r->end && is_blank(*r->next)) r->next++;
    if (!is_at_line_end(r) && *r->next != ',') {
      csv_cell here = place(r, r->next);
      mistake(r, &here, "text after a closing quote (write \"\" for a quote within quotes)");
    }
    while (!is_at_line_end(r) && *r->next != ',') r->next++;
    return;
  }
  char *text = r->next;
  while (!is_at_line_end(r) && *r->next != ',') {
    if (*r->next == '"') {
      csv_cell here = place(r, r->next);
      mistake(r, &here, "a quote inside a cell that does not begin with one");
    }
    r->next++;
  }
  char *stop = r->next;
  while (stop > text && is_blank(stop[-1])) stop--;
  cell->text = text;
  r->cut = stop; // the byte there still shows how the cell ends
}

static void cut(reader *r) {
  if (r->cut) *r->cut = 0;
  r->cut = NULL;
}

// Reads one line into r->row.
static void read_row(reader *r) {
  r->row_cells = 0;
  for (;;) {
    csv_cell cell = {0};
    read_cell(r, &cell);
    if (r->row_cells < MAX_COLUMNS)
      r->row[r->row_cells++] = cell;
    else if (r->row_cells == MAX_COLUMNS) {
      mistake(r, &cell, "more than 4096 columns");
      while (!is_at_line_end(r)) r->next++;
    }
    if (is_at_line_end(r)) break;
    r->next++; // the comma
    cut(r);
  }
  if (r->next < r->end && *r->next == '\r') r->next++;
  if (r->next < r->end) r->next++;
  cut(r);
  r->line++;
  r->line_start = r->next;
}

static int keep_row(reader *r) {
  size_t n = (size_t)r->row_cells;
  if (r->n_cells + n > r->capacity) {
    size_t capacity = 2 * (r->n_cells + n);
    csv_cell *larger = arena_allocate(r->table->memory, capacity * sizeof *larger);
    if (!larger) return 0;
    if (r->n_cells) memcpy(larger, r->cells, r->n_cells * sizeof *larger);
    r->cells = larger;
    r->capacity = capacity;
  }
  memcpy(r->cells + r->n_cells, r->row, n * sizeof *r->row);
  r->n_cells += n;
  return 1;
}

static void check_header(reader *r) {
  csv_table *t = r->table;
  for (int i = 0; i < r->row_cells; i++) {
    if (!*r->row[i].text) mistake(r, &r->row[i], "this column has no name");
    for (int j = 0; j < i && *r->row[i].text; j++)
      if (!strcmp(r->row[i].text, r->row[j].text)) {
        csv_raise(t, &r->row[i], "column '%s' is there twice (first at %d:%d)", r->row[i].text,
                  r->row[j].line, r->row[j].column);
        r->mistakes++;
        break;
      }
  }
}

static int read_rows(reader *r) {
  csv_table *t = r->table;
  while (r->next < r->end && r->mistakes < MAX_MISTAKES) {
    read_row(r);
    if (r->row_cells == 1 && !*r->row[0].text) continue; // an empty line
    if (!t->n_columns) {
      t->n_columns = r->row_cells;
      check_header(r);
    } else if (r->row_cells != t->n_columns) {
      csv_raise(t, &r->row[0], "this row has %d %s, the header names %d", r->row_cells,
                r->row_cells == 1 ? "cell" : "cells", t->n_columns);
      r->mistakes++;
      continue;
    }
    if (!keep_row(r)) return 0;
  }
  return 1;
}

chatter_status csv_parse(const char *text, size_t length, const char *path, chatter_status malformed,
                         csv_table *out) {
  *out = (csv_table){.malformed = malformed, .memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  out->path = arena_string(out->memory, path);
  char *copy = arena_allocate(out->memory, length + 1);
  csv_cell *row = arena_allocate(out->memory, MAX_COLUMNS * sizeof *row);
  if (!out->path || !copy || !row) return error_raise(CHATTER_DEVICE, "%s: out of memory", path);
  memcpy(copy, text, length);
  size_t mark = length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
  reader r = {.table = out, .next = copy + mark, .end = copy + length, .line = 1, .row = row};
  r.line_start = r.next;
  const char *zero = memchr(copy, 0, length);
  if (zero) {
    for (const char *c = copy; c < zero; c++)
      if (*c == '\n') {
        r.line++;
        r.line_start = copy + (c - copy) + 1;
      }
    csv_cell here = place(&r, zero);
    return csv_raise(out, &here, "a zero byte: this is not a text file (UTF-8 is expected)");
  }
  if (!read_rows(&r)) return error_raise(CHATTER_DEVICE, "%s: out of memory while reading", path);
  if (r.mistakes) return malformed;
  if (!out->n_columns)
    return csv_raise(out, &(csv_cell){"", 1, 1},
                     "the file is empty: a header line with column names is expected");
  out->header = r.cells;
  out->cell = r.cells + out->n_columns;
  out->n_rows = (long)(r.n_cells / (size_t)out->n_columns) - 1;
  return CHATTER_OK;
}

chatter_status csv_read(const char *path, chatter_status unreadable, chatter_status malformed,
                        csv_table *out) {
  char *text = NULL;
  size_t length = 0;
  *out = (csv_table){.malformed = malformed};
  TRY(text_read_bounded(path, TEXT_MOST_TABLE, unreadable, malformed, &text, &length));
  chatter_status status =
      csv_parse(text, length, strcmp(path, "-") == 0 ? "standard input" : path, malformed, out);
  free(text);
  return status;
}

void csv_destroy(csv_table *self) {
  arena_destroy(self->memory);
  *self = (csv_table){0};
}

int csv_find(const csv_table *self, const char *name) {
  for (int i = 0; i < self->n_columns; i++)
    if (!strcmp(self->header[i].text, name)) return i;
  return -1;
}

chatter_status csv_require(const csv_table *self, const char *name, int *column) {
  *column = csv_find(self, name);
  if (*column >= 0) return CHATTER_OK;
  char names[400] = "", hint[200] = "";
  size_t used = 0;
  for (int i = 0; i < self->n_columns && used < sizeof names - 1; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", self->header[i].text);
  const char *there[MAX_COLUMNS];
  for (int i = 0; i < self->n_columns; i++) there[i] = self->header[i].text;
  const char *nearest = text_nearest(name, self->n_columns, there);
  if (nearest) snprintf(hint, sizeof hint, " (is '%s' meant for it?)", nearest);
  return csv_raise(self, &self->header[0], "column '%s' is missing; there are: %s%s", name, names, hint);
}

const csv_cell *csv_at(const csv_table *self, long row, int column) {
  return &self->cell[row * self->n_columns + column];
}

const char *csv_text(const csv_table *self, long row, int column) {
  return csv_at(self, row, column)->text;
}

chatter_status csv_number(const csv_table *self, long row, int column, double *value) {
  const csv_cell *cell = csv_at(self, row, column);
  const char *name = self->header[column].text;
  if (!*cell->text) return csv_raise(self, cell, "%s: the cell is empty, a number is expected", name);
  switch (text_number(cell->text, value)) {
  case NUMBER_OK:
    return CHATTER_OK;
  case NUMBER_NOT_FINITE:
    return csv_raise(self, cell, "%s: '%s' is not a finite number", name, cell->text);
  case NUMBER_NONE:
    break;
  }
  return csv_raise(self, cell, "%s: '%s' is not a number", name, cell->text);
}

chatter_status csv_integer(const csv_table *self, long row, int column, long *value) {
  const double limit = 9007199254740992.0; // 2^53: larger doubles skip whole numbers
  double number = 0;
  TRY(csv_number(self, row, column, &number));
  if (!(fabs(number) <= limit) || number != floor(number))
    return csv_raise(self, csv_at(self, row, column), "%s: '%s' is not a whole number",
                     self->header[column].text, csv_text(self, row, column));
  *value = (long)number;
  return CHATTER_OK;
}
