// Harmonic balance of a reduced model with nonlinear contacts: the meaning of the kernel's sizes,
// and the layout of `model`, `tables`, `parameters`, `state` and `windows`. Plain integers,
// independent of the machine; shared by the stepper and its engine. Theory:
// docs/theory/harmonic_balance.md.
//
// The unknowns are those of the contacts only (condensation). With harmonic h at s = ihω, loads αf
// and contact forces r,
//   q_h = H_h r_h + α c_h,   H_h = F + Σ_k φ_k φ_kᵀ / D_k,   D_k = ω_k² - h²ω² + ihω (d_k - ξ);
// if a damping matrix d couples the modes, H_h = F + φ D⁻¹ φᵀ,   D = Ω² - h²ω² + ihω (d - ξ). The
// argument u of the contact laws r(u) solves   R = u + E (H r + α c) - D r = 0:
//   springs and elastic friction, u = q:                    E = -1,       D = 0
//   set-valued, along the normal, u = r - ε (q + g):        E = ε,        D = 1
//   set-valued, along a tangent, u = r - ε dq/dτ:           E = ε d/dτ,   D = 1 (dynamic Lagrangian)
// If contacts depend on each other (both sides of a node), H is singular, and R too when all of
// them are closed. Such contacts yield by δ r/ε, D = 1 - δ, which makes the distribution of their
// forces unique. The static harmonic of a model with rigid-body modes has no H. With springs K at
// the contact coordinates, r̃ = r + K q, it has H̃ = (H⁻¹ + K)⁻¹. Springs and elastic friction then
// have r̃(u) = r(u) + K u. For set-valued contacts q = (D r - u)/ε - g, and with ε̃ = ε + K D
//   ε r̃ = ε̃ r - K (u + ε g),   R = u + ε̃ (H̃ r̃ + α c̃) + ε g - D r̃.
// Their gap g may move, with harmonics of its own.
//
// ξ is 0 except for damped nonlinear normal modes, which have no load. The coefficients of a
// coordinate are [static,] c_1, s_1, c_2, s_2, … of Σ c cos hτ + s sin hτ; those of a contact point
// are adjacent, the normal first.
#ifndef CHATTER_KERNELS_RESPONSE_LAYOUT_H
#define CHATTER_KERNELS_RESPONSE_LAYOUT_H

#include "../arrays.h"
#include "../laws/elastic_layout.h"

// kernel_sizes.dim
enum {
  DIM_HB_MODES,
  DIM_HB_BOUNDARY,  // contact coordinates, point by point
  DIM_HB_POINTS,    // contact points
  DIM_HB_RESPONSES, // responses, the monitored one first
  DIM_HB_HARMONICS, // without the static one
  DIM_HB_STATIC,    // 1: with a static harmonic
  DIM_HB_SAMPLES,   // per period, for sampled laws; 0: no law is sampled
  DIM_HB_LOADS,
  DIM_HB_SLOPE_NUMBERS,   // size of ∂r/∂u over all points
  DIM_HB_ELASTIC_NUMBERS, // size of the trace of an elastic contact; 0: none is exact
  DIM_HB_SAMPLED_NUMBERS, // scratch of the sampled laws
  // 1: some trajectory follows an extremum, which needs second derivatives
  DIM_HB_SECOND_DERIVATIVES,
  DIM_HB_MODAL,      // 1: some trajectory follows a dNNM
  DIM_HB_FORCES,     // 1: u and r of every point are kept
  DIM_HB_MAX_POINTS, // most points of a trajectory
  DIM_HB_COUPLED,    // 1: damping couples the modes (response_coupled.h)
  DIM_HB_ADAPT,      // 1: trajectories may reduce their number of harmonics
  DIM_HB_HEADING,    // 1: the direction of the curve is kept for every point
  // Highest harmonic used for the truncation-error estimate (at most 3H); 0: no estimate.
  DIM_HB_TRUNCATION,
  DIM_HB_TRUNCATION_SAMPLES, // samples per period of sampled laws for that estimate
  DIM_HB_RIGID_BODY,         // 1: rigid-body modes, whose means only contacts hold (above)
  DIM_HB_LAW_PARAMETERS,     // over all points with compliant laws (laws/laws.h); 0: none
  DIM_HB_RATE_DEPENDENT,     // 1: contact forces depend on velocities, and so on ω
  DIM_HB_LOAD_HARMONICS,     // harmonics of loads above the first
  DIM_HB_GAP_HARMONICS,      // harmonics of moving gaps of set-valued contacts; 0: no gap moves
  N_DIM_RESPONSE             // number of sizes
};
// Event functions of each point; those of the contact points (slip onset) follow.
enum {
  EVENT_END,     // the end of the range
  EVENT_EXTREME, // dAm/ds = 0 along a response curve
  EVENT_PHASE,   // phase resonance of the driven coordinate
  EVENT_FOLD,    // dω/ds = 0; for a backbone of maxima dα/ds = 0, for others the return to their start
  EVENT_BRANCH,  // det B = 0 along a response curve: another curve crosses it
  N_HB_EVENTS
};

