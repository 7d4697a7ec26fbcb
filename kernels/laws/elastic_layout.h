// Room for the trace of an elastic friction element (elastic_friction.h). Plain integers, no machine.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_LAYOUT_H
#define CHATTER_KERNELS_LAW_ELASTIC_LAYOUT_H

#include "../batch.h"

// Numbers of the trace that are not lists.
enum {
  ELASTIC_FAILED,    // 1: more turning points than motions of this degree have (rounding), or not finite
  ELASTIC_TURNS,     // turning points in the list
  ELASTIC_EVENTS,    // events in the list
  ELASTIC_STIFFNESS, // tangential stiffness, 0 without friction: then no tangential force ever builds up
  ELASTIC_TINY,      // size of rounding in the slopes of the limits
  ELASTIC_TINY_LOAD, // and in the normal force
  ELASTIC_BEGIN,     // state at the beginning of the period: elastic_state
  ELASTIC_HELD,      // constant c of a stick phase there
  ELASTIC_LEAST,     // least ceiling
  ELASTIC_LEAST_AT,  // turns
  ELASTIC_MOST,      // highest floor
  ELASTIC_MOST_AT,
  ELASTIC_STUCK,    // 1: stuck the whole period
  ELASTIC_SLIPPING, // fraction of the period
  ELASTIC_OPEN,     // likewise, separated
  ELASTIC_HEAD
};
enum { ELASTIC_TURN_LISTS = 4, ELASTIC_EVENT_LISTS = 6, ELASTIC_MOMENTS = 4, ELASTIC_ROWS = 3 };

// Of a trigonometric polynomial of degree H there are at most 2H zeros, hence turning points: 2H of the
// trial force, or 2H each of ceiling, floor and zeros of the normal force.
KERNEL_INDEX int elastic_turns_room(int harmonics, int is_normal) {
  return (is_normal ? 6 : 2) * harmonics;
}
// Each phase of stick begins at a minimum of the ceiling (H), at a maximum of the floor (H) or with contact
// (H) and ends once; contact ends H times; two to mark the onset of a stuck element.
KERNEL_INDEX int elastic_events_room(int harmonics, int is_normal) {
  return (is_normal ? 7 : 4) * harmonics + 2;
}
// Harmonics of products reach 2H, with forces up to 3H 4H; one number for the mean, two for each.
enum { ELASTIC_BEYOND = 3 }; // times as many harmonics of forces as of the motion
KERNEL_INDEX int elastic_moments_room(int harmonics) {
  return 2 * (1 + ELASTIC_BEYOND) * harmonics + 1;
}
// lane_t of scratch that the trace of one element takes.
KERNEL_INDEX int elastic_numbers(int harmonics, int is_normal) {
  return ELASTIC_HEAD + ELASTIC_TURN_LISTS * elastic_turns_room(harmonics, is_normal) +
         ELASTIC_EVENT_LISTS * elastic_events_room(harmonics, is_normal) +
         ELASTIC_MOMENTS * elastic_moments_room(harmonics) + ELASTIC_ROWS * (2 * harmonics + 1);
}

#endif
