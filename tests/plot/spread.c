// Windows over many trajectories: quantiles compared with a sort, exceedance with a count, its
// limits with the equation that they solve; groups by a parameter; trajectories that ended early;
// several outputs as cells; files side by side; refused figures.
#include "figure_data.h"

enum { N = 90, W = 6, ENDS = 4 }; // trajectory 7 ends before window ENDS

static double value_of(int trajectory, int window) {
  return 1e-3 * (fmod(trajectory * 37.5, 101) + 40 * window);
}

// Friction 0.1, 0.2, 0.3 in turn; windows of 0.5 s.
static result_set *windows(double scale) {
  const size_t n = N, size[2] = {N, W};
  result_set *set = begin(n, "Spread");
  double *mu = parameter(set, n, "contact.friction", "1");
  double *gap = parameter(set, n, "contact.gap", "m");
  double *start = result_set_add(set, "window_start", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *end = result_set_add(set, "window_end", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *y = result_set_add(set, "level", RESULT_DOUBLE, "trajectory,window", size, "m", "");
  double *low = result_set_add(set, "low", RESULT_DOUBLE, "trajectory,window", size, "m", "");
  result_set_role(set, "window_start", RESULT_TIME), result_set_role(set, "window_end", RESULT_TIME);
  for (int i = 0; i < N; i++) {
    mu[i] = 0.1 * (1 + i % 3), gap[i] = i;
    for (int w = 0; w < W; w++) {
      start[i * W + w] = 0.5 * w, end[i * W + w] = 0.5 * (w + 1);
      y[i * W + w] = i == 7 && w >= ENDS ? (double)NAN : scale * value_of(i, w);
      low[i * W + w] = 0.5 * y[i * W + w];
    }
  }
  ((int *)set->variables[1].own)[7] = 1;
  return set;
}

// Sorts the values of a window, of all trajectories or of those with i % 3 == group. Returns their
// number.
static int sorted_values(int window, int group, double *out) {
  int n = 0;
  for (int i = 0; i < N; i++) {
    if ((i == 7 && window >= ENDS) || (group >= 0 && i % 3 != group)) continue;
    int k = n++;
    for (; k > 0 && out[k - 1] > value_of(i, window); k--) out[k] = out[k - 1];
    out[k] = value_of(i, window);
  }
  return n;
}

static void check_quantiles(void) {
  static const double levels[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
  double row[8 * W], sorted[N];
  figure_data f = draw_figure(windows(1), "fans", "y: level"); // the kind is chosen automatically
  for (int group = 0; group < 3; group++) {
    TEST_CHECK(read_block(&f, group, 8 * W, row) == 8 * W);
    for (int w = 0; w < W; w++) {
      const int n = sorted_values(w, group, sorted);
      CHECK_NEAR(row[8 * w], 0.5 * w + 0.25, 0, 1e-9);
      for (int k = 0; k < 7; k++) { // linear between order statistics
        const double at = levels[k] * (n - 1), rest = at - floor(at);
        const int i = (int)at, next = i + 1 < n ? i + 1 : i;
        CHECK_NEAR(row[8 * w + 1 + k], 1e3 * ((1 - rest) * sorted[i] + rest * sorted[next]), 0,
                   2e-9); // nine digits
      }
    }
  }
  check_script(&f, "'friction coefficient = 0.3'");
  check_script(&f, "90 trajectories, 1 of them ended early: what they reached counts");
  check_script(&f, "Level (mm)");
  drop_figure(&f);
}

static void check_exceedance(void) {
  double row[4 * W], sorted[N];
  figure_data f = draw_figure(windows(1), "share", "y: level, threshold: 0.1, colour: status");
  drop_figure(&f);
  f = draw_figure(windows(1), "share", "y: level, threshold: 0.1");
  for (int group = 0; group < 3; group++) {
    TEST_CHECK(read_block(&f, group, 4 * W, row) == 4 * W);
    for (int w = 0; w < W; w++) {
      const int n = sorted_values(w, group, sorted);
      int above = 0;
      for (int i = 0; i < n; i++) above += sorted[i] > 0.1;
      const double share = (double)above / n;
      CHECK_NEAR(row[4 * w + 1], share, 1e-9, 0);
      // Wilson's limits p: the observed share lies 1.96 standard deviations of p from p; six digits
      // are written.
      for (int k = 2; k < 4; k++) {
        const double p = row[4 * w + k];
        CHECK_NEAR(fabs(share - p), 1.959964 * sqrt(p * (1 - p) / n), 3e-6, 0);
      }
      TEST_CHECK(row[4 * w + 2] <= share && share <= row[4 * w + 3]);
    }
  }
  check_script(&f, "Probability of level > 100 mm");
  drop_figure(&f);
}

static void check_cells(void) {
  double cell[15 * W], sorted[N];
  figure_data f =
      draw_figure(windows(1), "cells", "y: [low, level], threshold: [0.05, 0.15], colour: contact.friction");
  TEST_CHECK(read_block(&f, 1, 15 * W, cell) == 14 * W);
  for (int w = 0; w < W; w++)
    for (int row = 0; row < 2; row++) {
      const int n = sorted_values(w, 1, sorted);
      int above = 0;
      for (int i = 0; i < n; i++) above += row ? sorted[i] > 0.15 : 0.5 * sorted[i] > 0.05;
      const double *box = &cell[7 * (row * W + w)];   // centres, edges, value
      CHECK_NEAR(box[6], (double)above / n, 1e-6, 0); // six digits
      CHECK_NEAR(box[2], 0.5 * w, 1e-9, 0);
      CHECK_NEAR(box[3], 0.5 * (w + 1), 1e-9, 0);
      TEST_CHECK(box[1] == row && box[4] == row - 0.5 && box[5] == row + 0.5);
    }
  check_script(&f, "set ytics ('low' 0, 'level' 1)");
  drop_figure(&f);
}

// Outputs in bands are drawn over the frequency, with marks at their frequencies; windows over the
// mean of another output.
static void check_bands(void) {
  double cell[15 * W];
  FILE *file = fopen(in_folder("zones.csv"), "w");
  fputs("from,to,frequency\n0.2,0.3,100\n0.4,0.5,\n", file);
  fclose(file);
  result_set *set = windows(1);
  const size_t size[2] = {N, W};
  double *b1 = result_set_add(set, "b1", RESULT_DOUBLE, "trajectory,window", size, "m", "");
  double *b2 = result_set_add(set, "b2", RESULT_DOUBLE, "trajectory,window", size, "m", "");
  double *place = result_set_add(set, "place", RESULT_DOUBLE, "trajectory,window", size, "m", "position");
  for (int i = 0; i < N * W; i++)
    b1[i] = i % W > 2, b2[i] = i % W <= 2, place[i] = 1 + 0.1 * (i % W) + (i % 2 ? 1e-3 : -1e-3);
  figure_data f =
      draw_figure(set, "bands", "y: [b1, b2], threshold: 0.5, colour: status, x: place, marks: zones.csv");
  TEST_CHECK(read_block(&f, 0, 15 * W, cell) == 14 * W);
  for (int w = 0; w < W; w++) {
    CHECK_NEAR(cell[7 * w], 1 + 0.1 * w, 1.1e-3, 0); // the mean over trajectory 7 or over the
                                                     // others
    CHECK_NEAR(cell[7 * w + 4], 50, 0, 1e-9);
    CHECK_NEAR(cell[7 * w + 5], 150, 0, 1e-9);
    CHECK_NEAR(cell[7 * (W + w) + 5], 400, 0, 1e-9);
    TEST_CHECK(cell[7 * w + 6] == (w > 2) && cell[7 * (W + w) + 6] == (w <= 2));
  }
  check_script(&f, "set label 4 'Frequency (Hz)' at screen");
  check_script(&f, "set xlabel 'Position (m)'");
  check_script(&f, "rectangle center 0.25, 100 size 0.1, graph 0.03");
  check_script(&f, "rectangle from 0.4, graph 0 to 0.5, graph 1");
  drop_figure(&f);
}

static void check_files(void) {
  double row[8 * W], sorted[N];
  result_set *one = windows(1), *two = windows(2);
  give_study(one, "kind: quantiles, y: level, colour: status");
  CHECK_OK(results_write(one, in_folder("one.h5"), 1));
  CHECK_OK(results_write(two, in_folder("two.h5"), 1));
  result_set_destroy(one), result_set_destroy(two);
  char first[200], second[200], text[200];
  snprintf(first, sizeof first, "%s", in_folder("one.h5"));
  snprintf(second, sizeof second, "%s", in_folder("two.h5"));
  CHECK_OK(plot_files(2, (const char *[]){first, second}, in_folder("both.svg"), 1, 1,
                      (const char *[]){"plot.colour=contact.friction"}));
  figure_data f = {0};
  size_t length = 0;
  CHECK_OK(text_read_file(in_folder("both.gp"), CHATTER_IO, &f.script, &length));
  CHECK_OK(text_read_file(in_folder("both.dat"), CHATTER_IO, &f.data, &length));
  TEST_CHECK(read_block(&f, 4, 8 * W, row) == 8 * W); // the second file's second group
  const int n = sorted_values(2, 1, sorted);
  CHECK_NEAR(row[8 * 2 + 7], 1e3 * 2 * sorted[n - 1], 0, 1e-8);
  snprintf(text, sizeof text, "%.*s, friction coefficient = 0.2'", (int)strlen(second) - 3, second);
  check_script(&f, text);
  drop_figure(&f);
  TEST_CHECK(plot_files(2, (const char *[]){first, second}, in_folder("both.svg"), 1, 2,
                        (const char *[]){"plot.kind=windows", "plot.colour=null"}) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() == 1 && strstr(error_message(0), "a figure of kind windows shows one file"));
  error_clear();
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_quantiles();
  check_exceedance();
  check_cells();
  check_bands();
  check_files();
  check_refused(windows(1), "kind: exceedance, y: level", "plot.threshold: missing");
  check_refused(windows(1), "kind: exceedance, y: level, threshold: [1, 2]",
                "plot.threshold: 2 numbers for 1 outputs (allowed: one, or one for each)");
  check_refused(windows(1), "kind: quantiles, colour: contact.gap",
                "plot.colour: 'contact.gap' has 90 values");
  check_refused(windows(1), "kind: quantiles, y: [level, lo]", "plot.y: no variable 'lo' with windows");
  check_refused(windows(1), "kind: windows, y: [level, low]", "shows one variable, not 'level low'");
  scratch_remove();
  return TEST_END();
}
