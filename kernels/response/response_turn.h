// Sharp corners of response curves, where a contact in partial slip gains a phase of slip: the Jacobian
// jumps, and the direction behind the corner may be more than a right angle away from the one before, so that
// no hyperplane across the direction before meets the curve behind.
//
// The sign of det B, b the direction onwards, is the same on both sides (response_branch.h): it tells which
// way of the curve behind leads on, where the angle does not. A corner is passed along ω alone, onwards or,
// where the curve folds there, backwards, likewise one of a dNNM; one of a backbone of
// maxima along α onwards.
#ifndef CHATTER_KERNELS_RESPONSE_TURN_H
#define CHATTER_KERNELS_RESPONSE_TURN_H

#include "response_walk.h"

#define TURN_STEP ((real)1e-3) // with which a corner's other side is looked for
enum { TURN_NOT, TURN_ONWARDS, TURN_BACK };

KERNEL_FN mask_t turn_is(const response_stepper *self) {
  return mask_of(self->turn);
}

// Points found that lead back where the curve came from. On phase resonance and dNNMs a branch point is
// passed with a step of at most ORIENTATION_STEP. Where damping or a lack of symmetry parts the curves that
// cross there they turn away from each other: a longer step that changes the orientation may have come from
// one to the other, which is seen where they are further apart than that. Much shorter ones would tell even
// curves apart that only rounding parts.
#define ORIENTATION_STEP ((real)1e-2)
KERNEL_FN mask_t turn_wrong(const kernel_run *run, const response_stepper *self, lane_t length) {
  const lane_t cosine = scaled(run, self, self->tangent, self->along), none = lane_set(0);
  const mask_t begun = mask_of(self->begun), curve = begun & stage_is(self, STAGE_CURVE),
               oriented = begun & stage_oriented(self);
  const mask_t sharp =
      turn_is(self) | (lane_less(cosine, lane_set((real)0.5)) & mask_not(mask_of(self->seek)));
  const mask_t back = lane_less(self->event[EVENT_BRANCH] * self->reached[EVENT_BRANCH], none),
               turned = lane_less(self->orientation * self->oriented, none);
  return (curve & sharp & back) |
         (oriented & turned & (sharp | lane_less(lane_set(ORIENTATION_STEP), lane_abs(length))));
}

// Curves that have come to no point with the smallest step look for one along ω, backbones of maxima along α.
// Returns the lanes.
KERNEL_FN mask_t turn_try(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const int n = HB_N;
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t curve = stalled & (stage_is(self, STAGE_CURVE) | stage_is(self, STAGE_DNNM)) &
                       lane_less(self->turn, lane_set(TURN_BACK)),
               backbone = stalled & stage_extremum(self) & mask_not(turn_is(self)), tried = curve | backbone;
  if (!lane_any(tried)) return tried;
  const mask_t rising = lane_less_equal(none, lane_select(curve, self->along[n], self->along[n + 1])),
               back = turn_is(self), upwards = (rising & mask_not(back)) | (back & mask_not(rising));
  team_sync(); // all ranks have read the direction
  team_for(i, n + 2) {
    const mask_t own = i == n ? curve : i == n + 1 ? backbone : mask_set(0);
    choose(&self->along[i], tried, lane_select(own, lane_select(upwards, one, -one), none));
  }
  choose(&self->turn, tried, self->turn + one);
  choose(&self->step, tried, lane_set(TURN_STEP));
  team_sync();
  return tried;
}

#endif
