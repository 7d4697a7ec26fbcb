// Sizes of the trace of an elastic friction element (elastic_friction.h). Plain integers,
// independent of the machine.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_LAYOUT_H
#define CHATTER_KERNELS_LAW_ELASTIC_LAYOUT_H

#include "../batch.h"

// Single numbers of the trace.
enum {
  ELASTIC_FAILED,   // 1: more turning points than this degree allows (rounding), or not finite
  ELASTIC_N_TURNS,  // turning points in the list
  ELASTIC_N_EVENTS, // events in the list
  // tangential stiffness; 0 without friction, so that no tangential force builds up
  ELASTIC_STIFFNESS,
  ELASTIC_SLOPE_ROUNDING,    // rounding level of the slopes of the limits
  ELASTIC_LOAD_ROUNDING,     // rounding level of the normal force
  ELASTIC_START_STATE,       // ELASTIC_STATE_... at the beginning of the period
  ELASTIC_START_OFFSET,      // constant c of a stick phase at the beginning of the period
  ELASTIC_LOWEST_CEILING,    // least ceiling
  ELASTIC_LOWEST_CEILING_AT, // its time, turns
  ELASTIC_HIGHEST_FLOOR,     // highest floor
  ELASTIC_HIGHEST_FLOOR_AT,
  ELASTIC_ALWAYS_STUCK,  // 1: stuck during the whole period
  ELASTIC_SLIP_FRACTION, // slip fraction of the period
  ELASTIC_OPEN_FRACTION, // open fraction of the period
  N_ELASTIC_HEAD
};
enum {
  N_ELASTIC_TURN_LISTS = 4,
  N_ELASTIC_EVENT_LISTS = 6,
  N_ELASTIC_MOMENT_LISTS = 4,
  N_ELASTIC_BASIS_ROWS = 3
};

// Largest number of turning points. A trigonometric polynomial of degree H has at most 2H zeros: 2H
// turning points of the trial force, or 2H each of ceiling, floor, and zeros of the normal force.
KERNEL_INDEX int elastic_max_turns(int harmonics, int is_normal) {
  return (is_normal ? 6 : 2) * harmonics;
}
// Largest number of events. Each phase of stick begins at a minimum of the ceiling (H), at a
// maximum of the floor (H) or with contact (H), and ends once; contact ends H times; two events
// mark the onset of a stuck element.
KERNEL_INDEX int elastic_max_events(int harmonics, int is_normal) {
  return (is_normal ? 7 : 4) * harmonics + 2;
}
// Products have harmonics up to 2H, with forces up to 3H even 4H: one number for the mean, two for
// each harmonic.
enum { ELASTIC_FORCE_HARMONICS = 3 }; // harmonics of forces per harmonic of the motion
KERNEL_INDEX int elastic_max_moments(int harmonics) {
  return 2 * (1 + ELASTIC_FORCE_HARMONICS) * harmonics + 1;
}
// Returns the scratch of the trace of one element, in lane_t.
KERNEL_INDEX int elastic_trace_numbers(int harmonics, int is_normal) {
  return N_ELASTIC_HEAD + N_ELASTIC_TURN_LISTS * elastic_max_turns(harmonics, is_normal) +
         N_ELASTIC_EVENT_LISTS * elastic_max_events(harmonics, is_normal) +
         N_ELASTIC_MOMENT_LISTS * elastic_max_moments(harmonics) + N_ELASTIC_BASIS_ROWS * (2 * harmonics + 1);
}

#endif
