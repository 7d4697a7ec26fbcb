// Linear part: the response of contact coordinates and outputs to contact forces and loads at each
// harmonic, by modal superposition, with derivatives in ω and ξ.
#ifndef CHATTER_KERNELS_RESPONSE_TRANSFER_H
#define CHATTER_KERNELS_RESPONSE_TRANSFER_H

#include "response_coupled.h"

// Computes the modal loads and direct displacements of unit load factor, once.
KERNEL_FN void transfer_loads(const kernel_run *run, response_stepper *self) {
  const int *dim = DIMS(run);
  const int modes = DIM(DIM_HB_MODES), loads = DIM(DIM_HB_LOADS);
  const real *shape = HB_MODEL_BLOCK(HB_MODEL_LOADS), *direct = HB_MODEL_BLOCK(HB_MODEL_LOAD_FLEXIBILITY);
  const int ports = hb_n_ports(dim);
  const int numbers = hb_n_load_numbers(dim);
  team_for(e, (modes + ports) * numbers) {
    const int k = e / numbers, i = e % numbers;
    lane_t sum = lane_set(0);
    for (int l = 0; l < loads; l++) {
      const lane_t part = lane_set(k < modes ? shape[l * modes + k] : direct[(k - modes) * loads + l]);
      sum = lane_fma(part, parameter_load(run, hb_load_parameter(dim, l) + i), sum);
    }
    *(k < modes ? self->load + e : self->direct + (e - modes * numbers)) = sum;
  }
}

// Computes 1/D, (1/D)′ and (1/D)″ (for a dNNM ∂(1/D)/∂ξ) of all modes at harmonic h.
KERNEL_FN void transfer_set_poles(const kernel_run *run, response_stepper *self, int h, lane_t omega,
                                  lane_t xi, mask_t modal) {
  const real *omega2 = HB_MODEL_BLOCK(HB_MODEL_OMEGA2);
  const lane_t number = lane_set((real)h), number2 = number * number;
  team_for(k, DIM(DIM_HB_MODES)) {
    const lane_t damping = parameter_load(run, hb_damping_parameter(DIMS(run), k)) - xi,
                 rate = number * damping;
    const lane_t re = lane_fma(-number2, omega * omega, lane_set(omega2[k])), im = rate * omega;
    const lane_t inverse = lane_set(1) / lane_fma(re, re, im * im);
    const complex_t pole = complex_of(re * inverse, -(im * inverse)), square = complex_product(pole, pole);
    const complex_t slope = complex_of(lane_set(-2) * number2 * omega, rate); // D′
    const complex_t first = complex_product(slope, square);
    const complex_t cube = complex_product(complex_product(slope, first), pole); // D′² / D³
    const complex_t second = complex_of(lane_set(2) * lane_fma(number2, square.re, cube.re),
                                        lane_set(2) * lane_fma(number2, square.im, cube.im));
    const lane_t turn = number * omega;
    lane_t *to = self->pole + N_POLE_NUMBERS * k;
    complex_put(to, pole);
    complex_put(to + 2, complex_of(-first.re, -first.im));
    to[4] = lane_select(modal, -(turn * square.im), second.re);
    to[5] = lane_select(modal, turn * square.re, second.im);
  }
}

// Computes the modal responses at harmonic h: poles, or columns of coupled modes.
KERNEL_FN void transfer_excite_modes(const kernel_run *run, response_stepper *self, int h, lane_t omega,
                                     lane_t xi, mask_t modal, int orders) {
  if (DIM(DIM_HB_COUPLED))
    coupled_excite(run, self, h, omega, xi, modal, orders);
  else
    transfer_set_poles(run, self, h, omega, xi, modal);
  team_sync();
}
// Returns Q_k due to contact forces alone, whose coefficients of that harmonic are `width` apart;
// `is_coupled`: by columns of coupled modes.
KERNEL_FN complex_t transfer_mode_response(const kernel_run *run, const response_stepper *self, int k,
                                           const lane_t *force, int width, int is_coupled) {
  const int modes = DIM(DIM_HB_MODES);
  const real *shape = HB_MODEL_BLOCK(HB_MODEL_SHAPES);
  complex_t sum = complex_of(lane_set(0), lane_set(0));
  for (int b = 0; b < DIM(DIM_HB_BOUNDARY); b++) {
    const lane_t *r = force + b * width;
    const complex_t less = complex_of(-r[0], r[1]),
                    by = is_coupled ? complex_at(excited_at(run, self, b, k))
                                    : complex_of(lane_set(shape[b * modes + k]), lane_set(0));
    sum = complex_subtract_product(sum, by, less);
  }
  return is_coupled ? sum : complex_product(complex_at(self->pole + N_POLE_NUMBERS * k), sum);
}

