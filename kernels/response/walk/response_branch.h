// Branch points of response curves, and the sign of det ∂R/∂u that tells of stability.
//
// Where another response curve crosses this one, B = [∂R/∂(u, ω); b] is singular, whatever the
// border b, and det B changes its sign; at a fold it does not (Allgower and Georg, Numerical
// Continuation Methods, ch. 8). Its sign, where b·t > 0 of the direction t onwards, is the
// orientation of the curve. It stays across a slip onset too: there J₊ = J₋ + c hᵀ, h the gradient
// of the onset, so that det B₊ h·t₊ = det B₋ h·t₋ with t± of B± t± = e. A curve that goes on beyond
// the onset has turned round where h·t changes its sign. By Cramer's rule det ∂R/∂u = det B dω/ds.
// It is positive where contacts move linearly, and changes its sign with each real Floquet
// multiplier that passes 1.
#ifndef CHATTER_KERNELS_RESPONSE_BRANCH_H
#define CHATTER_KERNELS_RESPONSE_BRANCH_H

#include "response_newton.h"

// Scaled length within which a branch point is not approached: Newton's method does not converge at
// itself. Where it does not converge at that distance either, as with stiff contacts, whose forces
// are rounded more, the distance grows BRANCH_DISTANCE_GROWTH times, up to BRANCH_MAX_DISTANCE.
// self->beside is the distance that is kept.
#define BRANCH_MIN_DISTANCE lane_set((real)1e-5)
#define BRANCH_DISTANCE_GROWTH lane_set((real)8)
#define BRANCH_MAX_DISTANCE lane_set((real)0.1)

// det B's sign over the length of B⁻¹ c, from the factors at the point found: it goes through zero
// as the smallest singular value does. c is of no symmetry that a structure may have: a curve of
// one symmetry is crossed by those of others. Scratch: self->sensitivity.
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
  team_sync(); // all ranks have read
  return lane_select(lane_equal(sign, lane_set(0)), sign, value);
}

// What follows phase resonance or a dNNM has its orientation likewise, the sign of det [∂R;
// condition; t], t the direction onwards: it tells a step that has come to another branch, or back
// behind a corner.
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

// From a try beside the branch point, `length` away from the last point, to itself along the
// tangent by the line through this try's value and that of the one before: with both near it what
// is left is its square. Forces and responses follow; the direction and the events' values stay
// those of the try.
KERNEL_CALLED void branch_extrapolate(const kernel_run *run, response_stepper *self, mask_t mask,
                                      lane_t length) {
  const int n = HB_SIZE;
  const lane_t value = self->reached[EVENT_BRANCH],
               rest = value * (length - self->upper) / (self->upper_value - value);
  const mask_t near = mask & lane_less_equal(lane_abs(rest), lane_set(4) * self->beside);
  const lane_t by = rest / scaled_number(run, self, self->last_tangent, self->tangent);
  team_sync(); // all ranks have read
  team_for(i, n + 1) lane_assign(&self->z[i], near, lane_fma(by, self->tangent[i], self->z[i]));
  team_sync();
  residual_evaluate(run, self);
}

// Whether det ∂R/∂u is positive where self->tangent leads on: 1 or 0.
KERNEL_FN lane_t branch_is_stable(const kernel_run *run, const response_stepper *self) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t turned = lane_less(self->reached[EVENT_BRANCH], none);
  const lane_t forwards = lane_select(turned, none, one), backwards = lane_select(turned, one, none);
  return lane_select(lane_less(self->tangent[HB_SIZE], none), backwards, forwards);
}

#endif
