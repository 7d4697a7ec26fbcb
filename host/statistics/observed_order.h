// Observed order of convergence from three levels of refinement.
#ifndef CHATTER_STATISTICS_OBSERVED_ORDER_H
#define CHATTER_STATISTICS_OBSERVED_ORDER_H

// Returns the order p of an error C h^p from three sizes h of a step (or 1/n for n modes), coarse
// to fine, and the sizes of the differences of the results: `coarse` between the first two, `fine`
// between the last two. If h is halved twice, p = log2(coarse / fine). NaN if a difference is 0 or
// if the sizes do not decrease.
double statistics_observed_order(const double h[3], double coarse, double fine);
// Returns the remaining error at the second of two sizes by that order, from the difference of
// their results: difference / ((h0/h1)^p - 1), p > 0.
double statistics_left_error(const double h[2], double order, double difference);

#endif
