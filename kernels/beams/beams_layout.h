// Beams in contact: the meaning of the kernel's sizes, and the layout of `tables`, `parameters` and
// `state`. Plain integers, independent of the machine; shared by the stepper and its engine. A step
// is a load increment.
#ifndef CHATTER_KERNELS_BEAMS_LAYOUT_H
#define CHATTER_KERNELS_BEAMS_LAYOUT_H

#include "../arrays.h"
#include "../signals.h"

// kernel_sizes.dim
enum {
  DIM_BEAMS,
  DIM_BEAM_NODES,            // over all beams
  DIM_BEAM_ELEMENTS,         // over all beams
  DIM_BEAM_UNKNOWNS,         // unknowns
  DIM_BEAM_DRIVEN_FREEDOMS,  // freedoms with a prescribed motion
  DIM_BEAM_LOADED_FREEDOMS,  // freedoms with a force
  DIM_CONTACT_ZONES,         // pairs of beams that may touch
  DIM_PAIRS_PER_ZONE,        // pairs of points per zone: 1, 3, 5
  DIM_MAX_BEAM_NODES,        // most nodes of one beam
  DIM_LOAD_LEGS,             // legs of the load history
  DIM_BEAM_SIGNALS,          //
  DIM_BEAM_ACCUMULATOR_ROWS, // rows of accumulators in the state
  DIM_BEAM_WINDOW_VALUES,    // values per window
  DIM_BEAM_SERIES_SIZE,      // doubles of `series` per chosen trajectory, 0: none
  N_DIM_BEAMS                // number of sizes
};

// Numbers of a zone: history, present values, and those of each pair of points.
enum {
  ZONE_PLACE_KNOWN,                  // 1: S is known
  ZONE_ACTIVE,                       // 1: the central pair is closed
  ZONE_FIRST_PLACE,                  // S of the closest point on the first beam (m)
  ZONE_SECOND_PLACE,                 // S of the closest point on the second beam (s)
  ZONE_DISSIPATION,                  // dissipated energy so far
  ZONE_SLIP_PATH,                    // Σ |change of the plastic gap of m| of the central pair
  ZONE_NORMAL,                       // unit vector of the closest points, s to m; 0: unknown
  ZONE_FIRST_PAIR = ZONE_NORMAL + 3, // then N_PAIR_NUMBERS per pair
  PAIR_ELASTIC_GAP = 0,              // g^e on m, on s
  PAIR_PLASTIC_GAP = 2,              // g^p on m, on s
  PAIR_GAP = 4,
  PAIR_NORMAL_FORCE,                    // F_N
  PAIR_FRICTION_FORCE,                  // F on m, on s
  PAIR_STATE = PAIR_FRICTION_FORCE + 2, // 0 open, 1 stick, 2 slip
  PAIR_MUTUAL_FORCE,                    // length of the friction force as a vector
  PAIR_PLACE,                           // S on m, on s
  PAIR_FACET = PAIR_PLACE + 2,          // facets of the points on m, on s
  PAIR_MULTIPLIER = PAIR_FACET + 2,     // multiplier of the normal force: 0 with penalty alone
  N_PAIR_NUMBERS
};
KERNEL_INDEX int zone_n_numbers(int pairs) {
  return ZONE_FIRST_PAIR + pairs * N_PAIR_NUMBERS;
}
enum {
  ZONE_MAX_PAIRS = 5,
  ZONE_MAX_PLACES = 2 + ZONE_MAX_PAIRS
}; // unknown places of a zone: S_m, S_s, shift, S_m of the outer pairs
enum { ZONE_MAX_NUMBERS = ZONE_FIRST_PAIR + ZONE_MAX_PAIRS * N_PAIR_NUMBERS };
KERNEL_INDEX int zone_n_places(int pairs) {
  return pairs > 1 ? 2 + pairs : 2;
}
// Numbers of a node of a zone: weights of its beam's points, then numbers of each of its three
// freedoms.
enum {
  FAN_SHAPE_VALUE,
  FAN_SHAPE_SLOPE,
  FAN_SHAPE_BEFORE,
  N_FAN_WEIGHTS
}; // per pair: N, N' at the point, N at its earlier place
enum {
  FAN_ROW_GAP,
  FAN_ROW_SLIP,
  FAN_ROW_FORCE_CHANGE = FAN_ROW_SLIP + 2,
  N_FAN_ROWS = FAN_ROW_FORCE_CHANGE + 2
};                                                  // per pair
KERNEL_INDEX int fan_n_freedom_numbers(int pairs) { // per freedom: changes of places, their products, rows
  return 2 * zone_n_places(pairs) + pairs * N_FAN_ROWS;
}
KERNEL_INDEX int fan_n_numbers(int pairs) {
  return pairs * N_FAN_WEIGHTS + 3 * fan_n_freedom_numbers(pairs);
}

