#include "study/samples/quantile.h"

#include <math.h>

static const double sqrt_half = 0.70710678118654752440, sqrt_two_pi = 2.50662827463100050242;

static double cumulative(double x) {
  return 0.5 * erfc(-x * sqrt_half);
}

// p <= 1/2. The start is good to 4.5e-4 (Abramowitz and Stegun 26.2.23), each Halley step cubes that.
static double lower_quantile(double p) {
  double t = sqrt(-2 * log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++) {
    // Near the middle the difference of two halves would cancel: compare distances from 1/2 instead.
    double excess = p > 0.25 ? 0.5 * erf(x * sqrt_half) - (p - 0.5) : cumulative(x) - p;
    double newton = excess * sqrt_two_pi * exp(0.5 * x * x);
    x -= newton / (1 + 0.5 * x * newton);
  }
  return x;
}

double quantile_normal(double p) {
  return p <= 0.5 ? lower_quantile(p) : -lower_quantile(1 - p);
}

// Between a and b (standardised); in the upper tail mirrored, where probabilities can be told apart.
static double truncated(double a, double b, double p) {
  if (a > 0) return -truncated(-b, -a, 1 - p);
  double low = cumulative(a), high = cumulative(b), at = low + p * (high - low);
  if (!(at > 0)) return a + p * (b - a); // both ends beyond 38 deviations: no probability left to tell apart
  double x = at < 1 ? quantile_normal(at) : b;
  return x < a ? a : x > b ? b : x;
}

double quantile_parameter(const parameter_config *q, double p) {
  switch ((spread_type)q->spread) {
  case SPREAD_LINEAR:
  case SPREAD_UNIFORM:
    return q->from + (q->to - q->from) * p;
  case SPREAD_LOGARITHMIC:
    return q->from * exp(p * log(q->to / q->from));
  case SPREAD_VALUES: {
    int i = (int)(p * q->values.n);
    return q->values.value[i < q->values.n ? i : q->values.n - 1];
  }
  case SPREAD_NORMAL:
    return q->mean + q->deviation * quantile_normal(p);
  case SPREAD_LOGNORMAL:
    return exp(q->mean + q->deviation * quantile_normal(p));
  case SPREAD_TRUNCATED_NORMAL: {
    double x = q->mean + q->deviation * truncated((q->from - q->mean) / q->deviation,
                                                  (q->to - q->mean) / q->deviation, p);
    return x < q->from ? q->from : x > q->to ? q->to : x;
  }
  }
  return NAN;
}
