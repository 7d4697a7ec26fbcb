// Solves for the observed order of convergence.
#include "statistics/observed_order.h"

#include <math.h>

static const double MOST = 64; // largest magnitude of an order; no method exceeds it

// Returns (h0^p - h1^p) / (h1^p - h2^p) = b^p (a^p - 1) / (b^p - 1) with a = h0/h1 and b = h1/h2,
// which increases with p.
static double ratio_of_differences(double a, double b, double p) {
  if (fabs(p) < 1e-9) return log(a) / log(b);
  return pow(b, p) * expm1(p * log(a)) / expm1(p * log(b));
}

double statistics_observed_order(const double h[3], double coarse, double fine) {
  const double a = h[0] / h[1], b = h[1] / h[2], ratio = coarse / fine;
  if (!(a > 1 && b > 1 && coarse > 0 && fine > 0 && isfinite(ratio))) return NAN;
  double low = -MOST, high = MOST;
  if (fabs(a - b) < 1e-12 * a) return log(ratio) / log(a);
  for (int i = 0; i < 100; i++) {
    const double middle = (low + high) / 2;
    *(ratio_of_differences(a, b, middle) < ratio ? &low : &high) = middle;
  }
  return (low + high) / 2;
}

double statistics_left_error(const double h[2], double order, double difference) {
  return difference / expm1(order * log(h[0] / h[1]));
}
