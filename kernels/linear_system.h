// The columns of a linear system that carries its right side along (linear.h), behind those of its
// n unknowns. Plain integers, for whoever makes room for one.
#ifndef CHATTER_KERNELS_LINEAR_SYSTEM_H
#define CHATTER_KERNELS_LINEAR_SYSTEM_H

enum {
  SYSTEM_RIGHT_SIDE,     // right side
  SYSTEM_PIVOT_ROUNDING, // size below which the row's pivot is rounding
  SYSTEM_EXTRA_COLUMNS
};

#endif
