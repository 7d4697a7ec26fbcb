// Intervals marked over a figure, from the CSV file of plot.marks.
#ifndef CHATTER_PLOT_MARKS_H
#define CHATTER_PLOT_MARKS_H

#include "plot/figure.h"

// Adds the boxes of all marks to a panel whose axes have the variables' units times a factor.
// y_factor 0: the y axis is no frequency, and marks are bands over the full height. over_image: in
// front of cells, in colours visible there; otherwise behind lines.
chatter_status interval_marks_add(const figure *self, drawing_panel *to, double x_factor, double y_factor,
                                  int over_image);

#endif
