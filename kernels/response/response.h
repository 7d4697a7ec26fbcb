// Harmonic balance with continuation. A step of a trajectory is one point of a response curve or a
// backbone, or one trial of the search for an event between two points.
#ifndef CHATTER_KERNELS_RESPONSE_H
#define CHATTER_KERNELS_RESPONSE_H

#include "walk/response_onset.h"
#include "walk/response_rows.h"
#include "walk/response_turn.h"

KERNEL_FN void response_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  (void)run, (void)uniform, (void)rank, (void)size;
}

// Prepares a step: weights of the scaled length, the tangent of scaled length 1, and how contacts
// are held.
KERNEL_FN void step_prepare(const kernel_run *run, response_stepper *self) {
  const int n = HB_SIZE;
  length_scales_set(run, self);
  const lane_t by = lane_set(1) / lane_sqrt(scaled_number(run, self, self->last_tangent, self->last_tangent));
  const mask_t curve = stage_is(self, STAGE_CURVE), followed = mask_of_number(self->follows_onset);
  team_sync();
  team_for(i, n + 2) {
    self->last_tangent[i] = self->last_tangent[i] * by;
    if (i <= n)
      lane_assign(&self->bordering_row[i], curve, self->last_tangent[i] * length_scale(run, self, i));
  }
  team_for(point, DIM(DIM_HB_POINTS)) {
    // A backbone of maxima ignores an onset while it approaches it: beyond the onset there is no
    // smooth maximum.
    const mask_t own = (followed & lane_equal(self->slider, lane_set((real)point))) |
                       (stage_extremum(self) & lane_less(self->event[N_HB_EVENTS + point], lane_set(0)));
    self->held[point] = lane_select(own, lane_set(HELD_STUCK), lane_set(HELD_FREE));
  }
  team_sync();
}

// Gives the function of a located event, and those of coinciding onsets, the sign of the side
// ahead.
KERNEL_FN void event_change_side(const kernel_run *run, response_stepper *self, mask_t mask) {
  const lane_t before = event_value(run, self, self->event, self->sought_event),
               tiny = lane_set(EVENT_PASSED),
               ahead = lane_select(lane_less(before, lane_set(0)), tiny, -tiny);
  team_sync(); // wait until all ranks have read
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) {
    const mask_t own =
        lane_equal(self->sought_event, lane_set((real)(i + 1))) | onset_coincides(self, i, before);
    lane_assign(&self->reached[i], mask & own, ahead);
  }
  team_sync();
}
// Returns the hb_point kind of the event's point.
KERNEL_FN lane_t event_point_kind(const kernel_run *run, const response_stepper *self) {
  const lane_t before = event_value(run, self, self->event, self->sought_event);
  const mask_t curve = stage_is(self, STAGE_CURVE);
  lane_t kind = lane_set(POINT_ONSET);
  lane_assign(&kind, lane_equal(self->sought_event, lane_set(EVENT_END + 1)), lane_set(POINT_END));
  lane_assign(&kind, lane_equal(self->sought_event, lane_set(EVENT_FOLD + 1)),
              lane_select(curve | stage_is(self, STAGE_EXTREMUM), lane_set(POINT_FOLD), lane_set(POINT_END)));
  lane_assign(&kind, locate_is_active(self, EVENT_BRANCH), lane_set(POINT_BRANCH));
  const mask_t lags =
      lane_less(lane_set(0), lane_select(lane_less(self->omega_from, self->omega_to), before, -before));
  lane_assign(&kind, curve & lane_equal(self->sought_event, lane_set(EVENT_PHASE + 1)),
              lane_select(lags, lane_set(POINT_PHASE), lane_set(POINT_ANTIRESONANCE)));
  const lane_t extreme =
      lane_select(lane_less(lane_set(0), before), lane_set(POINT_MAXIMUM), lane_set(POINT_MINIMUM));
  lane_assign(&kind, curve & lane_equal(self->sought_event, lane_set(EVENT_EXTREME + 1)), extreme);
  return kind;
}

