// Intervals of shares, quantiles, means and deviations, and their distributions, compared with
// SciPy 1.10.1: scipy.special.betainc, scipy.stats.t.ppf, binom.cdf, binomtest(k,
// n).proportion_ci(level, "exact").
#include "tests/check.h"

#include "statistics/beta.h"
#include "statistics/moments.h"
#include "statistics/order.h"
#include "statistics/share.h"
#include "statistics/tree_sum.h"

// lgamma of a million has an error of 1e-9 in the logarithm of the density; of thousands, 1e-12.
static void check_beta(void) {
  static const struct {
    double a, b, x, below, tolerance;
  } table[] = {{0.5, 0.5, 0.3, 0.3690101195655454, 1e-14},
               {2, 3, 0.1, 0.05230000000000001, 1e-14},
               {1, 1, 0.7, 0.7, 1e-14},
               {30, 970, 0.03, 0.5231793995743514, 1e-11},
               {970, 30, 0.975, 0.8220316249957901, 1e-11},
               {5000, 5000, 0.49, 0.022742032324413, 1e-10},
               {0.5, 511.5, 0.002, 0.8474983808395948, 1e-11},
               {1e6, 3e6, 0.2501, 0.677970667007261, 1e-7}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const double below = statistics_beta_below(table[i].a, table[i].b, table[i].x);
    CHECK_NEAR(below, table[i].below, 0, table[i].tolerance);
    CHECK_NEAR(statistics_beta_quantile(table[i].a, table[i].b, below), table[i].x, 0,
               1e-12); // the lower bound is flat there
  }
  TEST_CHECK(statistics_beta_below(2, 3, 0) == 0 && statistics_beta_below(2, 3, 1) == 1);
  TEST_CHECK(statistics_beta_quantile(2, 3, 0) == 0 && statistics_beta_quantile(2, 3, 1) == 1);
}

static void check_student(void) {
  static const struct {
    double degrees, at95, at99;
  } table[] = {{1, 12.706204736432095, 63.65674116287399},    {2, 4.302652729911275, 9.92484320091807},
               {5, 2.5705818366147395, 4.032142983557536},    {30, 2.0422724563012373, 2.7499956535670305},
               {1023, 1.9622856196472669, 2.580643766252022}, {1e6, 1.9599663568141066, 2.575834220105334}};
  // The closed form for nine degrees of freedom, 2/π (θ + sin θ (cos θ + 2/3 cos³ θ + 8/15 cos⁵ θ +
  // 16/35 cos⁷ θ)), at its root.
  CHECK_NEAR(statistics_student(9, 0.95), 2.262157162798204, 0, 1e-14);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    CHECK_NEAR(statistics_student(table[i].degrees, 0.95), table[i].at95, 0, 1e-9); // as above
    CHECK_NEAR(statistics_student(table[i].degrees, 0.99), table[i].at99, 0, 1e-9);
  }
}

static void check_binomial(void) {
  CHECK_NEAR(statistics_binomial_below(10, 3, 0.2), 0.8791261183999999, 0, 1e-13);
  CHECK_NEAR(statistics_binomial_below(1000, 30, 0.04), 0.057988376962281166, 0, 1e-11);
  CHECK_NEAR(statistics_binomial_below(100000, 49900, 0.5), 0.26457864704009904, 0, 1e-9);
  TEST_CHECK(statistics_binomial_below(5, -1, 0.5) == 0 && statistics_binomial_below(5, 5, 0.5) == 1);
}

static void check_shares(void) {
  static const struct {
    statistics_share share;
    double level, low, high;
  } table[] = {{{10, 0}, 0.95, 0, 0.30849710781876294},
               {{10, 10}, 0.95, 0.6915028921812371, 1},
               {{10, 3}, 0.95, 0.06673951117773447, 0.652452850060008},
               {{1024, 33}, 0.95, 0.022285013068394758, 0.044962186787687056},
               {{1024, 33}, 0.99, 0.019724058077487706, 0.0492603529097063},
               {{100000, 3}, 0.95, 6.186763958922033e-06, 8.767020256784099e-05},
               {{148, 15}, 0.95, 0.05784401008344803, 0.16165049034947895}};
  double interval[2];
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    statistics_share_exact_interval(&table[i].share, table[i].level, interval);
    CHECK_NEAR(interval[0], table[i].low, 0, 1e-9); // as check_beta
    CHECK_NEAR(interval[1], table[i].high, 0, 1e-9);
  }
  statistics_share_exact_interval(&(statistics_share){0, 0}, 0.95, interval);
  TEST_CHECK(interval[0] == 0 && interval[1] == 1);
}

// Ranks by scipy.stats.binom.cdf and .sf over all ranks; 0: there is none.
static void check_ranks(void) {
  static const struct {
    size_t n;
    double p, level, low, high;
  } table[] = {{6, 0.5, 0.95, 1, 6},
               {100, 0.5, 0.95, 40, 61},
               {1024, 0.05, 0.95, 38, 66},
               {1024, 0.95, 0.95, 959, 987},
               {1024, 0.5, 0.9917, 470, 555},
               {50, 0.05, 0.95, 0, 7},
               {200000, 0.999, 0.95, 199772, 199828}};
  static double value[200000];
  for (int i = 0; i < 200000; i++) value[i] = i + 1;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    double interval[2];
    statistics_quantile_interval(value, table[i].n, table[i].p, table[i].level, interval);
    TEST_CHECK(table[i].low > 0 ? interval[0] == table[i].low : isinf(interval[0]));
    TEST_CHECK(interval[1] == table[i].high);
  }
}

