// Analysis of time series: amplitudes of two sines at their frequencies over two intervals, the
// ridge of a chirp along its frequency, decibels relative to a reference; refused figures and their
// messages. A line of very many points keeps the extremes.
#include "figure_data.h"

enum { N = 40000 };
static const double STEP = 1e-4; // s

// Makes `rows` trajectories 0, 5, 10 ... of one output.
static result_set *histories(int rows, double (*value)(int trajectory, double t)) {
  const size_t n = 12, size[2] = {(size_t)rows, N}, row = (size_t)rows;
  result_set *set = begin(n, "Histories");
  int *chosen = result_set_add(set, "series", RESULT_INT, "series", &row, "1", "");
  double *y = result_set_add(set, "tip", RESULT_DOUBLE, "series,tip_sample", size, "m", "");
  double *t = result_set_add(set, "tip_time", RESULT_DOUBLE, "series,tip_sample", size, "s", "");
  result_set_role(set, "tip", RESULT_OUTPUT), result_set_role(set, "tip_time", RESULT_TIME);
  for (int r = 0; r < rows; r++) {
    chosen[r] = 5 * r;
    for (int k = 0; k < N; k++) t[r * N + k] = 0.5 + k * STEP, y[r * N + k] = value(5 * r, t[r * N + k]);
  }
  return set;
}

static const double TURN = 6.283185307179586;

// 0.3 m at 440 Hz throughout; 0.02 m at 1250 Hz from 2.5 s on; and a constant.
static double sines(int trajectory, double t) {
  (void)trajectory;
  return 7 + 0.3 * sin(TURN * 440 * t) + (t > 2.5 ? 0.02 * sin(TURN * 1250 * t + 1) : 0);
}

// Returns the maximum of a curve of (kHz, mm) within 20 Hz of a frequency; *where: its frequency.
static double peak_near(const double *curve, size_t n, double frequency, double *where) {
  double largest = 0;
  for (size_t i = 0; i + 1 < n; i += 2)
    if (fabs(curve[i] - frequency) < 0.02 && curve[i + 1] > largest)
      largest = curve[i + 1], *where = curve[i];
  return largest;
}

static void check_spectrum(void) {
  static double curve[40000];
  double where = 0;
  figure_data f = draw_figure(histories(1, sines), "sines", "intervals: [0.6, 2.1, 2.6, 4.1]");
  for (int k = 0; k < 2; k++) {
    const size_t n = read_block(&f, k, 40000, curve);
    // Twice as many frequencies as lines of the interval: one lies within 1/4 line, where the
    // spectrum of the Hann window, sinc(x) / (1 - x^2), is 4 % lower.
    CHECK_NEAR(peak_near(curve, n, 0.44, &where), 300, 0, 0.041);
    CHECK_NEAR(where, 0.44, 0.5e-3, 0);
    if (k == 1) {
      CHECK_NEAR(peak_near(curve, n, 1.25, &where), 20, 0, 0.041);
      CHECK_NEAR(where, 1.25, 0.5e-3, 0);
    } else
      TEST_CHECK(peak_near(curve, n, 1.25, &where) < 1e-3);
  }
  check_script(&f, "title '0.6 to 2.1 s'");
  check_script(&f, "Amplitude of tip (mm)");
  check_script(&f, "Frequency (kHz)");
  drop_figure(&f);
}

// Windows of whole periods: the mean power of many windows equals that of one.
static void check_windows_of_spectrum(void) {
  static double curve[40000];
  double where = 0;
  figure_data f =
      draw_figure(histories(1, sines), "windows", "kind: spectrum, window: 0.1, scale: logarithmic");
  const size_t n = read_block(&f, 0, 40000, curve);
  TEST_CHECK(n < 2 * 1100); // 1000 samples, padded twice: 1001 frequencies
  CHECK_NEAR(peak_near(curve, n, 0.44, &where), 300, 0, 1e-4);
  check_script(&f, "set logscale y");
  drop_figure(&f);
}

