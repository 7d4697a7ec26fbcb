// No entry of a legend without its line: a linear response far above the axis, boundaries that are not
// defined (damping) or above the map, a colour whose trajectories all failed.
#include "figure_case.h"

static void check_far(void) {
  enum { N = 40 };
  size_t n = N;
  result_set *set = begin(N, "Far above");
  double *f = parameter(set, N, "excitation.frequency", "Hz");
  double *y = result_set_add(set, "amplitude", RESULT_DOUBLE, "trajectory", &n, "m", "");
  double *linear = result_set_add(set, "linear_amplitude", RESULT_DOUBLE, "trajectory", &n, "m", "");
  for (int i = 0; i < N; i++) f[i] = 100 + i, y[i] = 1e-4 + 1e-6 * i, linear[i] = 1e-3;
  check_figure(set, "far", (const char *[]){"Far above", "response", NULL, "without contact", NULL});
}

static void check_undefined(void) {
  enum { N = 40 };
  size_t n = N;
  result_set *set = begin(N, "Map");
  double *r1 = parameter(set, N, "regimes.r1", "1"), *beta = parameter(set, N, "regimes.beta", "1");
  double *regime = result_set_add(set, "regime", RESULT_DOUBLE, "trajectory", &n, "1", "");
  double *limit = result_set_add(set, "beta_lim", RESULT_DOUBLE, "trajectory", &n, "1", "");
  double *s1 = result_set_add(set, "beta_lim_s1", RESULT_DOUBLE, "trajectory", &n, "1", "");
  double *none = result_set_add(set, "beta_nomotion", RESULT_DOUBLE, "trajectory", &n, "1", "");
  for (int i = 0; i < N; i++) {
    r1[i] = 1 + i / 5, beta[i] = 0.1 * (1 + i % 5), regime[i] = i % 2 + 1;
    limit[i] = NAN, s1[i] = 7, none[i] = 0.3;
  }
  check_figure(set, "undefined", (const char *[]){"limit of motion", NULL, "limit of continuous", NULL});
}

static void check_failed(void) {
  enum { N = 40 };
  size_t n = N;
  result_set *set = begin(N, "Failed");
  double *gap = parameter(set, N, "contact.gap", "m"), *mu = parameter(set, N, "contact.friction", "1");
  double *y = result_set_add(set, "largest", RESULT_DOUBLE, "trajectory", &n, "N", "largest normal force");
  for (int i = 0; i < N; i++) {
    gap[i] = 1e-4 * i, mu[i] = 0.25 * (i % 2), y[i] = i;
    ((int *)set->variables[1].data)[i] = i % 2;
  }
  check_figure(set, "failed", (const char *[]){"friction coefficient = 0", NULL, "= 0.25", NULL});
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_far();
  check_undefined();
  check_failed();
  scratch_remove();
  return TEST_END();
}
