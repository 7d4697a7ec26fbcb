// Additional columns of a linear system that carries its right side along (linear.h), after those
// of its n unknowns. Plain integers, for the allocation of such systems.
#ifndef CHATTER_KERNELS_LINEAR_SYSTEM_H
#define CHATTER_KERNELS_LINEAR_SYSTEM_H

enum {
  SYSTEM_RIGHT_SIDE,     // right side
  SYSTEM_PIVOT_ROUNDING, // rounding level of the row's pivot
  SYSTEM_EXTRA_COLUMNS
};

#endif