static double phase_of_chirp(double t) { // 200 Hz at 0 s, 300 Hz more every second
  return TURN * (200 * t + 150 * t * t);
}
static double chirp(int trajectory, double t) {
  return trajectory == 0 ? 0.5 * sin(phase_of_chirp(t)) : 0.05 * sin(TURN * 1000 * t);
}

// Reads the numbers of "(A+B*$1):(C+D*$2):3 with image" of one plot command.
static void read_axes(const figure_data *f, int block, double axis[4]) {
  char text[40];
  snprintf(text, sizeof text, "data index %d matrix using", block);
  const char *at = strstr(f->script, text);
  TEST_CHECK(
      at && sscanf(at + strlen(text), " (%lf+%lf*$1):(%lf+%lf*$2)", axis, axis + 1, axis + 2, axis + 3) == 4);
}

static void check_spectrogram(void) {
  static double cell[700 * 700];
  double axis[4] = {0};
  figure_data f = draw_figure(histories(2, chirp), "chirp",
                              "window: 0.05, trajectories: [0, 5], y_range: [0, 2000], reference: 0.5");
  const size_t n = read_block(&f, 0, 700 * 700, cell);
  int columns = 0, rows = 0;
  sscanf(strstr(f.data, "a row for each of"), "a row for each of %d frequencies, a column for each of %d",
         &rows, &columns);
  TEST_CHECK(n == (size_t)rows * (size_t)columns && columns >= 300 && rows >= 200);
  read_axes(&f, 0, axis);
  CHECK_NEAR(axis[0], 0.525, 2 * STEP, 0); // centre of the first window
  for (int c = 0; c < columns; c++) {
    const double t = axis[0] + axis[1] * c;
    int best = 0;
    for (int r = 0; r < rows; r++)
      if (cell[r * columns + c] > cell[best * columns + c]) best = r;
    // The chirp rises by 15 Hz within a window of 0.05 s: the ridge lies within one line of it and
    // is lower than that of a steady sine by less than 0.5 dB.
    CHECK_NEAR(axis[2] + axis[3] * best, 200 + 300 * t, 10.0001, 0);
    CHECK_NEAR(cell[best * columns + c], 0, 0.5, 0);
  }
  // A tenth of the reference is -20 dB; written to 0.1 dB.
  TEST_CHECK(read_block(&f, 1, 700 * 700, cell) == n);
  double largest = -300;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, cell[i]);
  CHECK_NEAR(largest, -20, 0.1, 0);
  check_script(&f, "tip (dB re 0.5 m)");
  check_script(&f, "set cbrange [-80:0]");
  check_script(&f, "'trajectory 5'");
  drop_figure(&f);
}

// Over a position that decreases from 0.6 m by 0.1 m/s and oscillates by less than a column: the
// ridge is at the same place.
static void check_place(void) {
  static double cell[700 * 700];
  double axis[4] = {0};
  const size_t size[2] = {1, N};
  result_set *set = histories(1, chirp);
  double *place = result_set_add(set, "place", RESULT_DOUBLE, "series,place_sample", size, "m", "position");
  for (int k = 0; k < N; k++) place[k] = 0.6 - 0.1 * k * STEP + (k > 0 && k + 1 < N ? 1e-4 * sin(k) : 0);
  figure_data f = draw_figure(set, "place", "window: 0.05, x: place, y: tip, y_range: [0, 2000]");
  int columns = 0, rows = 0;
  TEST_CHECK(read_block(&f, 0, 700 * 700, cell) > 0);
  sscanf(strstr(f.data, "a row for each of"), "a row for each of %d frequencies, a column for each of %d",
         &rows, &columns);
  read_axes(&f, 0, axis);
  for (int c = 0; c < columns; c += 7) {
    const double x = axis[0] + axis[1] * c, t = 0.5 + (600 - x) / 100; // mm
    int best = 0;
    for (int r = 0; r < rows; r++)
      if (cell[r * columns + c] > cell[best * columns + c]) best = r;
    CHECK_NEAR(axis[2] + axis[3] * best, 200 + 300 * t, 10.0001, 0);
  }
  check_script(&f, "set xlabel 'Position (mm)'");
  check_script(&f, "set xrange [200.01:600]");
  drop_figure(&f);
}

