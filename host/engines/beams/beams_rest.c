// Beams at rest.
#include <math.h>
#include <string.h>

#include "engines/beams/beams_engine.h"

// The quaternion of a rotation matrix with the columns e (Shepperd's method: from the largest of the four).
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

// e1 along the beam, e2 = z × e1 horizontal (of a vertical beam along y), e3 = e1 × e2.
static void axes_of(const double span[3], double q[4]) {
  const double length = sqrt(span[0] * span[0] + span[1] * span[1] + span[2] * span[2]),
               flat = hypot(span[0], span[1]);
  double e[3][3] = {{span[0] / length, span[1] / length, span[2] / length}, {0, 1, 0}, {0, 0, 0}};
  if (flat > 1e-12 * length) e[1][0] = -span[1] / flat, e[1][1] = span[0] / flat;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    e[2][i] = e[0][j] * e[1][k] - e[0][k] * e[1][j];
  }
  quaternion_of(e, q);
}

beam_rest beams_rest(const study *config, int beam) {
  const beam_config *b = beam_at(config, beam);
  const assembly_config *a = assembly_of(config);
  const double angle = b->turn * a->angle * (M_PI / 180), c = cos(angle), s = sin(angle);
  const double *span = b->span.value;
  beam_rest rest = {.span = {c * span[0] - s * span[1], s * span[0] + c * span[1], span[2]}};
  for (int i = 0; i < 3; i++) rest.start[i] = b->centre.value[i] - 0.5 * rest.span[i];
  rest.start[2] += b->lift * (b->radius + 0.5 * a->gap);
  axes_of(rest.span, rest.axes);
  return rest;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double within(double x) {
  return fmin(fmax(x, 0), 1);
}

double beams_distance(const beam_rest *a, const beam_rest *b) {
  double r[3], y[3];
  for (int i = 0; i < 3; i++) r[i] = a->start[i] - b->start[i];
  const double aa = dot(a->span, a->span), bb = dot(b->span, b->span), ab = dot(a->span, b->span),
               ar = dot(a->span, r), br = dot(b->span, r), det = aa * bb - ab * ab;
  double s = det > 1e-12 * aa * bb ? within((ab * br - ar * bb) / det) : 0;
  const double t = within((ab * s + br) / bb);
  s = within((ab * t - ar) / aa);
  for (int i = 0; i < 3; i++) y[i] = r[i] + s * a->span[i] - t * b->span[i];
  return sqrt(dot(y, y));
}
