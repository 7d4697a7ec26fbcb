// A kernel for tests only: it observes two signals, the roughness force and a sine plus a constant,
// unfiltered and in a frequency band. Its sizes, parameters and state.
#ifndef CHATTER_TESTS_NOISY_LAYOUT_H
#define CHATTER_TESTS_NOISY_LAYOUT_H

#include "arrays.h"
#include "signals.h"
#include "sliding/roughness_layout.h"

enum { // sizes
  DIM_NOISY_KIND,
  DIM_NOISY_SAMPLES, // of a file
  DIM_NOISY_SIGNALS,
  DIM_NOISY_OBSERVED,
  DIM_NOISY_WINDOW_VALUES,
  DIM_NOISY_SERIES,
  DIM_NOISY_FILTERS,
  DIM_NOISY
};
enum {                                  // parameters, before those of the roughness and of the
                                        // filters
  NOISY_STEP = PARAMETER_STEPPER_FIRST, // s
  NOISY_AMPLITUDE,
  NOISY_FREQUENCY, // Hz
  NOISY_CONSTANT,
  NOISY_ROUGHNESS
};
enum { NOISY_FORCE, NOISY_SINE }; // kinds of signals

KERNEL_INDEX int noisy_n_parameters(const int *dim) {
  return NOISY_ROUGHNESS + roughness_n_parameters(dim[DIM_NOISY_KIND]) +
         dim[DIM_NOISY_FILTERS] * FILTER_PARAMETERS;
}
KERNEL_INDEX roughness_layout noisy_roughness(const int *dim) {
  roughness_layout layout;
  layout.kind = dim[DIM_NOISY_KIND];
  layout.parameter = NOISY_ROUGHNESS;
  layout.row = STATE_STEPPER_FIRST;
  layout.model = 0;
  layout.samples = dim[DIM_NOISY_SAMPLES];
  layout.drive = drive_place_of(NOISY_ROUGHNESS, 0, 0);
  return layout;
}
KERNEL_INDEX signal_layout noisy_signals(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_NOISY_SIGNALS];
  layout.table = 0;
  layout.windows = dim[DIM_NOISY_SIGNALS] * N_SIGNAL_NUMBERS;
  layout.row = STATE_STEPPER_FIRST + roughness_n_rows(dim[DIM_NOISY_KIND]);
  layout.window_values = dim[DIM_NOISY_WINDOW_VALUES];
  layout.series = dim[DIM_NOISY_SERIES];
  layout.filters = dim[DIM_NOISY_FILTERS];
  layout.parameter = NOISY_ROUGHNESS + roughness_n_parameters(dim[DIM_NOISY_KIND]);
  layout.row_filters = layout.row + dim[DIM_NOISY_OBSERVED];
  return layout;
}
KERNEL_INDEX int noisy_n_tables(const int *dim) {
  return noisy_signals(dim).windows + 1;
}
KERNEL_INDEX int noisy_n_state(const int *dim) {
  return noisy_signals(dim).row_filters + dim[DIM_NOISY_FILTERS] * FILTER_ROWS;
}

#define NOISY_ARRAYS(LANE, WIDE, SHARED, D)                                                                  \
  LANE(observed, D(DIM_NOISY_OBSERVED))                                                                      \
  WIDE(filters, D(DIM_NOISY_FILTERS) * FILTER_NUMBERS)

KERNEL_INDEX long noisy_n_model(const int *dim) {
  return roughness_n_model(dim[DIM_NOISY_KIND], dim[DIM_NOISY_SAMPLES]);
}
KERNEL_INDEX long noisy_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long noisy_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(NOISY_ARRAYS);
}
KERNEL_INDEX int noisy_fixed_tables(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX int noisy_n_persistent(const int *dim) {
  return dim[DIM_NOISY_OBSERVED];
}
KERNEL_INDEX int noisy_n_parallel(const int *dim) {
  return dim[DIM_NOISY_SIGNALS];
}

#endif
