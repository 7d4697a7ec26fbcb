// Residual and Jacobian of the condensed harmonic balance at an iterate (u, ω, σ).
#ifndef CHATTER_KERNELS_RESPONSE_RESIDUAL_H
#define CHATTER_KERNELS_RESPONSE_RESIDUAL_H

#include "response_contacts.h"
#include "response_transfer.h"

// Returns α of the iterate; 0 for a dNNM.
KERNEL_FN lane_t iterate_load_factor(const response_stepper *self) {
  const mask_t modal = stage_is(self, STAGE_DNNM);
  return lane_select(modal, lane_set(0), self->iterate_parameter);
}

// Returns the factor of the load in block j for a load factor `factor`; the mean of a growing load
// is constant.
KERNEL_FN lane_t harmonic_load_factor(const kernel_run *run, const response_stepper *self, int j,
                                      lane_t factor) {
  if (harmonic_of_block(run, j)) return factor;
  return lane_select(stage_is(self, STAGE_LOAD_RAMP), self->factor, factor);
}

// Returns the response of port p in block j, or its derivative of order `order`, to forces x and
// `factor` times the load. The first derivative includes the change of the iterate's forces with ω.
KERNEL_FN complex_t port_response(const kernel_run *run, const response_stepper *self, int order, int j,
                                  int p, const lane_t *x, lane_t factor) {
  complex_t sum = transfer_apply(run, self, order, j, p, x);
  if (DIM(DIM_HB_RATE_DEPENDENT) && order == 1) {
    const complex_t more = transfer_apply(run, self, 0, j, p, self->by_omega);
    sum = complex_of(sum.re + more.re, sum.im + more.im);
  }
  const lane_t *c = load_transfer_at(run, self, order, j, p),
               times = harmonic_load_factor(run, self, j, factor);
  return complex_of(lane_fma(times, c[0], sum.re), lane_fma(times, c[1], sum.im));
}

// Adds the moving gaps of set-valued contacts to R: ε g.
KERNEL_FN void residual_gaps(const kernel_run *run, response_stepper *self) {
  const int width = balance_width(run, self);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const contact_point c = contact_point_of(run, self, point);
    if (c.law != HB_LAW_SET_VALUED || !c.has_normal) continue;
    const lane_t lagrange = parameter_load(run, c.parameters + HB_LAGRANGE_NORMAL);
    team_for(i, width) self->residual[c.first + i] =
        lane_fma(lagrange, contact_gap_moves(run, point, i), self->residual[c.first + i]);
  }
  team_sync();
}

// Computes R, the responses and Am.
KERNEL_FN void residual_form(const kernel_run *run, response_stepper *self) {
  const int *dim = DIMS(run);
  const int boundary = DIM(DIM_HB_BOUNDARY), responses = DIM(DIM_HB_RESPONSES),
            width = balance_width(run, self), blocks = balance_blocks(run, self);
  const lane_t factor = iterate_load_factor(self);
  team_for(e, (boundary + responses) * blocks) {
    const int p = e / blocks, j = e % blocks, at = harmonic_at(run, j);
    const complex_t sum = port_response(run, self, 0, j, p, self->force, factor);
    if (p < boundary) {
      lane_t *to = self->residual + p * width;
      harmonic_put(run, to, j, sum);
      for (int i = 0; i < harmonic_count(run, j); i++) to[at + i] = to[at + i] + self->z[p * width + at + i];
    } else {
      harmonic_put(run, self->answer + (p - boundary) * width, j, sum);
    }
  }
  team_sync();
  if (DIM(DIM_HB_STATIC)) {
    team_for(point, DIM(DIM_HB_POINTS)) {
      const int at = point * N_HB_POINT_INTEGERS, p = TABLE(at + HB_POINT_FIRST_COORDINATE);
      if (TABLE(at + HB_POINT_LAW) == HB_LAW_SET_VALUED && TABLE(at + HB_POINT_HAS_NORMAL))
        self->residual[p * width] = lane_fma(
            parameter_load(run, hb_contact_parameter(dim, point) + HB_LAGRANGE_NORMAL),
            parameter_load(run, hb_contact_parameter(dim, point) + HB_GAP), self->residual[p * width]);
    }
    team_sync();
  }
  if (DIM(DIM_HB_GAP_HARMONICS)) residual_gaps(run, self);
  const lane_t *y = self->answer + DIM(DIM_HB_STATIC);
  const int n = width - DIM(DIM_HB_STATIC);
  self->amplitude = responses ? lane_sqrt(lane_set((real)0.5) * dot(y, y, n)) : lane_set(0);
}

