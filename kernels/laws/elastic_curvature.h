// Second derivatives of an elastic friction element; part of elastic_friction.h. Theory:
// docs/theory/continuation.md.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_CURVATURE_H
#define CHATTER_KERNELS_LAW_ELASTIC_CURVATURE_H

#include "elastic_phase.h"

// Returns the sum of coefficients times basis, or times the derivative of the basis by τ.
KERNEL_FN lane_t elastic_evaluate(const elastic_path *path, const lane_t *q, const lane_t *row) {
  const lane_t *from = row + 1 - path->is_static;
  lane_t sum = lane_set(0);
  for (int i = 0; i < elastic_n_coefficients(path); i++) sum = lane_fma(q[i], from[i], sum);
  return sum;
}
KERNEL_FN lane_t elastic_evaluate_slope(const elastic_path *path, const lane_t *q, const lane_t *row) {
  const lane_t *from = q + path->is_static;
  lane_t sum = lane_set(0);
  for (int h = 1; h <= path->harmonics; h++)
    sum = lane_fma(lane_set((real)h),
                   lane_fma(from[2 * h - 1], row[2 * h - 1], -(from[2 * h - 2] * row[2 * h])), sum);
  return sum;
}
// Adds value · basis + slope · (derivative of the basis by τ) to out.
KERNEL_FN void elastic_scatter(const elastic_path *path, lane_t value, lane_t slope, const lane_t *row,
                               lane_t *out) {
  if (path->is_static) out[0] = out[0] + value;
  out += path->is_static;
  for (int h = 1; h <= path->harmonics; h++) {
    const lane_t rate = slope * lane_set((real)h), c = row[2 * h - 1], s = row[2 * h];
    out[2 * h - 2] = lane_fma(value, c, lane_fma(-rate, s, out[2 * h - 2]));
    out[2 * h - 1] = lane_fma(value, s, lane_fma(rate, c, out[2 * h - 1]));
  }
}

// Variation of a limit of c along v: D = ±μ k_n v_y - k_t v_x, its slope, and the transpose, which
// adds the value and the slope times the basis to out.
KERNEL_FN lane_t elastic_limit_variation(const elastic_path *path, lane_t sign, const lane_t *v,
                                         const lane_t *row) {
  const lane_t x = -(path->head[ELASTIC_STIFFNESS] * elastic_evaluate(path, v, row));
  if (!path->y) return x;
  return lane_fma(sign * (path->law.friction * path->law.normal),
                  elastic_evaluate(path, v + elastic_n_coefficients(path), row), x);
}
KERNEL_FN lane_t elastic_limit_variation_slope(const elastic_path *path, lane_t sign, const lane_t *v,
                                               const lane_t *row) {
  const lane_t x = -(path->head[ELASTIC_STIFFNESS] * elastic_evaluate_slope(path, v, row));
  if (!path->y) return x;
  return lane_fma(sign * (path->law.friction * path->law.normal),
                  elastic_evaluate_slope(path, v + elastic_n_coefficients(path), row), x);
}
KERNEL_FN void elastic_limit_variation_transposed(const elastic_path *path, lane_t sign, lane_t value,
                                                  lane_t slope, const lane_t *row, lane_t *out) {
  const lane_t x = -path->head[ELASTIC_STIFFNESS], y = sign * (path->law.friction * path->law.normal);
  elastic_scatter(path, x * value, x * slope, row, out);
  if (path->y) elastic_scatter(path, y * value, y * slope, row, out + elastic_n_coefficients(path));
}

// Weight of a time in the sum of λ and force coefficients: Σ λ basis / π, half for the static one.
KERNEL_FN lane_t elastic_time_weight(const elastic_path *path, const lane_t *lambda, const lane_t *row) {
  lane_t sum = elastic_evaluate(path, lambda, row);
  if (path->is_static) sum = lane_fma(lane_set((real)-0.5), lambda[0], sum);
  return sum * lane_set((real)(1 / KERNEL_PI));
}

// Contact begins or ends: the zero of N(τ) moves by dτ = -k_n dy / N'. The derivative of the force
// jumps by ratio k_n dy along the tangent and by k_n dy along the normal.
KERNEL_FN void elastic_curvature_of_contact(const elastic_path *path, int k, mask_t opens, mask_t lands,
                                            mask_t clings, const elastic_motion *m, const lane_t *lambda,
                                            const lane_t *v, lane_t *out) {
  const int width = elastic_n_coefficients(path);
  const lane_t none = lane_set(0), normal = path->law.normal;
  const mask_t mask = opens | lands | clings;
  const lane_t ratio =
      lane_select(clings, elastic_safe_divide(m->trial[1], m->load[1]), path->sign[k] * path->law.friction);
  const lane_t density = lane_fma(elastic_time_weight(path, lambda, path->row), ratio,
                                  elastic_time_weight(path, lambda + width, path->row));
  const lane_t move = elastic_safe_divide(normal, m->load[1]),
               dy = elastic_evaluate(path, v + width, path->row);
  const lane_t part = density * normal * dy * lane_select(opens, -move, move);
  elastic_scatter(path, lane_select(mask, part, none), none, path->row, out + width);
}

