// Reads Matrix Market files.
#include "model/matrices/mtx.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/arena_array.h"
#include "model/number.h"
#include "model/scan.h"
#include "model/sparse_matrix.h"

typedef struct mtx_reader {
  scan file;
  int is_array, is_integer, is_symmetric;
  int n;
  long n_announced, n_entries; // zeros off the diagonal are dropped
  int *i, *j;                  // 0-based
  double *value;
  long *line;
} mtx_reader;

static const char *next_word(scan *file, char word[40]) {
  scan_skip_blanks(file);
  const char *where = file->at;
  while (!scan_at_end(file) && !memchr(" \t\r\n", *file->at, 4)) file->at++;
  snprintf(word, 40, "%.*s", file->at - where > 39 ? 39 : (int)(file->at - where), where);
  for (char *c = word; *c; c++) *c = (char)(isprint((unsigned char)*c) ? tolower((unsigned char)*c) : '?');
  return where;
}

// Reads one word of the header, which must be in `allowed`.
static chatter_status read_header_word(scan *file, const char *what, int n, const char *const *allowed,
                                       int *choice) {
  char word[40], list[80] = "", near[80];
  const char *where = next_word(file, word);
  for (int i = 0; i < n; i++)
    if (strcmp(word, allowed[i]) == 0) {
      *choice = i;
      return CHATTER_OK;
    }
  for (int i = 0; i < n; i++) text_list_add(list, sizeof list, allowed[i]);
  return scan_raise(file, where, "%s '%s'; allowed: %s%s", what, word, list,
                    text_did_you_mean(word, n, allowed, near, sizeof near));
}

static chatter_status expect_line_end(scan *file) {
  char word[40];
  scan_skip_blanks(file);
  if (scan_at_end(file) || *file->at == '\n') return CHATTER_OK;
  return scan_raise(file, file->at, "unexpected '%s' at the end of the line",
                    scan_word(file, file->at, word));
}

static chatter_status read_header(mtx_reader *self) {
  static const char *const objects[] = {"matrix"}, *const formats[] = {"coordinate", "array"},
                           *const fields[] = {"real", "integer", "double"},
                           *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
  char word[40];
  int object = 0, field = 0;
  scan *file = &self->file;
  const char *where = next_word(file, word);
  if (strcmp(word, "%%matrixmarket") != 0)
    return scan_raise(file, where,
                      "a Matrix Market file begins with '%%%%MatrixMarket matrix', this one with '%s'", word);
  TRY(read_header_word(file, "object", 1, objects, &object));
  TRY(read_header_word(file, "format", 2, formats, &self->is_array));
  TRY(read_header_word(file, "values", 3, fields, &field)); // some writers say "double" for "real"
  int symmetry = 0;
  TRY(read_header_word(file, "symmetry", 3, symmetries, &symmetry));
  if (symmetry == 2)
    return scan_raise(
        file, file->at - strlen(symmetries[2]),
        "a skew-symmetric matrix, as gyroscopic and circulatory forces have: not supported; stiffness, "
        "mass and damping must be symmetric (general or symmetric)");
  self->is_symmetric = symmetry;
  TRY(expect_line_end(file));
  self->is_integer = field == 1;
  scan_next_line(file);
  return CHATTER_OK;
}

// Skips to the next line that is not a comment. Returns 0 at the end of the file.
static int skip_to_content(scan *file) {
  for (; !scan_at_end(file); scan_next_line(file)) {
    scan_skip_blanks(file);
    if (!scan_at_end(file) && *file->at != '\n' && *file->at != '%') return 1;
  }
  return 0;
}

static chatter_status read_whole(scan *file, const char *what, long *value) {
  char word[40];
  scan_skip_blanks(file);
  const char *after = number_read_whole(file->at, file->end, value);
  if (!after || !memchr(" \t\r\n", after < file->end ? *after : '\n', 4))
    return scan_raise(file, file->at, "'%s' is not a whole number (%s)", scan_word(file, file->at, word),
                      what);
  file->at = after;
  return CHATTER_OK;
}

