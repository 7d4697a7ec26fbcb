// Two bodies, one point of the first sliding along the polyline of the second: the meaning of the
// kernel's sizes and the layout of `model`, `tables`, `parameters` and `state`. Plain integers,
// independent of the machine; shared by the stepper and its engine. Theory: docs/theory/sliding.md.
//
// Modal coordinates of both bodies, modal mass 1, the slider's first: p'' + c p' + ω² p = f - (b_E
// Φ)ᵀ λ. C is the slider's contact point, T_i are the nodes of the target's polyline, element e
// joins T_e and T_{e+1}.
#ifndef CHATTER_KERNELS_SLIDING_LAYOUT_H
#define CHATTER_KERNELS_SLIDING_LAYOUT_H

#include "../arrays.h"
#include "../signals.h"
#include "roughness_layout.h"

// Arrays of the sliding contact (arrays.h); one of each per trajectory.
#define SLIDING_ARRAYS(LANE, WIDE, SHARED, D)                                                                \
  LANE(p, D(DIM_SLIDER_MODES) + D(DIM_TARGET_MODES))                                                         \
  LANE(d, D(DIM_SLIDER_MODES) + D(DIM_TARGET_MODES)) /* d*: the prediction of p_{n+1} - p_n */               \
  LANE(push, D(DIM_SLIDER_MODES))                    /* h² times the constant modal forces */               \
  LANE(moved, D(DIM_SLIDE_RESPONSE_RATES) *                                                                  \
                  (D(DIM_SLIDER_MODES) + D(DIM_TARGET_MODES)))         /* d_{n+1}, for the responses */      \
  LANE(response, D(DIM_SLIDE_RESPONSE_RATES) * D(DIM_SLIDE_RESPONSES)) /* Σ φ d_{n+1} */                   \
  LANE(before, D(DIM_SLIDE_RESPONSE_RATES) * D(DIM_SLIDE_RESPONSES))   /* Σ φ d_n */                       \
  LANE(shown, D(DIM_SLIDE_SIGNALS)) /* Σ φ p_n, of those that are displacements */                         \
  LANE(observed, D(DIM_SLIDE_ACCUMULATOR_ROWS))                                                              \
  WIDE(filters, D(DIM_SLIDE_FILTERS) * FILTER_NUMBERS)
// clang-format on

// kernel_sizes.dim
enum {
  DIM_SLIDER_MODES,           // modes of the slider
  DIM_TARGET_MODES,           // modes of the target
  DIM_POLYLINE_NODES,         // nodes of the polyline, 2 or more
  DIM_SHARED_STEP,            // 1: all trajectories of the batch have the same h
  DIM_SLIDE_RESPONSES,        // rows of responses
  DIM_SLIDE_SIGNALS,          //
  DIM_SLIDE_ACCUMULATOR_ROWS, // rows of accumulators in the state
  DIM_SLIDE_WINDOW_VALUES,    // values per window
  DIM_SLIDE_SERIES_SIZE,      // doubles of `series` per chosen trajectory, 0: none
  DIM_SLIDE_FILTERS,          // number of band filters of signals
  DIM_SLIDE_RESPONSE_RATES,   // 1: a signal is a velocity or an acceleration of a response
  DIM_ROUGHNESS_KIND,         // roughness_kind of the force on C
  DIM_ROUGHNESS_SAMPLES,      // samples of a file
  DIM_GUIDE_IS_DRIVEN,        // 1: a drive is added to the guide's velocity
  DIM_SLIDE_DRIVE_NUMBERS,    // size of the drives' block in `model`, if one is used
  N_DIM_SLIDING               // number of sizes
};
KERNEL_INDEX int sliding_n_modes(const int *dim) {
  return dim[DIM_SLIDER_MODES] + dim[DIM_TARGET_MODES];
}

// Layout of `parameters`.
enum {
  SLIDE_DT = PARAMETER_STEPPER_FIRST, // h, s
  SLIDE_DIVERGENCE_LIMIT,             // |p| beyond which a trajectory has diverged
  SLIDE_GUIDE_SPEED,                  // v of the guide along x, m/s, signed; without its drive
  SLIDE_GUIDE_ADVANCE,                // increment of the guide per step, m: v h; 0: the contact does not move
  SLIDE_GUIDE_OFFSET,                 // x_A at step 0, m
  SLIDE_FRICTION,                     // μ
  SLIDE_DIRECTION,                    // +1: C slides in the sense of the polyline, -1: backwards
  SLIDE_PRELOAD,                      // N
  N_SLIDE_PARAMETERS
};
// N_DRIVE_PARAMETERS of the guide's drive
KERNEL_INDEX int sliding_guide_parameter(const int *dim) {
  return N_SLIDE_PARAMETERS + roughness_n_parameters(dim[DIM_ROUGHNESS_KIND]);
}
KERNEL_INDEX int sliding_filter_parameter(const int *dim) {
  return sliding_guide_parameter(dim) + (dim[DIM_GUIDE_IS_DRIVEN] ? N_DRIVE_PARAMETERS : 0);
}
KERNEL_INDEX int sliding_n_parameters(const int *dim) {
  return sliding_filter_parameter(dim) + dim[DIM_SLIDE_FILTERS] * FILTER_PARAMETERS;
}

