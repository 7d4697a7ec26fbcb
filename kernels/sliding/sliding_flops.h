// Floating-point operations, for plans and benchmarks.
#ifndef CHATTER_KERNELS_SLIDING_FLOPS_H
#define CHATTER_KERNELS_SLIDING_FLOPS_H

#include "sliding_layout.h"

// Of a step in which nothing is recorded and no element is left, an fma as two: a mode of the slider takes
// 16, under a driven guide 22, one of the target 21, the trees of the six sums 31 additions each, the contact
// with its place 150.
KERNEL_INDEX double sliding_flops(const int *dim) {
  return (dim[DIM_GUIDED] ? 22.0 : 16.0) * dim[DIM_SLIDER] + 21.0 * dim[DIM_TARGET] + 6 * 31 + 150;
}
// Products of it, alone or in an fma: what the multipliers do.
KERNEL_INDEX double sliding_products(const int *dim) {
  return (dim[DIM_GUIDED] ? 11.0 : 7.0) * dim[DIM_SLIDER] + 10.0 * dim[DIM_TARGET] + 80;
}

#endif
