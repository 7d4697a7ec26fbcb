// Event functions between two points, and the contents of a kept point.
#ifndef CHATTER_KERNELS_RESPONSE_EVENTS_H
#define CHATTER_KERNELS_RESPONSE_EVENTS_H

#include "response_branch.h"

// Adds the share of one more coordinate to Fᴴ Q: a mode, or contact forces q with the load's direct
// flexibility.
KERNEL_FN complex_t load_work(complex_t sum, const lane_t *load, complex_t q) {
  return complex_subtract_product(sum, complex_of(-load[HB_LOAD_COS], -load[HB_LOAD_SIN]), q);
}

// Work below this part of |F| |Q| over modes and contacts is rounding, as when loads cancel.
#define WORK_ROUNDING ((real)(sizeof(real) == 4 ? 1e-5 : 1e-12))

KERNEL_FN lane_t load_square(lane_t sum, const lane_t *load) {
  return lane_fma(load[HB_LOAD_COS], load[HB_LOAD_COS], lane_fma(load[HB_LOAD_SIN], load[HB_LOAD_SIN], sum));
}

// Load factor α of a dNNM by the energy balance α |Fᴴ Q_1| = ξ ω Σ n² Q_nᴴ M Q_n (Sun et al. 2021):
// [0] for the fundamental, [1] for all harmonics. With one load of amplitude 1 on coordinate k the
// left side is α |Q_k|; the phase is that of the largest work of the loads. ξ M supplies the energy
// that the structure's own damping (modal or a matrix) and the contacts dissipate. Loads that do no
// work have an infinite factor.
KERNEL_FN void modal_load_factor(const kernel_run *run, response_stepper *self, lane_t *factor) {
  const int width = balance_width(run, self);
  const lane_t omega = self->z[HB_SIZE];
  lane_t energy[2] = {lane_set(0), lane_set(0)};
  complex_t work = complex_of(lane_set(0), lane_set(0));
  lane_t load2 = lane_set(0), direct = lane_set(0);
  for (int j = DIM(DIM_HB_STATIC); j < balance_blocks(run, self); j++) {
    const int h = harmonic_of_block(run, j);
    const lane_t *force = self->force + harmonic_at(run, j);
    lane_t sum = lane_set(0);
    team_sync(); // wait until all ranks have read the modal responses
    transfer_excite_modes(run, self, h, omega, self->iterate_parameter, mask_set(1), 1);
    for (int k = 0; k < DIM(DIM_HB_MODES); k++) {
      const complex_t q = transfer_mode_response(run, self, k, force, width, DIM(DIM_HB_COUPLED));
      sum = lane_fma(q.re, q.re, lane_fma(q.im, q.im, sum));
      if (h > 1) continue;
      work = load_work(work, self->load + hb_n_load_numbers(DIMS(run)) * k, q);
      load2 = load_square(load2, self->load + hb_n_load_numbers(DIMS(run)) * k);
    }
    energy[1] = lane_fma(lane_set((real)(h * h)), sum, energy[1]);
    if (h > 1) continue;
    energy[0] = sum;
    for (int b = 0; b < DIM(DIM_HB_BOUNDARY); b++) {
      const complex_t r = complex_of(force[b * width], -force[b * width + 1]);
      work = load_work(work, self->direct + hb_n_load_numbers(DIMS(run)) * b, r);
      direct = direct + lane_sqrt(load_square(lane_set(0), self->direct + hb_n_load_numbers(DIMS(run)) * b) *
                                  lane_fma(r.re, r.re, r.im * r.im));
    }
  }
  const lane_t size = lane_sqrt(lane_fma(work.re, work.re, work.im * work.im));
  const mask_t works = lane_less(lane_set(WORK_ROUNDING) * (lane_sqrt(load2 * energy[0]) + direct), size);
  for (int i = 0; i < 2; i++)
    factor[i] =
        lane_select(works, self->iterate_parameter * omega * energy[i] / size, lane_set(1) / lane_set(0));
}

// Returns the relative distance of a dNNM to the larger load, or to its final amplitude; a load
// that does no work is ignored.
KERNEL_FN lane_t events_modal_end(const kernel_run *run, const response_stepper *self, lane_t factor) {
  const lane_t one = lane_set(1), most = parameter_load(run, HB_AMPLITUDE_TO),
               to = lane_max(parameter_load(run, HB_FACTOR), self->factor_to);
  const lane_t load = lane_select(lane_less_equal(factor, lane_set(REAL_LARGEST)), factor / to - one, -one),
               amplitude = lane_select(lane_less(lane_set(0), most), self->amplitude / most - one, -one);
  return lane_max(load, amplitude);
}

