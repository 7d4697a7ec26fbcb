// What the two time steppers (leapfrog, Moreau) share with the engine that feeds them: the meaning of the
// sizes, and where everything lies in `model`, `tables`, `parameters` and `state`. Plain integers, no
// machine.
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
  DIM_POINTS,  // contact points
  DIM_LAYOUT,  // transient_layout
  DIM_ENTRIES, // contact entries
  DIM_VARY,    // 1: Δt or damping differ between trajectories, coefficients are per lane
  DIM_COUPLED, // 0: modes; 1: with a dense damping matrix; more: entries of the sparse stiffness in place of
               // ω²
  DIM_SWEEP,   // 1: some excitation sweeps
  DIM_MOVING_GAP, // 1: some gap depends on time
  DIM_PRELOAD,    // 1: some normal preload: an open contact carries λ = -λ0
  DIM_STICKING,   // 1: the prediction of the preloaded variant (eq. 13) too, 0: initially open (eq. 11) only
  DIM_RESPONSES,
  DIM_SIGNALS,
  DIM_OBSERVED,      // rows of accumulators in the state
  DIM_WINDOW_VALUES, // values per window
  DIM_SERIES,        // doubles of `series` per chosen trajectory, 0: none
  DIM_VELOCITY,      // 1: a signal needs ū
  DIM_CONTACTS,      // 1: contact counters (fractions, impacts, apexes) are kept
  DIM_APEXES,        // apexes kept per contact point
  DIM_DISSIPATION,   // 1: the work of friction is accumulated
  DIM_DELASSUS,      // 1: mass-carrying boundary, G is formed by the kernel (Moreau)
  DIM_NEWTON,        // transient_newton: newton.h takes turns with the relaxation
  DIM_FILTERS,       // bands that signals go through
  DIM_SPRINGS,       // transient_springs
  DIM_LAW_NUMBERS,   // most numbers of an entry with a compliant law (laws/laws.h); 0: none has one
  DIM_LAW_STATES,    // most internal states of such a law
  DIM_DRIVES,        // numbers of `model` that drives have, at least 1; 0: no drives
  DIM_TRANSIENT      // how many are used
};

// Rows of one contact point, the same for all points so that the sized builds know them: normal, tangents.
// MIXED: taken from the tables. A layout of three bits: 1 has a normal row, number of tangents × 2.
typedef enum {
  LAYOUT_MIXED = 0,
  LAYOUT_NORMAL = 1,
  LAYOUT_ONE_TANGENT = 2,
  LAYOUT_NORMAL_ONE = 3,
  LAYOUT_TWO_TANGENTS = 4,
  LAYOUT_NORMAL_TWO = 5
} transient_layout;

// Newton's method of the inclusion (newton.h).
typedef enum {
  NEWTON_NONE,    // the relaxation alone
  NEWTON_BATCHED, // few rows: one system for all lanes (newton_batched.h)
  NEWTON_PRIMAL,  // each lane its own (newton_per_lane.h), by G
  NEWTON_DUAL     // or by its inverse, where that is cheaper
} transient_newton;

// Contact points with a spring: the elastic law, and the compliant ones.
typedef enum {
  SPRINGS_NONE,
  SPRINGS_IMPLICIT, // q_b depends on λ (F > 0): one inclusion of springs and set-valued laws
  SPRINGS_EXPLICIT, // q_b does not (F = 0), and all points have springs: λ follows from q_b
  SPRINGS_VISCOUS   // the same, but some forces depend on the velocity of the step, and so on each other
} transient_springs;

// The most frictionless points that direct.h eliminates, and the most rows of q_b that newton.h serves: its
// system takes 8 MiB then, per team of a GPU and lane of a worker.
enum { DIRECT_POINTS = 4, BATCHED_ROWS = 24, NEWTON_ROWS = 1023 };
// Whether the leapfrog keeps the change of λ over a step, and Newton's method begins where it leads to.
#define TRANSIENT_EXTRAPOLATES(D) (D(DIM_NEWTON) > NEWTON_BATCHED && !D(DIM_DELASSUS))
KERNEL_INDEX int transient_is_direct(const int *dim) {
  return dim[DIM_LAYOUT] == LAYOUT_NORMAL && dim[DIM_POINTS] <= DIRECT_POINTS && !dim[DIM_SPRINGS];
}
// Where it serves, by what else is set: K is that of a model whose boundary is massless.
KERNEL_INDEX int transient_newton_of(const int *dim) {
  if (transient_is_direct(dim) || dim[DIM_BOUNDARY] > NEWTON_ROWS || dim[DIM_SPRINGS] == SPRINGS_EXPLICIT)
    return NEWTON_NONE;
  if (dim[DIM_BOUNDARY] <= BATCHED_ROWS) return NEWTON_BATCHED;
  return dim[DIM_SPRINGS] || dim[DIM_DELASSUS] ? NEWTON_PRIMAL : NEWTON_DUAL;
}

