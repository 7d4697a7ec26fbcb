// Beams in contact: the meaning of the sizes of the kernel and where everything lies in `tables`,
// `parameters` and `state`. Plain integers, no machine: shared by the stepper and by the engine that feeds
// it. A step is a load increment.
#ifndef CHATTER_KERNELS_BEAMS_LAYOUT_H
#define CHATTER_KERNELS_BEAMS_LAYOUT_H

#include "../arrays.h"
#include "../signals.h"

// kernel_sizes.dim
enum {
  DIM_BEAMS,
  DIM_BEAM_NODES,    // of all beams
  DIM_BEAM_ELEMENTS, // likewise
  DIM_BEAM_FREE,     // unknowns
  DIM_BEAM_DRIVEN,   // freedoms that are moved
  DIM_BEAM_LOADED,   // freedoms with a force
  DIM_ZONES,         // pairs of beams that may touch
  DIM_PAIRS,         // of points in each zone, 1, 3, 5
  DIM_MOST_NODES,    // of one beam
  DIM_LEGS,          // of the course of the load
  DIM_BEAM_SIGNALS,  //
  DIM_BEAM_OBSERVED, // rows of accumulators in the state
  DIM_BEAM_WINDOWS,  // values per window
  DIM_BEAM_SERIES,   // doubles of `series` per chosen trajectory, 0: none
  DIM_BEAM_ROOM      // how many are used
};

// Numbers of a zone: history, what is known of it now, and what belongs to each pair of points.
enum {
  ZONE_KNOWN,                   // 1: S has been found
  ZONE_ACTIVE,                  // 1: the central pair is closed
  ZONE_FIRST,                   // S of the closest point on the first beam (m)
  ZONE_SECOND,                  // and on the second (s)
  ZONE_WORK,                    // dissipated so far
  ZONE_PATH,                    // Σ |change of the plastic gap of m| of the central pair
  ZONE_NORMAL,                  // unit vector between the closest points, from s to m; 0: not known
  ZONE_PAIRS = ZONE_NORMAL + 3, // then PAIR_NUMBERS of each
  PAIR_ELASTIC = 0,             // g^e on m, on s
  PAIR_PLASTIC = 2,             // g^p on m, on s
  PAIR_GAP = 4,
  PAIR_NORMAL,                      // F_N
  PAIR_FRICTION,                    // F on m, on s
  PAIR_STATE = PAIR_FRICTION + 2,   // 0 open, 1 stick, 2 slip
  PAIR_MUTUAL,                      // length of the friction force as a vector
  PAIR_ALONG,                       // S on m, on s
  PAIR_FACET = PAIR_ALONG + 2,      // of the points on m, on s
  PAIR_MULTIPLIER = PAIR_FACET + 2, // of the normal force: 0 by penalty alone
  PAIR_NUMBERS
};
KERNEL_INDEX int zone_numbers(int pairs) {
  return ZONE_PAIRS + pairs * PAIR_NUMBERS;
}
enum {
  MOST_PAIRS = 5,
  MOST_PLACES = 2 + MOST_PAIRS
}; // unknown places of a zone: S_m, S_s, shift, S_m of the others
enum { MOST_ZONE_NUMBERS = ZONE_PAIRS + MOST_PAIRS * PAIR_NUMBERS };
KERNEL_INDEX int zone_places(int pairs) {
  return pairs > 1 ? 2 + pairs : 2;
}
// Numbers of a node of a zone: weights of its beam's points, then by each of its three freedoms.
enum { FAN_VALUE, FAN_SLOPE, FAN_BEFORE, FAN_WEIGHTS }; // of each pair: N, N' at the point, N where it was
enum { FAN_GAP, FAN_SLID, FAN_RETURN = FAN_SLID + 2, FAN_ROWS = FAN_RETURN + 2 }; // of each pair
KERNEL_INDEX int fan_freedom(int pairs) { // of each freedom: changes of places, what goes with them, rows
  return 2 * zone_places(pairs) + pairs * FAN_ROWS;
}
KERNEL_INDEX int fan_numbers(int pairs) {
  return pairs * FAN_WEIGHTS + 3 * fan_freedom(pairs);
}