#include "response_arrays.h"

#define HB_DIM(i) (dim[i])
KERNEL_INDEX int hb_n_coefficients(const int *dim) { // coefficients of a coordinate
  return HB_N_COEFFICIENTS(HB_DIM);
}
KERNEL_INDEX int hb_n_harmonics(const int *dim) { // harmonics with the static one
  return HB_N_HARMONICS(HB_DIM);
}
KERNEL_INDEX int hb_n_unknowns(const int *dim) { // of u
  return HB_N_UNKNOWNS(HB_DIM);
}
// Returns the rows of the transfer functions: contact coordinates, responses, the driven
// coordinate.
KERNEL_INDEX int hb_n_ports(const int *dim) {
  return HB_N_PORTS(HB_DIM);
}

// The following describe the truncation estimate: whether there is one, and its coefficients.
KERNEL_INDEX int hb_has_truncation(const int *dim) {
  return dim[DIM_HB_ADAPT] || dim[DIM_HB_TRUNCATION];
}
KERNEL_INDEX int hb_truncation_harmonics(const int *dim) {
  return HB_TRUNCATION_HARMONICS(HB_DIM);
}
// coefficients of a coordinate, up to the highest harmonic
KERNEL_INDEX int hb_truncation_width(const int *dim) {
  return HB_TRUNCATION_WIDTH(HB_DIM);
}

// Returns the scratch of an exact elastic contact: its trace, its normal motion, a zero motion, its
// forces and slopes.
KERNEL_INDEX int hb_elastic_numbers(int harmonics, int is_static, int is_normal) {
  const int width = is_static + 2 * harmonics, n = (is_normal ? 2 : 1) * width;
  return elastic_trace_numbers(harmonics, is_normal) + 4 * width + (n > 6 ? n : 6) * n;
}

// Stages of a trajectory.
typedef enum {
  STAGE_CURVE,    // response curve: unknowns u, ω
  STAGE_EXTREMUM, // backbone of maxima: unknowns u, ω, α
  STAGE_PHASE,    // backbone of phase resonance: unknowns u, ω, α
  STAGE_DNNM,     // damped nonlinear normal mode: unknowns u, ω, ξ
  N_STAGE,
  // growing load up to the first point of a response curve, if none is found at full load
  STAGE_LOAD_RAMP = N_STAGE
} hb_stage;
typedef enum {
  HB_LAW_SPRING,  // cubic, sampled
  HB_LAW_ELASTIC, // exact events
  HB_LAW_ELASTIC_SAMPLED,
  HB_LAW_SET_VALUED, // dynamic Lagrangian, sampled
  HB_LAW_COMPLIANT   // one of the compliant laws of laws/laws.h, sampled
} hb_law;
enum { HB_MAX_RESTARTS = 1000 };                                 // of a backbone of maxima
typedef enum { HELD_FREE, HELD_STUCK, HELD_ONSET } hb_hold_kind; // how an elastic contact is evaluated
// Kinds of kept points, besides ordinary ones.
typedef enum {
  POINT_ORDINARY,
  POINT_MAXIMUM,
  POINT_MINIMUM,
  POINT_KINK, // a maximum at slip onset, where dAm/ds jumps through 0
  POINT_FOLD,
  POINT_PHASE,         // phase resonance: from in phase with the load to opposite phase, as frequency rises
  POINT_ONSET,         // of slip or of full stick
  POINT_END,           // exactly at the end of the range
  POINT_BRANCH,        // where another response curve crosses this one
  POINT_RESTART,       // first point of a backbone of maxima after a restart
  POINT_ANTIRESONANCE, // the other zero of the phase function of POINT_PHASE: the phase turns back
  POINT_KINK_MINIMUM   // a minimum at slip onset
} hb_point;

