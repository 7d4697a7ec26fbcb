// The elastic friction element (Jenkins) in time steps: a set-valued law in series with a spring of
// stiffness k. With the motion w = G x + c along a row and the force x⁻ of the spring before it, x
// = P(x⁻ - k w), with the same projection P as without the spring. In the form of the inclusion
// solvers
//   x = P(x - ε s),   s = k w + x - x⁻   for every ε > 0.
// Along the normal w is the whole gap and x⁻ = 0; along the tangents w is the motion of this step.
// s / k is the slip: the part of the motion that the spring does not take.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_STEP_H
#define CHATTER_KERNELS_LAW_ELASTIC_STEP_H

#include "../lane.h"

// Returns s; `rest` is k c - x⁻, `product` G x.
KERNEL_FN lane_t law_elastic_motion(lane_t stiffness, lane_t product, lane_t force, lane_t rest) {
  return lane_fma(stiffness, product, force + rest);
}
// Returns ε of the relaxation from that of the rigid law, 1 / Σ|G|: 1 / (k Σ|G| + 1).
KERNEL_FN lane_t law_elastic_scale(lane_t stiffness, lane_t scale) {
  return scale / (stiffness + scale);
}
// Returns the slip s / k; zero for a spring without stiffness.
KERNEL_FN lane_t law_elastic_slip(lane_t stiffness, lane_t motion) {
  const mask_t holds = lane_less(lane_set(0), stiffness);
  return lane_select(holds, motion / lane_select(holds, stiffness, lane_set(1)), lane_set(0));
}
// Returns the energy in the spring, x² / 2k.
KERNEL_FN lane_t law_elastic_energy(lane_t stiffness, lane_t force) {
  const mask_t holds = lane_less(lane_set(0), stiffness);
  const lane_t twice = lane_select(holds, stiffness + stiffness, lane_set(1));
  return lane_select(holds, force * force / twice, lane_set(0));
}

#endif
