// Layout shared by the two time steppers (leapfrog, Moreau) and the engine that feeds them: the
// meaning of the sizes, and the places in `model`, `tables`, `parameters` and `state`. Plain
// integers, independent of the machine.
#ifndef CHATTER_KERNELS_TRANSIENT_LAYOUT_H
#define CHATTER_KERNELS_TRANSIENT_LAYOUT_H

#include "../arrays.h"
#include "../drives/drives.h"
#include "../laws/laws.h"
#include "../signals.h"
#include "transient_arrays.h"

// kernel_sizes.dim
enum {
  DIM_MODES,
  DIM_BOUNDARY, // rows of q_b
  DIM_LOADS,
  DIM_CONTACT_POINTS,    // contact points
  DIM_POINT_LAYOUT,      // point_layout
  DIM_CONTACT_ENTRIES,   // contact entries
  DIM_COEFFICIENTS_VARY, // 1: Δt or damping differ between trajectories; coefficients are per lane
  // 0: modes; 1: with a dense damping matrix; more: entries of the sparse stiffness in place of ω²
  DIM_MODE_COUPLING,
  DIM_LOADS_SWEEP, // 1: some excitation sweeps
  DIM_MOVING_GAP,  // 1: some gap depends on time
  DIM_PRELOAD,     // 1: some normal preload: an open contact carries λ = -λ0
  // 1: prediction of sticking (Monjaraz-Tec et al. 2022, equation 13) too; 0: of open contacts only
  // (11)
  DIM_PREDICTS_STICK,
  DIM_RESPONSES,
  DIM_SIGNALS,
  DIM_ACCUMULATOR_ROWS, // rows of accumulators in the state
  DIM_WINDOW_VALUES,    // values per window
  DIM_SERIES_SIZE,      // doubles of `series` per chosen trajectory, 0: none
  DIM_MEAN_VELOCITY,    // 1: a signal needs the mean velocity ū
  DIM_CONTACT_COUNTERS, // 1: contact counters (fractions, impacts, apexes) are kept
  DIM_MAX_APEXES,       // apexes kept per contact point
  DIM_DISSIPATION,      // 1: the work of friction is accumulated
  DIM_DELASSUS,         // 1: mass-carrying boundary, G is formed by the kernel (Moreau)
  DIM_NEWTON_KIND,      // newton_kind: newton.h alternates with the relaxation
  DIM_FILTERS,          // number of band filters of signals
  DIM_SPRING_KIND,      // spring_kind
  DIM_LAW_PARAMETERS,   // most parameters of a compliant law (laws/laws.h); 0: none
  DIM_LAW_STATES,       // most internal states of such a law
  DIM_DRIVE_NUMBERS,    // size of the drives' block in `model`, at least 1; 0: no drives
  N_DIM_TRANSIENT       // number of sizes
};

// Rows of one contact point (normal, tangents), the same for all points, so that builds of fixed
// size know them. MIXED: read from the tables. Bits: 1 for a normal row; number of tangents × 2.
typedef enum {
  POINT_LAYOUT_MIXED = 0,
  POINT_LAYOUT_NORMAL = 1,
  POINT_LAYOUT_TANGENT = 2,
  POINT_LAYOUT_NORMAL_AND_TANGENT = 3,
  POINT_LAYOUT_TWO_TANGENTS = 4,
  POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS = 5
} point_layout;

// Variants of Newton's method for the inclusion (newton.h).
typedef enum {
  NEWTON_NONE,    // relaxation only
  NEWTON_BATCHED, // few rows: one system for all lanes (newton_batched.h)
  NEWTON_PRIMAL,  // one system per lane (newton_per_lane.h), by G
  NEWTON_DUAL     // the same, or by K = G⁻¹ if that is cheaper
} newton_kind;

// Contact points with a spring: of the elastic or a compliant law.
typedef enum {
  SPRINGS_NONE,
  SPRINGS_IMPLICIT, // q_b depends on λ (F > 0): one inclusion of springs and set-valued laws
  // q_b does not depend on λ (F = 0), and all points have springs: λ follows from q_b
  SPRINGS_EXPLICIT,
  // the same, but some forces depend on the velocity of the step, and so on each other
  SPRINGS_VISCOUS
} spring_kind;

