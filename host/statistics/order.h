// Order statistics: quantiles of samples, with confidence intervals.
#ifndef CHATTER_STATISTICS_ORDER_H
#define CHATTER_STATISTICS_ORDER_H

#include <stddef.h>

void statistics_sort(double *value, size_t n); // ascending; without NaN
// Returns the quantile p (0 to 1) of n > 0 sorted values, linear between order statistics (type 7
// of Hyndman and Fan 1996).
double statistics_quantile(const double *sorted, size_t n, double p);
// Computes the confidence interval at `level`, such as 0.95, of the quantile p of the distribution
// of n sorted values, whatever it is: between two order statistics; ∓inf if n is too small. A
// single value is no sample: the interval is the value itself.
void statistics_quantile_interval(const double *sorted, size_t n, double p, double level, double interval[2]);

#endif
