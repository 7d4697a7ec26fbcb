// Figures of kinds that the study asks for: orbits of one series over another, values of windows
// over a parameter, shares beyond a limit; names of lines, and numbers on logarithmic axes within a
// decade.
#include "figure_data.h"

#include <math.h>

enum { SAMPLES = 60, ROWS = 3, POINTS = 40, WINDOWS = 5, EACH = 20, PLACES = 8 };

static double *series(result_set *set, const char *name, const char *units, size_t every) {
  char text[64];
  size_t size[2] = {ROWS, SAMPLES / every};
  snprintf(text, sizeof text, "series,%s_sample", name);
  double *value = result_set_add(set, name, RESULT_DOUBLE, text, size, units, name);
  result_set_role(set, name, RESULT_OUTPUT);
  char time[64];
  snprintf(time, sizeof time, "%s_time", name);
  double *at = result_set_add(set, time, RESULT_DOUBLE, text, size, "s", "");
  result_set_role(set, time, RESULT_TIME);
  for (size_t i = 0; i < ROWS * SAMPLES / every; i++)
    at[i] = 0.01 * (double)(every * (i % (SAMPLES / every)));
  return value;
}

static result_set *orbits(size_t every) {
  result_set *set = begin(ROWS, "Orbits");
  size_t rows = ROWS;
  int *key = result_set_add(set, "series", RESULT_INT, "series", &rows, "1", "");
  double *q = series(set, "place", "m", 1), *v = series(set, "speed", "m/s", every);
  for (size_t i = 0; i < ROWS; i++) {
    key[i] = (int)i;
    for (size_t k = 0; k < SAMPLES; k++) q[i * SAMPLES + k] = 1e-3 * (double)(i + 1) * cos(0.1 * (double)k);
    for (size_t k = 0; k < SAMPLES / every; k++)
      v[i * (SAMPLES / every) + k] = (double)(i + 1) * sin(0.1 * (double)k);
  }
  return set;
}

static void check_phase(void) {
  double row[2 * SAMPLES];
  figure_data f = draw_figure(
      orbits(1), "orbits", "kind: phase, x: place, y: speed, trajectories: [0, 2], names: [one turn, three]");
  TEST_CHECK(read_block(&f, 1, 2 * SAMPLES, row) == 2 * SAMPLES);
  for (size_t k = 0; k < SAMPLES; k++) {
    CHECK_NEAR(row[2 * k], 3 * cos(0.1 * (double)k), 1e-8, 0); // mm
    CHECK_NEAR(row[2 * k + 1], 3 * sin(0.1 * (double)k), 1e-8, 0);
  }
  check_script(&f, "title 'one turn'");
  check_script(&f, "title 'three'");
  check_script(&f, "set xlabel 'place (mm)'");
  drop_figure(&f);
  check_refused(orbits(2), "kind: phase, x: place, y: speed", "have samples at different times");
  check_refused(orbits(1), "kind: phase, x: place, y: speed, names: [a, b]",
                "plot.names: 2 names for 3 lines");
}

// Every parameter occurs twice, with different values of a second one; window w has the value x +
// w.
static void check_bifurcation(void) {
  const size_t n = 2 * POINTS, size[2] = {n, WINDOWS};
  double row[2 * POINTS * WINDOWS + 2];
  result_set *set = begin(n, "Periods");
  double *x = parameter(set, n, "excitation.frequency", "Hz"),
         *mu = parameter(set, n, "contact.friction", "1"),
         *y = result_set_add(set, "highest", RESULT_DOUBLE, "trajectory,window", size, "1", "highest");
  result_set_role(set, "highest", RESULT_OUTPUT);
  for (size_t i = 0; i < n; i++) {
    x[i] = (double)(i / 2), mu[i] = 0.5 * (double)(i % 2);
    for (size_t w = 0; w < WINDOWS; w++) y[i * WINDOWS + w] = i == 4 ? NAN : x[i] + (double)w;
  }
  figure_data f = draw_figure(set, "periods", "kind: bifurcation, y: highest");
  TEST_CHECK(read_block(&f, 0, 2 * POINTS * WINDOWS + 2, row) == 2 * (POINTS - 1) * WINDOWS);
  for (size_t k = 0; k < (POINTS - 1) * WINDOWS; k++) {
    CHECK_NEAR(row[2 * k], (double)(k / WINDOWS + (k / WINDOWS >= 2)), 0, 0);
    CHECK_NEAR(row[2 * k + 1], row[2 * k] + (double)(k % WINDOWS), 0, 0);
  }
  TEST_CHECK(read_block(&f, 1, 2 * POINTS * WINDOWS + 2, row) == 2 * POINTS * WINDOWS);
  check_script(&f, "title 'friction coefficient = 0.5'");
  drop_figure(&f);
}

