// Cubic interpolation of a curve's points in the plane of the figure, in pixels.
#ifndef CHATTER_PLOT_SMOOTH_H
#define CHATTER_PLOT_SMOOTH_H

#include <stddef.h>

enum { SMOOTH_MAX_POINTS = 24 };

typedef struct smooth_point {
  double x, y;
} smooth_point;

// Computes points between p[i] and p[i + 1] of a connected curve of n points, evenly spaced in its
// parameter. Returns how many; 0 if a straight line looks the same. At each point the cubic has the
// tangent of the parabola through it and its neighbours (third order in their distance). Where the
// parabolas of both sides disagree by as much as the curve turns, there is a corner and each side
// uses its own.
int smooth_curve_between(size_t n, const smooth_point *p, size_t i, smooth_point out[SMOOTH_MAX_POINTS]);

#endif
