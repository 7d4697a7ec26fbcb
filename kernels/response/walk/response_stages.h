// The stages of a trajectory: a response curve, then backbones from its peak, then a dNNM.
#ifndef CHATTER_KERNELS_RESPONSE_STAGES_H
#define CHATTER_KERNELS_RESPONSE_STAGES_H

#include "response_adapt.h"
#include "response_restart.h"

// Start of a response curve. The motion found at one end of the range may lie on a closed curve,
// which returns without reaching the other end; none may be found there, for example if a growing
// load leads to a fold; or the curve ends at a corner that it cannot pass. The curve through the
// range is sought in turn: at `from` from rest, then with a growing load, which leads to the curve
// of small motions; if both find no point, at places on either side of `from`, farther and farther
// away, from which the curve is followed to `from` without keeping points, and then onwards; at
// `to`, backwards; from beyond `to`, where the structure moves little, to `to` likewise, and then
// backwards. The last resort is the first start at `from`.
#define START_BEYOND_FACTOR ((real)3)      // times `to`, or for the smaller of two ends its inverse
#define START_BESIDE_DISTANCE ((real)0.01) // of `from`
#define START_BESIDE_GROWTH ((real)5)      // from one pair of places to the next
KERNEL_FN mask_t start_kind_is(const response_stepper *self, int start) {
  return lane_equal(self->start, lane_set((real)start));
}
// Returns the lanes whose response curve begins beside `from`, and the frequency there.
KERNEL_FN mask_t start_beside(const response_stepper *self) {
  return lane_less_equal(lane_set((real)START_BESIDE_FIRST), self->start);
}
KERNEL_FN lane_t start_place_beside(const response_stepper *self, lane_t from) {
  lane_t part = lane_set(START_BESIDE_DISTANCE), place = from;
  for (int k = 0; k < N_START_BESIDE; k++) {
    const lane_t to = lane_fma(k % 2 ? -part : part, from, from);
    lane_assign(&place, start_kind_is(self, START_BESIDE_FIRST + k), to);
    if (k % 2) part = part * lane_set(START_BESIDE_GROWTH);
  }
  return place;
}
KERNEL_FN void range_set(const kernel_run *run, response_stepper *self) {
  const lane_t from = parameter_load(run, HB_OMEGA_FROM), to = parameter_load(run, HB_OMEGA_TO),
               outside = lane_select(lane_less(from, to), to * lane_set(START_BEYOND_FACTOR),
                                     to / lane_set(START_BEYOND_FACTOR));
  const mask_t backwards =
                   start_kind_is(self, START_AT_FAR_END) | start_kind_is(self, START_COME_FROM_BEYOND),
               beside = start_beside(self);
  self->omega_from =
      lane_select(start_kind_is(self, START_BEYOND_FAR_END), outside,
                  lane_select(backwards, to, lane_select(beside, start_place_beside(self, from), from)));
  self->omega_to = lane_select(backwards | beside, from, to);
}

// Discards the findings of response curves.
KERNEL_FN void curve_forget_findings(response_stepper *self, mask_t mask) {
  const lane_t none = lane_set(0);
  lane_assign(&self->points, mask, none);
  lane_assign(&self->peak_least_since, mask, none);
  lane_assign(&self->root_amplitude, mask, none);
  lane_assign(&self->resonance_found, mask, none);
  peak_forget(self, mask);
  stage_forget_point(self, mask);
}

// Restarts the response curves of lanes that are `closed`, or were sought in `vain`. Returns the
// lanes that can be restarted.
KERNEL_CALLED mask_t curve_seek_anew(const kernel_run *run, response_stepper *self, mask_t closed,
                                     mask_t vain) {
  const mask_t none_here = vain | (closed & mask_not(start_kind_is(self, START_FROM_REST))),
               through = mask_of_number(parameter_load(run, HB_WHOLE_RANGE)),
               rest = start_kind_is(self, START_FROM_REST),
               unfound =
                   vain & rest & (stage_is(self, STAGE_LOAD_RAMP) | mask_not(mask_of_number(self->begun))),
               places = none_here & start_beside(self),
               spent = places & start_kind_is(self, START_BESIDE_FIRST + N_START_BESIDE - 1),
               beside = unfound | (places & mask_not(spent)),
               here = (vain & rest & mask_not(unfound)) |
                      (none_here &
                       (start_kind_is(self, START_LOAD_GROWN) | start_kind_is(self, START_COME_FROM_BESIDE))),
               far = through & (here | spent), beyond = none_here & start_kind_is(self, START_AT_FAR_END),
               last = (none_here & (start_kind_is(self, START_BEYOND_FAR_END) |
                                    start_kind_is(self, START_COME_FROM_BEYOND))) |
                      (spent & mask_not(through)),
               grows = closed & rest, anew = beside | grows | far | beyond | last;
  if (!lockstep_any(anew)) return anew;
  lane_assign(&self->stage, anew, lane_select(grows, lane_set(STAGE_LOAD_RAMP), lane_set(STAGE_CURVE)));
  lane_assign(&self->start, places & beside, self->start + lane_set(1));
  lane_assign(&self->start, unfound, lane_set(START_BESIDE_FIRST));
  lane_assign(&self->start, grows, lane_set(START_LOAD_GROWN));
  lane_assign(&self->start, far, lane_set(START_AT_FAR_END));
  lane_assign(&self->start, beyond, lane_set(START_BEYOND_FAR_END));
  lane_assign(&self->start, last, lane_set(START_LAST_RESORT));
  range_set(run, self);
  curve_forget_findings(self, anew);
  return anew;
}

