// Curves of artificial points: the blocks of a figure satisfy the equation that made them, stable
// and unstable parts meet at the turning point, kinds of curves and events are distinguished, and
// panels omit absent quantities. Sweeps and single frequencies of other files are drawn beside
// them.
#include "curve_data.h"
#include "plot/figure.h"
#include "results/results_file.h"

enum { MOST = 4 * CURVE_POINTS };

// Checks (w^2 - s)^2 + (2 D w)^2 = (F/a)^2 for the rows of a block (Hz, mm). Returns the number of
// rows.
static size_t check_equation(const figure_data *f, int block, double load) {
  double row[MOST];
  const size_t n = read_block(f, block, MOST, row) / 2;
  for (size_t i = 0; i < n; i++) {
    const double w = row[2 * i] / 50, a = row[2 * i + 1], s = 1 + 0.75 * duffing_cubic * a * a,
                 left = (w * w - s) * (w * w - s) + 4 * duffing_damping * duffing_damping * w * w;
    CHECK_NEAR(left, load * load / (a * a), 2e-8, 0); // nine digits of w and a, times slopes below
                                                      // 10
  }
  return n;
}

// One trajectory: a curve with turning points, and three kinds of ridges above it.
static void check_one(void) {
  const int length[] = {CURVE_POINTS + 3 * RIDGE_POINTS};
  const double load = 0.05;
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, load);
  for (int kind = 1; kind <= 3; kind++)
    put_ridge(&c, CURVE_POINTS + (size_t)(kind - 1) * RIDGE_POINTS, kind, 1.2, 0.01 * (kind - 2));
  figure_data f = draw_figure(c.set, "one", "x_range: [40, 70]"); // the kind is chosen
                                                                  // automatically
  const size_t stable = check_equation(&f, 0, load), unstable = check_equation(&f, 1, load);
  // both ends of the unstable part are written twice
  TEST_CHECK(unstable > 20 && stable + unstable == CURVE_POINTS + 2);
  double row[MOST], turn[4];
  TEST_CHECK(read_block(&f, 1, MOST, row) == 2 * unstable && read_block(&f, 6, 4, turn) == 2);
  CHECK_NEAR(row[2 * unstable - 2], turn[0], 0, 0); // ends at the turning point
  TEST_CHECK(row[2 * unstable - 4] > turn[0]);
  for (int kind = 1; kind <= 3; kind++) {
    TEST_CHECK(read_block(&f, 1 + kind, MOST, row) == 2 * RIDGE_POINTS);
    for (int i = 0; i < RIDGE_POINTS; i++)
      CHECK_NEAR(row[2 * i], 50 * sqrt(1 + 0.75 * row[2 * i + 1] * row[2 * i + 1]) * (1 + 0.01 * (kind - 2)),
                 0, 1e-8);
  }
  TEST_CHECK(read_block(&f, 5, 4, row) == 2); // the maximum
  CHECK_NEAR(row[1], duffing_peak(load), 0, 1e-8);
  check_script(&f, "set xrange [40:70]");
  check_script(&f, "linewidth 1.9 dashtype solid title 'response'");
  check_script(&f, "dashtype (6,4) notitle");
  check_script(&f, "dashtype solid title 'extremum'");
  check_script(&f, "dashtype (14,5) title 'phase'");
  check_script(&f, "title 'unstable'");
  check_script(&f, "set ylabel 'Amplitude at tip (mm)'");
  drop_figure(&f);
}

// Phase resonance exactly at the maximum: a ring around the filled marker of the maximum, without a
// background that would hide it.
static void check_two_events_at_one_place(void) {
  const int length[] = {CURVE_POINTS};
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.05);
  const size_t top = CURVE_UP - 1;
  c.frequency[top + 1] = c.frequency[top], c.tip[top + 1] = c.tip[top], c.event[top + 1] = 5;
  figure_data f = draw_figure(c.set, "ring", "x_range: [40, 70]");
  check_script(&f, "linecolor '#202020' linewidth 1.2 pointtype 9 pointsize 0.7 title 'maximum'");
  check_script(&f, "using 1:2 with points linecolor '#202020' linewidth 1.2 pointtype 6 pointsize 1.3 title "
                   "'phase resonance'");
  TEST_CHECK(!strstr(f.script, "linecolor '#FFFFFF' linewidth 2 pointtype 6"));
  drop_figure(&f);
}

