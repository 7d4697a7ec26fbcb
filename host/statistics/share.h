// Shares of samples: how many of n values satisfy a condition.
#ifndef CHATTER_STATISTICS_SHARE_H
#define CHATTER_STATISTICS_SHARE_H

#include <stddef.h>

typedef struct statistics_share {
  size_t n, above; // n values, `above` of them satisfy it
} statistics_share;

statistics_share statistics_exceedance(const double *value, size_t n, double level); // value > level
double statistics_share_value(const statistics_share *self);                         // NAN: no values
// Computes Wilson's interval, whose coverage is about 95 % (Wilson 1927).
void statistics_share_interval(const statistics_share *self, double interval[2]);
// Computes the interval of Clopper and Pearson 1934, whose coverage is at least `level`; [0, 1]
// without values.
void statistics_share_exact_interval(const statistics_share *self, double level, double interval[2]);

#endif
