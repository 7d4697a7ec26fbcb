// Conditions on points of the response surface (u, ω, α), as values with gradients: those that
// backbones follow, and the events of response curves.
//
// With B = [∂R/∂(u, ω); b] and the direction t of the response curve, B t = (0, 1), the slope of
// the amplitude along it is dAm/ds = ∇Am·t = κ, where Bᵀ (λ, κ) = ∇Am. λ are the Lagrange
// multipliers of Wen et al. 2026, equation 22, solved exactly. A change dz of the point changes the
// slope by
//   d(dAm/ds) = tᵀ ∇²Am dz - λᵀ (∂²R/∂z² [t, dz]),
// which is exact with the analytical second derivatives of the contact forces, at folds too
// (docs/theory/continuation.md).
#ifndef CHATTER_KERNELS_RESPONSE_CONDITIONS_H
#define CHATTER_KERNELS_RESPONSE_CONDITIONS_H

#include "../response_residual.h"

// Scratch of conditions: four vectors of n numbers, four of a response's coefficients.
#define SCRATCH_VECTOR(i) (self->part + (i)*HB_SIZE)
#define SCRATCH_WEIGHTS(i) (self->part + 4 * HB_SIZE + (i)*balance_width(run, self))

// Computes out [n] = (or +=) Σ over harmonics of transferᵀ (of that order, from port p) applied to
// weights w.
KERNEL_FN void port_transposed(const kernel_run *run, const response_stepper *self, int order, int p,
                               const lane_t *w, lane_t *out, int added) {
  const int boundary = DIM(DIM_HB_BOUNDARY), width = balance_width(run, self),
            blocks = balance_blocks(run, self);
  team_for(e, boundary * blocks) {
    const int b = e / blocks, j = e % blocks, at = harmonic_at(run, j);
    const complex_t t = complex_at(transfer_at(run, self, order, j, p, b));
    lane_t *to = out + b * width + at;
    const lane_t none = lane_set(0);
    if (harmonic_count(run, j) == 1) {
      to[0] = lane_fma(t.re, w[at], added ? to[0] : none);
      continue;
    }
    to[0] = lane_fma(-t.im, w[at + 1], lane_fma(t.re, w[at], added ? to[0] : none));
    to[1] = lane_fma(t.re, w[at + 1], lane_fma(t.im, w[at], added ? to[1] : none));
  }
  team_sync();
}
// Computes out [n] -= (∂R/∂r of that order)ᵀ λ, over all contact coordinates.
KERNEL_FN void residual_transposed(const kernel_run *run, const response_stepper *self, int order,
                                   const lane_t *lambda, lane_t *out) {
  const int boundary = DIM(DIM_HB_BOUNDARY), width = balance_width(run, self),
            blocks = balance_blocks(run, self);
  team_for(e, boundary * blocks) {
    const int b = e / blocks, j = e % blocks, at = harmonic_at(run, j);
    lane_t *to = out + b * width + at;
    for (int p = 0; p < boundary; p++) {
      const complex_t t = complex_at(transfer_at(run, self, order, j, p, b));
      const lane_t *w = lambda + p * width + at;
      to[0] = lane_fma(-t.re, w[0], to[0]);
      if (harmonic_count(run, j) == 1) continue;
      to[0] = lane_fma(t.im, w[1], to[0]);
      to[1] = lane_fma(-t.re, w[1], to[1]);
      to[1] = lane_fma(-t.im, w[0], to[1]);
    }
  }
  team_sync();
}

// Returns w · (response of port p to forces x and `factor` loads, its derivative of that order).
KERNEL_FN lane_t port_product(const kernel_run *run, const response_stepper *self, int order, int p,
                              const lane_t *w, const lane_t *x, lane_t factor) {
  lane_t sum = lane_set(0);
  for (int j = 0; j < balance_blocks(run, self); j++) {
    const complex_t y = port_response(run, self, order, j, p, x, factor);
    const int at = harmonic_at(run, j);
    sum = lane_fma(w[at], y.re, sum);
    if (harmonic_count(run, j) == 2) sum = lane_fma(-w[at + 1], y.im, sum);
  }
  return sum;
}
KERNEL_FN lane_t residual_product(const kernel_run *run, const response_stepper *self, int order,
                                  const lane_t *lambda, const lane_t *x, lane_t factor) {
  lane_t sum = lane_set(0);
  for (int b = 0; b < DIM(DIM_HB_BOUNDARY); b++)
    sum = sum + port_product(run, self, order, b, lambda + b * balance_width(run, self), x, factor);
  return sum;
}

