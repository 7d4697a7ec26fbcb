// Iwan's chain of sliders in parallel (Iwan 1966) with the four-parameter distribution of strengths
// φ of Segalman 2005: density R φ^χ up to φ_max and S δ(φ - φ_max). N sliders divide [0, φ_max] at
// φ_max (i/N)², each with the exact stiffness ∫ρ dφ and strength ∫ρ φ dφ of its part; S is one more
// slider.
#ifndef CHATTER_KERNELS_LAW_IWAN_H
#define CHATTER_KERNELS_LAW_IWAN_H

#include "law.h"

#define LAW_IWAN_ROWS(NUMBER, LIST)                                                                          \
  NUMBER(limit_force, FROM(POSITIVE), 0, "N", NULL, "force at which all sliders slip, per contact point",    \
         NULL)                                                                                               \
  NUMBER(chi, RANGE(-1, 0), 0, NULL, NULL, "exponent of the distribution of strengths, above -1", NULL)      \
  NUMBER(sliders, RANGE(1, IWAN_SLIDERS), FIELD_WHOLE | FIELD_FIXED, NULL, NULL,                             \
         "how many share the distribution", NULL)
LAW_ACTS(iwan, LAW_TANGENT, 0)

// Stiffness and strength, slider by slider.
enum { IWAN_STIFFNESS, IWAN_STRENGTH, IWAN_SLIDER_NUMBERS };
// largest number of sliders besides that of S
enum { IWAN_SLIDERS = LAW_MAX_PARAMETERS / IWAN_SLIDER_NUMBERS - 1 };

#endif

#ifdef LAW_STUDY
#include <math.h>

static law_size iwan_size(const contact_config *c) {
  const int sliders = (int)c->sliders + 1;
  const law_size size = {IWAN_SLIDER_NUMBERS * sliders, sliders};
  return size;
}
static const char *iwan_check(const contact_config *c) {
  if (!(c->tangential_stiffness > 0)) return "tangential_stiffness is 0 (allowed: more than 0)";
  return c->chi > -1 ? NULL : "chi is -1 (allowed: more than -1, at most 0)";
}
// Over a part ∫ρ dφ = K_R Δ(b^(χ+1)) with b = φ/φ_max and K_R = K_T/(1 + β), and ∫ρ φ dφ = K_R
// φ_max (χ+1)/(χ+2) Δ(b^(χ+2)).
static void iwan_numbers(const contact_config *c, double *number) {
  const double chi = c->chi, mean = (chi + 1) / (chi + 2), stiffness = c->tangential_stiffness;
  const double most = c->limit_force * (1 + c->beta) / (stiffness * (c->beta + mean)),
               shared = stiffness / (1 + c->beta);
  const int sliders = (int)c->sliders;
  double *slider = number;
  for (int i = 0; i < sliders; i++, slider += IWAN_SLIDER_NUMBERS) {
    const double from = pow((double)i / sliders, 2), to = pow((i + 1.0) / sliders, 2);
    slider[IWAN_STIFFNESS] = shared * (pow(to, chi + 1) - pow(from, chi + 1));
    slider[IWAN_STRENGTH] = shared * most * mean * (pow(to, chi + 2) - pow(from, chi + 2));
  }
  slider[IWAN_STIFFNESS] = shared * c->beta, slider[IWAN_STRENGTH] = shared * c->beta * most;
}
static double iwan_stiffness_bound(const double *number, int n) {
  double sum = 0;
  for (int i = 0; i < n; i += IWAN_SLIDER_NUMBERS) sum += number[i + IWAN_STIFFNESS];
  return sum;
}
static const law_kind iwan_law = {
    .name = "iwan",
    .doc = "Segalman's four-parameter Iwan element along the tangent: sliders of many strengths in parallel",
    .needed = "limit_force tangential_stiffness chi beta sliders",
    .size = iwan_size,
    .check = iwan_check,
    .numbers = iwan_numbers,
    .stiffness_bound = iwan_stiffness_bound};
#endif

#if defined(LANES) && !defined(LAW_IWAN_PHYSICS)
#define LAW_IWAN_PHYSICS
#include "law.h"

KERNEL_FN law_result law_iwan_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t none = lane_set(0);
  const law_result result = {none, none, none, none};
  return (void)number, (void)n, (void)q, (void)v, result;
}
KERNEL_FN int law_iwan_state_count(int n) {
  return n;
}
KERNEL_FN lane_t law_iwan_state_factor(const lane_t *number) {
  return (void)number, lane_set(-1);
}
// The state is the force of a slider's spring, N.
KERNEL_FN law_state law_iwan_update(const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t *slider = number + IWAN_SLIDER_NUMBERS * i;
  const lane_t stiffness = slider[IWAN_STIFFNESS], limit = slider[IWAN_STRENGTH];
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t way = stiffness * move, trial = lane_fma(stiffness, move, old);
  const mask_t sticks = lane_less_equal(lane_abs(trial), limit), has = lane_less(none, stiffness);
  const lane_t state = lane_max(lane_min(trial, limit), -limit);
  const law_state next = {
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
