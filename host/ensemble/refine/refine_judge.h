// How outputs change from level to level of a resolution, and which level is fine enough.
#ifndef CHATTER_ENSEMBLE_REFINE_JUDGE_H
#define CHATTER_ENSEMBLE_REFINE_JUDGE_H

#include "ensemble/refine/refine_levels.h"

// What an output does as a resolution gets finer: name, word of CSV and JSON.
#define REFINE_VERDICT_LIST(X)                                                                               \
  X(REFINE_UNKNOWN, "unknown")     /* no trajectory to compare, or one level */                              \
  X(REFINE_EQUAL, "equal")         /* to rounding: it does not depend on it */                               \
  X(REFINE_CONVERGES, "converges") /* differences fall, or lie within the tolerance */                       \
  X(REFINE_FAR, "not_converged")   /* they fall, and are above 30 % still; or there are two levels alone */  \
  X(REFINE_DIVERGES, "does_not_converge")
typedef enum {
#define X(name, word) name,
  REFINE_VERDICT_LIST(X)
#undef X
} refine_verdict;
const char *refine_verdict_word(refine_verdict verdict);

// Differences are relative to the value of the finest level, of each trajectory by itself (at least
// to a tenth of the median magnitude of all trajectories).
typedef struct refine_output {
  const char *name;
  long compared; // trajectories that have a value at every level
  long apart;    // of these, how many differ between the two finest levels by more than the tolerance
  double largest[REFINE_LEVELS], median[REFINE_LEVELS]; // differences from the finest level
  double order; // of the last three levels, by the medians of their differences; NaN: none is seen
  double left;  // largest error of the finest level by that order; 0 where no order is seen
  refine_verdict verdict;
  const char *why; // that it does not converge; NULL: not known
} refine_output;

typedef struct refine_judgement {
  const refine_levels *levels;
  double tolerance;
  int n;
  refine_output *output; // [n]
  int suffices;          // the coarsest level from which on all outputs that converge are within the
                         // tolerance; -1: none
  int worst;             // output with the largest error at that level, or at the last but one; -1: none
  double enough;         // a value that would do by the order of `worst`; NaN: not known
  int n_diverging;
} refine_judgement;

// Largest error of an output at a level: its difference from the finest and what that one has left.
double refine_error(const refine_output *output, int level);
chatter_status refine_judge(const refine_own *own, const refine_levels *levels, double tolerance,
                            refine_judgement *out);
void refine_judgement_destroy(refine_judgement *self);

#endif
