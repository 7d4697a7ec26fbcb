// Correlated inputs by a Gaussian copula (Nelsen 2006, section 2.6): each input keeps its
// distribution, and the normal variables behind them have the design's correlation matrix.
#ifndef CHATTER_STUDY_COPULA_H
#define CHATTER_STUDY_COPULA_H

#include "study/samples/samples.h"

// Computes Cholesky's factor L of matrix[n][n] = L Lᵀ: lower, zeros above the diagonal.
// Returns 0 if the matrix is not positive definite.
int copula_factor_correlation(int n, const double *matrix, double *factor);
// Transforms one row of independent normal variables into correlated ones.
void copula_correlate_row(int n, const double *factor, double *row);
double copula_clamp_probability(double p); // into (0, 1): distributions may have no quantile at the ends
// Transforms numbers of (0, 1) in out->value, a column per parameter, into correlated ones.
chatter_status copula_apply(const ensemble_config *ensemble, samples *out);

#endif
