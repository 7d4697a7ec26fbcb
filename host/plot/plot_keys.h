// Checks the keys of the section `plot` against the kind of figure, and drops keys meant for
// another figure under --set.
#ifndef CHATTER_PLOT_KEYS_H
#define CHATTER_PLOT_KEYS_H

#include "plot/figure.h"

// Raises CHATTER_BAD_STUDY for a key that this kind does not use, which would be ignored silently.
// If --set names the kind, keys of the study's own figure are allowed:
chatter_status figure_check_keys(const figure *self, const study_figure *kind);
void figure_log_ignored_keys(const figure *self, const study_figure *kind); // names these keys

// Step from one description of a figure to the next: the kind of figure by each ("": unknown), the
// first plot section, and the --set texts in between, as lines (NULL: none) and as a list.
typedef struct plot_set_step {
  const char *now, *before;
  const plot_config *old;
  const char *lines;
  int n_set;
  const char *const *set;
} plot_set_step;

// Removes ranges, thresholds, marks and scale from *wanted, a copy of the figure's plot section, if
// --set names another kind, or a variable of another unit for their axis, but not these keys.
// self->dropped lists them.
chatter_status plot_keys_drop_inherited(figure *self, const plot_set_step *step, plot_config *wanted);
// Removes one more choice (y, x, colour, trajectories) of the study that --set does not name from
// *wanted. Returns 0 if there is none.
int plot_keys_drop_variable(figure *self, plot_config *wanted);

#endif