// `parameters`: head, then per contact entry, per drive (drives/drive.h), per mode, per filter.
enum {
  TRANSIENT_DT = PARAMETER_STEPPER, // s
  TRANSIENT_DIVERGENCE,             // |p| beyond which a trajectory has diverged
  TRANSIENT_TOLERANCE,              // of the inclusion solver, relative
  TRANSIENT_ITERATIONS,             // its most iterations
  TRANSIENT_RELAXATION,             // factor on 1 / row sum of |G|
  TRANSIENT_LAG,                    // b of the damping b A of a sparse stiffness, by the velocity before, s
  TRANSIENT_ENTRIES
};
enum { // of a contact entry
  ENTRY_GAP,
  ENTRY_GAP_AMPLITUDE,
  ENTRY_GAP_FREQUENCY,
  ENTRY_GAP_TURNS, // phase / 2π
  ENTRY_PRELOAD,
  ENTRY_FRICTION,
  ENTRY_RESTITUTION,
  ENTRY_WALL, // two velocities
  ENTRY_MERGE = ENTRY_WALL + 2,
  ENTRY_IMPULSE, // above which a contact is an impact, N s
  ENTRY_SPRING,  // of the elastic law: stiffness along the normal, along the tangents
  N_ENTRY = ENTRY_SPRING + 2
};
KERNEL_INDEX int transient_entry(const int *dim, int entry) {
  return (void)dim, TRANSIENT_ENTRIES + entry * N_ENTRY;
}
KERNEL_INDEX int transient_drive(const int *dim, int which) {
  return TRANSIENT_ENTRIES + dim[DIM_ENTRIES] * N_ENTRY + which * N_DRIVE;
}
// Drives: of each load, then where there are drives those of the gap and the wall of each contact entry.
#define TRANSIENT_DRIVES(D) (D(DIM_LOADS) + (D(DIM_DRIVES) ? 2 * D(DIM_ENTRIES) : 0))
KERNEL_INDEX int transient_drives(const int *dim) {
  return TRANSIENT_DRIVES(ARRAY_DIM);
}
KERNEL_INDEX int transient_gap_drive(const int *dim, int entry) {
  return dim[DIM_LOADS] + 2 * entry;
}
KERNEL_INDEX int transient_wall_drive(const int *dim, int entry) {
  return dim[DIM_LOADS] + 2 * entry + 1;
}
// Damping of mode k: 2 ζ ω, 1/s.
KERNEL_INDEX int transient_damping(const int *dim) {
  return transient_drive(dim, transient_drives(dim));
}
KERNEL_INDEX int transient_filters(const int *dim) {
  return transient_damping(dim) + dim[DIM_MODES];
}
KERNEL_INDEX int transient_laws(const int *dim) { // numbers of the law of each contact entry
  return transient_filters(dim) + dim[DIM_FILTERS] * FILTER_PARAMETERS;
}
KERNEL_INDEX int transient_n_parameters(const int *dim) {
  return transient_laws(dim) + dim[DIM_ENTRIES] * dim[DIM_LAW_NUMBERS];
}

// So many rows that loops over them are not unrolled, and that by rows of Φ_b each thread of a team reads
// another line of memory.
enum { MANY_ROWS = 32 };
// Whether Φ_b is there by columns too, for teams of a GPU.
KERNEL_INDEX int transient_has_columns(const int *dim) {
  return dim[DIM_BOUNDARY] >= MANY_ROWS && dim[DIM_COUPLED] < 2;
}

