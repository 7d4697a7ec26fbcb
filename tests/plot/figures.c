// Each kind of figure: the right kind is chosen, SVG and PNG are written and contain the required
// texts.
#include "figure_case.h"

// Two branches with jumps at given frequencies: 285.5 Hz (from below) and 281.5 Hz (from above).
static void check_frequency_response(void) {
  enum { N = 80 };
  result_set *set = begin(N, "Plate's response");
  double *from = parameter(set, N, "excitation.sweep_from", "Hz"),
         *f = parameter(set, N, "excitation.frequency", "Hz");
  double *y = output(set, N, "amplitude", "m", "half peak-to-peak");
  double *linear = comparison(set, N, "open", "amplitude", "without any wall");
  for (int i = 0; i < N; i++) {
    from[i] = i % 2 ? 308 : 266;
    f[i] = 267 + i / 2;
    double jump = i % 2 ? 281.5 : 285.5;
    y[i] = f[i] < jump ? 1e-4 + 1e-6 * (f[i] - 267) : 2e-5;
    linear[i] = 1e-5;
  }
  ((int *)set->variables[1].own)[5] = 1;
  check_figure(set, "response",
               (const char *[]){"Plate's response", "sweep from below", "sweep from above",
                                "without any wall", "jump at 285.5 Hz", "jump at 281.5 Hz",
                                "Half peak-to-peak (mm)", "Excitation frequency (Hz)",
                                "1 of 80 trajectories failed and are not shown", NULL, NULL});
}

// Frequencies at two gaps form no curve: they are drawn as points, distinguished by colour.
static void check_mixed(void) {
  enum { N = 60 };
  result_set *set = begin(N, "Two gaps");
  double *gap = parameter(set, N, "contact.gap", "m"), *f = parameter(set, N, "excitation.frequency", "Hz");
  double *y = output(set, N, "amplitude", "m", "half peak-to-peak");
  for (int i = 0; i < N; i++) {
    gap[i] = i % 2 ? 1e-3 : 2e-3;
    f[i] = 100 + i / 2;
    y[i] = gap[i] + 1e-5 * i;
  }
  check_figure(set, "mixed",
               (const char *[]){"Excitation frequency (Hz)", "gap = 1 mm", "gap = 2 mm", NULL, NULL});
}

static void check_others(void) {
  size_t n = 40, windows[] = {2, 30}, series[] = {2, 50};
  result_set *set = begin(2, "Windows");
  double *w = result_set_add(set, "amplitude", RESULT_DOUBLE, "trajectory,window", windows, "m", "");
  double *from =
      result_set_add(set, "window_start", RESULT_DOUBLE, "trajectory,window", windows, "s", "time a");
  double *to = result_set_add(set, "window_end", RESULT_DOUBLE, "trajectory,window", windows, "s", "time b");
  result_set_role(set, "window_start", RESULT_TIME), result_set_role(set, "window_end", RESULT_TIME);
  for (int i = 0; i < 60; i++) from[i] = 0.1 * (i % 30), to[i] = from[i] + 0.1;
  for (int i = 0; i < 60; i++) w[i] = 1e-3 * sin(i);
  check_figure(set, "windows", (const char *[]){"Time (s)", "Amplitude (mm)", "trajectory 1", NULL, NULL});

  set = begin(2, "Histories");
  int *chosen = result_set_add(set, "series", RESULT_INT, "series", series, "1", "");
  double *s = result_set_add(set, "tip", RESULT_DOUBLE, "series,tip_sample", series, "m", "");
  chosen[1] = 1;
  for (int i = 0; i < 100; i++) s[i] = sin(0.3 * i);
  check_figure(set, "series",
               (const char *[]){"Histories", "tip (m)", "trajectory 0", "trajectory 1", NULL, NULL});

  set = begin(n, "Gaps");
  double *gap = parameter(set, n, "contact.1.gap", "m");
  double *y = output(set, n, "largest", "N", "largest normal force");
  for (size_t i = 0; i < n; i++) gap[i] = 1e-4 * (double)i, y[i] = cos((double)i);
  check_figure(set, "scatter",
               (const char *[]){"Gap of contact 1 (mm)", "Largest normal force (N)", NULL, NULL});
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_frequency_response();
  check_mixed();
  check_others();
  scratch_remove();
  return TEST_END();
}