// Returns the lanes where another event lies between the last point and the located one; that event
// is located first. The located event and coinciding onsets are skipped. Functions that jump at the
// same corner would precede each other endlessly, so this happens at most EARLIER_MAX_EVENTS times.
KERNEL_FN mask_t event_lies_before(const kernel_run *run, response_stepper *self, mask_t mask,
                                   lane_t length) {
  const lane_t last = event_value(run, self, self->event, self->sought_event), tiny = lane_set(EVENT_PASSED),
               behind = lane_select(lane_less(last, lane_set(0)), -tiny, tiny);
  team_sync(); // wait until all ranks have read
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) {
    const mask_t own = lane_equal(self->sought_event, lane_set((real)(i + 1))),
                 with = onset_coincides(self, i, last);
    lane_assign(&self->reached[i], mask & own, self->event[i]);
    lane_assign(&self->reached[i], mask & with, behind);
  }
  team_sync();
  const lane_t first = event_first_between(run, self);
  const mask_t before =
      mask & mask_of_number(first) & lane_less(self->earlier_events, lane_set(EARLIER_MAX_EVENTS));
  locate_begin(run, self, before, first, length);
  self->earlier_events = self->earlier_events + mask_as_number(before);
  return before;
}

// Returns the lanes of `mask` whose event is that of the last point again: its function gets the
// other sign from there on, and the search ends.
KERNEL_FN mask_t event_is_last_point(const kernel_run *run, response_stepper *self, mask_t mask,
                                     lane_t length) {
  const mask_t again = mask & event_passed(event_value(run, self, self->event, self->sought_event)) &
                       lane_less(length, locate_same_length(self)) &
                       lane_less(self->earlier_events, lane_set(EARLIER_MAX_EVENTS));
  team_sync(); // wait until all ranks have read
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) lane_assign(
      &self->event[i], again & lane_equal(self->sought_event, lane_set((real)(i + 1))), -self->event[i]);
  team_sync();
  lane_assign(&self->sought_event, again, lane_set(0));
  self->earlier_events = self->earlier_events + mask_as_number(again);
  return again;
}

// Applies events that change how the trajectory continues; they may also change the kind of the
// point.
KERNEL_FN void event_apply(const kernel_run *run, response_stepper *self, mask_t mask,
                           const onset_side *sides, lane_t *kind) {
  const mask_t curve = mask & stage_is(self, STAGE_CURVE);
  const mask_t onset = lane_less(lane_set(N_HB_EVENTS), self->sought_event);
  const mask_t extremum = mask & stage_is(self, STAGE_EXTREMUM),
               followed = mask_of_number(self->follows_onset);
  // from slip the onset is followed already
  const mask_t entered = onset_has_no_maximum(self->event),
               left = followed & mask_not(entered) &
                      (lane_equal(self->sought_event, lane_set(EVENT_EXTREME + 1)) |
                       lane_equal(self->sought_event, lane_set(EVENT_PHASE + 1)));
  if (lockstep_any(curve & onset)) onset_pass_point(run, self, curve & onset, sides, kind);
  const mask_t switched = extremum & (onset | left) & mask_not(mask_of_number(self->restart));
  if (lockstep_any(switched)) onset_switch_following(run, self, switched);
  const lane_t sought =
      lane_select(mask_of_number(self->peak_minimum), lane_set(POINT_MINIMUM), lane_set(POINT_MAXIMUM));
  peak_offer(run, self, curve & lane_equal(*kind, sought), lane_set(0));
  const mask_t root =
      curve & lane_equal(*kind, lane_set(POINT_PHASE)) & mask_not(mask_of_number(self->restarts));
  if (lockstep_any(root)) resonance_offer(run, self, root);
}

