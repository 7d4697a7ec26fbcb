// Parts of the drawing that most kinds of figures have: title and note, limits, logarithmic axes, bins,
// colours.
#ifndef CHATTER_PLOT_FRAME_H
#define CHATTER_PLOT_FRAME_H

#include "plot/figure.h"
#include "statistics/histogram.h"

// The study's title and below it what is not shown; sets the upper margin of all panels.
void frame_set_title(const figure *self, const char *note);
// The same with `note` alone.
void frame_set_note(const figure *self, const char *note);
// Points of the title's font, larger than the rest where the title is short enough for `room` pixels.
double frame_title_size(const figure *self, double room);
void frame_set_limits(drawing_axis *axis, double low, double high);
// A logarithmic axis from low to high: within some decades ticks at 1, 2 and 5 of each, within about one at
// even steps.
void frame_set_logarithmic(const figure *self, drawing_axis *axis, double low, double high);
void frame_set_linear(drawing_axis *axis);
// Sets low and high to the range that the study gives, if it does, times the factor of the axis' unit.
void frame_apply_range(const double range[2], double factor, double *low, double *high);
// The limits that plot.x_range and .y_range ask for, times the factors of the axes' units.
void frame_apply_study_ranges(const figure *self, drawing_panel *to, double x_factor, double y_factor);
// Two to four steps between the ticks of an axis from low to high: for long numbers and small panels.
void frame_set_few_ticks(drawing_axis *axis, double low, double high);
// A table of the middle of each bin and how many are in it.
drawing_table *frame_histogram_table(const figure *self, const statistics_histogram *bins);
void frame_set_sequential_colours(const figure *self); // of values: dark to light

#endif
