// Layout of the accumulated signals of a trajectory in `tables`, `state`, `windows` and `series`. A
// signal is a number that a stepper provides once per step; the engines define the signals. Plain
// integers, independent of the machine; observe.h does the work.
#ifndef CHATTER_KERNELS_SIGNALS_H
#define CHATTER_KERNELS_SIGNALS_H

#include "batch.h"

// Digital filters as cascades of second-order sections: coefficients and memory of a section.
// filter.h runs them, host/ensemble/observe/filter_design.h designs them. With the frequency g =
// tan(π f Δt) of a section and its damping k = 1/Q: a1 = 1 / (1 + g (g + k)), a2 = g a1, a3 = g a2;
// then the output weights of the input and of the two integrators.
enum {
  SECTION_A1,
  SECTION_A2,
  SECTION_A3,
  SECTION_INPUT_WEIGHT,
  SECTION_BAND_WEIGHT,
  SECTION_LOW_WEIGHT,
  N_SECTION_COEFFICIENTS
};
enum { N_SECTION_MEMORY = 2 };   // memory of a section between samples
enum { BAND_PASS_SECTIONS = 4 }; // of the band-pass that a signal may be filtered with

// reductions of a signal over the recorded steps, as bits; shifted by KEEP_WINDOW_SHIFT: per window
enum {
  KEEP_FINAL = 1,
  KEEP_MIN = 2,
  KEEP_MAX = 4,
  KEEP_MEAN = 8,
  KEEP_SQUARE = 16,
  KEEP_DRIFT = 32, // largest distance from the first value
  KEEP_ALL = 63,
  KEEP_FROM_STEP = 64, // from the signal's own first step, SIGNAL_FROM_STEP
  KEEP_ABOVE = 128,    // instead of the value x: 1 where x > SIGNAL_LIMIT, else 0
  KEEP_BELOW = 256,    // 1 where x < SIGNAL_LIMIT, else 0
  KEEP_WINDOW_SHIFT = 9
};
enum {
  SIGNAL_KIND,
  SIGNAL_INDEX,
  SIGNAL_KEEP,
  SIGNAL_ACCUMULATOR_ROW, // first of its accumulators, then those of the window when it has some
  // first of its values per window: min, max, mean, mean square, those that are kept
  SIGNAL_WINDOW_VALUE,
  SIGNAL_SERIES_INTERVAL, // series: steps per sample, 0: none
  SIGNAL_SERIES_FIRST,    // series: first double
  SIGNAL_SERIES_CAPACITY, // series: most samples
  SIGNAL_FILTER,          // 1 + number of its filter, 0: none
  SIGNAL_FROM_STEP,       // with KEEP_FROM_STEP: the parameter with its first step, a recorded one
  SIGNAL_LIMIT,           // with KEEP_ABOVE and KEEP_BELOW: the parameter with the limit
  N_SIGNAL_NUMBERS
};
enum { // accumulators of a signal, from SIGNAL_ACCUMULATOR_ROW
  ACCUMULATOR_FINAL,
  ACCUMULATOR_MIN,
  ACCUMULATOR_MAX,
  ACCUMULATOR_COUNT,
  ACCUMULATOR_SUM, // and compensation
  ACCUMULATOR_SQUARE_SUM = ACCUMULATOR_SUM + 2,
  ACCUMULATOR_FIRST_VALUE = ACCUMULATOR_SQUARE_SUM + 2,
  ACCUMULATOR_DRIFT,
  N_ACCUMULATORS
};

// A filter: parameters, rows of state, and its numbers while stepping: parameters and memory of
// each section.
enum {
  FILTER_PARAMETERS = BAND_PASS_SECTIONS * N_SECTION_COEFFICIENTS,
  FILTER_ROWS = BAND_PASS_SECTIONS * N_SECTION_MEMORY,
  FILTER_NUMBERS = FILTER_PARAMETERS + FILTER_ROWS
};

// Places that an engine has chosen for its signals.
typedef struct signal_layout {
  int n;             // signals
  int table;         // first number in `tables`, N_SIGNAL_NUMBERS for each
  int windows;       // place in `tables` of the number of windows
  int row;           // first row of accumulators in `state`
  int window_values; // values per window, 0: no windows
  int series;        // doubles of `series` per chosen trajectory, 0: none
  int filters;       // number of filters; the next two are used if there are any
  int parameter;     // first of their parameters, FILTER_PARAMETERS each
  int row_filters;   // first row of their memory, FILTER_ROWS each
} signal_layout;

#endif
