// Correlated inputs by a Gaussian copula: each keeps its distribution, and the normal variables behind them
// have the correlation matrix that the design names (R. B. Nelsen, An Introduction to Copulas, 2006, 2.6).
#ifndef CHATTER_STUDY_COPULA_H
#define CHATTER_STUDY_COPULA_H

#include "study/samples/samples.h"

// Cholesky's factor L of matrix[n][n] = L Lᵀ: lower, zeros above the diagonal.
// 0: the matrix is not positive definite.
int copula_factor_correlation(int n, const double *matrix, double *factor);
// Independent normal variables of one row into dependent ones.
void copula_correlate_row(int n, const double *factor, double *row);
double copula_clamp_probability(double p); // never 0 or 1, where distributions end or have no quantile
// Numbers of (0, 1) in out->value, a column per parameter, into dependent ones.
chatter_status copula_apply(const ensemble_config *ensemble, samples *out);

#endif
