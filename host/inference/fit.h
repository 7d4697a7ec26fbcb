// Least squares from many starts at once: Levenberg's and Marquardt's method (K. Levenberg 1944, D. Marquardt
// 1963) of each, whose rows of differences and trial steps are evaluated together.
#ifndef CHATTER_INFERENCE_FIT_H
#define CHATTER_INFERENCE_FIT_H

#include "base/memory.h"
#include "inference/target.h"

enum { FIT_REACH = 8 }; // |z| at most: beyond, a normal number never lies

typedef struct fit {
  int best;           // number of the start that came to the largest objective; -1: the model answered none
  double *z;          // [n_starts][d] where they ended
  double *likelihood; // [n_starts] the objective there (target.h), -INFINITY: the model has no answer where
                      // it began
  int agreeing;       // starts that ended at the best one's objective, within 0.1
  double *factor; // [d][d] lower triangle L of the covariance L Lᵀ = (Jᵀ W J + I)⁻¹ at the best one, the
                  // posterior's where the model is linear
} fit;

// From start[n_starts][d]. Everything in `memory`.
chatter_status fit_from_starts(const inference_target *target, int n_starts, const double *start,
                               int iterations, arena *memory, fit *out);

#endif
