// Contact laws at one instant of a sampled period: force and slopes, and the kinks between two
// samples where a law switches.
//
// A switch is a function s of the argument u whose sign gives the state. The force is continuous at
// s = 0; its slope jumps by direction ⊗ gradient. Between two samples of opposite sign u is taken
// as linear in time. s vanishes after the fraction θ of the step, and the kink there is integrated.
// With samples alone force and Jacobian would have kinks and jumps whenever a sample changes sides,
// and Newton's iteration would not converge. With the integrated kinks the Jacobian is continuous
// in u; its derivative is in sampled_curvature.h. The error is O(1/N²), as that of the samples.
#ifndef CHATTER_KERNELS_SAMPLED_LAW_H
#define CHATTER_KERNELS_SAMPLED_LAW_H

#include "sampled_transform.h"
#include "../../laws/cubic.h"
#include "../../laws/lagrangian.h"

typedef struct sampled_law {
  int kind;
  lane_t friction, preload; // μ; λ0, N (for the elastic law N0)
  lane_t stiffness;         // cubic N/m³, elastic: tangential N/m
  lane_t normal_stiffness;  // N/m, elastic
  lane_t gap;               // m, for the elastic law; the others have it in their argument
} sampled_law;

// Slopes above the lower triangle: those of the tangents are symmetric, the rest is zero.
KERNEL_FN int sampled_has_slope(const sampled_plan *plan, const sampled_law *law, int i, int j) {
  if (law->kind == SAMPLED_LAW_CUBIC) return i == 0 && j == 0;
  return i == 0 || j >= plan->has_normal || law->kind == SAMPLED_LAW_FRICTION;
}
KERNEL_FN int sampled_has_switch(const sampled_plan *plan, const sampled_law *law, int which) {
  if (law->kind == SAMPLED_LAW_CUBIC) return 0;
  return which == 0 ? plan->has_normal : plan->coordinates > plan->has_normal;
}

KERNEL_FN lagrangian_point sampled_lagrangian_point(const sampled_plan *plan, const sampled_law *law,
                                                    const lane_t *u) {
  return law_lagrangian_point(u, plan->has_normal, plan->coordinates - plan->has_normal,
                              law->kind == SAMPLED_LAW_COULOMB, law->friction, law->preload);
}
// Computes the switch functions of an argument u [m].
KERNEL_FN void sampled_switches(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                                lane_t *s) {
  s[0] = s[1] = lane_set(1);
  if (law->kind == SAMPLED_LAW_CUBIC) return;
  const lagrangian_point at = sampled_lagrangian_point(plan, law, u);
  if (plan->has_normal) s[0] = at.normal;
  s[1] = at.slip;
}

// Contribution of the neighbouring kinks to one sample, per unit of the jump from s < 0 to s > 0.
typedef struct sampled_kink {
  lane_t force[SAMPLED_MAX_SWITCHES], slope[SAMPLED_MAX_SWITCHES];
  int any; // of any lane and switch
} sampled_kink;

KERNEL_FN sampled_kink sampled_kink_none(void) {
  sampled_kink kink;
  for (int s = 0; s < SAMPLED_MAX_SWITCHES; s++) kink.force[s] = kink.slope[s] = lane_set(0);
  kink.any = 0;
  return kink;
}
KERNEL_FN mask_t sampled_switch_changes(lane_t s, lane_t beside) {
  const lane_t none = lane_set(0);
  return lane_less(s, none) ^ lane_less(beside, none);
}
// Adds the kink of the step between s and `beside`. Over the step a kink of jump 1 has θ (1 - θ) /
// 2 |Δs| less area than the chord, and half minus its fraction of the slope on the side s > 0. Both
// are located at θ and split between the two samples as a linear function would be.
KERNEL_FN void sampled_kink_add(sampled_kink *kink, int which, lane_t s, lane_t beside) {
  const mask_t changes = sampled_switch_changes(s, beside);
  if (!lane_any(changes)) return;
  const lane_t none = lane_set(0), half = lane_set((real)0.5);
  const lane_t own = lane_abs(s), sum = lane_select(changes, own + lane_abs(beside), lane_set(1));
  const lane_t theta = own / sum, rest = lane_abs(beside) / sum;
  const lane_t force = -(half * own * (rest * rest)), share = (theta - half) * rest;
  const lane_t slope = lane_select(lane_less(s, none), -share, share);
  kink->force[which] = lane_select(changes, kink->force[which] + force, kink->force[which]);
  kink->slope[which] = lane_select(changes, kink->slope[which] + slope, kink->slope[which]);
  kink->any = 1;
}

// Computes force [m] and slopes [SAMPLED_MAX_SLOPES] at one sample.
KERNEL_FN void sampled_force_at(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                                lane_t *force, lane_t *slope) {
  const int m = plan->coordinates, n = plan->has_normal;
  const lane_t none = lane_set(0);
  if (law->kind == SAMPLED_LAW_CUBIC) {
    for (int i = 0; i < m; i++) force[i] = none;
    force[0] = law_cubic(law->stiffness, u[0]);
    slope[0] = law_cubic_slope(law->stiffness, u[0]);
    return;
  }
  const lagrangian_point at = sampled_lagrangian_point(plan, law, u);
  if (n) {
    force[0] = law_lagrangian_normal(u[0], law->preload);
    slope[0] = lane_select(law_lagrangian_open(&at), none, lane_set(1));
  }
  for (int i = 0; i < m - n; i++) {
    force[n + i] = law_lagrangian_tangent(&at, u[n + i], i);
    if (n) slope[sampled_slope(n + i, 0)] = law_lagrangian_load_slope(&at, i);
    for (int j = 0; j <= i; j++) slope[sampled_slope(n + i, n + j)] = law_lagrangian_slope(&at, i, j);
  }
}

// Adds the kinks beside the sample: jumps (1, μ û) ⊗ ∇normal and -û ⊗ ∇slip, ∇slip = (μ, -û).
KERNEL_FN void sampled_add_kinks(const sampled_plan *plan, const sampled_law *law, const sampled_kink *kink,
                                 const lane_t *u, lane_t *force, lane_t *slope) {
  const int m = plan->coordinates, n = plan->has_normal;
  const lagrangian_point at = sampled_lagrangian_point(plan, law, u);
  if (n) force[0] = force[0] + kink->force[0], slope[0] = slope[0] + kink->slope[0];
  for (int i = 0; i < m - n; i++) {
    const lane_t along = at.direction[i];
    const lane_t f = at.coupling * kink->force[0] - kink->force[1];
    const lane_t k = at.coupling * (kink->slope[0] - kink->slope[1]);
    force[n + i] = lane_fma(f, along, force[n + i]);
    if (n) slope[sampled_slope(n + i, 0)] = lane_fma(k, along, slope[sampled_slope(n + i, 0)]);
    for (int j = 0; j <= i; j++)
      slope[sampled_slope(n + i, n + j)] =
          lane_fma(kink->slope[1] * along, at.direction[j], slope[sampled_slope(n + i, n + j)]);
  }
}

#endif