// Computes Σ_k weight_k φ_pk pole_k with the mode shapes of port p and the modal forces.
KERNEL_FN void transfer_mode_sum(const kernel_run *run, const response_stepper *self, const real *row,
                                 const real *by, lane_t *sum, int orders) {
  const int modes = DIM(DIM_HB_MODES);
  for (int i = 0; i < 2 * orders; i++) sum[i] = lane_set(0);
  for (int k = 0; k < modes; k++) {
    const lane_t weight = lane_set(row[k] * by[k]);
    for (int i = 0; i < 2 * orders; i++)
      sum[i] = lane_fma(weight, self->pole[N_POLE_NUMBERS * k + i], sum[i]);
  }
}
KERNEL_FN void transfer_load_sum(const kernel_run *run, const response_stepper *self, const real *row, int h,
                                 lane_t *sum, int orders) {
  const int modes = DIM(DIM_HB_MODES);
  for (int i = 0; i < 2 * orders; i++) sum[i] = lane_set(0);
  const int at = hb_load_harmonic_at(DIMS(run), h), numbers = hb_n_load_numbers(DIMS(run));
  if (at < 0) return;
  for (int k = 0; k < modes; k++) {
    const lane_t weight = lane_set(row[k]), *load = self->load + numbers * k + at;
    const lane_t re = weight * load[0], im = h ? -(weight * load[1]) : lane_set(0);
    for (int i = 0; i < orders; i++) {
      const lane_t a = self->pole[N_POLE_NUMBERS * k + 2 * i], b = self->pole[N_POLE_NUMBERS * k + 2 * i + 1];
      sum[2 * i] = lane_fma(a, re, sum[2 * i]);
      sum[2 * i] = lane_fma(-b, im, sum[2 * i]);
      sum[2 * i + 1] = lane_fma(a, im, sum[2 * i + 1]);
      sum[2 * i + 1] = lane_fma(b, re, sum[2 * i + 1]);
    }
  }
}

// Returns E of contact coordinate b at harmonic h (response_layout.h) as a complex factor.
KERNEL_FN complex_t contact_argument_factor(const response_stepper *self, int law, int is_normal,
                                            lane_t lagrange, int h) {
  if (law != HB_LAW_SET_VALUED) return complex_of(lane_set(-1), lane_set(0));
  if (is_normal) return complex_of(lagrange, lane_set(0));
  return h ? complex_of(lane_set(0), lagrange * lane_set((real)h))
           : complex_of(lagrange * self->static_grip, lane_set(0));
}

// Returns D of a set-valued contact point.
KERNEL_FN lane_t contact_argument_share(const kernel_run *run, int point) {
  return lane_set(1) - parameter_load(run, hb_contact_parameter(DIMS(run), point) + HB_DEPENDENT_YIELD);
}

// Converts rows of contact coordinates into those of R: E H - D, E H′, E H″; E c likewise, with the
// gap.
KERNEL_FN void transfer_arguments(const kernel_run *run, response_stepper *self, int j, int orders) {
  const int *dim = DIMS(run);
  const int boundary = DIM(DIM_HB_BOUNDARY), h = harmonic_of_block(run, j);
  team_for(point, DIM(DIM_HB_POINTS)) {
    const int at = point * N_HB_POINT_INTEGERS, law = TABLE(at + HB_POINT_LAW),
              first = TABLE(at + HB_POINT_FIRST_COORDINATE), count = TABLE(at + HB_POINT_N_COORDINATES),
              has_normal = TABLE(at + HB_POINT_HAS_NORMAL);
    for (int i = 0; i < count; i++) {
      const int is_normal = has_normal && i == 0, p = first + i;
      const lane_t lagrange = parameter_load(run, hb_contact_parameter(dim, point) +
                                                      (is_normal ? HB_LAGRANGE_NORMAL : HB_LAGRANGE_TANGENT));
      complex_t factor = contact_argument_factor(self, law, is_normal, lagrange, h);
      if (h == 0 && DIM(DIM_HB_RIGID_BODY) && law == HB_LAW_SET_VALUED)
        factor.re = lane_fma(lane_set(HB_MODEL_BLOCK(HB_MODEL_HOLDING_SPRINGS)[p]),
                             contact_argument_share(run, point), factor.re);
      for (int order = 0; order < orders; order++) {
        for (int b = 0; b < boundary; b++) {
          lane_t *t = transfer_at(run, self, order, j, p, b);
          complex_put(t, complex_product(factor, complex_at(t)));
          if (!order && b == p && law == HB_LAW_SET_VALUED) t[0] = t[0] - contact_argument_share(run, point);
        }
        lane_t *c = load_transfer_at(run, self, order, j, p);
        complex_put(c, complex_product(factor, complex_at(c)));
      }
    }
  }
}

