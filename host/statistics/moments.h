// Mean and deviation of samples.
#ifndef CHATTER_STATISTICS_MOMENTS_H
#define CHATTER_STATISTICS_MOMENTS_H

#include <stddef.h>

#include "statistics/interval.h"

typedef struct statistics_moments {
  statistics_estimate mean;      // Student's interval
  statistics_estimate deviation; // of n - 1 degrees of freedom; its interval knows the kurtosis
} statistics_moments;

// Of n values; NAN where they are too few: of none the mean, of one the deviation and both intervals.
// `scratch` [n].
statistics_moments statistics_moments_of(const double *value, size_t n, double level, double *scratch);

#endif
