// Design saltelli: groups of A, A with one column of B, and B, from one Sobol' sequence of twice
// the dimension. Correlated inputs: the resulting matrix and distributions, and the strata of the
// Latin hypercube.
#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"
#include "study/study.h"

static study s;
static samples x;

#define STUDY                                                                                                \
  "study: transient\nmodel: {type: chain, masses: 1, springs: 1}\nintegrator: {step: 1e-3, duration: 1}\n"   \
  "contact: {nodes: 1, law: unilateral}\n"

static void design(const char *text) {
  char yaml[2000];
  snprintf(yaml, sizeof yaml, STUDY "ensemble: {seed: 7, design: {%s}}\n", text);
  CHECK_OK(study_parse(yaml, strlen(yaml), "design.yaml", 0, NULL, &s));
  CHECK_OK(samples_from_design(&s, &x));
}

static void release(void) {
  samples_destroy(&x);
  study_destroy(&s);
}

#define THREE                                                                                                \
  "parameters: {contact.gap: {from: 0, to: 1}, contact.gap_amplitude: {from: 0, to: 1}, contact.gap_phase: " \
  "{from: 0, "                                                                                               \
  "to: 1}}"

// The columns of A are the first three dimensions of a Sobol' design. Those of B are other columns
// with the same strata. Both keep their points if there are more of them.
static void check_groups(void) {
  enum { GROUPS = 64, ROWS = 5, D = 3 };
  double plain[GROUPS * D], first[10 * ROWS * D];
  design("type: sobol, count: 64, " THREE);
  memcpy(plain, x.value, sizeof plain);
  release();
  design("type: saltelli, count: 64, " THREE);
  TEST_CHECK(x.n == GROUPS * ROWS && x.n_parameters == D && samples_group_size(&s.ensemble) == ROWS);
  memcpy(first, x.value, sizeof first);
  int strata[2 * D][GROUPS] = {{0}};
  for (int k = 0; k < GROUPS; k++) {
    const double *a = x.value + k * ROWS * D, *b = a + (ROWS - 1) * D;
    TEST_CHECK(!memcmp(a, plain + k * D, sizeof *a * D));
    for (int j = 0; j < D; j++) {
      TEST_CHECK(a[j] != b[j]);
      for (int i = 0; i < D; i++) TEST_CHECK(a[(j + 1) * D + i] == (i == j ? b[i] : a[i]));
      strata[j][(int)(a[j] * GROUPS)]++;
      strata[D + j][(int)(b[j] * GROUPS)]++;
    }
  }
  for (int j = 0; j < 2 * D; j++)
    for (int k = 0; k < GROUPS; k++) TEST_CHECK(strata[j][k] == 1);
  release();
  design("type: saltelli, count: 10, " THREE);
  TEST_CHECK(x.n == 50 && !memcmp(first, x.value, sizeof first));
  release();
}

static double correlation(int a, int b) {
  double n = (double)x.n, mean[2] = {0}, sum[3] = {0};
  const int d = x.n_parameters;
  for (long i = 0; i < x.n; i++) mean[0] += x.value[i * d + a] / n, mean[1] += x.value[i * d + b] / n;
  for (long i = 0; i < x.n; i++) {
    const double u = x.value[i * d + a] - mean[0], v = x.value[i * d + b] - mean[1];
    sum[0] += u * u, sum[1] += u * v, sum[2] += v * v;
  }
  return sum[1] / sqrt(sum[0] * sum[2]);
}

#define MATRIX "correlation: [[1, 0.6, -0.3], [0.6, 1, 0], [-0.3, 0, 1]], "
#define NORMAL "{distribution: normal, mean: 100, deviation: 2}"

// The root mean square error of correlations of n = 20,000 normal rows is (1 - ρ²) / √n = 0.007;
// the tolerance is four times this.
static void check_matrix(void) {
  static const char *const types[] = {"random", "latin_hypercube", "sobol"};
  char text[800];
  for (int t = 0; t < 3; t++) {
    snprintf(text, sizeof text,
             "type: %s, count: 20000, " MATRIX "parameters: {contact.gap: " NORMAL
             ", contact.gap_amplitude: " NORMAL ", contact.gap_phase: " NORMAL "}",
             types[t]);
    design(text);
    CHECK_NEAR(correlation(0, 1), 0.6, 4 * 0.64 / sqrt(20000), 0);
    CHECK_NEAR(correlation(0, 2), -0.3, 4 * 0.91 / sqrt(20000), 0);
    CHECK_NEAR(correlation(1, 2), 0, 4 / sqrt(20000), 0);
    double mean = 0, squares = 0;
    for (long i = 0; i < x.n; i++) mean += x.value[3 * i + 1] / 20000;
    for (long i = 0; i < x.n; i++) squares += pow(x.value[3 * i + 1] - mean, 2) / 20000;
    CHECK_NEAR(mean, 100, 4 * 2 / sqrt(20000), 0);
    CHECK_NEAR(sqrt(squares), 2, 4 * 2 / sqrt(2 * 20000), 0);
    release();
  }
}

// Uniform inputs with a Gaussian copula of correlation ρ have the correlation 6/π asin(ρ/2)
// (Kruskal 1958, Spearman's coefficient), here with the strata of the Latin hypercube.
static void check_uniform(void) {
  design("type: latin_hypercube, count: 20000, " MATRIX THREE);
  CHECK_NEAR(correlation(0, 1), 6 / acos(-1) * asin(0.3), 4 / sqrt(20000), 0);
  CHECK_NEAR(correlation(0, 2), -6 / acos(-1) * asin(0.15), 4 / sqrt(20000), 0);
  char *seen = calloc(3 * 20000, 1);
  for (long i = 0; i < x.n; i++)
    for (int j = 0; j < 3; j++) seen[j * 20000 + (long)(x.value[3 * i + j] * 20000)]++;
  for (int i = 0; i < 3 * 20000; i++) TEST_CHECK(seen[i] == 1);
  free(seen);
  release();
}

int main(void) {
  check_groups();
  check_matrix();
  check_uniform();
  return TEST_END();
}
