// A drive that is constant in time.
#ifndef CHATTER_KERNELS_DRIVE_CONSTANT_H
#define CHATTER_KERNELS_DRIVE_CONSTANT_H

#include "drive.h"

#define DRIVE_CONSTANT_DOC "1 at all times"
#define DRIVE_CONSTANT_ROWS(NUMBER, PHASE, shape)

#if DRIVE_HOST
static inline void drive_constant_prepare(const double *keys, double *number) {
  (void)keys, (void)number;
}
#endif

#endif

#if defined(LANES) && !defined(DRIVE_CONSTANT_PHYSICS)
#define DRIVE_CONSTANT_PHYSICS
#include "../lane.h"

KERNEL_FN wide_t drive_constant_at(const real *block, const int *table, wide_t *number, wide_t t, int sweeps,
                                   wide_t *rate) {
  (void)block, (void)table, (void)t, (void)sweeps;
  *rate = wide_set(0);
  return number[DRIVE_AMPLITUDE] + number[DRIVE_OFFSET];
}
#endif
