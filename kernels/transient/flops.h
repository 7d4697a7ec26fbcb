// Floating-point operations, for plans and benchmarks.
#ifndef CHATTER_KERNELS_FLOPS_H
#define CHATTER_KERNELS_FLOPS_H

#include "transient_layout.h"

// Of a step with open contacts and nothing recorded, an fma as two: q_b and the gaps, the modes, the loads.
// (Φ_bᵀλ is left out of such steps.)
KERNEL_INDEX double transient_flops(const int *dim) {
  const double modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY], loads = dim[DIM_LOADS];
  const double product =
      dim[DIM_COUPLED] > 1 ? 2.0 * dim[DIM_COUPLED] + 2 * modes : 0; // the zeros of slices too
  const double of_modes =
      dim[DIM_COUPLED] == 1 ? 2 * modes * (2 * modes + loads + 2) : modes * (5 + 2 * loads) + product;
  return rows * (2 * modes + 2 * loads + 1) + of_modes + 36 * loads;
}

#endif
