// Cubic interpolation between points of a curve.
#include "plot/curves/smooth.h"

#include <math.h>

static const double apart = 0.5;   // pixels: closer points give no direction
static const double visible = 0.2; // pixels between cubic and straight line that the eye can see
static const double turned = 0.1;  // rad: a smaller turn is no corner, whatever the parabolas say

static smooth_point subtract(smooth_point a, smooth_point b) {
  return (smooth_point){a.x - b.x, a.y - b.y};
}
static smooth_point combine(double a, smooth_point p, double b, smooth_point q) {
  return (smooth_point){a * p.x + b * q.x, a * p.y + b * q.y};
}
static double length(smooth_point a) {
  return hypot(a.x, a.y);
}
static double angle_between(smooth_point a, smooth_point b) {
  return fabs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

// Returns the next point before or behind i at a sufficient distance; n: none.
static size_t neighbour_index(size_t n, const smooth_point *p, size_t i, int behind) {
  size_t j = i;
  while (behind ? j + 1 < n : j > 0) {
    j = behind ? j + 1 : j - 1;
    if (length(subtract(p[j], p[i])) >= apart) return j;
  }
  return n;
}

// Returns the tangent at i per pixel of arc length, by the parabola through i and two neighbours on
// one side; by a straight line if there is one neighbour, (0, 0) if there is none.
static smooth_point one_sided_tangent(size_t n, const smooth_point *p, size_t i, int behind) {
  const size_t j = neighbour_index(n, p, i, behind), k = j < n ? neighbour_index(n, p, j, behind) : n;
  if (j == n) return (smooth_point){0, 0};
  const smooth_point near = subtract(p[j], p[i]);
  const double h = length(near), sign = behind ? 1 : -1;
  if (k == n) return combine(sign / h, near, 0, near);
  const smooth_point far = subtract(p[k], p[j]);
  const double g = length(far), slope = h / (h + g);
  return combine(sign * (1 + slope) / h, near, -sign * slope / g, far);
}

static smooth_point parabola_tangent(const smooth_point *p, size_t i, size_t before, size_t behind) {
  const smooth_point a = subtract(p[i], p[before]), b = subtract(p[behind], p[i]);
  const double h = length(a), g = length(b);
  return combine(g / (h * (h + g)), a, h / (g * (h + g)), b);
}

// Returns the tangent with which the curve leaves i (`behind`) or arrives.
static smooth_point tangent(size_t n, const smooth_point *p, size_t i, int behind) {
  const size_t j = neighbour_index(n, p, i, 0), k = neighbour_index(n, p, i, 1);
  if (j == n || k == n) return one_sided_tangent(n, p, i, j == n);
  const double turn = angle_between(subtract(p[i], p[j]), subtract(p[k], p[i]));
  const int has_both = neighbour_index(n, p, j, 0) < n && neighbour_index(n, p, k, 1) < n;
  const double differ =
      has_both ? angle_between(one_sided_tangent(n, p, i, 0), one_sided_tangent(n, p, i, 1)) : 0;
  if (has_both ? turn > turned && differ > 0.6 * turn : turn > 1) return one_sided_tangent(n, p, i, behind);
  return parabola_tangent(p, i, j, k);
}

// Limits a tangent: no longer than that of a curve that turns by a right angle, and never
// backwards.
static smooth_point limit_tangent(smooth_point t, smooth_point chord) {
  const double h = length(chord), size = length(t);
  if (t.x * chord.x + t.y * chord.y <= 0) return chord;
  return combine(h * (size > 1.5 ? 1.5 / size : 1), t, 0, t);
}

int smooth_curve_between(size_t n, const smooth_point *p, size_t i, smooth_point out[SMOOTH_MAX_POINTS]) {
  const smooth_point chord = subtract(p[i + 1], p[i]);
  const double h = length(chord);
  if (!(h >= 2)) return 0;
  const smooth_point from = limit_tangent(tangent(n, p, i, 1), chord),
                     to = limit_tangent(tangent(n, p, i + 1, 0), chord);
  // 4/27: the largest value of s (1 - s)².
  const double off =
      4.0 / 27 * (fabs(from.x * chord.y - from.y * chord.x) + fabs(to.x * chord.y - to.y * chord.x)) / h;
  if (!(off > visible)) return 0;
  const int count = (int)fmin(SMOOTH_MAX_POINTS, ceil(2 * sqrt(off / visible)));
  for (int k = 0; k < count; k++) {
    const double s = (k + 1.0) / (count + 1), r = 1 - s;
    const smooth_point straight = combine(1, p[i], s * s * (3 - 2 * s), chord),
                       bend = combine(s * r * r, from, -s * s * r, to);
    out[k] = combine(1, straight, 1, bend);
  }
  return count;
}