// If stick begins with contact, c = -g(τ) has its own second derivatives. `sum`: λ times the
// coefficients of the constant 1 in this phase.
KERNEL_FN void elastic_curvature_of_landing(const elastic_path *path, mask_t mask, lane_t sum,
                                            const elastic_motion *m, const lane_t *v, lane_t *out) {
  const int width = elastic_n_coefficients(path);
  const lane_t none = lane_set(0), tangential = path->head[ELASTIC_STIFFNESS], normal = path->law.normal;
  const lane_t ratio = elastic_safe_divide(m->trial[1], m->load[1]),
               move = -elastic_safe_divide(normal, m->load[1]);
  const lane_t time = move * elastic_evaluate(path, v + width, path->row); // dτ along v
  const lane_t x_slope = tangential * elastic_evaluate_slope(path, v, path->row),
               y_slope = normal * elastic_evaluate_slope(path, v + width, path->row);
  const lane_t value = ratio * lane_fma(m->load[2], time, y_slope) - lane_fma(m->trial[2], time, x_slope);
  sum = lane_select(mask, sum, none);
  elastic_scatter(path, sum * lane_select(mask, value * move, none),
                  sum * lane_select(mask, ratio * normal * time, none), path->row, out + width);
  elastic_scatter(path, none, -(sum * tangential * lane_select(mask, time, none)), path->row, out);
}

// Stick phase after event k: its c, and the slip that ends it. The turning point B' = 0 of a limit
// moves by dτ = -D' / B'', which changes c by D' dτ; slip begins at B = c and moves by dτ = (dc -
// D) / B'.
KERNEL_FN void elastic_curvature_of_stick(const elastic_path *path, int k, const elastic_phase *phase,
                                          const elastic_motion *m, const lane_t *lambda, const lane_t *v,
                                          lane_t *out) {
  const int width = elastic_n_coefficients(path);
  const lane_t none = lane_set(0), mu = path->law.friction,
               sign = lane_select(phase->mask, path->sign[k], none);
  const lane_t last = lane_select(phase->mask, phase->end_sign, none);
  const lane_t y_part = lane_select(phase->mask, elastic_normal_slope(path, phase, k), none);
  const elastic_motion end = elastic_motion_at(path, phase->end);
  const mask_t clings = phase->mask & mask_not(phase->turns);
  lane_t sum = none;
  for (int i = 0; i < width; i++) sum = lane_fma(lambda[i], path->weight[i + 1 - path->is_static], sum);
  const lane_t turn = elastic_safe_divide(sum * elastic_limit_variation_slope(path, sign, v, path->row),
                                          elastic_limit_derivative(m, mu, sign, 2));
  elastic_limit_variation_transposed(path, sign, none, lane_select(phase->turns, -turn, none), path->row,
                                     out);
  if (path->y && lane_any(clings)) elastic_curvature_of_landing(path, clings, sum, m, v, out);
  // dc along v
  lane_t along = -(path->head[ELASTIC_STIFFNESS] * elastic_evaluate(path, v, path->row));
  if (path->y) along = lane_fma(y_part, elastic_evaluate(path, v + width, path->row), along);
  const lane_t jump = elastic_time_weight(path, lambda, path->end_row) *
                      (along - elastic_limit_variation(path, last, v, path->end_row));
  const mask_t joins = phase->mask & phase->end_joins, slips = phase->mask & mask_not(phase->end_joins);
  const lane_t begins =
      lane_select(slips, elastic_safe_divide(jump, elastic_limit_derivative(&end, mu, last, 1)), none);
  const lane_t joined =
      lane_select(joins, elastic_safe_divide(-jump, elastic_limit_derivative(&end, mu, last, 2)), none);
  elastic_limit_variation_transposed(path, last, -begins, joined, path->end_row, out);
  elastic_scatter(path, -(begins * path->head[ELASTIC_STIFFNESS]), none, path->row, out);
  if (path->y) elastic_scatter(path, begins * y_part, none, path->row, out + width);
}

// Computes out_b = Σ λ_i v_a ∂²f_i / ∂q_a ∂q_b; lambda, v, out [n], x before y. At the onset of
// slip, where the Jacobian is that of the slipping side, it includes the turning points of the
// limits.
KERNEL_CALLED void elastic_curvature(const elastic_path *path, const lane_t *lambda, const lane_t *v,
                                     lane_t *out) {
  const int n = elastic_n_coefficients(path) * (path->y ? 2 : 1);
  const int room = elastic_max_events(path->room, path->y != 0);
  for (int i = 0; i < n; i++) out[i] = lane_set(0);
  for (int k = 0; k < room; k++) {
    const mask_t is = elastic_has_event(path, k);
    if (!lane_any(is)) break;
    const mask_t opens = is & elastic_event_is(path->change, k, ELASTIC_EVENT_OPENS),
                 lands = is & elastic_event_is(path->change, k, ELASTIC_EVENT_LANDS),
                 clings = is & elastic_event_is(path->change, k, ELASTIC_EVENT_STICKS_ON_CONTACT);
    const elastic_phase phase = elastic_stick_phase(path, k);
    const elastic_motion m = elastic_motion_at(path, phase.begin);
    if (path->y && lane_any(opens | lands | clings))
      elastic_curvature_of_contact(path, k, opens, lands, clings, &m, lambda, v, out);
    if (lane_any(phase.mask)) elastic_curvature_of_stick(path, k, &phase, &m, lambda, v, out);
  }
}

#endif
