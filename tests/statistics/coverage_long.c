// Coverage of 95 % intervals: 2,000 repetitions with N = 1024 random points of the Ishigami
// function and of the g-function.
#include "tests/check.h"

#include <stdlib.h>

#include "base/log.h"
#include "statistics/moments.h"
#include "statistics/order.h"
#include "statistics/share.h"
#include "statistics/sobol_indices.h"
#include "tests/statistics/test_functions.h"

enum { N = 1024, REPETITIONS = 2000, REFERENCE = 1 << 22 };

static const double probabilities[] = {0.05, 0.5, 0.95};

typedef struct held { // counts over the repetitions
  int first[TEST_MOST_INPUTS], total[TEST_MOST_INPUTS], mean, deviation, skewness, kurtosis, quantile[3],
      exceedance;
} held;

static int holds(const statistics_estimate *of, double truth) {
  return of->low <= truth && truth <= of->high;
}

// Quantiles without a closed form, from REFERENCE points of another seed: their error is (N /
// REFERENCE)^(1/2) = 1.6 % of the half-width of the intervals.
static void find_quantiles(const test_function *f, double *sorted, double quantile[3],
                           statistics_moments *shape) {
  for (size_t i = 0; i < REFERENCE; i++) {
    double u[TEST_MOST_INPUTS];
    for (int j = 0; j < f->d; j++) u[j] = test_uniform(999999, i, (unsigned)j);
    sorted[i] = f->at(u);
  }
  double *scratch = malloc(sizeof *scratch * REFERENCE);
  *shape = statistics_moments_of(sorted, REFERENCE, 0.95, scratch);
  free(scratch);
  statistics_sort(sorted, REFERENCE);
  for (int q = 0; q < 3; q++) quantile[q] = statistics_quantile(sorted, REFERENCE, probabilities[q]);
}

// The first values of the groups are a plain sample.
static void count_plain(const test_function *f, const double *group, const double quantile[3], double *plain,
                        double *scratch, const statistics_moments *shape, held *of) {
  double interval[2];
  for (size_t k = 0; k < N; k++) plain[k] = group[k * (size_t)(f->d + 2)];
  const statistics_moments m = statistics_moments_of(plain, N, 0.95, scratch);
  of->mean += holds(&m.mean, f->mean);
  of->deviation += holds(&m.deviation, sqrt(f->variance));
  of->skewness += holds(&m.skewness, shape->skewness.value);
  of->kurtosis += holds(&m.kurtosis, shape->kurtosis.value);
  const statistics_share share = statistics_exceedance(plain, N, quantile[2]);
  statistics_share_exact_interval(&share, 0.95, interval);
  of->exceedance += interval[0] <= 0.05 && 0.05 <= interval[1];
  statistics_sort(plain, N);
  for (int q = 0; q < 3; q++) {
    statistics_quantile_interval(plain, N, probabilities[q], 0.95, interval);
    of->quantile[q] += interval[0] <= quantile[q] && quantile[q] <= interval[1];
  }
}

static void check_share(const char *function, const char *of, int index, int count) {
  const double share = (double)count / REPETITIONS;
  printf("%-11s %s[%d] %.4f\n", function, of, index, share);
  TEST_CHECK(share > 0.93 && share < 0.97); // 2,000 repetitions of 95 % give 95 ± 0.5 %
}

static void check(const test_function *f) {
  const size_t n_values = (size_t)N * (size_t)(f->d + 2);
  double *group = malloc(sizeof *group * n_values), *sorted = malloc(sizeof *sorted * REFERENCE), quantile[3];
  double plain[N], scratch[N];
  statistics_moments shape; // likewise
  held of = {0};
  find_quantiles(f, sorted, quantile, &shape);
  for (uint64_t r = 0; r < REPETITIONS; r++) {
    statistics_estimate first[TEST_MOST_INPUTS], total[TEST_MOST_INPUTS];
    test_groups(f, r, N, group);
    CHECK_OK(statistics_sobol(N, f->d, group, 0.95, r, first, total));
    for (int j = 0; j < f->d; j++) {
      of.first[j] += holds(&first[j], f->first[j]);
      of.total[j] += holds(&total[j], f->total[j]);
    }
    count_plain(f, group, quantile, plain, scratch, &shape, &of);
  }
  for (int j = 0; j < f->d; j++) {
    check_share(f->name, "first", j, of.first[j]);
    check_share(f->name, "total", j, of.total[j]);
  }
  check_share(f->name, "mean", 0, of.mean);
  check_share(f->name, "deviation", 0, of.deviation);
  check_share(f->name, "skewness", 0, of.skewness);
  check_share(f->name, "kurtosis", 0, of.kurtosis);
  check_share(f->name, "exceedance", 0, of.exceedance);
  for (int q = 0; q < 3; q++) check_share(f->name, "quantile", q, of.quantile[q]);
  free(group);
  free(sorted);
}

int main(void) {
  const test_function f[] = {test_ishigami(), test_g()};
  for (int i = 0; i < 2; i++) check(&f[i]);
  return TEST_END();
}
