// The order with which a result converges, from three levels of refinement.
#ifndef CHATTER_STATISTICS_OBSERVED_ORDER_H
#define CHATTER_STATISTICS_OBSERVED_ORDER_H

// Order p of an error C h^p at three sizes h of a step (or 1/n of n modes), coarse to fine, from
// the sizes of the differences of the results: `coarse` between the first two, `fine` between the
// last two. Where each h is half the one before, p = log2(coarse / fine). NaN where a difference is
// 0 or the sizes do not fall.
double statistics_observed_order(const double h[3], double coarse, double fine);
// The error that is left at the last of two sizes by that order, from the difference of their
// results: difference / ((h0/h1)^p - 1), p > 0.
double statistics_left_error(const double h[2], double order, double difference);

#endif
