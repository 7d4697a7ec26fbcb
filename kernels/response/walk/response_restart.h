// Restarts of a backbone of maxima from another peak.
//
// For comparison first slip can be passed as in Wen et al. 2026: where a backbone of maxima reaches
// an onset, beyond which equation 22 has no solution, α jumps by ε, the response curve is computed
// again there, and the backbone continues from its peak. If that is a kink too, α jumps again.
// Points of those curves are not kept.
#ifndef CHATTER_KERNELS_RESPONSE_RESTART_H
#define CHATTER_KERNELS_RESPONSE_RESTART_H

#include "response_walk.h"

// Returns the lanes that can restart beyond the factor `from`.
KERNEL_FN mask_t restart_is_possible(const response_stepper *self, lane_t from) {
  return mask_of_number(self->restart) & mask_not(lane_equal(from, self->factor_to)) &
         lane_less(self->restarts, lane_set(HB_MAX_RESTARTS));
}

// A maximum that meets a minimum, or is lost, may not be the last one: the curve may have other
// maxima of the same ridge. It is computed again a little beyond, each time one more step of α
// further.
enum { RIDGE_MAX_RESTARTS = 40 };
#define RIDGE_RESTART_STEP ((real)1e-3) // of α

// Returns the lanes with a response curve of a restart.
KERNEL_FN mask_t is_restarted_curve(const response_stepper *self) {
  return stage_is(self, STAGE_CURVE) & mask_of_number(self->restarts);
}

// Begins a response curve in the lanes of `mask`, which can restart: at ε beyond the factor `from`,
// or at the final load.
KERNEL_CALLED void restart_begin(response_stepper *self, mask_t mask, lane_t from) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t rising = lane_select(lane_less(from, self->factor_to), one, -one),
               part = lane_set(RIDGE_RESTART_STEP) * (self->restarts + one) * lane_abs(from),
               to = lane_fma(rising, lane_select(mask_of_number(self->restart), self->restart, part), from);
  const mask_t beyond = lane_less(none, rising * (to - self->factor_to));
  lane_assign(&self->factor, mask, lane_select(beyond, self->factor_to, to));
  self->restarts = self->restarts + mask_as_number(mask);
  lane_assign(&self->stage, mask, lane_set(STAGE_CURVE));
  peak_forget(self, mask);
  stage_forget_point(self, mask);
}

// Returns the lanes of `ended` whose backbone of maxima ends before its final load because its
// maximum is lost: the highest maximum a little beyond is sought.
KERNEL_CALLED mask_t ridge_restart(response_stepper *self, mask_t ended, lane_t reason) {
  const mask_t gone = lane_equal(reason, lane_set(REASON_MERGED)) |
                      lane_equal(reason, lane_set(REASON_MIN_STEP)),
               anew = ended & stage_is(self, STAGE_EXTREMUM) & gone &
                      mask_not(mask_of_number(self->restart)) &
                      lane_less(self->restarts, lane_set(RIDGE_MAX_RESTARTS)) &
                      mask_not(lane_equal(self->path_parameter, self->factor_to));
  if (lockstep_any(anew)) restart_begin(self, anew, self->path_parameter);
  return anew;
}

#endif
