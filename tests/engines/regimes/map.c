// The map of motion regimes as a figure: classes and numbers, panels, boundaries; no entry of its legend for
// boundaries that are not defined (damping) or lie above the map.
#include "tests/plot/figure_case.h"

// With a study whose plot.colour is a number, or without one.
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
  scratch_remove();
  return TEST_END();
}
