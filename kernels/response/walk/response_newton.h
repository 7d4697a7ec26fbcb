// Solves one point: Newton's method for R = 0, the stage's condition, and a distance from the last
// point.
//
// For a response curve and a backbone of maxima the matrix of n + 2 rows is
//   [∂R/∂u ∂R/∂ω 0; b 0; 0 1], with B of response_conditions.h; σ and the condition are bordered separately.
// For phase resonance, a dNNM or slip onset, whose ∂R/∂u may have a null space of dimension two, it
// is
//   [∂R/∂u ∂R/∂ω ∂R/∂σ; condition; distance].
#ifndef CHATTER_KERNELS_RESPONSE_NEWTON_H
#define CHATTER_KERNELS_RESPONSE_NEWTON_H

#include "response_conditions.h"

// Factorises the matrix, solves with it and gives the sign of its determinant: done by the team
// itself, unless the including file defines these (response_library.h).
#ifndef HB_FACTORISE
#define HB_FACTORISE(run, a, n, pivot) linear_lu(a, n, lane_set(0), pivot)
#define HB_SOLVE(run, a, n, pivot, x) linear_lu_solve(a, n, pivot, x)
#define HB_SOLVE_TRANSPOSED(run, a, n, pivot, x) linear_lu_solve_transposed(a, n, pivot, x)
#define HB_DETERMINANT_SIGN(run, a, n, pivot) linear_determinant_sign(a, n, pivot)
#endif

enum {
  NEWTON_MAX_ITERATIONS = 40,  // iterations
  NEWTON_MAX_GROWTHS = 5,      // growing corrections that are allowed
  NEWTON_MAX_REVERSALS = 3,    // corrections that undo the last one
  RUBBING_MAX_EVALUATIONS = 60 // evaluations if set-valued friction changes between stick and slip
};

KERNEL_FN mask_t stage_direct(const response_stepper *self) {
  return stage_is(self, STAGE_PHASE) | stage_is(self, STAGE_DNNM) | stage_is(self, STAGE_LOAD_RAMP) |
         mask_of_number(self->follows_onset);
}
KERNEL_FN mask_t stage_extremum(const response_stepper *self) {
  return stage_is(self, STAGE_EXTREMUM) & mask_not(mask_of_number(self->follows_onset));
}

// Sets the weights of the scaled length from the last point.
KERNEL_FN void length_scales_set(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE;
  const lane_t size2 = dot(self->at, self->at, n), growth2 = self->growth * self->growth, none = lane_set(0),
               one = lane_set(1);
  const lane_t u = growth2 * size2, s = growth2 * self->path_parameter * self->path_parameter;
  self->scale[0] = lane_select(lane_less(none, u), one / u, none);
  self->scale[1] = one / (self->range_step * self->range_step);
  self->scale[2] = lane_select(lane_less(none, s), one / s, none);
}
KERNEL_FN lane_t scaled_number(const kernel_run *run, const response_stepper *self, const lane_t *a,
                               const lane_t *b) {
  const int n = HB_SIZE;
  const lane_t u = dot(a, b, n) * self->scale[0], w = lane_fma(a[n] * b[n], self->scale[1], u);
  return lane_fma(a[n + 1] * b[n + 1], self->scale[2], w);
}
// Uses constant indices: with a variable one the GPU would keep the whole stepper in local memory.
KERNEL_FN lane_t length_scale(const kernel_run *run, const response_stepper *self, int i) {
  const lane_t u = self->scale[0], omega = self->scale[1], sigma = self->scale[2];
  return i < HB_SIZE ? u : i == HB_SIZE ? omega : sigma;
}

// Returns the distance along the tangent of the last point, minus `length`.
KERNEL_FN lane_t tangent_distance(const kernel_run *run, const response_stepper *self, lane_t length) {
  const int n = HB_SIZE;
  lane_t u = lane_set(0);
  for (int i = 0; i < n; i++) u = lane_fma(self->last_tangent[i], self->z[i] - self->at[i], u);
  u = lane_fma(u, self->scale[0], -length);
  u = lane_fma(self->last_tangent[n] * (self->z[n] - self->at[n]), self->scale[1], u);
  return lane_fma(self->last_tangent[n + 1] * (self->iterate_parameter - self->path_parameter),
                  self->scale[2], u);
}

