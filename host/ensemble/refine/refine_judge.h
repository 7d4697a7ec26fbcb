// Judges how outputs change from level to level of a resolution, and which level is fine enough.
#ifndef CHATTER_ENSEMBLE_REFINE_JUDGE_H
#define CHATTER_ENSEMBLE_REFINE_JUDGE_H

#include "ensemble/refine/refine_levels.h"

// Verdicts on an output under refinement: X(name, word of CSV and JSON).
#define REFINE_VERDICT_LIST(X)                                                                               \
  X(REFINE_UNKNOWN, "unknown")     /* no trajectory to compare, or one level */                              \
  X(REFINE_EQUAL, "equal")         /* up to rounding */                                                      \
  X(REFINE_CONVERGES, "converges") /* differences fall, or lie within the tolerance */                       \
  X(REFINE_FAR, "not_converged")   /* they fall but exceed 30 %, or there are only two levels */             \
  X(REFINE_DIVERGES, "does_not_converge")
typedef enum {
#define X(name, word) name,
  REFINE_VERDICT_LIST(X)
#undef X
} refine_verdict;
const char *refine_verdict_word(refine_verdict verdict);

// One output. Differences are relative to the value of the finest level of each trajectory (at
// least to a tenth of the median magnitude of all trajectories).
typedef struct refine_output {
  const char *name;
  long compared; // trajectories with a value at every level
  long apart;    // of these, those that differ between the two finest levels by more than the tolerance
  double largest[REFINE_LEVELS], median[REFINE_LEVELS]; // differences from the finest level
  double order; // observed order of the last three levels, by the medians of their differences; NaN: none
  double left;  // largest remaining error of the finest level by that order; 0: no order
  refine_verdict verdict;
  const char *why; // reason why it does not converge; NULL: unknown
} refine_output;

typedef struct refine_judgement {
  const refine_levels *levels;
  double tolerance;
  int n;
  refine_output *output; // [n]
  int suffices;  // coarsest level from which on all converging outputs are within the tolerance; -1: none
  int worst;     // output with the largest error at that level, or else at the last but one; -1: none
  double enough; // sufficient value by the order of `worst`; NaN: unknown
  int n_diverging;
} refine_judgement;

// Returns the largest error of an output at a level: its difference from the finest plus the
// remaining error of that one.
double refine_error(const refine_output *output, int level);
chatter_status refine_judge(const refine_own *own, const refine_levels *levels, double tolerance,
                            refine_judgement *out);
void refine_judgement_destroy(refine_judgement *self);

#endif
