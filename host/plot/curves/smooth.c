#include "plot/curves/smooth.h"

#include <math.h>

static const double apart = 0.5;   // pixels: points closer than that tell no direction
static const double visible = 0.2; // pixels between cubic and straight line
static const double turned = 0.1;  // rad: less than that is no corner, whatever the parabolas say

static smooth_point less(smooth_point a, smooth_point b) {
  return (smooth_point){a.x - b.x, a.y - b.y};
}
static smooth_point mixed(double a, smooth_point p, double b, smooth_point q) {
  return (smooth_point){a * p.x + b * q.x, a * p.y + b * q.y};
}
static double size_of(smooth_point a) {
  return hypot(a.x, a.y);
}
static double angle_between(smooth_point a, smooth_point b) {
  return fabs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

// The next point before or behind i that lies apart from it; n: none.
static size_t neighbour(size_t n, const smooth_point *p, size_t i, int behind) {
  size_t j = i;
  while (behind ? j + 1 < n : j > 0) {
    j = behind ? j + 1 : j - 1;
    if (size_of(less(p[j], p[i])) >= apart) return j;
  }
  return n;
}

// At i, per pixel of the way, by the parabola through i and its two neighbours on one side; by the straight
// line where there is one only, (0, 0) where there is none.
static smooth_point one_sided(size_t n, const smooth_point *p, size_t i, int behind) {
  const size_t j = neighbour(n, p, i, behind), k = j < n ? neighbour(n, p, j, behind) : n;
  if (j == n) return (smooth_point){0, 0};
  const smooth_point near = less(p[j], p[i]);
  const double h = size_of(near), sign = behind ? 1 : -1;
  if (k == n) return mixed(sign / h, near, 0, near);
  const smooth_point far = less(p[k], p[j]);
  const double g = size_of(far), slope = h / (h + g);
  return mixed(sign * (1 + slope) / h, near, -sign * slope / g, far);
}

static smooth_point by_both(const smooth_point *p, size_t i, size_t before, size_t behind) {
  const smooth_point a = less(p[i], p[before]), b = less(p[behind], p[i]);
  const double h = size_of(a), g = size_of(b);
  return mixed(g / (h * (h + g)), a, h / (g * (h + g)), b);
}

// The tangent with which the curve leaves i (`behind`) or comes there.
static smooth_point tangent(size_t n, const smooth_point *p, size_t i, int behind) {
  const size_t j = neighbour(n, p, i, 0), k = neighbour(n, p, i, 1);
  if (j == n || k == n) return one_sided(n, p, i, j == n);
  const double turn = angle_between(less(p[i], p[j]), less(p[k], p[i]));
  const int has_both = neighbour(n, p, j, 0) < n && neighbour(n, p, k, 1) < n;
  const double differ = has_both ? angle_between(one_sided(n, p, i, 0), one_sided(n, p, i, 1)) : 0;
  if (has_both ? turn > turned && differ > 0.6 * turn : turn > 1) return one_sided(n, p, i, behind);
  return by_both(p, i, j, k);
}

// Never longer than a curve could be that turns by less than a right angle, never backwards.
static smooth_point bounded(smooth_point t, smooth_point chord) {
  const double h = size_of(chord), size = size_of(t);
  if (t.x * chord.x + t.y * chord.y <= 0) return chord;
  return mixed(h * (size > 1.5 ? 1.5 / size : 1), t, 0, t);
}

int smooth_between(size_t n, const smooth_point *p, size_t i, smooth_point out[SMOOTH_MOST]) {
  const smooth_point chord = less(p[i + 1], p[i]);
  const double h = size_of(chord);
  if (!(h >= 2)) return 0;
  const smooth_point from = bounded(tangent(n, p, i, 1), chord), to = bounded(tangent(n, p, i + 1, 0), chord);
  // 4/27: the largest value of s (1 - s)²
  const double off =
      4.0 / 27 * (fabs(from.x * chord.y - from.y * chord.x) + fabs(to.x * chord.y - to.y * chord.x)) / h;
  if (!(off > visible)) return 0;
  const int count = (int)fmin(SMOOTH_MOST, ceil(2 * sqrt(off / visible)));
  for (int k = 0; k < count; k++) {
    const double s = (k + 1.0) / (count + 1), r = 1 - s;
    const smooth_point straight = mixed(1, p[i], s * s * (3 - 2 * s), chord),
                       bend = mixed(s * r * r, from, -s * s * r, to);
    out[k] = mixed(1, straight, 1, bend);
  }
  return count;
}