// Three loads with their names in the legend; selected loads; a failed trajectory keeps the points
// that it reached.
static curve_set three_loads(void) {
  const int length[] = {CURVE_POINTS, 0, CURVE_POINTS, CURVE_POINTS + RIDGE_POINTS};
  curve_set c = begin_curves(4, length);
  double *load = parameter(c.set, 4, "excitation.amplitude", "N");
  for (int i = 0, k = 0; i < 4; i++) {
    load[i] = 0.01 * (i + 1);
    if (i != 1) put_curve(&c, (size_t)k++ * CURVE_POINTS, load[i]);
  }
  put_ridge(&c, 3 * CURVE_POINTS, 1, 1.2, 0);
  ((int *)c.set->variables[1].own)[1] = ((int *)c.set->variables[1].own)[2] = 1;
  return c;
}

static void check_several(void) {
  figure_data f = draw_figure(three_loads().set, "three", "kind: curves, scale: logarithmic");
  TEST_CHECK(check_equation(&f, 0, 0.01) == CURVE_POINTS); // the load is too small for a turning
                                                           // point
  check_script(&f, "title 'excitation amplitude = 0.01 N'");
  check_script(&f, "title 'excitation amplitude = 0.03 N'");
  check_script(&f, "3 of 4 trajectories; 1 of them ended early: what they reached is shown");
  check_script(&f, "set logscale y");
  TEST_CHECK(!strstr(f.script, "0.02 N"));
  drop_figure(&f);
  f = draw_figure(three_loads().set, "chosen", "kind: curves, trajectories: [3]");
  TEST_CHECK(check_equation(&f, 0, 0.04) > 0 && strstr(f.script, "0.04 N") && !strstr(f.script, "0.01 N"));
  drop_figure(&f);
  check_refused(three_loads().set, "kind: curves, trajectories: [7]",
                "the results hold no points of trajectory 7");
  const int length[] = {CURVE_POINTS};
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.03);
  check_refused(c.set, "kind: curves_over_load",
                "'load_factor' is the same all along each curve: nothing stands over it (allowed: plot.kind: "
                "curves, or another plot.x)");
  check_refused(three_loads().set, "kind: curves, y: tipp",
                "no variable 'tipp' with points of curves in the results (did "
                "you mean 'tip'?)");
}

// Long legends: names wider than half of the curves are replaced by values below the names of their
// parameters, and if these are too wide by numbers, in the same way for all lines. The legend has
// room for its longest text, at least 6 pixels per letter. An axis with few decades has labels at
// 1, 2 and 5 of each.
static void check_room(void) {
  static const char *const path[] = {"excitation.amplitude", "contact.tangential_stiffness", "contact.gap"};
  static const char *const names[][3] = {
      {"title '123.45, 0.125'", "title '543.21, 543.21'",
       "set key title 'excitation amplitude (N/m),'.\"\\n\".'tangential contact stiffness (N/m)' left"},
      {"title 'trajectory 0'", "title 'trajectory 1'", "set logscale y"}};
  for (int n = 2; n <= 3; n++) {
    const int length[] = {CURVE_POINTS, CURVE_POINTS};
    curve_set c = begin_curves(2, length);
    for (int k = 0; k < n; k++) {
      double *value = parameter(c.set, 2, path[k], "N/m");
      value[0] = k ? 0.125 : 123.45, value[1] = 543.21;
    }
    put_curve(&c, 0, 0.03), put_curve(&c, CURVE_POINTS, 0.05);
    figure_data f = draw_figure(c.set, "room", "kind: curves, scale: logarithmic, x_range: [40, 45]");
    for (int k = 0; k < 3; k++) check_script(&f, names[n - 2][k]);
    const char *size = strstr(f.script, "terminal svg size ");
    TEST_CHECK(size && atof(size + 18) > 90 + 500 + (n == 2 ? 6 * 34 : 6 * 16 + 54) &&
               atof(size + 18) <= 900);
    check_script(&f, "set ytics (");
    drop_figure(&f);
  }
}

