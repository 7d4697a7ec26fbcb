// CPU builds of linear_case.h, one per number of lanes and precision (tests/CMakeLists.txt).
#ifndef CHATTER_TESTS_LINEAR_STAMP_H
#define CHATTER_TESTS_LINEAR_STAMP_H

#include <math.h>
#include <string.h>

enum { STAMP_LU, STAMP_LDL, STAMP_ELIMINATE, STAMP_ROWS = 130, STAMP_MORE = 2 }; // as in linear_case.h

// Solves as many systems as there are lanes, interleaved: a [numbers][lanes] becomes the factors, x
// [n][lanes] the solution; pivot [n][lanes], singular [lanes].
typedef void linear_stamp(int kind, int n, double *a, double *pivot, double *x, double *singular);

#define LINEAR_STAMPS(X)                                                                                     \
  X(1, double, 0) X(4, double, 0) X(8, double, 0) X(1, single, 1) X(4, single, 1) X(8, single, 1)
#define X(lanes, precision, single) linear_stamp linear_stamp_##lanes##_##precision;
LINEAR_STAMPS(X)
#undef X

// Returns a random number, uniform in [-1, 1), exact in single precision.
static inline double stamp_random(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 41) / 4194304.0 - 1;
}

// Makes a matrix [n][n] with singular values from 1 to 1 / condition, by three random reflections
// from the left and three from the right (the same ones if symmetric: these are then the absolute
// eigenvalues, the last `negative` of them negative).
static inline void stamp_matrix(int n, double condition, int symmetric, int negative,
                                unsigned long long *seed, double *a) {
  memset(a, 0, (size_t)(n * n) * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i * n + i] = pow(condition, -(double)i / (n - 1)) * (i >= n - negative ? -1 : 1);
  for (int turn = 0; turn < 6; turn++) {
    double v[STAMP_ROWS], square = 0, sum;
    if (!symmetric || turn % 2 == 0)
      for (int i = 0; i < n; i++) v[i] = stamp_random(seed);
    for (int i = 0; i < n; i++) square += v[i] * v[i];
    for (int i = 0; i < n; i++) { // subtracts 2 v (v · row) / v² from each row, then column
      const int start = turn % 2 ? i * n : i, step = turn % 2 ? 1 : n;
      sum = 0;
      for (int k = 0; k < n; k++) sum += v[k] * a[start + k * step];
      for (int k = 0; k < n; k++) a[start + k * step] -= 2 * sum / square * v[k];
    }
  }
  for (int e = 0; e < n * n && symmetric; e++) // exactly
    if (e % n > e / n) a[e] = a[e % n * n + e / n];
}

#endif
