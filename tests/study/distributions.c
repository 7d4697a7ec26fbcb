// Quantiles and distributions: the inverse of the normal cumulative function against erfc, samples against
// the moments of their distributions.
#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"
#include "statistics/normal.h"
#include "study/samples/quantile.h"
#include "study/study.h"

static double cumulative(double x) {
  return 0.5 * erfc(-x / sqrt(2));
}
static double density(double x) {
  return exp(-x * x / 2) / sqrt(2 * acos(-1));
}

static void test_normal_quantile(void) {
  // An error e of x changes Φ by φ(x) e, relatively by less than (1 + |x|) e; x and the argument of
  // erfc are each rounded to 1.1e-16 |x|.
  for (double p = 1e-300; p < 1e-3; p *= 7.3) {
    double x = statistics_normal_quantile(p);
    CHECK_NEAR(cumulative(x), p, 0, 4e-16 * (1 + x * x));
  }
  for (int i = 1; i < 1000; i++) {
    double p = i / 1000.0, x = statistics_normal_quantile(p);
    CHECK_NEAR(cumulative(x), p, 0, 4e-16 * (1 + x * x)); // as above
    CHECK_NEAR(statistics_normal_quantile(1 - p), -x, 1e-13,
               0); // 1 - p is rounded: 1e-16 over the density, which is at least 0.003
  }
  CHECK_NEAR(statistics_normal_quantile(0.975), 1.9599639845400542355, 0, 3e-16); // 20 published digits
  CHECK_NEAR(statistics_normal_quantile(0.5 + 1e-9), 1e-9 * sqrt(2 * acos(-1)), 0,
             1e-7); // φ(0) to first order; 0.5 + 1e-9 is rounded
  CHECK_NEAR(statistics_normal_quantile(0.5), 0, 1e-16, 0);
}

static study s;
static samples x;

// Mean, deviation and extremes of 20000 stratified samples of one parameter.
static void draw(const char *spread, double moments[4]) {
  char yaml[500];
  snprintf(
      yaml, sizeof yaml,
      "study: transient\nmodel: {type: chain, masses: 1, springs: 1}\nintegrator: {step: 1, duration: 1}\n"
      "contact: {nodes: 1, law: unilateral}\n"
      "ensemble: {design: {type: latin_hypercube, count: 20000, parameters: {contact.gap: {%s}}}}\n",
      spread);
  CHECK_OK(study_parse(yaml, strlen(yaml), "d.yaml", 0, NULL, &s));
  CHECK_OK(samples_from_design(&s, &x));
  double sum = 0, squares = 0, n = (double)x.n;
  moments[2] = INFINITY;
  moments[3] = -INFINITY;
  for (long i = 0; i < x.n; i++) {
    sum += x.value[i];
    moments[2] = fmin(moments[2], x.value[i]);
    moments[3] = fmax(moments[3], x.value[i]);
  }
  for (long i = 0; i < x.n; i++) squares += pow(x.value[i] - sum / n, 2);
  moments[0] = sum / n;
  moments[1] = sqrt(squares / n);
  samples_destroy(&x);
  study_destroy(&s);
}

// Stratified: the error of the mean is about the width of a cell over sqrt(n), far below 1e-3 of
// the deviation.
static void test_moments(void) {
  double m[4];
  draw("distribution: uniform, from: -1, to: 3", m);
  CHECK_NEAR(m[0], 1, 1e-4, 0);
  CHECK_NEAR(m[1], 4 / sqrt(12), 1e-4, 0);
  TEST_CHECK(m[2] > -1 && m[2] < -1 + 2e-4 && m[3] < 3 && m[3] > 3 - 2e-4);
  draw("distribution: normal, mean: 5, deviation: 2", m);
  CHECK_NEAR(m[0], 5, 1e-3, 0);
  CHECK_NEAR(m[1], 2, 2e-3, 0);
  draw("distribution: lognormal, mean: 0.3, deviation: 0.5", m);
  CHECK_NEAR(m[0], exp(0.3 + 0.125), 1e-3, 0);
  // few points determine its heavy tail
  CHECK_NEAR(m[1], exp(0.3 + 0.125) * sqrt(exp(0.25) - 1), 5e-3, 0);
  draw("spacing: logarithmic, from: 0.01, to: 100", m);
  CHECK_NEAR(m[0], (100 - 0.01) / log(1e4), 5e-3, 0);
  draw("values: [1, 2, 6]", m);
  CHECK_NEAR(m[0], 3, 1e-3, 0);
  double a = -0.5, b = 1.5,
         mass = cumulative(b) - cumulative(a); // standardised bounds of mean 1, deviation 2
  draw("distribution: truncated_normal, mean: 1, deviation: 2, from: 0, to: 4", m);
  double mean = (density(a) - density(b)) / mass;
  CHECK_NEAR(m[0], 1 + 2 * mean, 1e-4, 0);
  CHECK_NEAR(m[1], 2 * sqrt(1 + (a * density(a) - b * density(b)) / mass - mean * mean), 1e-4, 0);
  TEST_CHECK(m[2] >= 0 && m[3] <= 4);
}

// Far tails: beyond 8 deviations a truncated distribution is exponential with mean 1/t.
static void test_far_tail(void) {
  parameter_config q = {.spread = SPREAD_TRUNCATED_NORMAL, .mean = 0, .deviation = 1, .from = 20, .to = 25};
  double sum = 0;
  for (int i = 0; i < 1000; i++) sum += quantile_parameter(&q, (i + 0.5) / 1000);
  // Mills' ratio: mean = 20 + 1/20 - 2/20^3 + 10/20^5, the next term is below 1e-6; midpoints
  // neglect 2e-5 of the tail.
  CHECK_NEAR(sum / 1000, 20 + 0.05 - 0.00025 + 3.1e-6, 1e-4, 0);
  q.from = 50;
  q.to = 60; // no probability left in double precision: still inside
  double far = quantile_parameter(&q, 0.5);
  TEST_CHECK(far >= 50 && far <= 60);
}

// A tail beyond the range of the parameter: the message names the first trajectory and their
// number. Distributions without such a tail are accepted.
static void test_beyond(void) {
  const char yaml[] =
      "study: transient\nmodel: {type: chain, masses: 1, springs: 1}\n"
      "integrator: {scheme: moreau, step: 1, duration: 1}\n"
      "contact: {nodes: 1, law: unilateral, restitution: 0.5}\n"
      "ensemble: {design: {type: sobol, count: 64, parameters: {contact.restitution: {distribution: normal, "
      "mean: 0, deviation: 0.1}}}}\n";
  CHECK_OK(study_parse(yaml, strlen(yaml), "d.yaml", 0, NULL, &s));
  TEST_CHECK(samples_from_design(&s, &x) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() == 2);
  TEST_CHECK(strstr(error_message(0), ": trajectory ") &&
             strstr(error_message(0), "contact.restitution: -0."));
  // Half of a normal distribution about zero lies below it: with a Sobol' sequence 32 ± 2 of 64.
  const char *of = strstr(error_message(1), " of 64 trajectories have numbers of contact.restitution");
  TEST_CHECK(of && strstr(of, "truncated_normal"));
  const long n = of ? strtol(of - 2, NULL, 10) : 0;
  TEST_CHECK(n >= 30 && n <= 34);
  error_clear();
  study_destroy(&s);
}

int main(void) {
  test_normal_quantile();
  test_beyond();
  test_moments();
  test_far_tail();
  return TEST_END();
}
