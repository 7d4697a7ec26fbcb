// Dashpot: the force -c v |v|^(p - 1), linear or with a power.
#ifndef CHATTER_KERNELS_LAW_DASHPOT_H
#define CHATTER_KERNELS_LAW_DASHPOT_H

#include "law.h"

#define LAW_DASHPOT_DOC "a dashpot along the normal, -normal_damping · v · abs(v)^(power - 1)"
#define LAW_DASHPOT_KEYS(NEEDED, NUMBER, LIST) NEEDED(normal_damping) NUMBER(power)
#define LAW_DASHPOT_ROWS(NUMBER, LIST) NUMBER(power, FROM(1), 0, NULL, "1", "power of the velocity", NULL)
#define LAW_DASHPOT_ALONG LAW_NORMAL
#define LAW_DASHPOT_NEEDS LAW_HAS_VELOCITY

#if LAW_HOST
LAW_SIZE(dashpot, 2, 0)
LAW_NEVER_WRONG(dashpot)
LAW_NO_BOUND(dashpot)
static inline void law_dashpot_prepare(const law_keys *keys, double *number) {
  number[0] = keys->number[0], number[1] = keys->number[1];
}
#endif

#endif

#if defined(LANES) && !defined(LAW_DASHPOT_PHYSICS)
#define LAW_DASHPOT_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(dashpot)
KERNEL_FN law_answer law_dashpot_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t damping = number[0] * lane_power(lane_abs(v), number[1] - lane_set(1));
  const law_answer answer = {-(damping * v), lane_set(0), -(number[1] * damping), lane_set(0)};
  return (void)n, (void)q, answer;
}
LAW_WITHOUT_GAP(dashpot)
#endif
