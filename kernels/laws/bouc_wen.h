// Bouc-Wen hysteresis: the force -(α k q + (1 - α) k z) with z' = a v - β |v| |z|^(n-1) z - γ v |z|^n, z in
// m. z depends on the path of q alone: a move is one implicit midpoint step, of second order and with |z|
// bounded.
#ifndef CHATTER_KERNELS_LAW_BOUC_WEN_H
#define CHATTER_KERNELS_LAW_BOUC_WEN_H

#include "law.h"

#define LAW_BOUC_WEN_DOC                                                                                      \
  "hysteresis along the tangent, -(alpha · stiffness · q + (1 - alpha) · stiffness · z) with z' = a v - " \
  "beta abs(v) abs(z)^(exponent - 1) z - gamma v abs(z)^exponent"
#define LAW_BOUC_WEN_KEYS(NEEDED, NUMBER, LIST)                                                              \
  NEEDED(stiffness) NEEDED(alpha) NUMBER(a) NEEDED(beta) NEEDED(gamma) NUMBER(exponent)
#define LAW_BOUC_WEN_ROWS(NUMBER, LIST)                                                                      \
  NUMBER(stiffness, FROM(POSITIVE), 0, "N/m", NULL,                                                          \
         "stiffness at first loading with a = 1, per contact point", NULL)                                   \
  NUMBER(alpha, RANGE(0, 1), 0, NULL, NULL, "share of the stiffness that stays elastic", NULL)               \
  NUMBER(a, FROM(POSITIVE), 0, NULL, "1", "rate of z at z = 0, per motion", NULL)                            \
  NUMBER(beta, FROM(0), 0, NULL, NULL,                                                                       \
         "Bouc-Wen: of the loop's shape, in 1/m^exponent; Iwan: stiffness of the sliders at the greatest "   \
         "strength over that of all others",                                                                 \
         NULL)                                                                                               \
  NUMBER(gamma, ANY, 0, NULL, NULL, "of the loop's shape, in 1/m^exponent, from -beta to beta", NULL)        \
  NUMBER(exponent, FROM(1), 0, NULL, "1", "sharpness of the passage to slip", NULL)
#define LAW_BOUC_WEN_ALONG LAW_TANGENT
#define LAW_BOUC_WEN_NEEDS 0

#if LAW_HOST
// numbers: α k, (1 - α) k, a, β, γ, n
LAW_SIZE(bouc_wen, 6, 1)
static inline const char *law_bouc_wen_wrong(const law_keys *keys) {
  const double beta = keys->number[3], gamma = keys->number[4];
  return gamma > beta || gamma < -beta
             ? "gamma lies outside -beta to beta: the loop would give off energy (allowed: -beta to beta)"
             : (const char *)0;
}
static inline void law_bouc_wen_prepare(const law_keys *keys, double *number) {
  number[0] = keys->number[1] * keys->number[0];
  number[1] = (1 - keys->number[1]) * keys->number[0];
  for (int i = 2; i < 6; i++) number[i] = keys->number[i];
}
static inline double law_bouc_wen_bound(const double *number, int n) {
  return (void)n, number[0] + number[1] * number[2];
}
#endif

#endif

#if defined(LANES) && !defined(LAW_BOUC_WEN_PHYSICS)
#define LAW_BOUC_WEN_PHYSICS
#include "law.h"

KERNEL_FN law_answer law_bouc_wen_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  const law_answer answer = {-(number[0] * q), -number[0], lane_set(0), lane_set(0.5) * number[0] * (q * q)};
  return (void)n, (void)v, answer;
}
KERNEL_FN int law_bouc_wen_states(int n) {
  return (void)n, 1;
}
KERNEL_FN lane_t law_bouc_wen_pull(const lane_t *number) {
  return -number[1];
}

// du/d|q| = a - |u|^n (γ + β sgn u) of u = z sgn(move), and its slope by u, which is never positive.
KERNEL_FN lane_t law_bouc_wen_rate(const lane_t *number, lane_t u, lane_t *slope) {
  const lane_t none = lane_set(0), beta = lane_select(lane_less(u, none), -number[3], number[3]);
  const lane_t power = lane_power(lane_abs(u), number[5] - lane_set(1));
  const lane_t sense = lane_select(lane_less(u, none), lane_set(-1), lane_set(1));
  *slope = -(number[5] * power * sense * (number[4] + beta));
  return lane_fma(-(power * lane_abs(u)), number[4] + beta, number[2]);
}

// The midpoint m = u + ½ |move| rate(m) by Newton's method; a lane that stands still is left as it is.
enum { LAW_BOUC_WEN_PASSES = 30 };
KERNEL_FN law_memory law_bouc_wen_remember(const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t half = lane_set(0.5) * lane_abs(move), one = lane_set(1);
  const lane_t sense = lane_select(lane_less(move, lane_set(0)), -one, one), u = sense * old;
  lane_t middle = u, slope, rate = law_bouc_wen_rate(number, middle, &slope);
  mask_t running = lane_less(lane_set(0), half);
  for (int pass = 0; pass < LAW_BOUC_WEN_PASSES && lane_any(running); pass++) {
    const lane_t step = (u - middle + half * rate) / (one - half * slope);
    middle = lane_select(running, middle + step, middle);
    running = running & lane_less(lane_set(2 * REAL_EPSILON) * lane_abs(middle), lane_abs(step));
    rate = law_bouc_wen_rate(number, middle, &slope);
  }
  const lane_t inverse = one / (one - half * slope), state = sense * (middle + middle - u);
  const lane_t none = lane_set(0);
  const law_memory next = {
      state, inverse + inverse - one, rate * inverse, lane_set(0.5) * number[1] * (state * state), none, none,
      none};
  return (void)i, next;
}
LAW_WITHOUT_GAP(bouc_wen)
#endif
