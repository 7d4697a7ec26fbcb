// Alternating frequency/time evaluation of a contact law (Cameron and Griffin 1989; Monjaraz-Tec et
// al. 2022, equations A.5 to A.7): coefficients of the argument u → samples over a period → force
// and slopes → coefficients of the force r and the Jacobian dr/du. All ranks of the team call it,
// synchronised before the call and after its return.
#ifndef CHATTER_KERNELS_SAMPLED_H
#define CHATTER_KERNELS_SAMPLED_H

#include "sampled_elastic.h"
#include "sampled_law.h"

// Loads element e (class · SAMPLED_WIDTH + column) of n fields.
KERNEL_FN void sampled_load_element(const lane_t *fields, int n, int e, lane_t *value) {
  for (int i = 0; i < n; i++) value[i] = fields[i * SAMPLED_FIELD_NUMBERS + e];
}
KERNEL_FN void sampled_store_element(lane_t *fields, int n, int e, const lane_t *value) {
  for (int i = 0; i < n; i++) fields[i * SAMPLED_FIELD_NUMBERS + e] = value[i];
}
// Folds the samples of a column of n fields into its four sums, each instant once.
KERNEL_FN void sampled_fold_column(const sampled_plan *plan, lane_t *fields, int n, int first, int l) {
  const int quarter = first - 1 + l;
  const lane_t weight = lane_set(quarter == 0 || quarter == plan->samples / 4 ? (real)0.5 : 1);
  for (int i = 0; i < n; i++) {
    sampled_butterfly(fields + i * SAMPLED_FIELD_NUMBERS + l);
    for (int b = 0; b < N_SAMPLED_CLASSES; b++) {
      lane_t *sum = fields + i * SAMPLED_FIELD_NUMBERS + b * SAMPLED_WIDTH + l;
      *sum = *sum * weight;
    }
  }
}
KERNEL_FN int sampled_columns(const sampled_plan *plan, int first) { // columns of a piece
  const int left = plan->samples / 4 + 1 - first;
  return left < SAMPLED_CHUNK_QUARTERS ? left : SAMPLED_CHUNK_QUARTERS;
}

// Computes u and its switch functions for n = first - 1 … first + SAMPLED_CHUNK_QUARTERS.
KERNEL_FN void sampled_arguments(const sampled_plan *plan, const sampled_law *law, const lane_t *u, int first,
                                 lane_t *field_u, lane_t *field_s) {
  const int m = plan->coordinates, nh = sampled_coefficients(plan->harmonics, plan->is_static);
  for (int c = 0; c < m; c++)
    sampled_harmonic_sums(plan, u + c * nh, 1, first - 1, field_u + c * SAMPLED_FIELD_NUMBERS);
  team_sync();
  team_for(l, SAMPLED_WIDTH) {
    for (int c = 0; c < m; c++) sampled_butterfly(field_u + c * SAMPLED_FIELD_NUMBERS + l);
    for (int b = 0; b < N_SAMPLED_CLASSES; b++) {
      lane_t value[SAMPLED_MAX_COORDINATES], s[SAMPLED_MAX_SWITCHES];
      sampled_load_element(field_u, m, b * SAMPLED_WIDTH + l, value);
      sampled_switches(plan, law, value, s);
      sampled_store_element(field_s, SAMPLED_MAX_SWITCHES, b * SAMPLED_WIDTH + l, s);
    }
  }
  team_sync();
}

// Computes force and slopes of a piece, folded: columns l = 1 … count.
KERNEL_FN void sampled_forces(const sampled_plan *plan, const sampled_law *law, int first, int count,
                              const lane_t *field_u, const lane_t *field_s, lane_t *force, lane_t *slope) {
  const int m = plan->coordinates, slopes = sampled_slope(m, 0);
  team_for(column, count) {
    const int l = column + 1;
    for (int b = 0; b < N_SAMPLED_CLASSES; b++) {
      const int e = b * SAMPLED_WIDTH + l;
      lane_t u[SAMPLED_MAX_COORDINATES], own_force[SAMPLED_MAX_COORDINATES], own_slope[SAMPLED_MAX_SLOPES];
      sampled_load_element(field_u, m, e, u);
      sampled_force_at(plan, law, u, own_force, own_slope);
      sampled_kink kink = sampled_kink_none();
      for (int s = 0; s < SAMPLED_MAX_SWITCHES; s++)
        if (sampled_has_switch(plan, law, s)) {
          const lane_t *at = field_s + s * SAMPLED_FIELD_NUMBERS + e;
          sampled_kink_add(&kink, s, at[0], at[-1]);
          sampled_kink_add(&kink, s, at[0], at[1]);
        }
      if (kink.any) sampled_add_kinks(plan, law, &kink, u, own_force, own_slope);
      sampled_store_element(force, m, e, own_force);
      if (slope) sampled_store_element(slope, slopes, e, own_slope);
    }
    sampled_fold_column(plan, force, m, first, l);
    if (slope) sampled_fold_column(plan, slope, slopes, first, l);
  }
  team_sync();
}

