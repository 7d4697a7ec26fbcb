// What is kept of a period against closed forms and against 100,000 samples of it, and curves on a grid of
// frequencies against a curve that is known.
#include "engines/response/period.h"

#include "base/log.h"
#include "engines/response/response_grid.h"
#include "study/study.h"
#include "tests/check.h"

enum { MOST = 7, SAMPLES = 100000 };

static double at(const double *coefficient, int is_static, int harmonics, double tau) {
  double sum = is_static ? coefficient[0] : 0;
  for (int h = 1; h <= harmonics; h++)
    sum +=
        coefficient[is_static + 2 * h - 2] * cos(h * tau) + coefficient[is_static + 2 * h - 1] * sin(h * tau);
  return sum;
}

static void check_random(arena *memory, unsigned *seed, int harmonics, int is_static) {
  double coefficient[1 + 2 * MOST], top = -INFINITY, bottom = INFINITY, square = 0, mean = 0;
  response_period period;
  CHECK_OK(period_of(harmonics, is_static, memory, &period));
  for (int i = 0; i < is_static + 2 * harmonics; i++) coefficient[i] = rand_r(seed) / (double)RAND_MAX - 0.5;
  for (int n = 0; n < SAMPLES; n++) {
    const double x = at(coefficient, is_static, harmonics, 2 * M_PI * n / SAMPLES);
    top = fmax(top, x);
    bottom = fmin(bottom, x);
    mean += x / SAMPLES;
    square += x * x / SAMPLES;
  }
  // Samples miss a maximum by at most half the curvature times the square of half their distance: 7² · 7 / 8
  // (2π / 1e5)² = 2e-7.
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MAX), top, 2e-7, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MIN), bottom, 2e-7, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_HALF_PEAK_TO_PEAK), (top - bottom) / 2, 2e-7, 0);
  // Sums over equally spaced samples are exact but for rounding.
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MEAN), mean, 1e-12, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_RMS), sqrt(square - mean * mean), 1e-12, 0);
}

// The same force, a quarter period behind, half a period behind, and in the sense of sin (ωt + φ).
static void check_phases(arena *memory) {
  response_period period;
  CHECK_OK(period_of(1, 0, memory, &period));
  CHECK_NEAR(period_phase(&period, (double[]){3, 0}, 1, 0), 0, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){0, 3}, 1, 0), -M_PI / 2, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){0, -2}, 1, 0), M_PI / 2, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){-1, 0}, 0, 1), -M_PI / 2, 1e-15, 0);
  const double load = 0.3, behind = 0.8; // sin(ωt + load) and sin(ωt + load - behind)
  CHECK_NEAR(period_phase(&period, (double[]){sin(load - behind), cos(load - behind)}, sin(load), cos(load)),
             -behind, 1e-15, 0);
}

// ω = s³ - 3 s, which folds at s = ∓1, ω = ±2, with the value s: at ω = 0 it passes at s = -√3, 0 and √3.
static void check_grid(void) {
  enum { N = 401 };
  static double omega[N], value[N];
  int place[128];
  double lower[5], upper[5];
  const response_grid grid = {.from = -4, .to = 4, .n = 5}; // -4, -2, 0, 2, 4
  for (int k = 0; k < N; k++) {
    value[k] = 4.0 * k / (N - 1) - 2; // the folds are points
    omega[k] = value[k] * value[k] * value[k] - 3 * value[k];
  }
  response_grid_values(&grid, N, omega, value, lower, upper, place);
  // Points 0.01 apart; a cubic between them is off by less than 0.01³.
  CHECK_NEAR(lower[2], -sqrt(3), 1e-6, 0);
  CHECK_NEAR(upper[2], sqrt(3), 1e-6, 0);
  CHECK_NEAR(lower[3], -1, 1e-6, 0);
  CHECK_NEAR(upper[3], 2, 1e-6, 0);
  CHECK_NEAR(lower[1], -2, 1e-6, 0);
  CHECK_NEAR(upper[1], 1, 1e-6, 0);
  TEST_CHECK(isnan(lower[0]) && isnan(upper[4])); // the curve ends at ω = ∓2
}

// A maximum that is a point of the curve is the largest value of the grid that meets it, and is not overshot.
static void check_peak(void) {
  const double omega[] = {0, 1, 2, 3}, value[] = {0, 3, 1, 0.5};
  int place[128];
  double lower[61], upper[61], most = 0;
  const response_grid grid = {.from = 0, .to = 3, .n = 61};
  response_grid_values(&grid, 4, omega, value, lower, upper, place);
  for (int g = 0; g < 61; g++) most = fmax(most, upper[g]);
  CHECK_NEAR(most, 3, 1e-12, 0);
  CHECK_NEAR(upper[20], 3, 1e-12, 0);
  CHECK_NEAR(upper[0], 0, 1e-12, 0);
  CHECK_NEAR(lower[60], 0.5, 1e-12, 0);
}

int main(void) {
  unsigned seed = 3;
  arena *memory = arena_create();
  TEST_CHECK(memory != NULL);
  for (int i = 0; i < 30; i++) check_random(memory, &seed, 1 + i % MOST, i / MOST % 2);
  check_phases(memory);
  check_grid();
  check_peak();
  arena_destroy(memory);
  return TEST_END();
}
