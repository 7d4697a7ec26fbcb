// Where the windows of a trajectory stand: over the frequency of its sweep, else over time.
#ifndef CHATTER_PLOT_SWEEP_H
#define CHATTER_PLOT_SWEEP_H

#include "plot/figure.h"

int sweep_is(const figure *self); // its windows have times, and its load sweeps
// Middle of window w of n of a trajectory: the sweep's frequency there (Hz), else the time (s), in files
// without times the number of the window.
double sweep_place(const figure *self, size_t trajectory, size_t w, size_t n);
// A trajectory that ended early has the windows that it completed.
int sweep_reached(const result_variable *y, size_t trajectory);

#endif
