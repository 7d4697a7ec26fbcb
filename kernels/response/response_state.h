// Variables of LANES trajectories of harmonic balance, and algebra of coefficients.
#ifndef CHATTER_KERNELS_RESPONSE_STATE_H
#define CHATTER_KERNELS_RESPONSE_STATE_H

#include "../linear.h"
#include "../run.h"
#include "response_layout.h"

typedef struct response_stepper {
  ARRAYS_FIELDS(RESPONSE_ARRAYS)
  lane_t stages, stage, begun, factor, start, restarts, path_parameter, step, follows_onset, slider,
      orientation, turn;
  lane_t sought_event, attempts, earlier_events, lower, lower_value, upper, upper_value, beside;
  lane_t peak_found, peak_amplitude, peak_kink, peak_least_since, root_amplitude, root_least_since;
  lane_t resonance_found, points, n_iterations, end_reasons;
  lane_t omega_from, omega_to, factor_to, peak_least, peak_most, peak_last, peak_minimum, range_step, growth,
      min_step, tolerance;
  lane_t static_grip, restart, adapt;
  // Number of harmonics without the static one: of the lanes' present balances, of their last
  // points and peaks, and from the next point on; their maximum. Truncation error at the point
  // found; rows of hb_harmonics_row.
  lane_t lane_harmonics, last_harmonics, peak_harmonics, wanted_harmonics, truncation_error, all_harmonics,
      points_before, effort;
  int harmonics;
  // Scalars of the iterate:
  lane_t iterate_parameter; // load factor α, or ξ of a dNNM
  mask_t lost;              // lanes where a contact has more events than its arrays can hold
  lane_t oriented;          // HB_ORIENTATION
  lane_t amplitude;         // Am
  lane_t loosening;         // part of the holding springs that ∂R/∂u omits (response_contacts.h)
  lane_t scale[3];          // 1 / (largest change of a step)² of u, ω and σ
} response_stepper;

// Negligible beside any result, but not so small that a division by it overflows.
#define HB_SMALLEST ((real)(sizeof(real) == 4 ? 1e-37 : 1e-300))
// Sizes of the present balance: up to the highest harmonic of any lane's trajectory. A lane with
// fewer has zeros there, which do not affect it (response_adapt.h).
KERNEL_FN int balance_harmonics(const kernel_run *run, const response_stepper *self) {
  return DIM(DIM_HB_ADAPT) ? self->harmonics : DIM(DIM_HB_HARMONICS);
}
// like hb_n_coefficients
KERNEL_FN int balance_width(const kernel_run *run, const response_stepper *self) {
  return DIM(DIM_HB_STATIC) + 2 * balance_harmonics(run, self);
}
// like hb_n_harmonics
KERNEL_FN int balance_blocks(const kernel_run *run, const response_stepper *self) {
  return DIM(DIM_HB_STATIC) + balance_harmonics(run, self);
}
#define HB_SIZE (DIM(DIM_HB_BOUNDARY) * balance_width(run, self)) // number of unknowns
#define HB_MODEL_BLOCK(block) (run->model + hb_model_at(DIMS(run), block))

// Block j of harmonics: its harmonic, the place of its coefficients in a coordinate, and their
// number.
KERNEL_FN int harmonic_of_block(const kernel_run *run, int j) {
  return j + 1 - DIM(DIM_HB_STATIC);
}
KERNEL_FN int harmonic_at(const kernel_run *run, int j) {
  return DIM(DIM_HB_STATIC) ? (j ? 2 * j - 1 : 0) : 2 * j;
}
KERNEL_FN int harmonic_count(const kernel_run *run, int j) {
  return harmonic_of_block(run, j) ? 2 : 1;
}

// Arrays with coefficients of `rows` coordinates and further numbers are laid out for all harmonics
// in state and records. These functions convert the place of number i, and the value at such a
// place.
KERNEL_FN int full_balance_place(const kernel_run *run, const response_stepper *self, int rows, int i) {
  const int width = balance_width(run, self), whole = hb_n_coefficients(DIMS(run));
  if (!DIM(DIM_HB_ADAPT)) return i;
  return i < rows * width ? i / width * whole + i % width : i + rows * (whole - width);
}
KERNEL_FN lane_t full_balance_number(const kernel_run *run, const response_stepper *self, const lane_t *x,
                                     int rows, int i) {
  const int width = balance_width(run, self), whole = hb_n_coefficients(DIMS(run));
  if (!DIM(DIM_HB_ADAPT)) return x[i];
  // added, so that -0 becomes 0; its sign may depend on lanes with more harmonics
  const lane_t none = lane_set(0);
  if (i >= rows * whole) return x[i - rows * (whole - width)] + none;
  return i % whole < width ? x[i / whole * width + i % whole] + none : none;
}
// Returns the lanes whose balance has coefficient i of a coordinate.
KERNEL_FN mask_t balance_has_coefficient(const kernel_run *run, const response_stepper *self, int i) {
  const int harmonic = (i + 2 - DIM(DIM_HB_STATIC)) / 2;
  return lane_less_equal(lane_set((real)harmonic), self->lane_harmonics);
}
KERNEL_FN int balance_differs(const kernel_run *run, const response_stepper *self) {
  return DIM(DIM_HB_ADAPT) && lane_any(lane_less(self->lane_harmonics, lane_set((real)self->harmonics)));
}
// Clears the coefficients of `rows` coordinates that a lane leaves out.
KERNEL_FN void balance_restrict(const kernel_run *run, const response_stepper *self, lane_t *x, int rows) {
  const int width = balance_width(run, self);
  if (!balance_differs(run, self)) return;
  team_for(i, rows * width) x[i] =
      lane_select(balance_has_coefficient(run, self, i % width), x[i], lane_set(0));
  team_sync();
}