// A number of five or more digits with a negative sign: the label of the axis stays inside the
// figure.
static void check_long_numbers(void) {
  const int length[] = {CURVE_POINTS};
  char *svg = NULL;
  size_t size;
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.03);
  for (int i = 0; i < CURVE_POINTS; i++) c.tip[i] = 1e-3 * (-1234.5 + c.tip[i] / 1e-3);
  figure_data f = draw_figure(c.set, "long", "kind: curves, x_range: [40, 70]");
  CHECK_OK(text_read_file(in_folder("long.svg"), CHATTER_IO, &svg, &size));
  const char *turned = svg ? strstr(svg, "rotate(270") : NULL, *number = svg ? strstr(svg, ">-1.234") : NULL;
  TEST_CHECK(turned && number);
  while (turned && turned > svg && *turned != '(') turned--;
  if (turned && number) {
    while (turned > svg && strncmp(turned, "translate(", 10) != 0) turned--;
    while (number > svg && strncmp(number, "translate(", 10) != 0) number--;
    const double label = atof(turned + 10), right = atof(number + 10);
    TEST_CHECK(label > 12 && right - figure_text_width("-1.23449") > label); // a line of text is 12 high
  }
  free(svg);
  drop_figure(&f);
}

// More than two markers close to others of other kinds: small markers without a background, which
// hide nothing.
static void check_crowd(void) {
  const int length[] = {CURVE_POINTS};
  for (int many = 0; many < 2; many++) {
    curve_set c = begin_curves(1, length);
    put_curve(&c, 0, 0.05);
    for (int i = 0; i < 4 && many; i++) c.event[CURVE_UP + 3 + 2 * i] = 1 + i % 2;
    figure_data f = draw_figure(c.set, "crowd", "x_range: [40, 70]");
    check_script(&f, many ? "linewidth 0.8 pointtype 8 pointsize 0.595 title 'maximum'"
                          : "linewidth 1.2 pointtype 9 pointsize 0.7 title 'maximum'");
    TEST_CHECK((strstr(f.script, "linecolor '#FFFFFF'") != NULL) == !many);
    drop_figure(&f);
  }
}

// Over the load: a panel each for amplitude, frequency and damping. The plain curve at one load
// gives no line there. Without damping there is one panel less.
static void check_over_load(void) {
  for (int has_damping = 0; has_damping < 2; has_damping++) {
    const int length[] = {CURVE_POINTS + 2 * RIDGE_POINTS};
    double row[MOST];
    curve_set c = begin_curves(1, length);
    put_curve(&c, 0, 0.05);
    put_ridge(&c, CURVE_POINTS, 1, 1.1, 0);
    put_ridge(&c, CURVE_POINTS + RIDGE_POINTS, has_damping ? 3 : 2, 1.2, 0);
    figure_data f = draw_figure(c.set, "load", "kind: curves_over_load");
    const int block[] = {0, 2, 4}; // extremum and the other ridge in two panels, then damping of
                                   // one kind
    for (int p = 0; p < 2 + has_damping; p++) {
      TEST_CHECK(read_block(&f, block[p], MOST, row) == 2 * RIDGE_POINTS);
      const double w = sqrt(1 + 0.75 * 1.1 * 1.1), w_last = sqrt(1 + 0.75 * 1.2 * 1.2);
      const double last[] = {1.1, 50 * w, duffing_damping / w_last};
      CHECK_NEAR(row[2 * RIDGE_POINTS - 2],
                 p == 2 ? 2 * duffing_damping * w_last * 1.2 : 2 * duffing_damping * w * 1.1, 0, 1e-8);
      CHECK_NEAR(row[2 * RIDGE_POINTS - 1], last[p], 0, 1e-8);
    }
    TEST_CHECK(read_block(&f, 4 + has_damping, MOST, row) == 0);
    check_script(&f, "set logscale x");
    check_script(&f, "set xlabel 'Factor on the loads'");
    TEST_CHECK((strstr(f.script, "Equivalent damping ratio") != NULL) == has_damping);
    drop_figure(&f);
  }
}