// Between a peak and its phase resonance the amplitude falls at most by this part of its value at
// the resonance.
#define HB_VALLEY_FALL 0.02

// Layout of `parameters`.
enum {
  HB_STAGE_SET = PARAMETER_STEPPER_FIRST, // mask of the stages, bits 1 << hb_stage
  HB_OMEGA_FROM,
  HB_OMEGA_TO,  // rad/s, of the response curve
  HB_FACTOR,    // α of the response curve
  HB_FACTOR_TO, // α where backbones end
  HB_PEAK_OMEGA_MIN,
  // rad/s; the peak that backbones begin with lies between HB_PEAK_OMEGA_MIN and this
  HB_PEAK_OMEGA_MAX,
  HB_PEAK_TAKES_LAST, // 1: the peak of highest frequency; 0: the highest peak
  HB_PEAK_IS_MINIMUM, // 1: minima in place of peaks, the last or the lowest
  HB_MAX_OMEGA_STEP,  // rad/s: largest step of ω
  HB_MAX_GROWTH,      // largest relative change of u in a step
  HB_MIN_STEP,        // smallest step, as a part of the largest
  HB_TOLERANCE,       // of Newton's corrections, relative
  HB_STATIC_GRIP,     // stiffness that holds the mean of set-valued friction without slip, times ε
  HB_RESTART_FACTOR,  // increment of α at a restart of a backbone of maxima; 0: it follows onsets
  HB_AMPLITUDE_TO,    // Am at the end of a dNNM, m; 0: no end
  // 1: the curve through the range is wanted; 0: the state at its end, reached from its beginning
  HB_WHOLE_RANGE,
  // largest relative truncation error with a reduced number of harmonics; 0: no reduction
  HB_ADAPT_TOLERANCE,
  HB_FIRST_DAMPING // then damping, loads, contact points
};
// Numbers of a load in N or its unit; then cos and sin of the harmonics above the first.
enum { HB_LOAD_STATIC, HB_LOAD_COS, HB_LOAD_SIN, N_HB_LOAD_NUMBERS };
KERNEL_INDEX int hb_n_load_numbers(const int *dim) {
  return N_HB_LOAD_NUMBERS + 2 * dim[DIM_HB_LOAD_HARMONICS];
}
// Returns the place of harmonic h of a load, cos and then sin, or of its mean; -1: the load has
// none.
KERNEL_INDEX int hb_load_harmonic_at(const int *dim, int h) {
  return h == 0 ? HB_LOAD_STATIC : h <= 1 + dim[DIM_HB_LOAD_HARMONICS] ? HB_LOAD_COS + 2 * (h - 1) : -1;
}
enum {
  HB_TANGENTIAL_STIFFNESS, // kt, N/m
  HB_NORMAL_STIFFNESS,     // kn, N/m
  HB_CUBIC_STIFFNESS,      // N/m³
  HB_FRICTION,             // μ
  HB_PRELOAD,              // λ0, N
  HB_GAP,                  // m
  HB_LAGRANGE_NORMAL,      // ε of the dynamic Lagrangian along the normal, N/m
  HB_LAGRANGE_TANGENT,     // ε along tangents
  HB_DEPENDENT_YIELD,      // δ of dependent set-valued contacts: D = 1 - δ (above)
  N_HB_POINT_PARAMETERS
}; // per contact point
// d_k, diagonal of a damping matrix, 1/s
KERNEL_INDEX int hb_damping_parameter(const int *dim, int mode) {
  return (void)dim, HB_FIRST_DAMPING + mode;
}
KERNEL_INDEX int hb_load_parameter(const int *dim, int load) {
  return hb_damping_parameter(dim, dim[DIM_HB_MODES]) + load * hb_n_load_numbers(dim);
}
KERNEL_INDEX int hb_contact_parameter(const int *dim, int point) {
  return hb_load_parameter(dim, dim[DIM_HB_LOADS]) + point * N_HB_POINT_PARAMETERS;
}
KERNEL_INDEX int hb_law_parameter(const int *dim) { // compliant laws, point by point
  return hb_contact_parameter(dim, dim[DIM_HB_POINTS]);
}
// Returns the place of a gap's motion, m: cos and sin of each harmonic.
KERNEL_INDEX int hb_gap_parameter(const int *dim, int point) {
  return hb_law_parameter(dim) + dim[DIM_HB_LAW_PARAMETERS] + 2 * dim[DIM_HB_GAP_HARMONICS] * point;
}
KERNEL_INDEX int hb_n_parameters(const int *dim) {
  return hb_gap_parameter(dim, dim[DIM_HB_POINTS]);
}

