// Rows of a file over time or turns, linear or cubic between them, once or periodic.
#ifndef CHATTER_KERNELS_DRIVE_TABLE_H
#define CHATTER_KERNELS_DRIVE_TABLE_H

#include "drive.h"

#define DRIVE_TABLE_DOC "the values of a file"
#define DRIVE_TABLE_ROWS(NUMBER, PHASE, shape)

// column, from 0; cell where the search of the abscissa starts
enum { TABLE_COLUMN = N_TURNS_NUMBERS, TABLE_CELL };
enum {
  TABLE_COLUMNS = DRIVE_SIZE,    // over all files
  TABLE_OPTIONS = DRIVE_OPTIONS, // option bits
  TABLE_CUBIC = 1,
  TABLE_PERIODIC = 2,
  TABLE_BY_TURNS = 4
};

// Layout of the tables: for each column its place; then for each file the abscissas of the knots
// and their remainders beyond single precision; then for each column the values and slopes. A place
// is stored as two numbers, so that it is exact in single precision.
enum {
  TABLE_KNOTS,     // at least 2
  TABLE_ABSCISSAS, // place, as two numbers
  TABLE_VALUES = TABLE_ABSCISSAS + 2,
  TABLE_ENTRY = TABLE_VALUES + 2
};
// blocks of `knots` numbers, for abscissas as for values
enum { TABLE_PLACE = 1 << 16, TABLE_BLOCKS = 2 };

#if DRIVE_HOST
static inline void drive_table_prepare(const double *keys, double *number) {
  (void)keys, (void)number;
}
#endif

#endif

#if defined(LANES) && !defined(DRIVE_TABLE_PHYSICS)
#define DRIVE_TABLE_PHYSICS
#include "turns.h"

KERNEL_FN const real *table_find_entry(const real *table, const real *entry) {
  return table + ((long)entry[0] * TABLE_PLACE + (long)entry[1]);
}
KERNEL_FN double table_knot_at(const real *at, int knots, int i) {
  return (double)at[i] + (double)at[knots + i];
}
// Returns the last cell (knot i to knot i + 1) that does not begin after x; usually `cell` or the
// next one.
KERNEL_FN int table_find_cell(const real *at, int knots, int cell, double x) {
  int from = 0, to = knots - 1;
  if (x >= table_knot_at(at, knots, cell)) {
    from = cell;
    if (cell + 2 < to && x < table_knot_at(at, knots, cell + 2)) to = cell + 2;
  }
  while (to - from > 1) {
    const int middle = (from + to) / 2;
    if (x < table_knot_at(at, knots, middle))
      to = middle;
    else
      from = middle;
  }
  return from;
}
// Returns x of a periodic table reduced to its one period, relative to its first knot.
KERNEL_FN double table_wrap_period(const real *at, int knots, double x) {
  const double first = table_knot_at(at, knots, 0), period = table_knot_at(at, knots, knots - 1) - first;
  const double turns = (x - first) / period;
  long whole = (long)turns;
  if (turns < (double)whole) whole--;
  return x - period * (double)whole;
}
// Interpolates at x for one trajectory. *cell: the cell of the last call, replaced by the present
// one; *slope: the slope there. Beyond its ends a table that is not periodic keeps its end value.
KERNEL_FN double table_interpolate(const real *table, int ways, int column, double x, double *cell,
                                   double *slope) {
  const real *entry = table + column * TABLE_ENTRY, *at = table_find_entry(table, entry + TABLE_ABSCISSAS);
  const int knots = (int)entry[TABLE_KNOTS];
  if (ways & TABLE_PERIODIC) x = table_wrap_period(at, knots, x);
  const int i = table_find_cell(at, knots, (int)*cell, x);
  const real *value = table_find_entry(table, entry + TABLE_VALUES) + i, *bend = value + knots;
  const double from = table_knot_at(at, knots, i), width = table_knot_at(at, knots, i + 1) - from;
  double s = (x - from) / width;
  s = s < 0 ? 0 : s > 1 ? 1 : s;
  const double rise = (double)value[1] - (double)value[0];
  *cell = (double)i;
  *slope = rise / width;
  if (!(ways & TABLE_CUBIC)) return double_fma(s, rise, (double)value[0]);
  // Hermite's cubic: value + s (a + s (b + s c)), a, a + 2b + 3c: the slopes, a + b + c: the rise
  const double a = width * (double)bend[0], e = width * (double)bend[1];
  const double c = a + e - 2 * rise, b = rise - a - c;
  *slope = double_fma(s, double_fma(s, 3 * c, 2 * b), a) / width;
  return double_fma(s, double_fma(s, double_fma(s, c, b), a), (double)value[0]);
}

KERNEL_FN wide_t drive_table_at(const real *block, const int *table, wide_t *number, wide_t t, int sweeps,
                                wide_t *rate) {
  const int ways = table[TABLE_OPTIONS], by_turns = ways & TABLE_BY_TURNS;
  const wide_t x = by_turns ? turns_at(number, t, sweeps) : t;
  wide_t value = wide_set(0), slope = wide_set(0);
  for (int lane = 0; lane < LANES; lane++) {
    double cell = wide_get(number[TABLE_CELL], lane), own;
    const int column = (int)wide_get(number[TABLE_COLUMN], lane);
    wide_put(&value, lane, table_interpolate(block, ways, column, wide_get(x, lane), &cell, &own));
    wide_put(&slope, lane, own);
    wide_put(&number[TABLE_CELL], lane, cell);
  }
  *rate = number[DRIVE_AMPLITUDE] * slope;
  if (by_turns) *rate = *rate * turns_frequency(number, t, sweeps);
  return wide_fma(number[DRIVE_AMPLITUDE], value, number[DRIVE_OFFSET]);
}
#endif
