// Newton's restitution along the normal, for a boundary with mass (Monjaraz-Tec et al. 2022,
// equation B.2): -(γ⁺ + e γ⁻) ∈ N(λ). The inclusion's constant is the free velocity after the step
// plus e times the velocity before it.
#ifndef CHATTER_KERNELS_LAW_RESTITUTION_H
#define CHATTER_KERNELS_LAW_RESTITUTION_H

#include "../lane.h"

KERNEL_FN lane_t law_restitution(lane_t free_after, lane_t before, lane_t restitution) {
  return lane_fma(restitution, before, free_after);
}

#endif
