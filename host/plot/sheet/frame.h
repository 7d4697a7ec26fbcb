// Common parts of drawings: title and note, limits, logarithmic axes, bins, colours.
#ifndef CHATTER_PLOT_FRAME_H
#define CHATTER_PLOT_FRAME_H

#include "plot/figure.h"
#include "statistics/histogram.h"

// Sets the study's title, a note below it, and the upper margin of all panels.
void frame_set_title(const figure *self, const char *note);
// Sets the note alone.
void frame_set_note(const figure *self, const char *note);
// Returns the font size of the title in points, larger than the rest if it fits `room` pixels.
double frame_title_size(const figure *self, double room);
void frame_set_limits(drawing_axis *axis, double low, double high);
// Makes a logarithmic axis from low to high: over some decades with ticks at 1, 2 and 5, over about
// one at even steps.
void frame_set_logarithmic(const figure *self, drawing_axis *axis, double low, double high);
void frame_set_linear(drawing_axis *axis);
// Sets low and high to the study's range, if it gives one, times the factor of the axis' unit.
void frame_apply_range(const double range[2], double factor, double *low, double *high);
// Applies plot.x_range and .y_range, times the factors of the axes' units.
void frame_apply_study_ranges(const figure *self, drawing_panel *to, double x_factor, double y_factor);
// Sets two to four steps between the ticks from low to high: for long numbers and small panels.
void frame_set_few_ticks(drawing_axis *axis, double low, double high);
// Makes a table of the bins' middles and counts.
drawing_table *frame_histogram_table(const figure *self, const statistics_histogram *bins);
void frame_set_sequential_colours(const figure *self); // for values: dark to light

#endif
