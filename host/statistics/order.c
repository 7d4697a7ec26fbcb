#include "statistics/order.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void statistics_sort(double *value, size_t n) {
  qsort(value, n, sizeof *value, by_value);
}

double statistics_quantile(const double *sorted, size_t n, double p) {
  const double place = p * (double)(n - 1);
  const size_t i = (size_t)place;
  return i + 1 < n ? sorted[i] + (place - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

// The number B of values below the quantile is binomial: from rank l to rank u with P(B < l) and P(B >= u) at
// most 2.5 %.
void statistics_quantile_interval(const double *sorted, size_t n, double p, double interval[2]) {
  static const double tail = 0.025;
  interval[0] = n == 1 ? sorted[0] : -INFINITY, interval[1] = n == 1 ? sorted[0] : INFINITY;
  if (n == 1 || !(p > 0 && p < 1)) return;
  const double all = lgamma((double)n + 1);
  double below = 0; // P(B < rank)
  for (size_t rank = 1; rank <= n; rank++) {
    const double k = (double)(rank - 1), rest = (double)n - k;
    below += exp(all - lgamma(k + 1) - lgamma(rest + 1) + k * log(p) + rest * log1p(-p));
    if (below <= tail) interval[0] = sorted[rank - 1];
    if (1 - below > tail) continue;
    interval[1] = sorted[rank - 1];
    return;
  }
}
