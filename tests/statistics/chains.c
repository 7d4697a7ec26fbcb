// R̂ and autocorrelation times: compared with a table worked out by hand and with sequences whose
// autocorrelation time is known.
#include "tests/check.h"

#include <stdlib.h>

#include "kernels/random.h"
#include "statistics/chains.h"
#include "statistics/normal.h"

// Two chains of four steps; halves (1, 3), (2, 6) and (0, 2), (1, 1): means 2, 4, 1, 1 and
// variances 2, 8, 2, 0. Within 3, between the means ((0² + 2² + 1² + 1²)) / 3 = 2: R̂² = 1/2 + 2 /
// 3.
static void by_hand(void) {
  const double value[] = {1, 0, 3, 2, 2, 1, 6, 1};
  double scratch[8];
  CHECK_NEAR(statistics_split_rhat(value, 4, 2, scratch), sqrt(0.5 + 2.0 / 3), 0, 1e-15); // rounding
  TEST_CHECK(isnan(statistics_split_rhat(value, 3, 2, scratch)));
  const double constant[] = {1, 1, 1, 1, 1, 1, 1, 1};
  TEST_CHECK(isnan(statistics_split_rhat(constant, 4, 2, scratch)));
  TEST_CHECK(isnan(statistics_autocorrelation_time(constant, 4, 2, scratch)));
}

// x' = ρ x + √(1 − ρ²) ξ: τ = (1 + ρ) / (1 − ρ).
static void autoregressive(double rho) {
  enum { STEPS = 20000, CHAINS = 8 };
  double *value = malloc(sizeof *value * STEPS * CHAINS), scratch[4 * CHAINS];
  for (long k = 0; k < STEPS; k++)
    for (long c = 0; c < CHAINS; c++) {
      const double xi =
          statistics_normal_quantile(random_uniform(7, (unsigned long long)(k * CHAINS + c), 1, 0));
      value[k * CHAINS + c] = k ? rho * value[(k - 1) * CHAINS + c] + sqrt(1 - rho * rho) * xi : xi;
    }
  const double tau = (1 + rho) / (1 - rho), n = (double)STEPS * CHAINS;
  // Sokal's variance of an estimate with window M: 2 (2 M + 1) / n τ². The sums of pairs reach the
  // noise level √(τ / n) before M = 10 τ. The tolerance is four standard deviations.
  const double near = 4 * sqrt(2 * (20 * tau + 1) / n);
  CHECK_NEAR(statistics_autocorrelation_time(value, STEPS, CHAINS, scratch) / tau, 1, near, 0);
  // Halves of N = 10,000 steps that have mixed: R̂² is 1 + (τ − 1) / N, up to the statistical error
  // of the 16 halves.
  CHECK_NEAR(statistics_split_rhat(value, STEPS, CHAINS, scratch), 1, 2 * tau / 10000, 0);
  for (long k = 0; k < STEPS; k++) value[k * CHAINS] += 1; // one chain that stays elsewhere
  TEST_CHECK(statistics_split_rhat(value, STEPS, CHAINS, scratch) > 1.05);
  // The mean of one chain is off by 1: the means of the eight chains have variance 1/8, a
  // correlation of 1/9 at all lags, and τ would be 2 SOME / 9. Geyer's monotone sequence of pairs
  // removes up to two thirds of it in chains whose own noise is as large (ρ = 0.9).
  enum { SOME = 2000 };
  TEST_CHECK(statistics_autocorrelation_time(value, SOME, CHAINS, scratch) > SOME / 20.0);
  free(value);
}

int main(void) {
  by_hand();
  autoregressive(0);
  autoregressive(0.5);
  autoregressive(0.9);
  return TEST_END();
}
