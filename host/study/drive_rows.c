// Checks rows and computes slopes.
#include "study/drive_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/sections.h"

enum { SLOPE_KNOTS = 5, MESSAGE_LENGTH = 300 };

const char *drive_abscissa_name(const drive_config *of) {
  return of->abscissa == ABSCISSA_TURNS ? "turns" : "time";
}

// Returns the value at knot i, with its abscissa in *at; in a periodic table i may be any whole
// number.
static double read_knot(const drive_column *t, int periodic, int i, double *at) {
  if (!periodic) return *at = t->at[i], t->value[i];
  const int once = t->knots - 1, turns = (int)floor((double)i / once);
  *at = t->at[i - turns * once] + turns * (t->at[once] - t->at[0]);
  return t->value[i - turns * once];
}

// Returns the slope at knot i of the polynomial through SLOPE_KNOTS knots around it, or all there
// are.
static double find_knot_slope(const drive_column *t, int periodic, int i) {
  const int n = periodic || t->knots > SLOPE_KNOTS ? SLOPE_KNOTS : t->knots;
  const int last = t->knots - n;
  int first = i - SLOPE_KNOTS / 2;
  if (!periodic) first = first < 0 ? 0 : first > last ? last : first;
  double at[SLOPE_KNOTS], y[SLOPE_KNOTS], sum = 0, own = 0;
  for (int j = 0; j < n; j++) y[j] = read_knot(t, periodic, first + j, &at[j]);
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

// Checks that abscissas ascend, and that a period ends with its first value up to the decimals of
// the file.
static chatter_status check_rows(const drive_rows *rows, const drive_config *of) {
  char text[MESSAGE_LENGTH];
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

chatter_status drive_table_add_rows(const drive_rows *rows, const drive_config *of, arena *memory,
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
    for (int i = 0; i < rows->knots; i++) slope[i] = find_knot_slope(to, of->periodic, i);
  }
  *table = (drive_table){(int)all, column};
  return CHATTER_OK;
}
