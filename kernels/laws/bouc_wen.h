// Bouc-Wen hysteresis (Bouc 1967; Wen 1976): the force -(α k q + (1 - α) k z) with z' = a v - β |v|
// |z|^(n-1) z - γ v |z|^n, z in m. z depends on the path of q alone. A move is one implicit
// midpoint step, of second order and with bounded |z|.
#ifndef CHATTER_KERNELS_LAW_BOUC_WEN_H
#define CHATTER_KERNELS_LAW_BOUC_WEN_H

#include "law.h"

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
LAW_ACTS(bouc_wen, LAW_TANGENT, 0)

enum {
  BOUC_WEN_ELASTIC,    // α k
  BOUC_WEN_HYSTERETIC, // (1 - α) k
  BOUC_WEN_A,
  BOUC_WEN_BETA,
  BOUC_WEN_GAMMA,
  BOUC_WEN_EXPONENT,
  BOUC_WEN_NUMBERS
};

#endif

#ifdef LAW_STUDY
static const char *bouc_wen_check(const contact_config *c) {
  return c->gamma > c->beta || c->gamma < -c->beta
             ? "gamma lies outside -beta to beta: the loop would give off energy (allowed: -beta to beta)"
             : NULL;
}
static void bouc_wen_numbers(const contact_config *c, double *number) {
  number[BOUC_WEN_ELASTIC] = c->alpha * c->stiffness;
  number[BOUC_WEN_HYSTERETIC] = (1 - c->alpha) * c->stiffness;
  number[BOUC_WEN_A] = c->a;
  number[BOUC_WEN_BETA] = c->beta;
  number[BOUC_WEN_GAMMA] = c->gamma;
  number[BOUC_WEN_EXPONENT] = c->exponent;
}
static double bouc_wen_stiffness_bound(const double *number, int n) {
  return (void)n, number[BOUC_WEN_ELASTIC] + number[BOUC_WEN_HYSTERETIC] * number[BOUC_WEN_A];
}
static const law_kind bouc_wen_law = {
    .name = "bouc_wen",
    .doc =
        "hysteresis along the tangent, -(alpha · stiffness · q + (1 - alpha) · stiffness · z) with z' = a v "
        "- beta abs(v) abs(z)^(exponent - 1) z - gamma v abs(z)^exponent",
    .needed = "stiffness alpha beta gamma",
    .optional = "a exponent",
    .n_numbers = BOUC_WEN_NUMBERS,
    .n_states = 1, // z
    .check = bouc_wen_check,
    .numbers = bouc_wen_numbers,
    .stiffness_bound = bouc_wen_stiffness_bound};
#endif

#if defined(LANES) && !defined(LAW_BOUC_WEN_PHYSICS)
#define LAW_BOUC_WEN_PHYSICS
#include "law.h"

KERNEL_FN law_result law_bouc_wen_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t stiffness = number[BOUC_WEN_ELASTIC];
  const law_result result = {-(stiffness * q), -stiffness, lane_set(0), lane_set(0.5) * stiffness * (q * q)};
  return (void)n, (void)v, result;
}
KERNEL_FN int law_bouc_wen_state_count(int n) {
  return (void)n, 1;
}
KERNEL_FN lane_t law_bouc_wen_state_factor(const lane_t *number) {
  return -number[BOUC_WEN_HYSTERETIC];
}

// Returns du/d|q| = a - |u|^n (γ + β sgn u) for u = z sgn(move), and its slope by u, which is never
// positive.
KERNEL_FN lane_t law_bouc_wen_rate(const lane_t *number, lane_t u, lane_t *slope) {
  const lane_t none = lane_set(0), exponent = number[BOUC_WEN_EXPONENT], gamma = number[BOUC_WEN_GAMMA];
  const lane_t beta = lane_select(lane_less(u, none), -number[BOUC_WEN_BETA], number[BOUC_WEN_BETA]);
  const lane_t power = lane_power(lane_abs(u), exponent - lane_set(1));
  const lane_t sense = lane_select(lane_less(u, none), lane_set(-1), lane_set(1));
  *slope = -(exponent * power * sense * (gamma + beta));
  return lane_fma(-(power * lane_abs(u)), gamma + beta, number[BOUC_WEN_A]);
}

// Solves the midpoint m = u + ½ |move| rate(m) by Newton's method; a lane without a move keeps its
// value.
enum { BOUC_WEN_PASSES = 30 };
KERNEL_FN law_state law_bouc_wen_update(const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t half = lane_set(0.5) * lane_abs(move), one = lane_set(1);
  const lane_t sense = lane_select(lane_less(move, lane_set(0)), -one, one), u = sense * old;
  lane_t middle = u, slope, rate = law_bouc_wen_rate(number, middle, &slope);
  mask_t running = lane_less(lane_set(0), half);
  for (int pass = 0; pass < BOUC_WEN_PASSES && lane_any(running); pass++) {
    const lane_t step = (u - middle + half * rate) / (one - half * slope);
    middle = lane_select(running, middle + step, middle);
    running = running & lane_less(lane_set(2 * REAL_EPSILON) * lane_abs(middle), lane_abs(step));
    rate = law_bouc_wen_rate(number, middle, &slope);
  }
  const lane_t inverse = one / (one - half * slope), state = sense * (middle + middle - u);
  const lane_t none = lane_set(0), energy = lane_set(0.5) * number[BOUC_WEN_HYSTERETIC] * (state * state);
  const law_state next = {state, inverse + inverse - one, rate * inverse, energy, none, none, none};
  return (void)i, next;
}
LAW_WITHOUT_GAP(bouc_wen)
#endif
