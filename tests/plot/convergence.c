// Convergence of statistics: mean, deviation and quantiles over 8, 16, 32, 64 trajectories, one of
// which failed, compared with their definitions; Sobol' indices over groups; several outputs, few
// trajectories, intervals that exist only for many trajectories, no value, a grid.
#include "figure_data.h"
#include "results/results_file.h"
#include "study/study.h"

enum { N = 64, COUNTS = 4, FAILED = 5 };

static const char body[] =
    "study: transient\nmodel: {type: chain, masses: [1.0], springs: [100.0]}\nreduction: {method: modal}\n"
    "contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}\n"
    "excitation: {node: 1, direction: x, amplitude: 1.0, frequency: 1.0}\n"
    "integrator: {scheme: moreau, step: 0.001, periods: 3}\noutputs: {tip: {node: 1, reduce: max}, "
    "root: {node: 1, reduce: min}}\n";
static const char drawn[] =
    "ensemble: {design: {type: random, count: 64, parameters: {contact.gap: {from: 0, to: 1}}}}\n"
    "statistics: {outputs: {tip: {limits: [0.5]}, root: {}}}\n";

static double tip_of(size_t i) {
  return 0.2 + 0.01 * (double)((37 * i) % 61);
}

static result_set *ensemble(size_t n, const char *design) {
  char text[2000];
  result_set *set = begin(n, "Settling");
  double *gap = parameter(set, n, "contact.gap", "m"), *tip = output(set, n, "tip", "m", "tip"),
         *root = output(set, n, "root", "m", "root");
  for (size_t i = 0; i < n; i++) gap[i] = (double)i / (double)n, tip[i] = tip_of(i), root[i] = -tip[i];
  if (n > FAILED) ((int *)set->variables[1].own)[FAILED] = 1, tip[FAILED] = 1e9;
  snprintf(text, sizeof text, "%s%s", body, design);
  result_set_text(set, "study", text);
  return set;
}

static chatter_status draw(result_set *set, int n_keys, const char *const *keys, figure_data *f) {
  size_t length = 0;
  *f = (figure_data){0};
  CHECK_OK(results_write(set, in_folder("settle.h5"), 1));
  result_set_destroy(set);
  TRY(plot_results(in_folder("settle.h5"), in_folder("settle.svg"), 1, n_keys, keys));
  CHECK_OK(text_read_file(in_folder("settle.gp"), CHATTER_IO, &f->script, &length));
  CHECK_OK(text_read_file(in_folder("settle.dat"), CHATTER_IO, &f->data, &length));
  return CHATTER_OK;
}

static const char *const kind[] = {"plot.kind=convergence", "plot.y=tip"};

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Blocks in the order of panels: share of failures, mean, deviation, skewness, kurtosis, quantiles 0.05, 0.5,
// 0.95, exceedance.
static void definitions(void) {
  // 0.975 quantiles of Student's t with 6 and with 62 degrees of freedom, from a table.
  static const double t_first = 2.446912, t_last = 1.998972;
  double share[4 * COUNTS], mean[4 * COUNTS], deviation[4 * COUNTS], median[4 * COUNTS], above[4 * COUNTS];
  figure_data f;
  CHECK_OK(draw(ensemble(N, drawn), 2, kind, &f));
  TEST_CHECK(read_block(&f, 0, 4 * COUNTS, share) == 4 * COUNTS);
  TEST_CHECK(read_block(&f, 1, 4 * COUNTS, mean) == 4 * COUNTS);
  TEST_CHECK(read_block(&f, 2, 4 * COUNTS, deviation) == 4 * COUNTS);
  TEST_CHECK(read_block(&f, 6, 4 * COUNTS, median) == 4 * COUNTS);
  TEST_CHECK(read_block(&f, 8, 4 * COUNTS, above) == 4 * COUNTS);
  for (size_t c = 0; c < COUNTS; c++) {
    const size_t n = (size_t)8 << c, good = n - 1;
    double sum = 0, square = 0, sorted[N];
    size_t k = 0, exceed = 0;
    for (size_t i = 0; i < n; i++)
      if (i != FAILED) sorted[k++] = tip_of(i), sum += tip_of(i), exceed += tip_of(i) > 0.5;
    for (size_t i = 0; i < good; i++)
      square += (sorted[i] - sum / (double)good) * (sorted[i] - sum / (double)good);
    qsort(sorted, good, sizeof *sorted, compare);
    const double s = sqrt(square / (double)(good - 1)), half = s / sqrt((double)good);
    TEST_CHECK(mean[4 * c] == (double)n && share[4 * c] == (double)n);
    // Nine digits are written, seven in the table of deviations.
    CHECK_NEAR(share[4 * c + 1], 1 / (double)n, 0, 1e-8);
    CHECK_NEAR(mean[4 * c + 1], 1e3 * sum / (double)good, 0, 1e-8); // mm
    CHECK_NEAR(deviation[4 * c + 1], 1e3 * s, 0, 1e-8);
    // median of an odd number of values
    CHECK_NEAR(median[4 * c + 1], 1e3 * sorted[good / 2], 0, 1e-8);
    CHECK_NEAR(above[4 * c + 1], (double)exceed / (double)good, 0, 1e-8);
    if (c == 0) CHECK_NEAR(mean[4 * c + 3] - mean[4 * c + 1], 1e3 * t_first * half, 0, 1e-6);
    if (c == 3) CHECK_NEAR(mean[4 * c + 1] - mean[4 * c + 2], 1e3 * t_last * half, 0, 1e-6);
  }
  check_script(&f, "set xtics (8, 16, 32, 64)");
  check_script(&f, "95 % intervals; 1 of 64 trajectories failed and are left out");
  check_script(&f, "'probability to exceed the limit 500 mm'");
  drop_figure(&f);
}

