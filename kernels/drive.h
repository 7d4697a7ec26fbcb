// The value of a drive (drive_layout.h) at a time t: a formula in t, nothing accumulated, so that a restart
// is exact.
#ifndef CHATTER_KERNELS_DRIVE_H
#define CHATTER_KERNELS_DRIVE_H

#include "drive_layout.h"
#include "lane.h"

// Turns since the angle 0: ∫f dt + phase / 2π, the frequency swept linearly, then held.
KERNEL_FN wide_t drive_turns(const wide_t *drive, wide_t t, int sweeps) {
  if (!sweeps) return wide_fma(drive[DRIVE_FREQUENCY], t, drive[DRIVE_TURNS]);
  const wide_t end = drive[DRIVE_SWEEP_END];
  wide_t before = wide_fma(wide_set(0.5) * drive[DRIVE_SWEEP_RATE], t, drive[DRIVE_SWEEP_FROM]);
  before = wide_fma(before, t, drive[DRIVE_TURNS]);
  const wide_t after =
      wide_fma(drive[DRIVE_FREQUENCY], t - end, drive[DRIVE_SWEEP_TURNS] + drive[DRIVE_TURNS]);
  return wide_select(wide_less(t, end), before, after);
}

// Their rate, Hz.
KERNEL_FN wide_t drive_frequency(const wide_t *drive, wide_t t, int sweeps) {
  if (!sweeps) return drive[DRIVE_FREQUENCY];
  const wide_t before = wide_fma(drive[DRIVE_SWEEP_RATE], t, drive[DRIVE_SWEEP_FROM]);
  return wide_select(wide_less(t, drive[DRIVE_SWEEP_END]), before, drive[DRIVE_FREQUENCY]);
}

KERNEL_FN double drive_knot(const real *table, int knots, int i) {
  return (double)table[i] + (double)table[knots + i];
}
// The last of the cells, knot i to knot i + 1, that does not begin behind x; `cell` or the next one as a
// rule.
KERNEL_FN int drive_cell(const real *table, int knots, int cell, double x) {
  int from = 0, to = knots - 1;
  if (x >= drive_knot(table, knots, cell)) {
    from = cell;
    if (cell + 2 < to && x < drive_knot(table, knots, cell + 2)) to = cell + 2;
  }
  while (to - from > 1) {
    const int middle = (from + to) / 2;
    if (x < drive_knot(table, knots, middle))
      to = middle;
    else
      from = middle;
  }
  return from;
}
// x of a periodic table in its one period, from its first knot.
KERNEL_FN double drive_within(const real *table, int knots, double x) {
  const double first = drive_knot(table, knots, 0), period = drive_knot(table, knots, knots - 1) - first;
  const double turns = (x - first) / period;
  long whole = (long)turns;
  if (turns < (double)whole) whole--;
  return x - period * (double)whole;
}
// At x of one trajectory; *cell: where x lay the time before, and lies now; *slope: there. Behind its ends a
// table that is not periodic is what it is there.
KERNEL_FN double drive_interpolate(const real *table, int knots, int ways, int column, double x, double *cell,
                                   double *slope) {
  if (ways & DRIVE_PERIODIC) x = drive_within(table, knots, x);
  const int i = drive_cell(table, knots, (int)*cell, x);
  const real *value = table + drive_column(knots, column) + i, *bend = value + knots;
  const double from = drive_knot(table, knots, i), width = drive_knot(table, knots, i + 1) - from;
  double s = (x - from) / width;
  s = s < 0 ? 0 : s > 1 ? 1 : s;
  const double rise = (double)value[1] - (double)value[0];
  *cell = (double)i;
  *slope = rise / width;
  if (!(ways & DRIVE_CUBIC)) return wide_one_fma(s, rise, (double)value[0]);
  // Hermite's cubic: value + s (a + s (b + s c)), a, a + 2b + 3c: the slopes, a + b + c: the rise
  const double a = width * (double)bend[0], e = width * (double)bend[1];
  const double c = a + e - 2 * rise, b = rise - a - c;
  *slope = wide_one_fma(s, wide_one_fma(s, 3 * c, 2 * b), a) / width;
  return wide_one_fma(s, wide_one_fma(s, wide_one_fma(s, c, b), a), (double)value[0]);
}

// A table at t, with its DRIVE_KNOTS and DRIVE_WAYS; drive[N_DRIVE]: the parameters, of which DRIVE_CELL is
// brought along; *rate: of the value, 1/s.
KERNEL_FN wide_t drive_from_table(const real *table, int knots, int ways, wide_t *drive, wide_t t, int sweeps,
                                  wide_t *rate) {
  const int by_turns = ways & DRIVE_BY_TURNS;
  const wide_t x = by_turns ? drive_turns(drive, t, sweeps) : t;
  wide_t value = wide_set(0), slope = wide_set(0);
  for (int lane = 0; lane < LANES; lane++) {
    double cell = wide_get(drive[DRIVE_CELL], lane), own;
    const int column = (int)wide_get(drive[DRIVE_COLUMN], lane);
    wide_put(&value, lane, drive_interpolate(table, knots, ways, column, wide_get(x, lane), &cell, &own));
    wide_put(&slope, lane, own);
    wide_put(&drive[DRIVE_CELL], lane, cell);
  }
  *rate = drive[DRIVE_AMPLITUDE] * slope;
  if (by_turns) *rate = *rate * drive_frequency(drive, t, sweeps);
  return wide_fma(drive[DRIVE_AMPLITUDE], value, drive[DRIVE_OFFSET]);
}

#endif
