// Shares of trajectories above a level, for lines and cells.
#ifndef CHATTER_PLOT_EXCEEDANCE_H
#define CHATTER_PLOT_EXCEEDANCE_H

#include "plot/spread/groups.h"
#include "statistics/share.h"

// [windows of y]
chatter_status exceedance_count(const figure *self, const window_group *group, const result_variable *y,
                                double level, statistics_share **out);
// "Probability of NAME > 3 mm"
void exceedance_label(const result_variable *y, double level, const char *name, char text[FIGURE_TEXT]);

typedef struct exceedance_rows {
  const result_variable *const *y; // [n]
  const double *level;             // [n]
  int n;
} exceedance_rows;

// Cells, a row for each output: where all of them are bands of frequencies, over the frequency.
chatter_status exceedance_draw_cells(figure *self, const exceedance_rows *rows, const window_group *groups,
                                     int n_groups);

#endif