// Returns the static response of port p with holding springs, by contact coordinate b or, after the
// last one, by the loads.
KERNEL_FN void transfer_held_means(const kernel_run *run, int p, int b, lane_t *sum, int orders) {
  const int boundary = DIM(DIM_HB_BOUNDARY), loads = DIM(DIM_HB_LOADS);
  for (int i = 0; i < 2 * orders; i++) sum[i] = lane_set(0);
  if (b < boundary) {
    sum[0] = lane_set(HB_MODEL_BLOCK(HB_MODEL_HELD_FLEXIBILITY)[p * boundary + b]);
    return;
  }
  for (int l = 0; l < loads; l++)
    sum[0] = lane_fma(lane_set(HB_MODEL_BLOCK(HB_MODEL_HELD_LOADS)[p * loads + l]),
                      parameter_load(run, hb_load_parameter(DIMS(run), l) + HB_LOAD_STATIC), sum[0]);
}

// Computes all transfer functions at (ω, ξ); `orders`: 1, 2 or 3 of value and derivatives.
KERNEL_FN void transfer_at_frequency(const kernel_run *run, response_stepper *self, lane_t omega, lane_t xi,
                                     int orders) {
  const int *dim = DIMS(run);
  const int ports = hb_n_ports(dim), boundary = DIM(DIM_HB_BOUNDARY), modes = DIM(DIM_HB_MODES);
  const real *shape = HB_MODEL_BLOCK(HB_MODEL_SHAPES), *flexibility = HB_MODEL_BLOCK(HB_MODEL_FLEXIBILITY);
  const mask_t modal = stage_is(self, STAGE_DNNM);
  for (int j = 0; j < balance_blocks(run, self); j++) {
    const int h = harmonic_of_block(run, j), held = h == 0 && DIM(DIM_HB_RIGID_BODY);
    if (!held) transfer_excite_modes(run, self, h, omega, xi, modal, orders);
    team_for(e, ports * (boundary + 1)) {
      const int p = e / (boundary + 1), b = e % (boundary + 1);
      lane_t sum[N_POLE_NUMBERS];
      if (held)
        transfer_held_means(run, p, b, sum, orders);
      else if (DIM(DIM_HB_COUPLED))
        coupled_sum(run, self, shape + p * modes, b, sum, orders);
      else if (b < boundary)
        transfer_mode_sum(run, self, shape + p * modes, shape + b * modes, sum, orders);
      else
        transfer_load_sum(run, self, shape + p * modes, h, sum, orders);
      if (b < boundary) {
        if (!held) sum[0] = sum[0] + lane_set(flexibility[p * boundary + b]);
      } else if (!held) {
        const int at = hb_load_harmonic_at(dim, h);
        const lane_t *direct = self->direct + hb_n_load_numbers(dim) * p + at;
        if (at >= 0) sum[0] = sum[0] + direct[0];
        if (at > 0) sum[1] = sum[1] - direct[1];
      }
      for (int order = 0; order < orders; order++)
        complex_put(b < boundary ? transfer_at(run, self, order, j, p, b)
                                 : load_transfer_at(run, self, order, j, p),
                    complex_at(sum + 2 * order));
    }
    team_sync();
    transfer_arguments(run, self, j, orders);
  }
  team_sync();
}

#endif
