// Nodes and node sets of a deck: *NODE and *NSET, with GENERATE and sets of sets.
#ifndef CHATTER_MODEL_DECK_DECK_NODES_H
#define CHATTER_MODEL_DECK_DECK_NODES_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Reads nodes (sorted by id, without equations yet) and node sets into the model's arena.
chatter_status deck_read_nodes(const deck *self, model *out);

// Marks the directions that the kept *BOUNDARY cards fix. fixed: [n_nodes], bit d: direction d.
// Mistakes in these cards are left to ccx.
void deck_mark_fixed(const deck *self, const model *m, unsigned char *fixed);

// Finds the nodes that an entry names: a node number (*nodes is then `single`) or a node set.
chatter_status deck_find_label_nodes(const deck_line *line, deck_entry e, const model *m, int *single, int *n,
                                     const int **nodes);

#endif
