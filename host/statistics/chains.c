// Split R̂ and the autocorrelation time.
#include "statistics/chains.h"

#include <math.h>

#include "statistics/tree_sum.h"

// Computes mean and variance of n numbers.
static void find_mean_and_variance(const double *value, size_t n, size_t stride, double *mean,
                                   double *variance) {
  const double m = statistics_sum(value, n, stride) / (double)n;
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += (value[k * stride] - m) * (value[k * stride] - m);
  *mean = m, *variance = sum / ((double)n - 1);
}

double statistics_split_rhat(const double *value, size_t n_steps, size_t n_chains, double *scratch) {
  const size_t half = n_steps / 2, n = 2 * n_chains;
  double *mean = scratch, *within = scratch + n, between, whole;
  if (half < 2) return NAN;
  for (size_t c = 0; c < n_chains; c++)
    for (size_t h = 0; h < 2; h++)
      find_mean_and_variance(value + (h * (n_steps - half)) * n_chains + c, half, n_chains, &mean[2 * c + h],
                             &within[2 * c + h]);
  find_mean_and_variance(mean, n, 1, &whole, &between);
  const double w = statistics_sum(within, n, 1) / (double)n;
  return w > 0 ? sqrt(((double)half - 1) / (double)half + between / w) : NAN;
}

// Returns the mean over the chains of products of deviations from each chain's mean, `lag` steps
// apart.
static double find_autocovariance(const double *value, size_t n_steps, size_t n_chains, const double *mean,
                                  size_t lag) {
  double sum = 0;
  for (size_t k = 0; k + lag < n_steps; k++)
    for (size_t c = 0; c < n_chains; c++)
      sum += (value[k * n_chains + c] - mean[c]) * (value[(k + lag) * n_chains + c] - mean[c]);
  return sum / ((double)n_steps * (double)n_chains);
}

double statistics_autocorrelation_time(const double *value, size_t n_steps, size_t n_chains,
                                       double *scratch) {
  double whole, between = 0, tau = -1, last = 2, sum = 0;
  for (size_t c = 0; c < n_chains; c++)
    scratch[c] = statistics_sum(value + c, n_steps, n_chains) / (double)n_steps;
  if (n_chains > 1) find_mean_and_variance(scratch, n_chains, 1, &whole, &between);
  const double within = find_autocovariance(value, n_steps, n_chains, scratch, 0);
  if (!(within + between > 0)) return NAN;
  for (size_t lag = 0; lag + 1 < n_steps; lag++) {
    sum += (find_autocovariance(value, n_steps, n_chains, scratch, lag) + between) / (within + between);
    if (lag % 2 == 0) continue;
    if (sum < 0) break;
    last = fmin(last, sum), tau += 2 * last, sum = 0;
  }
  return fmax(tau, 1);
}
