// Where the windows of a trajectory stand: over the frequency of its sweep, else over time; or the values of
// a grid of frequencies.
#ifndef CHATTER_PLOT_SWEEP_H
#define CHATTER_PLOT_SWEEP_H

#include "plot/figure.h"

int sweep_has_frequency_axis(const figure *self,
                             const result_variable *y); // over frequencies: its load sweeps, or it is a grid
// Middle of window w of a trajectory: the frequency there (Hz), else the time (s), in files without times the
// number of the window.
double sweep_window_position(const figure *self, const result_variable *y, size_t trajectory, size_t w);
// What that axis is called.
void sweep_axis_label(const figure *self, const result_variable *y, char text[FIGURE_TEXT]);
// A trajectory that ended early has the windows that it completed.
int sweep_windows_reached(const result_variable *y, size_t trajectory);

#endif