// Blocks of `model`, one after the other, all row-major.
typedef enum {
  SLIDE_MODEL_DAMPING,      // [modes] c, 1/s
  SLIDE_MODEL_OMEGA2,       // [modes] ω², 1/s²
  SLIDE_MODEL_CONTACT,      // [2][slider] Φ of C_x, C_y
  SLIDE_MODEL_NODES,        // [nodes][2][target] Φ of T_x, T_y
  SLIDE_MODEL_GRAM,         // [nodes - 1][10] Φ Φᵀ of T1_x, T1_y, T2_x, T2_y: rows of the upper triangle
  SLIDE_MODEL_GRAM_CONTACT, // [3] Φ Φᵀ of C: xx, xy, yy
  SLIDE_MODEL_POSITION,     // [1 + nodes][2] X of C at x_A = 0, then of the nodes, m
  SLIDE_MODEL_ARC,          // [nodes] length of the polyline up to the node, undeformed, m
  SLIDE_MODEL_PRELOAD,      // [slider] modal force per N of preload
  SLIDE_MODEL_DRAG,         // [slider] modal force per m/s of the guide, against it
  SLIDE_MODEL_RESPONSE,     // [responses][modes]
  SLIDE_MODEL_RIGID_RESPONSE, // [responses] m per m of x_A
  SLIDE_MODEL_ROUGHNESS,      // samples of a file
  SLIDE_MODEL_DRIVES,         // numbers of all drives
  SLIDE_MODEL_INERTIA,        // [slider] modal force per m/s² of a driven guide, against it
  SLIDE_MODEL_END
} sliding_model_block;
enum { N_SLIDE_GRAM = 10, N_SLIDE_GRAM_CONTACT = 3 };
KERNEL_INDEX long sliding_model_at(const int *dim, int block) {
  const long slider = dim[DIM_SLIDER_MODES], modes = sliding_n_modes(dim), nodes = dim[DIM_POLYLINE_NODES],
             y = dim[DIM_SLIDE_RESPONSES];
  long at = 0;
  if (block > SLIDE_MODEL_DAMPING) at += modes;
  if (block > SLIDE_MODEL_OMEGA2) at += modes;
  if (block > SLIDE_MODEL_CONTACT) at += 2 * slider;
  if (block > SLIDE_MODEL_NODES) at += nodes * 2 * dim[DIM_TARGET_MODES];
  if (block > SLIDE_MODEL_GRAM) at += (nodes - 1) * N_SLIDE_GRAM;
  if (block > SLIDE_MODEL_GRAM_CONTACT) at += N_SLIDE_GRAM_CONTACT;
  if (block > SLIDE_MODEL_POSITION) at += (1 + nodes) * 2;
  if (block > SLIDE_MODEL_ARC) at += nodes;
  if (block > SLIDE_MODEL_PRELOAD) at += slider;
  if (block > SLIDE_MODEL_DRAG) at += slider;
  if (block > SLIDE_MODEL_RESPONSE) at += y * modes;
  if (block > SLIDE_MODEL_RIGID_RESPONSE) at += y;
  if (block > SLIDE_MODEL_ROUGHNESS)
    at += roughness_n_model(dim[DIM_ROUGHNESS_KIND], dim[DIM_ROUGHNESS_SAMPLES]);
  if (block > SLIDE_MODEL_DRIVES) at += dim[DIM_SLIDE_DRIVE_NUMBERS];
  if (block > SLIDE_MODEL_INERTIA && dim[DIM_GUIDE_IS_DRIVEN]) at += slider;
  return at;
}
KERNEL_INDEX long sliding_n_model(const int *dim) {
  return sliding_model_at(dim, SLIDE_MODEL_END);
}