// Handles lanes without a point: reduces the step, or ends the stage with its reason. Overwrites
// the last Newton results.
KERNEL_CALLED mask_t step_handle_lost(const kernel_run *run, response_stepper *self, mask_t lost,
                                      lane_t *reason) {
  const mask_t begun = mask_of_number(self->begun);
  lost = lost & mask_not(turn_is_event(self, lost & begun));
  lane_assign(&self->step, lost & begun, self->step * lane_set((real)0.25));
  lane_assign(&self->sought_event, lost & begun, lane_set(0));
  if (DIM(DIM_HB_ADAPT))
    lost = lost & mask_not(harmonics_restart_stage(run, self, harmonics_too_few(run, self, lost)));
  const mask_t first = lost & mask_not(begun), small = lost & begun & lane_less(self->step, self->min_step);
  const mask_t again = first & stage_is(self, STAGE_CURVE) & lane_equal(self->attempts, lane_set(0));
  lane_assign(&self->stage, again, lane_set(STAGE_LOAD_RAMP));
  mask_t started = first & mask_not(again);
  const mask_t held = small & mask_not(onset_enter_from_slip(run, self, small)),
               still = held & mask_not(onset_seek_slip_point(run, self, held)),
               away = still & mask_not(onset_at_last_point(run, self, still));
  mask_t stalled = away & mask_not(turn_try_corner(run, self, away));
  if (DIM(DIM_HB_ADAPT)) {
    const mask_t anew = harmonics_restart_stage(run, self, started | stalled);
    started = started & mask_not(anew), stalled = stalled & mask_not(anew);
  }
  const mask_t ramp = stage_is(self, STAGE_LOAD_RAMP), curve = stage_is(self, STAGE_CURVE) | ramp,
               vain = (started | stalled) & curve & mask_not(mask_of_number(self->restarts)),
               elsewhere = curve_seek_anew(run, self, mask_set(0), vain),
               ended = (started | stalled) & mask_not(elsewhere);
  lane_assign(reason, ended,
              lane_select(started | ramp, lane_set(REASON_NO_START), lane_set(REASON_MIN_STEP)));
  return ended;
}

// Counts successive points in `taken` with a negligible step, except those of events and first
// points (`other`). Returns the lanes without progress: beside a corner a growing load may move
// back and forth.
KERNEL_FN mask_t step_makes_no_progress(response_stepper *self, mask_t taken, mask_t other) {
  const mask_t walks = taken & stage_follows_curve(self),
               small = walks & mask_not(other) & lane_less(self->step, lane_set(CRAWL_STEP)) &
                       lane_less(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT)),
               crawls = small & lane_less(lane_set(CRAWL_MAX_POINTS), self->attempts);
  lane_assign(&self->attempts, walks, lane_select(small, self->attempts + lane_set(1), lane_set(0)));
  return crawls;
}

