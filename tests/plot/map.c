// Maps: cells hold the values of their trajectories or the mean of several, and are blank without
// values; the zero line is a circle if the values are so; uneven steps become boxes; scattered
// samples are refused; windows of a trajectory along x.
#include "figure_data.h"

enum { NX = 9, NY = 7 };

// Makes a grid of [1, 9] x [2, 5] with `value` of x and y.
static result_set *grid(double (*value)(double x, double y), int logarithmic) {
  const size_t n = NX * NY;
  result_set *set = begin(n, "A map");
  double *gap = parameter(set, n, "contact.gap", "m"), *mu = parameter(set, n, "contact.friction", "1");
  double *out = output(set, n, "growth", "1/s", "largest growth rate");
  for (int i = 0; i < NX * NY; i++) {
    const int ix = i / NY, iy = i % NY;
    gap[i] = logarithmic ? pow(10, ix * 0.25) : 1 + ix;
    mu[i] = 2 + 0.5 * iy;
    out[i] = value(gap[i], mu[i]);
  }
  return set;
}

static double plane(double x, double y) {
  return 10 * x + y;
}
static double circle(double x, double y) {
  return (x - 5) * (x - 5) + 4 * (y - 3.5) * (y - 3.5) - 4;
}

static void check_cells(void) {
  double cell[2 * NX * NY];
  result_set *set = grid(plane, 0);
  ((int *)set->variables[1].own)[3] = 1; // x = 1, y = 3.5 failed: blank
  // the kind is chosen automatically
  figure_data f = draw_figure(set, "cells", "x: contact.gap, y: contact.friction");
  TEST_CHECK(read_block(&f, 0, 2 * NX * NY, cell) == NX * NY);
  for (int iy = 0; iy < NY; iy++)
    for (int ix = 0; ix < NX; ix++) {
      if (ix == 0 && iy == 3)
        TEST_CHECK(isnan(cell[iy * NX]));
      else // six digits are written
        CHECK_NEAR(cell[iy * NX + ix], plane(1 + ix, 2 + 0.5 * iy), 0, 5e-6);
    }
  check_script(&f, "(1+1*$1):(2+0.5*$2):3 with image");
  check_script(&f, "Largest growth rate (1/s)");
  check_script(&f, "set cbrange [12:95]");
  drop_figure(&f);
}

// Interpolated between the centres: the error of a chord with curvature 2 over a step of 1 is at
// most 1/4 of the value, whose slope on the circle is 4.
static void check_zero(void) {
  double point[4000];
  figure_data f = draw_figure(grid(circle, 0), "zero", "kind: map");
  const size_t n = read_block(&f, 1, 4000, point);
  TEST_CHECK(n > 40 && !isnan(point[n - 1]));
  for (size_t i = 0; i + 3 < n; i += 2)
    CHECK_NEAR(hypot(point[i] - 5, 2 * (point[i + 1] - 3.5)), 2, 0.25 / 4 + 0.01, 0);
  check_script(&f, "set cbrange [-21:21]");
  check_script(&f, "0 '#F7F7F7'");
  drop_figure(&f);
}

static void check_steps(void) {
  double box[7 * NX * NY];
  figure_data f =
      draw_figure(grid(plane, 1), "steps", "kind: map, scale: logarithmic, colour_range: [10, 100]");
  TEST_CHECK(read_block(&f, 0, 7 * NX * NY, box) == 7 * NX * NY);
  for (int i = 0; i < NX * NY; i++) { // edges are half a step of the ratio 10^0.25 away; 9 digits
                                      // are written
    CHECK_NEAR(box[7 * i + 2], box[7 * i] / pow(10, 0.125), 0, 1e-8);
    CHECK_NEAR(box[7 * i + 3], box[7 * i] * pow(10, 0.125), 0, 1e-8);
    CHECK_NEAR(box[7 * i + 5] - box[7 * i + 4], 0.5, 1e-8, 0);
    CHECK_NEAR(box[7 * i + 6], plane(box[7 * i], box[7 * i + 1]), 0, 1e-5);
  }
  check_script(&f, "set logscale x\n");
  check_script(&f, "set logscale cb");
  check_script(&f, "set cbrange [10:100]");
  drop_figure(&f);
}

