// A moving wall: a gap with harmonic time dependence, and an imposed tangential velocity.
#ifndef CHATTER_KERNELS_LAW_WALL_H
#define CHATTER_KERNELS_LAW_WALL_H

#include "../lane_math.h"

// Returns amplitude · cos(2π f t + φ), m; turns: φ / 2π.
KERNEL_FN wide_t law_wall_gap(wide_t amplitude, wide_t frequency, wide_t turns, wide_t t) {
  return amplitude * wide_cos_turns(wide_fma(frequency, t, turns));
}
// Returns the time derivative of the gap, m/s.
KERNEL_FN wide_t law_wall_gap_rate(wide_t amplitude, wide_t frequency, wide_t turns, wide_t t) {
  const wide_t rate = wide_set(-2 * KERNEL_PI) * frequency * amplitude;
  return rate * wide_sin_turns(wide_fma(frequency, t, turns));
}
// Returns the displacement of the wall over one step, m.
KERNEL_FN wide_t law_wall_increment(wide_t velocity, wide_t dt) {
  return velocity * dt;
}

#endif