// Returns the condition of direct stages, with its gradient in self->row: of an onset, of phase
// resonance, of a mode's phase, or of a fixed frequency for a growing load.
KERNEL_FN lane_t direct_condition(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE;
  const mask_t followed = mask_of_number(self->follows_onset), ramp = stage_is(self, STAGE_LOAD_RAMP),
               modal = stage_is(self, STAGE_DNNM), phased = stage_is(self, STAGE_PHASE) | modal;
  lane_t value = self->z[n] - self->omega_from, phase = lane_set(0);
  if (lockstep_any(phased & mask_not(modal))) phase = phase_row(run, self);
  if (DIM(DIM_HB_MODAL) && lockstep_any(modal)) lane_assign(&phase, modal, modal_phase_row(run, self, modal));
  if (lockstep_any(followed)) {
    team_for(i, n + 2) self->tangent[i] = self->row[i];
    team_sync();
    lane_assign(&value, followed, contact_onset_row(run, self, self->onset));
    team_for(i, n + 2) lane_assign(&self->row[i], phased, self->tangent[i]);
    team_sync();
  }
  team_for(i, n + 2) lane_assign(&self->row[i], ramp, lane_set(i == n));
  team_sync();
  lane_assign(&value, phased, phase);
  return value;
}

// Sets rows n and n + 1 and column n + 1, and factorises. `direct`: lanes with the second matrix.
KERNEL_FN void bordered_matrix_form(const kernel_run *run, response_stepper *self, mask_t direct) {
  const int n = HB_SIZE, side = n + 2, blocks = balance_blocks(run, self), width = balance_width(run, self);
  const lane_t none = lane_set(0);
  lane_t *a = self->jacobian;
  team_for(i, side) {
    const lane_t border = i <= n ? self->bordering_row[i] : none, own = lane_set(i == n + 1 ? 1 : 0);
    a[(long)n * side + i] = lane_select(direct, self->row[i], border);
    a[(long)(n + 1) * side + i] =
        lane_select(direct, self->last_tangent[i] * length_scale(run, self, i), own);
  }
  team_for(e, DIM(DIM_HB_BOUNDARY) * blocks) {
    const int b = e / blocks, j = e % blocks;
    const complex_t sum = residual_parameter_slope(run, self, b, j);
    lane_t *to = a + (long)(b * width + harmonic_at(run, j)) * side + n + 1;
    to[0] = lane_select(direct, sum.re, none);
    if (harmonic_count(run, j) == 2) to[side] = lane_select(direct, -sum.im, none);
  }
  team_sync();
  HB_FACTORISE(run, a, side, self->pivot);
}

// Computes (λ, κ): κ = dAm/ds along the border's direction.
KERNEL_FN lane_t newton_adjoint(const kernel_run *run, response_stepper *self) {
  amplitude_gradient(run, self);
  HB_SOLVE_TRANSPOSED(run, self->jacobian, HB_SIZE + 2, self->pivot, self->adjoint);
  return self->adjoint[HB_SIZE];
}

KERNEL_FN void newton_solve(const kernel_run *run, response_stepper *self, lane_t *x) {
  team_sync();
  HB_SOLVE(run, self->jacobian, HB_SIZE + 2, self->pivot, x);
}

// Solves for the response to -∂R/∂σ.
KERNEL_FN void newton_sensitivity(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE, blocks = balance_blocks(run, self), width = balance_width(run, self);
  team_for(e, DIM(DIM_HB_BOUNDARY) * blocks) {
    const int b = e / blocks, j = e % blocks;
    const complex_t sum = residual_parameter_slope(run, self, b, j);
    harmonic_put(run, self->sensitivity + b * width, j, complex_of(-sum.re, -sum.im));
  }
  if (TEAM_RANK == 0) self->sensitivity[n] = self->sensitivity[n + 1] = lane_set(0);
  newton_solve(run, self, self->sensitivity);
}

