// Shares and their intervals.
#include "statistics/share.h"

#include <math.h>

#include "statistics/beta.h"

statistics_share statistics_exceedance(const double *value, size_t n, double level) {
  statistics_share share = {.n = n};
  for (size_t i = 0; i < n; i++) share.above += value[i] > level;
  return share;
}

double statistics_share_value(const statistics_share *self) {
  return self->n ? (double)self->above / (double)self->n : NAN;
}

void statistics_share_interval(const statistics_share *self, double interval[2]) {
  const double z = 1.959964, n = (double)self->n, p = (double)self->above / n;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  interval[0] = fmax(0, middle - half);
  interval[1] = fmin(1, middle + half);
}

void statistics_share_exact_interval(const statistics_share *self, double level, double interval[2]) {
  const double tail = (1 - level) / 2, k = (double)self->above, rest = (double)self->n - k;
  interval[0] = k > 0 ? statistics_beta_quantile(k, rest + 1, tail) : 0;
  interval[1] = rest > 0 ? statistics_beta_quantile(k + 1, rest, 1 - tail) : 1;
}
