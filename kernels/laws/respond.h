// The laws of laws.h, asked by their numbers.
#ifndef CHATTER_KERNELS_LAW_RESPOND_H
#define CHATTER_KERNELS_LAW_RESPOND_H

#include "../lane_math.h"
#include "laws.h"

// The part of the force that displacement and velocity make; `number`: the law's, n of them.
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_respond(number, n, q, v);
KERNEL_FN law_answer law_respond(int law, const lane_t *number, int n, lane_t q, lane_t v) {
  const law_answer none = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
  switch (law) { LAWS(LAW_LINE) }
  return none;
}
#undef LAW_LINE

// Of a law with a gap: where it pushes, and its force there.
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_open(number, q, v);
KERNEL_FN law_opening law_open(int law, const lane_t *number, lane_t q, lane_t v) {
  const law_opening never = {lane_set(-1), lane_set(0)};
  switch (law) { LAWS(LAW_LINE) }
  return never;
}
#undef LAW_LINE
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_push(number, n, q, v);
KERNEL_FN law_answer law_push(int law, const lane_t *number, int n, lane_t q, lane_t v) {
  const law_answer none = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
  switch (law) { LAWS(LAW_LINE) }
  return none;
}
#undef LAW_LINE

// Internal states: how many of n, and what their sum is multiplied with in the force.
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_states(n);
KERNEL_FN int law_states(int law, int n) {
  switch (law) { LAWS(LAW_LINE) }
  return 0;
}
#undef LAW_LINE
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_pull(number);
KERNEL_FN lane_t law_pull(int law, const lane_t *number) {
  switch (law) { LAWS(LAW_LINE) }
  return lane_set(0);
}
#undef LAW_LINE
// State i after a move.
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_remember(number, i, old, move);
KERNEL_FN law_memory law_remember(int law, const lane_t *number, int i, lane_t old, lane_t move) {
  const lane_t none = lane_set(0);
  const law_memory same = {old, lane_set(1), none, none, none, none, none};
  switch (law) { LAWS(LAW_LINE) }
  return same;
}
#undef LAW_LINE

#endif
