// Beams at rest.
#include "engines/beams/bind/beams_equilibrium.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "engines/beams/beams_engine.h"

static const double DEGREE = M_PI / 180;

// Computes the quaternion of a rotation matrix with the columns e (Shepperd's method, from the
// largest of the four).
static void quaternion_of(const double e[3][3], double q[4]) {
  const double m[3] = {e[0][0], e[1][1], e[2][2]}, trace = m[0] + m[1] + m[2];
  int large = 0;
  for (int i = 1; i < 3; i++)
    if (m[i] > m[large]) large = i;
  if (trace >= m[large]) {
    const double s = 2 * sqrt(1 + trace);
    q[0] = s / 4;
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      q[1 + i] = (e[j][k] - e[k][j]) / s;
    }
    return;
  }
  const int i = large, j = (i + 1) % 3, k = (i + 2) % 3;
  const double s = 2 * sqrt(1 + m[i] - m[j] - m[k]);
  q[0] = (e[j][k] - e[k][j]) / s;
  q[1 + i] = s / 4;
  q[1 + j] = (e[i][j] + e[j][i]) / s;
  q[1 + k] = (e[i][k] + e[k][i]) / s;
}

// Axes of a beam: e1 along it, e2 = z × e1 horizontal (along y for a vertical beam), e3 = e1 × e2.
static void axes_of(const double span[3], double q[4]) {
  const double length = sqrt(dot(3, span, span)), flat = hypot(span[0], span[1]);
  double e[3][3] = {{span[0] / length, span[1] / length, span[2] / length}, {0, 1, 0}, {0, 0, 0}};
  if (flat > 1e-12 * length) e[1][0] = -span[1] / flat, e[1][1] = span[0] / flat;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    e[2][i] = e[0][j] * e[1][k] - e[0][k] * e[1][j];
  }
  quaternion_of(e, q);
}

// Multiplies a quaternion by a rotation about an axis, applied first.
static void turn_by(double q[4], double angle, int axis) {
  const double c = cos(0.5 * angle), s = sin(0.5 * angle), a[4] = {q[0], q[1], q[2], q[3]};
  const int j = 1 + (axis + 1) % 3, k = 1 + (axis + 2) % 3, i = 1 + axis;
  q[0] = c * a[0] - s * a[i], q[i] = c * a[i] + s * a[0];
  q[j] = c * a[j] + s * a[k], q[k] = c * a[k] - s * a[j];
}
// Returns axis i of the triad of a unit quaternion.
static void axis_of(const double q[4], int i, double to[3]) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double a = q[1 + i], b = q[1 + j], c = q[1 + k];
  to[i] = 1 - 2 * (b * b + c * c);
  to[j] = 2 * (a * b + q[0] * c);
  to[k] = 2 * (a * c - q[0] * b);
}

beam_at_rest beams_rest(const study *config, int beam) {
  const beam_config *b = beam_at(config, beam);
  const assembly_config *a = assembly_of(config);
  const double angle = b->turn * a->angle * DEGREE, c = cos(angle), s = sin(angle);
  const double *span = b->span.value;
  beam_at_rest rest = {.span = {c * span[0] - s * span[1], s * span[0] + c * span[1], span[2]},
                       .elements = (int)b->elements,
                       .arc = b->arc * DEGREE,
                       .crimp = b->crimp,
                       .waves = b->crimp_waves};
  for (int i = 0; i < 3; i++) rest.start[i] = b->centre.value[i] - 0.5 * rest.span[i];
  rest.start[2] += b->lift * (b->radius + 0.5 * a->gap);
  axes_of(rest.span, rest.axes);
  if (b->roll != 0) turn_by(rest.axes, b->roll * DEGREE, 0);
  return rest;
}

// Computes the line at t from 0 to 1. For an arc with tangent angle φ from -arc/2 to arc/2, along
// the span:
//   chord (sin φ + sin(arc/2)) / (2 sin(arc/2)),
// across: chord (cos(arc/2) - cos φ) / (2 sin(arc/2)), both rewritten without differences.
static void line_at(const beam_at_rest *rest, double t, double to[3]) {
  double along = t, across = 0, axis[3][3];
  if (rest->arc != 0) {
    const double half = 0.5 * rest->arc, ratio = sin(half * t) / sin(half);
    along = ratio * cos(half * (1 - t)), across = -ratio * sin(half * (1 - t));
  }
  const double chord = sqrt(dot(3, rest->span, rest->span)),
               up = rest->crimp * sin(2 * M_PI * rest->waves * t);
  for (int i = 1; i < 3; i++) axis_of(rest->axes, i, axis[i]);
  for (int c = 0; c < 3; c++)
    to[c] = rest->start[c] + along * rest->span[c] + across * chord * axis[1][c] + up * axis[2][c];
}

