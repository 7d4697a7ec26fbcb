// Mean, deviation, skewness and kurtosis with intervals.
#include "statistics/moments.h"

#include <math.h>

#include "statistics/beta.h"
#include "statistics/normal.h"
#include "statistics/tree_sum.h"

// Returns the mean of (value - centre)^power.
static double central_moment(const double *value, size_t n, double centre, int power, double *scratch) {
  for (size_t i = 0; i < n; i++) {
    const double square = (value[i] - centre) * (value[i] - centre);
    scratch[i] = power == 2 ? square : power == 3 ? square * (value[i] - centre) : square * square;
  }
  return statistics_sum(scratch, n, 1) / (double)n;
}

// Estimates the standard deviation. The variance s² has the variance (μ₄ - σ⁴ (n - 3) / (n - 1)) /
// n for any distribution (Mood et al. 1974, section VI.2.3); its logarithm is closer to normal than
// s² itself.
static statistics_estimate estimate_deviation(const double *value, size_t n, double mean, double level,
                                              double *scratch) {
  const double m = (double)n, second = central_moment(value, n, mean, 2, scratch),
               fourth = central_moment(value, n, mean, 4, scratch), variance = second * m / (m - 1);
  statistics_estimate s = {.value = sqrt(variance)};
  const double of_variance = sqrt(fmax(0, fourth - second * second * (m - 3) / (m - 1)) / m);
  const double z = statistics_normal_quantile((1 + level) / 2);
  const double factor = variance > 0 ? exp(z * of_variance / (2 * variance)) : 1;
  s.low = s.value / factor, s.high = s.value * factor;
  return s;
}

// Returns the influence function (Hampel 1974) of skewness γ (fourth = 0) or kurtosis β₂ at a
// value: z³ − γ − 3 z − 3/2 γ (z² − 1) and z⁴ − β₂ − 4 γ z − 2 β₂ (z² − 1) with z = (x − μ) / σ.
// The mean of its square over n is the variance of the estimate.
static double influence_function(double z, double skewness, double kurtosis, int fourth) {
  const double square = z * z;
  return fourth ? square * square - kurtosis - 4 * skewness * z - 2 * kurtosis * (square - 1)
                : square * z - skewness - 3 * z - 1.5 * skewness * (square - 1);
}

static double find_half_width(const double *value, size_t n, const double *centre_and_scale, double skewness,
                              double kurtosis, int fourth, double level, double *scratch) {
  for (size_t i = 0; i < n; i++) {
    const double z = (value[i] - centre_and_scale[0]) / centre_and_scale[1];
    const double moved = influence_function(z, skewness, kurtosis, fourth);
    scratch[i] = moved * moved;
  }
  return statistics_normal_quantile((1 + level) / 2) * sqrt(statistics_sum(scratch, n, 1)) / (double)n;
}

static void estimate_shape(const double *value, size_t n, double mean, double level, double *scratch,
                           statistics_moments *of) {
  const double m = (double)n, second = central_moment(value, n, mean, 2, scratch),
               at[2] = {mean, sqrt(second)};
  if (!(second > 0)) return;
  const double skewness = central_moment(value, n, mean, 3, scratch) / (second * at[1]),
               kurtosis = central_moment(value, n, mean, 4, scratch) / (second * second);
  double half = find_half_width(value, n, at, skewness, kurtosis, 0, level, scratch);
  if (n > 2) {
    const double unbiased = skewness * sqrt(m * (m - 1)) / (m - 2);
    of->skewness = (statistics_estimate){unbiased, unbiased - half, unbiased + half};
  }
  if (n <= 3) return;
  half = find_half_width(value, n, at, skewness, kurtosis, 1, level, scratch);
  const double excess = (m - 1) / ((m - 2) * (m - 3)) * ((m + 1) * (kurtosis - 3) + 6);
  of->kurtosis = (statistics_estimate){excess, excess - half, excess + half};
}

statistics_moments statistics_moments_of(const double *value, size_t n, double level, double *scratch) {
  const statistics_estimate none = {NAN, NAN, NAN};
  statistics_moments of = {none, none, none, none};
  if (n == 0) return of;
  for (size_t i = 0; i < n; i++)
    scratch[i] = value[i] - value[0]; // equal values give a deviation of exactly 0
  of.mean.value = value[0] + statistics_sum(scratch, n, 1) / (double)n;
  if (n == 1) return of;
  of.deviation = estimate_deviation(value, n, of.mean.value, level, scratch);
  const double half = statistics_student((double)(n - 1), level) * of.deviation.value / sqrt((double)n);
  of.mean.low = of.mean.value - half, of.mean.high = of.mean.value + half;
  estimate_shape(value, n, of.mean.value, level, scratch, &of);
  return of;
}
