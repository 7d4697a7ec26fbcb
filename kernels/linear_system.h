// The columns of a linear system that carries its right side along (linear.h), behind those of its n
// unknowns. Plain integers, for whoever makes room for one.
#ifndef CHATTER_KERNELS_LINEAR_SYSTEM_H
#define CHATTER_KERNELS_LINEAR_SYSTEM_H

enum {
  SYSTEM_RIGHT, // right side
  SYSTEM_TINY,  // size below which the row's pivot is rounding
  SYSTEM_MORE
};

#endif
