// Backbones of further files over a map of the amplitude over frequency and load: its maxima and minima.
#ifndef CHATTER_PLOT_MAP_CURVES_H
#define CHATTER_PLOT_MAP_CURVES_H

#include "plot/figure.h"

// Raises what is missing: `y`, the variable upwards, is the size of the load, and the files hold backbones.
chatter_status map_curves_check(const figure *self, const result_variable *y);
// Writes them to the data and, behind the cells, to the plot command; factors of the units of the axes.
chatter_status map_curves_draw(figure *self, double x_factor, double y_factor);

#endif