static chatter_status read_size(mtx_reader *self, int n_expected) {
  scan *file = &self->file;
  long rows, columns;
  if (!skip_to_content(file))
    return scan_raise(file, file->at, "the file ends before the size of the matrix");
  const char *where = file->at;
  TRY(read_whole(file, "rows", &rows));
  TRY(read_whole(file, "columns", &columns));
  if (rows != columns || rows < 1 || rows >= INT32_MAX)
    return scan_raise(file, where, "the matrix is %ld x %ld; allowed: square", rows, columns);
  if (n_expected > 0 && rows != n_expected)
    return scan_raise(file, where, "the matrix is %ld x %ld, but there are %d equations", rows, columns,
                      n_expected);
  self->n = (int)rows;
  long most = self->is_symmetric ? rows * (rows + 1) / 2 : rows * rows;
  self->n_announced = most;
  if (!self->is_array) {
    scan_skip_blanks(file);
    where = file->at;
    TRY(read_whole(file, "entries", &self->n_announced));
    if (self->n_announced < 0 || self->n_announced > most)
      return scan_raise(file, where, "%ld entries; allowed in this matrix: 0 to %ld", self->n_announced,
                        most);
    if (n_expected == 0 && self->n_announced < rows)
      return scan_raise(file, where, "%ld entries for %ld rows; allowed: at least one entry in each row",
                        self->n_announced, rows);
  }
  TRY(expect_line_end(file));
  if (self->n_announced > file->end - file->at)
    return scan_raise(file, where, "the file is too short for %ld entries: is it cut off?",
                      self->n_announced);
  scan_next_line(file);
  return CHATTER_OK;
}

static chatter_status read_index(mtx_reader *self, const char *what, int *index) {
  long value;
  const char *where;
  scan_skip_blanks(&self->file);
  where = self->file.at;
  TRY(read_whole(&self->file, what, &value));
  if (value < 1 || value > self->n)
    return scan_raise(&self->file, where, "%s %ld is outside of the matrix; allowed: 1 to %d", what, value,
                      self->n);
  *index = (int)value - 1;
  return CHATTER_OK;
}

static chatter_status read_value(mtx_reader *self, double *value) {
  scan *file = &self->file;
  char word[40];
  scan_skip_blanks(file);
  const char *after = number_read(file->at, file->end, value);
  if (!after || !memchr(" \t\r\n", after < file->end ? *after : '\n', 4))
    return scan_raise(file, file->at, "'%s' is not a finite number", scan_word(file, file->at, word));
  if (self->is_integer && *value != floor(*value))
    return scan_raise(file, file->at, "'%s' in a matrix of integers", scan_word(file, file->at, word));
  file->at = after;
  return CHATTER_OK;
}

static chatter_status read_entries(mtx_reader *self) {
  scan *file = &self->file;
  int row = 0, column = 0; // of an array file: by columns; of a symmetric one from the diagonal on
  for (long k = 0; k < self->n_announced; k++) {
    double value;
    if (!skip_to_content(file))
      return scan_raise(file, file->at, "the file ends after %ld of %ld entries", k, self->n_announced);
    if (!self->is_array) {
      TRY(read_index(self, "row", &row));
      TRY(read_index(self, "column", &column));
    }
    TRY(read_value(self, &value));
    if (!self->is_array) TRY(expect_line_end(file));
    if (value != 0 || row == column || !self->is_array) {
      self->i[self->n_entries] = row;
      self->j[self->n_entries] = column;
      self->line[self->n_entries] = file->line;
      self->value[self->n_entries++] = value;
    }
    if (!self->is_array) {
      scan_next_line(file);
    } else if (++row == self->n) {
      column++;
      row = self->is_symmetric ? column : 0;
    }
  }
  if (skip_to_content(file))
    return scan_raise(file, file->at, "more than the %ld entries announced", self->n_announced);
  return CHATTER_OK;
}

static chatter_status raise_duplicate_entry(const mtx_reader *self, long first, long second) {
  return error_raise(CHATTER_BAD_MODEL, "%s:%ld:1: entry (%d, %d) is given twice (before in line %ld)%s",
                     self->file.path, self->line[second], self->i[second] + 1, self->j[second] + 1,
                     self->line[first],
                     self->is_symmetric ? ", and a symmetric file holds one triangle" : "");
}

