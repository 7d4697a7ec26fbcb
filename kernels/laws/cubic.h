// Cubic spring: the force -k q³ on the structure, with slope, second slope and energy.
#ifndef CHATTER_KERNELS_LAW_CUBIC_H
#define CHATTER_KERNELS_LAW_CUBIC_H

#include "law.h"

#define LAW_CUBIC_ROWS(NUMBER, LIST)                                                                         \
  NUMBER(cubic_stiffness, FROM(0), 0, "N/m³", NULL,                                                          \
         "force per cube of the displacement along the normal, against it, per contact point",               \
         "cubic stiffness")
LAW_ACTS(cubic, LAW_NORMAL, 0)

enum { CUBIC_STIFFNESS, CUBIC_NUMBERS };

#endif

#ifdef LAW_STUDY
static void cubic_numbers(const contact_config *c, double *number) {
  number[CUBIC_STIFFNESS] = c->cubic_stiffness;
}
static const law_kind cubic_law = {.name = "cubic",
                                   .doc = "a cubic spring along the normal",
                                   .needed = "cubic_stiffness",
                                   .n_numbers = CUBIC_NUMBERS,
                                   .numbers = cubic_numbers};
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
KERNEL_FN lane_t law_cubic_second_slope(lane_t stiffness, lane_t q) {
  return lane_set(-6) * (stiffness * q);
}
KERNEL_FN lane_t law_cubic_energy(lane_t stiffness, lane_t q) {
  return lane_set(0.25) * stiffness * (q * q) * (q * q);
}

LAW_WITHOUT_MEMORY(cubic)
KERNEL_FN law_result law_cubic_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const law_result result = {law_cubic(number[CUBIC_STIFFNESS], q),
                             law_cubic_slope(number[CUBIC_STIFFNESS], q), lane_set(0),
                             law_cubic_energy(number[CUBIC_STIFFNESS], q)};
  return (void)n, (void)v, result;
}
LAW_WITHOUT_GAP(cubic)
#endif
