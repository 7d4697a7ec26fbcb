// What parameters are sought by: data that a model answers, and what was known of the parameters before. The
// parameters are z[d], independent normal numbers of mean 0 and deviation 1 before the data: every
// distribution, bounded or not, is a function of such a number (study/samples/copula.h).
#ifndef CHATTER_INFERENCE_TARGET_H
#define CHATTER_INFERENCE_TARGET_H

#include "base/status.h"

typedef struct inference_target {
  int d, m;         // parameters, data
  int n_columns;    // data whose noise is of one size
  const int *count; // [n_columns] of data, one column after another
  // [n_columns] 0: residuals are over their deviation; 1: the deviation is not known, and they are over a
  // guess of it, which changes nothing
  const unsigned char *is_inferred;
  // [d] 1: what was known before is one more datum to the fit, as of a normal distribution; 0: it only bounds
  // the fit, as a uniform one
  const unsigned char *is_datum;
  void *self;
  // r[n][m] = (model - data) / deviation of n vectors z[n][d]; ok[n] = 0 where the model has no answer.
  chatter_status (*residuals)(void *self, long n, const double *z, double *r, unsigned char *ok);
} inference_target;

// Logarithm of the likelihood of residuals[m], up to a constant: −½ Σ r², or of a column whose deviation σ is
// not known −(n/2) log Σ r², that is with σ integrated out under the prior 1/σ.
double target_likelihood(const inference_target *self, const double *r);
// The same with what counts as data of z[d]: what a fit makes largest.
double target_objective(const inference_target *self, const double *z, const double *r);
// weight[n_columns] with which its gradient is −Σ weight r dr: 1, or n / Σ r².
void target_weights(const inference_target *self, const double *r, double *weight);

#endif