// `model`: blocks one after the other, all row-major.
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
  MODEL_PHI_B_COLUMNS,    // [modes][boundary], where transient_has_columns
  MODEL_DRIVES,           // what drives have of files (drives/drive.h)
  MODEL_END
} transient_block;
KERNEL_INDEX long transient_model(const int *dim, int block) {
  const long modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY], loads = dim[DIM_LOADS], y = dim[DIM_RESPONSES];
  const long dense = dim[DIM_COUPLED] == 1 ? modes * modes : 0;
  long at = 0;
  if (block > MODEL_PHI_B) at += rows * modes;
  if (block > MODEL_PHI_F) at += loads * modes;
  if (block > MODEL_OMEGA2) at += modes;
  if (block > MODEL_FLEXIBILITY) at += rows * rows;
  if (block > MODEL_STIFFNESS) at += rows * rows;
  if (block > MODEL_F_F) at += rows * loads;
  if (block > MODEL_GAP) at += dim[DIM_POINTS];
  if (block > MODEL_ROW_SCALE) at += rows;
  if (block > MODEL_PHI_Y) at += y * modes;
  if (block > MODEL_F_Y) at += y * rows;
  if (block > MODEL_F_YF) at += y * loads;
  if (block > MODEL_F_FF) at += loads * loads;
  if (block > MODEL_LOAD_ENERGY) at += loads * loads;
  if (block > MODEL_LOAD_OFFSET) at += loads;
  if (block > MODEL_DENSE_DECAY) at += dense;
  if (block > MODEL_DENSE_FORCE_GAIN) at += dense;
  if (block > MODEL_SPARSE) at += dim[DIM_COUPLED] > 1 ? dim[DIM_COUPLED] : 0;
  if (block > MODEL_PHI_B_COLUMNS) at += transient_has_columns(dim) ? rows * modes : 0;
  if (block > MODEL_DRIVES) at += dim[DIM_DRIVES];
  return at;
}

// `tables`: per point, per drive (drives/drive.h), per signal.
enum {
  POINT_ENTRY,
  POINT_NORMAL,
  POINT_TANGENT,
  POINT_TANGENT_2,
  POINT_LAW, // of laws/laws.h
  N_POINT    // rows of q_b, -1: none
};
typedef enum {         // what a signal is taken from
  SIGNAL_DISPLACEMENT, // index: response
  SIGNAL_VELOCITY,     // index: response
  SIGNAL_ACCELERATION, // index: response
  SIGNAL_GAP,          // index: contact point, like those down to slip velocity
  SIGNAL_NORMAL_FORCE,
  SIGNAL_TANGENTIAL_FORCE,
  SIGNAL_SLIP_VELOCITY,
  SIGNAL_BOUNDARY,
  SIGNAL_IMPULSE,
  SIGNAL_NORMAL_SUM, // of all contact points together, down to any stuck: no index
  SIGNAL_TANGENTIAL_SUM,
  SIGNAL_ANY_CLOSED, // 1 or 0
  SIGNAL_ANY_STUCK,
  SIGNAL_KINETIC,
  SIGNAL_ELASTIC,
  SIGNAL_POTENTIAL,
  SIGNAL_TOTAL,
  SIGNAL_DISSIPATION,
  SIGNAL_ITERATIONS // only steps with a solve count
} signal_kind;
KERNEL_INDEX int transient_point(const int *dim, int point) {
  return (void)dim, point * N_POINT;
}
KERNEL_INDEX int transient_drive_table(const int *dim, int which) {
  return dim[DIM_POINTS] * N_POINT + which * N_DRIVE_TABLE;
}
KERNEL_INDEX int transient_signal(const int *dim, int signal) {
  return transient_drive_table(dim, transient_drives(dim)) + signal * N_SIGNAL;
}
KERNEL_INDEX int transient_windows(const int *dim) {
  return transient_signal(dim, dim[DIM_SIGNALS]);
} // how many
// Rows of a sparse stiffness stand in slices of those of one node in space, which have the same columns:
// entry e of row i of a slice at (first + e) SPARSE_SLICE + i, zeros where only its neighbours have one.
// `tables` has how many coordinates Φ_b reaches, `first` of each slice and of one behind the last, then the
// columns.
enum { SPARSE_SLICE = 3 };
KERNEL_INDEX int transient_sparse(const int *dim) {
  return transient_windows(dim) + 1;
}
KERNEL_INDEX int transient_slices(const int *dim) {
  return (dim[DIM_MODES] + SPARSE_SLICE - 1) / SPARSE_SLICE;
}
KERNEL_INDEX int transient_columns(const int *dim) {
  return transient_sparse(dim) + transient_slices(dim) + 2;
}
KERNEL_INDEX int transient_n_tables(const int *dim) {
  return dim[DIM_COUPLED] > 1 ? transient_columns(dim) + dim[DIM_COUPLED] / SPARSE_SLICE
                              : transient_sparse(dim);
}