enum { N_POLE_NUMBERS = 6 }; // per mode: a complex number and two derivatives

// A complex number per lane: c - is represents c cos + s sin.
typedef struct complex_t {
  lane_t re, im;
} complex_t;
KERNEL_FN complex_t complex_of(lane_t re, lane_t im) {
  complex_t z;
  z.re = re, z.im = im;
  return z;
}
KERNEL_FN complex_t complex_product(complex_t a, complex_t b) {
  return complex_of(lane_fma(a.re, b.re, -(a.im * b.im)), lane_fma(a.re, b.im, a.im * b.re));
}
// Returns a - b c.
KERNEL_FN complex_t complex_subtract_product(complex_t a, complex_t b, complex_t c) {
  return complex_of(lane_fma(b.im, c.im, lane_fma(-b.re, c.re, a.re)),
                    lane_fma(-b.im, c.re, lane_fma(-b.re, c.im, a.im)));
}
KERNEL_FN complex_t complex_inverse(complex_t a) {
  const lane_t by = lane_set(1) / lane_fma(a.re, a.re, a.im * a.im);
  return complex_of(a.re * by, -(a.im * by));
}
KERNEL_FN complex_t complex_at(const lane_t *from) {
  return complex_of(from[0], from[1]);
}
KERNEL_FN void complex_put(lane_t *to, complex_t z) {
  to[0] = z.re, to[1] = z.im;
}

// Return the places of transfer functions: from contact coordinate b to port p, and from the load.
// `order`: 0 the value, 1 ∂/∂ω, 2 ∂²/∂ω² (for a dNNM ∂/∂ξ).
KERNEL_FN lane_t *transfer_at(const kernel_run *run, const response_stepper *self, int order, int j, int p,
                              int b) {
  const int ports = hb_n_ports(DIMS(run)), blocks = balance_blocks(run, self);
  return self->transfer + 2L * (((order * blocks + j) * ports + p) * DIM(DIM_HB_BOUNDARY) + b);
}
KERNEL_FN lane_t *load_transfer_at(const kernel_run *run, const response_stepper *self, int order, int j,
                                   int p) {
  const int ports = hb_n_ports(DIMS(run)), blocks = balance_blocks(run, self);
  return self->linear + 2L * ((order * blocks + j) * ports + p);
}

// Returns the coefficients of port p in block j: the transfer function of `order` applied to
// boundary coefficients x [n].
KERNEL_FN complex_t transfer_apply(const kernel_run *run, const response_stepper *self, int order, int j,
                                   int p, const lane_t *x) {
  const int width = balance_width(run, self), at = harmonic_at(run, j), count = harmonic_count(run, j);
  complex_t sum = complex_of(lane_set(0), lane_set(0));
  for (int b = 0; b < DIM(DIM_HB_BOUNDARY); b++) {
    const complex_t t = complex_at(transfer_at(run, self, order, j, p, b));
    const lane_t c = x[b * width + at];
    sum.re = lane_fma(t.re, c, sum.re);
    if (count == 2) { // (a + ib)(c - is)
      const lane_t s = x[b * width + at + 1];
      sum.re = lane_fma(t.im, s, sum.re);
      sum.im = lane_fma(t.im, c, sum.im);
      sum.im = lane_fma(-t.re, s, sum.im);
    }
  }
  return sum;
}
// Stores the cos and sin coefficients of a complex amplitude.
KERNEL_FN void harmonic_put(const kernel_run *run, lane_t *to, int j, complex_t z) {
  const int at = harmonic_at(run, j);
  to[at] = z.re;
  if (harmonic_count(run, j) == 2) to[at + 1] = -z.im;
}

// Returns Σ a b over n numbers; every rank computes it in the same order.
KERNEL_FN lane_t dot(const lane_t *a, const lane_t *b, int n) {
  lane_t sum = lane_set(0);
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) sum = lane_fma(a[i], b[i], sum);
  return sum;
}
KERNEL_FN mask_t mask_of_number(lane_t flag) {
  return mask_not(lane_equal(flag, lane_set(0)));
}
KERNEL_FN lane_t mask_as_number(mask_t mask) {
  return lane_select(mask, lane_set(1), lane_set(0));
}
KERNEL_FN void lane_assign(lane_t *to, mask_t mask, lane_t value) {
  *to = lane_select(mask, value, *to);
}

KERNEL_FN mask_t stage_is(const response_stepper *self, int stage) {
  return lane_equal(self->stage, lane_set((real)stage));
}

#endif
