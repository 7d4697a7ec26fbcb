// Least squares from many starts at once: Levenberg's and Marquardt's method (K. Levenberg 1944, D. Marquardt
// 1963) of each, whose rows of differences and trial steps are evaluated together.
#ifndef CHATTER_INFERENCE_LEAST_SQUARES_H
#define CHATTER_INFERENCE_LEAST_SQUARES_H

#include "base/memory.h"
#include "inference/target.h"

enum { FIT_REACH = 8 }; // |z| at most: beyond, a normal number never lies

typedef struct fit {
  int best;           // number of the start that came to the largest objective; -1: the model answered none
  double *z;          // [n_starts][d] where they stand, at last where they ended
  double *likelihood; // [n_starts] the objective there (target.h), -INFINITY: the model has no answer where
                      // it began
  int agreeing;       // starts that ended at the best one's objective, within 0.1
  double *factor; // [d][d] lower triangle L of the covariance L Lᵀ = (Jᵀ W J + I)⁻¹ at the best one, the
                  // posterior's where the model is linear
  // How far it is: by these, z and likelihood it goes on to the same bits.
  int n_starts, iterations;
  double *r;              // [n_starts][m] residuals at z
  double *damping;        // [n_starts]
  unsigned char *is_done; // [n_starts] nothing is to be gained any more
  // of one iteration
  const inference_target *target;
  double *jacobian;        // [n_starts][m][d]
  unsigned char *is_known; // [n_starts] the Jacobian at z
  double *row, *row_r;     // [rows][d], [rows][m] of what is evaluated together
  unsigned char *row_ok;
  int *start_of_row; // [rows]: whose
} fit;

// From start[n_starts][d]. Everything in `memory`; nothing is evaluated yet. The target outlives it.
chatter_status fit_create(const inference_target *target, int n_starts, const double *start, arena *memory,
                          fit *out);
// One step of every start, the first time only the residuals where they begin. *some = 0: all are done.
// Behind an evaluation that failed it can be called again.
chatter_status fit_iterate(fit *self, int *some);
// Chooses the best one and takes its covariance.
chatter_status fit_finish(fit *self);

// All of it, with so many steps at most.
chatter_status fit_from_starts(const inference_target *target, int n_starts, const double *start,
                               int iterations, arena *memory, fit *out);

#endif
