// Keys of the section `plot` against the kind of figure that is drawn.
#ifndef CHATTER_PLOT_KEYS_H
#define CHATTER_PLOT_KEYS_H

#include "plot/figure.h"

// Raises (CHATTER_BAD_STUDY) when the study gives a key that this kind does not look at: it would be ignored
// in silence. Where --set names the kind, keys of the study's own figure may stand beside it:
chatter_status figure_check_keys(const figure *self, const study_figure *kind);
void figure_note_keys(const figure *self, const study_figure *kind); // says which are ignored

#endif
