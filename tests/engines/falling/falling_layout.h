// The smallest possible engine: a mass falls until it lands. Parameters and state of its kernel,
// and the sizes that the launchers ask for.
#ifndef CHATTER_TESTS_FALLING_LAYOUT_H
#define CHATTER_TESTS_FALLING_LAYOUT_H

#include "batch.h"

enum { DIM_FALLING }; // none
enum { FALLING_STEP = PARAMETER_STEPPER_FIRST, FALLING_GRAVITY, N_FALLING };
enum { FALLING_HEIGHT = STATE_STEPPER_FIRST, FALLING_SPEED, N_FALLING_STATE };

KERNEL_INDEX long falling_n_model(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long falling_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long falling_work(const int *dim, long lane_bytes, long wide_bytes) {
  return (void)dim, (void)lane_bytes, (void)wide_bytes, 0;
}
KERNEL_INDEX int falling_fixed_tables(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX int falling_n_persistent(const int *dim) {
  return (void)dim, N_FALLING_STATE;
}
KERNEL_INDEX int falling_n_parallel(const int *dim) {
  return (void)dim, 1;
}

#endif