// Blocks of `model`, one after the other, all row-major.
typedef enum {
  HB_MODEL_OMEGA2,           // [modes] ω_k², 1/s²
  HB_MODEL_SHAPES,           // [ports][modes] φ
  HB_MODEL_FLEXIBILITY,      // [ports][boundary] F, m/N
  HB_MODEL_LOADS,            // [loads][modes] φ_f
  HB_MODEL_LOAD_FLEXIBILITY, // [ports][loads] direct displacement per load, m/N
  HB_MODEL_COSINES,          // [samples] cos 2πn/N
  HB_MODEL_COUPLING,         // [modes][modes] d without its diagonal, if DIM_HB_COUPLED, 1/s
  HB_MODEL_FEW_COSINES,      // [few samples] cosines of the truncation estimate
  HB_MODEL_HOLDING_SPRINGS,  // with DIM_HB_RIGID_BODY: [boundary] K, N/m
  HB_MODEL_HELD_FLEXIBILITY, // [ports][boundary] H̃
  HB_MODEL_HELD_LOADS,       // [ports][loads] c̃, m/N
  HB_MODEL_END
} hb_model_block;
KERNEL_INDEX long hb_model_at(const int *dim, int block) {
  const long modes = dim[DIM_HB_MODES], ports = hb_n_ports(dim), loads = dim[DIM_HB_LOADS];
  long at = 0;
  if (block > HB_MODEL_OMEGA2) at += modes;
  if (block > HB_MODEL_SHAPES) at += ports * modes;
  if (block > HB_MODEL_FLEXIBILITY) at += ports * dim[DIM_HB_BOUNDARY];
  if (block > HB_MODEL_LOADS) at += loads * modes;
  if (block > HB_MODEL_LOAD_FLEXIBILITY) at += ports * loads;
  if (block > HB_MODEL_COSINES) at += dim[DIM_HB_SAMPLES];
  if (block > HB_MODEL_COUPLING && dim[DIM_HB_COUPLED]) at += modes * modes;
  if (block > HB_MODEL_FEW_COSINES) at += dim[DIM_HB_TRUNCATION_SAMPLES];
  if (block > HB_MODEL_HOLDING_SPRINGS && dim[DIM_HB_RIGID_BODY]) at += dim[DIM_HB_BOUNDARY];
  if (block > HB_MODEL_HELD_FLEXIBILITY && dim[DIM_HB_RIGID_BODY]) at += ports * dim[DIM_HB_BOUNDARY];
  if (block > HB_MODEL_HELD_LOADS && dim[DIM_HB_RIGID_BODY]) at += ports * loads;
  return at;
}
KERNEL_INDEX long response_n_model(const int *dim) {
  return hb_model_at(dim, HB_MODEL_END);
}

// Layout of `tables`, per contact point.
enum {
  HB_POINT_LAW,              // hb_law
  HB_POINT_FIRST_COORDINATE, // its first coordinate
  HB_POINT_N_COORDINATES,    // 1, 2 or 3 coordinates
  HB_POINT_HAS_NORMAL,       // 1: the first is the normal one
  HB_POINT_SLOPES_AT,        // place of its block of ∂r/∂u
  HB_POINT_COMPLIANT_LAW,    // for HB_LAW_COMPLIANT: law of laws.h
  HB_POINT_PARAMETERS_AT,    // place of its parameters from hb_law_parameter on, their number
  HB_POINT_N_PARAMETERS,
  HB_POINT_N_STATES, // number of internal states
  N_HB_POINT_INTEGERS
};
KERNEL_INDEX int hb_n_tables(const int *dim) {
  return dim[DIM_HB_POINTS] * N_HB_POINT_INTEGERS;
}

