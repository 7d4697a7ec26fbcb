// Quantiles and their intervals.
#include "statistics/order.h"

#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "statistics/beta.h"

static int compare_values(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void statistics_sort(double *value, size_t n) {
  enum { MANY = 1000 };
  double *room = n < MANY ? NULL : malloc(n * sizeof *room);
  if (room)
    sort_numbers((long)n, value, room);
  else
    qsort(value, n, sizeof *value, compare_values);
  free(room);
}

double statistics_quantile(const double *sorted, size_t n, double p) {
  const double place = p * (double)(n - 1);
  const size_t i = (size_t)place;
  return i + 1 < n ? sorted[i] + (place - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

// Returns the least rank r from 1 to n + 1 with P(B < r) > `limit`, where B of n values lie below
// the quantile.
static size_t find_lower_rank(size_t n, double p, double limit) {
  size_t low = 1, high = n + 1;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (statistics_binomial_below((double)n, (double)middle - 1, p) > limit)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// B is binomial. The interval reaches from rank l to rank u with P(B < l) and P(B >= u) at most (1
// - level) / 2.
void statistics_quantile_interval(const double *sorted, size_t n, double p, double level,
                                  double interval[2]) {
  const double tail = (1 - level) / 2;
  interval[0] = n == 1 ? sorted[0] : -INFINITY, interval[1] = n == 1 ? sorted[0] : INFINITY;
  if (n < 2 || !(p > 0 && p < 1)) return;
  const size_t above = find_lower_rank(n, p, tail);
  // P(B >= u) = P(n - B <= n - u), with n - B values above the quantile.
  const size_t u = n + 2 - find_lower_rank(n, 1 - p, tail);
  if (above > 1) interval[0] = sorted[above - 2];
  if (u <= n) interval[1] = sorted[u - 1];
}
