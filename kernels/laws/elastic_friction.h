// The elastic friction element for harmonic balance: a spring k_t along the tangent in series with
// Coulomb friction under the normal force N = max(N0 + k_n y, 0), with exact event times. It gives
// the force coefficients of a harmonic motion x(τ), y(τ), their Jacobian, and the Jacobian's
// derivatives contracted with two vectors. y > 0 compresses. Forces are those of the spring against
// x and y: in stick f_x = k_t x + c, and f_y = N.
//
// With the integrals W, w of the basis over a phase, stick gives f_x = k_t W x + c w and slip ±μ
// (N0 w + k_n W y) (Wen et al. 2026, equations 30 to 43; misprints: docs/theory/continuation.md).
// The force is continuous in time, so first derivatives depend on event times only through c. c is
// the value of a limit at its turning point (dc = dU there, by the envelope theorem), or -g where
// contact begins. Second derivatives contain those of all event times, also of the beginning of
// slip.
//
//   elastic_path path = elastic_path_of(&law, harmonics, is_static, x, y, numbers);
//   failed = elastic_trace(&path, stuck, onset);
//   elastic_force(&path, fx, fy); …
// with elastic_trace_numbers numbers of scratch. After the trace path.head[ELASTIC_ALWAYS_STUCK],
// [ELASTIC_SLIP_FRACTION] and [ELASTIC_OPEN_FRACTION] are results too.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_FRICTION_H
#define CHATTER_KERNELS_LAW_ELASTIC_FRICTION_H

#include "elastic_curvature.h"

// Returns the 2 × 2 block of W of a phase between harmonics a, b >= 1: coefficients of a times the
// basis of b. Means of products are half sums of means; coefficients are twice means.
KERNEL_FN void elastic_moment_block(const lane_t *moment, int a, int b, lane_t w[2][2]) {
  const int sum = a + b, apart = a < b ? b - a : a - b;
  const lane_t cosine = moment[2 * sum - 1], sine = moment[2 * sum];
  const lane_t less = apart ? moment[2 * apart - 1] : moment[0],
               size = apart ? moment[2 * apart] : lane_set(0);
  const lane_t other = a < b ? -size : size; // of sin (a - b) τ
  w[0][0] = less + cosine, w[0][1] = sine - other;
  w[1][0] = sine + other, w[1][1] = less - cosine;
}
// Returns coefficient i of the mean of 1, cos τ, …
KERNEL_FN lane_t elastic_mean_coefficient(const elastic_path *path, const lane_t *moment, int i) {
  const int at = i + 1 - path->is_static;
  return at ? moment[at] + moment[at] : moment[at];
}

// Returns the number of coefficients of a force.
KERNEL_FN int elastic_force_width(const elastic_path *path) {
  return path->is_static + 2 * path->forces;
}

// Adds scale W q to out, up to the harmonics of the force.
KERNEL_CALLED void elastic_apply_moments(const elastic_path *path, const lane_t *moment, lane_t scale,
                                         const lane_t *q, lane_t *out) {
  const int first = path->is_static;
  for (int a = 1; a <= path->forces; a++)
    for (int b = 1; b <= path->harmonics; b++) {
      lane_t w[2][2];
      elastic_moment_block(moment, a, b, w);
      for (int i = 0; i < 2; i++) {
        lane_t *to = out + first + 2 * a - 2 + i;
        const lane_t *from = q + first + 2 * b - 2;
        *to = lane_fma(scale, lane_fma(w[i][0], from[0], w[i][1] * from[1]), *to);
      }
    }
  for (int j = 0; first && j < elastic_n_coefficients(path); j++)
    out[0] = lane_fma(scale * moment[j], q[j], out[0]);
  for (int j = 1; first && j < elastic_force_width(path); j++)
    out[j] = lane_fma(scale * elastic_mean_coefficient(path, moment, j), q[0], out[j]);
}

// Adds scale W to a block k of a matrix of `stride` columns.
KERNEL_CALLED void elastic_add_moment_block(const elastic_path *path, const lane_t *moment, lane_t scale,
                                            lane_t *k, int stride) {
  const int first = path->is_static;
  for (int a = 1; a <= path->harmonics; a++)
    for (int b = 1; b <= path->harmonics; b++) {
      lane_t w[2][2];
      elastic_moment_block(moment, a, b, w);
      for (int i = 0; i < 4; i++) {
        lane_t *to = k + (first + 2 * a - 2 + i / 2) * stride + first + 2 * b - 2 + i % 2;
        *to = lane_fma(scale, w[i / 2][i % 2], *to);
      }
    }
  for (int j = 0; first && j < elastic_n_coefficients(path); j++) {
    k[j] = lane_fma(scale, moment[j], k[j]);
    if (j > 0) k[j * stride] = lane_fma(scale, elastic_mean_coefficient(path, moment, j), k[j * stride]);
  }
}