#include "beams_arrays.h"

// `parameters`
enum {
  BEAMS_UNIT = PARAMETER_STEPPER, // 1: what a step is counted as
  BEAMS_INCREMENTS,               // per leg
  BEAMS_TOLERANCE,
  BEAMS_ITERATIONS,
  BEAMS_HALVINGS,
  BEAMS_NORMAL,     // ε_N
  BEAMS_TANGENTIAL, // ε_T
  BEAMS_FRICTION,   // μ
  BEAMS_VECTOR,     // 1: friction is a vector on both bodies
  BEAMS_SHIFT,      // of the outer pairs: times r_m/(3 l_s sin φ), eq. (5)
  BEAMS_FIRST,      // step that the course of the load begins with
  BEAMS_FROM,       // load factor there
  BEAMS_AUGMENTED,  // most updates of the normal multipliers in an increment; 0: by penalty alone
  BEAMS_DEEPEST,    // then no pair may press deeper, over the sum of the radii
  N_BEAMS_PARAMETERS
};
enum {             // of each beam
  BEAM_AXES,       // quaternion of the axes of its nodes' rotations: along it, horizontal, the third
  BEAM_LENGTH = 4, // of an element
  BEAM_RADIUS,
  BEAM_STRETCH, // EA
  BEAM_TWIST,   // GJ
  BEAM_BENDING, // EI
  N_BEAM
};
KERNEL_INDEX int beams_of_beam(const int *dim, int beam) {
  return (void)dim, N_BEAMS_PARAMETERS + beam * N_BEAM;
}
KERNEL_INDEX int beams_rest_place(const int *dim, int node) { // X
  return beams_of_beam(dim, dim[DIM_BEAMS]) + 3 * node;
}
KERNEL_INDEX int beams_rest_axes(const int *dim, int element) { // quaternion of its triad at rest
  return beams_rest_place(dim, dim[DIM_BEAM_NODES]) + 4 * element;
}
KERNEL_INDEX int beams_legs(const int *dim) { // the load factor at the end of each leg
  return beams_rest_axes(dim, dim[DIM_BEAM_ELEMENTS]);
}
KERNEL_INDEX int beams_driven(const int *dim) { // of each driven freedom: its size at factor 1
  return beams_legs(dim) + dim[DIM_LEGS];
}
KERNEL_INDEX int beams_loaded(const int *dim) {
  return beams_driven(dim) + dim[DIM_BEAM_DRIVEN];
}
KERNEL_INDEX int beams_n_parameters(const int *dim) {
  return beams_loaded(dim) + dim[DIM_BEAM_LOADED];
}

