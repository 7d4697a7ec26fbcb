// Sobol' indices: the share of a variance that comes from each of d inputs.
#ifndef CHATTER_STATISTICS_SOBOL_INDICES_H
#define CHATTER_STATISTICS_SOBOL_INDICES_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "statistics/interval.h"

// Computes the indices from n groups of d + 2 values: f(A), f(A with input 1, 2 ... d from B),
// f(B). First-order indices by Saltelli et al. 2010, table 2 (b); total indices by Jansen 1999,
// table 2 (f) there. The mean of all values is subtracted first, because the first-order estimate
// depends on it. Intervals are ± z times the standard deviation over resamples of whole groups
// (bootstrap, Efron 1979), drawn by seed and number. NAN without variation or for n < 2.
chatter_status statistics_sobol(size_t n, int d, const double *group, double level, uint64_t seed,
                                statistics_estimate *first, statistics_estimate *total);

#endif