// Arrays of a beam assembly (arrays.h); one of each per trajectory.
enum {
  N_BEAM_ELEMENT_NUMBERS = 157, // energy, force, tangent
  N_NODE_NUMBERS = 3,           // a place
  N_TURN_NUMBERS = 4            // a quaternion
};

// clang-format off
#define BEAMS_ARRAYS(LANE, WIDE, SHARED, D) \
  LANE(moved, N_NODE_NUMBERS * D(DIM_BEAM_NODES)) /* displacements of the nodes */ \
  LANE(turned, N_TURN_NUMBERS * D(DIM_BEAM_NODES)) /* their rotations */ \
  LANE(moved_kept, N_NODE_NUMBERS * D(DIM_BEAM_NODES)) /* where the last increment ended */ \
  LANE(turned_kept, N_TURN_NUMBERS * D(DIM_BEAM_NODES)) \
  LANE(place, N_NODE_NUMBERS * D(DIM_BEAM_NODES)) /* X + u */ \
  LANE(element, N_BEAM_ELEMENT_NUMBERS * D(DIM_BEAM_ELEMENTS)) \
  LANE(force, 6 * D(DIM_BEAM_NODES)) /* of all freedoms: internal, contact, less loads */ \
  LANE(tangent, D(DIM_BEAM_UNKNOWNS) * D(DIM_BEAM_UNKNOWNS)) /* of those that are free, by unknowns */ \
  LANE(reach, D(DIM_BEAM_UNKNOWNS)) /* one behind the last unknown of each row, of all lanes */ \
  LANE(start, D(DIM_BEAM_UNKNOWNS)) /* the first row that reaches each unknown */ \
  LANE(step, D(DIM_BEAM_UNKNOWNS)) /* right side, then the change of the unknowns */ \
  LANE(pace, D(DIM_BEAM_DRIVEN_FREEDOMS)) /* change of the driven freedoms in this round */ \
  LANE(reaction, D(DIM_BEAM_DRIVEN_FREEDOMS)) /* where the last increment ended */ \
  LANE(zone, zone_n_numbers(D(DIM_PAIRS_PER_ZONE)) * D(DIM_CONTACT_ZONES)) /* of each zone, ZONE_... */ \
  LANE(zone_kept, zone_n_numbers(D(DIM_PAIRS_PER_ZONE)) * D(DIM_CONTACT_ZONES)) \
  LANE(fan, fan_n_numbers(D(DIM_PAIRS_PER_ZONE)) * 2 * D(DIM_MAX_BEAM_NODES)) /* of a zone's nodes, FAN_... */ \
  LANE(observed, D(DIM_BEAM_ACCUMULATOR_ROWS))
// clang-format on

