// Outputs with windows over groups of trajectories, one group for each file and value of a
// parameter.
#ifndef CHATTER_PLOT_GROUPS_H
#define CHATTER_PLOT_GROUPS_H

#include "plot/figure.h"
#include "statistics/share.h"

enum { GROUPS_MAX_OUTPUTS = 64, GROUPS_MAX = 12, GROUPS_MAX_PARTING_VALUES = 6 };

typedef struct window_group {
  const figure *of;
  const result_variable *by; // parameter that distinguishes the groups; NULL: one group
  const double *by_value;    // for all trajectories of the file
  double value;              // its value in this group
  size_t n, n_ended;         // number of trajectories, and of those that ended early
  char name[FIGURE_TEXT];    // "plate, μ = 0.3"; "": the only group
} window_group;

int groups_is_windowed(const result_variable *variable); // or over a grid of frequencies
const result_variable *
groups_frequency_grid(const figure *self,
                      const result_variable *y); // frequencies of its grid; NULL: windows
int groups_have_windows(const figure *self);
// Begin and end times of the windows of y: its own, else the common ones.
typedef struct groups_times {
  const result_variable *start, *end; // both NULL: there are none
} groups_times;
groups_times groups_window_times(const figure *self, const result_variable *y);
const result_variable *groups_first_output(const figure *self); // NULL: no output over windows
// Checks that the variables of plot.y (a list) and plot.colour exist.
chatter_status groups_check_variables(const figure *self);
// Finds the outputs of plot.y in the first file, else the first output.
chatter_status groups_outputs(const figure *self, const result_variable *y[GROUPS_MAX_OUTPUTS], int *n);
// Finds the groups, at most GROUPS_MAX: by plot.colour, else by the first parameter with at most
// GROUPS_MAX_PARTING_VALUES values.
chatter_status groups_find(const figure *self, window_group out[GROUPS_MAX], int *n);
// Finds the same output in the group's file; raises if it is not there.
chatter_status groups_find_variable(const window_group *self, const char *name, const result_variable **out);
// Computes the x position of every window, [y->size[1]]: its frequency on a grid; its middle in
// time, the same for all trajectories of the group (else raises), in files without times its
// number; or the group's mean of the output of plot.x.
chatter_status groups_window_positions(const window_group *self, const result_variable *y,
                                       const double **out);
// Sets the common limits of that axis for all groups and outputs, unless the study gives them, so
// that panels above each other can be compared.
chatter_status groups_x_limits(const figure *self, const window_group *groups, int n,
                               const result_variable *const *outputs, int n_outputs, double factor,
                               drawing_axis *axis);
// Writes the label of that axis and returns the factor of its unit.
double groups_x_label(const figure *self, char text[FIGURE_TEXT]);
// Collects the values of a window that trajectories of the group reached, whatever their end;
// returns how many.
size_t groups_window_values(const window_group *self, const result_variable *y, size_t window, double *out);
// Writes "40 trajectories, 3 of them ended early" over all groups.
void groups_note(const window_group *groups, int n, char text[FIGURE_TEXT]);

// Computes the share of the group's trajectories whose output exceeds a level: [windows of y].
chatter_status groups_exceedance(const figure *self, const window_group *group, const result_variable *y,
                                 double level, statistics_share **out);
// Writes "Probability of NAME > 3 mm".
void groups_exceedance_label(const result_variable *y, double level, const char *name,
                             char text[FIGURE_TEXT]);

#endif
