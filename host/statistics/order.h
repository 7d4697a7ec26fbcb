// Order statistics: quantiles of samples, and how far they may be trusted.
#ifndef CHATTER_STATISTICS_ORDER_H
#define CHATTER_STATISTICS_ORDER_H

#include <stddef.h>

void statistics_sort(double *value, size_t n); // ascending; no NaN among them
// Of n > 0 sorted values, p from 0 to 1: linear between order statistics (type 7 of Hyndman and Fan 1996).
double statistics_quantile(const double *sorted, size_t n, double p);
// The interval at `level`, such as 0.95, of the quantile p of what n sorted values were drawn from, whatever
// its distribution: from one order statistic to another; ∓inf where n is too small for one. One value alone
// is no sample: it is its own interval.
void statistics_quantile_interval(const double *sorted, size_t n, double p, double level, double interval[2]);

#endif
