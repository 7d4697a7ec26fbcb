#include "study/drive_table.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"

enum { SLOPE_KNOTS = 5 };

// Knot i, which of a periodic table may be any whole number.
static double knot(const drive_table *t, const double *value, int periodic, int i, double *at) {
  if (!periodic) return *at = t->at[i], value[i];
  const int once = t->knots - 1, turns = (int)floor((double)i / once);
  *at = t->at[i - turns * once] + turns * (t->at[once] - t->at[0]);
  return value[i - turns * once];
}

// At knot i of the polynomial through it and its neighbours, SLOPE_KNOTS or all there are.
static double slope_at(const drive_table *t, const double *value, int periodic, int i) {
  const int n = periodic || t->knots > SLOPE_KNOTS ? SLOPE_KNOTS : t->knots;
  const int last = t->knots - n;
  int first = i - SLOPE_KNOTS / 2;
  if (!periodic) first = first < 0 ? 0 : first > last ? last : first;
  double at[SLOPE_KNOTS], y[SLOPE_KNOTS], sum = 0, own = 0;
  for (int j = 0; j < n; j++) y[j] = knot(t, value, periodic, first + j, &at[j]);
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

static chatter_status read_numbers(const csv_table *csv, int abscissa, arena *memory, drive_table *t) {
  int column = 0;
  for (int c = 0; c < csv->n_columns; c++) {
    if (c == abscissa) continue;
    t->name[column] = arena_string(memory, csv->header[c].text);
    if (!t->name[column]) return error_raise(CHATTER_DEVICE, "out of memory");
    for (int i = 0; i < t->knots; i++) TRY(csv_number(csv, i, c, &t->value[(long)column * t->knots + i]));
    column++;
  }
  for (int i = 0; i < t->knots; i++) {
    TRY(csv_number(csv, i, abscissa, &t->at[i]));
    if (i > 0 && !(t->at[i] > t->at[i - 1]))
      return csv_raise(csv, csv_at(csv, i, abscissa), "%.10g after %.10g (allowed: rising from row to row)",
                       t->at[i], t->at[i - 1]);
  }
  return CHATTER_OK;
}

// A period ends where it begins, to what decimals of a file lose.
static chatter_status check_period(const csv_table *csv, int abscissa, const drive_table *t) {
  int column = 0;
  for (int c = 0; c < csv->n_columns; c++) {
    if (c == abscissa) continue;
    const double *value = t->value + (long)column++ * t->knots;
    double most = 0;
    for (int i = 0; i < t->knots; i++) most = fmax(most, fabs(value[i]));
    if (fabs(value[t->knots - 1] - value[0]) > 1e-6 * most)
      return csv_raise(csv, csv_at(csv, t->knots - 1, c),
                       "a periodic table ends at %.10g where it began at %.10g (allowed: the last row is the "
                       "first, one period later)",
                       value[t->knots - 1], value[0]);
  }
  return CHATTER_OK;
}

static chatter_status read_table(const csv_table *csv, const drive_config *of, arena *memory,
                                 drive_table *t) {
  int abscissa;
  TRY(csv_require(csv, of->abscissa == ABSCISSA_TURNS ? "turns" : "time", &abscissa));
  const int least = of->periodic ? 3 : 2;
  t->columns = csv->n_columns - 1;
  if (t->columns < 1)
    return csv_raise(csv, &csv->header[0], "one column (allowed: %s and at least one column of values)",
                     of->abscissa == ABSCISSA_TURNS ? "turns" : "time");
  if (csv->n_rows < least || csv->n_rows > INT_MAX / 2)
    return csv_raise(csv, &csv->header[0], "%ld rows of numbers (allowed: at least %d)", csv->n_rows, least);
  t->knots = (int)csv->n_rows;
  const size_t n = (size_t)t->knots, all = n * (size_t)t->columns;
  t->at = arena_allocate(memory, n * sizeof *t->at);
  t->value = arena_allocate(memory, all * sizeof *t->value);
  t->slope = arena_allocate(memory, all * sizeof *t->slope);
  t->name = arena_allocate(memory, (size_t)t->columns * sizeof *t->name);
  if (!t->at || !t->value || !t->slope || !t->name) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(read_numbers(csv, abscissa, memory, t));
  if (of->periodic) TRY(check_period(csv, abscissa, t));
  for (long i = 0; i < (long)all; i++)
    t->slope[i] = slope_at(t, t->value + i / t->knots * t->knots, of->periodic, (int)(i % t->knots));
  return CHATTER_OK;
}

chatter_status drive_table_read(const char *path, const drive_config *of, arena *memory, drive_table *out) {
  csv_table csv;
  chatter_status status = csv_read(path, CHATTER_BAD_STUDY, CHATTER_BAD_STUDY, &csv);
  if (status == CHATTER_OK) status = read_table(&csv, of, memory, out);
  csv_destroy(&csv);
  return status;
}

chatter_status drive_table_column(const drive_table *self, const column_choice *choice, const char *place,
                                  int *column) {
  char hint[200];
  *column = (int)choice->number - 1;
  for (int c = 0; choice->number == 0 && c < self->columns; c++)
    if (!strcmp(self->name[c], choice->name)) *column = c;
  if (*column >= 0 && *column < self->columns) return CHATTER_OK;
  if (choice->number > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no column %g beside the abscissa (allowed: 1 to %d, or a name)", place,
                       choice->number, self->columns);
  return error_raise(CHATTER_BAD_STUDY, "%s: there is no column '%s' beside the abscissa%s", place,
                     choice->name,
                     text_did_you_mean(choice->name, self->columns, self->name, hint, sizeof hint));
}
