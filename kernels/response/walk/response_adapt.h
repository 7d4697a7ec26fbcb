// Truncation error of a balance, and the choice of a trajectory's number of harmonics by it.
//
// A balance of the harmonics 1 … h is that of the contact law r(u) with u = 0 and r = 0 above:
// those rows and columns of the Jacobian are those of the identity, and everything else follows
// (response_contacts.h). For the solution u the law also gives coefficients of r above h. They
// leave the residual
//   R_k = E H_k r_k - D r_k,   k > h,
// for springs and elastic friction the displacement in that harmonic. It is computed up to
// hb_truncation_harmonics, three times the highest retained harmonic, above which little of a
// convergent series remains. The truncation error is
//   (Σ_{k > h} |R_k|² / Σ_{1 <= k <= h} |u_k|²)^½,
// reported for every kept point. With a tolerance the number of harmonics is sufficient while the
// error is below it at every kept point. A point with a larger error is solved again, from the last
// point, with enough harmonics for a quarter of the tolerance. If none is found with these, the
// stage starts again with all harmonics. If fewer harmonics would leave less than a sixteenth,
// fewer are used from the next point on. While an event is sought the number does not change: a
// function keeps its sign at the last point, so no event is lost or found twice. Slip onsets are
// passed with all harmonics, because the slopes of the slipping side couple all of them even if the
// motion has only one; after an onset the earlier number is used again. Backbones of maxima, which
// follow slopes, use all harmonics.
#ifndef CHATTER_KERNELS_RESPONSE_ADAPT_H
#define CHATTER_KERNELS_RESPONSE_ADAPT_H

#include "response_walk.h"

// Returns the number of harmonics of a lane's balance.
KERNEL_FN lane_t lane_harmonics(const kernel_run *run, const response_stepper *self) {
  return DIM(DIM_HB_ADAPT) ? self->lane_harmonics : lane_set((real)DIM(DIM_HB_HARMONICS));
}

// Computes R_k of one harmonic in the coordinates of its contact points: displacements or
// arguments. Harmonics above all retained ones neglect the coupling of modes by damping, being far
// above most modes.
KERNEL_FN void truncation_block(const kernel_run *run, response_stepper *self, int k, lane_t xi,
                                mask_t modal) {
  const int *dim = DIMS(run);
  const int modes = DIM(DIM_HB_MODES), boundary = DIM(DIM_HB_BOUNDARY), width = hb_truncation_width(dim),
            at = DIM(DIM_HB_STATIC) + 2 * k - 2;
  const int is_coupled = DIM(DIM_HB_COUPLED) && k <= DIM(DIM_HB_HARMONICS);
  if (is_coupled)
    transfer_excite_modes(run, self, k, self->z[HB_SIZE], xi, modal, 1);
  else
    transfer_set_poles(run, self, k, self->z[HB_SIZE], xi, modal);
  team_sync();
  const real *shape = HB_MODEL_BLOCK(HB_MODEL_SHAPES), *flexibility = HB_MODEL_BLOCK(HB_MODEL_FLEXIBILITY);
  team_for(mode, modes)
      complex_put(self->modal + 2 * mode,
                  transfer_mode_response(run, self, mode, self->truncation_force + at, width, is_coupled));
  team_sync();
  team_for(point, DIM(DIM_HB_POINTS)) {
    const int table = point * N_HB_POINT_INTEGERS, law = TABLE(table + HB_POINT_LAW);
    for (int i = 0; i < TABLE(table + HB_POINT_N_COORDINATES); i++) {
      const int b = TABLE(table + HB_POINT_FIRST_COORDINATE) + i,
                is_normal = i < TABLE(table + HB_POINT_HAS_NORMAL);
      const lane_t lagrange = parameter_load(run, hb_contact_parameter(dim, point) +
                                                      (is_normal ? HB_LAGRANGE_NORMAL : HB_LAGRANGE_TANGENT));
      complex_t q = complex_of(lane_set(0), lane_set(0));
      for (int mode = 0; mode < modes; mode++) {
        const lane_t part = lane_set(shape[b * modes + mode]);
        q.re = lane_fma(part, self->modal[2 * mode], q.re);
        q.im = lane_fma(part, self->modal[2 * mode + 1], q.im);
      }
      for (int c = 0; c < boundary; c++) {
        const lane_t part = lane_set(flexibility[b * boundary + c]),
                     *r = self->truncation_force + c * width + at;
        q = complex_of(lane_fma(part, r[0], q.re), lane_fma(-part, r[1], q.im));
      }
      const complex_t sum = complex_product(contact_argument_factor(self, law, is_normal, lagrange, k), q);
      const lane_t own = law == HB_LAW_SET_VALUED ? contact_argument_share(run, point) : lane_set(0),
                   *r = self->truncation_force + b * width + at;
      self->truncation_residual[b * width + at] = lane_fma(-own, r[0], sum.re);
      self->truncation_residual[b * width + at + 1] = lane_fma(-own, r[1], -sum.im);
    }
  }
  team_sync();
}