static void check_mean_and_marks(void) {
  enum { N = 24 };
  double cell[40];
  FILE *file = fopen(in_folder("zones.csv"), "w");
  fputs("from,to\n2.5,3\n", file);
  fclose(file);
  result_set *set = begin(N, "Twice");
  double *gap = parameter(set, N, "contact.gap", "m"), *mu = parameter(set, N, "contact.friction", "1");
  double *out = output(set, N, "largest", "N", "");
  for (int i = 0; i < N; i++) gap[i] = i % 4, mu[i] = i / 4 % 3, out[i] = i; // cells hold i and i + 12
  figure_data f = draw_figure(set, "mean", "kind: map, marks: zones.csv");
  TEST_CHECK(read_block(&f, 0, 40, cell) == 12);
  for (int i = 0; i < 12; i++) CHECK_NEAR(cell[i], i + 6, 0, 1e-9); // small whole numbers are exact
  check_script(&f, "Largest (N), mean of a cell");
  check_script(&f, "rectangle from 2.5, graph 0 to 3, graph 1");
  drop_figure(&f);
}

static void check_frequency(void) {
  double box[12];
  result_set *set = begin(6, "Response");
  double *at = parameter(set, 6, "contact.gap", "m"), *f = parameter(set, 6, "excitation.frequency", "Hz");
  double *out = output(set, 6, "response", "m/N", "");
  for (int i = 0; i < 6; i++) at[i] = i % 2, f[i] = 4000 + 1000 * (i / 2), out[i] = i;
  figure_data figure = draw_figure(set, "frequency", "kind: map");
  TEST_CHECK(read_block(&figure, 0, 12, box) == 6);
  check_script(&figure, "set ylabel 'Excitation frequency (kHz)'");
  check_script(&figure, "(4+1*$2):3 with image");
  drop_figure(&figure);
}

// Over windows: their mid-times along x, blank after the end of a trajectory.
static void check_windows(void) {
  enum { N = 3, W = 4 };
  double cell[2 * N * W];
  result_set *set = begin(N, "Run-up");
  double *mu = parameter(set, N, "contact.friction", "1");
  const size_t size[2] = {N, W};
  double *start = result_set_add(set, "window_start", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *end = result_set_add(set, "window_end", RESULT_DOUBLE, "trajectory,window", size, "s", "");
  double *level = result_set_add(set, "level", RESULT_DOUBLE, "trajectory,window", size, "N", "");
  result_set_role(set, "window_start", RESULT_TIME), result_set_role(set, "window_end", RESULT_TIME);
  result_set_role(set, "level", RESULT_OUTPUT);
  for (int i = 0; i < N; i++)
    for (int w = 0; w < W; w++) {
      mu[i] = 0.5 * i, start[i * W + w] = 2 * w, end[i * W + w] = 2 * w + 2;
      level[i * W + w] = i == 1 && w == 3 ? NAN : 10.0 * i + w + 1;
    }
  ((int *)set->variables[1].own)[1] = 1; // trajectory 1 ended in its last window
  figure_data f = draw_figure(set, "run_up", "kind: map, colour: level");
  TEST_CHECK(read_block(&f, 0, 2 * N * W, cell) == N * W);
  for (int i = 0; i < N * W; i++) TEST_CHECK(i == 7 ? isnan(cell[i]) : cell[i] == 10.0 * (i / W) + i % W + 1);
  check_script(&f, "(1+2*$1):(0+0.5*$2):3 with image");
  check_script(&f, "set xlabel 'Time (s)'");
  drop_figure(&f);
}

static void check_scattered(void) {
  enum { N = 50 };
  result_set *set = begin(N, "Scattered");
  double *gap = parameter(set, N, "contact.gap", "m"), *mu = parameter(set, N, "contact.friction", "1");
  double *out = output(set, N, "largest", "N", "");
  for (int i = 0; i < N; i++) gap[i] = sin(i), mu[i] = cos(i), out[i] = i;
  check_refused(set, "kind: map",
                "the 50 trajectories have 50 values of contact.gap and 50 of contact.friction");
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_cells();
  check_zero();
  check_steps();
  check_mean_and_marks();
  check_frequency();
  check_windows();
  check_scattered();
  scratch_remove();
  return TEST_END();
}
