// Nodes and node sets of a deck: *NODE and *NSET, with GENERATE and sets of sets.
#ifndef CHATTER_MODEL_DECK_DECK_NODES_H
#define CHATTER_MODEL_DECK_DECK_NODES_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Nodes (sorted by id, no equations yet) and node sets into the model's arena.
chatter_status deck_read_nodes(const deck *self, model *out);

// fixed: [n_nodes], bit d: the kept *BOUNDARY cards fix direction d. What is wrong in them is left to ccx.
void deck_mark_fixed(const deck *self, const model *m, unsigned char *fixed);

// The nodes that an entry names: a number (*nodes is `single` then) or a node set.
chatter_status deck_find_label_nodes(const deck_line *line, deck_entry e, const model *m, int *single, int *n,
                                     const int **nodes);

#endif
