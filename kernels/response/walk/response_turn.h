// Sharp corners of response curves, where a contact begins or ends to slip, gains a phase of slip
// or lifts off. The Jacobian jumps, and the direction after the corner may differ by more than a
// right angle, so that no hyperplane across the earlier direction meets the curve after it.
//
// The sign of det B, b in the direction of travel, is the same on both sides (response_branch.h):
// it selects the direction after the corner where the angle does not. A corner is passed along the
// direction of the curve after it, by the Jacobian slightly beyond it. If that finds no point, the
// search continues along ω alone, onwards or back, and then with a longer step over whatever lies
// there. For a dNNM it goes along ω at once, for a backbone of maxima along α onwards.
//
// At some corners det B changes its sign although the curve continues nearly straight, and no other
// direction has the earlier sign, as where a pitchfork's branches begin with slip at once. By the
// degree of R another curve crosses or begins there: it is a branch point, and finally passed as
// such.
#ifndef CHATTER_KERNELS_RESPONSE_TURN_H
#define CHATTER_KERNELS_RESPONSE_TURN_H

#include "response_walk.h"

enum { TURN_NOT, TURN_AHEAD, TURN_ONWARDS, TURN_BACK, TURN_OVER, TURN_OVER_BACK, TURN_STRAIGHT };

KERNEL_FN mask_t turn_state_is(const response_stepper *self) {
  return mask_of_number(self->turn);
}

// If nothing else finds a point, a longer step along ω passes the corner and its vicinity, where
// several corners may coincide, as when a contact lifts off while it begins to slip. Events in
// between are not sought.
#define TURN_OVER_STEP ((real)0.25)
KERNEL_FN mask_t turn_passes_over(const response_stepper *self) {
  return lane_less_equal(lane_set(TURN_OVER), self->turn);
}

// Returns the lanes in the last attempt: continue nearly straight, with the other sign of det B.
KERNEL_FN mask_t turn_goes_straight(const response_stepper *self) {
  return lane_equal(self->turn, lane_set(TURN_STRAIGHT));
}

// Points that lead back along the curve. On phase resonance and dNNMs a branch point is passed with
// a step of at most ORIENTATION_STEP. If damping or a lack of symmetry separates the crossing
// curves, they turn away from each other: a longer step that changes the orientation may have
// jumped from one to the other, which is detectable if they are farther apart than that. Much
// shorter steps would distinguish curves that only rounding separates.
#define ORIENTATION_STEP ((real)1e-2)
KERNEL_FN mask_t turn_is_wrong(const kernel_run *run, const response_stepper *self, lane_t length) {
  const lane_t cosine = scaled_number(run, self, self->tangent, self->last_tangent), none = lane_set(0);
  const mask_t begun = mask_of_number(self->begun), curve = begun & stage_follows_curve(self),
               oriented = begun & stage_has_orientation(self);
  const mask_t sharp = turn_state_is(self) | (lane_less(cosine, lane_set((real)0.5)) &
                                              mask_not(mask_of_number(self->sought_event)));
  const mask_t back = lane_less(self->event[EVENT_BRANCH] * self->reached[EVENT_BRANCH], none),
               turned = lane_less(self->orientation * self->oriented, none);
  const mask_t straight = turn_goes_straight(self), bent = lane_less_equal(cosine, lane_set((real)0.5));
  return (curve & sharp & back & mask_not(straight)) | (curve & straight & (bent | mask_not(back))) |
         (oriented & turned & (sharp | lane_less(lane_set(ORIENTATION_STEP), lane_abs(length))));
}

// Returns the lanes whose point lies beside the direction of the curve after a corner: it is on
// another branch.
KERNEL_FN mask_t turn_is_aside(const kernel_run *run, const response_stepper *self, lane_t length) {
  const mask_t ahead =
      (lane_equal(self->turn, lane_set(TURN_AHEAD)) & mask_not(mask_of_number(self->sought_event))) |
      turn_goes_straight(self);
  if (!lockstep_any(ahead & stage_follows_curve(self))) return mask_set(0);
  return ahead & point_is_aside(run, self, length);
}

// Returns the lanes that have passed a corner; after a longer step only if the point is similar to
// the last one and in the range.
KERNEL_FN mask_t turn_is_accepted(const kernel_run *run, const response_stepper *self) {
  const mask_t inside = lane_less_equal(self->reached[EVENT_END], lane_set(0));
  return turn_state_is(self) & (mask_not(turn_passes_over(self)) | (point_is_alike(run, self) & inside));
}

// Returns the lanes of `passed` that have found a point after a corner, and then at an earlier slip
// onset that the curve turns back there, as something else happens together with the onset. They
// continue the search.
KERNEL_FN mask_t turn_leads_astray(const response_stepper *self, mask_t passed) {
  return passed & turn_state_is(self) &
         lane_less(self->event[EVENT_BRANCH] * self->reached[EVENT_BRANCH], lane_set(0));
}
KERNEL_FN mask_t turn_give_up(response_stepper *self, mask_t mask) {
  lane_assign(&self->turn, mask, lane_set(TURN_BACK));
  lane_assign(&self->step, mask, lane_set(0));
  lane_assign(&self->sought_event, mask, lane_set(0));
  return mask;
}

