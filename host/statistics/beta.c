// The incomplete beta function and its quantile.
#include "statistics/beta.h"

#include <math.h>

// Returns the continued fraction of I_x(a, b), DLMF 8.17.22, by Lentz's method. It converges fast
// for x below the mean.
static double continued_fraction(double a, double b, double x) {
  enum { MOST = 100000 };
  const double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (fabs(d) < tiny ? tiny : d);
  double value = d;
  for (int m = 1; m < MOST; m++) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    const double term[2] = {even, odd};
    double change = 1;
    for (int k = 0; k < 2; k++) {
      d = 1 + term[k] * d, c = 1 + term[k] / c;
      d = 1 / (fabs(d) < tiny ? tiny : d);
      if (fabs(c) < tiny) c = tiny;
      change = c * d;
      value *= change;
    }
    if (fabs(change - 1) < 1e-15) break;
  }
  return value;
}

static double log_density(double a, double b, double x) { // multiplied by x (1 - x)
  return lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x);
}

double statistics_beta_below(double a, double b, double x) {
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  const double front = exp(log_density(a, b, x));
  return x < (a + 1) / (a + b + 2) ? front * continued_fraction(a, b, x) / a
                                   : 1 - front * continued_fraction(b, a, 1 - x) / b;
}

// Newton's method, safeguarded by bounds that enclose the root.
double statistics_beta_quantile(double a, double b, double p) {
  enum { MOST = 200 };
  double low = 0, high = 1, x = a / (a + b);
  if (!(p > 0)) return 0;
  if (p >= 1) return 1;
  for (int i = 0; i < MOST && high - low > 1e-16 * high; i++) {
    const double excess = statistics_beta_below(a, b, x) - p;
    if (excess > 0) high = x;
    if (excess < 0) low = x;
    if (excess == 0) return x;
    double next = x - excess * x * (1 - x) / exp(log_density(a, b, x));
    if (!(next > low && next < high)) next = low > 0 && high > 4 * low ? sqrt(low * high) : (low + high) / 2;
    if (fabs(next - x) <= 1e-15 * x) return next;
    x = next;
  }
  return x;
}

// T² / (degrees + T²) has the distribution Beta(1/2, degrees / 2).
double statistics_student(double degrees, double level) {
  const double y = statistics_beta_quantile(0.5, degrees / 2, level);
  return sqrt(degrees * y / (1 - y));
}

double statistics_binomial_below(double n, double k, double p) {
  if (k < 0) return 0;
  return k >= n ? 1 : statistics_beta_below(n - k, k + 1, 1 - p); // DLMF 8.17.5 with 8.17.4
}
