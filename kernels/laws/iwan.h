// Iwan's chain of sliders in parallel with Segalman's four-parameter distribution of strengths φ: density R
// φ^χ up to φ_max and S δ(φ - φ_max), D. J. Segalman, J. Appl. Mech. 72 (2005) 752-760. N sliders share [0,
// φ_max] at φ_max (i/N)², each with the stiffness ∫ρ dφ and the strength ∫ρ φ dφ of its part exactly; S is
// one more.
#ifndef CHATTER_KERNELS_LAW_IWAN_H
#define CHATTER_KERNELS_LAW_IWAN_H

#include "law.h"

#define LAW_IWAN_DOC                                                                                         \
  "Segalman's four-parameter Iwan element along the tangent: sliders of many strengths in parallel"
#define LAW_IWAN_KEYS(NEEDED, NUMBER, LIST)                                                                  \
  NEEDED(limit_force) NEEDED(tangential_stiffness) NEEDED(chi) NEEDED(beta) NEEDED(sliders)
#define LAW_IWAN_ROWS(NUMBER, LIST)                                                                          \
  NUMBER(limit_force, FROM(POSITIVE), 0, "N", NULL, "force at which all sliders slip, per contact point",    \
         NULL)                                                                                               \
  NUMBER(chi, RANGE(-1, 0), 0, NULL, NULL, "exponent of the distribution of strengths, above -1", NULL)      \
  NUMBER(sliders, RANGE(1, LAW_IWAN_MOST), FIELD_WHOLE | FIELD_FIXED, NULL, NULL,                            \
         "how many share the distribution", NULL)
#define LAW_IWAN_ALONG LAW_TANGENT
#define LAW_IWAN_NEEDS 0

enum { LAW_IWAN_MOST = LAW_NUMBERS_MOST / 2 - 1 };

#if LAW_HOST
static inline law_size law_iwan_size(const law_keys *keys) {
  const int sliders = (int)keys->number[4] + 1;
  const law_size size = {2 * sliders, sliders};
  return size;
}
static inline const char *law_iwan_wrong(const law_keys *keys) {
  return keys->number[2] > -1 ? (const char *)0 : "chi is -1 (allowed: more than -1, at most 0)";
}
// numbers: stiffness and strength of slider after slider. ∫ρ dφ over a part is K_R Δ(b^(χ+1)) with b =
// φ/φ_max and K_R = K_T/(1 + β), ∫ρ φ dφ is K_R φ_max (χ+1)/(χ+2) Δ(b^(χ+2)).
static inline void law_iwan_prepare(const law_keys *keys, double *number) {
  const double limit = keys->number[0], stiffness = keys->number[1], chi = keys->number[2],
               beta = keys->number[3], mean = (chi + 1) / (chi + 2);
  const double most = limit * (1 + beta) / (stiffness * (beta + mean)), shared = stiffness / (1 + beta);
  const int sliders = (int)keys->number[4];
  for (int i = 0; i < sliders; i++) {
    const double from = pow((double)i / sliders, 2), to = pow((i + 1.0) / sliders, 2);
    number[2 * i] = shared * (pow(to, chi + 1) - pow(from, chi + 1));
    number[2 * i + 1] = shared * most * mean * (pow(to, chi + 2) - pow(from, chi + 2));
  }
  number[2 * sliders] = shared * beta, number[2 * sliders + 1] = shared * beta * most;
}
static inline double law_iwan_bound(const double *number, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i += 2) sum += number[i];
  return sum;
}
#endif

#endif

#if defined(LANES) && !defined(LAW_IWAN_PHYSICS)
#define LAW_IWAN_PHYSICS
#include "law.h"

KERNEL_FN law_answer law_iwan_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t none = lane_set(0);
  const law_answer answer = {none, none, none, none};
  return (void)number, (void)n, (void)q, (void)v, answer;
}
KERNEL_FN int law_iwan_states(int n) {
  return n;
}
KERNEL_FN lane_t law_iwan_pull(const lane_t *number) {
  return (void)number, lane_set(-1);
}
// The state is the force of a slider's spring, N.
KERNEL_FN law_memory law_iwan_remember(const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t none = lane_set(0), one = lane_set(1), stiffness = number[2 * i], limit = number[2 * i + 1];
  const lane_t way = stiffness * move, trial = lane_fma(stiffness, move, old);
  const mask_t sticks = lane_less_equal(lane_abs(trial), limit), has = lane_less(none, stiffness);
  const lane_t state = lane_max(lane_min(trial, limit), -limit);
  const law_memory next = {
      state,
      lane_select(sticks, one, none),
      lane_select(sticks, stiffness, none),
      lane_select(has, state * state / lane_select(has, stiffness + stiffness, one), none),
      lane_select(sticks, none, (trial - state) / lane_select(sticks, one, way)),
      lane_select(sticks, none, state - old),
      lane_select(sticks, none, stiffness)};
  return next;
}
LAW_WITHOUT_GAP(iwan)
#endif
