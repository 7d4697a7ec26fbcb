// The map of motion regimes as a figure: classes and numbers, panels, boundaries. Its legend has no
// entry for boundaries that are not defined (damping) or lie above the map.
#include <math.h>

#include "results/results_file.h"
#include "tests/plot/figure_case.h"

// Draws the map of a study whose plot.colour is a number, or of none.
static void check_regimes(const char *config, const char *name, const char *const *texts) {
  enum { NX = 12, NY = 10, N = 2 * NX * NY };
  result_set *set = begin(N, "Motion regimes");
  if (config) result_set_text(set, "study", config);
  double *gamma = parameter(set, N, "regimes.gamma.2", "1"), *r1 = parameter(set, N, "regimes.r1", "1");
  double *beta = parameter(set, N, "regimes.beta", "1");
  double *regime = output(set, N, "regime", "1", "regime");
  double *stops = output(set, N, "stops", "1", "stick phases");
  double *exact = output(set, N, "beta_lim", "1", "");
  double *s1 = output(set, N, "beta_lim_s1", "1", "");
  double *none = output(set, N, "beta_nomotion", "1", "");
  for (int i = 0; i < N; i++) {
    gamma[i] = i / (NX * NY) ? 2 : 0.5;
    r1[i] = 0.2 * (i / NY % NX + 1);
    beta[i] = 0.1 * (i % NY + 1);
    exact[i] = 0.3, s1[i] = 0.35, none[i] = r1[i] > 2.1 ? INFINITY : 0.7;
    regime[i] = beta[i] < exact[i] ? 2 : beta[i] < none[i] ? 1 : 0;
    stops[i] = regime[i] == 1 ? 4 : 0;
  }
  check_figure(set, name, texts);
}

static void check_undefined(void) {
  enum { N = 40 };
  result_set *set = begin(N, "Map");
  double *r1 = parameter(set, N, "regimes.r1", "1"), *beta = parameter(set, N, "regimes.beta", "1");
  double *regime = output(set, N, "regime", "1", "");
  double *limit = output(set, N, "beta_lim", "1", "");
  double *s1 = output(set, N, "beta_lim_s1", "1", "");
  double *none = output(set, N, "beta_nomotion", "1", "");
  for (int i = 0; i < N; i++) {
    r1[i] = 1 + i / 5, beta[i] = 0.1 * (1 + i % 5), regime[i] = i % 2 + 1;
    limit[i] = NAN, s1[i] = 7, none[i] = 0.3;
  }
  check_figure(set, "undefined", (const char *[]){"limit of motion", NULL, "limit of continuous", NULL});
}

// The limit of one mass before a fixed wall between the columns of a coarse map (Den Hartog 1931),
// S = 1: above r = 1 the mass moves all the time below it.
static void check_between(void) {
  enum { NX = 7, NY = 4, N = NX * NY };
  result_set *set = begin(N, "One mass");
  result_set_text(
      set, "study",
      "study: regimes\nregimes: {wall: ground, contact_mass: 1}\noutputs: {regime: {}, beta_lim: {}}\n"
      "ensemble: {design: {type: grid, parameters: {regimes.r1: {from: 1.2, to: 2.4, count: 7}, "
      "regimes.beta: {from: 0.2, to: 0.8, count: 4}}}}\n");
  double *r1 = parameter(set, N, "regimes.r1", "1"), *beta = parameter(set, N, "regimes.beta", "1");
  double *regime = output(set, N, "regime", "1", ""), *limit = output(set, N, "beta_lim", "1", "");
  for (int i = 0; i < N; i++)
    r1[i] = 1.2 + 0.2 * (i / NY), beta[i] = 0.2 + 0.2 * (i % NY), regime[i] = 1, limit[i] = 0.5;
  CHECK_OK(results_write(set, in_folder("between.h5"), 0));
  result_set_destroy(set);
  CHECK_OK(plot_results(in_folder("between.h5"), in_folder("between.svg"), 0, 0, NULL));
  char *text;
  size_t length, n = 0, at_columns = 0;
  CHECK_OK(text_read_file(in_folder("between.dat"), CHATTER_IO, &text, &length));
  char *at = strstr(text, "# limit of continuous motion, exact");
  for (double r, y; at && (at = strchr(at, '\n')) && sscanf(at, "%lf %lf", &r, &y) == 2; at++) {
    const double v = 1 / (1 - r * r), u = sin(M_PI / r) / (r * (1 + cos(M_PI / r)));
    if (y == 0.5) { // the value of the results
      at_columns++;
      continue;
    }
    CHECK_NEAR(y, fabs(v) / sqrt(u * u + pow(r, -4)), 0, 1e-7); // nine digits of r and y
    n++;
  }
  TEST_CHECK(at_columns == NX && n > 1000);
  free(text);
}

// In an SVG too, the exact limit is solid and that of S = 1 dashed.
static void check_dashes(void) {
  char *text;
  size_t length;
  CHECK_OK(text_read_file(in_folder("regimes.svg"), CHATTER_IO, &text, &length));
  int solid = 0, dashed = 0;
  for (char *at = text; (at = strstr(at, "<path stroke='rgb(  0,   0,   0)'")); at++) {
    const char *end = strstr(at, "/>"), *dashes = strstr(at, "stroke-dasharray");
    int lines = 0;
    for (const char *m = at; end && (m = strpbrk(m + 1, "ML")) && m < end;) lines += *m == 'L';
    if (lines != 1) continue; // in the legend: one stroke
    if (dashes && dashes < end)
      dashed++;
    else
      solid++;
  }
  TEST_CHECK(solid >= 1 && dashed == 1);
  free(text);
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_regimes(NULL, "regimes",
                (const char *[]){"Motion regimes", "continuous", "stick-slip", "no motion", "γ = 0.5",
                                 "γ = 2", "limit of continuous motion, S = 1",
                                 "limit of continuous motion, exact", "limit of motion", "Frequency ratio r₁",
                                 "Friction ratio β", "pixelated", NULL, NULL});
  check_regimes(
      "study: regimes\nregimes: {gamma: [1], kappa: [1]}\n"
      "outputs: {regime: {}, stops: {quantity: stops_per_cycle}}\nplot: {colour: stops}\n",
      "stops", (const char *[]){"Stick phases", "3.5<", "limit of motion", "γ = 2", "pixelated", NULL, NULL});
  check_undefined();
  check_dashes();
  check_between();
  scratch_remove();
  return TEST_END();
}
