// The strokes of a panel of curves: what of a line's points is drawn in one go.
#ifndef CHATTER_PLOT_CURVES_CURVE_TRACE_H
#define CHATTER_PLOT_CURVES_CURVE_TRACE_H

#include "plot/curves/curve_lines.h"
#include "plot/curves/smooth.h"

typedef struct curve_trace {
  const char *x, *y; // names of variables
  double x_factor, y_factor;
  int x_logarithmic, y_logarithmic; // what is not positive is left out
  int named;                        // dots are of the variable y alone; 0: else of the first there is
  drawing_table *out;               // NULL: measured only
  double pixels[2];     // per unit (logarithmic: per e-fold) of x and y: lines are smooth curves; 0: polygons
  smooth_point *places; // NULL, or where what is taken goes, in pixels
  size_t room, n_places;
  double shown[2];        // of x: equal: all; what lies beyond does not count in the limits
  double low[2], high[2]; // of x and y, in the units of the variables
  size_t n;               // points
  size_t n_flat;          // pieces left out for x that does not change
} curve_trace;

void curve_trace_begin(curve_trace *self, const char *x, const char *y);
// Lines of the curve of that kind whose points are stable (or not known to be unstable), or those that touch
// an unstable one. Pieces along which x does not change are left out, here and below.
void curve_trace_lines(curve_trace *self, const curve_line *line, int kind, int unstable);
// Not at the ends of pieces: what happens there is that they end, or began where another one is marked.
void curve_trace_events(curve_trace *self, const curve_line *line, int event);
void curve_trace_dots(curve_trace *self, const curve_line *line); // of a file without points
int curve_trace_has_windows(const curve_line *line);              // of such a file: dots are a sweep

#endif
