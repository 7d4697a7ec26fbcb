// Moments of samples, up to the fourth.
#ifndef CHATTER_STATISTICS_MOMENTS_H
#define CHATTER_STATISTICS_MOMENTS_H

#include <stddef.h>

#include "statistics/interval.h"

typedef struct statistics_moments {
  statistics_estimate mean;      // Student's interval
  statistics_estimate deviation; // n - 1 degrees of freedom; the interval takes the kurtosis into account
  // G₁ and the excess G₂, whose expectation is 0 for normal samples (Joanes and Gill 1998).
  // Intervals are those of large samples; for heavy tails, whose eighth moments such samples do not
  // show, their coverage is lower.
  statistics_estimate skewness, kurtosis;
} statistics_moments;

// Computes the moments of n values. NAN if there are too few values: mean 1, deviation and both
// intervals 2, skewness 3, kurtosis 4; the last two also without variation.
// `scratch` [n].
statistics_moments statistics_moments_of(const double *value, size_t n, double level, double *scratch);

#endif
