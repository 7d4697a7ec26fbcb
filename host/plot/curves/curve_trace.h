// Traces the strokes of a panel of curves: the parts of a line that are drawn together.
#ifndef CHATTER_PLOT_CURVES_CURVE_TRACE_H
#define CHATTER_PLOT_CURVES_CURVE_TRACE_H

#include "plot/curves/curve_lines.h"
#include "plot/curves/smooth.h"

typedef struct curve_trace {
  const char *x, *y; // names of variables
  double x_factor, y_factor;
  int x_logarithmic, y_logarithmic; // non-positive values are left out
  int named;                        // 1: dots of variable y alone; 0: of the first available
  drawing_table *out;               // NULL: only measures
  double pixels[2]; // pixels per unit (logarithmic: per e-fold) of x and y, for smooth curves; 0: polygons
  smooth_point *places; // places in pixels; NULL: not wanted
  size_t room, n_places;
  double shown[2];        // range of x, equal: all; values outside do not affect the limits
  double low[2], high[2]; // limits of x and y, in the variables' units
  size_t n;               // points
  size_t n_flat;          // pieces left out because x is constant
} curve_trace;

void curve_trace_begin(curve_trace *self, const char *x, const char *y);
// Traces lines of the curve of that kind whose points are stable (or not known to be unstable), or
// those that touch an unstable point. Here and below, pieces with constant x are left out.
void curve_trace_lines(curve_trace *self, const curve_line *line, int kind, int unstable);
// Traces events, but not at the ends of pieces, where the event is the end itself or is marked
// elsewhere.
void curve_trace_events(curve_trace *self, const curve_line *line, int event);
void curve_trace_dots(curve_trace *self, const curve_line *line); // of a file without points
int curve_trace_has_windows(const curve_line *line);              // 1: dots are a sweep

#endif
