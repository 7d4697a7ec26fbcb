// The share of trajectories whose output lies above a level, and how it is called.
#ifndef CHATTER_PLOT_EXCEEDANCE_SHARE_H
#define CHATTER_PLOT_EXCEEDANCE_SHARE_H

#include "plot/spread/groups.h"
#include "statistics/share.h"

// [windows of y]
chatter_status exceedance_count(const figure *self, const window_group *group, const result_variable *y,
                                double level, statistics_share **out);
// "Probability of NAME > 3 mm"
void exceedance_label(const result_variable *y, double level, const char *name, char text[FIGURE_TEXT]);

#endif