// At load p, k of EACH values lie above the level, k = 0, 2, 4 …
static result_set *beyond(double level) {
  const size_t n = PLACES * EACH;
  result_set *set = begin(n, "Fragility");
  double *load = parameter(set, n, "excitation.amplitude", "N"), *gap = parameter(set, n, "contact.gap", "m"),
         *y = output(set, n, "peak", "m", "peak");
  for (size_t i = 0; i < n; i++) {
    load[i] = 2 + (double)(i / EACH), gap[i] = 1e-6 * (double)i;
    y[i] = level + (i % EACH < 2 * (i / EACH) ? 1e-3 : -1e-3);
  }
  return set;
}

static void check_fragility(void) {
  double row[4 * PLACES + 4], curve[500];
  figure_data f = draw_figure(beyond(0.1), "fragility",
                              "kind: fragility, x: excitation.amplitude, y: peak, threshold: 0.1");
  TEST_CHECK(read_block(&f, 0, 4 * PLACES + 4, row) == 4 * PLACES);
  for (size_t k = 0; k < PLACES; k++) {
    const double p = 2 * (double)k / EACH, z = 1.959963984540054, n = EACH,
                 middle = (p + z * z / 2 / n) / (1 + z * z / n),
                 half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / 4 / n / n);
    CHECK_NEAR(row[4 * k], 2 + (double)k, 0, 1e-9);
    CHECK_NEAR(row[4 * k + 1], p, 1e-6, 0);
    CHECK_NEAR(row[4 * k + 2], middle - half, 1e-6, 0); // Wilson's interval
    CHECK_NEAR(row[4 * k + 3], middle + half, 1e-6, 0);
  }
  const size_t n = read_block(&f, 1, 500, curve);
  TEST_CHECK(n == 2 * 201);
  double last = -1; // must increase
  for (size_t k = 0; k < n / 2; k++) {
    TEST_CHECK(curve[2 * k + 1] >= last);
    last = curve[2 * k + 1];
  }
  check_script(&f, "title 'median ");
  check_script(&f, "set ylabel 'Share with peak > 100 mm'");
  drop_figure(&f);
  check_refused(beyond(0.1), "kind: fragility, y: peak", "plot.threshold: missing");
}

// Ticks that gnuplot would not set: the decades 1 and 10 lie outside.
static void check_ticks(void) {
  enum { N = 30 };
  result_set *set = begin(N, "Ticks");
  double *load = parameter(set, N, "contact.normal_load", "N"), *y = output(set, N, "peak", "1", "");
  for (int i = 0; i < N; i++) load[i] = i + 1, y[i] = 2.5 + 0.1 * i;
  figure_data f =
      draw_figure(set, "ticks", "kind: chart, y: peak, scale: logarithmic, x: contact.normal_load");
  check_script(&f, "set ytics (3, 4, 5, 6)");
  drop_figure(&f);
}

// Loads 1, 2, 5, 10 … of a grid are evenly spaced on a logarithmic axis, 1, 2, 3.5 are not.
static void check_map_axis(void) {
  static const double loads[][5] = {{1, 2, 5, 10, 20}, {1, 2, 3.5, 5, 7}};
  for (int kind = 0; kind < 2; kind++) {
    enum { N = 25 };
    result_set *set = begin(N, "Map");
    double *load = parameter(set, N, "excitation.amplitude", "N"),
           *gap = parameter(set, N, "contact.gap", "m"), *y = output(set, N, "peak", "1", "");
    for (int i = 0; i < N; i++) load[i] = loads[kind][i % 5], gap[i] = 1e-4 * (i / 5), y[i] = i;
    figure_data f = draw_figure(set, kind ? "even" : "decades", "kind: map, x: excitation.amplitude");
    TEST_CHECK((strstr(f.script, "set logscale x") != NULL) == (kind == 0));
    drop_figure(&f);
  }
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_phase();
  check_bifurcation();
  check_fragility();
  check_ticks();
  check_map_axis();
  scratch_remove();
  return TEST_END();
}
