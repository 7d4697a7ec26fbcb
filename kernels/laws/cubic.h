// A spring whose force grows with the cube of its motion: x = -k₃ q³, energy k₃ q⁴ / 4.
#ifndef CHATTER_KERNELS_LAW_CUBIC_H
#define CHATTER_KERNELS_LAW_CUBIC_H

#include "../lane.h"

KERNEL_FN lane_t law_cubic(lane_t stiffness, lane_t q) {
  return -(stiffness * q * (q * q));
}
KERNEL_FN lane_t law_cubic_energy(lane_t stiffness, lane_t q) {
  return lane_set(0.25) * stiffness * (q * q) * (q * q);
}

#endif
