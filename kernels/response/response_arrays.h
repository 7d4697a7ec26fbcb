// The arrays of the harmonic balance (arrays.h): of every trajectory, one of each.
#ifndef CHATTER_KERNELS_RESPONSE_ARRAYS_H
#define CHATTER_KERNELS_RESPONSE_ARRAYS_H

// Sizes of the arrays, of D(DIM_…).
#define HB_WIDTH(D) (D(DIM_HB_STATIC) + 2 * D(DIM_HB_HARMONICS))   // coefficients of a coordinate
#define HB_BLOCKS(D) (D(DIM_HB_STATIC) + D(DIM_HB_HARMONICS))      // harmonics, the static one too
#define HB_UNKNOWNS(D) (D(DIM_HB_BOUNDARY) * HB_WIDTH(D))          // u
#define HB_PORTS(D) (D(DIM_HB_BOUNDARY) + D(DIM_HB_RESPONSES) + 1) // contact coordinates, responses, drive
#define HB_LOAD(D) (3 + 2 * D(DIM_HB_MORE))                        // numbers of a load
#define HB_TRUNCATION(D) (D(DIM_HB_TRUNCATION) ? D(DIM_HB_TRUNCATION) : D(DIM_HB_HARMONICS))
#define HB_TRUNCATION_WIDTH(D) (D(DIM_HB_STATIC) + 2 * HB_TRUNCATION(D))
#define HB_HAS_TRUNCATION(D) (D(DIM_HB_ADAPT) || D(DIM_HB_TRUNCATION))
#define HB_COUPLED(D) (D(DIM_HB_COUPLED) * D(DIM_HB_MODES)) // modes that damping couples

// clang-format off
#define RESPONSE_ARRAYS(LANE, WIDE, SHARED, D)                                                               \
  /* kept between steps: the point reached, the direction from there, the peak, the start of the dNNM */     \
  LANE(at, HB_UNKNOWNS(D) + 1)                          /* u, ω of the last point */                         \
  LANE(last_tangent, HB_UNKNOWNS(D) + 2)                       /* tangent there, of scaled length 1 */              \
  LANE(bordering_row, HB_UNKNOWNS(D) + 1)                      /* last row of the bordered Jacobian */              \
  LANE(peak, HB_UNKNOWNS(D) + 1)                        /* of the last response curve */                     \
  LANE(root, HB_UNKNOWNS(D) + 1)                        /* the last phase resonance of the first curve */    \
  LANE(resonance, HB_UNKNOWNS(D) + 1)                   /* that of its peak */                               \
  LANE(first, HB_UNKNOWNS(D) + 1)                       /* where the response curve began */                 \
  LANE(landmark, HB_UNKNOWNS(D) + 1)                    /* by which a closed curve comes again */            \
  LANE(mode, HB_UNKNOWNS(D) + 2)                        /* u, ω, ξ where the dNNM begins */                  \
  LANE(held, D(DIM_HB_POINTS))                          /* hb_held of each contact point */                  \
  LANE(event, HB_EVENTS + D(DIM_HB_POINTS))             /* event functions at the last point */              \
  LANE(shown, D(DIM_HB_RESPONSES) * HB_WIDTH(D))        /* responses there */                                \
  LANE(onset, D(DIM_HB_POINTS))                         /* slip onsets, scratch */                           \
  LANE(reached, HB_EVENTS + D(DIM_HB_POINTS))           /* event functions at the point just found */        \
  /* of one evaluation */                                                                                    \
  LANE(z, HB_UNKNOWNS(D) + 1)                           /* u, ω of the iterate */                            \
  LANE(force, HB_UNKNOWNS(D))                           /* r(u) */                                           \
  LANE(residual, HB_UNKNOWNS(D))                                                                             \
  LANE(slope, D(DIM_HB_SLOPES))                         /* ∂r/∂u, a block per contact point */               \
  LANE(by_omega, D(DIM_HB_RATE) * HB_UNKNOWNS(D))       /* ∂r/∂ω */                                          \
  LANE(pole, 6 * D(DIM_HB_MODES))                       /* 1 / (ω_k² - h²ω² + ihω(d_k - ξ)), derivatives */  \
  LANE(factors, HB_COUPLED(D) * (D(DIM_HB_MODES) + 1))  /* of D of coupled modes, complex, lower triangle */ \
  LANE(excited, 6 * HB_COUPLED(D) * (D(DIM_HB_BOUNDARY) + 1)) /* D⁻¹ φᵀ and D⁻¹ load, derivatives */         \
  LANE(load, HB_LOAD(D) * D(DIM_HB_MODES))              /* modal load, complex and static, α = 1 */          \
  LANE(direct, HB_LOAD(D) * HB_PORTS(D))                /* displacement by the load's flexibility */         \
  LANE(transfer, 6 * HB_BLOCKS(D) * HB_PORTS(D) * D(DIM_HB_BOUNDARY))                                        \
  LANE(linear, 6 * HB_BLOCKS(D) * HB_PORTS(D))          /* answers to the load, α = 1 */                     \
  LANE(answer, D(DIM_HB_RESPONSES) * HB_WIDTH(D))       /* responses of the iterate */                       \
  LANE(jacobian, (HB_UNKNOWNS(D) + 2) * (HB_UNKNOWNS(D) + 2))                                                \
  LANE(pivot, HB_UNKNOWNS(D) + 2)                                                                            \
  LANE(correction, HB_UNKNOWNS(D) + 2)                  /* B⁻¹ (-R, 0) */                                    \
  LANE(moved, HB_UNKNOWNS(D) + 2)                       /* the last correction */                            \
  LANE(tangent, HB_UNKNOWNS(D) + 2)                     /* B⁻¹ (0, 1) */                                     \
  LANE(sensitivity, HB_UNKNOWNS(D) + 2)                 /* B⁻¹ (-∂R/∂σ, 0) */                                \
  LANE(adjoint, HB_UNKNOWNS(D) + 2)                     /* B⁻ᵀ ∇Am: λ and dAm/ds */                          \
  LANE(row, HB_UNKNOWNS(D) + 2)                         /* gradient of the condition */                      \
  LANE(part, 4 * HB_UNKNOWNS(D) + 4 * HB_WIDTH(D))      /* scratch of products */                            \
  LANE(path, D(DIM_HB_POINTS) * D(DIM_HB_PATH))         /* traces of elastic contacts */                     \
  LANE(sampled, D(DIM_HB_SAMPLED))                      /* scratch of sampled laws */                        \
  /* of harmonics left out: contact forces of all, their residual, one's modal coordinates */                \
  LANE(truncation_force, HB_HAS_TRUNCATION(D) * D(DIM_HB_BOUNDARY) * HB_TRUNCATION_WIDTH(D))                                       \
  LANE(truncation_residual, HB_HAS_TRUNCATION(D) * D(DIM_HB_BOUNDARY) * HB_TRUNCATION_WIDTH(D))                                         \
  LANE(modal, HB_HAS_TRUNCATION(D) * 2 * D(DIM_HB_MODES))\
  LANE(heading, D(DIM_HB_HEADING) * D(DIM_HB_RESPONSES) * HB_WIDTH(D)) /* dy/ds of a point that is kept */
// clang-format on

#endif
