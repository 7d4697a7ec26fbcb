// Modes that are coupled by a damping matrix: their response to contact forces and loads at a
// harmonic, from
//   D x = f,   D x′ = -D′ x,   D x″ = -2 D′ x′ - D″ x,   D = Ω² - h²ω² + ihω (d - ξ)
// with D′ = -2h²ω + ih (d - ξ) and D″ = -2h². For a dNNM ∂x/∂ξ = ihω D⁻¹ x replaces x″.
//
// D is complex symmetric. It is factorised without pivoting as U Δ Uᵀ, U of unit diagonal. With D =
// R + iS, R diagonal, the terms added to elements are parts of S₂₁ (R + iS₁₁)⁻¹ S₁₂, at most S₂₁
// S₁₁⁻¹ S₁₂, at most S₂₂. So elements never exceed twice the largest one while d dissipates energy
// (S positive semidefinite), at resonance too. With ξ it may not dissipate; a pivot can then be
// small only if a harmonic meets frequency and damping of a subset of the modes. Elimination goes
// from the highest mode down, so that the mode that resonates first is the last.
#ifndef CHATTER_KERNELS_RESPONSE_COUPLED_H
#define CHATTER_KERNELS_RESPONSE_COUPLED_H

#include "response_state.h"

// Returns element (i, j), j <= i, of D or of its factors: Δ⁻¹ on the diagonal, U_ji Δ_i before it.
KERNEL_FN lane_t *factor_at(const response_stepper *self, int i, int j) {
  return self->factors + (i * (i + 1) + 2 * j);
}
// Returns x, x′, x″ of mode k due to column b: a contact coordinate, or after the last one the
// load.
KERNEL_FN lane_t *excited_at(const kernel_run *run, const response_stepper *self, int b, int k) {
  return self->excited + N_POLE_NUMBERS * (b * DIM(DIM_HB_MODES) + k);
}
KERNEL_FN lane_t coupled_damping(const kernel_run *run, int i, int j, lane_t xi) {
  if (i == j) return parameter_load(run, hb_damping_parameter(DIMS(run), i)) - xi;
  return lane_set(HB_MODEL_BLOCK(HB_MODEL_COUPLING)[i * DIM(DIM_HB_MODES) + j]);
}

KERNEL_FN void coupled_factorise(const kernel_run *run, response_stepper *self, int h, lane_t omega,
                                 lane_t xi) {
  const int modes = DIM(DIM_HB_MODES);
  const real *omega2 = HB_MODEL_BLOCK(HB_MODEL_OMEGA2);
  const lane_t turn = lane_set((real)h) * omega;
  for (int i = 0; i < modes; i++) team_for(j, i + 1) {
      const lane_t re = i == j ? lane_fma(-turn, turn, lane_set(omega2[i])) : lane_set(0);
      complex_put(factor_at(self, i, j), complex_of(re, turn * coupled_damping(run, i, j, xi)));
    }
  team_sync();
  for (int k = modes - 1; k >= 0; k--) {
    const complex_t inverse = complex_inverse(complex_at(factor_at(self, k, k)));
    const lane_t *KERNEL_RESTRICT row = factor_at(self, k, 0);
    for (int i = 0; i < k; i++) {
      const complex_t u = complex_product(complex_at(row + 2 * i), inverse);
      lane_t *KERNEL_RESTRICT to = factor_at(self, i, 0);
      team_for(j, i + 1) complex_put(
          to + 2 * j, complex_subtract_product(complex_at(to + 2 * j), u, complex_at(row + 2 * j)));
    }
    team_sync();
  }
  team_for(k, modes) complex_put(factor_at(self, k, k), complex_inverse(complex_at(factor_at(self, k, k))));
  team_sync();
}

// Solves for x in place, with numbers N_POLE_NUMBERS apart; one rank does it.
KERNEL_FN void coupled_solve(const kernel_run *run, const response_stepper *self, lane_t *x) {
  const int modes = DIM(DIM_HB_MODES);
  for (int k = modes - 1; k >= 0; k--) {
    const lane_t *row = factor_at(self, k, 0);
    const complex_t z = complex_product(complex_at(x + N_POLE_NUMBERS * k), complex_at(row + 2 * k));
    for (int j = 0; j < k; j++)
      complex_put(x + N_POLE_NUMBERS * j,
                  complex_subtract_product(complex_at(x + N_POLE_NUMBERS * j), z, complex_at(row + 2 * j)));
    complex_put(x + N_POLE_NUMBERS * k, z);
  }
  for (int k = 1; k < modes; k++) {
    const lane_t *row = factor_at(self, k, 0);
    complex_t less = complex_of(lane_set(0), lane_set(0)); // the negative sum
    for (int j = 0; j < k; j++)
      less = complex_subtract_product(less, complex_at(row + 2 * j), complex_at(x + N_POLE_NUMBERS * j));
    less = complex_of(-less.re, -less.im);
    complex_put(x + N_POLE_NUMBERS * k,
                complex_subtract_product(complex_at(x + N_POLE_NUMBERS * k), less, complex_at(row + 2 * k)));
  }
}

