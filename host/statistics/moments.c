#include "statistics/moments.h"

#include <math.h>

#include "statistics/beta.h"
#include "statistics/normal.h"
#include "statistics/tree.h"

// Mean of (value - centre)^power
static double central(const double *value, size_t n, double centre, int power, double *scratch) {
  for (size_t i = 0; i < n; i++) {
    const double square = (value[i] - centre) * (value[i] - centre);
    scratch[i] = power == 2 ? square : square * square;
  }
  return statistics_sum(scratch, n, 1) / (double)n;
}

// The variance s² has the variance (μ₄ - σ⁴ (n - 3) / (n - 1)) / n whatever the distribution (A. M. Mood et
// al., Introduction to the Theory of Statistics, 1974, VI.2.3); its logarithm is closer to normal than it.
static statistics_estimate deviation_of(const double *value, size_t n, double mean, double level,
                                        double *scratch) {
  const double m = (double)n, second = central(value, n, mean, 2, scratch),
               fourth = central(value, n, mean, 4, scratch), variance = second * m / (m - 1);
  statistics_estimate s = {.value = sqrt(variance)};
  const double of_variance = sqrt(fmax(0, fourth - second * second * (m - 3) / (m - 1)) / m);
  const double z = statistics_normal_quantile((1 + level) / 2);
  const double factor = variance > 0 ? exp(z * of_variance / (2 * variance)) : 1;
  s.low = s.value / factor, s.high = s.value * factor;
  return s;
}

statistics_moments statistics_moments_of(const double *value, size_t n, double level, double *scratch) {
  const statistics_estimate none = {NAN, NAN, NAN};
  statistics_moments of = {none, none};
  if (n == 0) return of;
  for (size_t i = 0; i < n; i++) scratch[i] = value[i] - value[0]; // values that are alike have no deviation
  of.mean.value = value[0] + statistics_sum(scratch, n, 1) / (double)n;
  if (n == 1) return of;
  of.deviation = deviation_of(value, n, of.mean.value, level, scratch);
  const double half = statistics_student((double)(n - 1), level) * of.deviation.value / sqrt((double)n);
  of.mean.low = of.mean.value - half, of.mean.high = of.mean.value + half;
  return of;
}
