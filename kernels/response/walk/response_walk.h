// From point to point: adaptive steps, events between two points (Pegasus method, Dowell and
// Jarratt 1972), slip onsets.
#ifndef CHATTER_KERNELS_RESPONSE_WALK_H
#define CHATTER_KERNELS_RESPONSE_WALK_H

#include "response_events.h"

enum {
  LOCATE_MAX_LINES = 15,
  LOCATE_MAX_TRIES = 60,
  LOCATE_TRIES_OF_LAST_POINT = 100
};                                // most trials on straight lines; then the last point is taken
enum { CRAWL_MAX_POINTS = 90 };   // successive points with steps below CRAWL_STEP
enum { EARLIER_MAX_EVENTS = 12 }; // successive events that precede others
#define RAMP_FROM 1e-3            // initial factor of a growing load; its mean is not reduced
#define CORNER_STEP ((real)1e-3)  // step to the other side of a corner
#define CRAWL_STEP ((real)1e-6)
#define CORNER_NEAR ((real)1e-6) // events within this distance belong to the corner

// Makes the point found the last one.
KERNEL_FN void point_accept(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_SIZE, shown = DIM(DIM_HB_RESPONSES) * balance_width(run, self),
            events = N_HB_EVENTS + DIM(DIM_HB_POINTS);
  team_sync(); // wait until all ranks have read the last point
  team_for(i, n + 2) {
    if (i <= n) lane_assign(&self->at[i], mask, self->z[i]);
    lane_assign(&self->last_tangent[i], mask, self->tangent[i]);
  }
  team_for(i, shown) lane_assign(&self->shown[i], mask, self->answer[i]);
  team_for(i, events) lane_assign(&self->event[i], mask, self->reached[i]);
  lane_assign(&self->path_parameter, mask, self->iterate_parameter);
  lane_assign(&self->begun, mask, lane_set(1));
  lane_assign(&self->orientation, mask, self->oriented);
  lane_assign(&self->last_harmonics, mask, self->lane_harmonics);
  team_sync();
}

// Discards the peak for backbones.
KERNEL_FN void peak_forget(response_stepper *self, mask_t mask) {
  const lane_t none = lane_set(0);
  lane_assign(&self->peak_found, mask, none);
  lane_assign(&self->peak_amplitude, mask, none);
  lane_assign(&self->peak_kink, mask, none);
}

// Marks the stage as without a point and without a number of harmonics.
KERNEL_FN void stage_forget_point(response_stepper *self, mask_t mask) {
  const lane_t none = lane_set(0);
  lane_assign(&self->begun, mask, none);
  lane_assign(&self->turn, mask, none);
  lane_assign(&self->earlier_events, mask, none);
  lane_assign(&self->sought_event, mask, none);
  lane_assign(&self->attempts, mask, none);
  lane_assign(&self->lane_harmonics, mask, none);
}

// Returns the lanes with response curves, or with a growing load before them: they have one unknown
// more than equations, and a direction of travel.
KERNEL_FN mask_t stage_follows_curve(const response_stepper *self) {
  return stage_is(self, STAGE_CURVE) | stage_is(self, STAGE_LOAD_RAMP);
}

// Returns the lanes whose monitored response changes by less than `growth` relative to the last
// point (alike), without reversing the direction (near); otherwise a peak could be stepped over. If
// contacts hold the response fixed, it is compared with the response to the load alone. A growing
// load seeks no peaks.
KERNEL_FN mask_t point_is_alike(const kernel_run *run, const response_stepper *self) {
  const int width = balance_width(run, self), first = DIM(DIM_HB_STATIC);
  lane_t change = lane_set(0), size = lane_set(0);
  if (DIM(DIM_HB_RESPONSES)) {
    size = response_rounding(run, self);
    for (int i = first; i < width; i++) {
      const lane_t d = self->answer[i] - self->shown[i];
      change = lane_fma(d, d, change);
      size = size + lane_max(self->answer[i] * self->answer[i], self->shown[i] * self->shown[i]);
    }
  }
  const lane_t most = lane_set(2) * self->growth;
  return lane_less_equal(change, most * most * size);
}
KERNEL_FN mask_t point_is_near(const kernel_run *run, const response_stepper *self) {
  const lane_t cosine = scaled_number(run, self, self->tangent, self->last_tangent);
  return (point_is_alike(run, self) | stage_is(self, STAGE_LOAD_RAMP)) &
         lane_less(lane_set((real)0.5), cosine);
}

