// Slip onset, where the Jacobian jumps. A response curve passes it point by point, and a maximum
// may lie exactly on it (a kink, docs/theory/continuation.md). A backbone of maxima then follows
// the onset, where Wen et al. 2026, equation 22, has no solution, until dAm/ds vanishes on either
// side.
#ifndef CHATTER_KERNELS_RESPONSE_ONSET_H
#define CHATTER_KERNELS_RESPONSE_ONSET_H

#include "response_stages.h"

// Returns the weight θ of the slipping side in (1 - θ) dAm/dω|stuck + θ dAm/dω|slip = 0.
KERNEL_FN lane_t kink_weight(lane_t stuck, lane_t slip) {
  return stuck / (stuck - slip);
}

// Slopes on the two sides of an onset, for the point self->slider.
typedef struct onset_side {
  lane_t slope[2]; // dAm/ds
  lane_t fold[2];  // dω/ds
  lane_t rate;     // of the onset's function along s, on the first side
  lane_t sign;     // sign of det B on the first side, which the curve keeps on the second
} onset_side;

#define ONSET_SAME_PLACE ((real)1e-9) // difference of onset functions at the same place
#define ONSET_AT_POINT ((real)1e-7)   // onset function of a last point at the onset

// Returns the lanes where event i is the onset of another contact at the same place and in the same
// sense as the onset sought or passed, whose function was `before` at the last point. Symmetric
// structures have such onsets; they are passed as one.
KERNEL_FN mask_t onset_coincides(const response_stepper *self, int i, lane_t before) {
  const lane_t none = lane_set(0), onset = lane_set(N_HB_EVENTS);
  if (i < N_HB_EVENTS) return mask_set(0);
  const lane_t same =
      lane_select(lane_equal(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT)), lane_set(ONSET_AT_POINT),
                  lane_set(ONSET_SAME_PLACE) * lane_abs(self->event[i]));
  return lane_less(onset, self->sought_event) & lane_less(none, self->event[i] * before) &
         lane_less_equal(lane_abs(self->reached[i]), same);
}

// Evaluates the slopes of both sides at the point found: of the side held as `first`, and, in the
// same sense of the onset, of that held as `second`. self->tangent becomes that of the second side.
KERNEL_CALLED onset_side onset_side_slopes(const kernel_run *run, response_stepper *self, mask_t mask,
                                           lane_t first, lane_t second) {
  const int n = HB_SIZE;
  const lane_t before = event_value(run, self, self->event, self->sought_event);
  onset_side sides;
  lane_t rate[2];
  sides.fold[0] = sides.fold[1] = sides.sign = rate[0] = rate[1] = sides.slope[0] = sides.slope[1] =
      lane_set(0);
  for (int i = 0; i < 2; i++) {
    team_for(point, DIM(DIM_HB_POINTS)) {
      const mask_t own = lane_equal(self->slider, lane_set((real)point)) |
                         onset_coincides(self, N_HB_EVENTS + point, before);
      lane_assign(&self->held[point], mask & own, i ? second : first);
    }
    team_sync();
    residual_evaluate(run, self);
    bordered_matrix_form(run, self, mask_set(0));
    team_for(k, n + 2) self->tangent[k] = lane_set(k == n);
    newton_solve(run, self, self->tangent);
    const lane_t slope = newton_adjoint(run, self);
    contact_onset_row(run, self, self->onset);
    rate[i] = dot(self->row, self->tangent, n);
    sides.slope[i] = slope;
    sides.fold[i] = self->tangent[n];
    if (!i) sides.sign = HB_DETERMINANT_SIGN(run, self->jacobian, n + 2, self->pivot);
    team_sync();
  }
  sides.rate = rate[0];
  const mask_t turned = lane_less(rate[0] * rate[1], lane_set(0));
  sides.slope[1] = lane_select(turned, -sides.slope[1], sides.slope[1]);
  const lane_t size = lane_sqrt(scaled_number(run, self, self->tangent, self->tangent)),
               by = lane_select(turned, lane_set(-1), lane_set(1)) / size;
  team_sync();
  team_for(k, n + 2) self->tangent[k] = self->tangent[k] * by;
  team_for(point, DIM(DIM_HB_POINTS)) lane_assign(&self->held[point], mask, lane_set(HELD_FREE));
  team_sync();
  return sides;
}