// Computes η = ∂Am/∂y for the monitored response's coefficients, without the static one.
KERNEL_FN void amplitude_weights(const kernel_run *run, const response_stepper *self, lane_t *eta) {
  const lane_t most = lane_max(self->amplitude, lane_set(HB_SMALLEST)), scale = lane_set((real)0.5) / most;
  team_for(i, balance_width(run, self)) eta[i] = self->answer[i] * scale;
  team_sync();
  if (DIM(DIM_HB_STATIC) && TEAM_RANK == 0) eta[0] = lane_set(0);
  team_sync();
}

// Computes ∇Am into self->adjoint, from which the transposed Jacobian gives (λ, κ).
KERNEL_FN void amplitude_gradient(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE, p = DIM(DIM_HB_BOUNDARY);
  lane_t *eta = SCRATCH_WEIGHTS(0);
  amplitude_weights(run, self, eta);
  port_transposed(run, self, 0, p, eta, SCRATCH_VECTOR(0), 0);
  slopes_transposed(run, self, SCRATCH_VECTOR(0), self->adjoint);
  const lane_t by_omega = port_product(run, self, 1, p, eta, self->force, iterate_load_factor(self));
  if (TEAM_RANK == 0) {
    self->adjoint[n] = by_omega;
    self->adjoint[n + 1] = lane_set(0);
  }
  team_sync();
}

// Computes the gradient of dAm/ds by u, ω and α into self->row; self->tangent is t, self->adjoint
// (λ, κ).
KERNEL_FN void extremum_row(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE, p = DIM(DIM_HB_BOUNDARY), width = balance_width(run, self),
            blocks = balance_blocks(run, self);
  const lane_t factor = iterate_load_factor(self), turn = self->tangent[n];
  const lane_t *t = self->tangent, *lambda = self->adjoint;
  lane_t *eta = SCRATCH_WEIGHTS(0), *moved = SCRATCH_WEIGHTS(1), *zeta = SCRATCH_WEIGHTS(2),
         *forces = SCRATCH_VECTOR(3);
  amplitude_weights(run, self, eta);
  slopes_times(run, self, t, forces); // K t
  team_sync();
  team_for(j, blocks) { // ẏ = ∂y/∂z t
    complex_t y = port_response(run, self, 1, j, p, self->force, factor);
    const complex_t by_force = transfer_apply(run, self, 0, j, p, forces);
    y.re = lane_fma(y.re, turn, by_force.re), y.im = lane_fma(y.im, turn, by_force.im);
    harmonic_put(run, moved, j, y);
  }
  team_sync();
  const lane_t most = lane_max(self->amplitude, lane_set(HB_SMALLEST)), along = dot(eta, moved, width) / most,
               scale = lane_set((real)0.5) / most;
  team_for(i, width) zeta[i] = lane_fma(-along, eta[i], moved[i] * scale);
  team_sync();
  if (DIM(DIM_HB_STATIC) && TEAM_RANK == 0) zeta[0] = lane_set(0);
  team_sync();
  port_transposed(run, self, 0, p, eta, SCRATCH_VECTOR(0), 0); // ν = Tᵀ η - Gᵀ λ
  residual_transposed(run, self, 0, lambda, SCRATCH_VECTOR(0));
  if (DIM(DIM_HB_RIGID_BODY)) held_force_weights(run, self, SCRATCH_VECTOR(0));
  const lane_t bent = contact_curvature(run, self, SCRATCH_VECTOR(0), t, self->row);
  port_transposed(run, self, 1, p, eta, SCRATCH_VECTOR(1), 0); // T′ᵀ η - G′ᵀ λ
  residual_transposed(run, self, 1, lambda, SCRATCH_VECTOR(1));
  lane_t mixed = dot(SCRATCH_VECTOR(1), forces, n);
  if (DIM(DIM_HB_RATE_DEPENDENT))
    mixed = lane_fma(lane_set(2) * turn, dot(SCRATCH_VECTOR(1), self->by_omega, n), mixed + bent);
  team_sync();
  port_transposed(run, self, 0, p, zeta, SCRATCH_VECTOR(0), 0);
  team_for(i, n) SCRATCH_VECTOR(0)[i] = lane_fma(turn, SCRATCH_VECTOR(1)[i], SCRATCH_VECTOR(0)[i]);
  team_sync();
  slopes_transposed(run, self, SCRATCH_VECTOR(0), SCRATCH_VECTOR(2));
  const lane_t second = port_product(run, self, 2, p, eta, self->force, factor) -
                        residual_product(run, self, 2, lambda, self->force, factor);
  const lane_t by_omega =
      lane_fma(turn, second, mixed) + port_product(run, self, 1, p, zeta, self->force, factor);
  lane_t by_factor = lane_set(0);
  for (int j = 0; j < blocks; j++) { // direct part of the load, α = 1
    const int at = harmonic_at(run, j), count = harmonic_count(run, j);
    const lane_t *y = load_transfer_at(run, self, 0, j, p), *slope = load_transfer_at(run, self, 1, j, p);
    by_factor = lane_fma(zeta[at], y[0], by_factor);
    lane_t turned = eta[at] * slope[0];
    if (count == 2) {
      by_factor = lane_fma(-zeta[at + 1], y[1], by_factor);
      turned = lane_fma(-eta[at + 1], slope[1], turned);
    }
    for (int b = 0; b < p; b++) {
      const lane_t *c = load_transfer_at(run, self, 1, j, b), *w = lambda + b * width + at;
      turned = lane_fma(-w[0], c[0], turned);
      if (count == 2) turned = lane_fma(w[1], c[1], turned);
    }
    by_factor = lane_fma(turn, turned, by_factor);
  }
  team_sync();
  team_for(i, n) self->row[i] = self->row[i] + SCRATCH_VECTOR(2)[i];
  if (TEAM_RANK == 0) self->row[n] = by_omega, self->row[n + 1] = by_factor;
  team_sync();
}

