// Regularised friction -μ N tanh(v/ε) under a constant normal force N, for comparison with other
// programs. It does not stick: a constant force F causes creep with v = ε artanh(F/μN).
#ifndef CHATTER_KERNELS_LAW_TANH_FRICTION_H
#define CHATTER_KERNELS_LAW_TANH_FRICTION_H

#include "law.h"

#define LAW_TANH_FRICTION_ROWS(NUMBER, LIST)                                                                 \
  NUMBER(velocity_scale, FROM(POSITIVE), 0, "m/s", NULL,                                                     \
         "velocity over which friction turns: at it the force is 0.76 of its limit", NULL)
LAW_ACTS(tanh_friction, LAW_TANGENT, LAW_HAS_VELOCITY)

enum { TANH_FRICTION_LIMIT, TANH_FRICTION_VELOCITY_SCALE, TANH_FRICTION_NUMBERS }; // μ N, ε

#endif

#ifdef LAW_STUDY
static void tanh_friction_numbers(const contact_config *c, double *number) {
  number[TANH_FRICTION_LIMIT] = c->friction * c->preload;
  number[TANH_FRICTION_VELOCITY_SCALE] = c->velocity_scale;
}
static const law_kind tanh_friction_law = {
    .name = "tanh_friction",
    .doc =
        "regularised friction along the tangent under a constant normal load, -friction · preload · tanh(v "
        "/ velocity_scale)",
    .needed = "friction velocity_scale",
    .optional = "preload",
    .n_numbers = TANH_FRICTION_NUMBERS,
    .numbers = tanh_friction_numbers};
#endif

#if defined(LANES) && !defined(LAW_TANH_FRICTION_PHYSICS)
#define LAW_TANH_FRICTION_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(tanh_friction)
KERNEL_FN law_result law_tanh_friction_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t limit = number[TANH_FRICTION_LIMIT], scale = number[TANH_FRICTION_VELOCITY_SCALE],
               t = lane_tanh(v / scale);
  const law_result result = {-(limit * t), lane_set(0), -(limit / scale * (lane_set(1) - t * t)),
                             lane_set(0)};
  return (void)n, (void)q, result;
}
LAW_WITHOUT_GAP(tanh_friction)
#endif
