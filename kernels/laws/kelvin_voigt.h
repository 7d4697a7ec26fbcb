// Kelvin-Voigt stop: a spring and a dashpot side by side that push and never pull, max(0, -k g - c v) where
// the gap function g is negative. The force sets in with -c v at first touch and ends before the gap opens.
#ifndef CHATTER_KERNELS_LAW_KELVIN_VOIGT_H
#define CHATTER_KERNELS_LAW_KELVIN_VOIGT_H

#include "law.h"

#define LAW_KELVIN_VOIGT_DOC                                                                                 \
  "a stop with spring and dashpot, max(0, -normal_stiffness · (q + gap) - normal_damping · v) where the "  \
  "gap is "                                                                                                  \
  "closed: it never pulls"
#define LAW_KELVIN_VOIGT_KEYS(NEEDED, NUMBER, LIST)                                                          \
  NUMBER(gap) NEEDED(normal_stiffness) NEEDED(normal_damping)
#define LAW_KELVIN_VOIGT_ROWS(NUMBER, LIST)                                                                  \
  NUMBER(normal_damping, FROM(0), 0, "N·s/m", NULL,                                                          \
         "damping along the normal, per contact point; of a dashpot with a power p in N·(s/m)^p",            \
         "normal contact damping")
#define LAW_KELVIN_VOIGT_ALONG LAW_NORMAL
#define LAW_KELVIN_VOIGT_NEEDS (LAW_HAS_GAP | LAW_HAS_VELOCITY)

#if LAW_HOST
LAW_SIZE(kelvin_voigt, 2, 0)
LAW_NEVER_WRONG(kelvin_voigt)
static inline void law_kelvin_voigt_prepare(const law_keys *keys, double *number) {
  number[0] = keys->number[1], number[1] = keys->number[2]; // the gap is part of q
}
static inline double law_kelvin_voigt_bound(const double *number, int n) {
  return (void)n, number[0];
}
#endif

#endif

#if defined(LANES) && !defined(LAW_KELVIN_VOIGT_PHYSICS)
#define LAW_KELVIN_VOIGT_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(kelvin_voigt)
// The force sets in where the gap closes and ends where it would pull, at q = -(c/k) v.
KERNEL_FN law_opening law_kelvin_voigt_open(const lane_t *number, lane_t q, lane_t v) {
  const mask_t leaves = lane_less(lane_set(0), v);
  const lane_t least = lane_max(lane_set((real)1e-9) * number[1], lane_set((real)1e-30)); // without a spring
  const lane_t by_v = lane_select(leaves, number[1] / lane_max(number[0], least), lane_set(0));
  const law_opening opening = {lane_fma(by_v, v, q), by_v};
  return opening;
}
KERNEL_FN law_answer law_kelvin_voigt_push(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t stiffness = number[0], damping = number[1];
  const law_answer answer = {-lane_fma(stiffness, q, damping * v), -stiffness, -damping,
                             lane_set((real)0.5) * stiffness * (q * q)};
  return (void)n, answer;
}
KERNEL_FN law_answer law_kelvin_voigt_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t none = lane_set(0);
  const law_answer at = law_kelvin_voigt_push(number, n, q, v);
  const mask_t closed = lane_less(q, none), pushes = closed & lane_less(none, at.force);
  const law_answer answer = {lane_select(pushes, at.force, none), lane_select(pushes, at.by_q, none),
                             lane_select(pushes, at.by_v, none), lane_select(closed, at.energy, none)};
  return answer;
}
#endif