// Returns the lanes whose response curve has left the range on a side from which it does not
// return: at nearly zero frequency, beyond which it would continue as its mirror image, or far
// above the range.
#define FREQUENCY_CEILING ((real)4)  // times the upper end
#define FREQUENCY_FLOOR ((real)1e-3) // times the lower end
KERNEL_FN mask_t point_has_left_range(const kernel_run *run, const response_stepper *self) {
  const lane_t from = parameter_load(run, HB_OMEGA_FROM), to = parameter_load(run, HB_OMEGA_TO),
               omega = self->z[HB_SIZE], least = lane_set(FREQUENCY_FLOOR) * lane_min(from, to),
               most = lane_set(FREQUENCY_CEILING) * lane_max(from, to);
  return stage_is(self, STAGE_CURVE) & lane_less(self->reached[EVENT_END], lane_set(0)) &
         (lane_less_equal(omega, least) | lane_less(most, omega));
}

// Returns the scaled square of the distance from the last point to the one found.
KERNEL_FN lane_t chord_square(const kernel_run *run, const response_stepper *self) {
  const int n = HB_SIZE;
  const lane_t omega = self->z[n] - self->at[n], sigma = self->iterate_parameter - self->path_parameter;
  lane_t sum = lane_set(0);
  for (int i = 0; i < n; i++) {
    const lane_t d = self->z[i] - self->at[i];
    sum = lane_fma(d, d, sum);
  }
  sum = lane_fma(omega * omega, self->scale[1], sum * self->scale[0]);
  return lane_fma(sigma * sigma, self->scale[2], sum);
}

// Returns the lanes whose point is farther away than a step allows (the largest step has length 1):
// it is on another branch, or a growing load has gone back to zero. This alone is a reason for
// refusal where the direction may turn by any angle. Along phase resonance or a dNNM, where no
// event indicates corners, short steps have a smaller limit: a direction may turn by any angle
// below a right one, and a larger angle needs shorter steps.
KERNEL_FN mask_t point_is_far(const kernel_run *run, const response_stepper *self, lane_t length) {
  const lane_t whole = lane_set(4), part = whole * lane_sqrt(lane_abs(length));
  const mask_t bounded = stage_has_orientation(self) & mask_not(mask_of_number(self->turn));
  const lane_t most = lane_select(bounded, lane_min(part, whole), whole);
  const mask_t ramp = stage_is(self, STAGE_LOAD_RAMP),
               gone =
                   ramp & lane_less(self->iterate_parameter, lane_set((real)(RAMP_FROM / 2)) * self->factor),
               far = lane_less(most * most, chord_square(run, self)) & mask_not(ramp);
  return (far | gone) & mask_of_number(self->begun);
}

// Returns the lanes whose point, found at distance `length` along the direction, lies beside it by
// more than half a right angle; an arc between directions half a right angle apart deviates by a
// sixth. On the hyperplane across the direction, earlier parts of the curve and other branches may
// be nearer to the predicted point than the continuation.
#define ASIDE_MAX_CHORD ((real)2)    // square of chord over square of step
#define ASIDE_MIN_COSINE ((real)0.9) // least cosine of the chord and the mean of the directions at its ends
KERNEL_FN mask_t point_is_aside(const kernel_run *run, const response_stepper *self, lane_t length) {
  const int n = HB_SIZE;
  const lane_t chord2 = chord_square(run, self), none = lane_set(0), one = lane_set(1),
               cosine = scaled_number(run, self, self->tangent, self->last_tangent),
               moved = self->z[n] - self->at[n];
  lane_t along = none; // chord along the new direction
  for (int i = 0; i < n; i++) along = lane_fma(self->tangent[i], self->z[i] - self->at[i], along);
  along = lane_fma(self->tangent[n] * moved, self->scale[1], along * self->scale[0]);
  along = lane_fma(self->tangent[n + 1] * (self->iterate_parameter - self->path_parameter), self->scale[2],
                   along) +
          length;
  const mask_t back = lane_less(none, self->tangent[n] * self->last_tangent[n]) &
                      lane_less(moved * self->last_tangent[n], none),
               off = lane_less(lane_set(ASIDE_MAX_CHORD) * length * length, chord2) |
                     lane_less(along * along,
                               lane_set(2 * ASIDE_MIN_COSINE * ASIDE_MIN_COSINE) * (one + cosine) * chord2);
  // A change of the number of harmonics changes the motion too, however short the step.
  const mask_t comparable =
      mask_of_number(self->begun) & lane_equal(self->lane_harmonics, self->last_harmonics);
  return (stage_follows_curve(self) | stage_has_orientation(self)) & comparable & (back | off);
}

