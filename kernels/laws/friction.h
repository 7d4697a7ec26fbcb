// Coulomb friction: the tangential force lies in the disc of radius μ (λ_n + λ0), with one tangent
// in the interval (Monjaraz-Tec et al. 2022, equation C.3; C.1 lacks the factor μ).
#ifndef CHATTER_KERNELS_LAW_FRICTION_H
#define CHATTER_KERNELS_LAW_FRICTION_H

#include "../lane.h"

KERNEL_FN lane_t law_friction_radius(lane_t friction, lane_t normal_force, lane_t preload) {
  return friction * lane_max(normal_force + preload, lane_set(0));
}
KERNEL_FN lane_t law_friction_interval(lane_t force, lane_t radius) {
  return lane_min(lane_max(force, -radius), radius);
}
KERNEL_FN void law_friction_disc(lane_t *first, lane_t *second, lane_t radius) {
  lane_t square = lane_fma(*second, *second, *first * *first);
  mask_t outside = lane_less(radius * radius, square);
  if (!lane_any(outside)) return;
  lane_t scale = lane_select(outside, radius / lane_sqrt(square), lane_set(1));
  *first = *first * scale;
  *second = *second * scale;
}
// Returns the lanes where a trial force lies outside the disc.
KERNEL_FN mask_t law_friction_slips(lane_t first, lane_t second, lane_t radius) {
  return lane_less(radius * radius, lane_fma(second, second, first * first));
}
// Linearises the projection of a trial force y: in slip P(y + δ) = r ŷ + dr ŷ + rotation δ with
// rotation = r/|y| (1 - ŷ ŷᵀ), zero with one tangent. y becomes its direction ŷ. Returns the lanes
// that slip.
KERNEL_FN mask_t law_friction_linearise(lane_t *first, lane_t *second, lane_t radius, lane_t rotation[2][2]) {
  const lane_t one = lane_set(1), square = lane_fma(*second, *second, *first * *first);
  const mask_t slips = law_friction_slips(*first, *second, radius);
  const lane_t inverse = lane_any(slips) ? one / lane_select(slips, lane_sqrt(square), one) : one;
  const lane_t ratio = radius * inverse;
  *first = *first * inverse;
  *second = *second * inverse;
  rotation[0][0] = ratio * (one - *first * *first);
  rotation[0][1] = rotation[1][0] = -(ratio * (*first * *second));
  rotation[1][1] = ratio * (one - *second * *second);
  return slips;
}
// Returns the lanes where the force is inside the disc by more than rounding: the contact sticks.
KERNEL_FN mask_t law_friction_sticks(lane_t first, lane_t second, lane_t radius) {
  lane_t square = lane_fma(second, second, first * first);
  return lane_less(square, radius * radius * lane_set(1 - 4096 * REAL_EPSILON));
}

#endif
