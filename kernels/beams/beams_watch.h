// Signals of beams at the end of an increment; observe.h accumulates them.
#ifndef CHATTER_KERNELS_BEAMS_WATCH_H
#define CHATTER_KERNELS_BEAMS_WATCH_H

#include "increment.h"

// Returns the distance along a beam from its first node, for a place S; S = 0 is the middle of the
// first element.
KERNEL_FN lane_t watch_place_along(const kernel_run *run, int zone, int side, lane_t place) {
  return lane_set(0.5) * (place + lane_set(1)) * beam_section_of(run, zone_beam(run, zone, side)).length;
}

// Returns a number of a pair on one side; index: see beams_signal_kind.
KERNEL_FN lane_t watch_pair_number(const kernel_run *run, const beams_stepper *self, int kind, int index) {
  const int side = index % 2, q = index / 2 % ZONE_MAX_PAIRS, z = index / 2 / ZONE_MAX_PAIRS;
  const lane_t *zone = zone_numbers_before(run, self, z), *pair = zone + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
  switch (kind) {
  case BEAMS_NORMAL_FORCE:
    return pair[PAIR_NORMAL_FORCE];
  case BEAMS_FRICTION_FORCE:
    return pair[PAIR_FRICTION_FORCE + side];
  case BEAMS_MUTUAL_FORCE:
    return pair[PAIR_MUTUAL_FORCE];
  case BEAMS_ELASTIC_GAP:
    return pair[PAIR_ELASTIC_GAP + side];
  case BEAMS_PLASTIC_GAP:
    return pair[PAIR_PLASTIC_GAP + side];
  case BEAMS_GAP:
    return pair[PAIR_GAP];
  case BEAMS_PAIR_STATE:
    return pair[PAIR_STATE];
  default:
    return watch_place_along(run, z, side, pair[PAIR_PLACE + side]);
  }
}

KERNEL_FN lane_t watch_penetration(const kernel_run *run, const beams_stepper *self) {
  lane_t most = lane_set(0);
  for (int z = 0; z < DIM(DIM_CONTACT_ZONES); z++) {
    const lane_t radii = beam_parameter(run, zone_beam(run, z, 0), BEAM_SECTION_RADIUS) +
                         beam_parameter(run, zone_beam(run, z, 1), BEAM_SECTION_RADIUS);
    for (int q = 0; q < DIM(DIM_PAIRS_PER_ZONE); q++) {
      const lane_t *pair = zone_numbers_before(run, self, z) + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
      const lane_t depth =
          lane_select(lane_less(lane_set(0), pair[PAIR_STATE]), -pair[PAIR_GAP] / radii, lane_set(0));
      most = lane_max(most, depth);
    }
  }
  return most;
}

KERNEL_FN lane_t watch_reaction(const kernel_run *run, const beams_stepper *self) {
  lane_t sum = lane_set(0);
  for (int d = 0; d < DIM(DIM_BEAM_DRIVEN_FREEDOMS); d++) sum = sum + lane_abs(self->reaction[d]);
  return sum / lane_set((real)(DIM(DIM_BEAM_DRIVEN_FREEDOMS) > 0 ? DIM(DIM_BEAM_DRIVEN_FREEDOMS) : 1));
}

KERNEL_FN lane_t watch_force_sum(const kernel_run *run, const beams_stepper *self, int which) {
  lane_t sum = lane_set(0);
  for (int z = 0; z < DIM(DIM_CONTACT_ZONES); z++) sum = sum + zone_numbers_before(run, self, z)[which];
  return sum;
}

KERNEL_FN lane_t watch_energy(const kernel_run *run, const beams_stepper *self) {
  lane_t sum = lane_set(0);
  for (int e = 0; e < DIM(DIM_BEAM_ELEMENTS); e++)
    sum = sum + self->element[(long)N_BEAM_ELEMENT_NUMBERS * e];
  return sum;
}

KERNEL_FN lane_t watch_signal_value(const kernel_run *run, const beams_stepper *self, int kind, int index) {
  switch (kind) {
  case BEAMS_PENETRATION:
    return watch_penetration(run, self);
  case BEAMS_DISSIPATION:
    return watch_force_sum(run, self, ZONE_DISSIPATION);
  case BEAMS_SLIDING:
    return zone_numbers_before(run, self, index)[ZONE_SLIP_PATH];
  case BEAMS_REACTION:
    return watch_reaction(run, self);
  case BEAMS_REACTION_OF_FREEDOM:
    return self->reaction[index];
  case BEAMS_DISPLACEMENT:
    return self->moved_kept[index];
  case BEAMS_ENERGY:
    return watch_energy(run, self);
  case BEAMS_N_SOLVES:
    return self->solved;
  case BEAMS_N_CUTS:
    return self->halved;
  case BEAMS_FACTOR:
    return self->factor;
  default:
    return watch_pair_number(run, self, kind, index);
  }
}

KERNEL_FN void watch_step(const kernel_run *run, beams_stepper *self, long step, mask_t recorded) {
  const signal_layout layout = beams_signal_layout(DIMS(run));
  team_for(s, layout.n) {
    const int at = beams_signal_table(DIMS(run), s);
    observe_signal(run, layout, &self->recording, self->observed, s, step,
                   watch_signal_value(run, self, TABLE(at + SIGNAL_KIND), TABLE(at + SIGNAL_INDEX)),
                   recorded);
  }
  team_sync();
}

#endif