// Skewness or kurtosis of values of which one has more weight than the others. (The reference
// interval of the mean is scipy.stats.t.interval; that of the deviation is computed again in
// numpy.)
static double weighted(const double *value, size_t n, size_t of, double more, int power) {
  double mean = 0, second = 0, high = 0;
  for (int round = 0; round < 2; round++) // the mean first
    for (size_t i = 0; i < n; i++) {
      const double weight = (1 - more) / (double)n + (i == of ? more : 0);
      if (round == 0) mean += weight * value[i];
      if (round == 1)
        second += weight * pow(value[i] - mean, 2), high += weight * pow(value[i] - mean, power);
    }
  return high / pow(second, 0.5 * power);
}

// The half-width is z times the root mean square of the influence of a value on the moment, over
// √n; here by differences of the weights.
static void check_influence(const double *value, size_t n, const statistics_moments *m) {
  const double step = 1e-5;
  for (int power = 3; power <= 4; power++) {
    double square = 0;
    for (size_t i = 0; i < n; i++)
      square +=
          pow((weighted(value, n, i, step, power) - weighted(value, n, i, -step, power)) / (2 * step), 2);
    const statistics_estimate *of = power == 3 ? &m->skewness : &m->kurtosis;
    const double half = 1.959963984540054 * sqrt(square) / (double)n; // Φ⁻¹(0.975)
    // differences: error of order step²
    CHECK_NEAR(of->high - of->value, half, 0, 1e-8);
    CHECK_NEAR(of->value - of->low, half, 0, 1e-8);
  }
}

static void check_moments(void) {
  const double value[] = {1.5, 2, -0.3, 4, 9, 2.2, 7.1, -3, 0.4, 5};
  double scratch[10];
  const statistics_moments m = statistics_moments_of(value, 10, 0.95, scratch);
  CHECK_NEAR(m.mean.value, 2.79, 0, 1e-15);
  CHECK_NEAR(m.mean.low, 0.23389587018640778, 0, 1e-9); // t.ppf(0.975, 9) itself is off by 2.5e-11
  CHECK_NEAR(m.mean.high, 5.346104129813592, 0, 1e-9);
  CHECK_NEAR(m.deviation.value, 3.5731871860660567, 0, 1e-15);
  CHECK_NEAR(m.deviation.low, 2.517370911803654, 0, 1e-13);
  CHECK_NEAR(m.deviation.high, 5.0718257714032475, 0, 1e-13);
  // SciPy: skew and kurtosis with bias=False; the widths are checked by weights below.
  CHECK_NEAR(m.skewness.value, 0.28010294278359577, 0, 1e-13);
  CHECK_NEAR(m.kurtosis.value, -0.17646631845632266, 0, 1e-12);
  check_influence(value, 10, &m);
  const statistics_moments one = statistics_moments_of(value, 1, 0.95, scratch),
                           none = statistics_moments_of(value, 0, 0.95, scratch);
  TEST_CHECK(one.mean.value == 1.5 && isnan(one.mean.low) && isnan(one.deviation.value));
  TEST_CHECK(isnan(none.mean.value) && isnan(one.skewness.value));
  const statistics_moments two = statistics_moments_of(value, 2, 0.95, scratch),
                           three = statistics_moments_of(value, 3, 0.95, scratch);
  TEST_CHECK(isnan(two.skewness.value) && isfinite(three.skewness.value) && isnan(three.kurtosis.value));
  const double alike[] = {0.3, 0.3, 0.3}; // three times 0.3 is not exactly 0.9
  const statistics_moments same = statistics_moments_of(alike, 3, 0.95, scratch);
  TEST_CHECK(same.mean.low == 0.3 && same.mean.high == 0.3 && same.deviation.high == 0);
  TEST_CHECK(isnan(same.skewness.value));
}

// The sum of a million times 0.1 has an error of one rounding per level of the tree; a plain sum is
// off by 1e-11.
static void check_sum(void) {
  static double value[1000000];
  for (int i = 0; i < 1000000; i++) value[i] = 0.1;
  CHECK_NEAR(statistics_sum(value, 1000000, 1), 100000, 0, 36 * 1.2e-16); // 20 levels, leaves of 16
  double plain = 0;
  for (int i = 0; i < 1000000; i++) plain += value[i];
  TEST_CHECK(fabs(plain - 100000) > 1e-7);
  const double strided[] = {1, 9, 2, 9, 3, 9};
  TEST_CHECK(statistics_sum(strided, 3, 2) == 6 && statistics_sum(strided, 0, 1) == 0);
}

int main(void) {
  check_beta();
  check_student();
  check_binomial();
  check_shares();
  check_ranks();
  check_moments();
  check_sum();
  return TEST_END();
}