// Returns the distance to the return of a phase resonance to its first load, or of a dNNM to half
// of its first amplitude: the rest of a closed curve, down to zero load, is no backbone.
KERNEL_FN lane_t events_return(const kernel_run *run, const response_stepper *self) {
  const lane_t first = parameter_load(run, HB_FACTOR), load = self->iterate_parameter - first,
               onwards = lane_select(lane_less(first, self->factor_to), load, -load),
               loaded = lane_fma(lane_set((real)1e-6), lane_abs(first), onwards),
               size2 = dot(self->z, self->z, HB_SIZE),
               first2 = dot(self->mode, self->mode, hb_n_unknowns(DIMS(run))),
               free = lane_fma(lane_set((real)-0.25), first2, size2);
  return lane_select(stage_is(self, STAGE_DNNM), free, loaded);
}

// Returns the squared rounding level of a monitored response that contacts hold fixed, relative to
// the response to the load alone.
KERNEL_FN lane_t response_rounding(const kernel_run *run, const response_stepper *self) {
  const lane_t *load = load_transfer_at(run, self, 0, DIM(DIM_HB_STATIC), DIM(DIM_HB_BOUNDARY));
  const lane_t least = lane_set((real)1e-9) * iterate_load_factor(self);
  return least * least * lane_fma(load[0], load[0], load[1] * load[1]);
}

// Evaluates the event functions at the point found, into self->reached; functions that a stage does
// not have are 1.
KERNEL_CALLED void events_evaluate(const kernel_run *run, response_stepper *self, lane_t *modal) {
  const mask_t curve = stage_is(self, STAGE_CURVE), extremum = stage_is(self, STAGE_EXTREMUM),
               is_modal = stage_is(self, STAGE_DNNM);
  const lane_t one = lane_set(1), omega = self->z[HB_SIZE];
  lane_t end = lane_select(
      curve, (omega - self->omega_to) * lane_select(lane_less(self->omega_from, self->omega_to), one, -one),
      self->iterate_parameter - self->factor_to);
  lane_assign(&end, stage_is(self, STAGE_LOAD_RAMP), self->iterate_parameter - self->factor);
  modal[0] = modal[1] = lane_set(0);
  if (DIM(DIM_HB_MODAL) && lockstep_any(is_modal)) {
    modal_load_factor(run, self, modal);
    end = lane_select(is_modal, events_modal_end(run, self, modal[0]), end);
  }
  lane_t slope = one, phase = one, fold = one, branch = one;
  if (lockstep_any(is_modal | stage_is(self, STAGE_PHASE)))
    lane_assign(&fold, is_modal | stage_is(self, STAGE_PHASE), events_return(run, self));
  lane_assign(&fold, curve, self->tangent[HB_SIZE]);
  lane_assign(&fold, extremum, self->tangent[HB_SIZE + 1]);
  const mask_t ramp = stage_is(self, STAGE_LOAD_RAMP);
  if (lockstep_any(ramp))
    lane_assign(&branch, ramp, HB_DETERMINANT_SIGN(run, self->jacobian, HB_SIZE + 2, self->pivot));
  if (lockstep_any(curve)) {
    lane_assign(&branch, curve, branch_function(run, self));
    slope = lane_select(curve, newton_adjoint(run, self), one);
    phase = lane_select(curve, phase_value(run, self), one);
    // Without motion extremum and phase are undefined: their functions keep their signs.
    const mask_t still =
        curve & lane_less_equal(self->amplitude * self->amplitude, response_rounding(run, self));
    lane_assign(&slope, still, self->event[EVENT_EXTREME]);
    lane_assign(&phase, still, self->event[EVENT_PHASE]);
  }
  if (lockstep_any(curve | extremum)) contact_onsets(run, self, self->onset);
  team_sync();
  if (TEAM_RANK == 0) {
    self->reached[EVENT_END] = end;
    self->reached[EVENT_EXTREME] = slope;
    self->reached[EVENT_PHASE] = phase;
    self->reached[EVENT_FOLD] = fold;
    self->reached[EVENT_BRANCH] = branch;
  }
  team_for(point, DIM(DIM_HB_POINTS)) {
    const mask_t looked = curve | (extremum & mask_not(mask_of_number(self->follows_onset)));
    self->reached[N_HB_EVENTS + point] = lane_select(looked, self->onset[point], one);
  }
  team_sync();
}