// Returns mode k of D′ x, for the x at `x`.
KERNEL_FN complex_t coupled_slope(const kernel_run *run, const lane_t *x, int k, int h, lane_t omega,
                                  lane_t xi) {
  const lane_t number = lane_set((real)h), by = lane_set(-2) * (number * number) * omega;
  complex_t sum = complex_of(lane_set(0), lane_set(0));
  for (int l = 0; l < DIM(DIM_HB_MODES); l++) {
    const lane_t damping = coupled_damping(run, k, l, xi), *of = x + N_POLE_NUMBERS * l;
    sum = complex_of(lane_fma(damping, of[0], sum.re), lane_fma(damping, of[1], sum.im));
  }
  const lane_t *own = x + N_POLE_NUMBERS * k;
  return complex_of(lane_fma(by, own[0], -(number * sum.im)), lane_fma(by, own[1], number * sum.re));
}

// Computes column b: the first `orders` of x, x′ and x″ (for a dNNM ∂x/∂ξ).
KERNEL_FN void coupled_column(const kernel_run *run, response_stepper *self, int b, int h, lane_t omega,
                              lane_t xi, mask_t modal, int orders) {
  const int modes = DIM(DIM_HB_MODES), is_load = b == DIM(DIM_HB_BOUNDARY);
  const lane_t none = lane_set(0), two = lane_set(2), turn = lane_set((real)h) * omega,
               bend = two * lane_set((real)(h * h));
  lane_t *x = excited_at(run, self, b, 0);
  const int at = hb_load_harmonic_at(DIMS(run), h), numbers = hb_n_load_numbers(DIMS(run));
  if (is_load && at < 0) {
    for (int i = 0; i < N_POLE_NUMBERS * modes; i++) x[i] = none;
    return;
  }
  for (int k = 0; k < modes; k++) {
    complex_t f = complex_of(lane_set(HB_MODEL_BLOCK(HB_MODEL_SHAPES)[is_load ? 0 : b * modes + k]), none);
    if (is_load) {
      const lane_t *load = self->load + numbers * k + at;
      f = complex_of(load[0], h ? -load[1] : none);
    }
    complex_put(x + N_POLE_NUMBERS * k, f);
  }
  coupled_solve(run, self, x);
  if (orders < 2) return;
  for (int k = 0; k < modes; k++) {
    const complex_t f = coupled_slope(run, x, k, h, omega, xi);
    complex_put(x + N_POLE_NUMBERS * k + 2, complex_of(-f.re, -f.im));
  }
  coupled_solve(run, self, x + 2);
  if (orders < 3) return;
  for (int k = 0; k < modes; k++) {
    const complex_t f = coupled_slope(run, x + 2, k, h, omega, xi), own = complex_at(x + N_POLE_NUMBERS * k);
    const lane_t re = lane_fma(bend, own.re, -(two * f.re)), im = lane_fma(bend, own.im, -(two * f.im));
    complex_put(x + N_POLE_NUMBERS * k + 4,
                complex_of(lane_select(modal, -(turn * own.im), re), lane_select(modal, turn * own.re, im)));
  }
  coupled_solve(run, self, x + 4);
}

// Computes all columns at harmonic h, one rank per column.
KERNEL_FN void coupled_excite(const kernel_run *run, response_stepper *self, int h, lane_t omega, lane_t xi,
                              mask_t modal, int orders) {
  coupled_factorise(run, self, h, omega, xi);
  team_for(b, DIM(DIM_HB_BOUNDARY) + 1) coupled_column(run, self, b, h, omega, xi, modal, orders);
}

// Computes Σ_k row_k x_k of column b, with its derivatives.
KERNEL_FN void coupled_sum(const kernel_run *run, const response_stepper *self, const real *row, int b,
                           lane_t *sum, int orders) {
  for (int i = 0; i < 2 * orders; i++) sum[i] = lane_set(0);
  for (int k = 0; k < DIM(DIM_HB_MODES); k++) {
    const lane_t weight = lane_set(row[k]), *x = excited_at(run, self, b, k);
    for (int i = 0; i < 2 * orders; i++) sum[i] = lane_fma(weight, x[i], sum[i]);
  }
}

#endif
