// Sums in a fixed tree over the indices of the values: the same bits however they were computed,
// and an error that grows only with log n (Higham 1993).
#ifndef CHATTER_STATISTICS_TREE_SUM_H
#define CHATTER_STATISTICS_TREE_SUM_H

#include <stddef.h>

// Returns the sum of value[0], value[stride] ... value[(n - 1) stride].
double statistics_sum(const double *value, size_t n, size_t stride);

#endif
