// Quantiles, their intervals, shares and histograms of samples, compared with published numbers and
// counts.
#include "tests/check.h"

#include "statistics/histogram.h"
#include "statistics/order.h"
#include "statistics/share.h"

enum { N = 1000 };

static void check_quantiles(void) {
  double value[] = {4, 1, 5, 3, 2};
  statistics_sort(value, 5);
  for (int i = 0; i < 5; i++) TEST_CHECK(value[i] == i + 1);
  CHECK_NEAR(statistics_quantile(value, 5, 0.25), 2, 0, 1e-15);
  CHECK_NEAR(statistics_quantile(value, 5, 0.1), 1.4, 0, 1e-15);
  TEST_CHECK(statistics_quantile(value, 5, 0) == 1 && statistics_quantile(value, 5, 1) == 5);
  TEST_CHECK(statistics_quantile(value, 1, 0.7) == 1);
}

// Ranks of the 95 % interval of a median, as in tables of the sign test.
static void check_intervals(void) {
  static const struct {
    size_t n;
    double low, high;
  } table[] = {{6, 1, 6}, {10, 2, 9}, {20, 6, 15}, {50, 18, 33}, {100, 40, 61}};
  double value[100], interval[2];
  for (int i = 0; i < 100; i++) value[i] = i + 1;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    statistics_quantile_interval(value, table[k].n, 0.5, 0.95, interval);
    TEST_CHECK(interval[0] == table[k].low && interval[1] == table[k].high);
  }
  statistics_quantile_interval(value, 5, 0.5, 0.95, interval); // 2 / 2^5 is more than 5 %
  TEST_CHECK(isinf(interval[0]) && isinf(interval[1]));
  statistics_quantile_interval(value, 1, 0.5, 0.95, interval);
  TEST_CHECK(interval[0] == 1 && interval[1] == 1);
}

// Newcombe 1998, table I, method 3: four digits.
static void check_shares(void) {
  static const struct {
    statistics_share share;
    double low, high;
  } table[] = {{{263, 81}, 0.2553, 0.3662},
               {{148, 15}, 0.0624, 0.1605},
               {{20, 0}, 0, 0.1611},
               {{29, 1}, 0.0061, 0.1718}};
  double interval[2];
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    statistics_share_interval(&table[k].share, interval);
    CHECK_NEAR(interval[0], table[k].low, 5e-5, 0);
    CHECK_NEAR(interval[1], table[k].high, 5e-5, 0);
  }
  const double value[] = {1, 2, 3, 4};
  const statistics_share share = statistics_exceedance(value, 4, 2);
  TEST_CHECK(share.n == 4 && share.above == 2 && statistics_share_value(&share) == 0.5);
  TEST_CHECK(isnan(statistics_share_value(&(statistics_share){0, 0})));
}

static void check_histograms(void) {
  double value[N];
  statistics_histogram h;
  for (int i = 0; i < N; i++) value[i] = sqrt(i); // denser at the upper end
  statistics_histogram_make(value, N, &h);
  size_t sum = 0;
  for (size_t b = 0; b < h.bins; b++) {
    size_t inside = 0;
    for (int i = 0; i < N; i++) {
      const int bin = (int)((value[i] - h.low) / h.width);
      inside += (size_t)(bin == (int)b || (bin == (int)h.bins && b + 1 == h.bins));
    }
    TEST_CHECK(h.count[b] == inside);
    sum += h.count[b];
  }
  TEST_CHECK(sum == N);
  CHECK_NEAR(h.width * (double)h.bins, value[N - 1], 0, 1e-14);
  // Freedman and Diaconis 1981: 2 (sqrt(749.25) - sqrt(249.75)) / 10 is 2.31, of a range of 31.6.
  TEST_CHECK(h.bins == 14);
  value[0] = 3;
  statistics_histogram_make(value, 1, &h);
  TEST_CHECK(h.bins == 1 && h.count[0] == 1 && h.low == 2.5 && h.width == 1);
}

int main(void) {
  check_quantiles();
  check_intervals();
  check_shares();
  check_histograms();
  return TEST_END();
}