// Bordered system of a backbone of maxima, d = p + a t + (q, 1) dσ:
//   κ + row·d = 0,  distance + (scaled along)·d = 0,
// or with `only` its null direction instead of a step. Result in self->correction.
KERNEL_FN void extremum_step(const kernel_run *run, response_stepper *self, mask_t mask, lane_t slope,
                             lane_t away, int only) {
  const int n = HB_SIZE;
  const lane_t *p = self->correction, *t = self->tangent, *q = self->sensitivity;
  const lane_t by_t = dot(self->row, t, n + 1), by_q = dot(self->row, q, n + 1) + self->row[n + 1];
  lane_t a, sigma;
  if (only) {
    a = -by_q, sigma = by_t;
  } else {
    const lane_t value = slope + dot(self->row, p, n + 1);
    lane_t along_p = away + scaled_number(run, self, self->last_tangent, p),
           along_t = scaled_number(run, self, self->last_tangent, t),
           along_q = scaled_number(run, self, self->last_tangent, q);
    along_q = lane_fma(self->last_tangent[n + 1], self->scale[2], along_q);
    const lane_t det = lane_set(1) / lane_fma(by_t, along_q, -(by_q * along_t));
    a = lane_fma(by_q, along_p, -(along_q * value)) * det;
    sigma = lane_fma(along_t, value, -(by_t * along_p)) * det;
  }
  team_sync();
  team_for(i, n + 2) {
    const lane_t start = only ? lane_set(0) : p[i];
    const lane_t sum = i <= n ? lane_fma(q[i], sigma, lane_fma(t[i], a, start)) : sigma;
    self->correction[i] = lane_select(mask, sum, self->correction[i]);
  }
  team_sync();
}

// Linearises at the iterate and computes Newton's step to a point at distance `length`, into
// self->correction.
KERNEL_FN void newton_step(const kernel_run *run, response_stepper *self, lane_t length) {
  const int n = HB_SIZE;
  const mask_t direct = stage_direct(self), extremum = stage_extremum(self);
  const lane_t none = lane_set(0), away = tangent_distance(run, self, length);
  const lane_t condition = lockstep_any(direct) ? direct_condition(run, self) : none;
  bordered_matrix_form(run, self, direct);
  team_for(i, n + 2) {
    const lane_t last = i == n ? condition : away;
    self->correction[i] = i < n ? -self->residual[i] : lane_select(direct, -last, none);
    self->tangent[i] = lane_select(direct, lane_set(i == n + 1), lane_set(i == n));
  }
  newton_solve(run, self, self->correction);
  newton_solve(run, self, self->tangent);
  const mask_t curve = stage_is(self, STAGE_CURVE);
  if (lockstep_any(curve)) { // along the tangent, up to the prescribed distance
    const lane_t a = -(away + scaled_number(run, self, self->last_tangent, self->correction)) /
                     scaled_number(run, self, self->last_tangent, self->tangent);
    team_sync();
    team_for(i, n + 1) self->correction[i] =
        lane_select(curve, lane_fma(a, self->tangent[i], self->correction[i]), self->correction[i]);
    team_sync();
  }
  if (DIM(DIM_HB_SECOND_DERIVATIVES) && lockstep_any(extremum)) {
    const lane_t slope = newton_adjoint(run, self);
    newton_sensitivity(run, self);
    extremum_row(run, self);
    extremum_step(run, self, extremum, slope, away, 0);
  }
}

// Returns change / size, both nonnegative, in any unit: large for size 0, and 0 only for change 0.
// Avoids squares and products that could overflow or underflow.
KERNEL_FN lane_t relative_change(lane_t change, lane_t size) {
  const lane_t none = lane_set(0), part = change / lane_max(size, lane_set(REAL_EPSILON) * change);
  return lane_select(lane_equal(change, none), none, part);
}

// Returns the largest relative change of a correction.
KERNEL_FN lane_t correction_size(const kernel_run *run, const response_stepper *self) {
  const int n = HB_SIZE;
  const lane_t *d = self->correction;
  const lane_t u = relative_change(lane_sqrt(dot(d, d, n)), lane_sqrt(dot(self->z, self->z, n)));
  const lane_t w = relative_change(lane_abs(d[n]), lane_abs(self->z[n])),
               s = relative_change(lane_abs(d[n + 1]), lane_abs(self->iterate_parameter));
  return lane_max(lane_max(u, w), lane_select(stage_is(self, STAGE_CURVE), lane_set(0), s));
}

