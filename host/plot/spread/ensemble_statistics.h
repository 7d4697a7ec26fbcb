// Statistics of the trajectories that a figure shows.
#ifndef CHATTER_PLOT_SPREAD_ENSEMBLE_STATISTICS_H
#define CHATTER_PLOT_SPREAD_ENSEMBLE_STATISTICS_H

#include "plot/figure.h"
#include "results/statistics/output_statistics.h"

// Of an output with a number per trajectory, after each of the counts. Refuses what holds no whole groups.
chatter_status ensemble_statistics(const figure *self, const statistics_wanted *wanted,
                                   const result_variable *y, size_t n_counts, const size_t *counts,
                                   output_statistics *out);

#endif
