// The ensemble sampler, compared with posteriors in closed form.
#include "tests/check.h"

#include "base/log.h"
#include "inference/stretch.h"
#include "statistics/chains.h"
#include "statistics/tree_sum.h"
#include "tests/inference/targets.h"

enum { WALKERS = 32, STEPS = 4000, WARMUP = 500 };

typedef struct moments {
  // samples: independent ones
  double mean[LINEAR_D], covariance[LINEAR_D][LINEAR_D], samples[LINEAR_D];
} moments;

static moments sample(const inference_target *t, uint64_t seed, double *last) {
  static const double zero[LINEAR_D] = {0}, unit[LINEAR_D * LINEAR_D] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static double value[STEPS * WALKERS], scratch[4 * WALKERS];
  const long n = STEPS * WALKERS;
  arena *memory = arena_create();
  stretch_chain chain;
  moments m = {0};
  CHECK_OK(stretch_create(t, WALKERS, WARMUP, STEPS, seed, memory, &chain));
  stretch_place(&chain, zero, unit);
  for (int i = 0; i < WARMUP + STEPS; i++) CHECK_OK(stretch_step(&chain, t));
  for (int k = 0; k < LINEAR_D; k++) {
    for (long i = 0; i < n; i++) value[i] = chain.kept[i * LINEAR_D + k];
    m.mean[k] = statistics_sum(value, (size_t)n, 1) / (double)n;
    m.samples[k] = (double)n / statistics_autocorrelation_time(value, STEPS, WALKERS, scratch);
    TEST_CHECK(statistics_split_rhat(value, STEPS, WALKERS, scratch) < 1.05);
  }
  for (int k = 0; k < LINEAR_D; k++)
    for (int j = 0; j < LINEAR_D; j++)
      for (long i = 0; i < n; i++)
        m.covariance[k][j] += (chain.kept[i * LINEAR_D + k] - m.mean[k]) *
                              (chain.kept[i * LINEAR_D + j] - m.mean[j]) / (double)n;
  // Three parameters and stretch 2: about half of the moves are accepted.
  TEST_CHECK(chain.accepted > 0.3 * (double)n && chain.accepted < 0.8 * (double)n);
  if (last) memcpy(last, chain.z, sizeof *last * WALKERS * LINEAR_D);
  arena_destroy(memory);
  return m;
}

// The mean must agree within four and the covariance within five of their standard errors, with the
// effective number of samples of the chain (the autocorrelation time of squares is at most that of
// the values).
static void compare(const moments *m, const double *mean, double covariance[3][3]) {
  for (int k = 0; k < LINEAR_D; k++) {
    TEST_CHECK(m->samples[k] > 1000);
    CHECK_NEAR(m->mean[k], mean[k], 4 * sqrt(covariance[k][k] / m->samples[k]), 0);
    for (int j = 0; j < LINEAR_D; j++) {
      const double size = sqrt(covariance[k][k] * covariance[j][j]);
      CHECK_NEAR(m->covariance[k][j], covariance[k][j], 5 * size * sqrt(2 / m->samples[k]), 0);
    }
  }
}

static void linear_gaussian(double deviation) {
  linear_model l = linear_example(deviation);
  const inference_target t = linear_target(&l, target_none, target_none);
  double x[3], inverse[3][3], last[WALKERS * LINEAR_D], again[WALKERS * LINEAR_D];
  linear_solution(&l, 1, x, inverse);
  const moments m = sample(&t, 3, last);
  compare(&m, x, inverse);
  sample(&t, 3, again);
  TEST_CHECK(memcmp(last, again, sizeof last) == 0); // the same seed gives the same chain
  sample(&t, 4, again);
  TEST_CHECK(memcmp(last, again, sizeof last) != 0);
}

// σ is integrated out: p(z) ~ exp(−z²/2) (Σ r²)^(−n/2). Here the data do not depend on z[1] and
// z[2], and z[0] is integrated by quadrature.
static void unknown_noise(void) {
  linear_model l = {.deviation = 1,
                    .matrix = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
                    .data = {0.1, 0.9, 0.4, 0.7, 0.2, 0.3}};
  const inference_target t = linear_target(&l, target_none, target_all);
  double sum[3] = {0}, covariance[3][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, mean[3] = {0};
  for (int i = -20000; i <= 20000; i++) {
    const double z = 5e-4 * i;
    double square = 0;
    for (int k = 0; k < LINEAR_M; k++) square += (z - l.data[k]) * (z - l.data[k]);
    const double p = exp(-0.5 * z * z) * pow(square, -0.5 * LINEAR_M);
    sum[0] += p, sum[1] += p * z, sum[2] += p * z * z;
  }
  mean[0] = sum[1] / sum[0];
  covariance[0][0] = sum[2] / sum[0] - mean[0] * mean[0];
  const moments m = sample(&t, 5, NULL);
  compare(&m, mean, covariance);
}

// No walker goes where there is no answer: the half normal beyond is cut off.
static void holes(void) {
  linear_model l = {.deviation = 1e6, .holes = 1, .data = {0}};
  const inference_target t = linear_target(&l, target_none, target_none);
  // z[0] below 2: mean −φ(2)/Φ(2), variance 1 − 2 φ/Φ − (φ/Φ)²
  const double ratio = exp(-2.0) / sqrt(2 * M_PI) / (0.5 * erfc(-2 / sqrt(2)));
  const double mean[3] = {-ratio, 0, 0};
  double covariance[3][3] = {{1 - 2 * ratio - ratio * ratio, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const moments m = sample(&t, 6, NULL);
  compare(&m, mean, covariance);
}

int main(void) {
  linear_gaussian(0.3);
  linear_gaussian(3);
  unknown_noise();
  holes();
  return TEST_END();
}
