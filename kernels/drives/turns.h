// Turns of a frequency that is swept linearly and then constant.
#ifndef CHATTER_KERNELS_TURNS_H
#define CHATTER_KERNELS_TURNS_H

#include "../lane_math.h"
#include "drive.h"

// Returns ∫f dt + phase / 2π.
KERNEL_FN wide_t turns_at(const wide_t *number, wide_t t, int sweeps) {
  if (!sweeps) return wide_fma(number[TURNS_FREQUENCY], t, number[TURNS_PHASE]);
  const wide_t end = number[TURNS_SWEEP_END];
  wide_t before = wide_fma(wide_set(0.5) * number[TURNS_SWEEP_RATE], t, number[TURNS_SWEEP_FROM]);
  before = wide_fma(before, t, number[TURNS_PHASE]);
  const wide_t after =
      wide_fma(number[TURNS_FREQUENCY], t - end, number[TURNS_DURING_SWEEP] + number[TURNS_PHASE]);
  return wide_select(wide_less(t, end), before, after);
}

// Returns the frequency, Hz.
KERNEL_FN wide_t turns_frequency(const wide_t *number, wide_t t, int sweeps) {
  if (!sweeps) return number[TURNS_FREQUENCY];
  const wide_t before = wide_fma(number[TURNS_SWEEP_RATE], t, number[TURNS_SWEEP_FROM]);
  return wide_select(wide_less(t, number[TURNS_SWEEP_END]), before, number[TURNS_FREQUENCY]);
}

#endif
