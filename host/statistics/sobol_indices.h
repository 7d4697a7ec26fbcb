// Sobol' indices: which share of a variance comes from each of d inputs.
#ifndef CHATTER_STATISTICS_SOBOL_INDICES_H
#define CHATTER_STATISTICS_SOBOL_INDICES_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "statistics/interval.h"

// Of n groups of d + 2 values one after the other: f(A), f(A with input 1, 2 ... d from B), f(B). First-order
// indices by A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259-270, table 2 (b), total ones by M. J.
// W. Jansen, Comput. Phys. Commun. 117 (1999) 35-43, table 2 (f) there; values are taken from the mean of all
// first, which the estimate of the first order depends on. Intervals are ± z times the deviation over
// resamples of whole groups (bootstrap), drawn by seed and number. NAN where nothing varies or n < 2.
chatter_status statistics_sobol(size_t n, int d, const double *group, double level, uint64_t seed,
                                statistics_estimate *first, statistics_estimate *total);

#endif