// Most frictionless points of direct.h, and most rows of newton.h: its system then takes 8 MiB per
// team of a GPU and lane of a worker.
enum { DIRECT_MAX_POINTS = 4, BATCHED_MAX_ROWS = 24, NEWTON_MAX_ROWS = 1023 };
// 1: the leapfrog stores the change of λ over a step, from which Newton's first guess is
// extrapolated.
#define TRANSIENT_EXTRAPOLATES(D) (D(DIM_NEWTON_KIND) > NEWTON_BATCHED && !D(DIM_DELASSUS))
KERNEL_INDEX int transient_is_direct(const int *dim) {
  return dim[DIM_POINT_LAYOUT] == POINT_LAYOUT_NORMAL && dim[DIM_CONTACT_POINTS] <= DIRECT_MAX_POINTS &&
         !dim[DIM_SPRING_KIND];
}
// Returns the newton_kind by the other sizes. K exists only for a massless boundary.
KERNEL_INDEX int transient_newton_kind(const int *dim) {
  if (transient_is_direct(dim) || dim[DIM_BOUNDARY] > NEWTON_MAX_ROWS ||
      dim[DIM_SPRING_KIND] == SPRINGS_EXPLICIT)
    return NEWTON_NONE;
  if (dim[DIM_BOUNDARY] <= BATCHED_MAX_ROWS) return NEWTON_BATCHED;
  return dim[DIM_SPRING_KIND] || dim[DIM_DELASSUS] ? NEWTON_PRIMAL : NEWTON_DUAL;
}

// Layout of `parameters`: head, then blocks per contact entry, drive (drives/drive.h), mode, and
// filter.
enum {
  TRANSIENT_DT = PARAMETER_STEPPER_FIRST, // s
  TRANSIENT_DIVERGENCE_LIMIT,             // |p| beyond which a trajectory has diverged
  TRANSIENT_TOLERANCE,                    // relative, of the inclusion solver
  TRANSIENT_MAX_ITERATIONS,               // of the inclusion solver
  TRANSIENT_RELAXATION,                   // factor on 1 / row sum of |G|
  // b of the damping b A of a sparse stiffness, by the velocity half a step before, s
  TRANSIENT_DAMPING_LAG,
  TRANSIENT_FIRST_ENTRY
};
enum { // per contact entry
  ENTRY_GAP,
  ENTRY_GAP_AMPLITUDE,
  ENTRY_GAP_FREQUENCY,
  ENTRY_GAP_TURNS, // phase / 2π
  ENTRY_PRELOAD,
  ENTRY_FRICTION,
  ENTRY_RESTITUTION,
  ENTRY_WALL_VELOCITY, // two velocities
  ENTRY_IMPACT_MERGE_TIME = ENTRY_WALL_VELOCITY + 2,
  ENTRY_IMPACT_IMPULSE, // impulse above which a contact counts as an impact, N s
  ENTRY_STIFFNESS,      // elastic law: stiffness along the normal, along the tangents
  N_ENTRY_NUMBERS = ENTRY_STIFFNESS + 2
};
KERNEL_INDEX int transient_entry_parameter(const int *dim, int entry) {
  return (void)dim, TRANSIENT_FIRST_ENTRY + entry * N_ENTRY_NUMBERS;
}
KERNEL_INDEX int transient_drive_parameter(const int *dim, int which) {
  return TRANSIENT_FIRST_ENTRY + dim[DIM_CONTACT_ENTRIES] * N_ENTRY_NUMBERS + which * N_DRIVE_PARAMETERS;
}
// Number of drives: one per load; if any drive is used, also those of the gap and the wall of each
// contact entry.
#define TRANSIENT_DRIVES(D) (D(DIM_LOADS) + (D(DIM_DRIVE_NUMBERS) ? 2 * D(DIM_CONTACT_ENTRIES) : 0))
KERNEL_INDEX int transient_drives(const int *dim) {
  return TRANSIENT_DRIVES(ARRAY_DIM);
}
KERNEL_INDEX int transient_gap_drive(const int *dim, int entry) {
  return dim[DIM_LOADS] + 2 * entry;
}
KERNEL_INDEX int transient_wall_drive(const int *dim, int entry) {
  return dim[DIM_LOADS] + 2 * entry + 1;
}
// Returns the place of the damping of modes: 2 ζ ω, 1/s.
KERNEL_INDEX int transient_damping_parameter(const int *dim) {
  return transient_drive_parameter(dim, transient_drives(dim));
}
KERNEL_INDEX int transient_filter_parameter(const int *dim) {
  return transient_damping_parameter(dim) + dim[DIM_MODES];
}
KERNEL_INDEX int transient_law_parameter(const int *dim) { // law parameters of each contact entry
  return transient_filter_parameter(dim) + dim[DIM_FILTERS] * FILTER_PARAMETERS;
}
KERNEL_INDEX int transient_n_parameters(const int *dim) {
  return transient_law_parameter(dim) + dim[DIM_CONTACT_ENTRIES] * dim[DIM_LAW_PARAMETERS];
}

