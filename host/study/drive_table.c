#include "study/drive_table.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"

enum { SLOPE_KNOTS = 5, MESSAGE = 300 };

const char *drive_abscissa_name(const drive_config *of) {
  return of->abscissa == ABSCISSA_TURNS ? "turns" : "time";
}

// Knot i, which of a periodic table may be any whole number.
static double knot(const drive_column *t, int periodic, int i, double *at) {
  if (!periodic) return *at = t->at[i], t->value[i];
  const int once = t->knots - 1, turns = (int)floor((double)i / once);
  *at = t->at[i - turns * once] + turns * (t->at[once] - t->at[0]);
  return t->value[i - turns * once];
}

// At knot i of the polynomial through it and its neighbours, SLOPE_KNOTS or all there are.
static double slope_at(const drive_column *t, int periodic, int i) {
  const int n = periodic || t->knots > SLOPE_KNOTS ? SLOPE_KNOTS : t->knots;
  const int last = t->knots - n;
  int first = i - SLOPE_KNOTS / 2;
  if (!periodic) first = first < 0 ? 0 : first > last ? last : first;
  double at[SLOPE_KNOTS], y[SLOPE_KNOTS], sum = 0, own = 0;
  for (int j = 0; j < n; j++) y[j] = knot(t, periodic, first + j, &at[j]);
  const int here = i - first;
  for (int j = 0; j < n; j++) {
    if (j == here) continue;
    double weight = 1 / (at[j] - at[here]);
    own -= weight;
    for (int k = 0; k < n; k++)
      if (k != here && k != j) weight *= (at[here] - at[k]) / (at[j] - at[k]);
    sum += weight * y[j];
  }
  return sum + own * y[here];
}

chatter_status drive_rows_allocate(arena *memory, drive_rows *rows) {
  const size_t n = (size_t)rows->knots, columns = (size_t)rows->columns;
  rows->at = arena_allocate(memory, n * sizeof *rows->at);
  rows->name = arena_allocate(memory, columns * sizeof *rows->name);
  rows->value = arena_allocate(memory, columns * sizeof *rows->value);
  double *all = arena_allocate(memory, n * columns * sizeof *all);
  if (!rows->at || !rows->name || !rows->value || !all) return error_raise(CHATTER_DEVICE, "out of memory");
  for (size_t c = 0; c < columns; c++) rows->value[c] = all + c * n;
  return CHATTER_OK;
}

// Abscissas rise; a period ends where it begins, to what decimals of a file lose.
static chatter_status check_rows(const drive_rows *rows, const drive_config *of) {
  char text[MESSAGE];
  for (int i = 1; i < rows->knots; i++)
    if (!(rows->at[i] > rows->at[i - 1])) {
      snprintf(text, sizeof text, "%.10g after %.10g (allowed: rising from row to row)", rows->at[i],
               rows->at[i - 1]);
      return rows->wrong(rows, -1, i, text);
    }
  for (int c = 0; of->periodic && c < rows->columns; c++) {
    const double *value = rows->value[c], last = value[rows->knots - 1];
    double most = 0;
    for (int i = 0; i < rows->knots; i++) most = fmax(most, fabs(value[i]));
    if (fabs(last - value[0]) <= 1e-6 * most) continue;
    snprintf(
        text, sizeof text,
        "a periodic table ends at %.10g where it began at %.10g (allowed: the last row is the first, one "
        "period later)",
        last, value[0]);
    return rows->wrong(rows, c, rows->knots - 1, text);
  }
  return CHATTER_OK;
}

chatter_status drive_rows_add(const drive_rows *rows, const drive_config *of, arena *memory,
                              drive_table *table) {
  TRY(check_rows(rows, of));
  const size_t before = (size_t)table->columns, all = before + (size_t)rows->columns;
  drive_column *column = arena_allocate(memory, all * sizeof *column);
  double *slope = arena_allocate(memory, (size_t)rows->columns * (size_t)rows->knots * sizeof *slope);
  if (!column || !slope) return error_raise(CHATTER_DEVICE, "out of memory");
  if (before) memcpy(column, table->column, before * sizeof *column);
  for (int c = 0; c < rows->columns; c++, slope += rows->knots) {
    drive_column *to = &column[before + (size_t)c];
    *to = (drive_column){rows->name[c], rows->knots, rows->at, rows->value[c], slope};
    for (int i = 0; i < rows->knots; i++) slope[i] = slope_at(to, of->periodic, i);
  }
  *table = (drive_table){(int)all, column};
  return CHATTER_OK;
}

static chatter_status wrong_cell(const drive_rows *rows, int column, int row, const char *text) {
  const csv_table *csv = rows->file;
  return csv_raise(csv, csv_at(csv, row, csv_find(csv, column < 0 ? rows->abscissa : rows->name[column])),
                   "%s", text);
}

static chatter_status read_csv(const csv_table *csv, const drive_config *of, arena *memory,
                               drive_table *table) {
  int abscissa, column = 0;
  TRY(csv_require(csv, drive_abscissa_name(of), &abscissa));
  const int least = of->periodic ? 3 : 2;
  if (csv->n_columns < 2)
    return csv_raise(csv, &csv->header[0], "one column (allowed: %s and at least one column of values)",
                     drive_abscissa_name(of));
  if (csv->n_rows < least || csv->n_rows > INT_MAX / 2)
    return csv_raise(csv, &csv->header[0], "%ld rows of numbers (allowed: at least %d)", csv->n_rows, least);
  drive_rows rows = {.knots = (int)csv->n_rows,
                     .columns = csv->n_columns - 1,
                     .abscissa = drive_abscissa_name(of),
                     .file = csv,
                     .wrong = wrong_cell};
  TRY(drive_rows_allocate(memory, &rows));
  for (int c = 0; c < csv->n_columns; c++) {
    double *to = c == abscissa ? rows.at : rows.value[column];
    if (c != abscissa && !(rows.name[column++] = arena_string(memory, csv->header[c].text)))
      return error_raise(CHATTER_DEVICE, "out of memory");
    for (int i = 0; i < rows.knots; i++) TRY(csv_number(csv, i, c, &to[i]));
  }
  return drive_rows_add(&rows, of, memory, table);
}

chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *table) {
  csv_table csv;
  if (text_is_hdf5(path)) return drive_table_read_hdf5(path, of, memory, table);
  chatter_status status = csv_read(path, CHATTER_BAD_STUDY, CHATTER_BAD_STUDY, &csv);
  if (status == CHATTER_OK) status = read_csv(&csv, of, memory, table);
  csv_destroy(&csv);
  return status;
}

static chatter_status no_column(const drive_table *self, const column_choice *choice, const char *place) {
  char hint[200];
  if (choice->number > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no column %g beside the abscissa (allowed: 1 to %d, or a name)", place,
                       choice->number, self->columns);
  const char *names[64];
  int n = 0;
  for (; n < self->columns && n < 64; n++) names[n] = self->column[n].name;
  return error_raise(CHATTER_BAD_STUDY, "%s: there is no column '%s' beside the abscissa%s", place,
                     choice->name, text_did_you_mean(choice->name, n, names, hint, sizeof hint));
}

chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column) {
  int found = 0;
  *column = (int)choice->number - 1;
  for (int c = 0; choice->number == 0 && c < self->columns; c++)
    if (!strcmp(self->column[c].name, choice->name)) *column = c, found++;
  if (found > 1)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: %d columns of the files have the name '%s' (allowed: its number, 1 to %d)", place,
                       found, choice->name, self->columns);
  return *column >= 0 && *column < self->columns ? CHATTER_OK : no_column(self, choice, place);
}
