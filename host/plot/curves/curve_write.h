// Writes lines of very many points, thinned to what a picture can show.
#ifndef CHATTER_PLOT_CURVES_CURVE_WRITE_H
#define CHATTER_PLOT_CURVES_CURVE_WRITE_H

#include "plot/drawing/drawing.h"

enum { CURVE_PIXEL_COLUMNS = 1600 }; // twice the width of a panel in pixels

// Writes the points (x ascending) of a line, times the factors. If there are more than four per
// column, it keeps the first, lowest, highest and last of each column; the lines between them cover
// the same pixels. range: only points inside, and a neighbour at each end; from = to: all. NaN
// values are left out.
void curve_write_thinned(drawing_table *to, size_t n, const double *x, const double *y, double x_factor,
                         double y_factor, const double range[2]);

#endif