// From this number of rows on loops over rows are not unrolled, and reads of Φ_b by rows touch
// another cache line for each thread of a team.
enum { MANY_BOUNDARY_ROWS = 32 };
// Returns 1 if the model has a copy of Φ_b by columns, for teams of a GPU.
KERNEL_INDEX int transient_has_boundary_columns(const int *dim) {
  return dim[DIM_BOUNDARY] >= MANY_BOUNDARY_ROWS && dim[DIM_MODE_COUPLING] < 2;
}

// Blocks of `model`, one after the other, all row-major.
typedef enum {
  MODEL_PHI_B,            // [boundary][modes]
  MODEL_PHI_F,            // [loads][modes]
  MODEL_OMEGA2,           // [modes]; ones with a sparse stiffness
  MODEL_FLEXIBILITY,      // [boundary][boundary]
  MODEL_STIFFNESS,        // [boundary][boundary], F⁻¹
  MODEL_F_F,              // [boundary][loads]
  MODEL_GAP,              // [points], of the point itself
  MODEL_ROW_SCALE,        // [boundary], 1 / row sum of |F|, the same for the tangents of a point
  MODEL_PHI_Y,            // [responses][modes]
  MODEL_F_Y,              // [responses][boundary]
  MODEL_F_YF,             // [responses][loads]
  MODEL_F_FF,             // [loads][loads]
  MODEL_LOAD_ENERGY,      // [loads][loads], F_fᵀ F⁻¹ F_f
  MODEL_LOAD_OFFSET,      // [loads]
  MODEL_DENSE_DECAY,      // dense D: [modes][modes], (1 + Δt/2 D)⁻¹ (1 - Δt/2 D)
  MODEL_DENSE_FORCE_GAIN, // [modes][modes], (1 + Δt/2 D)⁻¹ Δt
  MODEL_SPARSE,           // [entries] A, in slices (below)
  MODEL_PHI_B_COLUMNS,    // [modes][boundary], if transient_has_boundary_columns
  MODEL_DRIVES,           // data that drives read from files (drives/drive.h)
  MODEL_END
} transient_model_block;
KERNEL_INDEX long transient_model_at(const int *dim, int block) {
  const long modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY], loads = dim[DIM_LOADS], y = dim[DIM_RESPONSES];
  const long dense = dim[DIM_MODE_COUPLING] == 1 ? modes * modes : 0;
  long at = 0;
  if (block > MODEL_PHI_B) at += rows * modes;
  if (block > MODEL_PHI_F) at += loads * modes;
  if (block > MODEL_OMEGA2) at += modes;
  if (block > MODEL_FLEXIBILITY) at += rows * rows;
  if (block > MODEL_STIFFNESS) at += rows * rows;
  if (block > MODEL_F_F) at += rows * loads;
  if (block > MODEL_GAP) at += dim[DIM_CONTACT_POINTS];
  if (block > MODEL_ROW_SCALE) at += rows;
  if (block > MODEL_PHI_Y) at += y * modes;
  if (block > MODEL_F_Y) at += y * rows;
  if (block > MODEL_F_YF) at += y * loads;
  if (block > MODEL_F_FF) at += loads * loads;
  if (block > MODEL_LOAD_ENERGY) at += loads * loads;
  if (block > MODEL_LOAD_OFFSET) at += loads;
  if (block > MODEL_DENSE_DECAY) at += dense;
  if (block > MODEL_DENSE_FORCE_GAIN) at += dense;
  if (block > MODEL_SPARSE) at += dim[DIM_MODE_COUPLING] > 1 ? dim[DIM_MODE_COUPLING] : 0;
  if (block > MODEL_PHI_B_COLUMNS) at += transient_has_boundary_columns(dim) ? rows * modes : 0;
  if (block > MODEL_DRIVES) at += dim[DIM_DRIVE_NUMBERS];
  return at;
}