// Computes R_k of all harmonics that some lane of `mask` leaves out at the point found.
KERNEL_FN void truncation_evaluate(const kernel_run *run, response_stepper *self, mask_t mask) {
  const mask_t modal = stage_is(self, STAGE_DNNM);
  const lane_t xi = lane_select(modal, self->iterate_parameter, lane_set(0));
  const lane_t number = lane_harmonics(run, self);
  int least = hb_truncation_harmonics(DIMS(run));
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane) && lane_get(number, lane) < least) least = (int)lane_get(number, lane);
  if (least == hb_truncation_harmonics(DIMS(run))) return;
  contact_laws(run, self, 1);
  for (int k = least + 1; k <= hb_truncation_harmonics(DIMS(run)); k++)
    truncation_block(run, self, k, xi, modal);
}

// Returns Σ |x_k|² over contact coordinates, for coefficients in rows of `width`.
KERNEL_FN lane_t harmonic_square(const kernel_run *run, const lane_t *x, int width, int k) {
  lane_t sum = lane_set(0);
  x += DIM(DIM_HB_STATIC) + 2 * k - 2;
  for (int b = 0; b < DIM(DIM_HB_BOUNDARY); b++)
    sum = lane_fma(x[b * width], x[b * width], lane_fma(x[b * width + 1], x[b * width + 1], sum));
  return sum;
}

// Sets the truncation error of the point found with all harmonics, in the lanes of `mask`.
KERNEL_CALLED void truncation_set_error(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int highest = DIM(DIM_HB_HARMONICS), beyond = hb_truncation_harmonics(DIMS(run));
  lane_t size = lane_set(0), tail = size;
  if (!lockstep_any(mask)) return;
  truncation_evaluate(run, self, mask);
  for (int k = 1; k <= highest; k++)
    size = size + harmonic_square(run, self->z, hb_n_coefficients(DIMS(run)), k);
  for (int k = beyond; k > highest; k--)
    tail = tail + harmonic_square(run, self->truncation_residual, hb_truncation_width(DIMS(run)), k);
  self->truncation_error = relative_change(lane_sqrt(tail), lane_sqrt(size));
}

// Returns the lanes of `mask` whose truncation error at the point found is too large, and increases
// their number of harmonics. self->wanted_harmonics gets the number of the others from the next
// point on.
KERNEL_FN mask_t harmonics_add_missing(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int most = balance_harmonics(run, self), width = balance_width(run, self);
  const lane_t none = lane_set(0), quarter = lane_set((real)0.0625), one = lane_set(1);
  lane_t size = none, tail = none, part = none, needed = one, enough = one, few = one;
  truncation_evaluate(run, self, mask);
  for (int k = 1; k <= most; k++) size = size + harmonic_square(run, self->z, width, k);
  const lane_t limit = self->adapt * self->adapt * size;
  for (int k = hb_truncation_harmonics(DIMS(run)); k > 1; k--) {
    const lane_t number = lane_set((real)(k < DIM(DIM_HB_HARMONICS) ? k : DIM(DIM_HB_HARMONICS)));
    const mask_t inside = lane_less_equal(lane_set((real)k), self->lane_harmonics);
    lane_t square = none;
    if (lane_any(mask & inside)) square = harmonic_square(run, self->z, width, k);
    if (lane_any(mask & mask_not(inside)))
      square = lane_select(
          inside, square, harmonic_square(run, self->truncation_residual, hb_truncation_width(DIMS(run)), k));
    tail = tail + square;
    lane_assign(&part, mask_not(inside), tail);
    lane_assign(&needed, lane_equal(needed, one) & lane_less(limit, tail), number);
    lane_assign(&enough, lane_equal(enough, one) & lane_less(limit * quarter, tail), number);
    lane_assign(&few, lane_equal(few, one) & lane_less(limit * quarter * quarter, tail), number);
  }
  const mask_t missing = mask & lane_less(self->lane_harmonics, needed);
  self->truncation_error = relative_change(lane_sqrt(part), lane_sqrt(size));
  const mask_t fewer = mask & mask_of_number(self->adapt) & mask_not(stage_is(self, STAGE_EXTREMUM));
  self->wanted_harmonics = lane_select(fewer, lane_min(self->lane_harmonics, few), self->lane_harmonics);
  lane_assign(&self->lane_harmonics, missing, enough);
  return missing;
}

