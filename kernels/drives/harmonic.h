// A sine with an optional frequency sweep: sin 2π(∫f dt + phase / 2π).
#ifndef CHATTER_KERNELS_DRIVE_HARMONIC_H
#define CHATTER_KERNELS_DRIVE_HARMONIC_H

#include "drive.h"

#define DRIVE_HARMONIC_DOC "sin(2π∫f dt + phase)"
#define DRIVE_HARMONIC_ROWS(NUMBER, PHASE, shape)                                                            \
  NUMBER(shape, frequency, NULL, FROM(POSITIVE), 0, "Hz", NULL,                                              \
         "frequency; of a sweep: where it ends and is held", NULL)                                           \
  PHASE(shape, phase, NULL, ANY, 0, "rad", "0", "sin (0), cos (π/2) or radians", NULL)                       \
  NUMBER(shape, sweep_from, "drives.sweep.from", FROM(0), 0, "Hz", "0",                                      \
         "a linear sweep begins here; 0: no sweep", NULL)                                                    \
  NUMBER(shape, sweep_rate, "drives.sweep.rate", FROM(0), 0, "Hz/s", "0", "its rate, positive", NULL)

#if DRIVE_HOST
static inline void drive_harmonic_prepare(const double *keys, double *number) {
  turns_prepare_sweep(keys[0], keys[1], keys[2], keys[3], number);
}
#endif

#endif

#if defined(LANES) && !defined(DRIVE_HARMONIC_PHYSICS)
#define DRIVE_HARMONIC_PHYSICS
#include "turns.h"

KERNEL_FN wide_t drive_harmonic_at(const real *block, const int *table, wide_t *number, wide_t t, int sweeps,
                                   wide_t *rate) {
  const wide_t turns = turns_at(number, t, sweeps), amplitude = number[DRIVE_AMPLITUDE];
  (void)block, (void)table;
  *rate = amplitude * wide_cos_turns(turns) * (wide_set(2 * KERNEL_PI) * turns_frequency(number, t, sweeps));
  return wide_fma(amplitude, wide_sin_turns(turns), number[DRIVE_OFFSET]);
}
#endif