// Lanes of `mask` that have come from beyond or beside to the required end of the range: the curve
// begins there, with the same number of harmonics.
KERNEL_FN void curve_begin_at_end(const kernel_run *run, response_stepper *self, mask_t mask) {
  const lane_t number = self->lane_harmonics;
  if (!lockstep_any(mask)) return;
  lane_assign(
      &self->start, mask,
      lane_select(start_beside(self), lane_set(START_COME_FROM_BESIDE), lane_set(START_COME_FROM_BEYOND)));
  range_set(run, self);
  curve_forget_findings(self, mask);
  self->lane_harmonics = number;
  lane_assign(&self->attempts, mask, lane_set(1));
}

// A body held only by contacts begins at rest with its elastic contacts slightly closed: with open
// ones its position would be undetermined.
#define VALLEY_CLOSED_PART ((real)1e-3) // relative to the gap
KERNEL_FN void stage_close(const kernel_run *run, response_stepper *self, mask_t at_rest) {
  if (!DIM(DIM_HB_RIGID_BODY)) return;
  team_sync(); // wait until all places are written
  team_for(point, DIM(DIM_HB_POINTS)) {
    const contact_point c = contact_point_of(run, self, point);
    const lane_t stiffness = parameter_load(run, c.parameters + HB_NORMAL_STIFFNESS), none = lane_set(0);
    const mask_t is_spring = lane_less(none, stiffness);
    const lane_t force = parameter_load(run, c.parameters + HB_PRELOAD),
                 open = parameter_load(run, c.parameters + HB_GAP) -
                        force / lane_select(is_spring, stiffness, lane_set(1));
    const mask_t is_open = at_rest & is_spring & lane_less(none, open);
    if (c.has_normal && c.law != HB_LAW_SET_VALUED)
      lane_assign(&self->at[c.first], is_open, -(open * lane_set(1 + VALLEY_CLOSED_PART)));
  }
  team_sync();
}

// Begins each stage in the lanes of `mask`: sets its start and the direction of its first point.
KERNEL_CALLED void stage_begin(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_SIZE, boundary = DIM(DIM_HB_BOUNDARY);
  const mask_t curve = mask & stage_is(self, STAGE_CURVE), modal = mask & stage_is(self, STAGE_DNNM),
               ramp = mask & stage_is(self, STAGE_LOAD_RAMP),
               backbone = mask & mask_not(curve | modal | ramp);
  const lane_t none = lane_set(0), one = lane_set(1);
  // Phase resonance begins with that of the first curve, even after a restart of the backbone of
  // maxima.
  const mask_t phased = stage_is(self, STAGE_PHASE);
  const lane_t factor = lane_select(phased, parameter_load(run, HB_FACTOR), self->factor);
  const lane_t onwards = lane_select(lane_less(self->omega_from, self->omega_to), one, -one),
               rising = lane_select(lane_less(factor, self->factor_to), one, -one);
  lane_assign(&self->path_parameter, curve | backbone, factor);
  lane_assign(&self->path_parameter, modal, self->mode[hb_n_unknowns(DIMS(run)) + 1]);
  lane_assign(&self->path_parameter, ramp, self->factor * lane_set((real)RAMP_FROM));
  const mask_t ramped = curve & mask_of_number(self->attempts), at_rest = (curve | ramp) & mask_not(ramped);
  team_sync(); // wait until all ranks have read the last point
  team_for(i, n + 2) {
    if (i <= n) {
      const int whole = full_balance_place(run, self, boundary, i);
      lane_assign(&self->at[i], backbone, lane_select(phased, self->resonance[whole], self->peak[whole]));
      lane_assign(&self->at[i], modal, self->mode[whole]);
    }
    if (i <= n) lane_assign(&self->at[i], i == n ? curve | ramp : at_rest, i == n ? self->omega_from : none);
    const lane_t along_curve = i == n ? onwards : none, along_backbone = i == n + 1 ? rising : none;
    lane_assign(&self->last_tangent[i], curve, along_curve);
    lane_assign(&self->last_tangent[i], backbone, along_backbone);
    lane_assign(&self->last_tangent[i], ramp, lane_set(i == n + 1));
    lane_assign(&self->last_tangent[i], modal,
                i < n ? self->mode[full_balance_place(run, self, boundary, i)] : none);
    if (i <= n) lane_assign(&self->bordering_row[i], mask, i == n ? onwards / self->range_step : none);
  }
  stage_close(run, self, at_rest);
  team_for(i, N_HB_EVENTS + DIM(DIM_HB_POINTS)) lane_assign(&self->event[i], mask, none);
  const mask_t kink = backbone & stage_is(self, STAGE_EXTREMUM) & mask_of_number(self->peak_kink);
  lane_assign(&self->follows_onset, mask, mask_as_number(kink));
  lane_assign(&self->slider, kink, self->peak_kink - one);
  lane_assign(&self->step, mask, lane_set((real)0.1));
  lane_assign(&self->sought_event, mask, none);
  team_sync();
}