// Layout of `tables`: per signal, the number of windows, per response, of the drives of roughness
// and guide. Signals of step n belong to t_n = n h.
typedef enum {              // source of a signal
  SLIDE_DISPLACEMENT,       // index: response; Σ φ p_n + rigid x_A(t_n), m
  SLIDE_VELOCITY,           // index: response; Σ φ d_{n+1} / h + rigid v
  SLIDE_ACCELERATION,       // index: response; (Σ φ d_{n+1} - Σ φ d_n + rigid x_A's) / h²
  SLIDE_FORCE,              // λ_n, N
  SLIDE_CONTACT_VELOCITY_X, // of C along x: forward difference of Φ_C p, and v, m/s
  SLIDE_CONTACT_VELOCITY_Y, // and along y
  SLIDE_SLIP_VELOCITY,      // of C against the target's material point, along the element, m/s
  SLIDE_CONTACT_X,          // position of C at t_{n+1}, m
  SLIDE_CONTACT_Y,
  SLIDE_ARC,   // undeformed arc length of the target's material point where C was found at t_{n+1}, m
  SLIDE_ANGLE, // γ of the element at t_{n+1} as found, rad
  SLIDE_GAP    // b_C (X + u_{n+1}), m: rounding only
} sliding_signal_kind;
KERNEL_INDEX int sliding_signal_table(const int *dim, int signal) {
  return (void)dim, signal * N_SIGNAL_NUMBERS;
}
KERNEL_INDEX int sliding_window_count_at(const int *dim) {
  return sliding_signal_table(dim, dim[DIM_SLIDE_SIGNALS]);
} // number of signals
// body of a response: where its row is not zero
typedef enum { SLIDE_OF_SLIDER, SLIDE_OF_TARGET } sliding_body;
KERNEL_INDEX int sliding_response_table(const int *dim, int response) {
  return sliding_window_count_at(dim) + 1 + response;
}
KERNEL_INDEX int sliding_guide_table(const int *dim) {
  return sliding_response_table(dim, dim[DIM_SLIDE_RESPONSES]) + roughness_n_tables(dim[DIM_ROUGHNESS_KIND]);
}
KERNEL_INDEX int sliding_n_tables(const int *dim) {
  return sliding_guide_table(dim) + (dim[DIM_GUIDE_IS_DRIVEN] ? N_DRIVE_INTEGERS : 0);
}

// Layout of `state` after the common rows. The host sets the element, p_0, d_0 = p_0 - p_{-1} and
// the accumulators, and the rest to 0. The six sums of a state are Σ φ p of C_x, C_y, T1_x, T1_y,
// T2_x, T2_y.
enum {
  SLIDE_ELEMENT = STATE_STEPPER_FIRST, // of the polyline, 0 … nodes - 2
  SLIDE_STATE_IS_PREDICTED, // 0: d is d_n = p_n - p_{n-1}, as bound; 1: the prediction d*, as saved
  // p [modes], then d [modes], six sums of p_n, six of p_n + d*, Σ φ d_n of the responses
  SLIDE_STATE_FIRST_P
};
enum { N_SLIDE_SUMS = 6 };
enum { GUIDE_ROW_WAY, GUIDE_ROW_COMPENSATION, N_GUIDE_ROWS }; // driven guide (guide.h), m
KERNEL_INDEX int sliding_row_p(const int *dim) {
  return (void)dim, SLIDE_STATE_FIRST_P;
}
KERNEL_INDEX int sliding_row_d(const int *dim) {
  return SLIDE_STATE_FIRST_P + sliding_n_modes(dim);
}
KERNEL_INDEX int sliding_row_sums(const int *dim) { // sums of p_n
  return SLIDE_STATE_FIRST_P + 2 * sliding_n_modes(dim);
}
KERNEL_INDEX int sliding_row_predicted_sums(const int *dim) { // sums of p_n + d*
  return sliding_row_sums(dim) + N_SLIDE_SUMS;
}
KERNEL_INDEX int sliding_row_response_rates(const int *dim) { // Σ φ d_n of the responses
  return sliding_row_predicted_sums(dim) + N_SLIDE_SUMS;
}
KERNEL_INDEX int sliding_row_observed(const int *dim) {
  return sliding_row_response_rates(dim) + (dim[DIM_SLIDE_RESPONSE_RATES] ? dim[DIM_SLIDE_RESPONSES] : 0);
}
KERNEL_INDEX int sliding_row_roughness(const int *dim) {
  return sliding_row_observed(dim) + dim[DIM_SLIDE_ACCUMULATOR_ROWS];
}
KERNEL_INDEX int sliding_row_guide(const int *dim) {
  return sliding_row_roughness(dim) + roughness_n_rows(dim[DIM_ROUGHNESS_KIND]);
}
KERNEL_INDEX int sliding_row_filters(const int *dim) {
  return sliding_row_guide(dim) + (dim[DIM_GUIDE_IS_DRIVEN] ? N_GUIDE_ROWS : 0);
}
KERNEL_INDEX int sliding_n_state(const int *dim) {
  return sliding_row_filters(dim) + dim[DIM_SLIDE_FILTERS] * FILTER_ROWS;
}
KERNEL_INDEX roughness_layout sliding_roughness_layout(const int *dim) {
  roughness_layout layout;
  layout.kind = dim[DIM_ROUGHNESS_KIND];
  layout.parameter = N_SLIDE_PARAMETERS;
  layout.row = sliding_row_roughness(dim);
  layout.model = sliding_model_at(dim, SLIDE_MODEL_ROUGHNESS);
  layout.samples = dim[DIM_ROUGHNESS_SAMPLES];
  layout.drive = drive_place_of(N_SLIDE_PARAMETERS, sliding_response_table(dim, dim[DIM_SLIDE_RESPONSES]),
                                sliding_model_at(dim, SLIDE_MODEL_DRIVES));
  return layout;
}
KERNEL_INDEX drive_place sliding_guide_drive(const int *dim) {
  return drive_place_of(sliding_guide_parameter(dim), sliding_guide_table(dim),
                        sliding_model_at(dim, SLIDE_MODEL_DRIVES));
}
KERNEL_INDEX signal_layout sliding_signal_layout(const int *dim) {
  signal_layout layout;
  layout.n = dim[DIM_SLIDE_SIGNALS];
  layout.table = sliding_signal_table(dim, 0);
  layout.windows = sliding_window_count_at(dim);
  layout.row = sliding_row_observed(dim);
  layout.window_values = dim[DIM_SLIDE_WINDOW_VALUES];
  layout.series = dim[DIM_SLIDE_SERIES_SIZE];
  layout.filters = dim[DIM_SLIDE_FILTERS];
  layout.parameter = sliding_filter_parameter(dim);
  layout.row_filters = sliding_row_filters(dim);
  return layout;
}

