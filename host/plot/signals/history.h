// Time series to be drawn or analysed, of one or several outputs, trajectories and files.
#ifndef CHATTER_PLOT_HISTORY_H
#define CHATTER_PLOT_HISTORY_H

#include "plot/figure.h"

enum { HISTORY_MAX_OUTPUTS = 4, HISTORY_MAX_LINES = 7, HISTORY_MAX = 96 };

typedef struct history {
  const figure *of;
  const result_variable *y;
  const result_variable *times; // NULL: not in the file; sample numbers are used
  int trajectory;
  size_t n;                   // samples, up to the first NaN
  const double *time, *value; // [n] s, and the variable's unit
} history;

int history_is_time_series(const result_variable *variable); // 1: over `series` and its samples
int history_has_time_series(const figure *self);
// Checks that the series of plot.y and plot.trajectories exist.
chatter_status history_check(const figure *self);
// Finds the series, ordered by output, then file, then trajectory. all: if the study names none,
// every output (the first HISTORY_MAX_OUTPUTS) and every trajectory (the first HISTORY_MAX_LINES);
// else the first of each.
chatter_status history_find_series(const figure *self, int all, history out[HISTORY_MAX], int *n);
// Finds the series of one output in all files.
chatter_status history_find_output(const figure *self, const char *output, history out[HISTORY_MAX], int *n);
// Finds the series of another output of the same trajectory, at the same samples.
chatter_status history_of_other_output(const history *self, const char *output, history *out);
// Writes "plate, amplitude, trajectory 3" for one series of n, limited to what differs.
void history_title(const history *all, int n, int index, char text[FIGURE_TEXT]);
// Computes the x positions of the samples: their times, or the time series of plot.x for the same
// trajectory, replaced by the straight line from its first to its last value. Raises if it deviates
// from that by more than 1/`parts` of its length.
chatter_status history_x_values(const history *self, double parts, const double **out);
// Writes the label of that axis and returns the factor of its unit.
double history_x_label(const history *self, char text[FIGURE_TEXT]);
// Finds the time between samples; raises if they are uneven or fewer than `fewest`.
chatter_status history_time_step(const history *self, size_t fewest, double *step);

#endif
