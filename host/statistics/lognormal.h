// Fragility curves: the probability Φ(ln(x/median)/dispersion) that a limit is exceeded at
// intensity x.
#ifndef CHATTER_STATISTICS_LOGNORMAL_H
#define CHATTER_STATISTICS_LOGNORMAL_H

#include <stddef.h>

typedef struct statistics_lognormal {
  double median, dispersion; // of x; dispersion: standard deviation of ln x, > 0
  double median_interval[2]; // 95 %, by the curvature of the log likelihood in ln x
} statistics_lognormal;

// Fits by maximum likelihood to n observations, x > 0 and exceeded or not (Baker 2015, equation
// 11). Returns 0 if there is no finite maximum (one outcome alone, or a threshold of x that
// separates both), or if the share decreases with x.
int statistics_lognormal_fit(size_t n, const double *x, const unsigned char *exceeded,
                             statistics_lognormal *out);
double statistics_lognormal_share(const statistics_lognormal *self, double x);

#endif
