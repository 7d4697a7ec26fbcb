// Target of an identification: data that a model reproduces, and the prior distributions. The
// parameters are z[d], which are independent standard normal numbers before the data; every
// distribution, bounded or not, is a function of such a number (study/samples/copula.h).
#ifndef CHATTER_INFERENCE_TARGET_H
#define CHATTER_INFERENCE_TARGET_H

#include "base/status.h"

typedef struct inference_target {
  int d, m;         // number of parameters, number of data
  int n_columns;    // groups of data with a common noise level
  const int *count; // [n_columns] number of data, one column after another
  // [n_columns] 0: residuals are divided by their deviation; 1: the deviation is unknown, and they
  // are divided by a guess, which has no effect on the result
  const unsigned char *is_inferred;
  // [d] 1: the prior counts as a further datum of the fit (a normal distribution); 0: it only
  // bounds the fit (a uniform one)
  const unsigned char *is_datum;
  void *self;
  // Computes r[n][m] = (model - data) / deviation for n vectors z[n][d]; ok[n] = 0 if the model has
  // no answer.
  chatter_status (*residuals)(void *self, long n, const double *z, double *r, unsigned char *ok);
} inference_target;

// Returns the log likelihood of residuals[m], up to a constant: −½ Σ r²; for a column of unknown
// deviation σ −(n/2) log Σ r², with σ integrated out under the prior 1/σ.
double target_likelihood(const inference_target *self, const double *r);
// Returns the objective of the fit: the same with the priors that count as data of z[d].
double target_objective(const inference_target *self, const double *z, const double *r);
// Computes weight[n_columns], so that the gradient is −Σ weight r dr: 1, or n / Σ r².
void target_weights(const inference_target *self, const double *r, double *weight);

#endif
