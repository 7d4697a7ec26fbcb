// A kernel for tests only: it counts its steps, and ends each trajectory after a given step with a
// given status. Its parameters, state and work arrays.
#ifndef CHATTER_TESTS_ENDING_LAYOUT_H
#define CHATTER_TESTS_ENDING_LAYOUT_H

#include "arrays.h"

enum { DIM_ENDING_COUNTERS, DIM_ENDING }; // counters of a trajectory, which a team shares
enum {
  ENDING_AFTER = PARAMETER_STEPPER_FIRST, // steps until it ends by itself
  ENDING_STATUS,
  ENDING_UNIT, // time per step
  N_ENDING
};
enum { ENDING_COUNT = STATE_STEPPER_FIRST }; // first counter

#define ENDING_ARRAYS(LANE, WIDE, SHARED, D) LANE(count, D(DIM_ENDING_COUNTERS))

KERNEL_INDEX long ending_n_model(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long ending_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long ending_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(ENDING_ARRAYS);
}
KERNEL_INDEX int ending_fixed_tables(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX int ending_n_persistent(const int *dim) {
  return dim[DIM_ENDING_COUNTERS];
}
KERNEL_INDEX int ending_n_parallel(const int *dim) {
  return dim[DIM_ENDING_COUNTERS];
}

#endif