// With set-valued friction the Jacobian is never singular, whatever sticks or slips (monotone laws
// on a dissipative structure), and jumps whenever a sample begins to slip: Newton's steps are
// descent directions but may be too long. If |R| grows, the step is halved, down to
// RUBBING_MIN_STEP of it.
#define RUBBING_MIN_STEP ((real)0.02)

// Returns the lanes where R is at rounding level. A mean that friction holds weakly
// (HB_STATIC_GRIP) may still have corrections above the tolerance.
KERNEL_FN mask_t newton_residual_is_rounding(const kernel_run *run, const response_stepper *self) {
  const int n = HB_SIZE;
  const lane_t least = lane_set((real)(sizeof(real) == 4 ? 1e-12 : 1e-27));
  return lane_less_equal(dot(self->residual, self->residual, n), least * dot(self->z, self->z, n));
}

// Returns the lanes among `mask` whose last step, `part` of a correction, was too long: it is
// halved.
KERNEL_FN mask_t newton_went_too_far(const kernel_run *run, response_stepper *self, mask_t mask, lane_t *size,
                                     lane_t *part) {
  const int n = HB_SIZE;
  const lane_t now = dot(self->residual, self->residual, n), half = lane_set((real)0.5) * *part;
  const mask_t back =
      mask & mask_not(lane_less_equal(now, *size)) & lane_less(lane_set(RUBBING_MIN_STEP), *part);
  lane_assign(size, mask_not(back), now);
  team_sync(); // wait until all ranks have read the iterate
  team_for(i, n + 1) lane_assign(&self->z[i], back, lane_fma(-half, self->moved[i], self->z[i]));
  lane_assign(&self->iterate_parameter, back, lane_fma(-half, self->moved[n + 1], self->iterate_parameter));
  *part = lane_select(back, half, lane_set(1));
  team_sync();
  return back;
}

// Returns the lanes whose correction undoes the last one: two kinks close together make Newton's
// steps alternate, as for a contact that barely sticks and whose mean force is bounded by its last
// slip.
KERNEL_FN mask_t newton_reverses(const kernel_run *run, const response_stepper *self) {
  const int n = HB_SIZE;
  lane_t sum = lane_set(0);
  for (int i = 0; i < n; i++) {
    const lane_t both = self->correction[i] + self->moved[i];
    sum = lane_fma(both, both, sum);
  }
  return lane_less(sum, lane_set((real)0.25) * dot(self->correction, self->correction, n));
}

// Applies the correction, in the lanes of `halved` half of it.
KERNEL_FN void newton_apply_correction(const kernel_run *run, response_stepper *self, mask_t mask,
                                       mask_t halved) {
  const int n = HB_SIZE;
  const lane_t part = lane_select(halved, lane_set((real)0.5), lane_set(1));
  team_sync(); // wait until all ranks have read the iterate
  const mask_t curve = stage_is(self, STAGE_CURVE);
  team_for(i, n + 2) {
    const lane_t whole = i <= n ? self->correction[i] : lane_select(curve, lane_set(0), self->correction[i]),
                 by = whole * part;
    lane_assign(&self->moved[i], mask, by);
    if (i <= n) self->z[i] = lane_select(mask, self->z[i] + by, self->z[i]);
  }
  self->iterate_parameter =
      lane_select(mask & mask_not(curve), lane_fma(part, self->correction[n + 1], self->iterate_parameter),
                  self->iterate_parameter);
  team_sync();
}

// Progress of Newton's iteration: its last correction, |R|² before that, number of halved
// corrections.
typedef struct newton_progress {
  lane_t size, unbalanced, halvings;
} newton_progress;

// Returns the lanes of `on` that have failed: neither their corrections, of relative `size`, nor
// residuals shrink, or they are not finite. *halved: lanes that only alternate.
KERNEL_FN mask_t newton_has_failed(const kernel_run *run, const response_stepper *self, int k, int rubs,
                                   mask_t on, lane_t size, newton_progress *progress, mask_t *halved) {
  const mask_t careful = stage_is(self, STAGE_CURVE) | stage_is(self, STAGE_LOAD_RAMP);
  const lane_t unbalanced = dot(self->residual, self->residual, HB_SIZE);
  const mask_t shrinks = lane_less(unbalanced, lane_set((real)0.25) * progress->unbalanced),
               patient = k < NEWTON_MAX_GROWTHS ? mask_set(1) : shrinks | (rubs ? careful : mask_set(0)),
               reversed = k && !rubs ? on & newton_reverses(run, self) : mask_set(0);
  const lane_t most = lane_select(patient, lane_set(REAL_LARGEST), progress->size);
  *halved = reversed & lane_less(progress->halvings, lane_set(NEWTON_MAX_REVERSALS));
  progress->halvings = progress->halvings + mask_as_number(*halved);
  progress->unbalanced = lane_select(on, unbalanced, progress->unbalanced);
  progress->size = lane_select(on, size, progress->size);
  return on & mask_not(*halved) & (reversed | mask_not(lane_less_equal(size, most)));
}

