// Functions whose Sobol' indices are known in closed form, and groups of their values at random
// points.
#ifndef CHATTER_TESTS_TEST_FUNCTIONS_H
#define CHATTER_TESTS_TEST_FUNCTIONS_H

#include <math.h>
#include <stdint.h>

#include "kernels/random.h"

enum { TEST_MOST_INPUTS = 4 };

typedef struct test_function {
  const char *name;
  int d;
  double (*at)(const double *u); // u in the unit cube
  double mean, variance, first[TEST_MOST_INPUTS], total[TEST_MOST_INPUTS];
} test_function;

// Ishigami and Homma 1990 with a = 7, b = 0.1.
static inline double ishigami(const double *u) {
  const double pi = acos(-1), x = pi * (2 * u[0] - 1), y = pi * (2 * u[1] - 1), z = pi * (2 * u[2] - 1);
  return sin(x) + 7 * sin(y) * sin(y) + 0.1 * z * z * z * z * sin(x);
}

// Sobol's g-function with a = 0, 1, 4.5, 9.
static const double g_weights[4] = {0, 1, 4.5, 9};
static inline double g_function(const double *u) {
  double product = 1;
  for (int j = 0; j < 4; j++) product *= (fabs(4 * u[j] - 2) + g_weights[j]) / (1 + g_weights[j]);
  return product;
}

static inline test_function test_ishigami(void) {
  const double p4 = pow(acos(-1), 4), b = 0.1, x = pow(1 + b * p4 / 5, 2) / 2, y = 49.0 / 8,
               xz = 8 * b * b * p4 * p4 / 225, all = x + y + xz;
  return (test_function){
      "Ishigami", 3, ishigami, 3.5, all, {x / all, y / all, 0}, {(x + xz) / all, y / all, xz / all}};
}

static inline test_function test_g(void) {
  test_function f = {.name = "g-function", .d = 4, .at = g_function, .mean = 1};
  double all = 1, part[4];
  for (int j = 0; j < 4; j++) {
    part[j] = 1 / (3 * (1 + g_weights[j]) * (1 + g_weights[j]));
    all *= 1 + part[j];
  }
  f.variance = all - 1;
  for (int j = 0; j < 4; j++) {
    f.first[j] = part[j] / f.variance;
    f.total[j] = part[j] * all / (1 + part[j]) / f.variance;
  }
  return f;
}

// Returns a uniform random number of stream `stream`; streams are independent.
static inline double test_uniform(uint64_t seed, uint64_t row, unsigned stream) {
  return random_uniform(seed, row, stream, 0);
}

// Fills value[n][d + 2] at n random pairs of points.
static inline void test_groups(const test_function *f, uint64_t seed, size_t n, double *value) {
  for (size_t k = 0; k < n; k++) {
    double a[TEST_MOST_INPUTS], b[TEST_MOST_INPUTS], *to = value + k * (size_t)(f->d + 2);
    for (int j = 0; j < f->d; j++) {
      a[j] = test_uniform(seed, k, (unsigned)j);
      b[j] = test_uniform(seed, k, (unsigned)(100 + j));
    }
    to[0] = f->at(a), to[f->d + 1] = f->at(b);
    for (int j = 0; j < f->d; j++) {
      const double own = a[j];
      a[j] = b[j];
      to[j + 1] = f->at(a);
      a[j] = own;
    }
  }
}

#endif