// Evaluates both sides of an onset: if a backbone follows it (`followed`), whose events are the
// slopes, and if a response curve has reached it (`passed`) and continues on the other side. θ is
// set if a maximum lies there.
KERNEL_CALLED onset_side onset_evaluate_sides(const kernel_run *run, response_stepper *self, mask_t followed,
                                              mask_t passed, lane_t *theta) {
  const int n = HB_SIZE;
  const lane_t stuck = lane_set(HELD_STUCK), slip = lane_set(HELD_ONSET), none = lane_set(0);
  lane_assign(&self->slider, passed, self->sought_event - lane_set(N_HB_EVENTS + 1));
  const mask_t leaving = passed & lane_less(none, event_value(run, self, self->event, self->sought_event));
  team_sync();
  team_for(i, n + 2) self->sensitivity[i] = self->tangent[i];
  team_sync();
  const onset_side sides = onset_side_slopes(run, self, followed | passed, lane_select(leaving, slip, stuck),
                                             lane_select(leaving, stuck, slip));
  team_for(i, n + 2) lane_assign(&self->tangent[i], mask_not(passed), self->sensitivity[i]);
  team_sync();
  if (TEAM_RANK == 0) {
    lane_assign(&self->reached[EVENT_EXTREME], followed | passed, sides.slope[0]);
    lane_assign(&self->reached[EVENT_PHASE], followed, sides.slope[1]);
    lane_assign(&self->reached[EVENT_FOLD], passed, sides.fold[0]);
    lane_assign(&self->reached[EVENT_BRANCH], passed, sides.sign * lane_abs(self->reached[EVENT_BRANCH]));
  }
  const mask_t kink = followed | (passed & lane_less(sides.slope[0] * sides.slope[1], none));
  const lane_t before = sides.slope[0] / lane_abs(sides.fold[0]),
               behind = sides.slope[1] / lane_abs(sides.fold[1]),
               weight = lane_select(leaving, kink_weight(behind, before), kink_weight(before, behind));
  lane_assign(theta, kink, weight);
  team_sync();
  return sides;
}

// Replaces the event if a zero of dAm/ds was sought and a jump was found, at the onset of a contact
// that slips only in between: the event is that onset.
KERNEL_FN void onset_replace_event(const kernel_run *run, response_stepper *self, mask_t mask) {
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const mask_t at = mask & lane_less(lane_abs(self->reached[N_HB_EVENTS + point]), lane_set((real)1e-9));
    lane_assign(&self->sought_event, at, lane_set((real)(N_HB_EVENTS + point + 1)));
  }
}

// Passes an onset of a response curve with both sides known: it continues along the second. Sets
// the kind of the point.
KERNEL_FN void onset_pass_point(const kernel_run *run, response_stepper *self, mask_t mask,
                                const onset_side *sides, lane_t *kind) {
  const lane_t none = lane_set(0);
  if (TEAM_RANK == 0) {
    lane_assign(&self->reached[EVENT_EXTREME], mask, sides->slope[1]);
    lane_assign(&self->reached[EVENT_FOLD], mask, self->tangent[HB_SIZE]);
  }
  team_sync();
  const mask_t maximum = mask & lane_less(none, sides->slope[0]) & lane_less(sides->slope[1], none),
               minimum = mask & lane_less(sides->slope[0], none) & lane_less(none, sides->slope[1]);
  lane_assign(kind, mask, lane_select(maximum, lane_set(POINT_KINK), lane_set(POINT_ONSET)));
  lane_assign(kind, minimum, lane_set(POINT_KINK_MINIMUM));
  peak_offer(run, self,
             (maximum & mask_not(mask_of_number(self->peak_minimum))) |
                 (minimum & mask_of_number(self->peak_minimum)),
             self->slider + lane_set(1));
}

// Returns 1 + the number of another contact that is at its onset too; 0: none.
KERNEL_FN lane_t onset_other_contact(const kernel_run *run, const response_stepper *self) {
  lane_t other = lane_set(0);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const mask_t at = lane_less(lane_abs(self->onset[point]), lane_set((real)1e-9)) &
                      mask_not(lane_equal(self->slider, lane_set((real)point)));
    lane_assign(&other, at, lane_set((real)(point + 1)));
  }
  return other;
}

