// Arrays of the harmonic balance (arrays.h); one of each per trajectory.
#ifndef CHATTER_KERNELS_RESPONSE_ARRAYS_H
#define CHATTER_KERNELS_RESPONSE_ARRAYS_H

// Sizes of the arrays by D(DIM_…).
#define HB_N_COEFFICIENTS(D) (D(DIM_HB_STATIC) + 2 * D(DIM_HB_HARMONICS)) // coefficients of a coordinate
#define HB_N_HARMONICS(D) (D(DIM_HB_STATIC) + D(DIM_HB_HARMONICS))        // harmonics, with the static one
#define HB_N_UNKNOWNS(D) (D(DIM_HB_BOUNDARY) * HB_N_COEFFICIENTS(D))      // u
#define HB_N_PORTS(D) (D(DIM_HB_BOUNDARY) + D(DIM_HB_RESPONSES) + 1) // contact coordinates, responses, drive
#define HB_N_LOAD_NUMBERS(D) (3 + 2 * D(DIM_HB_LOAD_HARMONICS))      // numbers of a load
#define HB_TRUNCATION_HARMONICS(D) (D(DIM_HB_TRUNCATION) ? D(DIM_HB_TRUNCATION) : D(DIM_HB_HARMONICS))
#define HB_TRUNCATION_WIDTH(D) (D(DIM_HB_STATIC) + 2 * HB_TRUNCATION_HARMONICS(D))
#define HB_HAS_TRUNCATION(D) (D(DIM_HB_ADAPT) || D(DIM_HB_TRUNCATION))
#define HB_N_COUPLED_MODES(D) (D(DIM_HB_COUPLED) * D(DIM_HB_MODES)) // coupled modes

// clang-format off
#define RESPONSE_ARRAYS(LANE, WIDE, SHARED, D) \
 /* kept between steps: the point reached, the direction from there, the peak, the start of the dNNM */ \
  LANE(at, HB_N_UNKNOWNS(D) + 1) /* u, ω of the last point */ \
  LANE(last_tangent, HB_N_UNKNOWNS(D) + 2) /* tangent there, of scaled length 1 */ \
  LANE(bordering_row, HB_N_UNKNOWNS(D) + 1) /* last row of the bordered Jacobian */ \
  LANE(peak, HB_N_UNKNOWNS(D) + 1) /* of the last response curve */ \
  LANE(root, HB_N_UNKNOWNS(D) + 1) /* the last phase resonance of the first curve */ \
  LANE(resonance, HB_N_UNKNOWNS(D) + 1) /* that of its peak */ \
  LANE(first, HB_N_UNKNOWNS(D) + 1) /* where the response curve began */ \
  LANE(landmark, HB_N_UNKNOWNS(D) + 1) /* by which a closed curve comes again */ \
  LANE(mode, HB_N_UNKNOWNS(D) + 2) /* u, ω, ξ where the dNNM begins */ \
  LANE(held, D(DIM_HB_POINTS)) /* hb_hold_kind of each contact point */ \
  LANE(event, N_HB_EVENTS + D(DIM_HB_POINTS)) /* event functions at the last point */ \
  LANE(shown, D(DIM_HB_RESPONSES) * HB_N_COEFFICIENTS(D)) /* responses there */ \
  LANE(onset, D(DIM_HB_POINTS)) /* slip onsets, scratch */ \
  LANE(reached, N_HB_EVENTS + D(DIM_HB_POINTS)) /* event functions at the point just found */ \
 /* of one evaluation */ \
  LANE(z, HB_N_UNKNOWNS(D) + 1) /* u, ω of the iterate */ \
  LANE(force, HB_N_UNKNOWNS(D)) /* r(u) */ \
  LANE(residual, HB_N_UNKNOWNS(D)) \
  LANE(slope, D(DIM_HB_SLOPE_NUMBERS)) /* ∂r/∂u, a block per contact point */ \
  LANE(by_omega, D(DIM_HB_RATE_DEPENDENT) * HB_N_UNKNOWNS(D)) /* ∂r/∂ω */ \
  LANE(pole, 6 * D(DIM_HB_MODES)) /* 1 / (ω_k² - h²ω² + ihω(d_k - ξ)), derivatives */ \
  LANE(factors, HB_N_COUPLED_MODES(D) * (D(DIM_HB_MODES) + 1)) /* of D of coupled modes, complex, lower triangle */ \
  LANE(excited, 6 * HB_N_COUPLED_MODES(D) * (D(DIM_HB_BOUNDARY) + 1)) /* D⁻¹ φᵀ and D⁻¹ load, derivatives */ \
  LANE(load, HB_N_LOAD_NUMBERS(D) * D(DIM_HB_MODES)) /* modal load, complex and static, α = 1 */ \
  LANE(direct, HB_N_LOAD_NUMBERS(D) * HB_N_PORTS(D)) /* displacement by the load's flexibility */ \
  LANE(transfer, 6 * HB_N_HARMONICS(D) * HB_N_PORTS(D) * D(DIM_HB_BOUNDARY)) \
  LANE(linear, 6 * HB_N_HARMONICS(D) * HB_N_PORTS(D)) /* answers to the load, α = 1 */ \
  LANE(answer, D(DIM_HB_RESPONSES) * HB_N_COEFFICIENTS(D)) /* responses of the iterate */ \
  LANE(jacobian, (HB_N_UNKNOWNS(D) + 2) * (HB_N_UNKNOWNS(D) + 2)) \
  LANE(pivot, HB_N_UNKNOWNS(D) + 2) \
  LANE(correction, HB_N_UNKNOWNS(D) + 2) /* B⁻¹ (-R, 0) */ \
  LANE(moved, HB_N_UNKNOWNS(D) + 2) /* the last correction */ \
  LANE(tangent, HB_N_UNKNOWNS(D) + 2) /* B⁻¹ (0, 1) */ \
  LANE(sensitivity, HB_N_UNKNOWNS(D) + 2) /* B⁻¹ (-∂R/∂σ, 0) */ \
  LANE(adjoint, HB_N_UNKNOWNS(D) + 2) /* B⁻ᵀ ∇Am: λ and dAm/ds */ \
  LANE(row, HB_N_UNKNOWNS(D) + 2) /* gradient of the condition */ \
  LANE(part, 4 * HB_N_UNKNOWNS(D) + 4 * HB_N_COEFFICIENTS(D)) /* scratch of products */ \
  LANE(path, D(DIM_HB_POINTS) * D(DIM_HB_ELASTIC_NUMBERS)) /* traces of elastic contacts */ \
  LANE(sampled, D(DIM_HB_SAMPLED_NUMBERS)) /* scratch of sampled laws */ \
 /* of harmonics left out: contact forces of all, their residual, one's modal coordinates */ \
  LANE(truncation_force, HB_HAS_TRUNCATION(D) * D(DIM_HB_BOUNDARY) * HB_TRUNCATION_WIDTH(D)) \
  LANE(truncation_residual, HB_HAS_TRUNCATION(D) * D(DIM_HB_BOUNDARY) * HB_TRUNCATION_WIDTH(D)) \
  LANE(modal, HB_HAS_TRUNCATION(D) * 2 * D(DIM_HB_MODES))\
  LANE(heading, D(DIM_HB_HEADING) * D(DIM_HB_RESPONSES) * HB_N_COEFFICIENTS(D)) /* dy/ds of a point that is kept */
// clang-format on

#endif
