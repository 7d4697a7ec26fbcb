// Keys of the section `plot` against the kind of figure that is drawn, and under --set: those that another
// figure was described by do not hold.
#ifndef CHATTER_PLOT_KEYS_H
#define CHATTER_PLOT_KEYS_H

#include "plot/figure.h"

// Raises (CHATTER_BAD_STUDY) when the study gives a key that this kind does not look at: it would be ignored
// in silence. Where --set names the kind, keys of the study's own figure may stand beside it:
chatter_status figure_check_keys(const figure *self, const study_figure *kind);
void figure_log_ignored_keys(const figure *self, const study_figure *kind); // says which are ignored

// From one description of a figure to the next: what it is drawn as by both ("": not known), the first
// plot section, and the --set texts between them: lines (NULL: none) and a list.
typedef struct plot_set_step {
  const char *now, *before;
  const plot_config *old;
  const char *lines;
  int n_set;
  const char *const *set;
} plot_set_step;

// Takes ranges, thresholds, marks and scale out of *wanted, a copy of the figure's plot section, where --set
// names another kind, or a variable of another unit for their axis, and not themselves. They stand in
// self->dropped then.
chatter_status plot_keys_drop_inherited(figure *self, const plot_set_step *step, plot_config *wanted);
// Takes one more choice (y, x, colour, trajectories) of the study that --set does not name out of *wanted; 0:
// none left.
int plot_keys_drop_variable(figure *self, plot_config *wanted);

#endif
