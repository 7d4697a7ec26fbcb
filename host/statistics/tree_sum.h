// Sums in a fixed tree over the numbers of the values: the same bits however they were computed, and an error
// that grows with log n only (N. J. Higham, SIAM J. Sci. Comput. 14 (1993) 783-799).
#ifndef CHATTER_STATISTICS_TREE_SUM_H
#define CHATTER_STATISTICS_TREE_SUM_H

#include <stddef.h>

// Of value[0], value[stride] ... value[(n - 1) stride]
double statistics_sum(const double *value, size_t n, size_t stride);

#endif
