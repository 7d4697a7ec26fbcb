// Likelihood, objective and weights of residuals.
#include "inference/target.h"

#include <math.h>

#include "base/dot.h"

// Returns Σ r² of a column, but never 0: even an exact fit has rounding errors.
static double sum_of_squares(const double *r, int n) {
  return 1e-300 + dot(n, r, r);
}

double target_likelihood(const inference_target *self, const double *r) {
  double sum = 0;
  for (int c = 0; c < self->n_columns; r += self->count[c++]) {
    const int n = self->count[c];
    sum -= self->is_inferred[c] ? 0.5 * n * log(sum_of_squares(r, n)) : 0.5 * sum_of_squares(r, n);
  }
  return sum;
}

double target_objective(const inference_target *self, const double *z, const double *r) {
  double sum = target_likelihood(self, r);
  for (int k = 0; k < self->d; k++)
    if (self->is_datum[k]) sum -= 0.5 * z[k] * z[k];
  return sum;
}

void target_weights(const inference_target *self, const double *r, double *weight) {
  for (int c = 0; c < self->n_columns; r += self->count[c++])
    weight[c] = self->is_inferred[c] ? self->count[c] / sum_of_squares(r, self->count[c]) : 1;
}