// Computes the branch's direction at the point found, of scaled length 1, into self->tangent, in
// the direction of travel.
KERNEL_CALLED void tangent_form(const kernel_run *run, response_stepper *self) {
  const mask_t extremum = stage_extremum(self);
  const int n = HB_SIZE;
  if (DIM(DIM_HB_SECOND_DERIVATIVES) && lockstep_any(extremum)) {
    team_for(i, n + 1) self->bordering_row[i] =
        lane_select(extremum, self->tangent[i] * length_scale(run, self, i), self->bordering_row[i]);
    extremum_step(run, self, extremum, lane_set(0), lane_set(0), 1);
    team_for(i, n + 2) self->tangent[i] = lane_select(extremum, self->correction[i], self->tangent[i]);
    team_sync();
  }
  const lane_t length = lane_sqrt(scaled_number(run, self, self->tangent, self->tangent)),
               onwards = scaled_number(run, self, self->tangent, self->last_tangent),
               by = lane_select(lane_less(onwards, lane_set(0)), lane_set(-1), lane_set(1)) / length;
  team_sync();
  team_for(i, n + 2) self->tangent[i] = self->tangent[i] * by;
  team_sync();
}

// Returns e^{-iφ}, φ the phase of the driven coordinate's fundamental: a dNNM is kept with the
// period that begins where this coordinate is largest. Returns 1 if it is at rest, and for other
// stages.
KERNEL_FN complex_t modal_phase_factor(const kernel_run *run, const response_stepper *self) {
  const complex_t q = port_response(run, self, 0, DIM(DIM_HB_STATIC), hb_n_ports(DIMS(run)) - 1, self->force,
                                    iterate_load_factor(self));
  const lane_t size = lane_sqrt(lane_fma(q.re, q.re, q.im * q.im)), one = lane_set(1), none = lane_set(0);
  const mask_t turns = stage_is(self, STAGE_DNNM) & lane_less(none, size);
  return complex_of(lane_select(turns, q.re / size, one), lane_select(turns, -(q.im / size), none));
}
// Returns number i of the coefficients x of `rows` coordinates, as kept.
KERNEL_FN lane_t recorded_number(const kernel_run *run, const response_stepper *self, const lane_t *x,
                                 int rows, int i, complex_t turn) {
  const int place = i % hb_n_coefficients(DIMS(run)) - DIM(DIM_HB_STATIC);
  const lane_t own = full_balance_number(run, self, x, rows, i);
  if (!DIM(DIM_HB_MODAL) || place < 0) return own;
  const lane_t other = full_balance_number(run, self, x, rows, place % 2 ? i - 1 : i + 1);
  complex_t by = turn;
  for (int h = 1; h < 1 + place / 2; h++) by = complex_product(by, turn);
  // (c - is) by: c by.re + s by.im, s by.re - c by.im
  const lane_t sum = lane_fma(own, by.re, place % 2 ? -(other * by.im) : other * by.im);
  return lane_select(stage_is(self, STAGE_DNNM), sum, own);
}

// Computes dy/ds of the responses in the direction of self->tangent.
KERNEL_CALLED void heading_form(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE, boundary = DIM(DIM_HB_BOUNDARY), blocks = balance_blocks(run, self),
            width = balance_width(run, self);
  const lane_t factor = iterate_load_factor(self), by_omega = self->tangent[n],
               by_sigma = self->tangent[n + 1];
  const mask_t modal = stage_is(self, STAGE_DNNM);
  slopes_times(run, self, self->tangent, SCRATCH_VECTOR(3));
  team_sync();
  team_for(e, DIM(DIM_HB_RESPONSES) * blocks) {
    const int p = boundary + e / blocks, j = e % blocks;
    const complex_t turned = port_response(run, self, 1, j, p, self->force, factor),
                    pushed = transfer_apply(run, self, 0, j, p, SCRATCH_VECTOR(3));
    const lane_t *c = load_transfer_at(run, self, 0, j, p);
    complex_t load = complex_of(c[0], c[1]);
    if (DIM(DIM_HB_MODAL)) {
      const complex_t damped = transfer_apply(run, self, 2, j, p, self->force);
      load.re = lane_select(modal, damped.re, load.re), load.im = lane_select(modal, damped.im, load.im);
    }
    harmonic_put(run, self->heading + (p - boundary) * width, j,
                 complex_of(lane_fma(load.re, by_sigma, lane_fma(turned.re, by_omega, pushed.re)),
                            lane_fma(load.im, by_sigma, lane_fma(turned.im, by_omega, pushed.im))));
  }
  team_sync();
}

