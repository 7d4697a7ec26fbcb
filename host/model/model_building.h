// Construction of a model while it is loaded: node sets, surfaces, mass between free and fixed
// coordinates.
#ifndef CHATTER_MODEL_MODEL_BUILDING_H
#define CHATTER_MODEL_MODEL_BUILDING_H

#include "base/status.h"
#include "model/model.h"

chatter_status model_index_nodes(model *self); // fills node_index

// Adds an entry of M_fc. Entries of one equation and direction are summed in the order they come.
chatter_status model_add_clamped(model *self, const clamped_mass *entry);

// Adds a set with room for n nodes to out->sets, which has room for it.
chatter_status model_add_set(model *out, const char *name, int n, node_set **set);

// Adds a surface for n nodes, which the caller fills.
chatter_status model_add_surface(model *out, const char *name, int n, model_surface **surface);

// Adds nodes at equal distances along x from 0, ids from `first`, without rows, and two sets of one
// node: the first and the last.
chatter_status model_add_line(model *out, int elements, double length, int first, const char *set_of_first,
                              const char *set_of_last);

#endif
