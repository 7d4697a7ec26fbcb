// The observed order of errors that follow C h^p exactly, for ratios of 2 and others, and what is left.
#include "tests/check.h"

#include "statistics/observed_order.h"

static void exact(const double h[3], double p) {
  double y[3];
  for (int k = 0; k < 3; k++) y[k] = 5 - 0.7 * pow(h[k], p);
  const double found = statistics_observed_order(h, fabs(y[0] - y[1]), fabs(y[1] - y[2]));
  CHECK_NEAR(found, p, 1e-9, 0); // rounding of differences of 1e-5, amplified by 1/p
  if (p > 0) CHECK_NEAR(statistics_left_error(h + 1, found, fabs(y[1] - y[2])), 0.7 * pow(h[2], p), 0, 1e-7);
}

int main(void) {
  static const double halved[] = {0.4, 0.2, 0.1}, rounded[] = {1.0 / 3, 1.0 / 5, 1.0 / 10},
                      orders[] = {-1, 0.5, 1, 2, 4};
  for (int i = 0; i < 5; i++) exact(halved, orders[i]), exact(rounded, orders[i]);
  TEST_CHECK(isnan(statistics_observed_order(halved, 1, 0)));
  TEST_CHECK(isnan(statistics_observed_order(halved, 0, 1)));
  TEST_CHECK(isnan(statistics_observed_order((const double[]){1, 1, 0.5}, 2, 1))); // two equal sizes
  return TEST_END();
}
