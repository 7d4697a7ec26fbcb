// Time series that are drawn or analysed: of one or several outputs, trajectories and files.
#ifndef CHATTER_PLOT_HISTORY_H
#define CHATTER_PLOT_HISTORY_H

#include "plot/figure.h"

enum { HISTORY_MAX_OUTPUTS = 4, HISTORY_MAX_LINES = 7, HISTORY_MAX = 96 };

typedef struct history {
  const figure *of;
  const result_variable *y;
  const result_variable *times; // NULL: not in the file, numbers of samples instead
  int trajectory;
  size_t n;                   // samples, up to the first that is none
  const double *time, *value; // [n] s, in the variable's unit
} history;

int history_is_time_series(const result_variable *variable); // over `series` and its samples
int history_has_time_series(const figure *self);
// What plot.y and plot.trajectories name is there.
chatter_status history_check(const figure *self);
// By output, then file, then trajectory. all: where the study names none, every output (the first
// HISTORY_MAX_OUTPUTS) and every trajectory (the first HISTORY_MAX_LINES); else the first of each.
chatter_status history_find_series(const figure *self, int all, history out[HISTORY_MAX], int *n);
// Data of one output from all files.
chatter_status history_find_output(const figure *self, const char *output, history out[HISTORY_MAX], int *n);
// The time series of another output of the same trajectory, at the same samples.
chatter_status history_of_other_output(const history *self, const char *output, history *out);
// "plate, amplitude, trajectory 3" of one among n, as far as they differ.
void history_title(const history *all, int n, int index, char text[FIGURE_TEXT]);
// Where the samples stand along x: their times, or the time series of the same trajectory that plot.x names,
// as the straight line from its first to its last value; raises where it leaves that by more than 1/`parts`
// of its length.
chatter_status history_x_values(const history *self, double parts, const double **out);
// Label of that axis, and the factor of its unit.
double history_x_label(const history *self, char text[FIGURE_TEXT]);
// The time between samples; raises where they are not even or fewer than `fewest`.
chatter_status history_time_step(const history *self, size_t fewest, double *step);

#endif