// Returns the stage after `stage`, which ended for reason `why`, of one lane; adds the reasons of
// the stages that this ends to *reasons. `stopped`: why a backbone of maxima cannot begin,
// REASON_NONE: it can.
KERNEL_FN int stage_next(const response_stepper *self, int lane, int stage, int why, int stopped,
                         double *reasons) {
  const int stages = (int)lane_get(self->stages, lane), anew = lane_get(self->restarts, lane) != 0,
            has_peak = lane_get(self->peak_found, lane) != 0,
            resonates = lane_get(self->resonance_found, lane) != 0;
  const int jumps = lane_get(self->restart, lane) != 0;
  int is_next = 0;
  if (anew && stage == STAGE_CURVE) { // only its peak counts; without one the backbone ends
    stage = STAGE_EXTREMUM;
    const int whole = why == REASON_RANGE_END || why == REASON_LEFT_RANGE;
    is_next = whole && has_peak;
    if (whole) why = jumps ? REASON_NO_PEAK : REASON_MERGED;
    if (why != REASON_NO_PEAK && why != REASON_MERGED && why != REASON_NO_ROOM) why = REASON_MIN_STEP;
  }
  for (;; is_next = 0) {
    double place = 1;
    for (int i = 0; i < stage; i++) place *= N_HB_REASON;
    if (!is_next) {
      *reasons += why * place;
      do stage++;
      while (stage < N_STAGE && !(stages >> stage & 1));
    }
    if (stage == N_STAGE || stage == STAGE_DNNM) return stage;
    if (!has_peak && !anew)
      why = REASON_NO_PEAK;
    else if (stage == STAGE_EXTREMUM && stopped != REASON_NONE)
      why = stopped;
    else if (stage == STAGE_PHASE && !resonates)
      why = REASON_NO_RESONANCE;
    else
      return stage;
  }
}

// Returns why a backbone of maxima that cannot follow the onset it has reached, at factor `at`,
// ends there.
KERNEL_FN lane_t stage_stop_reason(const response_stepper *self, lane_t at) {
  const mask_t stopped = mask_of_number(self->restart) & mask_not(restart_is_possible(self, at));
  const lane_t reason =
      lane_select(lane_equal(at, self->factor_to), lane_set(REASON_RANGE_END), lane_set(REASON_MIN_STEP));
  return lane_select(stopped, reason, lane_set(REASON_NONE));
}

// Ends the stage for that reason and begins the next one. Returns the lanes without a further one.
KERNEL_CALLED mask_t stage_end(response_stepper *self, mask_t mask, lane_t reason) {
  mask_t ended = mask_set(0);
  const lane_t stopped = lane_select(mask_of_number(self->peak_kink), stage_stop_reason(self, self->factor),
                                     lane_set(REASON_NONE));
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(mask, lane)) continue;
    const int now = (int)lane_get(self->stage, lane);
    double reasons = lane_get(self->end_reasons, lane);
    const int stage = stage_next(self, lane, now == STAGE_LOAD_RAMP ? STAGE_CURVE : now,
                                 (int)lane_get(reason, lane), (int)lane_get(stopped, lane), &reasons);
    lane_put(&self->end_reasons, lane, (real)reasons);
    lane_put(&self->stage, lane, (real)(stage == N_STAGE ? N_STAGE - 1 : stage));
    mask_put(&ended, lane, stage == N_STAGE);
  }
  lane_assign(&self->follows_onset, mask, lane_set(0));
  stage_forget_point(self, mask);
  const mask_t kink = mask & stage_is(self, STAGE_EXTREMUM) & mask_of_number(self->peak_kink);
  const mask_t jumps = kink & restart_is_possible(self, self->factor);
  if (lockstep_any(jumps)) restart_begin(self, jumps, self->factor);
  return ended;
}

