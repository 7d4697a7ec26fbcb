// Sharp corners of response curves, where a contact begins or ends to slip, gains a phase of slip
// or lifts off: the Jacobian jumps, and the direction behind the corner may be more than a right
// angle away from the one before, so that no hyperplane across the direction before meets the curve
// behind.
//
// The sign of det B, b the direction onwards, is the same on both sides (response_branch.h): it
// tells which way of the curve behind leads on, where the angle does not. A corner is passed along
// the direction of the curve behind, by the Jacobian a little beyond it; where that leads to no
// point along ω alone, onwards or back, and then over what lies there by a longer step; one of a
// dNNM along ω at once; one of a backbone of maxima along α onwards.
//
// At some corners det B changes its sign although the curve goes on through them nearly straight,
// and no other way leads on with the sign that it had: as where a pitchfork's branches begin at
// once with a slip. By the degree of R another curve crosses or begins there: it is a branch point,
// and passed as such at last.
#ifndef CHATTER_KERNELS_RESPONSE_TURN_H
#define CHATTER_KERNELS_RESPONSE_TURN_H

#include "response_walk.h"

enum { TURN_NOT, TURN_AHEAD, TURN_ONWARDS, TURN_BACK, TURN_OVER, TURN_OVER_BACK, TURN_STRAIGHT };

KERNEL_FN mask_t turn_state_is(const response_stepper *self) {
  return mask_of_number(self->turn);
}

// Where nothing else leads on, a longer step along ω leads over the corner and what lies beside it,
// of which there may be several together, as where a contact lifts off as it begins to slip. What
// is passed is not looked for.
#define TURN_OVER_STEP ((real)0.25)
KERNEL_FN mask_t turn_passes_over(const response_stepper *self) {
  return lane_less_equal(lane_set(TURN_OVER), self->turn);
}

// And where nothing is left but what goes on nearly straight, with the other sign of det B.
KERNEL_FN mask_t turn_goes_straight(const response_stepper *self) {
  return lane_equal(self->turn, lane_set(TURN_STRAIGHT));
}

// Points found that lead back where the curve came from. On phase resonance and dNNMs a branch
// point is passed with a step of at most ORIENTATION_STEP. Where damping or a lack of symmetry
// parts the curves that cross there they turn away from each other: a longer step that changes the
// orientation may have come from one to the other, which is seen where they are further apart than
// that. Much shorter ones would tell even curves apart that only rounding parts.
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

// Points found beside the direction of the curve behind a corner: of another branch.
KERNEL_FN mask_t turn_is_aside(const kernel_run *run, const response_stepper *self, lane_t length) {
  const mask_t ahead =
      (lane_equal(self->turn, lane_set(TURN_AHEAD)) & mask_not(mask_of_number(self->sought_event))) |
      turn_goes_straight(self);
  if (!lockstep_any(ahead & stage_follows_curve(self))) return mask_set(0);
  return ahead & point_is_aside(run, self, length);
}

// Corners passed, and of those passed over the ones whose point is much like the last and in the
// range.
KERNEL_FN mask_t turn_is_accepted(const kernel_run *run, const response_stepper *self) {
  const mask_t inside = lane_less_equal(self->reached[EVENT_END], lane_set(0));
  return turn_state_is(self) & (mask_not(turn_passes_over(self)) | (point_is_alike(run, self) & inside));
}

// Lanes of `passed` that have found a point behind a corner where the curve leads on, and then at a
// slip onset before it that it turns back there: at once with the onset something else happens.
// They look further.
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

// The direction onwards by the Jacobian `length` along self->last_tangent from the last point, in
// the lanes of `mask` where it is a number: det B has the sign there that it has had at the last
// point.
KERNEL_FN void turn_set_direction(const kernel_run *run, response_stepper *self, mask_t mask, lane_t length) {
  const int n = HB_SIZE;
  const mask_t ramp = stage_is(self, STAGE_RAMP);
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
  team_sync(); // all ranks have read the direction
  team_for(i, n + 2) {
    lane_assign(&self->last_tangent[i], known, self->tangent[i] * by);
    if (i <= n)
      lane_assign(&self->bordering_row[i], known, self->last_tangent[i] * length_scale(run, self, i));
  }
  team_sync();
}

// Lanes that look for a corner's other side go along the direction that the curve has there: beyond
// the corner lies what their own direction, that of the side before, leads to.
KERNEL_FN void turn_prepare_direction(const kernel_run *run, response_stepper *self, mask_t active) {
  const mask_t ahead = active & stage_follows_curve(self) & lane_equal(self->turn, lane_set(TURN_AHEAD)) &
                       mask_not(mask_of_number(self->sought_event)),
               straight = active & turn_goes_straight(self);
  if (!lockstep_any(ahead | straight)) return;
  turn_set_direction(run, self, ahead | straight, lane_set(0));
  if (lockstep_any(ahead)) turn_set_direction(run, self, ahead, self->step);
}

// Lanes of `lost` that have looked, behind a corner passed, for an event whose function jumps
// through zero at the corner itself, until the corner was too near: the last try is its point, made
// once more.
KERNEL_FN mask_t turn_is_event(response_stepper *self, mask_t lost) {
  const mask_t at_corner = lost & mask_of_number(self->turn) & mask_of_number(self->sought_event) &
                           lane_less(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT)) &
                           lane_less_equal(self->upper, lane_set(CORNER_NEAR));
  lane_assign(&self->lower, at_corner, self->upper);
  lane_assign(&self->attempts, at_corner, lane_set(LOCATE_TRIES_OF_LAST_POINT));
  return at_corner;
}

// Response curves that have come to no point with the smallest step look for one behind a corner,
// then along ω, dNNMs along ω at once, backbones of maxima along α. Returns the lanes.
KERNEL_FN mask_t turn_try_corner(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const int n = HB_SIZE;
  const lane_t none = lane_set(0), one = lane_set(1);
  const mask_t mode = stalled & stage_is(self, STAGE_DNNM) & lane_less(self->turn, lane_set(TURN_BACK)),
               curve = mode | (stalled & stage_is(self, STAGE_CURVE) &
                               lane_less(self->turn, lane_set(TURN_STRAIGHT))),
               ramp = stalled & stage_is(self, STAGE_RAMP) & mask_not(turn_state_is(self)),
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
  team_sync(); // all ranks have read the direction
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
