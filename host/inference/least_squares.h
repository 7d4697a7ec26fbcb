// Least squares from many starts at once by the Levenberg-Marquardt method (Levenberg 1944,
// Marquardt 1963). The rows of differences and trial steps of all starts are evaluated together.
#ifndef CHATTER_INFERENCE_LEAST_SQUARES_H
#define CHATTER_INFERENCE_LEAST_SQUARES_H

#include "base/memory.h"
#include "inference/target.h"

enum { FIT_REACH = 8 }; // largest |z|: normal numbers do not lie beyond it

typedef struct fit {
  int best;           // index of the start with the largest objective; -1: the model answered none
  double *z;          // [n_starts][d] current positions, finally the end points
  double *likelihood; // [n_starts] objective there (target.h); -INFINITY: no answer at the start
  int agreeing;       // starts that ended within 0.1 of the best objective
  double *factor; // [d][d] lower triangle L of the covariance L Lᵀ = (Jᵀ W J + I)⁻¹ at the best start; the
                  // posterior's for a linear model
  // State: these members, z and likelihood continue the fit with the same bits.
  int n_starts, iterations;
  double *r;              // [n_starts][m] residuals at z
  double *damping;        // [n_starts]
  unsigned char *is_done; // [n_starts] 1: converged
  // of one iteration
  const inference_target *target;
  double *jacobian;        // [n_starts][m][d]
  unsigned char *is_known; // [n_starts] 1: the Jacobian at z is known
  double *row, *row_r;     // [rows][d], [rows][m] evaluated together
  unsigned char *row_ok;
  int *start_of_row; // [rows] start of each
} fit;

// Prepares a fit from start[n_starts][d]. Everything in `memory`; nothing is evaluated yet. The
// target must outlive it.
chatter_status fit_create(const inference_target *target, int n_starts, const double *start, arena *memory,
                          fit *out);
// Makes one step of every start; the first call evaluates only the residuals at the starts. *some =
// 0: all are done. It can be called again after a failed evaluation.
chatter_status fit_iterate(fit *self, int *some);
// Chooses the best start and computes its covariance.
chatter_status fit_finish(fit *self);

// Runs the whole fit, with at most this number of iterations.
chatter_status fit_from_starts(const inference_target *target, int n_starts, const double *start,
                               int iterations, arena *memory, fit *out);

#endif