// `tables`: signals, the number of windows, then of beams, zones, freedoms, unknowns.
typedef enum {        // what a signal is taken from; index: see there
  BEAMS_NORMAL_FORCE, // zone, pair, side: index = (zone · MOST_PAIRS + pair) · 2 + side
  BEAMS_FRICTION_FORCE,
  BEAMS_MUTUAL_FORCE,
  BEAMS_ELASTIC_GAP,
  BEAMS_PLASTIC_GAP,
  BEAMS_GAP,
  BEAMS_STATE,
  BEAMS_ALONG,        // distance along the beam, of either side
  BEAMS_PENETRATION,  // deepest of all pairs now, over the sum of the radii
  BEAMS_DISSIPATION,  // of all zones so far
  BEAMS_SLIDING,      // of a zone so far
  BEAMS_REACTION,     // mean of |force| of the driven freedoms
  BEAMS_REACTION_OF,  // of one, signed; index
  BEAMS_DISPLACEMENT, // index: node · 3 + direction
  BEAMS_ENERGY,       // of the elements
  BEAMS_SOLVES,       // linear ones so far
  BEAMS_CUTS,         // halvings so far
  BEAMS_FACTOR        // of the load
} beams_signal_kind;
KERNEL_INDEX int beams_signal(const int *dim, int signal) {
  return (void)dim, signal * N_SIGNAL;
}
KERNEL_INDEX int beams_windows(const int *dim) { // how many
  return beams_signal(dim, dim[DIM_BEAM_SIGNALS]);
}
enum { BEAM_FIRST_NODE, BEAM_N_NODES, BEAM_FIRST_ELEMENT, N_BEAM_TABLE };
KERNEL_INDEX int beams_beam(const int *dim, int beam) {
  return beams_windows(dim) + 1 + beam * N_BEAM_TABLE;
}
KERNEL_INDEX int beams_zone(const int *dim, int zone) { // first and second beam
  return beams_beam(dim, dim[DIM_BEAMS]) + 2 * zone;
}
KERNEL_INDEX int beams_unknown(const int *dim, int freedom) { // number of the unknown, -1: not free
  return beams_zone(dim, dim[DIM_ZONES]) + freedom;
}
KERNEL_INDEX int beams_driven_freedom(const int *dim, int driven) {
  return beams_unknown(dim, 6 * dim[DIM_BEAM_NODES]) + driven;
}
KERNEL_INDEX int beams_loaded_freedom(const int *dim, int loaded) {
  return beams_driven_freedom(dim, dim[DIM_BEAM_DRIVEN]) + loaded;
}
KERNEL_INDEX int beams_freedom(const int *dim, int unknown) {
  return beams_loaded_freedom(dim, dim[DIM_BEAM_LOADED]) + unknown;
}
// One behind the last unknown that meets unknown k or one before it in an element.
KERNEL_INDEX int beams_reach(const int *dim, int unknown) {
  return beams_freedom(dim, dim[DIM_BEAM_FREE]) + unknown;
}
KERNEL_INDEX int beams_start(const int *dim, int unknown) { // the first row that reaches it so
  return beams_reach(dim, dim[DIM_BEAM_FREE]) + unknown;
}
KERNEL_INDEX int beams_n_tables(const int *dim) {
  return beams_start(dim, dim[DIM_BEAM_FREE]);
}

// `state` after the common rows. The host binds the load factor, rotations of 1 and the accumulators, all
// else 0.
enum {
  BEAMS_SOLVED = STATE_STEPPER, // linear solves
  BEAMS_HALVED,                 // increments cut in half
  BEAMS_REACHED,                // load factor
  BEAMS_MOVED                   // displacements, rotations, zones
};
KERNEL_INDEX int beams_row_turned(const int *dim) {
  return BEAMS_MOVED + NODE_NUMBERS * dim[DIM_BEAM_NODES];
}
KERNEL_INDEX int beams_row_zone(const int *dim) {
  return beams_row_turned(dim) + TURN_NUMBERS * dim[DIM_BEAM_NODES];
}
KERNEL_INDEX int beams_row_observed(const int *dim) {
  return beams_row_zone(dim) + zone_numbers(dim[DIM_PAIRS]) * dim[DIM_ZONES];
}
KERNEL_INDEX int beams_n_state(const int *dim) {
  return beams_row_observed(dim) + dim[DIM_BEAM_OBSERVED];
}
KERNEL_INDEX signal_layout beams_signals(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_BEAM_SIGNALS];
  layout.table = beams_signal(dim, 0);
  layout.windows = beams_windows(dim);
  layout.row = beams_row_observed(dim);
  layout.window_values = dim[DIM_BEAM_WINDOWS];
  layout.series = dim[DIM_BEAM_SERIES];
  layout.filters = 0, layout.parameter = 0, layout.row_filters = 0;
  return layout;
}

KERNEL_INDEX long beams_n_model(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long beams_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long beams_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(BEAMS_ARRAYS);
}
KERNEL_INDEX int beams_fixed_tables(const int *dim) {
  return beams_n_tables(dim);
}
KERNEL_INDEX int beams_kept(const int *dim) { // far above what registers hold: a team, by shared memory
  return 14 * dim[DIM_BEAM_NODES] + dim[DIM_BEAM_FREE] * dim[DIM_BEAM_FREE];
}
KERNEL_INDEX int beams_width(const int *dim) {
  return dim[DIM_BEAM_FREE];
}

#endif