// Returns the lanes of `mask` whose response curve passes `point`, with all harmonics, between the
// last point and the one found: the cubic through both with their directions passes it.
#define CURVE_CLOSED_DISTANCE ((real)0.02) // relative to the distance of the two points
KERNEL_FN mask_t curve_closed(const kernel_run *run, const response_stepper *self, const lane_t *point,
                              mask_t mask) {
  const int n = HB_SIZE;
  const lane_t one = lane_set(1), two = lane_set(2), three = lane_set(3);
  lane_t before = lane_set(0), behind = before, off = before;
  for (int i = 0; i <= n; i++) {
    const lane_t first = point[full_balance_place(run, self, DIM(DIM_HB_BOUNDARY), i)],
                 a = first - self->at[i], b = first - self->z[i], weight = length_scale(run, self, i);
    before = lane_fma(a * a, weight, before), behind = lane_fma(b * b, weight, behind);
  }
  const lane_t chord2 = chord_square(run, self), chord = lane_sqrt(chord2);
  const mask_t gone = lane_less(lane_set(CURVE_CLOSED_DISTANCE * CURVE_CLOSED_DISTANCE) * chord2, before),
               between = mask & gone & lane_less(before, chord2) & lane_less_equal(behind, chord2);
  if (!lockstep_any(between)) return between;
  const lane_t near = lane_sqrt(before), part = near / (near + lane_sqrt(behind)), rest = one - part,
               start = rest * rest * lane_fma(two, part, one), end = part * part * (three - two * part),
               leaves = part * rest * rest * chord, comes = -(part * part * rest * chord);
  for (int i = 0; i <= n; i++) {
    const lane_t first = point[full_balance_place(run, self, DIM(DIM_HB_BOUNDARY), i)],
                 ends = lane_fma(start, self->at[i], end * self->z[i]),
                 d = first - lane_fma(leaves, self->last_tangent[i], lane_fma(comes, self->tangent[i], ends));
    off = lane_fma(d * d, length_scale(run, self, i), off);
  }
  return between & lane_less(off, lane_set(CURVE_CLOSED_DISTANCE * CURVE_CLOSED_DISTANCE) * chord2);
}

// A response curve that jumps to a closed curve would go round it forever without passing its own
// first point. It is detected by a landmark: its last point whose number is a power of two (Brent's
// cycle detection).
enum { LANDMARK_MIN_POINTS = 64 };
KERNEL_FN mask_t point_is_landmark(const response_stepper *self) {
  mask_t marks = mask_set(0);
  for (int lane = 0; lane < LANES; lane++) {
    const long points = (long)lane_get(self->points, lane);
    mask_put(&marks, lane, points >= LANDMARK_MIN_POINTS && (points & (points - 1)) == 0);
  }
  return marks;
}
// Updates first point and landmark. Returns the lanes of `mask` that have passed one of them.
KERNEL_FN mask_t curve_passes(const kernel_run *run, response_stepper *self, mask_t mask, mask_t started) {
  const mask_t looked = mask & mask_not(started),
               closed = curve_closed(run, self, self->first, looked) |
                        curve_closed(run, self, self->landmark, looked),
               marked = mask & (started | point_is_landmark(self));
  team_sync(); // wait until all ranks have read both
  team_for(i, HB_SIZE + 1) {
    const int whole = full_balance_place(run, self, DIM(DIM_HB_BOUNDARY), i);
    lane_assign(&self->first[whole], mask & started, self->z[i]);
    lane_assign(&self->landmark[whole], marked, self->z[i]);
  }
  return closed;
}