// Layout of `state` after the common rows. The host sets HB_CURRENT_STAGE and the dNNM's start, and
// the rest to 0. The first step of a stage finds its first point.
enum {
  HB_CURRENT_STAGE = STATE_STEPPER_FIRST, // hb_stage
  HB_STAGE_BEGUN,                         // 1: the stage has a first point
  HB_CURVE_FACTOR,                        // α of the last response curve; 0: that of the parameters
  HB_START_KIND,                          // hb_start, place where the response curve begins
  HB_RESTARTS,                            // number of restarts of the backbone of maxima
  HB_PATH_PARAMETER,                      // α, or ξ of a dNNM, at the last point
  HB_NEXT_STEP,                           // scaled length of the next step
  HB_FOLLOWS_ONSET,                       // 1: the backbone follows the slip onset of HB_ONSET_POINT
  HB_ONSET_POINT,                         // that contact point
  // for phase resonance or a dNNM: sign of its determinant in the direction of travel
  HB_ORIENTATION,
  HB_CORNER_STATE, // state of passing a sharp corner (response_turn.h); 0: no corner
  HB_SOUGHT_EVENT, // 1 + number of the event function sought; 0: none
  HB_LOCATE_ATTEMPTS,
  // number of events after the last point that were replaced by another, or by none
  HB_EARLIER_EVENTS,
  HB_BRACKET_LOWER, // scaled length and value at either end of the bracket
  HB_BRACKET_LOWER_VALUE,
  HB_BRACKET_UPPER,
  HB_BRACKET_UPPER_VALUE,
  HB_BRANCH_DISTANCE, // scaled length kept away from a branch point
  HB_PEAK_FOUND,      // 1: there is a peak for the backbones
  HB_PEAK_AMPLITUDE,
  HB_PEAK_KINK, // 1 + contact point at whose slip onset the peak lies; 0: smooth
  // smallest amplitude since the peak, up to the next phase resonance; 0: that is passed
  HB_PEAK_LEAST_SINCE,
  HB_ROOT_AMPLITUDE,   // amplitude at the last phase resonance; 0: none yet
  HB_ROOT_LEAST_SINCE, // smallest amplitude since then
  HB_RESONANCE_FOUND,  // 1: the peak has a phase resonance
  HB_N_POINTS,         // number of kept points
  HB_N_ITERATIONS,     // Newton iterations
  HB_END_REASONS,      // hb_reason of the end of each stage, as digits to base N_HB_REASON
  HB_FIRST_ARRAY       // then the arrays
};
typedef enum {
  START_FROM_REST,        // at `from`, from rest
  START_LOAD_GROWN,       // at `from`, with a growing load
  START_AT_FAR_END,       // at `to`
  START_BEYOND_FAR_END,   // beyond `to`
  START_COME_FROM_BEYOND, // at `to`, reached from beyond
  START_LAST_RESORT,      // at `from` after all
  START_COME_FROM_BESIDE, // at `from`, reached from beside it
  START_BESIDE_FIRST,     // first of N_START_BESIDE places beside `from`; the others follow
  N_START_BESIDE = 6
} hb_start;
typedef enum {
  REASON_NONE,      // not run
  REASON_RANGE_END, // the end of the range
  REASON_MIN_STEP,  // no point was found with the smallest step
  REASON_NO_START,  // no first point was found
  REASON_NO_PEAK,   // no peak to begin with
  REASON_MERGED,    // the ridge ends: its maximum and a minimum meet
  REASON_NO_ROOM,   // the limit of points
  // back at its first point; for a backbone at its first load, for a dNNM at half its first
  // amplitude
  REASON_RETURNED,
  REASON_LEFT_RANGE,   // left the range on a side from which it does not return
  REASON_NO_RESONANCE, // the peak has no phase resonance
  N_HB_REASON
} hb_reason;
typedef enum {
  HB_ROW_LAST_POINT,
  HB_ROW_LAST_TANGENT,
  HB_ROW_BORDERING_ROW,
  HB_ROW_PEAK,
  HB_ROW_ROOT,
  HB_ROW_RESONANCE,
  HB_ROW_FIRST_POINT,
  HB_ROW_LANDMARK,
  HB_ROW_MODE_START,
  HB_ROW_HELD,
  HB_ROW_EVENT,
  HB_ROW_LAST_RESPONSES,
  HB_ROW_HARMONICS, // of harmonics, with DIM_HB_ADAPT: hb_harmonics_row
  HB_ROW_END
} hb_row;
typedef enum {
  HARMONICS_NOW,           // 0: not yet chosen
  HARMONICS_OF_LAST_POINT, // of the last point
  HARMONICS_OF_PEAK,       // of the peak that backbones begin with
  HARMONICS_ALL,           // 1: all harmonics from now on, as no point was found with fewer
  HARMONICS_POINTS_BEFORE, // number of points kept before the stage began
  N_HARMONICS_ROWS
} hb_harmonics_row;
KERNEL_INDEX int hb_state_row(const int *dim, int row) {
  const int n = hb_n_unknowns(dim) + 1;
  int at = HB_FIRST_ARRAY;
  if (row > HB_ROW_LAST_POINT) at += n;
  if (row > HB_ROW_LAST_TANGENT) at += n + 1;
  if (row > HB_ROW_BORDERING_ROW) at += n;
  if (row > HB_ROW_PEAK) at += n;
  if (row > HB_ROW_ROOT) at += n;
  if (row > HB_ROW_RESONANCE) at += n;
  if (row > HB_ROW_FIRST_POINT) at += n;
  if (row > HB_ROW_LANDMARK) at += n;
  if (row > HB_ROW_MODE_START) at += n + 1;
  if (row > HB_ROW_HELD) at += dim[DIM_HB_POINTS];
  if (row > HB_ROW_EVENT) at += N_HB_EVENTS + dim[DIM_HB_POINTS];
  if (row > HB_ROW_LAST_RESPONSES) at += dim[DIM_HB_RESPONSES] * hb_n_coefficients(dim);
  if (row > HB_ROW_HARMONICS) at += dim[DIM_HB_ADAPT] ? N_HARMONICS_ROWS : 0;
  return at;
}
KERNEL_INDEX int hb_n_state(const int *dim) {
  return hb_state_row(dim, HB_ROW_END);
}