// Computes the rows of coordinate b, block j, of ∂R/∂u, in the columns of the contact point that
// begins with `first`: a sum over its coordinates, each added row by row.
KERNEL_FN void jacobian_rows(const kernel_run *run, response_stepper *self, int b, int j, int first,
                             int count, const lane_t *KERNEL_RESTRICT slope) {
  const int width = balance_width(run, self), side = HB_SIZE + 2, at = harmonic_at(run, j), m = count * width;
  const int harmonic = harmonic_count(run, j) == 2, diagonal = b * width + at - first * width;
  const lane_t none = lane_set(0), one = lane_set(1);
  lane_t *KERNEL_RESTRICT to = self->jacobian + (long)(b * width + at) * side + first * width;
  for (int i = 0; i < count; i++) {
    const complex_t t = complex_at(transfer_at(run, self, 0, j, b, first + i));
    const lane_t *KERNEL_RESTRICT row = slope + (i * width + at) * m;
    const int more = i > 0, last = i == count - 1;
    if (!harmonic) {
      team_for(c, m) {
        const lane_t sum = lane_fma(t.re, row[c], more ? to[c] : none);
        to[c] = last && c == diagonal ? sum + one : sum;
      }
      continue;
    }
    team_for(c, m) {
      lane_t cosine = lane_fma(t.re, row[c], more ? to[c] : none), sine = more ? to[side + c] : none;
      cosine = lane_fma(t.im, row[m + c], cosine);
      sine = lane_fma(t.re, row[m + c], sine);
      sine = lane_fma(-t.im, row[c], sine);
      to[c] = last && c == diagonal ? cosine + one : cosine;
      to[side + c] = last && c == diagonal + 1 ? sine + one : sine;
    }
  }
}

// Computes ∂R/∂u and ∂R/∂ω in the upper left part of the matrix of n + 2 rows.
KERNEL_FN void jacobian_form(const kernel_run *run, response_stepper *self) {
  const int boundary = DIM(DIM_HB_BOUNDARY), width = balance_width(run, self),
            blocks = balance_blocks(run, self), n = HB_SIZE, side = n + 2;
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const int at = point * N_HB_POINT_INTEGERS, first = TABLE(at + HB_POINT_FIRST_COORDINATE),
              count = TABLE(at + HB_POINT_N_COORDINATES);
    for (int b = 0; b < boundary; b++)
      for (int j = 0; j < blocks; j++)
        jacobian_rows(run, self, b, j, first, count, self->slope + TABLE(at + HB_POINT_SLOPES_AT));
  }
  const lane_t factor = iterate_load_factor(self);
  team_for(e, boundary * blocks) {
    const int b = e / blocks, j = e % blocks;
    const complex_t sum = port_response(run, self, 1, j, b, self->force, factor);
    lane_t *to = self->jacobian + (long)(b * width + harmonic_at(run, j)) * side + n;
    to[0] = sum.re;
    if (harmonic_count(run, j) == 2) to[side] = -sum.im;
  }
}

// Returns ∂R/∂σ in block j of coordinate b.
KERNEL_FN complex_t residual_parameter_slope(const kernel_run *run, const response_stepper *self, int b,
                                             int j) {
  const lane_t *c = load_transfer_at(run, self, 0, j, b);
  const mask_t modal = stage_is(self, STAGE_DNNM);
  const mask_t held = harmonic_of_block(run, j) ? mask_set(0) : stage_is(self, STAGE_LOAD_RAMP);
  complex_t sum = complex_at(c);
  sum.re = lane_select(held, lane_set(0), sum.re);
  if (DIM(DIM_HB_MODAL)) {
    const complex_t damped = transfer_apply(run, self, 2, j, b, self->force);
    sum.re = lane_select(modal, damped.re, sum.re);
    sum.im = lane_select(modal, damped.im, sum.im);
  }
  return sum;
}

// Evaluates the iterate: forces, R, Am, ∂R/∂(u, ω).
KERNEL_FN void residual_evaluate(const kernel_run *run, response_stepper *self) {
  const mask_t modal = stage_is(self, STAGE_DNNM), second = modal | stage_is(self, STAGE_EXTREMUM);
  const lane_t xi = lane_select(modal, self->iterate_parameter, lane_set(0));
  const int orders = (DIM(DIM_HB_SECOND_DERIVATIVES) || DIM(DIM_HB_MODAL)) && lockstep_any(second) ? 3 : 2;
  transfer_at_frequency(run, self, self->z[HB_SIZE], xi, orders);
  contact_forces(run, self);
  residual_form(run, self);
  jacobian_form(run, self);
  team_sync();
}

// Computes out [n] = Kᵀ w, K the slopes of the contact laws.
KERNEL_FN void slopes_transposed(const kernel_run *run, const response_stepper *self, const lane_t *w,
                                 lane_t *out) {
  const int width = balance_width(run, self);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const int at = point * N_HB_POINT_INTEGERS, first = TABLE(at + HB_POINT_FIRST_COORDINATE) * width,
              m = TABLE(at + HB_POINT_N_COORDINATES) * width;
    const lane_t *slope = self->slope + TABLE(at + HB_POINT_SLOPES_AT);
    team_for(i, m) {
      lane_t sum = lane_set(0);
      for (int r = 0; r < m; r++) sum = lane_fma(slope[r * m + i], w[first + r], sum);
      out[first + i] = sum;
    }
  }
}
// Computes out [n] = K w.
KERNEL_FN void slopes_times(const kernel_run *run, const response_stepper *self, const lane_t *w,
                            lane_t *out) {
  const int width = balance_width(run, self);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const int at = point * N_HB_POINT_INTEGERS, first = TABLE(at + HB_POINT_FIRST_COORDINATE) * width,
              m = TABLE(at + HB_POINT_N_COORDINATES) * width;
    const lane_t *slope = self->slope + TABLE(at + HB_POINT_SLOPES_AT);
    team_for(i, m) out[first + i] = dot(slope + i * m, w + first, m);
  }
}

#endif
