// Regularised friction -μ N tanh(v/ε) under a constant normal force N, as other programs have it: no
// sticking, a creep of v = ε artanh(F/μN) under every force.
#ifndef CHATTER_KERNELS_LAW_TANH_FRICTION_H
#define CHATTER_KERNELS_LAW_TANH_FRICTION_H

#include "law.h"

#define LAW_TANH_FRICTION_DOC                                                                                \
  "regularised friction along the tangent under a constant normal load, -friction · preload · tanh(v / "   \
  "velocity_scale)"
#define LAW_TANH_FRICTION_KEYS(NEEDED, NUMBER, LIST) NEEDED(friction) NUMBER(preload) NEEDED(velocity_scale)
#define LAW_TANH_FRICTION_ROWS(NUMBER, LIST)                                                                 \
  NUMBER(velocity_scale, FROM(POSITIVE), 0, "m/s", NULL,                                                     \
         "velocity over which friction turns: at it the force is 0.76 of its limit", NULL)
#define LAW_TANH_FRICTION_ALONG LAW_TANGENT
#define LAW_TANH_FRICTION_NEEDS LAW_HAS_VELOCITY

#if LAW_HOST
LAW_SIZE(tanh_friction, 2, 0)
LAW_NEVER_WRONG(tanh_friction)
LAW_NO_BOUND(tanh_friction)
static inline void law_tanh_friction_prepare(const law_keys *keys, double *number) {
  number[0] = keys->number[0] * keys->number[1], number[1] = keys->number[2];
}
#endif

#endif

#if defined(LANES) && !defined(LAW_TANH_FRICTION_PHYSICS)
#define LAW_TANH_FRICTION_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(tanh_friction)
KERNEL_FN law_answer law_tanh_friction_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t limit = number[0], t = lane_tanh(v / number[1]);
  const law_answer answer = {-(limit * t), lane_set(0), -(limit / number[1] * (lane_set(1) - t * t)),
                             lane_set(0)};
  return (void)n, (void)q, answer;
}
LAW_WITHOUT_GAP(tanh_friction)
#endif
