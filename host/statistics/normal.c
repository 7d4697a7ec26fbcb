// The normal distribution and its quantile.
#include "statistics/normal.h"

#include <math.h>

static const double sqrt_half = 0.70710678118654752440, sqrt_two_pi = 2.50662827463100050242;

double statistics_normal_below(double x) {
  return 0.5 * erfc(-x * sqrt_half);
}

// Returns the quantile for p <= 1/2. The first guess has an error of 4.5e-4 (Abramowitz and Stegun
// 1964, equation 26.2.23); each Halley step cubes it.
static double lower_quantile(double p) {
  double t = sqrt(-2 * log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++) {
    // Near the median the difference would cancel, so distances from 1/2 are compared.
    double excess = p > 0.25 ? 0.5 * erf(x * sqrt_half) - (p - 0.5) : statistics_normal_below(x) - p;
    double newton = excess * sqrt_two_pi * exp(0.5 * x * x);
    x -= newton / (1 + 0.5 * x * newton);
  }
  return x;
}

double statistics_normal_quantile(double p) {
  return p <= 0.5 ? lower_quantile(p) : -lower_quantile(1 - p);
}
