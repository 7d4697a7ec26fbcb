// Cubic spring: the force -k q³ on the structure. Force, slope and second slope, and energy.
#ifndef CHATTER_KERNELS_LAW_CUBIC_H
#define CHATTER_KERNELS_LAW_CUBIC_H

#include "../lane.h"

KERNEL_FN lane_t law_cubic(lane_t stiffness, lane_t q) {
  return -(stiffness * q) * (q * q);
}
KERNEL_FN lane_t law_cubic_slope(lane_t stiffness, lane_t q) {
  return lane_set(-3) * (stiffness * (q * q));
}
KERNEL_FN lane_t law_cubic_bend(lane_t stiffness, lane_t q) {
  return lane_set(-6) * (stiffness * q);
}
KERNEL_FN lane_t law_cubic_energy(lane_t stiffness, lane_t q) {
  return lane_set(0.25) * stiffness * (q * q) * (q * q);
}

#endif
