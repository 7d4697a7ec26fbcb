// What makes a quantity that is given over time: a constant, a sine whose frequency may be swept, or a table.
// Where its numbers lie, relative to places that the stepper chooses. Plain integers, no machine.
#ifndef CHATTER_KERNELS_DRIVE_LAYOUT_H
#define CHATTER_KERNELS_DRIVE_LAYOUT_H

#include "index.h"

typedef enum { DRIVE_NONE, DRIVE_HARMONIC, DRIVE_CONSTANT, DRIVE_TABLE } drive_kind;

// Of `parameters`.
enum {
  DRIVE_AMPLITUDE,   // of a table: what its values are multiplied with
  DRIVE_FREQUENCY,   // Hz after the sweep
  DRIVE_TURNS,       // phase / 2π
  DRIVE_SWEEP_FROM,  // Hz
  DRIVE_SWEEP_RATE,  // Hz/s, signed; 0: no sweep
  DRIVE_SWEEP_END,   // s
  DRIVE_SWEEP_TURNS, // ∫f dt over the sweep
  DRIVE_OFFSET,      // added to a table
  DRIVE_COLUMN,      // of the table, from 0
  DRIVE_CELL,        // of the table, where its abscissa is looked for first
  N_DRIVE
};

// Of `tables`.
enum {
  DRIVE_KIND,
  DRIVE_AT,    // the table's first number in `model`
  DRIVE_KNOTS, // at least 2
  DRIVE_WAYS,
  N_DRIVE_TABLE
};
enum { DRIVE_CUBIC = 1, DRIVE_PERIODIC = 2, DRIVE_BY_TURNS = 4 }; // DRIVE_WAYS

// A table in `model`: its knots' abscissas, their remainders of single precision, then of each column the
// values and the slopes there.
enum { DRIVE_ABSCISSAS = 2, DRIVE_COLUMN_BLOCKS = 2 };
KERNEL_INDEX long drive_column(long knots, long column) {
  return (DRIVE_ABSCISSAS + DRIVE_COLUMN_BLOCKS * column) * knots;
}

#endif