// Writes a sweep from 40 to 70 Hz at 2 Hz/s whose windows have the amplitudes of the lower flank.
static void write_sweep(const char *path) {
  enum { WINDOWS = 15 };
  const size_t n = 1, size[2] = {1, WINDOWS};
  result_set *set = begin(n, "Sweep");
  double *start = result_set_add(set, "window_start", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *end = result_set_add(set, "window_end", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *level = result_set_add(set, "tip", RESULT_DOUBLE, "trajectory,window", size, "m", "");
  result_set_role(set, "window_start", RESULT_TIME), result_set_role(set, "window_end", RESULT_TIME);
  for (int w = 0; w < WINDOWS; w++) start[w] = w, end[w] = w + 1, level[w] = 1e-5 * w;
  result_set_text(
      set, "study",
      "study: transient\nmodel: {type: chain, masses: [1.0], springs: [100.0]}\nreduction: {method: modal}\n"
      "contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}\n"
      "excitation: {node: 1, direction: x, amplitude: 1.0, frequency: 70, sweep_from: 40, sweep_rate: 2}\n"
      "integrator: {scheme: moreau, step: 0.001, duration: 15, windows: 15}\n"
      "outputs: {tip: {node: 1, reduce: window_rms}}\n");
  CHECK_OK(results_write(set, path, 1));
  result_set_destroy(set);
}

static void write_single_frequencies(const char *path) {
  const size_t n = 3;
  result_set *set = begin(n, "Steady");
  double *f = parameter(set, n, "excitation.frequency", "Hz"), *y = output(set, n, "tip", "m", "amplitude"),
         *root = output(set, n, "root", "m", "amplitude");
  for (size_t i = 0; i < n; i++) f[i] = 45 + 5 * (double)i, root[i] = (y[i] = 2e-5 * (double)(i + 1)) / 4;
  ((int *)set->variables[1].own)[1] = 1; // failed
  CHECK_OK(results_write(set, path, 1));
  result_set_destroy(set);
}

static void check_files(void) {
  const char *const paths[] = {in_folder("curve.h5"), in_folder("sweep.h5"), in_folder("steady.h5")};
  const int length[] = {CURVE_POINTS};
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.03);
  CHECK_OK(results_write(c.set, paths[0], 1));
  result_set_destroy(c.set);
  write_sweep(paths[1]);
  write_single_frequencies(paths[2]);
  CHECK_OK(plot_files(3, paths, in_folder("files.svg"), 1, 0, NULL));
  figure_data f = {0};
  size_t size;
  double row[MOST];
  CHECK_OK(text_read_file(in_folder("files.gp"), CHATTER_IO, &f.script, &size));
  CHECK_OK(text_read_file(in_folder("files.dat"), CHATTER_IO, &f.data, &size));
  TEST_CHECK(read_block(&f, 0, MOST, row) == 30); // 15 windows about 41, 43, ... Hz
  for (int w = 0; w < 15; w++) {
    CHECK_NEAR(row[2 * w], 41 + 2 * w, 1e-9, 0);
    CHECK_NEAR(row[2 * w + 1], 1e-2 * w, 1e-9, 0); // mm, as in the curve
  }
  TEST_CHECK(read_block(&f, 1, MOST, row) == 4 && row[0] == 45 && row[2] == 55);
  CHECK_NEAR(row[3], 0.06, 1e-9, 0);
  TEST_CHECK(check_equation(&f, 2, 0.03) > 20);
  drop_figure(&f);
}

// In the lower panels a file without curve points shows its values of that name, if any.
static void check_panels(void) {
  const char *const paths[] = {in_folder("panels.h5"), in_folder("sweep.h5"), in_folder("steady.h5")};
  const int length[] = {CURVE_POINTS};
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.03);
  const size_t size = CURVE_POINTS;
  double *root = result_set_add(c.set, "root", RESULT_DOUBLE, "point", &size, "m", "amplitude at root");
  result_set_role(c.set, "root", RESULT_OUTPUT);
  for (size_t i = 0; i < size; i++) root[i] = c.tip[i] / 4;
  give_study(c.set, "kind: curves, y: [tip, root]");
  CHECK_OK(results_write(c.set, paths[0], 1));
  result_set_destroy(c.set);
  CHECK_OK(plot_files(3, paths, in_folder("panels.svg"), 1, 0, NULL));
  figure_data f = {0};
  size_t text;
  double row[MOST], last[2] = {0};
  int n_sweeps = 0, n_steady = 0;
  CHECK_OK(text_read_file(in_folder("panels.dat"), CHATTER_IO, &f.data, &text));
  for (int block = 0; block < 12; block++) {
    const size_t n = read_block(&f, block, MOST, row);
    n_sweeps += n == 30 && row[0] == 41;
    if (n == 4 && row[0] == 45 && row[2] == 55 && n_steady < 2) last[n_steady++] = row[3];
  }
  TEST_CHECK(n_sweeps == 1 && n_steady == 2);
  CHECK_NEAR(last[0], 4 * last[1], 1e-9, 0);
  drop_figure(&f);
}

