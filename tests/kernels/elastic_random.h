// Random motions of the elastic friction element, and comparisons.
#ifndef CHATTER_TESTS_ELASTIC_RANDOM_H
#define CHATTER_TESTS_ELASTIC_RANDOM_H

#include "tests/kernels/elastic_stamp.h"

#include <math.h>
#include <string.h>

static inline int elastic_coefficients(const elastic_case *c) { // coefficients per coordinate
  return c->is_static + 2 * c->harmonics;
}
static inline double elastic_largest(const double *x, int n) { // NaN if any is NaN
  double most = 0;
  for (int i = 0; i < n; i++) most = isnan(x[i]) || isnan(most) ? NAN : fmax(most, fabs(x[i]));
  return most;
}
static inline double elastic_distance(const double *x, const double *y, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = isnan(x[i]) || isnan(most) ? NAN : fmax(most, fabs(x[i] - y[i]));
  return most;
}
static inline int elastic_count(const elastic_case *c) {
  return elastic_coefficients(c) * (c->is_normal ? 2 : 1);
}

// Uniform in [0, 1): SplitMix64.
static inline double elastic_uniform(unsigned long long *seed) {
  unsigned long long z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

// Makes random case i: tangential forces of half to ten times the slip limit, normal forces of a
// sixth of the preload to twice it, one to seven harmonics; every 23rd case is separated at rest.
// The sizes repeat every 56 cases.
static inline void elastic_random(int i, elastic_case *c) {
  unsigned long long seed = 1000003ull * (unsigned)i + 17;
  memset(c, 0, sizeof *c);
  c->harmonics = 1 + i % 7, c->is_static = i / 7 % 2, c->is_normal = i / 14 % 4 != 0;
  c->law[0] = 0.3 + 2 * elastic_uniform(&seed), c->law[1] = 0.3 + 2 * elastic_uniform(&seed);
  c->law[2] = 0.2 + 0.6 * elastic_uniform(&seed);
  const double preload = 0.3 + 1.5 * elastic_uniform(&seed);
  c->law[3] = i % 23 == 5 && c->is_normal && c->is_static ? -0.2 : preload;
  const double along = pow(10, -0.3 + 1.3 * elastic_uniform(&seed)) * c->law[2] * fabs(c->law[3]) / c->law[0],
               across = pow(10, -0.8 + 1.1 * elastic_uniform(&seed)) * fabs(c->law[3]) / c->law[1];
  const int width = elastic_coefficients(c);
  for (int k = 0; k < 2 * width; k++) {
    const int h = (k % width - c->is_static) / 2 + 1, first = c->is_static && k % width == 0;
    c->q[k] = (2 * elastic_uniform(&seed) - 1) * (first ? 0.3 : 1.0 / h) * (k < width ? along : across);
  }
  for (int k = 0; k < 2 * width; k++)
    c->lambda[k] = 2 * elastic_uniform(&seed) - 1, c->v[k] = 2 * elastic_uniform(&seed) - 1;
}

#endif
