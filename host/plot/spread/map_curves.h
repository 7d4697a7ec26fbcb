// Backbones of further files over a map of the amplitude over frequency and load: its maxima and minima.
#ifndef CHATTER_PLOT_MAP_CURVES_H
#define CHATTER_PLOT_MAP_CURVES_H

#include "plot/figure.h"

// Raises what is missing: `y`, the variable upwards, is the size of the load, and the files hold backbones.
chatter_status map_curves_check(const figure *self, const result_variable *y);
// Adds them behind the cells of a panel; factors of the units of the axes.
chatter_status map_curves_draw(figure *self, drawing_panel *to, double x_factor, double y_factor);

#endif