static double distance(const double a[3], const double b[3]) {
  const double y[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  return sqrt(dot(3, y, y));
}

// Chooses the steps of t. For a straight beam and an arc equal steps give equal elements. Along a
// wave the nodes are moved until their distances are equal to 1e-6: each by the fraction of its
// length that its element lacks.
static void equal_steps(const beam_at_rest *rest, double *t, double *x) {
  const int n = rest->elements;
  for (int round = 0; round < 200; round++) {
    double whole = 0, worst = 0, sum = 0, before = 0, rest_of = 0;
    for (int k = 0; k <= n; k++) line_at(rest, t[k], x + 3 * k);
    for (int k = 0; k < n; k++) whole += distance(x + 3 * k, x + 3 * k + 3);
    for (int k = 0; k < n; k++) worst = fmax(worst, fabs(distance(x + 3 * k, x + 3 * k + 3) * n / whole - 1));
    if (worst < 1e-6) return;
    int e = 0; // node k lies at the fraction k / n of the polygon's length
    double *to = x + 3 * (n + 1);
    for (int k = 1; k < n; k++) {
      const double wanted = whole * k / n;
      for (; e < n; e++) {
        const double each = distance(x + 3 * e, x + 3 * e + 3);
        if (sum + each >= wanted) {
          before = t[e], rest_of = (wanted - sum) / each;
          to[k] = before + rest_of * (t[e + 1] - before);
          break;
        }
        sum += each;
      }
    }
    for (int k = 1; k < n; k++) t[k] = to[k];
  }
}

static void place_line(const beam_at_rest *rest, double *x) {
  const int n = rest->elements;
  double *t = x + 4 * (n + 1); // after the positions and the scratch of equal_steps
  for (int k = 0; k <= n; k++) t[k] = (double)k / n;
  if (rest->crimp != 0) equal_steps(rest, t, x);
  for (int k = 0; k <= n; k++) line_at(rest, t[k], x + 3 * k);
}

size_t beams_room(const beams_setup *setup) {
  return 3 * (size_t)setup->n_nodes + 2 * (size_t)setup->most_nodes;
}
void beams_places(const study *config, const beams_setup *setup, double *x) {
  for (int b = 0; b < setup->n_beams; b++) {
    const beam_at_rest rest = beams_rest(config, b);
    place_line(&rest, x + 3 * setup->first[b]);
  }
}

// Computes the element's triad: the beam's, rotated by the least rotation that puts its first axis
// along the element. For unit vectors a and b this is the quaternion (1 + a·b, a × b), normalised.
void beams_element_axes(const beam_at_rest *rest, const double *x, double q[4]) {
  const double length = distance(x, x + 3);
  double a[3], b[3], turn[4];
  memcpy(q, rest->axes, sizeof rest->axes);
  if (rest->arc == 0 && rest->crimp == 0) return;
  axis_of(rest->axes, 0, a);
  for (int c = 0; c < 3; c++) b[c] = (x[3 + c] - x[c]) / length;
  turn[0] = 1 + dot(3, a, b);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    turn[1 + i] = a[j] * b[k] - a[k] * b[j];
  }
  const double size = sqrt(turn[0] * turn[0] + dot(3, turn + 1, turn + 1));
  const double *r = rest->axes;
  q[0] = (turn[0] * r[0] - dot(3, turn + 1, r + 1)) / size;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    q[1 + i] =
        (turn[0] * r[1 + i] + r[0] * turn[1 + i] + turn[1 + j] * r[1 + k] - turn[1 + k] * r[1 + j]) / size;
  }
}

static double within(double x) {
  return fmin(fmax(x, 0), 1);
}

// Returns the distance of the segments from x to x + u and from y to y + v.
static double segments_distance(const double x[3], const double u[3], const double y[3], const double v[3]) {
  double r[3], z[3];
  for (int i = 0; i < 3; i++) r[i] = x[i] - y[i];
  const double aa = dot(3, u, u), bb = dot(3, v, v), ab = dot(3, u, v), ar = dot(3, u, r), br = dot(3, v, r),
               det = aa * bb - ab * ab;
  double s = det > 1e-12 * aa * bb ? within((ab * br - ar * bb) / det) : 0;
  const double t = within((ab * s + br) / bb);
  s = within((ab * t - ar) / aa);
  for (int i = 0; i < 3; i++) z[i] = r[i] + s * u[i] - t * v[i];
  return sqrt(dot(3, z, z));
}

double beams_distance(const beam_at_rest *a, const double *x, const beam_at_rest *b, const double *y) {
  if (a->arc == 0 && a->crimp == 0 && b->arc == 0 && b->crimp == 0)
    return segments_distance(a->start, a->span, b->start, b->span);
  double least = INFINITY;
  for (int i = 0; i < a->elements; i++)
    for (int j = 0; j < b->elements; j++) {
      const double *from = x + 3 * i, *to = y + 3 * j;
      double u[3], v[3];
      for (int c = 0; c < 3; c++) u[c] = from[3 + c] - from[c], v[c] = to[3 + c] - to[c];
      least = fmin(least, segments_distance(from, u, to, v));
    }
  return least;
}
