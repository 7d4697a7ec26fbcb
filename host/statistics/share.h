// Shares of samples: how many of n values do what is asked.
#ifndef CHATTER_STATISTICS_SHARE_H
#define CHATTER_STATISTICS_SHARE_H

#include <stddef.h>

typedef struct statistics_share {
  size_t n, above; // of n values
} statistics_share;

statistics_share statistics_exceedance(const double *value, size_t n, double level); // value > level
double statistics_share_value(const statistics_share *self);                         // NAN: of none
// Wilson's interval: 95 % of samples of this size leave the probability in it (E. B. Wilson, J. Am. Stat.
// Assoc. 22 (1927) 209-212).
void statistics_share_interval(const statistics_share *self, double interval[2]);
// C. J. Clopper and E. S. Pearson's, which holds the probability at least so often (Biometrika 26 (1934)
// 404-413); [0, 1] of none.
void statistics_share_exact_interval(const statistics_share *self, double level, double interval[2]);

#endif
