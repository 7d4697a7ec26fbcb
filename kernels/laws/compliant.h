// Force and internal states of the compliant laws of laws.h, selected by the law's number.
#ifndef CHATTER_KERNELS_LAW_COMPLIANT_H
#define CHATTER_KERNELS_LAW_COMPLIANT_H

#include "../lane_math.h"
#include "laws.h"

// Returns the force by displacement and velocity; `number`: the n parameters of the law.
KERNEL_FN law_result law_force(int law, const lane_t *number, int n, lane_t q, lane_t v) {
  const law_result none = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
  LAW_CALL(law, force, (number, n, q, v))
  return none;
}

// Returns the effective gap of a law that has one (negative: closed), and its force.
KERNEL_FN law_gap law_effective_gap(int law, const lane_t *number, lane_t q, lane_t v) {
  const law_gap closed = {lane_set(-1), lane_set(0)};
  LAW_CALL(law, effective_gap, (number, q, v))
  return closed;
}
KERNEL_FN law_result law_closed_force(int law, const lane_t *number, int n, lane_t q, lane_t v) {
  const law_result none = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
  LAW_CALL(law, closed_force, (number, n, q, v))
  return none;
}

// Returns the number of internal states, at most n, and the factor of their sum in the force.
KERNEL_FN int law_state_count(int law, int n) {
  LAW_CALL(law, state_count, (n))
  return 0;
}
KERNEL_FN lane_t law_state_factor(int law, const lane_t *number) {
  LAW_CALL(law, state_factor, (number))
  return lane_set(0);
}
// Returns state i after a move.
KERNEL_FN law_state law_update(int law, const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t none = lane_set(0);
  const law_state same = {old, lane_set(1), none, none, none, none, none};
  LAW_CALL(law, update, (number, i, old, move))
  return same;
}

#endif
