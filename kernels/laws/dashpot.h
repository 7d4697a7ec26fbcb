// Dashpot: the force -c v |v|^(p - 1), linear for p = 1.
#ifndef CHATTER_KERNELS_LAW_DASHPOT_H
#define CHATTER_KERNELS_LAW_DASHPOT_H

#include "law.h"

#define LAW_DASHPOT_ROWS(NUMBER, LIST) NUMBER(power, FROM(1), 0, NULL, "1", "power of the velocity", NULL)
LAW_ACTS(dashpot, LAW_NORMAL, LAW_HAS_VELOCITY)

enum { DASHPOT_DAMPING, DASHPOT_POWER, DASHPOT_NUMBERS };

#endif

#ifdef LAW_STUDY
static void dashpot_numbers(const contact_config *c, double *number) {
  number[DASHPOT_DAMPING] = c->normal_damping, number[DASHPOT_POWER] = c->power;
}
static const law_kind dashpot_law = {
    .name = "dashpot",
    .doc = "a dashpot along the normal, -normal_damping · v · abs(v)^(power - 1)",
    .needed = "normal_damping",
    .optional = "power",
    .n_numbers = DASHPOT_NUMBERS,
    .numbers = dashpot_numbers};
#endif

#if defined(LANES) && !defined(LAW_DASHPOT_PHYSICS)
#define LAW_DASHPOT_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(dashpot)
KERNEL_FN law_result law_dashpot_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t power = number[DASHPOT_POWER];
  const lane_t damping = number[DASHPOT_DAMPING] * lane_power(lane_abs(v), power - lane_set(1));
  const law_result result = {-(damping * v), lane_set(0), -(power * damping), lane_set(0)};
  return (void)n, (void)q, result;
}
LAW_WITHOUT_GAP(dashpot)
#endif
