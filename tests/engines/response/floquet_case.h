// Comparison of Floquet multipliers with reference values.
#ifndef CHATTER_TESTS_FLOQUET_CASE_H
#define CHATTER_TESTS_FLOQUET_CASE_H

#include "engines/response/stability/floquet.h"

#include <math.h>

#include "base/log.h"
#include "kernels/response/response_layout.h"
#include "tests/check.h"

static inline double distance_to(double complex wanted, int n, const double complex *value) {
  double least = INFINITY;
  for (int i = 0; i < n; i++) least = fmin(least, cabs(value[i] - wanted));
  return least;
}

// Returns exp(λT) of a damped oscillator.
static inline double complex decay(double omega2, double damping, double omega) {
  const double complex lambda = -damping / 2 + csqrt(damping * damping / 4 - omega2);
  return cexp(lambda * 2 * M_PI / omega);
}

#endif