// Sets the direction of travel by the Jacobian at distance `length` along self->last_tangent from
// the last point, in the lanes of `mask` where it is finite: det B has the same sign there as at
// the last point.
KERNEL_FN void turn_set_direction(const kernel_run *run, response_stepper *self, mask_t mask, lane_t length) {
  const int n = HB_SIZE;
  const mask_t ramp = stage_is(self, STAGE_LOAD_RAMP);
  team_for(i, n + 1) self->z[i] = lane_fma(length, self->last_tangent[i], self->at[i]);
  self->iterate_parameter = lane_fma(length, self->last_tangent[n + 1], self->path_parameter);
  team_sync();
  residual_evaluate(run, self);
  if (lockstep_any(ramp)) direct_condition(run, self);
  bordered_matrix_form(run, self, ramp);
  team_for(i, n + 2) self->tangent[i] = lane_select(ramp, lane_set(i == n + 1), lane_set(i == n));
  newton_solve(run, self, self->tangent);
  const lane_t orientation =
                   HB_DETERMINANT_SIGN(run, self->jacobian, n + 2, self->pivot) * self->event[EVENT_BRANCH],
               size = lane_sqrt(scaled_number(run, self, self->tangent, self->tangent)),
               by = lane_select(lane_less(orientation, lane_set(0)), lane_set(-1), lane_set(1)) / size;
  const mask_t known = mask & lane_less(lane_set(0), size) & lane_less_equal(size, lane_set(REAL_LARGEST));
  team_sync(); // wait until all ranks have read the direction
  team_for(i, n + 2) {
    lane_assign(&self->last_tangent[i], known, self->tangent[i] * by);
    if (i <= n)
      lane_assign(&self->bordering_row[i], known, self->last_tangent[i] * length_scale(run, self, i));
  }
  team_sync();
}

// Prepares lanes that search the other side of a corner: they go along the direction of the curve
// there, which is evaluated beyond the corner along their own direction.
KERNEL_FN void turn_prepare_direction(const kernel_run *run, response_stepper *self, mask_t active) {
  const mask_t ahead = active & stage_follows_curve(self) & lane_equal(self->turn, lane_set(TURN_AHEAD)) &
                       mask_not(mask_of_number(self->sought_event)),
               straight = active & turn_goes_straight(self);
  if (!lockstep_any(ahead | straight)) return;
  turn_set_direction(run, self, ahead | straight, lane_set(0));
  if (lockstep_any(ahead)) turn_set_direction(run, self, ahead, self->step);
}

// Returns the lanes of `lost` that have passed a corner and sought an event whose function jumps
// through zero at the corner itself, until the corner was too near: the last trial is its point,
// repeated.
KERNEL_FN mask_t turn_is_event(response_stepper *self, mask_t lost) {
  const mask_t at_corner = lost & mask_of_number(self->turn) & mask_of_number(self->sought_event) &
                           lane_less(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT)) &
                           lane_less_equal(self->upper, lane_set(CORNER_NEAR));
  lane_assign(&self->lower, at_corner, self->upper);
  lane_assign(&self->attempts, at_corner, lane_set(LOCATE_TRIES_OF_LAST_POINT));
  return at_corner;
}

// Lets response curves without a point at the smallest step search after a corner, then along ω;
// dNNMs along ω at once, backbones of maxima along α. Returns the lanes.
KERNEL_FN mask_t turn_try_corner(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const int n = HB_SIZE;
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t mode = stalled & stage_is(self, STAGE_DNNM) & lane_less(self->turn, lane_set(TURN_BACK)),
               curve = mode | (stalled & stage_is(self, STAGE_CURVE) &
                               lane_less(self->turn, lane_set(TURN_STRAIGHT))),
               ramp = stalled & stage_is(self, STAGE_LOAD_RAMP) & mask_not(turn_state_is(self)),
               backbone = stalled & stage_extremum(self) & mask_not(turn_state_is(self)),
               tried = curve | ramp | backbone;
  if (!lockstep_any(tried)) return tried;
  const mask_t rising = lane_less_equal(none,
                                        lane_select(curve, self->last_tangent[n], self->last_tangent[n + 1])),
               back = lane_equal(self->turn, lane_set(TURN_ONWARDS)) |
                      lane_equal(self->turn, lane_set(TURN_BACK)) |
                      lane_equal(self->turn, lane_set(TURN_OVER)),
               upwards = (rising & mask_not(back)) | (back & mask_not(rising)),
               straight = backbone | mode | (curve & turn_state_is(self));
  team_sync(); // wait until all ranks have read the direction
  team_for(i, n + 2) {
    const mask_t own = i == n ? curve : i == n + 1 ? backbone : mask_set(0);
    lane_assign(&self->last_tangent[i], straight, lane_select(own, lane_select(upwards, one, -one), none));
  }
  lane_assign(&self->turn, mode & mask_not(turn_state_is(self)), lane_set(TURN_AHEAD));
  lane_assign(&self->turn, tried, self->turn + one);
  lane_assign(&self->step, tried,
              lane_select(turn_passes_over(self), lane_set(TURN_OVER_STEP), lane_set(CORNER_STEP)));
  lane_assign(&self->step, tried & turn_goes_straight(self), lane_set(CORNER_NEAR));
  team_sync();
  return tried;
}

#endif
