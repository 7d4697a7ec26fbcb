// Arrays of the time steppers (arrays.h); one of each per trajectory.
#ifndef CHATTER_KERNELS_TRANSIENT_ARRAYS_H
#define CHATTER_KERNELS_TRANSIENT_ARRAYS_H

#include "../linear_system.h"

// Numbers per point; numbers and list entries per row (newton_per_lane.h).
enum { N_NEWTON_POINT_NUMBERS = 20, N_NEWTON_ROW_NUMBERS = 4, N_NEWTON_LIST_NUMBERS = 3 };
// Size of a lane's system of this many rows, padded to whole vectors (per_lane.h), or of a system
// of all lanes with its right side.
#define NEWTON_SYSTEM_SIZE(rows) ((rows) * ((rows) + 8))

#define ARRAY_IF(D, which, n) (D(which) ? (n) : 0)
#define ARRAY_PER_LANE(D, n) (D(DIM_NEWTON_KIND) > NEWTON_BATCHED ? (n) : 0)

// clang-format off
#define TRANSIENT_ARRAYS(LANE, WIDE, SHARED, D) \
  LANE(p, D(DIM_MODES)) \
  LANE(u, D(DIM_MODES)) /* at half steps */ \
  LANE(mean, ARRAY_IF(D, DIM_MEAN_VELOCITY, D(DIM_MODES))) /* velocity at t^k (modes_velocity) */ \
  LANE(was_open, ARRAY_IF(D, DIM_MEAN_VELOCITY, ARRAY_IF(D, DIM_DELASSUS, D(DIM_CONTACT_POINTS)))) /* 1: in the step before */ \
  LANE(modal_work, ARRAY_IF(D, DIM_MODE_COUPLING, 2 * D(DIM_MODES))) /* modal forces, new u of a dense damping; p + b u, A (p + b u) of a sparse stiffness */ \
  LANE(decay, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_MODES))) /* u⁺ = decay u + stiffness_gain p + force_gain (Φᵀ forces) */ \
  LANE(stiffness_gain, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_MODES))) \
  LANE(force_gain, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_MODES))) \
  LANE(modal_load_gain, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_MODES) * D(DIM_LOADS))) /* [loads][modes], force_gain Φ_f */ \
  WIDE(drive_numbers, TRANSIENT_DRIVES(D) * N_DRIVE_PARAMETERS) /* parameters of the drives */ \
  WIDE(gap_motion, ARRAY_IF(D, DIM_MOVING_GAP, D(DIM_CONTACT_ENTRIES) * 3)) /* amplitude, frequency, turns of the gaps */ \
  LANE(load, D(DIM_LOADS)) /* f_j(t), N */ \
  LANE(q_free, D(DIM_BOUNDARY)) /* q_b at λ = 0, m */ \
  LANE(q, D(DIM_BOUNDARY)) /* q_b, m */ \
  LANE(force, D(DIM_BOUNDARY)) /* λ, N */ \
  LANE(force_change, TRANSIENT_EXTRAPOLATES(D) ? D(DIM_BOUNDARY) : 0) /* of λ over the step before; λ before it while that is solved */ \
  LANE(trial, D(DIM_BOUNDARY)) /* next iterate of the inclusion solver */ \
  LANE(contact_offset, D(DIM_BOUNDARY)) /* the inclusion's constant c */ \
  LANE(scale, (D(DIM_DELASSUS) || D(DIM_SPRING_KIND) ? D(DIM_BOUNDARY) : 0)) /* relaxation ε of this step */ \
  LANE(spring, ARRAY_IF(D, DIM_SPRING_KIND, D(DIM_BOUNDARY))) /* stiffness of points with springs */ \
  LANE(law, D(DIM_CONTACT_ENTRIES) * D(DIM_LAW_PARAMETERS)) /* numbers of compliant laws */ \
  LANE(memory, D(DIM_CONTACT_POINTS) * D(DIM_LAW_STATES)) /* their internal states */ \
  LANE(slope, ARRAY_IF(D, DIM_LAW_PARAMETERS, D(DIM_BOUNDARY))) /* of their resolvent */ \
  LANE(product, ARRAY_PER_LANE(D, D(DIM_BOUNDARY))) /* G x */ \
  LANE(motion, ARRAY_IF(D, DIM_NEWTON_KIND, D(DIM_BOUNDARY))) /* G x + c of the last relaxation step */ \
  LANE(before, ARRAY_IF(D, DIM_NEWTON_KIND, D(DIM_BOUNDARY))) /* x₀ of the solver (inclusion.h) */ \
  SHARED(system, ARRAY_PER_LANE(D, NEWTON_SYSTEM_SIZE(D(DIM_BOUNDARY)))) /* from here to `point` of its method */ \
  SHARED(batched_system, D(DIM_NEWTON_KIND) == NEWTON_BATCHED ? D(DIM_BOUNDARY) * (D(DIM_BOUNDARY) + SYSTEM_EXTRA_COLUMNS) : 0) \
  SHARED(known, ARRAY_PER_LANE(D, D(DIM_BOUNDARY))) \
  SHARED(shift, ARRAY_PER_LANE(D, D(DIM_BOUNDARY))) \
  SHARED(number, ARRAY_PER_LANE(D, N_NEWTON_ROW_NUMBERS * D(DIM_BOUNDARY))) \
  SHARED(index, ARRAY_PER_LANE(D, N_NEWTON_LIST_NUMBERS * D(DIM_BOUNDARY))) \
  SHARED(point, ARRAY_PER_LANE(D, D(DIM_CONTACT_POINTS) * N_NEWTON_POINT_NUMBERS)) /* linearised projections */ \
  LANE(wall, D(DIM_BOUNDARY)) /* displacement of the wall over a step, m */ \
  LANE(slip, D(DIM_BOUNDARY)) /* tangential slip over this step, m */ \
  LANE(gap, D(DIM_CONTACT_POINTS)) /* constant part */ \
  LANE(moving, ARRAY_IF(D, DIM_MOVING_GAP, D(DIM_CONTACT_ENTRIES))) /* time-dependent part, per entry */ \
  LANE(gap_rate, ARRAY_IF(D, DIM_DRIVE_NUMBERS, D(DIM_CONTACT_ENTRIES))) /* of the gap's drive, m/s, per entry */ \
  LANE(wall_speed, ARRAY_IF(D, DIM_DRIVE_NUMBERS, D(DIM_CONTACT_ENTRIES))) /* of the wall's drive, m/s, per entry */ \
  LANE(preload, ARRAY_IF(D, DIM_PRELOAD, D(DIM_CONTACT_POINTS))) \
  LANE(unloaded, ARRAY_IF(D, DIM_PRELOAD, D(DIM_CONTACT_POINTS))) /* q_n of all points' -λ0, m */ \
  LANE(friction, D(DIM_CONTACT_POINTS)) \
  LANE(restitution, ARRAY_IF(D, DIM_DELASSUS, D(DIM_CONTACT_POINTS))) \
  LANE(delassus, ARRAY_IF(D, DIM_DELASSUS, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_BOUNDARY) * D(DIM_BOUNDARY)))) \
  LANE(row_scale, ARRAY_IF(D, DIM_DELASSUS, ARRAY_IF(D, DIM_COEFFICIENTS_VARY, D(DIM_BOUNDARY)))) \
  LANE(observed, D(DIM_ACCUMULATOR_ROWS)) \
  WIDE(filters, D(DIM_FILTERS) * FILTER_NUMBERS) \
  LANE(counts, D(DIM_CONTACT_POINTS) * CONTACT_COUNTER_ROWS(D)) \
  LANE(work, ARRAY_IF(D, DIM_DISSIPATION, 2))                    /* of friction and its compensation, J */
// clang-format on

#endif
