// List of the drive shapes, one line each; each is defined in its own header (drive.h).
#include "constant.h"
#include "harmonic.h"
#include "noise.h"
#include "table.h"

#ifndef CHATTER_KERNELS_DRIVES_H
#define CHATTER_KERNELS_DRIVES_H

// In the order of their numbers, with their words in study files.
#define DRIVES(X)                                                                                            \
  X(TABLE, table)                                                                                            \
  X(HARMONIC, harmonic)                                                                                      \
  X(NOISE, noise)                                                                                            \
  X(CONSTANT, constant)

#define DRIVE_LINE(NAME, name) DRIVE_##NAME,
typedef enum { DRIVE_NONE, DRIVES(DRIVE_LINE) DRIVE_KINDS } drive_kind;
#undef DRIVE_LINE

#endif

#if defined(LANES) && !defined(DRIVES_PHYSICS)
#define DRIVES_PHYSICS

// Returns the value at t of any shape, and its rate of change; 0 for no drive. block: that of
// drives; table: the drive's own N_DRIVE_INTEGERS; kind: its first number, which a build may know.
#define DRIVE_LINE(NAME, name)                                                                               \
  case DRIVE_##NAME:                                                                                         \
    return drive_##name##_at(block + table[DRIVE_BLOCK_AT], table, number, t, sweeps, rate);
KERNEL_FN wide_t drive_at(const real *block, const int *table, int kind, wide_t *number, wide_t t, int sweeps,
                          wide_t *rate) {
  *rate = wide_set(0);
  switch (kind) { DRIVES(DRIVE_LINE) }
  return wide_set(0);
}
#undef DRIVE_LINE

#endif
