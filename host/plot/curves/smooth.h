// The cubic through points of a curve in the plane of the figure, in pixels: what lies between two of them.
#ifndef CHATTER_PLOT_SMOOTH_H
#define CHATTER_PLOT_SMOOTH_H

#include <stddef.h>

enum { SMOOTH_MAX_POINTS = 24 };

typedef struct smooth_point {
  double x, y;
} smooth_point;

// Points between p[i] and p[i + 1] of the n points of a connected curve, evenly in its parameter; gives how
// many, 0 where the straight line is as good to the eye. The cubic has at each point the tangent of the
// parabola through it and its neighbours (third order in their distance); where the parabolas of both sides
// disagree by as much as the curve turns there it has a corner, and each side goes by its own.
int smooth_curve_between(size_t n, const smooth_point *p, size_t i, smooth_point out[SMOOTH_MAX_POINTS]);

#endif
