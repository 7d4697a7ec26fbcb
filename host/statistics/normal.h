// The standard normal distribution.
#ifndef CHATTER_STATISTICS_NORMAL_H
#define CHATTER_STATISTICS_NORMAL_H

double statistics_normal_below(double x); // Φ(x), in the lower tail with full relative precision
// Returns x with Φ(x) = p, 0 < p < 1; relative error about 1e-15, also in the tails.
double statistics_normal_quantile(double p);

#endif