// Returns the size of kernel_run.uniform: 1 - h c, then -h² ω², of all modes, if all trajectories
// have the same h.
KERNEL_INDEX long sliding_n_uniform(const int *dim) {
  return dim[DIM_SHARED_STEP] ? 2L * sliding_n_modes(dim) : 0;
}
// Returns the bytes of `work` for one group of trajectories. Lanes may be in different elements:
// each has its rows.
KERNEL_INDEX long sliding_work(const int *dim, long lane_bytes, long wide_bytes) {
  const int lanes = lane_bytes > 8;
  return ARRAYS_BYTES(SLIDING_ARRAYS) + (lanes ? 4 * dim[DIM_TARGET_MODES] * lane_bytes : 0);
}
KERNEL_INDEX int sliding_fixed_tables(const int *dim) {
  return sliding_n_tables(dim);
}
KERNEL_INDEX int sliding_n_persistent(const int *dim) {
  return 2 * sliding_n_modes(dim) + 2 * N_SLIDE_SUMS + dim[DIM_SLIDE_ACCUMULATOR_ROWS];
}
// Parallel work: a warp while its registers hold the modes (sliding_state.h). A thread has three
// numbers per mode of the slider and six per mode of the target.
KERNEL_INDEX int sliding_n_parallel(const int *dim) {
  const int slots = 3 * ((dim[DIM_SLIDER_MODES] + 31) / 32) + 6 * ((dim[DIM_TARGET_MODES] + 31) / 32);
  const int modes = sliding_n_modes(dim);
  return slots > 48 ? 32 + modes : modes < 192 ? modes : 192;
}

// Floating-point operations of a step without recording and without change of element, an fma as
// two, for plans and benchmarks: a mode of the slider takes 16 (22 with a driven guide), one of the
// target 21, the trees of the six sums 31 additions each, the contact with its place 150.
KERNEL_INDEX double sliding_flops(const int *dim) {
  return (dim[DIM_GUIDE_IS_DRIVEN] ? 22.0 : 16.0) * dim[DIM_SLIDER_MODES] + 21.0 * dim[DIM_TARGET_MODES] +
         6 * 31 + 150;
}
// Returns the number of multiplications, alone or in an fma.
KERNEL_INDEX double sliding_multiplications(const int *dim) {
  return (dim[DIM_GUIDE_IS_DRIVEN] ? 11.0 : 7.0) * dim[DIM_SLIDER_MODES] + 10.0 * dim[DIM_TARGET_MODES] + 80;
}

#endif