// `parameters`
enum {
  BEAMS_STEP_UNIT = PARAMETER_STEPPER_FIRST, // 1: unit in which steps are counted
  BEAMS_INCREMENTS_PER_LEG,                  // per leg
  BEAMS_TOLERANCE,
  BEAMS_MAX_ITERATIONS,
  BEAMS_MAX_HALVINGS,
  BEAMS_NORMAL_PENALTY,       // ε_N
  BEAMS_TANGENTIAL_PENALTY,   // ε_T
  BEAMS_FRICTION_COEFFICIENT, // μ
  BEAMS_VECTOR_FRICTION,      // 1: friction is a vector on both bodies
  BEAMS_PAIR_SHIFT,           // shift of outer pairs, times r_m/(3 l_s sin φ)
  BEAMS_FIRST_STEP,           // first step of the load history
  BEAMS_FIRST_LOAD_FACTOR,    // load factor there
  BEAMS_MAX_AUGMENTATIONS,    // most updates of normal multipliers; 0: penalty alone
  BEAMS_MAX_PENETRATION,      // allowed penetration of all pairs, over the sum of the radii
  N_BEAMS_PARAMETERS
};
enum {                     // per beam
  BEAM_AXES,               // quaternion of nodal axes: along the beam, horizontal, third
  BEAM_ELEMENT_LENGTH = 4, // of an element
  BEAM_SECTION_RADIUS,
  BEAM_AXIAL_STIFFNESS,     // EA
  BEAM_TORSIONAL_STIFFNESS, // GJ
  BEAM_BENDING_STIFFNESS,   // EI
  N_BEAM_PARAMETERS
};
KERNEL_INDEX int beams_beam_parameter(const int *dim, int beam) {
  return (void)dim, N_BEAMS_PARAMETERS + beam * N_BEAM_PARAMETERS;
}
KERNEL_INDEX int beams_rest_place(const int *dim, int node) { // X
  return beams_beam_parameter(dim, dim[DIM_BEAMS]) + 3 * node;
}
KERNEL_INDEX int beams_rest_axes(const int *dim, int element) { // quaternion of its triad at rest
  return beams_rest_place(dim, dim[DIM_BEAM_NODES]) + 4 * element;
}
KERNEL_INDEX int beams_leg_parameter(const int *dim) { // load factor at the end of each leg
  return beams_rest_axes(dim, dim[DIM_BEAM_ELEMENTS]);
}
// per driven freedom: its value at factor 1
KERNEL_INDEX int beams_driven_parameter(const int *dim) {
  return beams_leg_parameter(dim) + dim[DIM_LOAD_LEGS];
}
KERNEL_INDEX int beams_loaded_parameter(const int *dim) {
  return beams_driven_parameter(dim) + dim[DIM_BEAM_DRIVEN_FREEDOMS];
}
KERNEL_INDEX int beams_n_parameters(const int *dim) {
  return beams_loaded_parameter(dim) + dim[DIM_BEAM_LOADED_FREEDOMS];
}

