// Sobol' indices of functions with closed forms, and compared with their definitions programmed a
// second time.
#include "tests/check.h"

#include <stdlib.h>

#include "base/log.h"
#include "statistics/sobol_indices.h"
#include "tests/statistics/test_functions.h"

enum { N = 4096 };

// The estimators of Saltelli et al. 2010 and Jansen 1999, as SALib has them, with plain sums in
// long double.
static void restate(const test_function *f, size_t n, const double *group, double *first, double *total) {
  const size_t stride = (size_t)(f->d + 2);
  long double mean = 0, both = 0, squares = 0;
  for (size_t i = 0; i < n * stride; i++) mean += group[i];
  mean /= (long double)(n * stride);
  for (size_t k = 0; k < n; k++) {
    const long double a = group[k * stride] - mean, b = group[k * stride + stride - 1] - mean;
    both += a + b, squares += a * a + b * b;
  }
  const long double m = 2 * (long double)n, variance = squares / m - both / m * (both / m);
  for (int j = 0; j < f->d; j++) {
    long double of_first = 0, of_total = 0;
    for (size_t k = 0; k < n; k++) {
      const long double a = group[k * stride] - mean, b = group[k * stride + stride - 1] - mean,
                        mixed = group[k * stride + 1 + (size_t)j] - mean;
      of_first += b * (mixed - a), of_total += (a - mixed) * (a - mixed) / 2;
    }
    first[j] = (double)(of_first / (m / 2) / variance), total[j] = (double)(of_total / (m / 2) / variance);
  }
}

// Intervals at 99.99 %, so that all 14 contain the truth except once in a thousand seeds; the seed
// is fixed.
static void check_function(const test_function *f) {
  double *group = malloc(sizeof *group * (size_t)N * (size_t)(f->d + 2)), again[2][TEST_MOST_INPUTS];
  statistics_estimate first[TEST_MOST_INPUTS], total[TEST_MOST_INPUTS], other[TEST_MOST_INPUTS],
      few[TEST_MOST_INPUTS];
  test_groups(f, 5, N, group);
  CHECK_OK(statistics_sobol(N, f->d, group, 0.9999, 1, first, total));
  restate(f, N, group, again[0], again[1]);
  for (int j = 0; j < f->d; j++) {
    CHECK_NEAR(first[j].value, again[0][j], 1e-13,
               0); // N roundings of 1e-16; long double adds none
    CHECK_NEAR(total[j].value, again[1][j], 1e-13, 0);
    TEST_CHECK(first[j].low < f->first[j] && f->first[j] < first[j].high);
    TEST_CHECK(total[j].low < f->total[j] && f->total[j] < total[j].high);
    TEST_CHECK(first[j].high - first[j].low < 0.5); // otherwise they would contain any value
  }
  CHECK_OK(statistics_sobol(N, f->d, group, 0.9999, 1, other, total));
  TEST_CHECK(!memcmp(first, other, sizeof *first * (size_t)f->d)); // drawn by number: the same
                                                                   // again
  CHECK_OK(statistics_sobol(N, f->d, group, 0.9999, 2, other, total));
  TEST_CHECK(first[0].value == other[0].value && first[0].low != other[0].low);
  CHECK_OK(statistics_sobol(N / 16, f->d, group, 0.9999, 1, few, total));
  // A sixteenth of the groups: four times as wide, within the error of 400 bootstrap resamples (3.5
  // % each).
  CHECK_NEAR((few[0].high - few[0].low) / (first[0].high - first[0].low), 4, 1, 0);
  free(group);
}

static void check_nothing(void) {
  const double alike[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, one[] = {1, 2, 3};
  statistics_estimate first, total;
  CHECK_OK(statistics_sobol(2, 1, alike, 0.95, 1, &first, &total));
  TEST_CHECK(isnan(first.value) && isnan(total.low));
  CHECK_OK(statistics_sobol(1, 1, one, 0.95, 1, &first, &total));
  TEST_CHECK(isnan(first.value) && isnan(total.low));
}

int main(void) {
  const test_function f[] = {test_ishigami(), test_g()};
  for (int i = 0; i < 2; i++) check_function(&f[i]);
  check_nothing();
  return TEST_END();
}