// Keeps the point found as one of kind `kind`, in the lanes of `mask`.
KERNEL_CALLED void point_record(const kernel_run *run, response_stepper *self, mask_t mask, lane_t kind,
                                const lane_t *modal, lane_t theta, lane_t iterations) {
  const int *dim = DIMS(run);
  const int record = hb_record_size(dim), n = hb_n_unknowns(dim), responses = DIM(DIM_HB_RESPONSES),
            boundary = DIM(DIM_HB_BOUNDARY), shown = responses * hb_n_coefficients(dim);
  const mask_t is_modal = stage_is(self, STAGE_DNNM), curve = stage_is(self, STAGE_CURVE);
  const lane_t none = lane_set(0), unknown = lane_set(-1);
  lane_t head[N_RECORD];
  head[RECORD_OMEGA] = self->z[HB_SIZE];
  head[RECORD_LOAD_FACTOR] = lane_select(is_modal, modal[0], self->iterate_parameter);
  head[RECORD_XI] = lane_select(is_modal, self->iterate_parameter, none);
  head[RECORD_STAGE] = self->stage;
  head[RECORD_POINT_KIND] = kind;
  head[RECORD_STABLE] = lane_select(curve, branch_is_stable(run, self), unknown);
  head[RECORD_AMPLITUDE] = self->amplitude;
  head[RECORD_KINK_WEIGHT] = theta;
  head[RECORD_LOAD_FACTOR_ALL] = lane_select(is_modal, modal[1], self->iterate_parameter);
  head[RECORD_ITERATIONS] = iterations;
  complex_t turn = complex_of(lane_set(1), lane_set(0));
  if (DIM(DIM_HB_MODAL) && lockstep_any(is_modal)) turn = modal_phase_factor(run, self);
  if (DIM(DIM_HB_HEADING)) heading_form(run, self);
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(mask, lane)) continue;
    const long row = (long)lane_get(self->points, lane) * record;
    double *to = run->batch->windows + row * run->batch->stride + run->column + lane;
    const long stride = run->batch->stride;
    if (TEAM_RANK == 0)
      for (int i = 0; i < N_RECORD; i++) to[i * stride] = canonical_number(lane_get(head[i], lane));
    team_for(i, shown) to[(N_RECORD + i) * stride] =
        canonical_number(lane_get(recorded_number(run, self, self->answer, responses, i, turn), lane));
    if (DIM(DIM_HB_FORCES)) team_for(i, n) {
        const lane_t u = recorded_number(run, self, self->z, boundary, i, turn);
        lane_t r = recorded_number(run, self, self->force, boundary, i, turn);
        if (DIM(DIM_HB_RIGID_BODY) && i % hb_n_coefficients(dim) == 0)
          r = held_force_removed(run, i / hb_n_coefficients(dim), u, r);
        to[(N_RECORD + shown + i) * stride] = canonical_number(lane_get(u, lane));
        to[(N_RECORD + shown + n + i) * stride] = canonical_number(lane_get(r, lane));
      }
    if (hb_has_truncation(dim) && TEAM_RANK == 0) {
      to[(hb_record_adapted_at(dim) + ADAPTED_HARMONICS) * stride] = lane_get(self->lane_harmonics, lane);
      to[(hb_record_adapted_at(dim) + ADAPTED_TRUNCATION) * stride] =
          canonical_number(lane_get(self->truncation_error, lane));
    }
    if (!DIM(DIM_HB_HEADING)) continue;
    const int heading = hb_record_heading_at(dim);
    if (TEAM_RANK == 0) {
      to[(heading + HEADING_OMEGA) * stride] = canonical_number(lane_get(self->tangent[HB_SIZE], lane));
      to[(heading + HEADING_PARAMETER) * stride] =
          canonical_number(lane_get(self->tangent[HB_SIZE + 1], lane));
    }
    team_for(i, shown) to[(heading + N_HEADING + i) * stride] =
        canonical_number(lane_get(recorded_number(run, self, self->heading, responses, i, turn), lane));
  }
  self->points = self->points + mask_as_number(mask);
}

#endif
