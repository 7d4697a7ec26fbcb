// Moments of samples, up to the fourth.
#ifndef CHATTER_STATISTICS_MOMENTS_H
#define CHATTER_STATISTICS_MOMENTS_H

#include <stddef.h>

#include "statistics/interval.h"

typedef struct statistics_moments {
  statistics_estimate mean;      // Student's interval
  statistics_estimate deviation; // of n - 1 degrees of freedom; its interval knows the kurtosis
  // G₁ and G₂, the excess, which are 0 in the mean of normal samples (D. N. Joanes, C. A. Gill, The
  // Statistician 47 (1998) 183-189). Intervals of large samples; of heavy tails, whose eighth moments no
  // sample of that size shows, they hold the truth less often.
  statistics_estimate skewness, kurtosis;
} statistics_moments;

// Of n values; NAN where they are too few: of none the mean, of one the deviation and both intervals, of two
// the skewness, of three the kurtosis, and both where nothing varies.
// `scratch` [n].
statistics_moments statistics_moments_of(const double *value, size_t n, double level, double *scratch);

#endif