// Computes fx, fy [nh]; fy, which includes the preload, only with a normal coordinate.
KERNEL_FN void elastic_force(const elastic_path *path, lane_t *fx, lane_t *fy) {
  const int width = elastic_force_width(path), moved = elastic_n_coefficients(path);
  const lane_t mu = path->law.friction, normal = path->law.normal, preload = path->law.preload;
  for (int i = 0; i < width; i++)
    fx[i] = lane_fma(mu * preload, elastic_mean_coefficient(path, path->slip, i),
                     elastic_mean_coefficient(path, path->constant, i));
  elastic_apply_moments(path, path->stuck, path->head[ELASTIC_STIFFNESS], path->x, fx);
  if (!path->y) return;
  elastic_apply_moments(path, path->slip, mu * normal, path->y, fx);
  for (int i = 0; i < width; i++)
    fy[i] = lane_fma(-preload, elastic_mean_coefficient(path, path->open, i),
                     i < moved ? normal * path->y[i] : lane_set(0));
  if (path->is_static) fy[0] = fy[0] + preload;
  elastic_apply_moments(path, path->open, -normal, path->y, fy);
  // In a contact that is always open the two terms of a large gap's force leave a rounding error
  // that may exceed a small motion; its force is set to zero.
  const mask_t apart = lane_equal(path->open[0], lane_set(1));
  for (int i = 0; i < width; i++) fy[i] = lane_select(apart, lane_set(0), fy[i]);
}

// The same with more harmonics than the motion has, for the truncation error.
KERNEL_FN void elastic_force_of_more_harmonics(elastic_path *path, int forces, lane_t *fx, lane_t *fy) {
  path->forces = forces;
  elastic_moments(path);
  elastic_force(path, fx, fy);
}

// Computes k [n][n] = ∂(fx, fy)/∂(x, y), row-major; n = nh without, 2 nh with normal coordinate.
KERNEL_CALLED void elastic_stiffness(const elastic_path *path, lane_t *k) {
  const int width = elastic_n_coefficients(path), n = path->y ? 2 * width : width;
  const int room = elastic_max_events(path->room, path->y != 0), from = 1 - path->is_static;
  const lane_t none = lane_set(0), tangential = path->head[ELASTIC_STIFFNESS], normal = path->law.normal;
  for (int e = 0; e < n * n; e++) k[e] = none;
  elastic_add_moment_block(path, path->stuck, tangential, k, n);
  if (path->y) {
    elastic_add_moment_block(path, path->slip, path->law.friction * normal, k + width, n);
    elastic_add_moment_block(path, path->open, -normal, k + width * n + width, n);
    for (int i = width; i < n; i++) k[i * n + i] = k[i * n + i] + normal;
  }
  for (int event = 0; event < room && lane_any(elastic_has_event(path, event)); event++) {
    const elastic_phase phase = elastic_stick_phase(path, event);
    if (!lane_any(phase.mask)) continue;
    const lane_t y_part = lane_select(phase.mask, elastic_normal_slope(path, &phase, event), none);
    for (int i = 0; i < width; i++) {
      const lane_t x = -(tangential * path->weight[from + i]), y = y_part * path->weight[from + i];
      for (int j = 0; j < width; j++) k[i * n + j] = lane_fma(x, path->row[from + j], k[i * n + j]);
      for (int j = 0; path->y && j < width; j++)
        k[i * n + width + j] = lane_fma(y, path->row[from + j], k[i * n + width + j]);
    }
  }
}

// Returns the distance of a fully stuck element from slip, s = (highest floor - least ceiling) / (2
// μ N0); s <= 0 if it can stick all the time; gradient [n]. By the envelope theorem the motion of
// the limits' extrema has no first-order effect. Returns 1 without gradient if μ N0 is not
// positive.
KERNEL_FN lane_t elastic_onset(const elastic_path *path, lane_t *gradient) {
  const int width = elastic_n_coefficients(path);
  const lane_t none = lane_set(0), one = lane_set(1), limit = path->law.friction * path->law.preload;
  const mask_t is = lane_less(none, limit);
  const lane_t scale = lane_select(is, lane_set((real)0.5) / lane_select(is, limit, one), none);
  const lane_t x = scale * path->head[ELASTIC_STIFFNESS],
               y = -(scale * path->law.friction * path->law.normal);
  elastic_basis_at(path->harmonics, path->head[ELASTIC_LOWEST_CEILING_AT], path->row);
  elastic_basis_at(path->harmonics, path->head[ELASTIC_HIGHEST_FLOOR_AT], path->end_row);
  for (int i = 0; i < width; i++) {
    const lane_t first = path->row[i + 1 - path->is_static], second = path->end_row[i + 1 - path->is_static];
    gradient[i] = x * (first - second);
    if (path->y) gradient[width + i] = y * (first + second);
  }
  return lane_select(is, scale * (path->head[ELASTIC_HIGHEST_FLOOR] - path->head[ELASTIC_LOWEST_CEILING]),
                     one);
}

#endif