// Computes the weights of the phase resonance condition: the part of the driven coordinate's
// fundamental in phase with the first load.
KERNEL_FN void phase_weights(const kernel_run *run, const response_stepper *self, lane_t *w) {
  const lane_t c = parameter_load(run, hb_load_parameter(DIMS(run), 0) + HB_LOAD_COS),
               s = parameter_load(run, hb_load_parameter(DIMS(run), 0) + HB_LOAD_SIN),
               length = lane_max(lane_sqrt(lane_fma(c, c, s * s)), lane_set(HB_SMALLEST));
  const int first = DIM(DIM_HB_STATIC);
  team_for(i, balance_width(run, self)) w[i] = i == first       ? c / length
                                               : i == first + 1 ? s / length
                                                                : lane_set(0);
  team_sync();
}
// Returns the value of the phase condition.
KERNEL_FN lane_t phase_value(const kernel_run *run, response_stepper *self) {
  lane_t *w = SCRATCH_WEIGHTS(3);
  phase_weights(run, self, w);
  return port_product(run, self, 0, hb_n_ports(DIMS(run)) - 1, w, self->force, iterate_load_factor(self));
}
// Returns the value of the phase condition, with its gradient in self->row.
KERNEL_FN lane_t phase_row(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE, p = hb_n_ports(DIMS(run)) - 1, j = DIM(DIM_HB_STATIC), at = harmonic_at(run, j);
  const lane_t factor = iterate_load_factor(self);
  const lane_t value = phase_value(run, self), *w = SCRATCH_WEIGHTS(3);
  port_transposed(run, self, 0, p, w, SCRATCH_VECTOR(0), 0);
  slopes_transposed(run, self, SCRATCH_VECTOR(0), self->row);
  const lane_t by_omega = port_product(run, self, 1, p, w, self->force, factor);
  const lane_t *c = load_transfer_at(run, self, 0, j, p);
  const lane_t by_sigma = lane_fma(w[at], c[0], -(w[at + 1] * c[1]));
  team_sync();
  if (TEAM_RANK == 0) self->row[n] = by_omega, self->row[n + 1] = by_sigma;
  team_sync();
  return value;
}

// Phase condition of a dNNM, whose period may begin at any time. The phase is fixed relative to the
// motion u₀ of the last point:
//   ∫ u · du₀/dτ dτ = 0,   Σ h (c_h s₀_h - s_h c₀_h) = 0 over all contact coordinates.
// Its derivative by the phase is Σ h² |u_h|² near u₀, so it does not vanish if one coordinate comes
// to rest, as at an internal resonance. Returns the value over |u₀|, with its gradient in self->row
// in the lanes of `modal`.
KERNEL_FN lane_t modal_phase_row(const kernel_run *run, response_stepper *self, mask_t modal) {
  const int n = HB_SIZE, blocks = balance_blocks(run, self), width = balance_width(run, self);
  const lane_t by = lane_set(1) / lane_max(lane_sqrt(dot(self->at, self->at, n)), lane_set(HB_SMALLEST));
  lane_t value = lane_set(0);
  team_for(i, n + 2) lane_assign(&self->row[i], modal, lane_set(0));
  team_sync();
  // every rank computes it, in the same order
  for (int e = 0; e < DIM(DIM_HB_BOUNDARY) * blocks; e++) {
    const int j = e % blocks, at = e / blocks * width + harmonic_at(run, j);
    if (harmonic_count(run, j) == 1) continue;
    const lane_t h = lane_set((real)harmonic_of_block(run, j)) * by, sine = h * self->at[at + 1],
                 cosine = h * self->at[at];
    value = lane_fma(sine, self->z[at], value);
    value = lane_fma(-cosine, self->z[at + 1], value);
    if (TEAM_RANK == 0) {
      lane_assign(&self->row[at], modal, sine);
      lane_assign(&self->row[at + 1], modal, -cosine);
    }
  }
  team_sync();
  return value;
}

#endif