// Makes the point found the last one. Returns the lanes whose stage ends there, with *reason. A
// load ramp and a backbone that restarts change over to a response curve.
KERNEL_CALLED mask_t step_accept(const kernel_run *run, response_stepper *self, mask_t taken, mask_t there,
                                 mask_t started, lane_t *reason) {
  const lane_t none = lane_set(0);
  const mask_t extremum = stage_is(self, STAGE_EXTREMUM), ramped = there & stage_is(self, STAGE_LOAD_RAMP),
               turned = there & mask_not(stage_is(self, STAGE_CURVE)) &
                        lane_equal(self->sought_event, lane_set(EVENT_FOLD + 1)),
               onset = there & extremum & lane_less(lane_set(N_HB_EVENTS), self->sought_event) &
                       mask_of_number(self->restart);
  // An event's point may equal the end of the range to the last bit.
  const mask_t beyond = taken & stage_is(self, STAGE_CURVE) & lane_less(none, self->reached[EVENT_END]),
               at_end = started & extremum & mask_of_number(self->restarts) &
                        lane_equal(self->factor, self->factor_to);
  const mask_t ended = (there & lane_equal(self->sought_event, lane_set(EVENT_END + 1))) | beyond | at_end,
               full = taken & lane_less_equal(lane_set((real)DIM(DIM_HB_MAX_POINTS)), self->points);
  lane_assign(reason, turned, lane_select(extremum, lane_set(REASON_MERGED), lane_set(REASON_RETURNED)));
  lane_assign(reason, onset, stage_stop_reason(self, self->iterate_parameter));
  lane_assign(reason, ended, lane_set(REASON_RANGE_END));
  const mask_t curve = taken & stage_is(self, STAGE_CURVE) & mask_not(mask_of_number(self->restarts));
  const mask_t closed = curve_passes(run, self, curve, started) & mask_not(ended),
               come = ended & curve & (start_kind_is(self, START_BEYOND_FAR_END) | start_beside(self)),
               away = taken & mask_not(ended | closed) & point_has_left_range(run, self);
  lane_assign(reason, full, lane_set(REASON_NO_ROOM));
  lane_assign(reason, closed, lane_set(REASON_RETURNED));
  lane_assign(reason, away, lane_set(REASON_LEFT_RANGE));
  lane_assign(&self->sought_event, there, none);
  lane_assign(&self->turn, taken, none);
  const mask_t crawls = step_makes_no_progress(self, taken, there | started) & mask_not(ended);
  lane_assign(
      reason, crawls,
      lane_select(stage_is(self, STAGE_LOAD_RAMP), lane_set(REASON_NO_START), lane_set(REASON_MIN_STEP)));
  point_accept(run, self, taken);
  resonance_track_least_amplitude(self, curve);
  // The load is complete: the response curve begins here.
  lane_assign(&self->stage, ramped, lane_set(STAGE_CURVE));
  lane_assign(&self->begun, ramped, none);
  lane_assign(&self->attempts, ramped, lane_set(1));
  lane_assign(&self->start, ramped & start_kind_is(self, START_FROM_REST), lane_set(START_LOAD_GROWN));
  lane_assign(&self->earlier_events, taken, none);
  curve_begin_at_end(run, self, come);
  const mask_t vain = (away | crawls) & mask_not(mask_of_number(self->restarts));
  lane_assign(reason, come | curve_seek_anew(run, self, closed, vain), none);
  const mask_t out = mask_not(lane_equal(*reason, none)) & mask_not(ramped), jumps = onset & mask_not(out);
  if (lockstep_any(jumps)) restart_begin(self, jumps, self->path_parameter);
  return out;
}

