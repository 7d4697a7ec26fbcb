// Reductions of a periodic signal, compared with closed forms and with 100,000 samples, and curves
// on a grid of frequencies, compared with a known curve.
#include "engines/response/extract/period/period.h"

#include "base/log.h"
#include "engines/response/extract/grid_curve.h"
#include "study/sections.h"
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
  CHECK_OK(response_period_create(harmonics, is_static, memory, &period));
  for (int i = 0; i < is_static + 2 * harmonics; i++) coefficient[i] = rand_r(seed) / (double)RAND_MAX - 0.5;
  for (int n = 0; n < SAMPLES; n++) {
    const double x = at(coefficient, is_static, harmonics, 2 * M_PI * n / SAMPLES);
    top = fmax(top, x);
    bottom = fmin(bottom, x);
    mean += x / SAMPLES;
    square += x * x / SAMPLES;
  }
  // Samples miss a maximum by at most half the curvature times the square of half their distance:
  // 7² · 7 / 8 (2π / 1e5)² = 2e-7.
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MAX), top, 2e-7, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MIN), bottom, 2e-7, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_HALF_PEAK_TO_PEAK), (top - bottom) / 2, 2e-7, 0);
  // Sums over equally spaced samples are exact up to rounding.
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_MEAN), mean, 1e-12, 0);
  CHECK_NEAR(period_reduce(&period, coefficient, REDUCE_RMS), sqrt(square - mean * mean), 1e-12, 0);
}

// The same force, a quarter period later, half a period later, and the sign convention of sin (ωt +
// φ).
static void check_phases(arena *memory) {
  response_period period;
  CHECK_OK(response_period_create(1, 0, memory, &period));
  CHECK_NEAR(period_phase(&period, (double[]){3, 0}, 1, 0), 0, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){0, 3}, 1, 0), -M_PI / 2, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){0, -2}, 1, 0), M_PI / 2, 1e-15, 0);
  CHECK_NEAR(period_phase(&period, (double[]){-1, 0}, 0, 1), -M_PI / 2, 1e-15, 0);
  const double load = 0.3, behind = 0.8; // sin(ωt + load) and sin(ωt + load - behind)
  CHECK_NEAR(period_phase(&period, (double[]){sin(load - behind), cos(load - behind)}, sin(load), cos(load)),
             -behind, 1e-15, 0);
}

enum { MOST_POINTS = 401, GRID = 81 };

// ω = s³ - 3 s, with folds at s = ∓1, ω = ±2, and the value s or, if `bent`, exp(s/2): `n` points
// including the folds.
static grid_curve fold_back(int n, int is_known, int bent) {
  static double x[MOST_POINTS], y[MOST_POINTS], dx[MOST_POINTS], dy[MOST_POINTS];
  static char is_corner[MOST_POINTS];
  for (int k = 0; k < n; k++) {
    const double s = 4.0 * k / (n - 1) - 2;
    y[k] = bent ? exp(s / 2) : s;
    x[k] = s * s * s - 3 * s;
    dx[k] = is_known ? (3 * s * s - 3) / (1 + k % 3) : NAN; // of any length
    dy[k] = is_known ? (bent ? y[k] / 2 : 1) / (1 + k % 3) : NAN;
  }
  return (grid_curve){.n = n, .x = x, .y = y, .dx = dx, .dy = dy, .is_corner = is_corner};
}

// Returns the largest error of the bent curve over the grid, at frequencies as close to a fold as
// 0.002.
static double fold_error(int n, int is_known) {
  const response_grid grid = {.from = -1.998, .to = 1.998, .n = GRID};
  const grid_curve curve = fold_back(n, is_known, 1);
  double lower[GRID], upper[GRID], most = 0;
  int place[2 * GRID];
  response_grid_values(&grid, &curve, lower, upper, place);
  for (int g = 0; g < GRID; g++) {
    const double omega = grid.from + (grid.to - grid.from) / (GRID - 1) * g;
    most =
        // the smallest of three roots
        fmax(most, fabs(lower[g] - exp(cos((acos(omega / 2) + 2 * M_PI) / 3))));
    most = fmax(most, fabs(upper[g] - exp(cos(acos(omega / 2) / 3))));
  }
  return most;
}

static void check_grid(void) {
  double lower[5], upper[5];
  int place[10];
  const response_grid grid = {.from = -4, .to = 4, .n = 5}; // -4, -2, 0, 2, 4
  const grid_curve curve = fold_back(MOST_POINTS, 1, 0);
  response_grid_values(&grid, &curve, lower, upper, place);
  // The value is a curve parameter in which ω is a cubic: exact beside the folds, where this
  // parameter is used; error 0.01⁴ elsewhere.
  CHECK_NEAR(lower[2], -sqrt(3), 1e-8, 0);
  CHECK_NEAR(upper[2], sqrt(3), 1e-8, 0);
  CHECK_NEAR(lower[3], -1, 1e-7, 0); // exactly at a fold: error √ε
  CHECK_NEAR(upper[3], 2, 1e-8, 0);
  CHECK_NEAR(lower[1], -2, 1e-8, 0);
  CHECK_NEAR(upper[1], 1, 1e-7, 0);
  TEST_CHECK(isnan(lower[0]) && isnan(upper[4])); // the curve ends at ω = ∓2
  // With a quarter of the distance of points the error decreases by 256; with directions estimated
  // from neighbours (second order beside a fold) by 16.
  const double known = fold_error(41, 1), guessed = fold_error(41, 0);
  TEST_CHECK(known < 2e-5 && fold_error(161, 1) < known / 200);
  TEST_CHECK(guessed < 3e-3 && fold_error(161, 0) < guessed / 14);
}

// A maximum that is a point of the curve with a known direction is reproduced with little
// overshoot. Before a corner the direction is unknown, and a straight piece stays straight.
static void check_peak(void) {
  double x[] = {0, 1, 2, 3}, y[] = {0, 3, 1, 0.5}, dx[] = {1, 1, 1, 1}, dy[] = {4, 0, -1, -0.5};
  char is_corner[] = {0, 0, 0, 0};
  double lower[61], upper[61], most = 0;
  int place[122];
  const response_grid grid = {.from = 0, .to = 3, .n = 61};
  grid_curve curve = {.n = 4, .x = x, .y = y, .dx = dx, .dy = dy, .is_corner = is_corner};
  response_grid_values(&grid, &curve, lower, upper, place);
  for (int g = 0; g < 61; g++) most = fmax(most, upper[g]);
  CHECK_NEAR(most, 3, 1e-12, 0);
  CHECK_NEAR(upper[20], 3, 1e-12, 0);
  CHECK_NEAR(upper[0], 0, 1e-12, 0);
  CHECK_NEAR(lower[60], 0.5, 1e-12, 0);
  curve.n = 3, dy[0] = 3, is_corner[1] = 1, dy[1] = -2, dy[2] = -2;
  const response_grid straight = {.from = 0, .to = 2, .n = 41};
  response_grid_values(&straight, &curve, lower, upper, place);
  for (int g = 0; g < 41; g++) CHECK_NEAR(upper[g], g < 20 ? 0.15 * g : 3 - 0.1 * (g - 20), 1e-12, 0);
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
