// Cubic spring: the force -k q³ on the structure. Force, slope and second slope, and energy.
#ifndef CHATTER_KERNELS_LAW_CUBIC_H
#define CHATTER_KERNELS_LAW_CUBIC_H

#include "law.h"

#define LAW_CUBIC_DOC "a cubic spring along the normal"
#define LAW_CUBIC_KEYS(NEEDED, NUMBER, LIST) NEEDED(cubic_stiffness)
#define LAW_CUBIC_ROWS(NUMBER, LIST)                                                                         \
  NUMBER(cubic_stiffness, FROM(0), 0, "N/m³", NULL,                                                          \
         "force per cube of the displacement along the normal, against it, per contact point",               \
         "cubic stiffness")
#define LAW_CUBIC_ALONG LAW_NORMAL
#define LAW_CUBIC_NEEDS 0

#if LAW_HOST
LAW_SIZE(cubic, 1, 0)
LAW_NEVER_WRONG(cubic)
LAW_NO_BOUND(cubic)
static inline void law_cubic_prepare(const law_keys *keys, double *number) {
  number[0] = keys->number[0];
}
#endif

#endif

#if defined(LANES) && !defined(LAW_CUBIC_PHYSICS)
#define LAW_CUBIC_PHYSICS
#include "law.h"

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

LAW_WITHOUT_MEMORY(cubic)
KERNEL_FN law_answer law_cubic_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const law_answer answer = {law_cubic(number[0], q), law_cubic_slope(number[0], q), lane_set(0),
                             law_cubic_energy(number[0], q)};
  return (void)n, (void)v, answer;
}
LAW_WITHOUT_GAP(cubic)
#endif
