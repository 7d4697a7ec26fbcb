// Sums in a fixed tree.
#include "statistics/tree_sum.h"

double statistics_sum(const double *value, size_t n, size_t stride) {
  enum { LEAF = 16 };
  if (n > LEAF) {
    size_t half = LEAF; // the largest power of two below n: the tree of more values contains that of fewer
    while (2 * half < n) half *= 2;
    return statistics_sum(value, half, stride) + statistics_sum(value + half * stride, n - half, stride);
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += value[i * stride];
  return sum;
}