// Part of the holding springs that iteration k omits; for a first point (`fresh`) it decreases.
// From far away Newton's method converges slowly to a spring without linear part, such as a cubic
// one, and a small load needs only a small part.
#define LOOSENING_FIRST ((real)1e-2)
#define LOOSENING_FACTOR ((real)0.03)
#define LOOSENING_MIN ((real)(sizeof(real) == 4 ? 1e-4 : 1e-8))
KERNEL_FN void newton_set_loosening(response_stepper *self, mask_t fresh, int k) {
  const lane_t part = k ? lane_max(self->loosening * lane_set(LOOSENING_FACTOR), lane_set(LOOSENING_MIN))
                        : lane_set(LOOSENING_FIRST);
  self->loosening = lane_select(fresh, part, lane_set(LOOSENING_MIN));
}

// Solves for a point of the stage from the last point, at distance `length` along its tangent, in
// the lanes of `active`. Everything is linearised there at the end. Returns the lanes that have a
// point.
KERNEL_FN mask_t newton_solve_point(const kernel_run *run, response_stepper *self, lane_t length,
                                    mask_t active, lane_t *iterations) {
  const int n = HB_SIZE, rubs = contacts_have_friction(run),
            most = rubs ? RUBBING_MAX_EVALUATIONS : NEWTON_MAX_ITERATIONS;
  mask_t open = active, found = mask_set(0);
  const mask_t careful = stage_is(self, STAGE_CURVE) | stage_is(self, STAGE_LOAD_RAMP);
  const lane_t most_real = lane_set(REAL_LARGEST);
  newton_progress progress = {most_real, most_real, lane_set(0)};
  lane_t residual = most_real, part = lane_set(1);
  *iterations = lane_set(0);
  self->effort = lane_set(0);
  self->lost = mask_set(0);
  team_for(i, n + 1) self->z[i] = lane_fma(length, self->last_tangent[i], self->at[i]);
  self->iterate_parameter = lane_fma(length, self->last_tangent[n + 1], self->path_parameter);
  team_sync();
  for (int k = 0; k <= most; k++) {
    newton_set_loosening(self, mask_not(mask_of_number(self->begun)), k);
    residual_evaluate(run, self);
    open = open & mask_not(found);
    mask_t back = mask_set(0), settled = mask_set(0);
    if (rubs) settled = open & careful & newton_residual_is_rounding(run, self);
    if (rubs && k < most)
      back = newton_went_too_far(run, self, open & careful & mask_not(settled), &residual, &part);
    *iterations = *iterations + mask_as_number(back), self->effort = self->effort + mask_as_number(back);
    mask_t on = open & mask_not(back | settled);
    found = found | settled;
    if (lockstep_any(back) && !lockstep_any(on | settled)) continue;
    newton_step(run, self, length);
    if (!lockstep_any(open) || k == most) break;
    const lane_t size = correction_size(run, self);
    mask_t halved;
    const mask_t failed = newton_has_failed(run, self, k, rubs, on, size, &progress, &halved);
    open = open & mask_not(failed), on = on & mask_not(failed);
    newton_apply_correction(run, self, on, halved);
    *iterations = *iterations + mask_as_number(on);
    self->effort = lane_select(halved, lane_set(0), self->effort + mask_as_number(on));
    found = found | (on & mask_not(halved) & lane_less_equal(size, self->tolerance));
  }
#if KERNEL_CUDA
  self->lost = team_or(self->lost);
#endif
  // At a pole of the structure the motion is not finite.
  const mask_t finite = lane_less_equal(self->amplitude, lane_set(REAL_LARGEST));
  return found & active & finite & mask_not(self->lost);
}

#endif
