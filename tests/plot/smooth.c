// Interpolated curves between points: on a circle the error is of third order in the distance and
// far below that of the polygon; corners stay corners; a straight line gets no points. The same
// holds in the data of a figure on linear and logarithmic axes.
#include <math.h>

#include "curve_data.h"
#include "plot/curves/smooth.h"

enum { FEW = 240 };

// Returns the largest distance of the curve between n points from the circle, radius 5000 pixels;
// *straight: that of the polygon.
static double off_circle(size_t n, double *straight) {
  const double radius = 5000; // so that the difference is visible
  smooth_point p[FEW], between[SMOOTH_MAX_POINTS];
  double largest = 0;
  for (size_t i = 0; i < n; i++) {
    // not quite uniform
    const double a = 4.0 * (double)i / (double)n + 0.2 / (double)n * sin((double)i);
    p[i] = (smooth_point){radius * cos(a), radius * sin(a)};
  }
  *straight = 0;
  for (size_t i = 1; i + 2 < n; i++) { // inner points: the ends have one neighbour only
    const int count = smooth_curve_between(n, p, i, between);
    TEST_CHECK(count > 0);
    for (int k = 0; k < count; k++) largest = fmax(largest, fabs(hypot(between[k].x, between[k].y) - radius));
    *straight = fmax(*straight, radius - hypot(p[i].x + p[i + 1].x, p[i].y + p[i + 1].y) / 2);
  }
  return largest;
}

static void check_circle(void) {
  double straight[3];
  const double off[] = {off_circle(12, &straight[0]), off_circle(24, &straight[1]),
                        off_circle(48, &straight[2])};
  for (int k = 0; k < 3; k++) TEST_CHECK(off[k] < straight[k] / 8);
  // Doubling the points reduces the error of a polygon by 4, that of the cubic, of third order at
  // least, by 8.
  for (int k = 1; k < 3; k++) TEST_CHECK(off[k] < off[k - 1] / 7);
}

// Two arcs that meet at a right angle with the tangents (1, 0) and (0, 1): the curve stays between
// them.
static void check_corner(void) {
  smooth_point p[19], between[SMOOTH_MAX_POINTS];
  for (int i = 0; i < 19; i++) {
    const double a = 0.08 * abs(i - 9), along = 200 * sin(a), off = 200 * (1 - cos(a));
    p[i] = i <= 9 ? (smooth_point){-along, off} : (smooth_point){-off, along};
  }
  for (size_t i = 0; i < 18; i++) {
    const int count = smooth_curve_between(19, p, i, between);
    for (int k = 0; k < count; k++) {
      const smooth_point centre = i < 9 ? (smooth_point){0, 200} : (smooth_point){-200, 0};
      // 0.1 pixels; a smooth curve through the corner would be off by 16 tan(45°)/8 = 2 pixels.
      CHECK_NEAR(hypot(between[k].x - centre.x, between[k].y - centre.y), 200, 0.1, 0);
    }
  }
}

// Two points at the same place (an event and the step to it) and a line: no tangent is computed
// from rounding errors.
static void check_twice(void) {
  const smooth_point p[] = {{0, 0}, {30, 10}, {30 + 1e-9, 10 - 1e-9}, {60, 20}, {90, 30}};
  smooth_point between[SMOOTH_MAX_POINTS];
  for (size_t i = 0; i < 4; i++) TEST_CHECK(smooth_curve_between(5, p, i, between) == 0);
}

// Distance of a place from the curve, relative to a figure that shows 60 Hz and the whole peak
// (linear) or two decades of amplitude.
static double beside(double frequency, double a, double load, int is_logarithmic) {
  enum { FINE = 20000 };
  const double peak = duffing_peak(load);
  double least = INFINITY;
  for (int i = 0; i < 2 * FINE; i++) {
    const double part = (i % FINE + 0.5) / FINE, other = peak * (1 - (1 - part) * (1 - part)),
                 x = 50 * sqrt(fmax(duffing_square(other, load, i >= FINE), 0));
    least = fmin(
        least, hypot((x - frequency) / 60, is_logarithmic ? log(other / a) / log(100) : (other - a) / peak));
  }
  return least;
}

// Every tenth point of a curve is drawn: the curve in between is closer to the exact one than the
// midpoints of the polygon's sides. Checked from 46 Hz on, the third point: below, the points are
// 20 Hz apart.
static void check_drawn(int is_logarithmic) {
  enum { PART = 10, N = CURVE_POINTS / PART };
  const double load = 0.05;
  const int length[] = {CURVE_POINTS}, thin[] = {N};
  double row[2 * SMOOTH_MAX_POINTS * N], polygon = 0, cubic = 0;
  curve_set all = begin_curves(1, length), few = begin_curves(1, thin);
  put_curve(&all, 0, load);
  for (int i = 0; i < N; i++)
    few.frequency[i] = all.frequency[PART * i], few.tip[i] = all.tip[PART * i], few.stable[i] = 1;
  result_set_destroy(all.set);
  figure_data f = draw_figure(few.set, is_logarithmic ? "decades" : "linear",
                              is_logarithmic ? "kind: curves, scale: logarithmic" : "kind: curves");
  size_t n = read_block(&f, 0, 2 * N + 2, row) / 2;
  TEST_CHECK(n == N);
  for (size_t i = 2; i + 2 < n; i++) {
    const double a = row[2 * i + 1], b = row[2 * i + 3];
    polygon = fmax(polygon, beside(0.5 * (row[2 * i] + row[2 * i + 2]),
                                   is_logarithmic ? sqrt(a * b) : 0.5 * (a + b), load, is_logarithmic));
  }
  n = read_rows(&f, 0, 1, sizeof row / sizeof *row, row) / 2;
  TEST_CHECK(n > N);
  for (size_t i = 0; i < n; i++)
    if (row[2 * i] > 46.5) cubic = fmax(cubic, beside(row[2 * i], row[2 * i + 1], load, is_logarithmic));
  TEST_CHECK(polygon > 0 && cubic < polygon / 2);
  drop_figure(&f);
}

int main(void) {
  check_circle();
  check_corner();
  check_twice();
  if (system("command -v gnuplot > /dev/null") != 0) return TEST_END();
  scratch_create();
  check_drawn(0);
  check_drawn(1);
  scratch_remove();
  return TEST_END();
}