// Blocks of `tables`: per point, per drive (drives/drive.h), per signal.
enum {
  POINT_ENTRY,
  POINT_NORMAL,
  POINT_TANGENT,
  POINT_TANGENT_2,
  POINT_LAW,      // law of laws/laws.h
  N_POINT_NUMBERS // rows of q_b, -1: none
};
typedef enum {         // source of a signal
  SIGNAL_DISPLACEMENT, // index: response
  SIGNAL_VELOCITY,     // index: response
  SIGNAL_ACCELERATION, // index: response
  SIGNAL_GAP,          // index: contact point, like those down to slip velocity
  SIGNAL_NORMAL_FORCE,
  SIGNAL_TANGENTIAL_FORCE,
  SIGNAL_SLIP_VELOCITY,
  SIGNAL_BOUNDARY,
  SIGNAL_IMPULSE,
  SIGNAL_NORMAL_SUM, // this and the next ones are over all contact points, without index
  SIGNAL_TANGENTIAL_SUM,
  SIGNAL_ANY_CLOSED, // 1 or 0
  SIGNAL_ANY_STUCK,
  SIGNAL_KINETIC,
  SIGNAL_ELASTIC,
  SIGNAL_POTENTIAL,
  SIGNAL_TOTAL,
  SIGNAL_DISSIPATION,
  SIGNAL_ITERATIONS // counts only steps with a solve
} signal_kind;
KERNEL_INDEX int transient_point_table(const int *dim, int point) {
  return (void)dim, point * N_POINT_NUMBERS;
}
KERNEL_INDEX int transient_drive_table(const int *dim, int which) {
  return dim[DIM_CONTACT_POINTS] * N_POINT_NUMBERS + which * N_DRIVE_INTEGERS;
}
KERNEL_INDEX int transient_signal_table(const int *dim, int signal) {
  return transient_drive_table(dim, transient_drives(dim)) + signal * N_SIGNAL_NUMBERS;
}
KERNEL_INDEX int transient_window_count_at(const int *dim) {
  return transient_signal_table(dim, dim[DIM_SIGNALS]);
} // how many
// Rows of a sparse stiffness are stored in slices, one per node in space, whose rows have the same
// columns: entry e of row i of a slice is at (first + e) SPARSE_SLICE + i, with zeros for missing
// ones. `tables` has the number of coordinates that Φ_b involves, `first` of each slice and the
// end, then the columns.
enum { SPARSE_SLICE = 3 };
KERNEL_INDEX int transient_sparse_table(const int *dim) {
  return transient_window_count_at(dim) + 1;
}
KERNEL_INDEX int transient_n_sparse_slices(const int *dim) {
  return (dim[DIM_MODES] + SPARSE_SLICE - 1) / SPARSE_SLICE;
}
KERNEL_INDEX int transient_sparse_columns(const int *dim) {
  return transient_sparse_table(dim) + transient_n_sparse_slices(dim) + 2;
}
KERNEL_INDEX int transient_n_tables(const int *dim) {
  return dim[DIM_MODE_COUPLING] > 1 ? transient_sparse_columns(dim) + dim[DIM_MODE_COUPLING] / SPARSE_SLICE
                                    : transient_sparse_table(dim);
}