// Merges each pair (i, j), (j, i) into one entry. `order` sorts by place and keeps the file's order
// of equals.
static chatter_status merge_triangles(mtx_reader *self, const long *order, int *row, int *column,
                                      double *value, long *n, double *asymmetry) {
  double largest = 0, worst = 0;
  long worst_entry = 0;
  *n = 0;
  for (long s = 0; s < self->n_entries; s++) {
    long t = order[s], u = s + 1 < self->n_entries ? order[s + 1] : t;
    int low = self->i[t] < self->j[t] ? self->i[t] : self->j[t], high = self->i[t] + self->j[t] - low;
    int next_low = self->i[u] < self->j[u] ? self->i[u] : self->j[u];
    int pair = u != t && low == next_low && high == self->i[u] + self->j[u] - next_low;
    if (pair && (self->is_symmetric || self->i[t] == self->i[u])) return raise_duplicate_entry(self, t, u);
    double a = self->value[t], b = pair ? self->value[u] : self->is_symmetric || low == high ? a : 0;
    if (pair) s++;
    if (s + 1 < self->n_entries && pair) { // a third entry repeats one of the two
      long v = order[s + 1];
      int third = self->i[v] < self->j[v] ? self->i[v] : self->j[v];
      if (third == low && self->i[v] + self->j[v] - third == high)
        return raise_duplicate_entry(self, self->i[v] == self->i[t] ? t : u, v);
    }
    largest = fmax(largest, fmax(fabs(a), fabs(b)));
    if (fabs(a - b) > worst) worst = fabs(a - b), worst_entry = t;
    row[*n] = low;
    column[*n] = high;
    value[(*n)++] = a / 2 + b / 2;
  }
  *asymmetry = largest > 0 ? worst / largest : 0;
  if (!(*asymmetry <= MTX_ASYMMETRY))
    return error_raise(
        CHATTER_BAD_MODEL,
        "%s:%ld:1: not symmetric: entries (%d, %d) and (%d, %d) differ by %.3g, %.3g of the largest "
        "entry; allowed: %.0e",
        self->file.path, self->line[worst_entry], self->i[worst_entry] + 1, self->j[worst_entry] + 1,
        self->j[worst_entry] + 1, self->i[worst_entry] + 1, worst, *asymmetry, MTX_ASYMMETRY);
  return CHATTER_OK;
}

static chatter_status read_matrix(mtx_reader *self, int n, arena *scratch, arena *memory, sparse *out,
                                  double *asymmetry) {
  TRY(read_header(self));
  TRY(read_size(self, n));
  ARENA_ARRAY(self->i, scratch, self->n_announced);
  ARENA_ARRAY(self->j, scratch, self->n_announced);
  ARENA_ARRAY(self->value, scratch, self->n_announced);
  ARENA_ARRAY(self->line, scratch, self->n_announced);
  TRY(read_entries(self));
  int *row, *column;
  double *value;
  long *order, n_merged;
  ARENA_ARRAY(row, scratch, self->n_entries);
  ARENA_ARRAY(column, scratch, self->n_entries);
  ARENA_ARRAY(value, scratch, self->n_entries);
  ARENA_ARRAY(order, scratch, self->n_entries);
  TRY(sparse_sort_triplets(scratch, self->n, self->n_entries, self->i, self->j, order));
  TRY(merge_triangles(self, order, row, column, value, &n_merged, asymmetry));
  return sparse_from_triplets(memory, self->n, n_merged, row, column, value, out);
}

static chatter_status read_and_destroy(mtx_reader *self, int n, arena *memory, sparse *out,
                                       double *asymmetry) {
  arena *scratch = arena_create();
  chatter_status status = scratch ? read_matrix(self, n, scratch, memory, out, asymmetry)
                                  : error_raise(CHATTER_DEVICE, "out of memory for %s", self->file.path);
  arena_destroy(scratch);
  scan_destroy(&self->file);
  return status;
}

chatter_status mtx_read(const char *path, const char *place, int n, arena *memory, sparse *out,
                        double *asymmetry) {
  mtx_reader self = {.n = 0};
  TRY(scan_read(path, place, &self.file));
  return read_and_destroy(&self, n, memory, out, asymmetry);
}

chatter_status mtx_parse(const char *path, const char *bytes, size_t size, int n, arena *memory, sparse *out,
                         double *asymmetry) {
  mtx_reader self = {.n = 0};
  TRY(scan_from_memory(path, bytes, size, &self.file));
  return read_and_destroy(&self, n, memory, out, asymmetry);
}
