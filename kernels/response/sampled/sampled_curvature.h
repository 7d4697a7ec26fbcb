// Second derivatives of a sampled contact law for Newton's method: out_b = Σ λ_i d²r_i/du_a du_b
// v_a. They are computed in time: with the waves L of the weighted λ and V of v, Σ L (dr/du) V over
// the samples is differentiated once more. A smooth law contributes its second slopes. A law with
// switches contributes jump / |ds/dτ| at the switching times, here the exact derivative of the
// kinks of sampled_law.h (with two tangents except for the rotation of û within a kink, smaller by
// 1/N).
#ifndef CHATTER_KERNELS_SAMPLED_CURVATURE_H
#define CHATTER_KERNELS_SAMPLED_CURVATURE_H

#include "sampled.h"

// Returns for each switch (left · direction) (gradient · v), the weight of its kink in Σ L (dr/du)
// V.
KERNEL_FN void sampled_switch_jumps(const sampled_plan *plan, const lagrangian_point *at, const lane_t *left,
                                    const lane_t *v, lane_t *jump) {
  const int m = plan->coordinates, n = plan->has_normal;
  lane_t along_left = lane_set(0), along_v = lane_set(0);
  for (int i = 0; i < m - n; i++) {
    along_left = lane_fma(left[n + i], at->direction[i], along_left);
    along_v = lane_fma(v[n + i], at->direction[i], along_v);
  }
  const lane_t normal_left = n ? left[0] : lane_set(0), normal_v = n ? v[0] : lane_set(0);
  jump[0] = lane_fma(at->coupling, along_left, normal_left) * normal_v;
  jump[1] = along_left * (along_v - at->coupling * normal_v);
}

// Derivative of the kink of one step by s at one of its ends: both its share of the slope and its
// place θ vary.
KERNEL_FN lane_t sampled_kink_curvature(const lane_t *s, const lane_t *jump, int beside) {
  const mask_t changes = sampled_switch_changes(s[0], s[beside]);
  if (!lane_any(changes)) return lane_set(0);
  const lane_t half = lane_set((real)0.5), two = lane_set(2);
  const lane_t own = lane_abs(s[0]), other = lane_abs(s[beside]);
  const lane_t sum = lane_select(changes, own + other, lane_set(1));
  const lane_t theta = own / sum, rest = other / sum;
  const lane_t weight =
      lane_fma(lane_fma(two, theta, -half), jump[beside], lane_fma(two, rest, -half) * jump[0]);
  return lane_select(changes, rest / sum * weight, lane_set(0));
}

// Computes the derivative of Σ L (dr/du) V by the argument of element e, in the place of L.
KERNEL_FN void sampled_element_curvature(const sampled_plan *plan, const sampled_law *law,
                                         const lane_t *field_u, const lane_t *field_s, lane_t *field_left,
                                         const lane_t *field_v, const lane_t *field_jump, int e) {
  const int m = plan->coordinates, n = plan->has_normal;
  lane_t u[SAMPLED_MAX_COORDINATES], left[SAMPLED_MAX_COORDINATES], v[SAMPLED_MAX_COORDINATES],
      bend[SAMPLED_MAX_COORDINATES];
  for (int i = 0; i < SAMPLED_MAX_COORDINATES; i++) u[i] = left[i] = v[i] = bend[i] = lane_set(0);
  sampled_load_element(field_u, m, e, u);
  sampled_load_element(field_left, m, e, left);
  sampled_load_element(field_v, m, e, v);
  if (law->kind == SAMPLED_LAW_CUBIC) {
    bend[0] = law_cubic_second_slope(law->stiffness, u[0]) * (left[0] * v[0]);
    sampled_store_element(field_left, m, e, bend);
    return;
  }
  lane_t smooth[1 + LAGRANGIAN_TANGENTS], kink[SAMPLED_MAX_SWITCHES];
  const lagrangian_point at = sampled_lagrangian_point(plan, law, u);
  law_lagrangian_curvature(&at, left, v, n, smooth);
  for (int s = 0; s < SAMPLED_MAX_SWITCHES; s++) {
    const lane_t *own = field_s + s * SAMPLED_FIELD_NUMBERS + e,
                 *jump = field_jump + s * SAMPLED_FIELD_NUMBERS + e;
    kink[s] = sampled_has_switch(plan, law, s)
                  ? sampled_kink_curvature(own, jump, -1) + sampled_kink_curvature(own, jump, 1)
                  : lane_set(0);
  }
  if (n) bend[0] = smooth[0] + lane_fma(at.coupling, kink[1], kink[0]);
  for (int i = 0; i < m - n; i++) bend[n + i] = lane_fma(-kink[1], at.direction[i], smooth[1 + i]);
  sampled_store_element(field_left, m, e, bend);
}

