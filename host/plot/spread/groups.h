// Outputs with windows over groups of trajectories: of a file each, and of a value of a parameter that parts
// them.
#ifndef CHATTER_PLOT_GROUPS_H
#define CHATTER_PLOT_GROUPS_H

#include "plot/figure.h"
#include "statistics/share.h"

enum { GROUPS_MAX_OUTPUTS = 64, GROUPS_MAX = 12, GROUPS_MAX_PARTING_VALUES = 6 };

typedef struct window_group {
  const figure *of;
  const result_variable *by; // parameter that parts the trajectories; NULL: one group
  const double *by_value;    // of all trajectories of the file
  double value;              // of it in this group
  size_t n, n_ended;         // trajectories; those that ended before the end
  char name[FIGURE_TEXT];    // "plate, μ = 0.3"; "": the only one
} window_group;

int groups_is_windowed(const result_variable *variable); // or it stands over a grid of frequencies
const result_variable *groups_frequency_grid(const figure *self,
                                             const result_variable *y); // its frequencies; NULL: windows
int groups_have_windows(const figure *self);
// When the windows of y begin and end: its own times, else those that all outputs have in common.
typedef struct groups_times {
  const result_variable *start, *end; // both NULL: it has none
} groups_times;
groups_times groups_window_times(const figure *self, const result_variable *y);
const result_variable *groups_first_output(const figure *self); // output over windows; NULL: none
// What plot.y (a list) and plot.colour name is there.
chatter_status groups_check_variables(const figure *self);
// The outputs of plot.y in the first file, else the first that there is.
chatter_status groups_outputs(const figure *self, const result_variable *y[GROUPS_MAX_OUTPUTS], int *n);
// Without plot.colour the first parameter with at most GROUPS_MAX_PARTING_VALUES values parts them; at most
// GROUPS_MAX groups.
chatter_status groups_find(const figure *self, window_group out[GROUPS_MAX], int *n);
// The same output in the group's file; raises when it is not there.
chatter_status groups_find_variable(const window_group *self, const char *name, const result_variable **out);
// Where every window stands along x [y->size[1]]: its frequency on a grid; its middle in time, the same for
// all trajectories of the group (else raises), in files without times its number; or the mean over the group
// of the output that plot.x names.
chatter_status groups_window_positions(const window_group *self, const result_variable *y,
                                       const double **out);
// The limits of that axis that all groups and outputs have in common, unless the study gives them: panels
// above each other compare.
chatter_status groups_x_limits(const figure *self, const window_group *groups, int n,
                               const result_variable *const *outputs, int n_outputs, double factor,
                               drawing_axis *axis);
// Label of that axis, and the factor of its unit.
double groups_x_label(const figure *self, char text[FIGURE_TEXT]);
// Values of a window that trajectories of the group reached, whatever became of them later; gives how many.
size_t groups_window_values(const window_group *self, const result_variable *y, size_t window, double *out);
// "40 trajectories, 3 of them ended early" of all groups.
void groups_note(const window_group *groups, int n, char text[FIGURE_TEXT]);

// Finds the share of the group's trajectories whose output lies above a level: [windows of y].
chatter_status groups_exceedance(const figure *self, const window_group *group, const result_variable *y,
                                 double level, statistics_share **out);
// Writes "Probability of NAME > 3 mm".
void groups_exceedance_label(const result_variable *y, double level, const char *name,
                             char text[FIGURE_TEXT]);

#endif
