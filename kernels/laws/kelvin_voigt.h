// Kelvin-Voigt stop: a spring and a dashpot in parallel that only push, max(0, -k g - c v) for a
// negative gap function g. The force jumps to -c v at first touch and ends before the gap opens.
#ifndef CHATTER_KERNELS_LAW_KELVIN_VOIGT_H
#define CHATTER_KERNELS_LAW_KELVIN_VOIGT_H

#include "law.h"

#define LAW_KELVIN_VOIGT_ROWS(NUMBER, LIST)                                                                  \
  NUMBER(normal_damping, FROM(0), 0, "N·s/m", NULL,                                                          \
         "damping along the normal, per contact point; of a dashpot with a power p in N·(s/m)^p",            \
         "normal contact damping")
LAW_ACTS(kelvin_voigt, LAW_NORMAL, LAW_HAS_GAP | LAW_HAS_VELOCITY)

enum { KELVIN_VOIGT_STIFFNESS, KELVIN_VOIGT_DAMPING, KELVIN_VOIGT_NUMBERS };

#endif

#ifdef LAW_STUDY
// The gap is part of q.
static void kelvin_voigt_numbers(const contact_config *c, double *number) {
  number[KELVIN_VOIGT_STIFFNESS] = c->normal_stiffness;
  number[KELVIN_VOIGT_DAMPING] = c->normal_damping;
}
static double kelvin_voigt_stiffness_bound(const double *number, int n) {
  return (void)n, number[KELVIN_VOIGT_STIFFNESS];
}
static const law_kind kelvin_voigt_law = {
    .name = "kelvin_voigt",
    .doc = "a stop with spring and dashpot, max(0, -normal_stiffness · (q + gap) - normal_damping · v) where "
           "the gap is closed: it never pulls",
    .needed = "normal_stiffness normal_damping",
    .optional = "gap",
    .n_numbers = KELVIN_VOIGT_NUMBERS,
    .numbers = kelvin_voigt_numbers,
    .stiffness_bound = kelvin_voigt_stiffness_bound};
#endif

#if defined(LANES) && !defined(LAW_KELVIN_VOIGT_PHYSICS)
#define LAW_KELVIN_VOIGT_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(kelvin_voigt)
// The force begins where the gap closes and ends where it would become tensile, at q = -(c/k) v.
KERNEL_FN law_gap law_kelvin_voigt_effective_gap(const lane_t *number, lane_t q, lane_t v) {
  const lane_t stiffness = number[KELVIN_VOIGT_STIFFNESS], damping = number[KELVIN_VOIGT_DAMPING];
  const mask_t leaves = lane_less(lane_set(0), v);
  const lane_t least = lane_max(lane_set((real)1e-9) * damping, lane_set((real)1e-30)); // without a spring
  const lane_t by_v = lane_select(leaves, damping / lane_max(stiffness, least), lane_set(0));
  const law_gap gap = {lane_fma(by_v, v, q), by_v};
  return gap;
}
KERNEL_FN law_result law_kelvin_voigt_closed_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t stiffness = number[KELVIN_VOIGT_STIFFNESS], damping = number[KELVIN_VOIGT_DAMPING];
  const law_result result = {-lane_fma(stiffness, q, damping * v), -stiffness, -damping,
                             lane_set((real)0.5) * stiffness * (q * q)};
  return (void)n, result;
}
KERNEL_FN law_result law_kelvin_voigt_force(const lane_t *number, int n, lane_t q, lane_t v) {
  const lane_t none = lane_set(0);
  const law_result at = law_kelvin_voigt_closed_force(number, n, q, v);
  const mask_t closed = lane_less(q, none), pushes = closed & lane_less(none, at.force);
  const law_result result = {lane_select(pushes, at.force, none), lane_select(pushes, at.by_q, none),
                             lane_select(pushes, at.by_v, none), lane_select(closed, at.energy, none)};
  return result;
}
#endif