static double burst(int trajectory, double t) {
  return (trajectory + 1) * (sin(TURN * 3000 * t) + (fabs(t - 2) < 0.4 * STEP ? 50 : 0));
}

// The one sample of 51 at 2 s must be visible.
static void check_extremes(void) {
  static double curve[80000];
  double low = 0, high = 0, when = 0;
  figure_data f = draw_figure(histories(3, burst), "burst", "kind: series, trajectories: [5]");
  const size_t n = read_block(&f, 0, 80000, curve);
  TEST_CHECK(n > 2 * 4000 && n <= 2 * 6404);
  for (size_t i = 0; i + 1 < n; i += 2) {
    if (curve[i + 1] > high) high = curve[i + 1], when = curve[i];
    low = fmin(low, curve[i + 1]);
    if (i > 0) TEST_CHECK(curve[i] > curve[i - 2]);
  }
  CHECK_NEAR(high, 6 * (50 + sin(TURN * 3000 * 2)), 0, 1e-6); // nine digits
  CHECK_NEAR(when, 2, STEP / 2, 0);
  double lowest = 0;
  for (int k = 0; k < N; k++) lowest = fmin(lowest, burst(5, 0.5 + k * STEP));
  CHECK_NEAR(low, lowest, 0, 1e-6);
  drop_figure(&f);
  // A range of 50 samples is drawn completely, with one more at each end.
  f = draw_figure(histories(1, burst), "range", "kind: series, x_range: [1, 1.005]");
  const size_t few = read_block(&f, 0, 80000, curve);
  TEST_CHECK(few >= 2 * 51 && few <= 2 * 53);
  drop_figure(&f);
}

// The middle one of three outputs has no value: it has no block, and the others are drawn under
// their names.
static void check_without_values(void) {
  static double curve[4 * N];
  result_set *set = histories(3, sines);
  double *y = result_set_find(set, "tip")->own;
  for (int k = 0; k < N; k++) y[N + k] = NAN, y[2 * N + k] += 5;
  figure_data f = draw_figure(set, "without_values", "kind: series");
  const size_t n = read_block(&f, 1, 4 * N, curve);
  TEST_CHECK(n > 100);
  for (size_t i = 0; i + 1 < n; i += 2) TEST_CHECK(curve[i + 1] > 11.5); // the last output: 12 m
  TEST_CHECK(read_block(&f, 2, 4 * N, curve) == 0);
  check_script(&f,
               "data index 0 using 1:2 with lines linecolor '#0072B2' linewidth 1.2 title 'trajectory 0'");
  check_script(&f,
               "data index 1 using 1:2 with lines linecolor '#009E73' linewidth 1.2 title 'trajectory 10'");
  drop_figure(&f);
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_spectrum();
  check_windows_of_spectrum();
  check_spectrogram();
  check_place();
  check_extremes();
  check_without_values();
  check_refused(histories(2, chirp), "kind: spectrogram, trajectories: [3]",
                "plot.trajectories: the results hold no time series of trajectory 3 (there are: 0, 5)");
  check_refused(histories(1, chirp), "kind: spectrogram, window: 9",
                "plot.window: 9 s of the 40000 samples of 'tip'");
  check_refused(histories(1, chirp), "kind: spectrum, intervals: [4.4995, 9]",
                "has 5 samples from 4.4995 to 9 s");
  check_refused(histories(1, chirp), "kind: spectrogram, y: tipp", "did you mean 'tip'?");
  check_refused(histories(1, chirp), "kind: spectrogram, x: tip", "'tip' does not go evenly with time");
  check_refused(histories(1, chirp), "kind: spectrogram, colour: tip",
                "plot.colour does not belong to a figure of kind spectrogram (allowed: x, y, colour_range, "
                "trajectories, window, reference, marks)");
  scratch_remove();
  return TEST_END();
}