// Returns 1 + the number of the first event between the last point and the one found; 0: none. Slip
// onsets come first, as the other functions may jump there.
KERNEL_FN lane_t event_first_between(const kernel_run *run, const response_stepper *self) {
  const int events = N_HB_EVENTS + DIM(DIM_HB_POINTS);
  lane_t first = lane_set(0), nearest = lane_set(4);
  for (int i = 0; i < events; i++) {
    const lane_t before = self->event[i], after = self->reached[i], none = lane_set(0);
    mask_t crossed = (lane_less(before, none) & lane_less_equal(none, after)) |
                     (lane_less(none, before) & lane_less_equal(after, none));
    // For a growing load this function only gives the direction of travel.
    if (i == EVENT_BRANCH) crossed = crossed & stage_is(self, STAGE_CURVE);
    const lane_t part =
        before / lane_select(crossed, before - after, lane_set(1)) + lane_set(i < N_HB_EVENTS ? 2 : 0);
    const mask_t sooner = crossed & lane_less(part, nearest);
    lane_assign(&nearest, sooner, part);
    lane_assign(&first, sooner, lane_set((real)(i + 1)));
  }
  return first;
}
KERNEL_FN lane_t event_value(const kernel_run *run, const response_stepper *self, const lane_t *value,
                             lane_t number) {
  lane_t sum = lane_set(0);
  (void)self;
  for (int i = 0; i < N_HB_EVENTS + DIM(DIM_HB_POINTS); i++)
    lane_assign(&sum, lane_equal(number, lane_set((real)(i + 1))), value[i]);
  return sum;
}

// Value of an event function at its located zero: only its sign counts.
#define EVENT_PASSED HB_SMALLEST
KERNEL_FN mask_t event_passed(lane_t value) {
  return lane_less_equal(lane_abs(value), lane_set(EVENT_PASSED));
}

KERNEL_FN mask_t locate_is_active(const response_stepper *self, int event) {
  return lane_equal(self->sought_event, lane_set((real)(event + 1)));
}

// Returns the distance of the next trial: the zero of the line through both ends of the bracket,
// for a branch point slightly beyond it. It is the middle if that lies outside, has been tried too
// often (a jump), or if the lower end is an event itself.
KERNEL_FN lane_t locate_next_length(const response_stepper *self) {
  const lane_t beyond = lane_select(lane_less(self->upper, self->lower), self->beside, -self->beside),
               aside = lane_select(locate_is_active(self, EVENT_BRANCH), beyond, lane_set(0));
  const lane_t slope = self->upper_value - self->lower_value,
               line = self->upper - self->upper_value * (self->upper - self->lower) / slope,
               middle = lane_set((real)0.5) * (self->lower + self->upper);
  const lane_t low = lane_min(self->lower, self->upper), high = lane_max(self->lower, self->upper);
  const mask_t inside = lane_less_equal(low, line) & lane_less_equal(line, high) &
                        lane_less(self->attempts, lane_set(LOCATE_MAX_LINES)) &
                        mask_not(event_passed(self->lower_value));
  return lane_select(inside, line + aside, middle);
}

// Returns the distance below which an event is that of the last point again.
KERNEL_FN lane_t locate_same_length(const response_stepper *self) {
  return lane_select(locate_is_active(self, EVENT_BRANCH), lane_set(10) * self->beside,
                     lane_set((real)1e-9) * self->step);
}

// Begins to locate event number `first` between the last point and the one found, at distance
// `length`. If that has another number of harmonics, the function may vanish slightly before the
// last point.
KERNEL_FN void locate_begin(const kernel_run *run, response_stepper *self, mask_t mask, lane_t first,
                            lane_t length) {
  lane_assign(&self->sought_event, mask, first);
  lane_assign(&self->attempts, mask, lane_set(0));
  lane_assign(&self->lower, mask, lane_set(0));
  lane_assign(&self->beside, mask, BRANCH_MIN_DISTANCE);
  if (DIM(DIM_HB_ADAPT))
    lane_assign(&self->lower,
                mask & mask_not(lane_equal(self->lane_harmonics, self->last_harmonics) |
                                event_passed(event_value(run, self, self->event, first))),
                lane_set((real)-0.25) * length);
  lane_assign(&self->lower_value, mask, event_value(run, self, self->event, first));
  lane_assign(&self->upper, mask, length);
  lane_assign(&self->upper_value, mask, event_value(run, self, self->reached, first));
}