// Returns the lanes without a maximum at the followed onset: the slopes of both sides have the same
// sign.
KERNEL_FN mask_t onset_has_no_maximum(const lane_t *event) {
  return lane_less(lane_set(0), event[EVENT_EXTREME] * event[EVENT_PHASE]);
}

// Returns 1 + the number of a contact with negligible slip at the last point; 0: none.
KERNEL_FN lane_t onset_near_contact(const kernel_run *run, const lane_t *event) {
  lane_t near = lane_set(0);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const lane_t slip = event[N_HB_EVENTS + point];
    const mask_t at = lane_less(lane_set(EVENT_PASSED), slip) & lane_less(slip, lane_set((real)1e-9));
    lane_assign(&near, at, lane_set((real)(point + 1)));
  }
  return near;
}

// A backbone of maxima does not pass an onset from slip: with the slip s the slope is κ + c √s, so
// s = (κ / c)² touches 0 at the load where κ, the slipping side's slope at the onset, is 0. Beyond
// that load there is no such maximum. Lanes that find no further point and have such a contact go
// to the nearest point of the onset, a step of zero length, and follow it. Returns them.
KERNEL_FN mask_t onset_enter_from_slip(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const lane_t near = onset_near_contact(run, self->event);
  const mask_t enters =
      stalled & stage_extremum(self) & mask_of_number(near) & mask_not(mask_of_number(self->restart));
  if (!lockstep_any(enters)) return enters;
  lane_assign(&self->slider, enters, near - lane_set(1));
  lane_assign(&self->follows_onset, enters, lane_set(1));
  lane_assign(&self->step, enters, lane_set(0));
  lane_assign(&self->attempts, enters, lane_set(0));
  team_sync();
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) {
    if (i != EVENT_END) lane_assign(&self->event[i], enters, lane_set(0));
  }
  team_sync();
  return enters;
}

// Handles response curves without a point at the smallest step because the curve folds exactly at
// the onset of a contact: no hyperplane beyond it meets the other side. The last point is taken as
// that of the onset, a step of zero length, from which the other side continues. Returns the lanes.
KERNEL_FN mask_t onset_at_last_point(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const lane_t once = lane_set(LOCATE_TRIES_OF_LAST_POINT), none = lane_set(0);
  lane_t close = none;
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const lane_t value = lane_abs(self->event[N_HB_EVENTS + point]);
    lane_assign(&close, lane_less(lane_set(EVENT_PASSED), value) & lane_less(value, lane_set(ONSET_AT_POINT)),
                lane_set((real)(N_HB_EVENTS + point + 1)));
  }
  const mask_t here = stalled & stage_is(self, STAGE_CURVE) & mask_of_number(close) &
                      mask_not(lane_equal(self->attempts, once) | mask_of_number(self->turn));
  locate_begin(run, self, here, close, none);
  lane_assign(&self->lower, here, none);
  lane_assign(&self->attempts, here, once);
  lane_assign(&self->step, here, lane_set(CORNER_STEP));
  return here;
}

// Returns the lanes whose trial of a backbone of maxima is unreliable: beyond the onset that it
// approaches from slip lies the stuck side's maximum, and very near it rounding reverses the
// direction.
KERNEL_FN mask_t onset_is_missed(const kernel_run *run, const response_stepper *self, mask_t found) {
  const mask_t looked =
      found & stage_extremum(self) & mask_of_number(self->begun) & mask_not(mask_of_number(self->restart));
  if (!lockstep_any(looked)) return looked;
  const lane_t first = event_first_between(run, self), none = lane_set(0);
  const mask_t past = lane_less(lane_set(N_HB_EVENTS), first) &
                      lane_less(none, event_value(run, self, self->event, first)),
               turns = lane_equal(first, lane_set(EVENT_FOLD + 1)) &
                       mask_of_number(onset_near_contact(run, self->reached));
  return looked & (past | turns);
}

