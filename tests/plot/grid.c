// Outputs over a grid of frequencies: quantiles over the trajectories, the share above a threshold,
// and single lines. The distributions are uniform, so that their quantiles have a closed form.
#include "figure_data.h"

enum { N = 41, FREQUENCIES = 60, MOST = 8 * FREQUENCIES };

static double frequency(int k) {
  return 1000 + 10 * k + 0.3 * k * k; // uneven steps
}

static double middle(int k) {
  return 1e-3 / (0.05 + fabs(frequency(k) - 2000) / 1000);
}

// Trajectory i lies at a deviation of s = -1 ... 1 times 10 % from the middle.
static result_set *grid(void) {
  const size_t n = N, size[2] = {N, FREQUENCIES};
  result_set *set = begin(n, "Blade with a damper");
  double *load = parameter(set, n, "contact.normal_load", "N");
  double *f =
      result_set_add(set, RESULT_GRID, RESULT_DOUBLE, RESULT_GRID, &size[1], "Hz", "excitation frequency");
  double *y =
      result_set_add(set, "level", RESULT_DOUBLE, "trajectory," RESULT_GRID, size, "m", "amplitude at tip");
  result_set_role(set, "level", RESULT_OUTPUT);
  for (int k = 0; k < FREQUENCIES; k++) f[k] = frequency(k);
  for (int i = 0; i < N; i++) {
    const int at = i * 7 % N; // in a permuted order
    load[i] = i;
    for (int k = 0; k < FREQUENCIES; k++)
      y[i * FREQUENCIES + k] = middle(k) * (1 + 0.1 * (2.0 * at / (N - 1) - 1));
  }
  return set;
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  static const double levels[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
  double row[MOST];
  scratch_create();
  figure_data f = draw_figure(grid(), "fan", "kind: quantiles, scale: logarithmic");
  TEST_CHECK(read_block(&f, 0, MOST, row) == MOST);
  for (int k = 0; k < FREQUENCIES; k++) {
    CHECK_NEAR(row[8 * k], frequency(k), 0, 1e-8); // Hz, below 3 kHz
    for (int p = 0; p < 7; p++)
      CHECK_NEAR(row[8 * k + 1 + p], 1e3 * middle(k) * (1 + 0.1 * (2 * levels[p] - 1)), 0, 1e-8);
  }
  check_script(&f, "set xlabel 'Excitation frequency (Hz)'");
  drop_figure(&f);

  f = draw_figure(grid(), "share", "kind: exceedance, threshold: 2.0e-3");
  const size_t n = read_block(&f, 0, MOST, row) / FREQUENCIES; // numbers per row
  for (int k = 0; k < FREQUENCIES; k++) {
    int above = 0;
    for (int i = 0; i < N; i++) above += middle(k) * (1 + 0.1 * (2.0 * i / (N - 1) - 1)) > 2e-3;
    CHECK_NEAR(row[n * (size_t)k], frequency(k), 0, 1e-8);
    CHECK_NEAR(row[n * (size_t)k + 1], (double)above / N, 1e-6, 0); // six digits
  }
  drop_figure(&f);

  f = draw_figure(grid(), "lines", "kind: windows");
  TEST_CHECK(read_block(&f, 2, MOST, row) == 2 * FREQUENCIES); // trajectory 2: 14 of 40 from below
  for (int k = 0; k < FREQUENCIES; k++) {
    CHECK_NEAR(row[2 * k], frequency(k), 0, 1e-8);
    CHECK_NEAR(row[2 * k + 1], 1e3 * middle(k) * 0.97, 0, 1e-8);
  }
  check_script(&f, "set xlabel 'Frequency (Hz)'");
  drop_figure(&f);
  scratch_remove();
  return TEST_END();
}
