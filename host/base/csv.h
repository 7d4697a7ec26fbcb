// CSV tables (RFC 4180 with a header line) for eval samples, designs and the model's dof, node and
// contact files. Accepts UTF-8 with or without byte-order mark, LF or CRLF, quoted cells. Blanks
// around unquoted cells and empty lines are dropped. Every cell keeps its line and column for
// messages.
#ifndef CHATTER_BASE_CSV_H
#define CHATTER_BASE_CSV_H

#include "base/memory.h"
#include "base/status.h"

typedef struct csv_cell {
  const char *text;
  int line, column; // from 1; column counts characters
} csv_cell;

typedef struct csv_table {
  arena *memory; // owns all arrays below
  const char *path;
  chatter_status malformed; // raised for every mistake in the content
  int n_columns;
  long n_rows;      // without the header
  csv_cell *header; // [n_columns], distinct and not empty
  csv_cell *cell;   // [n_rows][n_columns]
} csv_table;

// Reads a file; "-" is standard input. `unreadable` is raised if it cannot be opened, `malformed`
// for mistakes in it (empty file, ragged rows, open quotes, repeated or empty column names), all at
// once and each as "file:line:column: ...". Destroy the table also after failure.
chatter_status csv_read(const char *path, chatter_status unreadable, chatter_status malformed,
                        csv_table *out);
chatter_status csv_parse(const char *text, size_t length, const char *path, chatter_status malformed,
                         csv_table *out);
void csv_destroy(csv_table *self);

int csv_find(const csv_table *self, const char *name); // -1: there is none
// Finds a column that must exist; otherwise raises with the existing names and the nearest one.
chatter_status csv_require(const csv_table *self, const char *name, int *column);

const csv_cell *csv_at(const csv_table *self, long row, int column); // row from 0, without the header
const char *csv_text(const csv_table *self, long row, int column);
// Reads a finite number; raises with the cell's place if it is empty, not a number, NaN or
// infinite.
chatter_status csv_number(const csv_table *self, long row, int column, double *value);
// Reads a whole number within ±2^53.
chatter_status csv_integer(const csv_table *self, long row, int column, long *value);
// Raises self->malformed with "path:line:column: " in front, for the caller's own checks; returns
// that status.
chatter_status csv_raise(const csv_table *self, const csv_cell *cell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