// The phase resonance of a peak is the last before it on the response curve or the first after it,
// whichever is nearer in frequency, unless a valley separates them: on the way to the peak the
// amplitude may fall by less than HB_VALLEY_FALL, which contacts cause beside their onsets. Beyond
// a valley it belongs to another ridge.
KERNEL_FN mask_t resonance_belongs_to_peak(lane_t amplitude, lane_t least) {
  return lane_less(lane_set(0), amplitude) &
         lane_less_equal(lane_set(1 - (real)HB_VALLEY_FALL) * amplitude, least);
}

// Takes the last phase resonance as that of the peak, in the lanes of `mask`.
KERNEL_FN void resonance_adopt(const kernel_run *run, response_stepper *self, mask_t mask) {
  team_sync();
  team_for(i, hb_n_unknowns(DIMS(run)) + 1) lane_assign(&self->resonance[i], mask, self->root[i]);
  lane_assign(&self->resonance_found, mask, lane_set(1));
  team_sync();
}

// Considers a phase resonance found on the first response curve.
KERNEL_FN void resonance_offer(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = hb_n_unknowns(DIMS(run));
  team_sync();
  team_for(i, n + 1)
      lane_assign(&self->root[i], mask, full_balance_number(run, self, self->z, DIM(DIM_HB_BOUNDARY), i));
  lane_assign(&self->root_amplitude, mask, self->amplitude);
  lane_assign(&self->root_least_since, mask, self->amplitude);
  team_sync();
  const lane_t peak = self->peak[n], away = lane_abs(self->root[n] - peak),
               before = lane_abs(self->resonance[n] - peak);
  const mask_t nearer = mask_not(mask_of_number(self->resonance_found)) | lane_less(away, before),
               first = mask & mask_of_number(self->peak_least_since);
  resonance_adopt(run, self,
                  first & nearer & resonance_belongs_to_peak(self->amplitude, self->peak_least_since));
  lane_assign(&self->peak_least_since, mask, lane_set(0));
}

// Updates the resonance search by a point of the first response curve.
KERNEL_FN void resonance_track_least_amplitude(response_stepper *self, mask_t mask) {
  lane_assign(&self->peak_least_since, mask, lane_min(self->peak_least_since, self->amplitude));
  lane_assign(&self->root_least_since, mask, lane_min(self->root_least_since, self->amplitude));
}

// Considers a maximum, or a minimum, found on the response curve as the start of backbones.
KERNEL_FN void peak_offer(const kernel_run *run, response_stepper *self, mask_t mask, lane_t kink) {
  const int n = hb_n_unknowns(DIMS(run));
  const lane_t omega = self->z[HB_SIZE];
  const mask_t inside =
      mask & lane_less_equal(self->peak_least, omega) & lane_less_equal(omega, self->peak_most);
  const lane_t above = self->amplitude - self->peak_amplitude;
  const mask_t higher =
                   lane_less(lane_set(0), lane_select(mask_of_number(self->peak_minimum), -above, above)),
               further = lane_less(self->peak[n], omega), last = mask_of_number(self->peak_last);
  const mask_t taken =
      inside & (mask_not(mask_of_number(self->peak_found)) | (last & further) | (mask_not(last) & higher));
  team_sync();
  team_for(i, n + 1)
      lane_assign(&self->peak[i], taken, full_balance_number(run, self, self->z, DIM(DIM_HB_BOUNDARY), i));
  lane_assign(&self->peak_amplitude, taken, self->amplitude);
  lane_assign(&self->peak_kink, taken, kink);
  lane_assign(&self->peak_found, taken, lane_set(1));
  lane_assign(&self->peak_harmonics, taken, self->lane_harmonics);
  team_sync();
  const mask_t first = taken & mask_not(mask_of_number(self->restarts)),
               joined = first & resonance_belongs_to_peak(self->root_amplitude, self->root_least_since);
  lane_assign(&self->peak_least_since, first, self->amplitude);
  lane_assign(&self->resonance_found, first, lane_set(0));
  resonance_adopt(run, self, joined);
}

#endif