// Handles the point found: it is kept, used for the search of an event, or refused. Returns the
// lanes whose stage ends.
KERNEL_CALLED mask_t step_handle_found(const kernel_run *run, response_stepper *self, mask_t found,
                                       lane_t length, const onset_side *sides, const lane_t *modal,
                                       lane_t theta, lane_t iterations, lane_t *reason) {
  const mask_t begun = mask_of_number(self->begun),
               seeking = found & begun & mask_of_number(self->sought_event),
               stepping = found & begun & mask_not(seeking);
  const lane_t none = lane_set(0);
  // After an onset the direction is a guess; a first step may leave the range of the onset.
  const mask_t outside = mask_of_number(self->follows_onset) & onset_has_no_maximum(self->reached),
               guessed = stage_is(self, STAGE_EXTREMUM) & lane_equal(self->event[EVENT_FOLD], none),
               overshot = guessed & outside & lane_less(lane_set((real)1e-9), self->step);
  const mask_t near = ((point_is_near(run, self) & mask_not(point_is_aside(run, self, length))) |
                       lane_less(self->step, lane_set((real)1e-4)) | guessed | turn_is_accepted(run, self)) &
                      mask_not(overshot);
  lane_assign(&self->step, stepping & mask_not(near), self->step * lane_set((real)0.5));
  const mask_t back = stepping & onset_left_without_point(self) & mask_of_number(self->attempts) &
                      load_falls_back(self),
               kept = stepping & near & mask_not(back);
  const lane_t first = event_first_between(run, self);
  const mask_t crossed =
      kept & mask_of_number(first) & mask_not(turn_passes_over(self) | point_has_left_range(run, self));
  const mask_t onto = kept & mask_of_number(self->follows_onset) & lane_equal(length, none);
  mask_t there = seeking & locate_is_reached(run, self, length);
  const lane_t tried = event_value(run, self, self->reached, self->sought_event),
               onset = lane_set(N_HB_EVENTS);
  // A contact that slips at this trial, but neither before nor after: its onset is located first.
  const mask_t between = seeking & stage_is(self, STAGE_CURVE) & lane_less(onset, first) &
                         lane_less_equal(self->sought_event, onset);
  there = there & mask_not(between);
  locate_narrow_bracket(self, seeking & mask_not(there | between), length, tried);
  locate_begin(run, self, between, first, length);
  there = there & mask_not(event_is_last_point(run, self, there, length));
  locate_begin(run, self, crossed, first, length);
  lane_t kind = lane_set(POINT_ORDINARY);
  if (lockstep_any(there)) {
    const mask_t here = lane_equal(self->attempts, lane_set(LOCATE_TRIES_OF_LAST_POINT));
    there = there & mask_not(event_lies_before(run, self, there & mask_not(here), length));
    lane_assign(&kind, there, event_point_kind(run, self));
    event_change_side(run, self, there);
    event_apply(run, self, there, sides, &kind);
    event_change_side(run, self, there & stage_is(self, STAGE_CURVE));
  }
  const mask_t started = found & mask_not(begun), taken = started | (kept & mask_not(crossed)) | there;
  if (!lockstep_any(taken | back)) return mask_set(0);
  lane_assign(&kind, started & stage_is(self, STAGE_EXTREMUM) & mask_of_number(self->restarts),
              lane_set(POINT_RESTART));
  const mask_t unkept = stage_is(self, STAGE_LOAD_RAMP) | is_restarted_curve(self);
  lane_assign(&kind, onto, lane_set(POINT_ONSET));
  const mask_t branches = kept & turn_goes_straight(self);
  lane_assign(&kind, branches, lane_set(POINT_BRANCH));
  point_record(run, self, taken & mask_not(unkept | point_has_left_range(run, self) | (onto & outside)), kind,
               modal, theta, iterations);
  step_adapt(run, self, kept & mask_not(crossed));
  lane_assign(&self->step, onto, lane_set((real)0.01));
  lane_assign(&self->step, branches, lane_set(CORNER_STEP));
  // An onset reached from slip: a kink begins there, or it is a minimum where the maximum ends; for
  // a backbone of minima conversely.
  const lane_t inwards = sides->slope[0] * sides->rate;
  const mask_t minimum = lane_less(lane_select(mask_of_number(self->peak_minimum), -inwards, inwards), none),
               lost = taken & mask_not(there) & ((onto & minimum) | (outside & mask_not(onto)));
  lane_assign(reason, lost | back, lane_set(REASON_MERGED));
  const mask_t passed = there & stage_is(self, STAGE_CURVE) & lane_less(onset, self->sought_event);
  lane_assign(&self->wanted_harmonics, passed, self->last_harmonics);
  const mask_t ended = step_accept(run, self, taken, there, started, reason);
  if (DIM(DIM_HB_ADAPT))
    lane_assign(&self->lane_harmonics, passed | (kept & mask_not(crossed)), self->wanted_harmonics);
  return ended;
}

