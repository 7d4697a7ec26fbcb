// The figure of exceedance of several outputs: cells, a row for each output.
#ifndef CHATTER_PLOT_EXCEEDANCE_CELLS_H
#define CHATTER_PLOT_EXCEEDANCE_CELLS_H

#include "plot/spread/groups.h"

typedef struct exceedance_rows {
  const result_variable *const *y; // [n]
  const double *level;             // [n]
  int n;
} exceedance_rows;

// Where all outputs are bands of frequencies, the rows lie over the frequency.
chatter_status exceedance_draw_cells(figure *self, const exceedance_rows *rows, const window_group *groups,
                                     int n_groups);

#endif
