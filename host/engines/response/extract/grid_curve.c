// Interpolation of curves that may fold back, on a grid.
// Between two neighbouring points the curve is a cubic in x or, near a fold, in y: the one with the
// smaller slopes at its ends. Both are of order 4 in the distance of the points, also at folds and
// maxima, where one of the two slopes is 0. If a piece turns by a right angle, as from a fold to a
// maximum, x and y are both cubics of a parameter.
#include "engines/response/extract/grid_curve.h"

#include <math.h>

// Direction at a point, of length 1 in units of the curve's steps.
typedef struct heading {
  double x, y;
} heading;

// One piece: where it begins, what it spans, x in dx and y in `unit`, the largest change of y in
// this piece
// One piece: its start, its span (dx in x, `unit` in y, the largest change of y in this piece and
// its neighbours), and the directions at both ends in these units.
typedef struct piece {
  double x, y, dx, unit, rise;
  heading at[2];
} piece;

static int is_known(heading h) {
  return isfinite(h.x) && isfinite(h.y) && (h.x != 0 || h.y != 0);
}

// Returns the slope at point k + `to` of the parabola in the chord length through points k - 1, k
// and k + 1.
static heading parabola(const grid_curve *c, int k, int to, double x_step, double y_step) {
  double slope[2][2], chord[2];
  for (int i = 0; i < 2; i++) {
    const double x = c->x[k + i] - c->x[k + i - 1], y = c->y[k + i] - c->y[k + i - 1];
    chord[i] = hypot(x / x_step, y_step > 0 ? y / y_step : 0);
    slope[i][0] = x / chord[i], slope[i][1] = y / chord[i];
  }
  // The chords have these slopes at their middles.
  const double g = chord[0], h = chord[1],
               part = to < 0   ? -g / (g + h)
                      : to > 0 ? 1 + h / (g + h)
                               : g / (g + h);
  return (heading){slope[0][0] + part * (slope[1][0] - slope[0][0]),
                   slope[0][1] + part * (slope[1][1] - slope[0][1])};
}

// Estimates a direction that the curve does not give: from neighbours on this side of a corner, or
// along the chord.
static heading estimated(const grid_curve *c, int k, int end, double x_step, double y_step) {
  const int can_before = k > 0 && !c->is_corner[k] && c->x[k] != c->x[k - 1],
            can_behind = k + 2 < c->n && !c->is_corner[k + 1] && c->x[k + 2] != c->x[k + 1];
  if (end == 0 && can_before) return parabola(c, k, 0, x_step, y_step);
  if (end == 1 && can_behind) return parabola(c, k + 1, 0, x_step, y_step);
  if (end == 0 && can_behind) return parabola(c, k + 1, -1, x_step, y_step);
  if (end == 1 && can_before) return parabola(c, k, 1, x_step, y_step);
  return (heading){c->x[k + 1] - c->x[k], c->y[k + 1] - c->y[k]};
}

static heading given(const grid_curve *c, int k, int end) {
  if (end && c->is_corner[k + 1]) return (heading){NAN, NAN};
  return (heading){c->dx[k + end], c->dy[k + end]};
}

static piece piece_of(const grid_curve *c, int k) {
  piece p = {.x = c->x[k], .y = c->y[k], .dx = c->x[k + 1] - c->x[k]};
  double x_step = 0;
  for (int i = k > 0 ? k - 1 : k; i < k + 2 && i + 1 < c->n; i++) {
    x_step = fmax(x_step, fabs(c->x[i + 1] - c->x[i]));
    p.unit = fmax(p.unit, fabs(c->y[i + 1] - c->y[i]));
  }
  if (p.unit == 0) p.unit = 1;
  p.rise = (c->y[k + 1] - c->y[k]) / p.unit;
  for (int end = 0; end < 2; end++) {
    heading h = given(c, k, end);
    if (!is_known(h)) h = estimated(c, k, end, x_step, p.unit);
    h.x /= p.dx, h.y /= p.unit;
    const double length = hypot(h.x, h.y);
    p.at[end] = (heading){h.x / length, h.y / length};
  }
  return p;
}