// Layout of `state` after the common rows.
enum {            // counters per contact point
  COUNTER_CLOSED, // recorded steps with contact
  COUNTER_STUCK,  // recorded steps in stick
  COUNTER_IMPACTS,
  COUNTER_LAST_IMPACT_TIME, // time of the last impact, s
  COUNTER_APEX_HEIGHT,      // highest q_b since the last impact, m
  COUNTER_APEX_TIME,
  COUNTER_FIRST_APEX // then apex heights, their times, and the impulses of impacts
};
KERNEL_INDEX int transient_row_p(const int *dim) {
  return (void)dim, STATE_STEPPER_FIRST;
}
KERNEL_INDEX int transient_row_u(const int *dim) {
  return STATE_STEPPER_FIRST + dim[DIM_MODES];
}
KERNEL_INDEX int transient_row_force(const int *dim) {
  return STATE_STEPPER_FIRST + 2 * dim[DIM_MODES];
}
KERNEL_INDEX int transient_row_boundary(const int *dim) {
  return transient_row_force(dim) + dim[DIM_BOUNDARY];
}
KERNEL_INDEX int transient_row_force_change(const int *dim) {
  return transient_row_boundary(dim) + dim[DIM_BOUNDARY];
}
KERNEL_INDEX int transient_n_force_changes(const int *dim) {
  return TRANSIENT_EXTRAPOLATES(ARRAY_DIM) ? dim[DIM_BOUNDARY] : 0;
}
KERNEL_INDEX int transient_row_observed(const int *dim) {
  return transient_row_force_change(dim) + transient_n_force_changes(dim);
}
KERNEL_INDEX int transient_row_dissipation(const int *dim) {
  return transient_row_observed(dim) + dim[DIM_ACCUMULATOR_ROWS];
}
KERNEL_INDEX int transient_row_counters(const int *dim) {
  return transient_row_dissipation(dim) + (dim[DIM_DISSIPATION] ? 2 : 0);
}
#define CONTACT_COUNTER_ROWS(D) (D(DIM_CONTACT_COUNTERS) ? COUNTER_FIRST_APEX + 3 * D(DIM_MAX_APEXES) : 0)
KERNEL_INDEX int transient_n_counter_rows(const int *dim) {
  return CONTACT_COUNTER_ROWS(ARRAY_DIM);
}
KERNEL_INDEX int transient_row_filters(const int *dim) {
  return transient_row_counters(dim) + dim[DIM_CONTACT_POINTS] * transient_n_counter_rows(dim);
}
KERNEL_INDEX signal_layout transient_signal_layout(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_SIGNALS];
  layout.table = transient_signal_table(dim, 0);
  layout.windows = transient_window_count_at(dim);
  layout.row = transient_row_observed(dim);
  layout.window_values = dim[DIM_WINDOW_VALUES];
  layout.series = dim[DIM_SERIES_SIZE];
  layout.filters = dim[DIM_FILTERS];
  layout.parameter = transient_filter_parameter(dim);
  layout.row_filters = transient_row_filters(dim);
  return layout;
}
KERNEL_INDEX int transient_row_law_states(const int *dim, int point) { // internal states of laws
  return transient_row_filters(dim) + dim[DIM_FILTERS] * FILTER_ROWS + point * dim[DIM_LAW_STATES];
}
KERNEL_INDEX int transient_n_state(const int *dim) {
  return transient_row_law_states(dim, dim[DIM_CONTACT_POINTS]);
}

// Size of kernel_run.uniform, and bytes of `work` for one group of trajectories.
KERNEL_INDEX long transient_uniform_delassus_at(const int *dim) {
  return (long)dim[DIM_MODES] * (3 + dim[DIM_LOADS]);
}
KERNEL_INDEX long transient_n_uniform(const int *dim) {
  return transient_uniform_delassus_at(dim) +
         (dim[DIM_DELASSUS] ? (long)dim[DIM_BOUNDARY] * (dim[DIM_BOUNDARY] + 1) : 0);
}
KERNEL_INDEX long transient_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(TRANSIENT_ARRAYS);
}
KERNEL_INDEX long transient_n_model(const int *dim) {
  return transient_model_at(dim, MODEL_END);
}
// Returns the number of table entries that may be constants of a build: all but a sparse matrix.
KERNEL_INDEX int transient_fixed_tables(const int *dim) {
  return transient_sparse_table(dim);
}
// Returns how many numbers a lane keeps over steps. Those of a varying Δt are not counted: they are
// read once per step and may be in local memory.
KERNEL_INDEX int transient_n_persistent(const int *dim) {
  return 2 * dim[DIM_MODES] + 8 * dim[DIM_BOUNDARY] + 3 * dim[DIM_CONTACT_POINTS] +
         dim[DIM_ACCUMULATOR_ROWS] + (dim[DIM_MODE_COUPLING] ? 2 * dim[DIM_MODES] : 0) +
         (dim[DIM_SPRING_KIND] ? 2 * dim[DIM_BOUNDARY] : 0) +
         dim[DIM_CONTACT_ENTRIES] * dim[DIM_LAW_PARAMETERS] + dim[DIM_CONTACT_POINTS] * dim[DIM_LAW_STATES];
}
KERNEL_INDEX int transient_n_parallel(const int *dim) {
  return dim[DIM_MODES] > dim[DIM_BOUNDARY] ? dim[DIM_MODES] : dim[DIM_BOUNDARY];
}

// Floating-point operations of a step with open contacts and without recording, an fma as two, for
// plans and benchmarks: q_b and the gaps, the modes, the loads. (Such steps have no Φ_bᵀλ.)
KERNEL_INDEX double transient_flops(const int *dim) {
  const double modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY], loads = dim[DIM_LOADS];
  const double product =
      // includes the zeros of slices
      dim[DIM_MODE_COUPLING] > 1 ? 2.0 * dim[DIM_MODE_COUPLING] + 2 * modes : 0;
  const double of_modes =
      dim[DIM_MODE_COUPLING] == 1 ? 2 * modes * (2 * modes + loads + 2) : modes * (5 + 2 * loads) + product;
  return rows * (2 * modes + 2 * loads + 1) + of_modes + 36 * loads;
}

#endif
