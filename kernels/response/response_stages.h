// The program of a trajectory: a response curve, then backbones from its peak, then a dNNM.
#ifndef CHATTER_KERNELS_RESPONSE_STAGES_H
#define CHATTER_KERNELS_RESPONSE_STAGES_H

#include "response_adapt.h"

#define RAMP_FROM 1e-3 // of the load, where it begins to grow

// Where each stage begins and in which direction its first point is looked for, in the lanes of `mask`.
KERNEL_FN void stage_begin(const kernel_run *run, response_stepper *self, mask_t mask) {
  const int n = HB_N, boundary = DIM(DIM_HB_BOUNDARY);
  const mask_t curve = mask & stage_is(self, STAGE_CURVE), modal = mask & stage_is(self, STAGE_DNNM),
               ramp = mask & stage_is(self, STAGE_RAMP), backbone = mask & mask_not(curve | modal | ramp);
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t onwards = lane_select(lane_less(self->from, self->to), one, -one),
               rising = lane_select(lane_less(self->factor, self->factor_to), one, -one);
  choose(&self->sigma, curve | backbone, self->factor);
  choose(&self->sigma, modal, self->mode[hb_unknowns(DIMS(run)) + 1]);
  choose(&self->sigma, ramp, self->factor * lane_set((real)RAMP_FROM));
  const mask_t ramped = curve & mask_of(self->tries), at_rest = (curve | ramp) & mask_not(ramped);
  team_sync(); // all ranks have read the last point
  team_for(i, n + 2) {
    if (i <= n) {
      choose(&self->at[i], backbone, self->peak[whole_place(run, self, boundary, i)]);
      choose(&self->at[i], modal, self->mode[whole_place(run, self, boundary, i)]);
    }
    if (i <= n) choose(&self->at[i], i == n ? curve | ramp : at_rest, i == n ? self->from : none);
    const lane_t along_curve = i == n ? onwards : none, along_backbone = i == n + 1 ? rising : none;
    choose(&self->along[i], curve, along_curve);
    choose(&self->along[i], backbone, along_backbone);
    choose(&self->along[i], ramp, lane_set(i == n + 1));
    choose(&self->along[i], modal, i < n ? self->mode[whole_place(run, self, boundary, i)] : none);
    if (i <= n) choose(&self->border[i], mask, i == n ? onwards / self->range_step : none);
  }
  team_for(i, HB_EVENTS + DIM(DIM_HB_POINTS)) choose(&self->event[i], mask, none);
  const mask_t kink = backbone & stage_is(self, STAGE_EXTREMUM) & mask_of(self->peak_kink);
  choose(&self->followed, mask, mask_number(kink));
  choose(&self->slider, kink, self->peak_kink - one);
  choose(&self->step, mask, lane_set((real)0.1));
  choose(&self->seek, mask, none);
  team_sync();
}

// The stage ends for that reason; the next one is taken up. Returns the lanes that have no further one.
KERNEL_FN mask_t stage_end(const kernel_run *run, response_stepper *self, mask_t mask, lane_t reason) {
  mask_t ended = mask_set(0);
  (void)run;
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(mask, lane)) continue;
    const int stages = (int)lane_get(self->stages, lane), has_peak = lane_get(self->peak_found, lane) != 0;
    int stage = (int)lane_get(self->stage, lane);
    if (stage == STAGE_RAMP) stage = STAGE_CURVE;
    double reasons = lane_get(self->reason, lane), why = lane_get(reason, lane);
    for (;;) {
      double place = 1;
      for (int i = 0; i < stage; i++) place *= N_HB_REASON;
      reasons += why * place;
      do stage++;
      while (stage < N_STAGE && !(stages >> stage & 1));
      if (stage == N_STAGE || stage == STAGE_DNNM || has_peak) break;
      why = REASON_NO_PEAK;
    }
    lane_put(&self->reason, lane, (real)reasons);
    lane_put(&self->stage, lane, (real)(stage == N_STAGE ? N_STAGE - 1 : stage));
    mask_put(&ended, lane, stage == N_STAGE);
  }
  choose(&self->begun, mask, lane_set(0));
  choose(&self->tries, mask, lane_set(0));
  choose(&self->followed, mask, lane_set(0));
  choose(&self->number, mask, lane_set(0));
  return ended;
}

// A maximum found on the response curve: the one that backbones begin with?
KERNEL_FN void peak_offer(const kernel_run *run, response_stepper *self, mask_t mask, lane_t kink) {
  const int n = hb_unknowns(DIMS(run));
  const lane_t omega = self->z[HB_N];
  const mask_t inside =
      mask & lane_less_equal(self->peak_least, omega) & lane_less_equal(omega, self->peak_most);
  const mask_t higher = lane_less(self->peak_amplitude, self->amplitude),
               further = lane_less(self->peak[n], omega), last = mask_of(self->peak_last);
  const mask_t taken =
      inside & (mask_not(mask_of(self->peak_found)) | (last & further) | (mask_not(last) & higher));
  team_sync();
  team_for(i, n + 1) choose(&self->peak[i], taken, whole_number(run, self, self->z, DIM(DIM_HB_BOUNDARY), i));
  choose(&self->peak_amplitude, taken, self->amplitude);
  choose(&self->peak_kink, taken, kink);
  choose(&self->peak_found, taken, lane_set(1));
  choose(&self->peak_number, taken, self->number);
  team_sync();
}

#endif