// Layout of `tables`: signals, the number of windows, then of beams, zones, freedoms, unknowns.
typedef enum {        // source of a signal; meaning of index
  BEAMS_NORMAL_FORCE, // zone, pair, side: index = (zone · ZONE_MAX_PAIRS + pair) · 2 + side
  BEAMS_FRICTION_FORCE,
  BEAMS_MUTUAL_FORCE,
  BEAMS_ELASTIC_GAP,
  BEAMS_PLASTIC_GAP,
  BEAMS_GAP,
  BEAMS_PAIR_STATE,
  BEAMS_PLACE,               // distance along the beam, per side
  BEAMS_PENETRATION,         // largest over all pairs, over the sum of the radii
  BEAMS_DISSIPATION,         // over all zones so far
  BEAMS_SLIDING,             // per zone so far
  BEAMS_REACTION,            // mean of |force| of the driven freedoms
  BEAMS_REACTION_OF_FREEDOM, // of one driven freedom, signed; index
  BEAMS_DISPLACEMENT,        // index: node · 3 + direction
  BEAMS_ENERGY,              // elastic energy of the elements
  BEAMS_N_SOLVES,            // linear solves so far
  BEAMS_N_CUTS,              // halved increments so far
  BEAMS_FACTOR               // load factor
} beams_signal_kind;
KERNEL_INDEX int beams_signal_table(const int *dim, int signal) {
  return (void)dim, signal * N_SIGNAL_NUMBERS;
}
KERNEL_INDEX int beams_window_count_at(const int *dim) { // number of windows
  return beams_signal_table(dim, dim[DIM_BEAM_SIGNALS]);
}
enum { BEAM_FIRST_NODE, BEAM_N_NODES, BEAM_FIRST_ELEMENT, N_BEAM_INTEGERS };
KERNEL_INDEX int beams_beam_table(const int *dim, int beam) {
  return beams_window_count_at(dim) + 1 + beam * N_BEAM_INTEGERS;
}
KERNEL_INDEX int beams_zone_table(const int *dim, int zone) { // first and second beam
  return beams_beam_table(dim, dim[DIM_BEAMS]) + 2 * zone;
}
KERNEL_INDEX int beams_unknown_table(const int *dim, int freedom) { // -1: not free
  return beams_zone_table(dim, dim[DIM_CONTACT_ZONES]) + freedom;
}
KERNEL_INDEX int beams_driven_freedom_table(const int *dim, int driven) {
  return beams_unknown_table(dim, 6 * dim[DIM_BEAM_NODES]) + driven;
}
KERNEL_INDEX int beams_loaded_freedom_table(const int *dim, int loaded) {
  return beams_driven_freedom_table(dim, dim[DIM_BEAM_DRIVEN_FREEDOMS]) + loaded;
}
KERNEL_INDEX int beams_freedom_table(const int *dim, int unknown) {
  return beams_loaded_freedom_table(dim, dim[DIM_BEAM_LOADED_FREEDOMS]) + unknown;
}
// Returns the end of the unknowns that are coupled by an element with unknown k or an earlier one.
KERNEL_INDEX int beams_reach_table(const int *dim, int unknown) {
  return beams_freedom_table(dim, dim[DIM_BEAM_UNKNOWNS]) + unknown;
}
// first row that reaches an unknown by elements
KERNEL_INDEX int beams_start_table(const int *dim, int unknown) {
  return beams_reach_table(dim, dim[DIM_BEAM_UNKNOWNS]) + unknown;
}
KERNEL_INDEX int beams_n_tables(const int *dim) {
  return beams_start_table(dim, dim[DIM_BEAM_UNKNOWNS]);
}

// Layout of `state` after the common rows. The host sets the load factor, unit rotations and the
// accumulators, and the rest to 0.
enum {
  BEAMS_SOLVED = STATE_STEPPER_FIRST, // linear solves
  BEAMS_HALVED,                       // increments cut in half
  BEAMS_REACHED,                      // load factor
  BEAMS_MOVED                         // displacements, rotations, zones
};
KERNEL_INDEX int beams_row_rotations(const int *dim) {
  return BEAMS_MOVED + N_NODE_NUMBERS * dim[DIM_BEAM_NODES];
}
KERNEL_INDEX int beams_row_zone(const int *dim) {
  return beams_row_rotations(dim) + N_TURN_NUMBERS * dim[DIM_BEAM_NODES];
}
KERNEL_INDEX int beams_row_observed(const int *dim) {
  return beams_row_zone(dim) + zone_n_numbers(dim[DIM_PAIRS_PER_ZONE]) * dim[DIM_CONTACT_ZONES];
}
KERNEL_INDEX int beams_n_state(const int *dim) {
  return beams_row_observed(dim) + dim[DIM_BEAM_ACCUMULATOR_ROWS];
}
KERNEL_INDEX signal_layout beams_signal_layout(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_BEAM_SIGNALS];
  layout.table = beams_signal_table(dim, 0);
  layout.windows = beams_window_count_at(dim);
  layout.row = beams_row_observed(dim);
  layout.window_values = dim[DIM_BEAM_WINDOW_VALUES];
  layout.series = dim[DIM_BEAM_SERIES_SIZE];
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
KERNEL_INDEX int
beams_n_persistent(const int *dim) { // far more than registers hold: a team uses shared memory
  return 14 * dim[DIM_BEAM_NODES] + dim[DIM_BEAM_UNKNOWNS] * dim[DIM_BEAM_UNKNOWNS];
}
KERNEL_INDEX int beams_n_parallel(const int *dim) {
  return dim[DIM_BEAM_UNKNOWNS];
}

#endif
