// The signals of beams, at the end of an increment. What is kept of them is observe.h's.
#ifndef CHATTER_KERNELS_BEAMS_WATCH_H
#define CHATTER_KERNELS_BEAMS_WATCH_H

#include "increment.h"

// Along a beam from its first node, of a place S: S = 0 is the middle of the first element.
KERNEL_FN lane_t watch_along(const kernel_run *run, int zone, int side, lane_t place) {
  return lane_set(0.5) * (place + lane_set(1)) * beam_section_of(run, zone_beam(run, zone, side)).length;
}

// The number of a pair on one side; index: see beams_signal_kind.
KERNEL_FN lane_t watch_pair(const kernel_run *run, const beams_stepper *self, int kind, int index) {
  const int side = index % 2, q = index / 2 % MOST_PAIRS, z = index / 2 / MOST_PAIRS;
  const lane_t *zone = zone_before(run, self, z), *pair = zone + ZONE_PAIRS + q * PAIR_NUMBERS;
  switch (kind) {
  case BEAMS_NORMAL_FORCE:
    return pair[PAIR_NORMAL];
  case BEAMS_FRICTION_FORCE:
    return pair[PAIR_FRICTION + side];
  case BEAMS_MUTUAL_FORCE:
    return pair[PAIR_MUTUAL];
  case BEAMS_ELASTIC_GAP:
    return pair[PAIR_ELASTIC + side];
  case BEAMS_PLASTIC_GAP:
    return pair[PAIR_PLASTIC + side];
  case BEAMS_GAP:
    return pair[PAIR_GAP];
  case BEAMS_STATE:
    return pair[PAIR_STATE];
  default:
    return watch_along(run, z, side, pair[PAIR_ALONG + side]);
  }
}

KERNEL_FN lane_t watch_penetration(const kernel_run *run, const beams_stepper *self) {
  lane_t most = lane_set(0);
  for (int z = 0; z < DIM(DIM_ZONES); z++) {
    const lane_t radii = beam_number(run, zone_beam(run, z, 0), BEAM_RADIUS) +
                         beam_number(run, zone_beam(run, z, 1), BEAM_RADIUS);
    for (int q = 0; q < DIM(DIM_PAIRS); q++) {
      const lane_t *pair = zone_before(run, self, z) + ZONE_PAIRS + q * PAIR_NUMBERS;
      const lane_t depth =
          lane_select(lane_less(lane_set(0), pair[PAIR_STATE]), -pair[PAIR_GAP] / radii, lane_set(0));
      most = lane_max(most, depth);
    }
  }
  return most;
}

KERNEL_FN lane_t watch_reaction(const kernel_run *run, const beams_stepper *self) {
  lane_t sum = lane_set(0);
  for (int d = 0; d < DIM(DIM_BEAM_DRIVEN); d++) sum = sum + lane_abs(self->reaction[d]);
  return sum / lane_set((real)(DIM(DIM_BEAM_DRIVEN) > 0 ? DIM(DIM_BEAM_DRIVEN) : 1));
}

KERNEL_FN lane_t watch_sum(const kernel_run *run, const beams_stepper *self, int which) {
  lane_t sum = lane_set(0);
  for (int z = 0; z < DIM(DIM_ZONES); z++) sum = sum + zone_before(run, self, z)[which];
  return sum;
}

KERNEL_FN lane_t watch_energy(const kernel_run *run, const beams_stepper *self) {
  lane_t sum = lane_set(0);
  for (int e = 0; e < DIM(DIM_BEAM_ELEMENTS); e++) sum = sum + self->element[(long)BEAM_ELEMENT_NUMBERS * e];
  return sum;
}

KERNEL_FN lane_t watch_value(const kernel_run *run, const beams_stepper *self, int kind, int index) {
  switch (kind) {
  case BEAMS_PENETRATION:
    return watch_penetration(run, self);
  case BEAMS_DISSIPATION:
    return watch_sum(run, self, ZONE_WORK);
  case BEAMS_SLIDING:
    return zone_before(run, self, index)[ZONE_PATH];
  case BEAMS_REACTION:
    return watch_reaction(run, self);
  case BEAMS_REACTION_OF:
    return self->reaction[index];
  case BEAMS_DISPLACEMENT:
    return self->moved_kept[index];
  case BEAMS_ENERGY:
    return watch_energy(run, self);
  case BEAMS_SOLVES:
    return self->solved;
  case BEAMS_CUTS:
    return self->halved;
  case BEAMS_FACTOR:
    return self->factor;
  default:
    return watch_pair(run, self, kind, index);
  }
}

KERNEL_FN void watch_step(const kernel_run *run, beams_stepper *self, long step, mask_t recorded) {
  const signal_layout layout = beams_signals(DIMS(run));
  team_for(s, layout.n) {
    const int at = beams_signal(DIMS(run), s);
    observe_signal(run, layout, &self->recording, self->observed, s, step,
                   watch_value(run, self, TABLE(at + SIGNAL_KIND), TABLE(at + SIGNAL_INDEX)), recorded);
  }
  team_sync();
}

#endif
