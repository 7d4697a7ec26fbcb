// What is kept of the signals of a trajectory, numbers that a stepper gives once per step: where it lies in
// `tables`, `state`, `windows` and `series`. Plain integers, no machine; observe.h does the work. What
// signals there are belongs to the engines.
#ifndef CHATTER_KERNELS_SIGNALS_H
#define CHATTER_KERNELS_SIGNALS_H

#include "batch.h"
#include "filter_layout.h"

enum { // bits of what is kept of a signal over the recorded steps; shifted by KEEP_WINDOW: in each window
  KEEP_FINAL = 1,
  KEEP_MIN = 2,
  KEEP_MAX = 4,
  KEEP_MEAN = 8,
  KEEP_SQUARE = 16,
  KEEP_DRIFT = 32, // largest distance from the first value
  KEEP_ALL = 63,
  KEEP_LATE = 64,   // from a step of its own on, SIGNAL_LATE
  KEEP_ABOVE = 128, // instead of the value x: 1 where x > SIGNAL_LIMIT, else 0
  KEEP_BELOW = 256, // 1 where x < SIGNAL_LIMIT, else 0
  KEEP_WINDOW = 9
};
enum {
  SIGNAL_KIND,
  SIGNAL_INDEX,
  SIGNAL_KEEP,
  SIGNAL_ROW,      // first of its accumulators, then those of the window when it has some
  SIGNAL_WINDOW,   // first of its values per window: min, max, mean, mean square, as far as they are kept
  SIGNAL_EVERY,    // series: one sample per so many steps, 0: none
  SIGNAL_SERIES,   // series: first double
  SIGNAL_CAPACITY, // series: most samples
  SIGNAL_FILTER,   // 1 + number of the filter that it goes through first, 0: none
  SIGNAL_LATE,     // with KEEP_LATE the parameter that is the first step kept of it, a recorded one
  SIGNAL_LIMIT,    // with KEEP_ABOVE and KEEP_BELOW the parameter that is the limit
  N_SIGNAL
};
enum { // accumulators of a signal, from SIGNAL_ROW
  ACCUMULATE_FINAL,
  ACCUMULATE_MIN,
  ACCUMULATE_MAX,
  ACCUMULATE_COUNT,
  ACCUMULATE_SUM, // and compensation
  ACCUMULATE_SQUARE = ACCUMULATE_SUM + 2,
  ACCUMULATE_FIRST = ACCUMULATE_SQUARE + 2,
  ACCUMULATE_DRIFT,
  N_ACCUMULATE
};

// A filter: parameters, rows of state, and what is at hand while stepping: each section's parameters and
// memory.
enum {
  FILTER_PARAMETERS = BAND_SECTIONS * N_SECTION,
  FILTER_ROWS = BAND_SECTIONS * SECTION_MEMORY,
  FILTER_NUMBERS = FILTER_PARAMETERS + FILTER_ROWS
};

// Where an engine has put all that.
typedef struct signal_layout {
  int n;             // signals
  int table;         // first number in `tables`, N_SIGNAL for each
  int windows;       // the number in `tables` that says how many windows there are
  int row;           // first row of accumulators in `state`
  int window_values; // values per window, 0: no windows
  int series;        // doubles of `series` per chosen trajectory, 0: none
  int filters;       // how many; the next two matter where there are some
  int parameter;     // first of their parameters, FILTER_PARAMETERS each
  int row_filters;   // first row of their memory, FILTER_ROWS each
} signal_layout;

#endif
