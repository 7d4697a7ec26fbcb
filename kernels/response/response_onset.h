// Slip onset: where the Jacobian jumps. A response curve passes it point by point, and a maximum may lie
// right on it (a kink, numerics notes); a backbone of maxima then follows the onset, where system (22) of the
// paper has no solution, until dAm/ds vanishes on either side.
#ifndef CHATTER_KERNELS_RESPONSE_ONSET_H
#define CHATTER_KERNELS_RESPONSE_ONSET_H

#include "response_stages.h"

// Weight of the slipping side in (1 - θ) dAm/ds|stuck + θ dAm/ds|slip = 0.
KERNEL_FN lane_t onset_weight(lane_t stuck, lane_t slip) {
  return stuck / (stuck - slip);
}

// At a located onset of a response curve: both sides' slopes; the curve goes on along the other side. Gives
// the kind of the point and θ.
KERNEL_FN void onset_pass(const kernel_run *run, response_stepper *self, mask_t mask, lane_t *kind,
                          lane_t *theta) {
  const int n = HB_N, events = HB_EVENTS;
  lane_t value = lane_set(0);
  choose(&self->slider, mask, self->seek - lane_set(events + 1));
  value = event_value(run, self, self->event, self->seek); // at the last point
  const mask_t entering = lane_less(value, lane_set(0));
  const lane_t stuck = lane_set(HELD_STUCK), slip = lane_set(HELD_ONSET), none = lane_set(0);
  const lane_t before = onset_side(run, self, mask, lane_select(entering, stuck, slip));
  contact_onset_row(run, self, self->reached + HB_EVENTS);
  const lane_t rate = dot(self->row, self->tangent, n);
  lane_t after = onset_side(run, self, mask, lane_select(entering, slip, stuck));
  contact_onset_row(run, self, self->reached + HB_EVENTS);
  const mask_t turned = lane_less(rate * dot(self->row, self->tangent, n), none);
  after = lane_select(turned, -after, after);
  const lane_t length = lane_sqrt(scaled(run, self, self->tangent, self->tangent)),
               by = lane_select(turned, lane_set(-1), lane_set(1)) / length;
  team_sync();
  team_for(i, n + 2) choose(&self->tangent[i], mask, self->tangent[i] * by);
  team_sync();
  if (TEAM_RANK == 0) {
    choose(&self->reached[EVENT_EXTREME], mask, after);
    choose(&self->reached[EVENT_FOLD], mask, self->tangent[n]);
  }
  const mask_t maximum = mask & lane_less(none, before) & lane_less(after, none);
  choose(kind, mask, lane_select(maximum, lane_set(POINT_KINK), lane_set(POINT_ONSET)));
  const lane_t weight = lane_select(entering, onset_weight(before, after), onset_weight(after, before));
  choose(theta, maximum, weight);
  onset_release(run, self, mask);
  peak_offer(run, self, maximum, self->slider + lane_set(1));
}

// Of a backbone that follows an onset, at the point found: the slopes of both sides, as its events.
KERNEL_FN void onset_follow(const kernel_run *run, response_stepper *self, mask_t mask, lane_t *theta) {
  const int n = HB_N;
  team_for(i, n + 2) self->sensitivity[i] = self->tangent[i];
  const lane_t stuck = onset_side(run, self, mask, lane_set(HELD_STUCK));
  contact_onset_row(run, self, self->reached + HB_EVENTS);
  const lane_t rate = dot(self->row, self->tangent, n);
  lane_t slip = onset_side(run, self, mask, lane_set(HELD_ONSET));
  contact_onset_row(run, self, self->reached + HB_EVENTS);
  const mask_t turned = lane_less(rate * dot(self->row, self->tangent, n), lane_set(0));
  slip = lane_select(turned, -slip, slip);
  team_sync();
  team_for(i, n + 2) self->tangent[i] = self->sensitivity[i];
  if (TEAM_RANK == 0) {
    choose(&self->reached[EVENT_EXTREME], mask, stuck);
    choose(&self->reached[EVENT_PHASE], mask, slip);
  }
  team_for(point, DIM(DIM_HB_POINTS)) choose(&self->reached[HB_EVENTS + point], mask, lane_set(1));
  choose(theta, mask, onset_weight(stuck, slip));
  onset_release(run, self, mask);
}

// A backbone of maxima reaches an onset (follows it from there) or the end of where it can follow it. Its
// next point is looked for along α.
KERNEL_FN void onset_switch(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_N;
  const lane_t none = lane_set(0), one = lane_set(1), tiny = lane_set(1e-300);
  const mask_t leaving = mask & mask_of(self->followed), entering = mask & mask_not(leaving);
  const lane_t rising = lane_select(lane_less(self->along[n + 1], none), -one, one);
  const mask_t to_slip = lane_equal(self->seek, lane_set(EVENT_PHASE + 1));
  choose(&self->slider, entering, self->seek - lane_set(HB_EVENTS + 1));
  choose(&self->followed, mask, mask_number(entering));
  team_sync();
  team_for(i, n + 2) choose(&self->tangent[i], mask, i == n + 1 ? rising : none);
  team_for(point, DIM(DIM_HB_POINTS)) {
    const mask_t own = leaving & lane_equal(self->slider, lane_set((real)point));
    choose(&self->reached[HB_EVENTS + point], own, lane_select(to_slip, tiny, -tiny));
  }
  choose(&self->step, mask, lane_set((real)0.01));
  team_sync();
}

#endif
