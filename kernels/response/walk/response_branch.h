// Branch points of response curves, and the sign of det ∂R/∂u as an indicator of stability.
//
// At a crossing with another response curve B = [∂R/∂(u, ω); b] is singular for every border
// b, and det B changes its sign; at a fold it does not (Allgower and Georg 1990, chapter 8). The
// sign for b·t > 0, t the direction of travel, is the orientation of the curve. It does not change
// at a slip onset either: J₊ = J₋ + c hᵀ there, h the gradient of the onset, so det B₊ h·t₊ = det
// B₋ h·t₋ with t± of B± t± = e. A curve that continues beyond the onset has turned round if h·t
// changes its sign. By Cramer's rule det ∂R/∂u = det B dω/ds. It is positive for linear contacts,
// and changes its sign with each real Floquet multiplier that passes 1.
#ifndef CHATTER_KERNELS_RESPONSE_BRANCH_H
#define CHATTER_KERNELS_RESPONSE_BRANCH_H

#include "response_newton.h"

// Scaled distance that is kept from a branch point, where Newton's method does not converge. If it
// does not converge at that distance either, as with stiff contacts, whose forces have larger
// rounding errors, the distance grows by BRANCH_DISTANCE_GROWTH, up to BRANCH_MAX_DISTANCE.
// self->beside is the present distance.
#define BRANCH_MIN_DISTANCE lane_set((real)1e-5)
#define BRANCH_DISTANCE_GROWTH lane_set((real)8)
#define BRANCH_MAX_DISTANCE lane_set((real)0.1)

// Returns the sign of det B over the length of B⁻¹ c, from the factors at the point found; it
// passes through zero with the smallest singular value. c has no symmetry that a structure may
// have, since a curve of one symmetry is crossed by those of others. Scratch: self->sensitivity.
KERNEL_FN lane_t branch_function(const kernel_run *run, response_stepper *self) {
  enum {
    BRANCH_VECTOR_MULTIPLIER = 619,
    BRANCH_VECTOR_PERIOD = 1009
  }; // a period that no number of coefficients has
  const int n = HB_SIZE;
  const lane_t sign = HB_DETERMINANT_SIGN(run, self->jacobian, n + 2, self->pivot);
  team_for(i, n + 2) {
    const int place = full_balance_place(run, self, DIM(DIM_HB_BOUNDARY), i);
    self->sensitivity[i] =
        lane_set(i < n ? (real)(1 + place * BRANCH_VECTOR_MULTIPLIER % BRANCH_VECTOR_PERIOD) /
                             (real)BRANCH_VECTOR_PERIOD
                       : (real)0);
  }
  balance_restrict(run, self, self->sensitivity, DIM(DIM_HB_BOUNDARY));
  newton_solve(run, self, self->sensitivity);
  const lane_t value = sign / lane_sqrt(dot(self->sensitivity, self->sensitivity, n));
  team_sync(); // wait until all ranks have read
  return lane_select(lane_equal(sign, lane_set(0)), sign, value);
}

// Stages that follow phase resonance or a dNNM have an orientation too, the sign of det [∂R;
// condition; t], t the direction of travel. It detects steps to another branch, or back at a
// corner.
KERNEL_FN mask_t stage_has_orientation(const response_stepper *self) {
  return stage_is(self, STAGE_PHASE) | stage_is(self, STAGE_DNNM);
}
KERNEL_FN void branch_orient(const kernel_run *run, response_stepper *self) {
  const mask_t oriented = stage_has_orientation(self);
  self->oriented = lane_set(0);
  if (lockstep_any(oriented))
    lane_assign(&self->oriented, oriented,
                HB_DETERMINANT_SIGN(run, self->jacobian, HB_SIZE + 2, self->pivot));
}

// Extrapolates from a trial beside the branch point, at distance `length` from the last point, to
// the branch point, by the secant through this trial's value and that of the one before; with both
// near it the remaining error is of second order. Forces and responses are extrapolated too; the
// direction and the event values stay those of the trial.
KERNEL_CALLED void branch_extrapolate(const kernel_run *run, response_stepper *self, mask_t mask,
                                      lane_t length) {
  const int n = HB_SIZE;
  const lane_t value = self->reached[EVENT_BRANCH],
               rest = value * (length - self->upper) / (self->upper_value - value);
  const mask_t near = mask & lane_less_equal(lane_abs(rest), lane_set(4) * self->beside);
  const lane_t by = rest / scaled_number(run, self, self->last_tangent, self->tangent);
  team_sync(); // wait until all ranks have read
  team_for(i, n + 1) lane_assign(&self->z[i], near, lane_fma(by, self->tangent[i], self->z[i]));
  team_sync();
  residual_evaluate(run, self);
}

// Returns 1 if det ∂R/∂u is positive for the direction self->tangent, else 0.
KERNEL_FN lane_t branch_is_stable(const kernel_run *run, const response_stepper *self) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t turned = lane_less(self->reached[EVENT_BRANCH], none);
  const lane_t forwards = lane_select(turned, none, one), backwards = lane_select(turned, one, none);
  return lane_select(lane_less(self->tangent[HB_SIZE], none), backwards, forwards);
}

#endif
