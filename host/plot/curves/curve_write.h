// Lines of very many points: what a picture cannot show is left out.
#ifndef CHATTER_PLOT_CURVES_CURVE_WRITE_H
#define CHATTER_PLOT_CURVES_CURVE_WRITE_H

#include "plot/drawing/drawing.h"

enum { CURVE_PIXEL_COLUMNS = 1600 }; // twice the pixels of a panel's width

// Writes the points (x ascending) of one line, times the factors. Of more than four a column those are kept
// that the picture hangs on: the first, the lowest, the highest and the last of each column (the lines
// between them cover the same pixels). range: only what lies in it, and a neighbour at each end; from = to:
// all. Values that are none are left out.
void curve_write_thinned(drawing_table *to, size_t n, const double *x, const double *y, double x_factor,
                         double y_factor, const double range[2]);

#endif