// Computes the Jacobian from the sums of the slopes; the caller synchronises.
KERNEL_FN void sampled_jacobian(const sampled_plan *plan, const sampled_law *law, const lane_t *spectrum,
                                lane_t *k) {
  const int m = plan->coordinates, nh = sampled_coefficients(plan->harmonics, plan->is_static);
  const int length = sampled_coefficients(2 * plan->harmonics, 1);
  team_for(row, m * nh) {
    const int ci = row / nh, i = row % nh;
    const lane_t weight = sampled_weight(plan, i);
    for (int cj = 0; cj < m; cj++) {
      const int mirrored = cj > ci && ci >= plan->has_normal; // the tangents' upper triangle
      const int a = mirrored ? cj : ci, b = mirrored ? ci : cj;
      const int has = b <= a && sampled_has_slope(plan, law, a, b);
      const lane_t *of = spectrum + sampled_slope(a, b <= a ? b : 0) * length;
      for (int j = 0; j < nh; j++)
        k[row * m * nh + cj * nh + j] =
            has ? weight * sampled_jacobian_entry(of, plan->is_static, i, j) : lane_set(0);
    }
  }
}

// Computes r [m][nh, and those of the harmonics beyond] and, unless null, k = dr/du [m nh][m nh].
KERNEL_CALLED void sampled_evaluate(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                                    lane_t *work, lane_t *r, lane_t *k) {
  if (law->kind == SAMPLED_LAW_ELASTIC) {
    sampled_elastic(plan, law, u, work, r, k);
    return;
  }
  const int m = plan->coordinates, forces = plan->harmonics + plan->beyond,
            nr = sampled_coefficients(forces, plan->is_static);
  const int slopes = sampled_slope(m, 0), length = sampled_coefficients(2 * plan->harmonics, 1);
  lane_t *field_u = work, *field_s = field_u + m * SAMPLED_FIELD_NUMBERS;
  lane_t *force = field_s + SAMPLED_MAX_SWITCHES * SAMPLED_FIELD_NUMBERS,
         *slope = force + m * SAMPLED_FIELD_NUMBERS;
  lane_t *spectrum = slope + slopes * SAMPLED_FIELD_NUMBERS;
  team_for(i, m * nr) r[i] = lane_set(0);
  team_for(i, slopes * length) spectrum[i] = lane_set(0);
  for (int first = 0; first <= plan->samples / 4; first += SAMPLED_CHUNK_QUARTERS) {
    const int count = sampled_columns(plan, first);
    sampled_arguments(plan, law, u, first, field_u, field_s);
    sampled_forces(plan, law, first, count, field_u, field_s, force, k ? slope : 0);
    for (int c = 0; c < m; c++)
      sampled_gather(plan, force + c * SAMPLED_FIELD_NUMBERS + 1, first, count, forces, plan->is_static,
                     r + c * nr);
    for (int i = 0; k && i < m; i++)
      for (int j = 0; j <= i; j++)
        if (sampled_has_slope(plan, law, i, j))
          sampled_gather(plan, slope + sampled_slope(i, j) * SAMPLED_FIELD_NUMBERS + 1, first, count,
                         2 * plan->harmonics, 1, spectrum + sampled_slope(i, j) * length);
  }
  team_sync();
  team_for(i, m * nr) r[i] = r[i] * sampled_weight(plan, i % nr);
  if (k) sampled_jacobian(plan, law, spectrum, k);
  team_sync();
}

#endif
