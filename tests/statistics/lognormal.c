// Fragility curves: the fit is compared with scipy's minimisation of the same likelihood; samples
// without a fit are refused.
#include "tests/check.h"

#include <math.h>
#include <string.h>

#include "statistics/lognormal.h"

// scipy.optimize.minimize (Nelder-Mead, then BFGS) of -Σ log Φ; interval from the expected
// information there.
static void check_scipy(void) {
  static const char outcome[] = "1000000000000000000100101111011111111111";
  enum { N = sizeof outcome - 1 };
  double x[N];
  unsigned char exceeded[N];
  for (int i = 0; i < N; i++) x[i] = 0.5 * pow(1.1, i), exceeded[i] = outcome[i] == '1';
  statistics_lognormal fit;
  TEST_CHECK(statistics_lognormal_fit(N, x, exceeded, &fit));
  CHECK_NEAR(fit.median, 3.69660978, 0, 1e-7); // where scipy stops
  CHECK_NEAR(fit.dispersion, 0.87814079, 0, 1e-7);
  CHECK_NEAR(fit.median_interval[0], 2.3969445, 0, 1e-6);
  CHECK_NEAR(fit.median_interval[1], 5.70097634, 0, 1e-6);
  CHECK_NEAR(statistics_lognormal_share(&fit, fit.median), 0.5, 1e-15, 0);
  CHECK_NEAR(statistics_lognormal_share(&fit, fit.median * exp(fit.dispersion)), 0.8413447460685429, 1e-14,
             0);
}

static int fits(const char *outcome) {
  double x[16];
  unsigned char exceeded[16];
  statistics_lognormal fit;
  const size_t n = strlen(outcome);
  for (size_t i = 0; i < n; i++) x[i] = 1 + (double)i, exceeded[i] = outcome[i] == '1';
  return statistics_lognormal_fit(n, x, exceeded, &fit);
}

static void check_none(void) {
  TEST_CHECK(fits("001011"));
  TEST_CHECK(!fits("000111")); // separable: no finite fit
  TEST_CHECK(!fits("000000") && !fits("111111"));
  TEST_CHECK(!fits("110100")); // decreasing
  const double x[] = {-1, 2, 3};
  const unsigned char exceeded[] = {1, 0, 1};
  statistics_lognormal fit;
  TEST_CHECK(!statistics_lognormal_fit(3, x, exceeded, &fit)); // no logarithm
}

int main(void) {
  check_scipy();
  check_none();
  return TEST_END();
}
