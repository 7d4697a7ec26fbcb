// Quantiles of parameter distributions.
#include "study/samples/quantile.h"

#include <math.h>

#include "statistics/normal.h"
#include "study/sections.h"

// Returns the quantile of the normal distribution between a and b (standardised). The upper tail is
// mirrored, because small probabilities have more digits.
static double truncated_normal_quantile(double a, double b, double p) {
  if (a > 0) return -truncated_normal_quantile(-b, -a, 1 - p);
  double low = statistics_normal_below(a), high = statistics_normal_below(b), at = low + p * (high - low);
  if (!(at > 0)) return a + p * (b - a); // both ends beyond 38 deviations, where probabilities underflow
  double x = at < 1 ? statistics_normal_quantile(at) : b;
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
    return q->mean + q->deviation * statistics_normal_quantile(p);
  case SPREAD_LOGNORMAL:
    return exp(q->mean + q->deviation * statistics_normal_quantile(p));
  case SPREAD_TRUNCATED_NORMAL: {
    double x = q->mean + q->deviation * truncated_normal_quantile((q->from - q->mean) / q->deviation,
                                                                  (q->to - q->mean) / q->deviation, p);
    return x < q->from ? q->from : x > q->to ? q->to : x;
  }
  }
  return NAN;
}
