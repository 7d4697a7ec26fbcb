// Contents of the header of a compliant law: a law whose force follows from displacement, velocity
// and internal states. It has three parts for different readers.
//
// 1. Declarations for everyone (plain C):
//    - LAW_NAME_ROWS(NUMBER, LIST): the keys that no earlier law has, as members of contact_config and
//      rows of the schema: key, range, flags, unit, (default,) doc(, symbol).
//    - LAW_ACTS(name, along, needs): the row on which it acts, LAW_NORMAL or LAW_TANGENT, and
//      LAW_HAS_..., the further arguments of its force.
//    - an enum of its parameters in the kernels, and their number if it is fixed.
//
// 2. For studies, if LAW_STUDY is defined: `static const law_kind name_law`, its row in the table
// of host/study/contact_laws.c. law_kind (contact_laws.h) explains its members and functions.
//
// 3. For kernels, if LANES is defined: its physics for LANES trajectories.
//    - law_name_force(number, n, q, v): force by displacement and velocity, with slopes and energy.
//    - with a gap: law_name_effective_gap(number, q, v), negative if closed, and
//      law_name_closed_force(number, n, q, v), the force while closed, continued smoothly while open
//      (else LAW_WITHOUT_GAP).
//    - with memory: law_name_state_count(n) internal states z, whose sum times
//      law_name_state_factor(number) is added to the force, and law_name_update(number, i, old, move),
//      a state after q has moved (else LAW_WITHOUT_MEMORY).
#ifndef CHATTER_KERNELS_LAW_H
#define CHATTER_KERNELS_LAW_H

enum { LAW_NORMAL, LAW_TANGENT };
enum {
  LAW_HAS_GAP = 1,      // q is the gap function; there is no force while it is open
  LAW_HAS_VELOCITY = 2, // the force depends on v
  LAW_HAS_MEAN = 4      // the force is not odd: a motion about q = 0 has a mean force
};
#define LAW_ACTS(name, along, needs) enum { law_##name##_along = along, law_##name##_needs = needs };
enum { LAW_MAX_PARAMETERS = 258 }; // most parameters of a law

#endif

#if defined(LANES) && !defined(LAW_PHYSICS)
#define LAW_PHYSICS
#include "../lane_math.h"

// Force, N, with its slopes by displacement, N/m, and velocity, N s/m, and the stored energy, J.
typedef struct law_result {
  lane_t force, by_q, by_v, energy;
} law_result;
// An internal state after a move of q.
typedef struct law_state {
  lane_t value;
  lane_t by_old, by_move; // slopes by the previous state and by the move
  lane_t energy;          // stored energy, J
  // For a state that follows q and then stays constant, as a slider sticks and then slips; else 0.
  lane_t slip_share;   // fraction of the move over which it is constant
  lane_t stick_change; // its change before that
  lane_t stick_slope;  // its slope by q before that
} law_state;
// A function that is negative while a law with a gap is closed; its slope by q is 1.
typedef struct law_gap {
  lane_t value, by_v;
} law_gap;

#define LAW_WITHOUT_GAP(name)                                                                                \
  KERNEL_FN law_gap law_##name##_effective_gap(const lane_t *number, lane_t q, lane_t v) {                   \
    const law_gap closed = {lane_set(-1), lane_set(0)};                                                      \
    return (void)number, (void)q, (void)v, closed;                                                           \
  }                                                                                                          \
  KERNEL_FN law_result law_##name##_closed_force(const lane_t *number, int n, lane_t q, lane_t v) {          \
    return law_##name##_force(number, n, q, v);                                                              \
  }

#define LAW_WITHOUT_MEMORY(name)                                                                             \
  KERNEL_FN int law_##name##_state_count(int n) {                                                            \
    return (void)n, 0;                                                                                       \
  }                                                                                                          \
  KERNEL_FN lane_t law_##name##_state_factor(const lane_t *number) {                                         \
    return (void)number, lane_set(0);                                                                        \
  }                                                                                                          \
  KERNEL_FN law_state law_##name##_update(const lane_t *number, int i, lane_t old, lane_t move) {            \
    const lane_t none = lane_set(0);                                                                         \
    const law_state same = {old, lane_set(1), none, none, none, none, none};                                 \
    return (void)number, (void)i, (void)move, same;                                                          \
  }
#endif