// Switches a backbone of maxima at an onset: it begins to follow it, or stops, on one side, or
// where a second contact reaches its onset, which it then follows. Its next point is sought along
// α.
KERNEL_CALLED void onset_switch_following(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_SIZE;
  const lane_t none = lane_set(0), one = lane_set(1), tiny = lane_set(EVENT_PASSED);
  const lane_t other = onset_other_contact(run, self);
  const mask_t following = mask & mask_of_number(self->follows_onset),
               changed = following & mask_of_number(other), leaving = following & mask_not(changed),
               entering = mask & mask_not(following);
  const lane_t rising = lane_select(lane_less(self->last_tangent[n + 1], none), -one, one);
  const mask_t to_slip = lane_equal(self->sought_event, lane_set(EVENT_PHASE + 1));
  lane_assign(&self->slider, entering, self->sought_event - lane_set(N_HB_EVENTS + 1));
  lane_assign(&self->slider, changed, other - one);
  lane_assign(&self->follows_onset, mask, mask_as_number(entering | changed));
  team_sync();
  team_for(i, n + 2) lane_assign(&self->tangent[i], mask, i == n + 1 ? rising : none);
  // Events are compared from the next point on: 0 means no sign yet.
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) {
    const mask_t own = leaving & lane_equal(self->slider, lane_set((real)(i - N_HB_EVENTS)));
    if (i != EVENT_END)
      lane_assign(&self->reached[i], mask, lane_select(own, lane_select(to_slip, tiny, -tiny), none));
  }
  lane_assign(&self->step, mask, lane_set((real)0.01));
  lane_assign(&self->attempts, mask, lane_set(0));
  team_sync();
}

// Returns the lanes whose backbone of maxima has left an onset and has no point yet.
KERNEL_FN mask_t onset_left_without_point(const response_stepper *self) {
  return mask_of_number(self->begun) & stage_extremum(self) & mask_not(mask_of_number(self->sought_event)) &
         lane_equal(self->event[EVENT_FOLD], lane_set(0));
}
KERNEL_FN mask_t load_falls_back(const response_stepper *self) {
  const lane_t gone = self->iterate_parameter - self->path_parameter, asked = self->factor_to - self->factor;
  return lane_less(gone * asked, lane_set(0));
}

// Moves the last point, at the onset of self->slider, by a negligible amount along the response
// curve into slip.
KERNEL_FN void onset_move_into_slip(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_SIZE;
  team_for(i, n + 1) self->z[i] = self->at[i];
  self->iterate_parameter = self->path_parameter;
  team_for(point, DIM(DIM_HB_POINTS)) {
    const mask_t own = mask & lane_equal(self->slider, lane_set((real)point));
    self->held[point] = lane_select(own, lane_set(HELD_ONSET), lane_set(HELD_FREE));
  }
  team_sync();
  residual_evaluate(run, self);
  bordered_matrix_form(run, self, mask_set(0));
  team_for(i, n + 2) self->tangent[i] = lane_set(i == n);
  newton_solve(run, self, self->tangent);
  contact_onset_row(run, self, self->onset);
  const lane_t by = lane_set((real)1e-10) / dot(self->row, self->tangent, n);
  team_for(i, n + 1) lane_assign(&self->at[i], mask, lane_fma(by, self->tangent[i], self->at[i]));
  team_sync();
}

// Handles lanes that have left an onset into slip and find no point. Rounding may have put them on
// the stuck side, where nothing leads into slip, so they search once more from beyond, and then
// once backwards along α. If they find a point there, the slipping side's extremum is a minimum and
// the ridge ends, as it meets the kink. Returns the lanes that search again.
KERNEL_FN mask_t onset_seek_slip_point(const kernel_run *run, response_stepper *self, mask_t stalled) {
  const lane_t slip = event_value(run, self, self->event, self->slider + lane_set(N_HB_EVENTS + 1)),
               one = lane_set(1);
  const mask_t sought = stalled & onset_left_without_point(self) & lane_less(self->attempts, lane_set(2)) &
                        lane_less(lane_set(0), slip),
               second = sought & lane_equal(self->attempts, one), first = sought & mask_not(second);
  if (!lockstep_any(sought)) return sought;
  if (lockstep_any(first)) onset_move_into_slip(run, self, first);
  team_for(i, HB_SIZE + 2) lane_assign(&self->last_tangent[i], second, -self->last_tangent[i]);
  team_sync();
  lane_assign(&self->step, sought, lane_set((real)0.01));
  lane_assign(&self->attempts, sought, self->attempts + one);
  return sought;
}

#endif
