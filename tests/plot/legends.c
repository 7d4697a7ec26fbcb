// No legend entry without its line: a comparison far above the axis, and a colour whose
// trajectories all failed.
#include "figure_case.h"

static void check_far(void) {
  enum { N = 40 };
  result_set *set = begin(N, "Far above");
  double *f = parameter(set, N, "excitation.frequency", "Hz");
  double *y = output(set, N, "amplitude", "m", "");
  double *linear = comparison(set, N, "linear_amplitude", "amplitude", "without contact");
  for (int i = 0; i < N; i++) f[i] = 100 + i, y[i] = 1e-4 + 1e-6 * i, linear[i] = 1e-3;
  check_figure(set, "far", (const char *[]){"Far above", "response", NULL, "without contact", NULL});
}

static void check_failed(void) {
  enum { N = 40 };
  result_set *set = begin(N, "Failed");
  double *gap = parameter(set, N, "contact.gap", "m"), *mu = parameter(set, N, "contact.friction", "1");
  double *y = output(set, N, "largest", "N", "largest normal force");
  for (int i = 0; i < N; i++) {
    gap[i] = 1e-4 * i, mu[i] = 0.25 * (i % 2), y[i] = i;
    ((int *)set->variables[1].own)[i] = i % 2;
  }
  check_figure(set, "failed", (const char *[]){"friction coefficient = 0", NULL, "= 0.25", NULL});
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_far();
  check_failed();
  scratch_remove();
  return TEST_END();
}