// Two files: a line each for ridges; the y axis is scaled to the visible range of x.
static void check_two_files(void) {
  const char *const paths[] = {in_folder("first.h5"), in_folder("second.h5")};
  for (int i = 0; i < 2; i++) {
    const int length[] = {CURVE_POINTS + RIDGE_POINTS};
    curve_set c = begin_curves(1, length);
    put_curve(&c, 0, 0.02 + 0.01 * i);
    put_ridge(&c, CURVE_POINTS, 1, 1.0 + 0.1 * i, 0);
    give_study(c.set, "kind: curves, x_range: [52, 56]");
    CHECK_OK(results_write(c.set, paths[i], 1));
    result_set_destroy(c.set);
  }
  CHECK_OK(plot_files(2, paths, in_folder("two.svg"), 1, 0, NULL));
  figure_data f = {0};
  size_t size;
  double row[MOST], largest = 0;
  CHECK_OK(text_read_file(in_folder("two.gp"), CHATTER_IO, &f.script, &size));
  CHECK_OK(text_read_file(in_folder("two.dat"), CHATTER_IO, &f.data, &size));
  check_script(&f, "dashtype (20,4) title 'extremum'");
  check_script(&f, "/second'");
  const size_t n = read_block(&f, 4, MOST, row) / 2; // after the stable and unstable parts of both
  TEST_CHECK(n == RIDGE_POINTS);
  for (size_t i = 0; i < n; i++)
    if (row[2 * i] >= 52 && row[2 * i] <= 56) largest = fmax(largest, row[2 * i + 1]);
  const char *range = strstr(f.script, "set yrange [0:");
  TEST_CHECK(range != NULL && largest > 0.5);
  // The points of the other ridge lie elsewhere: within a step of 0.03 mm, with a margin of 5 %.
  if (range) CHECK_NEAR(atof(range + strlen("set yrange [0:")), 1.05 * largest, 0.035, 0);
  drop_figure(&f);
}

// An angle that results give from -π to π is drawn continuously: one line, each point 0.4 rad below
// the previous one.
static void check_angle(void) {
  const int length[] = {CURVE_POINTS};
  curve_set c = begin_curves(1, length);
  put_curve(&c, 0, 0.01);
  const size_t size = CURVE_POINTS;
  double row[MOST], *angle = result_set_add(c.set, "angle", RESULT_DOUBLE, "point", &size, "rad", "phase");
  result_set_role(c.set, "angle", RESULT_OUTPUT);
  for (size_t i = 0; i < size; i++) angle[i] = remainder(1 - 0.4 * (double)i, 2 * M_PI);
  figure_data f = draw_figure(c.set, "angle", "kind: curves, y: angle");
  const size_t n = read_block(&f, 0, MOST, row) / 2;
  TEST_CHECK(n == CURVE_POINTS);
  for (size_t i = 0; i < n; i++) CHECK_NEAR(row[2 * i + 1], 1 - 0.4 * (double)i, 1e-7, 0);
  drop_figure(&f);
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_one();
  check_two_events_at_one_place();
  check_several();
  check_room();
  check_long_numbers();
  check_crowd();
  check_over_load();
  check_files();
  check_panels();
  check_two_files();
  check_angle();
  scratch_remove();
  return TEST_END();
}