// Narrows the bracket by the value at `length`, with Pegasus scaling of the end that stays.
KERNEL_FN void locate_narrow_bracket(response_stepper *self, mask_t mask, lane_t length, lane_t value) {
  const mask_t crossed = lane_less(value * self->upper_value, lane_set(0));
  const lane_t kept = self->lower_value * self->upper_value / (self->upper_value + value);
  lane_assign(&self->lower_value, mask,
              lane_select(crossed, self->upper_value,
                          lane_select(event_passed(self->lower_value), self->lower_value, kept)));
  lane_assign(&self->lower, mask & crossed, self->upper);
  lane_assign(&self->upper, mask, length);
  lane_assign(&self->upper_value, mask, value);
  lane_assign(&self->attempts, mask, self->attempts + lane_set(1));
}

// Adapts the step to the Newton iterations of the last point since steps were last halved. Changes
// between stick and slip take a few iterations of their own, however short the step.
KERNEL_FN void step_adapt(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int rubs = contacts_have_friction(run);
  const lane_t few = lane_set(rubs ? 8 : 3), many = lane_set(rubs ? 16 : 5);
  const lane_t by =
      lane_select(lane_less_equal(self->effort, few), lane_set(2),
                  lane_select(lane_less_equal(self->effort, many), lane_set(1), lane_set((real)0.5)));
  lane_assign(&self->step, mask, lane_min(self->step * by, lane_set(1)));
}

// Returns the lanes whose trial at `length` is the event's point.
KERNEL_FN mask_t locate_is_reached(const kernel_run *run, const response_stepper *self, lane_t length) {
  const lane_t value = event_value(run, self, self->reached, self->sought_event),
               moved = lane_abs(length - self->upper), width = lane_abs(self->upper - self->lower),
               least = lane_set((real)1e-12) * self->step, none = lane_set(0);
  // Trials lie on either side of a branch point in turn.
  const mask_t branch = locate_is_active(self, EVENT_BRANCH),
               crossed = lane_less(value * self->upper_value, none);
  const lane_t apart = lane_select(branch, lane_set(3) * self->beside, least);
  return lane_equal(value, none) | (lane_less_equal(moved, apart) & (crossed | mask_not(branch))) |
         lane_less_equal(width, apart) | lane_less(lane_set(LOCATE_MAX_TRIES), self->attempts);
}

// Handles lanes of `vain` that seek a branch point and where Newton's method found no point: the
// next trial keeps a larger distance. If the bracket has no room for that, the last trial is the
// point, repeated. Returns the lanes.
KERNEL_FN mask_t locate_keep_farther(response_stepper *self, mask_t vain) {
  const lane_t width = lane_abs(self->upper - self->lower), farther = BRANCH_DISTANCE_GROWTH * self->beside,
               most = lane_min(BRANCH_MAX_DISTANCE, lane_set((real)0.25) * width);
  const mask_t sought = vain & stage_is(self, STAGE_CURVE) & locate_is_active(self, EVENT_BRANCH) &
                        lane_less(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT)),
               room = sought & lane_less_equal(farther, most), here = sought & mask_not(room);
  lane_assign(&self->beside, room, farther);
  lane_assign(&self->lower, here, self->upper);
  lane_assign(&self->attempts, here, lane_set(LOCATE_TRIES_OF_LAST_POINT));
  return sought;
}

// Jumps of dα/ds along maxima, or of det B along a response curve, through 0: this is no fold or
// branch point, but a step to another branch, or back after a corner (response_turn.h).
#define FOLD_ROUNDING 1e-3  // relative to the value at the last point; less is rounding at a fold
#define BRANCH_ROUNDING 0.2 // the same at a branch point, beside which trials lie
KERNEL_FN mask_t event_jumps_at_point(const kernel_run *run, const response_stepper *self, lane_t length) {
  const mask_t there = mask_of_number(self->begun) & locate_is_reached(run, self, length);
  const mask_t fold = stage_extremum(self) & locate_is_active(self, EVENT_FOLD) &
                      lane_less(lane_set((real)FOLD_ROUNDING) * lane_abs(self->event[EVENT_FOLD]),
                                lane_abs(self->reached[EVENT_FOLD]));
  const mask_t branch = stage_is(self, STAGE_CURVE) & locate_is_active(self, EVENT_BRANCH) &
                        lane_less(lane_set((real)BRANCH_ROUNDING) * lane_abs(self->event[EVENT_BRANCH]),
                                  lane_abs(self->reached[EVENT_BRANCH]));
  return there & (fold | branch);
}

#endif