KERNEL_FN mask_t response_step(const kernel_run *run, response_stepper *self, long step, mask_t active,
                               lane_t *status) {
  const mask_t fresh = active & mask_not(mask_of_number(self->begun));
  if (DIM(DIM_HB_ADAPT)) {
    lane_assign(&self->points_before, fresh, self->points);
    harmonics_begin(run, self, fresh);
    balance_fit(run, self, active);
  }
  if (lockstep_any(fresh)) stage_begin(run, self, fresh);
  step_prepare(run, self);
  turn_prepare_direction(run, self, active);
  lane_t length = lane_select(mask_of_number(self->sought_event), locate_next_length(self), self->step),
         iterations, reason = lane_set(REASON_NONE), theta = lane_set(0), modal[2];
  length = lane_select(fresh, lane_set(0), length);
  mask_t found = newton_solve_point(run, self, length, active, &iterations), missing = mask_set(0);
  self->n_iterations = self->n_iterations + iterations;
  const mask_t vain = active & mask_not(found);
  tangent_form(run, self);
  branch_orient(run, self);
  events_evaluate(run, self, modal);
  found = found & mask_not(turn_is_wrong(run, self, length) | point_is_far(run, self, length));
  found = found & mask_not(turn_is_aside(run, self, length) | onset_is_missed(run, self, found) |
                           event_jumps_at_point(run, self, length));
  if (DIM(DIM_HB_ADAPT))
    missing = harmonics_refuse_step(run, self, found, length);
  else if (DIM(DIM_HB_TRUNCATION))
    truncation_set_error(
        run, self,
        found & (mask_not(mask_of_number(self->sought_event)) | locate_is_reached(run, self, length)));
  found = found & mask_not(missing);
  const mask_t followed = found & mask_of_number(self->follows_onset);
  const mask_t extreme =
      found & stage_is(self, STAGE_CURVE) & lane_equal(self->sought_event, lane_set(EVENT_EXTREME + 1));
  if (lockstep_any(extreme)) onset_replace_event(run, self, extreme & locate_is_reached(run, self, length));
  const mask_t passed = found & stage_is(self, STAGE_CURVE) &
                        lane_less(lane_set(N_HB_EVENTS), self->sought_event) &
                        locate_is_reached(run, self, length);
  const mask_t branched = found & stage_is(self, STAGE_CURVE) & locate_is_active(self, EVENT_BRANCH) &
                          locate_is_reached(run, self, length);
  if (lockstep_any(branched)) branch_extrapolate(run, self, branched, length);
  onset_side sides;
  sides.slope[0] = sides.slope[1] = sides.fold[0] = sides.fold[1] = sides.sign = sides.rate = lane_set(0);
  if (lockstep_any(followed | passed)) sides = onset_evaluate_sides(run, self, followed, passed, &theta);
  const mask_t astray = turn_leads_astray(self, passed);
  if (lockstep_any(astray)) found = found & mask_not(turn_give_up(self, astray));
  mask_t ended = step_handle_found(run, self, found, length, &sides, modal, theta, iterations, &reason);
  const mask_t farther = locate_keep_farther(self, vain);
  ended = ended | step_handle_lost(run, self, active & mask_not(found | missing | farther), &reason);
  // The step limit is reached.
  const mask_t spent = active & mask_not(ended) &
                       lane_less_equal(parameter_load(run, PARAMETER_STEPS), lane_set((real)(step + 1)));
  lane_assign(&reason, spent, lane_set(REASON_NO_ROOM));
  ended = ended | spent;
  ended = ended & mask_not(ridge_restart(self, ended, reason));
  *status = lane_set(TRAJECTORY_OK);
  if (!lockstep_any(ended)) return mask_set(0);
  const mask_t stalled =
      ended & (stage_is(self, STAGE_CURVE) | stage_is(self, STAGE_LOAD_RAMP)) &
      mask_not(is_restarted_curve(self)) &
      (lane_equal(reason, lane_set(REASON_NO_START)) | lane_equal(reason, lane_set(REASON_MIN_STEP)));
  // A mode that runs out of curve points does not invalidate earlier stages.
  const mask_t full =
      ended & mask_not(stage_is(self, STAGE_DNNM)) & lane_equal(reason, lane_set(REASON_NO_ROOM));
  const mask_t last = stage_end(self, ended, reason);
  *status = lane_select(stalled, lane_set(TRAJECTORY_SOLVER_STALLED), *status);
  *status = lane_select(full, lane_set(TRAJECTORY_EVENT_OVERFLOW), *status);
  return last | stalled | full;
}

#define STEPPER response
#define STEPPER_HOOKS response
#include "../trajectory.h"

#endif
