// Fragility curves: the probability Φ(ln(x/median)/dispersion) that a limit is exceeded at intensity x.
#ifndef CHATTER_STATISTICS_LOGNORMAL_H
#define CHATTER_STATISTICS_LOGNORMAL_H

#include <stddef.h>

typedef struct statistics_lognormal {
  double median, dispersion; // of x; dispersion: deviation of ln x, > 0
  double median_interval[2]; // 95 %, by the likelihood's curvature in ln x
} statistics_lognormal;

// Maximum likelihood of n observations, x > 0 and whether the limit was exceeded (J. W. Baker, Earthquake
// Spectra 31 (2015) 579-599, eq. 11). 0: there is no finite maximum (one outcome alone, or a place that
// parts all of both), or the share falls with x.
int statistics_lognormal_fit(size_t n, const double *x, const unsigned char *exceeded,
                             statistics_lognormal *out);
double statistics_lognormal_share(const statistics_lognormal *self, double x);

#endif
