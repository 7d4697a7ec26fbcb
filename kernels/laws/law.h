// What a law of laws.h is made of. Its header has two parts: the keys of a study that it takes and how they
// become the kernel's numbers (plain C), and behind LANES its physics for LANES trajectories.
//
// - LAW_NAME_DOC: one sentence for the reference page.
// - LAW_NAME_KEYS(NEEDED, NUMBER, LIST): its keys; NUMBER: with a default.
// - LAW_NAME_ROWS(NUMBER, LIST): those keys that no law before it has: key, range, flags, unit, (default,)
//   doc(, symbol).
// - LAW_NAME_ALONG: LAW_NORMAL or LAW_TANGENT.
// - LAW_NAME_NEEDS: LAW_HAS_..., what its force depends on besides the displacement, and how.
//
// - law_name_wrong(keys): what is wrong with keys that are each in range; NULL: nothing.
// - law_name_size(keys): how many numbers and internal states it has.
// - law_name_prepare(keys, number): the numbers.
// - law_name_bound(number, n): its largest stiffness, N/m; 0: none, or without bound.
//
// - law_name_respond(number, n, q, v): the part of the force that displacement and velocity make.
// - with a gap, law_name_open(number, q, v), negative where it pushes, and law_name_push(number, n, q, v):
// the
//   force there, which is taken to go on smoothly where it does not push (else LAW_WITHOUT_GAP).
// - law_name_states(n), law_name_pull(number), law_name_remember(number, i, old, move): internal states. The
//   force has pull times their sum more.
#ifndef CHATTER_KERNELS_LAW_H
#define CHATTER_KERNELS_LAW_H

enum { LAW_NORMAL, LAW_TANGENT };
enum {
  LAW_HAS_GAP = 1,      // q is the gap function, and there is no force where it is open
  LAW_HAS_VELOCITY = 2, // v
  LAW_HAS_MEAN = 4      // and where it is not odd: a motion about q = 0 makes a mean force
};

// A law's keys as a study has them, in the order of LAW_NAME_KEYS: numbers and lists.
typedef struct law_list {
  int n;
  const double *value;
} law_list;
typedef struct law_keys {
  const double *number;
  const law_list *list;
} law_keys;
typedef struct law_size {
  int numbers, states;
} law_size;
enum { LAW_NUMBERS_MOST = 258 };

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define LAW_HOST 0
#else
#define LAW_HOST 1
#include <math.h>
#endif
// Usual cases of the host's functions.
#define LAW_SIZE(name, n, n_states)                                                                          \
  static inline law_size law_##name##_size(const law_keys *keys) {                                           \
    const law_size size = {n, n_states};                                                                     \
    return (void)keys, size;                                                                                 \
  }
#define LAW_NEVER_WRONG(name)                                                                                \
  static inline const char *law_##name##_wrong(const law_keys *keys) {                                       \
    return (void)keys, (const char *)0;                                                                      \
  }
#define LAW_NO_BOUND(name)                                                                                   \
  static inline double law_##name##_bound(const double *number, int n) {                                     \
    return (void)number, (void)n, 0;                                                                         \
  }

#endif

#if defined(LANES) && !defined(LAW_PHYSICS)
#define LAW_PHYSICS
#include "../lane_math.h"

// Force, N, with its slopes by displacement, N/m, and velocity, N s/m, and the energy behind it, J.
typedef struct law_answer {
  lane_t force, by_q, by_v, energy;
} law_answer;
// An internal state after q has moved by `move`, with its slopes by the old state and by the move, and the
// energy in it, J. Where the state goes along with q and then stands, `after` is the share of the move for
// which it stands, `reach` the way that it went, `before` its slope by q on it; else 0.
typedef struct law_memory {
  lane_t state, keep, gain, energy, after, reach, before;
} law_memory;
// A function that is negative where a law with a gap pushes; its slope by q is 1.
typedef struct law_opening {
  lane_t open, by_v;
} law_opening;

#define LAW_WITHOUT_GAP(name)                                                                                \
  KERNEL_FN law_opening law_##name##_open(const lane_t *number, lane_t q, lane_t v) {                        \
    const law_opening never = {lane_set(-1), lane_set(0)};                                                   \
    return (void)number, (void)q, (void)v, never;                                                            \
  }                                                                                                          \
  KERNEL_FN law_answer law_##name##_push(const lane_t *number, int n, lane_t q, lane_t v) {                  \
    return law_##name##_respond(number, n, q, v);                                                            \
  }

#define LAW_WITHOUT_MEMORY(name)                                                                             \
  KERNEL_FN int law_##name##_states(int n) {                                                                 \
    return (void)n, 0;                                                                                       \
  }                                                                                                          \
  KERNEL_FN lane_t law_##name##_pull(const lane_t *number) {                                                 \
    return (void)number, lane_set(0);                                                                        \
  }                                                                                                          \
  KERNEL_FN law_memory law_##name##_remember(const lane_t *number, int i, lane_t old, lane_t move) {         \
    const lane_t none = lane_set(0);                                                                         \
    const law_memory same = {old, lane_set(1), none, none, none, none, none};                                \
    return (void)number, (void)i, (void)move, same;                                                          \
  }
#endif