// Computes L, V and the jumps of a piece, next to u and s.
KERNEL_FN void sampled_expand_weights(const sampled_plan *plan, const sampled_law *law, const lane_t *lambda,
                                      const lane_t *v, int first, const lane_t *field_u, lane_t *field_left,
                                      lane_t *field_v, lane_t *field_jump) {
  const int m = plan->coordinates, nh = sampled_coefficients(plan->harmonics, plan->is_static);
  for (int c = 0; c < m; c++) {
    sampled_harmonic_sums(plan, lambda + c * nh, (real)0.5, first - 1,
                          field_left + c * SAMPLED_FIELD_NUMBERS);
    sampled_harmonic_sums(plan, v + c * nh, 1, first - 1, field_v + c * SAMPLED_FIELD_NUMBERS);
  }
  team_sync();
  team_for(l, SAMPLED_WIDTH) {
    for (int c = 0; c < m; c++) {
      sampled_butterfly(field_left + c * SAMPLED_FIELD_NUMBERS + l);
      sampled_butterfly(field_v + c * SAMPLED_FIELD_NUMBERS + l);
    }
    for (int b = 0; b < N_SAMPLED_CLASSES && law->kind != SAMPLED_LAW_CUBIC; b++) {
      const int e = b * SAMPLED_WIDTH + l;
      lane_t u[SAMPLED_MAX_COORDINATES], left[SAMPLED_MAX_COORDINATES], value[SAMPLED_MAX_COORDINATES],
          jump[SAMPLED_MAX_SWITCHES];
      sampled_load_element(field_u, m, e, u);
      sampled_load_element(field_left, m, e, left);
      sampled_load_element(field_v, m, e, value);
      const lagrangian_point at = sampled_lagrangian_point(plan, law, u);
      sampled_switch_jumps(plan, &at, left, value, jump);
      sampled_store_element(field_jump, SAMPLED_MAX_SWITCHES, e, jump);
    }
  }
  team_sync();
}

// lambda, v, out [m nh]; not for the elastic friction element.
KERNEL_FN void sampled_curvature(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                                 lane_t *work, const lane_t *lambda, const lane_t *v, lane_t *out) {
  const int m = plan->coordinates, nh = sampled_coefficients(plan->harmonics, plan->is_static);
  lane_t *field_u = work, *field_s = field_u + m * SAMPLED_FIELD_NUMBERS;
  lane_t *left = field_s + SAMPLED_MAX_SWITCHES * SAMPLED_FIELD_NUMBERS,
         *field_v = left + m * SAMPLED_FIELD_NUMBERS;
  lane_t *jump = field_v + m * SAMPLED_FIELD_NUMBERS;
  team_for(i, m * nh) out[i] = lane_set(0);
  for (int first = 0; first <= plan->samples / 4; first += SAMPLED_CHUNK_QUARTERS) {
    const int count = sampled_columns(plan, first);
    sampled_arguments(plan, law, u, first, field_u, field_s);
    sampled_expand_weights(plan, law, lambda, v, first, field_u, left, field_v, jump);
    team_for(column, count) {
      for (int b = 0; b < N_SAMPLED_CLASSES; b++)
        sampled_element_curvature(plan, law, field_u, field_s, left, field_v, jump,
                                  b * SAMPLED_WIDTH + column + 1);
      sampled_fold_column(plan, left, m, first, column + 1);
    }
    team_sync();
    for (int c = 0; c < m; c++)
      sampled_gather(plan, left + c * SAMPLED_FIELD_NUMBERS + 1, first, count, plan->harmonics,
                     plan->is_static, out + c * nh);
    team_sync(); // the next piece overwrites `left`
  }
  team_for(i, m * nh) out[i] = out[i] * lane_set((real)2 / (real)plan->samples);
  team_sync();
}

#endif