// All outputs of the section, with each failure reported once; this kind of figure is chosen
// automatically if no other fits better.
static void several(void) {
  figure_data f;
  CHECK_OK(draw(ensemble(N, drawn), 1, kind, &f));
  check_script(&f, "'tip: mean'");
  check_script(&f, "'root: standard deviation'");
  TEST_CHECK(!strstr(f.script, "'root: share of trajectories") && !strstr(f.script, "skewness"));
  drop_figure(&f);
}

static void few(void) {
  figure_data f;
  double mean[4] = {0};
  CHECK_OK(draw(ensemble(3, drawn), 2, kind, &f));
  TEST_CHECK(read_block(&f, 0, 4, mean) == 4 && mean[0] == 3);
  CHECK_NEAR(mean[1], 1e3 * (tip_of(0) + tip_of(1) + tip_of(2)) / 3, 0, 1e-8);
  check_script(&f, "using 1:2:3:4 with yerrorbars");
  drop_figure(&f);
}

// The outer quantiles of 127 values have an interval, those of 63 none (0.95^63 + 0.05^63 > 0.025,
// 0.95^127 is less): it is drawn as a bar at the end, that of the median as a band.
static void late(void) {
  enum { LONG = 128, DOUBLINGS = 5 };
  double outer[4 * DOUBLINGS];
  figure_data f;
  CHECK_OK(draw(ensemble(LONG, drawn), 2, kind, &f));
  TEST_CHECK(read_block(&f, 5, 4 * DOUBLINGS, outer) == 4 * DOUBLINGS);
  for (int c = 0; c < DOUBLINGS; c++) TEST_CHECK(isfinite(outer[4 * c + 2]) == (c == DOUBLINGS - 1));
  check_script(&f, "data index 5 using 1:2:3:4 with yerrorbars");
  check_script(&f, "data index 6 using 1:3:4 with filledcurves");
  drop_figure(&f);
}

static void refuses(result_set *set, const char *text) {
  figure_data f;
  TEST_CHECK(draw(set, 2, kind, &f) != CHATTER_OK && strstr(error_message(0), text));
  error_clear();
}

static void lacks(void) {
  result_set *none = ensemble(N, drawn);
  for (int i = 0; i < N; i++) ((int *)none->variables[1].own)[i] = 1;
  figure_data f;
  CHECK_OK(draw(none, 2, kind, &f)); // only the share of failures
  TEST_CHECK(!strstr(f.script, "mean"));
  drop_figure(&f);
  refuses(
      ensemble(N,
               "ensemble: {design: {type: grid, parameters: {contact.gap: {from: 0, to: 1, count: 64}}}}\n"),
      "the points of a grid are no sample whose numbers settle");
  refuses(
      ensemble(
          N,
          "ensemble: {design: {type: saltelli, count: 16, parameters: {contact.gap: {from: 0, to: 1}}}}\n"),
      "64 trajectories are no whole groups of 3");
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  definitions();
  several();
  few();
  late();
  lacks();
  scratch_remove();
  return TEST_END();
}
