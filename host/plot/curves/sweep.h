// Positions of a trajectory's windows: the frequency of its sweep, else the time; or the
// frequencies of a grid.
#ifndef CHATTER_PLOT_SWEEP_H
#define CHATTER_PLOT_SWEEP_H

#include "plot/figure.h"

int sweep_has_frequency_axis(const figure *self,
                             const result_variable *y); // 1: the load sweeps, or the values are over a grid
// Returns the position of window w of a trajectory: the frequency at its middle (Hz), else the time
// (s), or in files without times the number of the window.
double sweep_window_position(const figure *self, const result_variable *y, size_t trajectory, size_t w);
// Writes the label of that axis.
void sweep_axis_label(const figure *self, const result_variable *y, char text[FIGURE_TEXT]);
// Returns the number of completed windows; a trajectory that ended early has fewer.
int sweep_windows_reached(const result_variable *y, size_t trajectory);

#endif
