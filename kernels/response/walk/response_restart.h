// Where a backbone of maxima goes on from another peak.
//
// First slip as the paper passes it, for comparison: where a backbone of maxima meets an onset,
// beyond which system (22) has no solution, α jumps by ε, the response curve there is gone through
// anew, and the backbone goes on from its peak. Where that is a kink too, α jumps again. Of those
// curves nothing is kept.
#ifndef CHATTER_KERNELS_RESPONSE_RESTART_H
#define CHATTER_KERNELS_RESPONSE_RESTART_H

#include "response_walk.h"

// Lanes that can begin anew behind the factor `from`.
KERNEL_FN mask_t restart_is_possible(const response_stepper *self, lane_t from) {
  return mask_of_number(self->restart) & mask_not(lane_equal(from, self->factor_to)) &
         lane_less(self->restarts, lane_set(HB_MAX_RESTARTS));
}

// A maximum that meets a minimum, or that is lost, need not be the last there is: the curve may
// have others, of the same ridge. It is gone through anew a little behind, by one part of α more
// each time.
enum { RIDGE_MAX_RESTARTS = 40 };
#define RIDGE_RESTART_STEP ((real)1e-3) // of α

// A response curve that is gone through anew.
KERNEL_FN mask_t is_restarted_curve(const response_stepper *self) {
  return stage_is(self, STAGE_CURVE) & mask_of_number(self->restarts);
}

// The lanes of `mask`, which can, begin a response curve at ε behind the factor `from`, or where
// backbones end.
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

// Lanes of `ended` whose backbone of maxima ends before the load that it is to come to, as its
// maximum is gone: the highest maximum a little behind is looked for. Returns them.
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
