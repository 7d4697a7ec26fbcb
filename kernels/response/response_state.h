// The variables of LANES trajectories of harmonic balance, and small algebra on coefficients.
#ifndef CHATTER_KERNELS_RESPONSE_STATE_H
#define CHATTER_KERNELS_RESPONSE_STATE_H

#include "../linear.h"
#include "../run.h"
#include "response_layout.h"

typedef struct response_stepper {
  ARRAYS_FIELDS(RESPONSE_ARRAYS)
  lane_t stages, stage, begun, factor, restarts, sigma, step, followed, slider, turn;
  lane_t seek, tries, lower, lower_value, upper, upper_value;
  lane_t peak_found, peak_amplitude, peak_kink, points, solves, reason;
  lane_t from, to, factor_to, peak_least, peak_most, peak_last, range_step, growth, least, tolerance;
  lane_t grip, restart;
  // Of the iterate
  lane_t iterate_sigma; // α or ξ
  mask_t lost;          // a contact had more events than there is room for
  lane_t amplitude;     // Am
  lane_t scale[3];      // 1 / (a step's largest change)² of u, ω and σ
} response_stepper;

// As good as zero, without its square being less than all numbers can be divided by.
#define HB_LEAST ((real)(sizeof(real) == 4 ? 1e-37 : 1e-300))
// Sizes of this trajectory.
#define HB_N hb_unknowns(DIMS(run))
#define HB_MODEL(block) (run->model + hb_model(DIMS(run), block))

// Block j of harmonics: its number, where its coefficients begin in a coordinate, and how many there are.
KERNEL_FN int block_harmonic(const kernel_run *run, int j) {
  return j + 1 - DIM(DIM_HB_STATIC);
}
KERNEL_FN int block_at(const kernel_run *run, int j) {
  return DIM(DIM_HB_STATIC) ? (j ? 2 * j - 1 : 0) : 2 * j;
}
KERNEL_FN int block_count(const kernel_run *run, int j) {
  return block_harmonic(run, j) ? 2 : 1;
}

enum { N_POLE = 6 }; // of a mode: a complex number and two derivatives

// A complex number per lane: c - is stands for c cos + s sin.
typedef struct complex_t {
  lane_t re, im;
} complex_t;
KERNEL_FN complex_t complex_of(lane_t re, lane_t im) {
  complex_t z;
  z.re = re, z.im = im;
  return z;
}
KERNEL_FN complex_t complex_times(complex_t a, complex_t b) {
  return complex_of(lane_fma(a.re, b.re, -(a.im * b.im)), lane_fma(a.re, b.im, a.im * b.re));
}
// a - b c
KERNEL_FN complex_t complex_less(complex_t a, complex_t b, complex_t c) {
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

// Places of transfer functions: from contact coordinate b to port p, and from the load; `order` 0 the value,
// 1 ∂/∂ω, 2 ∂²/∂ω² (of a dNNM: ∂/∂ξ).
KERNEL_FN lane_t *transfer_at(const kernel_run *run, const response_stepper *self, int order, int j, int p,
                              int b) {
  const int ports = hb_ports(DIMS(run)), blocks = hb_blocks(DIMS(run));
  return self->transfer + 2L * (((order * blocks + j) * ports + p) * DIM(DIM_HB_BOUNDARY) + b);
}
KERNEL_FN lane_t *linear_at(const kernel_run *run, const response_stepper *self, int order, int j, int p) {
  const int ports = hb_ports(DIMS(run)), blocks = hb_blocks(DIMS(run));
  return self->linear + 2L * ((order * blocks + j) * ports + p);
}

// Coefficients of port p in block j of what the transfer of `order` makes of boundary coefficients x [n].
KERNEL_FN complex_t transfer_apply(const kernel_run *run, const response_stepper *self, int order, int j,
                                   int p, const lane_t *x) {
  const int width = hb_width(DIMS(run)), at = block_at(run, j), count = block_count(run, j);
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
// Its coefficients in cos and sin.
KERNEL_FN void block_put(const kernel_run *run, lane_t *to, int j, complex_t z) {
  const int at = block_at(run, j);
  to[at] = z.re;
  if (block_count(run, j) == 2) to[at + 1] = -z.im;
}

// Σ a b over n numbers, by every rank alike, in one order.
KERNEL_FN lane_t dot(const lane_t *a, const lane_t *b, int n) {
  lane_t sum = lane_set(0);
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) sum = lane_fma(a[i], b[i], sum);
  return sum;
}
KERNEL_FN mask_t mask_of(lane_t flag) {
  return mask_not(lane_equal(flag, lane_set(0)));
}
KERNEL_FN lane_t mask_number(mask_t mask) {
  return lane_select(mask, lane_set(1), lane_set(0));
}
KERNEL_FN void choose(lane_t *to, mask_t mask, lane_t value) {
  *to = lane_select(mask, value, *to);
}

KERNEL_FN mask_t stage_is(const response_stepper *self, int stage) {
  return lane_equal(self->stage, lane_set((real)stage));
}

#endif