// `state` after the common rows.
enum {          // counters of a contact point
  COUNT_CLOSED, // recorded steps with contact
  COUNT_STUCK,  // recorded steps in stick
  COUNT_IMPACTS,
  COUNT_LAST, // time of the last impact, s
  COUNT_TOP,  // highest q_b since then, m
  COUNT_TOP_TIME,
  COUNT_APEXES // then apex heights, then their times, then the impulses of impacts
};
KERNEL_INDEX int transient_row_p(const int *dim) {
  return (void)dim, STATE_STEPPER;
}
KERNEL_INDEX int transient_row_u(const int *dim) {
  return STATE_STEPPER + dim[DIM_MODES];
}
KERNEL_INDEX int transient_row_force(const int *dim) {
  return STATE_STEPPER + 2 * dim[DIM_MODES];
}
KERNEL_INDEX int transient_row_boundary(const int *dim) {
  return transient_row_force(dim) + dim[DIM_BOUNDARY];
}
KERNEL_INDEX int transient_row_change(const int *dim) {
  return transient_row_boundary(dim) + dim[DIM_BOUNDARY];
}
KERNEL_INDEX int transient_changes(const int *dim) {
  return TRANSIENT_EXTRAPOLATES(ARRAY_DIM) ? dim[DIM_BOUNDARY] : 0;
}
KERNEL_INDEX int transient_row_observed(const int *dim) {
  return transient_row_change(dim) + transient_changes(dim);
}
KERNEL_INDEX int transient_row_dissipation(const int *dim) {
  return transient_row_observed(dim) + dim[DIM_OBSERVED];
}
KERNEL_INDEX int transient_row_contacts(const int *dim) {
  return transient_row_dissipation(dim) + (dim[DIM_DISSIPATION] ? 2 : 0);
}
#define CONTACT_ROWS(D) (D(DIM_CONTACTS) ? COUNT_APEXES + 3 * D(DIM_APEXES) : 0)
KERNEL_INDEX int transient_contact_rows(const int *dim) {
  return CONTACT_ROWS(ARRAY_DIM);
}
KERNEL_INDEX int transient_row_filters(const int *dim) {
  return transient_row_contacts(dim) + dim[DIM_POINTS] * transient_contact_rows(dim);
}
KERNEL_INDEX signal_layout transient_signals(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_SIGNALS];
  layout.table = transient_signal(dim, 0);
  layout.windows = transient_windows(dim);
  layout.row = transient_row_observed(dim);
  layout.window_values = dim[DIM_WINDOW_VALUES];
  layout.series = dim[DIM_SERIES];
  layout.filters = dim[DIM_FILTERS];
  layout.parameter = transient_filters(dim);
  layout.row_filters = transient_row_filters(dim);
  return layout;
}
KERNEL_INDEX int transient_row_memory(const int *dim, int point) { // internal states of laws
  return transient_row_filters(dim) + dim[DIM_FILTERS] * FILTER_ROWS + point * dim[DIM_LAW_STATES];
}
KERNEL_INDEX int transient_n_state(const int *dim) {
  return transient_row_memory(dim, dim[DIM_POINTS]);
}

// Numbers in kernel_run.uniform, and bytes of `work` of one group of trajectories.
KERNEL_INDEX long transient_uniform_delassus(const int *dim) {
  return (long)dim[DIM_MODES] * (3 + dim[DIM_LOADS]);
}
KERNEL_INDEX long transient_n_uniform(const int *dim) {
  return transient_uniform_delassus(dim) +
         (dim[DIM_DELASSUS] ? (long)dim[DIM_BOUNDARY] * (dim[DIM_BOUNDARY] + 1) : 0);
}
KERNEL_INDEX long transient_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(TRANSIENT_ARRAYS);
}
KERNEL_INDEX long transient_n_model(const int *dim) {
  return transient_model(dim, MODEL_END);
}
// All tables but a sparse matrix may be constants of a build.
KERNEL_INDEX int transient_fixed_tables(const int *dim) {
  return transient_sparse(dim);
}
// What a varying Δt adds is read once per step and may lie in local memory.
KERNEL_INDEX int transient_kept(const int *dim) {
  return 2 * dim[DIM_MODES] + 8 * dim[DIM_BOUNDARY] + 3 * dim[DIM_POINTS] + dim[DIM_OBSERVED] +
         (dim[DIM_COUPLED] ? 2 * dim[DIM_MODES] : 0) + (dim[DIM_SPRINGS] ? 2 * dim[DIM_BOUNDARY] : 0) +
         dim[DIM_ENTRIES] * dim[DIM_LAW_NUMBERS] + dim[DIM_POINTS] * dim[DIM_LAW_STATES];
}
KERNEL_INDEX int transient_width(const int *dim) {
  return dim[DIM_MODES] > dim[DIM_BOUNDARY] ? dim[DIM_MODES] : dim[DIM_BOUNDARY];
}

#endif
