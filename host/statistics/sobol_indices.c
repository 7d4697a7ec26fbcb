// Estimates Sobol' indices.
#include "statistics/sobol_indices.h"

#include <math.h>

#include "base/memory.h"
#include "kernels/random.h"
#include "statistics/normal.h"
#include "statistics/tree_sum.h"

enum {
  RESAMPLES = 400,
  STREAM = 30000, // of random numbers, in addition to those of kernels/random.h
  N_COMMON = 2    // terms of a group that belong to no input
};

// Computes the terms of each group in the sums of the indices: f(A) + f(B), f(A)² + f(B)², and for
// each input f(B) (f(AB) - f(A)) and (f(A) - f(AB))² / 2.
static void make_terms(size_t n, int d, const double *group, double centre, double *terms) {
  for (size_t k = 0; k < n; k++) {
    const double *f = group + k * (size_t)(d + 2), a = f[0] - centre, b = f[d + 1] - centre;
    double *t = terms + k * (size_t)(N_COMMON + 2 * d);
    t[0] = a + b, t[1] = a * a + b * b;
    for (int j = 0; j < d; j++) {
      const double mixed = f[j + 1] - centre;
      t[N_COMMON + 2 * j] = b * (mixed - a);
      t[N_COMMON + 2 * j + 1] = (a - mixed) * (a - mixed) / 2;
    }
  }
}

// Computes index[2 d]: first-order and total index of each input.
static void make_indices(size_t n, int d, const double *sum, double *index) {
  const double m = (double)n, mean = sum[0] / (2 * m), variance = sum[1] / (2 * m) - mean * mean;
  for (int j = 0; j < 2 * d; j++) index[j] = sum[N_COMMON + j] / m / variance;
}

// Sums over groups drawn with replacement (bootstrap).
static void resample_indices(size_t n, int n_terms, const double *terms, uint64_t seed, unsigned number,
                             double *sum) {
  for (int t = 0; t < n_terms; t++) sum[t] = 0;
  unsigned bits[4] = {0};
  for (size_t k = 0; k < n; k++) {
    if (k % 4 == 0) {
      bits[0] = (unsigned)(k / 4), bits[1] = STREAM, bits[2] = number, bits[3] = 0;
      random_philox(bits, (unsigned)seed, (unsigned)(seed >> 32));
    }
    // Multiplied instead of divided; probabilities of groups differ by at most n / 2^32.
    const double *t = terms + (size_t)(((uint64_t)bits[k % 4] * n) >> 32) * (size_t)n_terms;
    for (int i = 0; i < n_terms; i++) sum[i] += t[i];
  }
}

static double find_deviation(const double *value, size_t stride) {
  double scratch[RESAMPLES];
  const double mean = statistics_sum(value, RESAMPLES, stride) / RESAMPLES;
  for (size_t r = 0; r < RESAMPLES; r++) scratch[r] = (value[r * stride] - mean) * (value[r * stride] - mean);
  return sqrt(statistics_sum(scratch, RESAMPLES, 1) / (RESAMPLES - 1));
}

static int has_variance(size_t n, const double *value) {
  for (size_t i = 1; i < n; i++)
    if (value[i] != value[0]) return 1;
  return 0;
}

// Estimates the indices with intervals. indices: those of the samples, then those of resamples;
// sum: workspace for terms.
static void estimate_indices(size_t n, int d, const double *terms, double level, uint64_t seed,
                             double *indices, double *sum, statistics_estimate *first,
                             statistics_estimate *total) {
  const int n_terms = N_COMMON + 2 * d;
  const size_t stride = 2 * (size_t)d;
  for (int t = 0; t < n_terms; t++) sum[t] = statistics_sum(terms + t, n, (size_t)n_terms);
  make_indices(n, d, sum, indices);
  for (unsigned r = 0; r < RESAMPLES; r++) {
    resample_indices(n, n_terms, terms, seed, r, sum);
    make_indices(n, d, sum, indices + (r + 1) * stride);
  }
  const double z = statistics_normal_quantile((1 + level) / 2);
  for (int j = 0; j < 2 * d; j++) {
    const double half = z * find_deviation(indices + stride + j, stride);
    statistics_estimate *to = j % 2 ? &total[j / 2] : &first[j / 2];
    *to = (statistics_estimate){indices[j], indices[j] - half, indices[j] + half};
  }
}

chatter_status statistics_sobol(size_t n, int d, const double *group, double level, uint64_t seed,
                                statistics_estimate *first, statistics_estimate *total) {
  const size_t n_values = n * (size_t)(d + 2), n_terms = (size_t)(N_COMMON + 2 * d);
  double *terms = NULL, *indices = NULL, *sum = NULL;
  for (int j = 0; j < d; j++) first[j] = total[j] = (statistics_estimate){NAN, NAN, NAN};
  if (n < 2 || !has_variance(n_values, group)) return CHATTER_OK;
  ALLOCATE(terms, n * n_terms);
  ALLOCATE(indices, (RESAMPLES + 1) * 2 * (size_t)d);
  ALLOCATE(sum, n_terms);
  make_terms(n, d, group, statistics_sum(group, n_values, 1) / (double)n_values, terms);
  estimate_indices(n, d, terms, level, seed, indices, sum, first, total);
  memory_free(terms);
  memory_free(indices);
  memory_free(sum);
  return CHATTER_OK;
}
