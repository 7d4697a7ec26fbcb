// The normal distribution of mean 0 and deviation 1.
#ifndef CHATTER_STATISTICS_NORMAL_H
#define CHATTER_STATISTICS_NORMAL_H

double statistics_normal_below(double x); // Φ(x), in the lower tail to full relative precision
// x with Φ(x) = p, 0 < p < 1: relative error some 1e-15, in the tails too.
double statistics_normal_quantile(double p);

#endif