// Returns the lanes among `found` whose step passes a slip onset with a reduced number of
// harmonics; the step is repeated with all of them.
KERNEL_FN mask_t harmonics_passes_onset(const kernel_run *run, response_stepper *self, mask_t found) {
  const lane_t all = lane_set((real)DIM(DIM_HB_HARMONICS)), onset = lane_set(N_HB_EVENTS);
  const mask_t begun = mask_of_number(self->begun),
               passes = lane_less(onset, event_first_between(run, self)) &
                        lane_less_equal(self->sought_event, onset),
               fewer = found & begun & passes & lane_less(self->lane_harmonics, all);
  lane_assign(&self->lane_harmonics, fewer, all);
  return fewer;
}

// Returns the lanes among `found` whose trial at distance `length` is repeated with more harmonics.
KERNEL_CALLED mask_t harmonics_refuse_step(const kernel_run *run, response_stepper *self, mask_t found,
                                           lane_t length) {
  const mask_t sought = mask_of_number(self->sought_event);
  const mask_t few =
      harmonics_add_missing(run, self, found & (mask_not(sought) | locate_is_reached(run, self, length)));
  const mask_t refused = few | harmonics_passes_onset(run, self, found & mask_not(few));
  lane_assign(&self->sought_event, refused, lane_set(0)); // repeats the step
  return refused;
}

// Chooses the number of harmonics for the first point of a stage, if unknown: a motion at rest or
// without slip needs one.
KERNEL_FN void harmonics_begin(const kernel_run *run, response_stepper *self, mask_t mask) {
  const mask_t phase = stage_is(self, STAGE_PHASE), extremum = stage_is(self, STAGE_EXTREMUM);
  const lane_t all = lane_set((real)DIM(DIM_HB_HARMONICS)),
               first = lane_select(mask_of_number(self->adapt), lane_set(1), all);
  // The harmonics of the first curve's peak are lost after a restart of the backbone of maxima.
  const lane_t peak = lane_select(mask_of_number(self->restarts), all, self->peak_harmonics);
  lane_assign(&self->lane_harmonics, mask & mask_not(mask_of_number(self->lane_harmonics)),
              lane_select(extremum, all, lane_select(phase, peak, first)));
}

// Returns the lanes of `mask` without a point that use or used a reduced number of harmonics: their
// stage starts again with all of them, as do the following ones.
KERNEL_FN mask_t harmonics_restart_stage(const kernel_run *run, response_stepper *self, mask_t mask) {
  const lane_t none = lane_set(0), all = lane_set((real)DIM(DIM_HB_HARMONICS));
  const mask_t anew = mask & mask_of_number(self->adapt), ramp = anew & stage_is(self, STAGE_LOAD_RAMP);
  lane_assign(&self->adapt, anew, none);
  lane_assign(&self->all_harmonics, anew, lane_set(1));
  lane_assign(&self->peak_harmonics, anew, all);
  lane_assign(&self->points, anew, self->points_before);
  lane_assign(&self->stage, ramp, lane_set(STAGE_CURVE));
  peak_forget(self, anew & stage_is(self, STAGE_CURVE));
  stage_forget_point(self, anew);
  return anew;
}

// Returns the lanes among `lost` that find no point with the needed number of harmonics, after one
// with fewer.
KERNEL_FN mask_t harmonics_too_few(const kernel_run *run, const response_stepper *self, mask_t lost) {
  const lane_t all = lane_set((real)DIM(DIM_HB_HARMONICS)), step = self->step;
  const mask_t begun = mask_of_number(self->begun), few = lane_less(self->lane_harmonics, all),
               more = lane_less(self->last_harmonics, self->lane_harmonics) &
                      lane_less(step, lane_set((real)1e-3)),
               small = lane_less(step, self->min_step);
  return lost & ((begun & (more | (small & few))) | (few & mask_not(begun)));
}

#endif
