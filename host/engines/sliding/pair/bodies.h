// The two bodies of a study, each reduced by itself, as one reduced model with uncoupled modes (the
// block-diagonal matrices of Brunetti et al. 2021, equation 3): n_first modes of the slider, then
// those of the target. Rows of q_b: x and y of the contact node C, then of each node of the path
// from left to right. Loads: "preload" (per N, downwards, shared by the guide's nodes) and "drag"
// (per m/s of the guide: mass-proportional damping of its rigid motion). Contacts: C, then the
// path's nodes, with their positions in the global plane. Damping: a diagonal matrix.
#ifndef CHATTER_ENGINES_SLIDING_BODIES_H
#define CHATTER_ENGINES_SLIDING_BODIES_H

#include "reduction/reduced.h"

chatter_status bodies_reduce(const study *config, reduced_model *out);
// Splits "slider.12" into the body and "12"; raises an error if it names no body.
chatter_status bodies_split(const char *node, const char *place, int *which, const char **rest);

#endif