// Returns Hermite's cubic over t in [0, 1] from 0 to `rise`, with slopes a and b at its ends.
static double hermite(double rise, double a, double b, double t) {
  return t * (t * (3 - 2 * t) * rise + (1 - t) * ((1 - t) * a - t * b));
}

// Returns t where such a cubic from 0 to 1 has this value.
static double hermite_place(double a, double b, double value) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    *(hermite(1, a, b, middle) < value ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

// Returns the steeper end slope of a piece relative to its mean slope; INFINITY: the piece turns
// back there.
static double steepness(double along0, double along1, double across0, double across1, double rise) {
  if (!(along0 > 0 && along1 > 0)) return INFINITY;
  return fmax(fabs(across0 / along0), fabs(across1 / along1)) / fmax(fabs(rise), 1e-3);
}

// Returns y at x = `at` within the piece that begins at point k.
static double between(const grid_curve *c, int k, double at) {
  enum { STEEPEST = 20 };
  // end slopes of cubics that approximate a quarter of an ellipse
  const double quarter = 1.6568542494923802;
  const piece p = piece_of(c, k);
  const heading a = p.at[0], b = p.at[1];
  const double part = (at - p.x) / p.dx, turned = p.rise < 0 ? -1 : 1,
               over_x = steepness(a.x, b.x, a.y, b.y, p.rise),
               over_y = steepness(turned * a.y, turned * b.y, a.x, b.x, 1 / fmax(fabs(p.rise), 1e-3)),
               slope = fmax(fabs(a.y / a.x), fabs(b.y / b.x));
  // This is the usual case. From a fold, where the slope is only rounding, to a maximum it does not
  // apply.
  if (over_x <= over_y && over_x < INFINITY && slope < STEEPEST)
    return p.y + p.unit * hermite(p.rise, a.y / a.x, b.y / b.x, part);
  if (over_y < STEEPEST)
    return p.y + p.unit * p.rise * hermite_place(p.rise * a.x / a.y, p.rise * b.x / b.y, part);
  const double of_a = quarter / fmax(fabs(a.x), fabs(a.y)), of_b = quarter / fmax(fabs(b.x), fabs(b.y));
  return p.y + p.unit * hermite(p.rise, of_a * a.y, of_b * b.y, hermite_place(of_a * a.x, of_b * b.x, part));
}

// Finds the grid points between two neighbouring points, *first to *last; none if *last < *first.
static void find_places(const response_grid *grid, double a, double b, int *first, int *last) {
  const double spacing = (grid->to - grid->from) / (grid->n - 1), low = fmin(a, b), high = fmax(a, b);
  *first = 0, *last = -1;
  if (low == high) return;
  *first = (int)fmin(fmax(ceil((low - grid->from) / spacing - 1e-9), 0), grid->n);
  *last = (int)fmax(fmin(floor((high - grid->from) / spacing + 1e-9), grid->n - 1), -1);
}

static double value_at(const response_grid *grid, const grid_curve *c, int k, int g) {
  const double place = grid->from + (grid->to - grid->from) / (grid->n - 1) * g;
  return between(c, k, fmin(fmax(place, fmin(c->x[k], c->x[k + 1])), fmax(c->x[k], c->x[k + 1])));
}

void response_grid_values(const response_grid *grid, const grid_curve *curve, double *lower, double *upper,
                          int *place) {
  for (int g = 0; g < grid->n; g++) {
    lower[g] = upper[g] = NAN;
    place[g] = place[grid->n + g] = -1;
  }
  for (int k = 0, g, last; k + 1 < curve->n; k++)
    for (find_places(grid, curve->x[k], curve->x[k + 1], &g, &last); g <= last; g++) {
      const double y = value_at(grid, curve, k, g);
      if (isnan(y)) continue;
      if (!(y >= lower[g])) lower[g] = y, place[g] = k;
      if (!(y <= upper[g])) upper[g] = y, place[grid->n + g] = k;
    }
}

void response_grid_first_values(const response_grid *grid, const grid_curve *curve, double *out, int first,
                                int *place) {
  for (int k = 0, g, last; k + 1 < curve->n; k++)
    for (find_places(grid, curve->x[k], curve->x[k + 1], &g, &last); g <= last; g++)
      if (isnan(out[g])) out[g] = value_at(grid, curve, k, g), place[g] = first + k;
}