// Layout of `windows`: DIM_HB_MAX_POINTS records.
enum {
  RECORD_OMEGA, // rad/s
  // α; for a dNNM by the energy balance of its fundamental, infinite without work
  RECORD_LOAD_FACTOR,
  RECORD_XI,         // ξ of a dNNM, 1/s
  RECORD_STAGE,      // stage of the point, hb_stage
  RECORD_POINT_KIND, // hb_point
  // 0 if det ∂R/∂u < 0 (an odd number of real multipliers above 1), else 1; -1: unknown
  RECORD_STABLE,
  RECORD_AMPLITUDE,       // Am of the monitored response
  RECORD_KINK_WEIGHT,     // at a kink: weight of the slipping side in dAm/dω = 0; else 0
  RECORD_LOAD_FACTOR_ALL, // for a dNNM: α by the energy balance of all harmonics
  RECORD_ITERATIONS,
  // then the responses' coefficients, u and r; hb_adapted if hb_has_truncation; hb_heading if
  // DIM_HB_HEADING
  N_RECORD
};
typedef enum {
  ADAPTED_HARMONICS,  // number of harmonics
  ADAPTED_TRUNCATION, // relative truncation error
  N_ADAPTED
} hb_adapted;
KERNEL_INDEX int hb_record_adapted_at(const int *dim) {
  return N_RECORD + dim[DIM_HB_RESPONSES] * hb_n_coefficients(dim) +
         (dim[DIM_HB_FORCES] ? 2 * hb_n_unknowns(dim) : 0);
}
typedef enum {
  HEADING_OMEGA, // derivatives of ω and of α (dNNM: ξ) along the curve, up to a common factor
  HEADING_PARAMETER,
  N_HEADING // then the derivatives of the responses' coefficients
} hb_heading;
KERNEL_INDEX int hb_record_heading_at(const int *dim) {
  return hb_record_adapted_at(dim) + (hb_has_truncation(dim) ? N_ADAPTED : 0);
}
KERNEL_INDEX int hb_record_size(const int *dim) {
  return hb_record_heading_at(dim) +
         (dim[DIM_HB_HEADING] ? N_HEADING + dim[DIM_HB_RESPONSES] * hb_n_coefficients(dim) : 0);
}
KERNEL_INDEX long hb_n_windows(const int *dim) {
  return (long)dim[DIM_HB_MAX_POINTS] * hb_record_size(dim);
}

KERNEL_INDEX long response_n_uniform(const int *dim) {
  return (void)dim, 0;
}
KERNEL_INDEX long response_work(const int *dim, long lane_bytes, long wide_bytes) {
  return ARRAYS_BYTES(RESPONSE_ARRAYS);
}
KERNEL_INDEX int response_fixed_tables(const int *dim) {
  return hb_n_tables(dim);
}
// All arrays persist: the results of an evaluation are needed until the point is found. A single
// thread per trajectory would unroll every loop over them.
KERNEL_INDEX int response_n_persistent(const int *dim) {
  return (int)response_work(dim, 1, 1);
}
// Parallel work: the rows of the Jacobian.
KERNEL_INDEX int response_n_parallel(const int *dim) {
  return hb_n_unknowns(dim) + 1;
}

#endif
