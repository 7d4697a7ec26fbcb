// Elements of a deck: supported types, the check that their nodes exist, and the check of units.
#ifndef CHATTER_MODEL_DECK_MESH_ELEMENTS_H
#define CHATTER_MODEL_DECK_MESH_ELEMENTS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

typedef struct deck_element_type {
  const char *name;
  int n_nodes;
  int internal_nodes; // nodes that ccx adds to each for incompatible modes, with three directions each
  int cell;           // of base/cells.h, in the same order of nodes; 0: not part of the body
} deck_element_type;
const deck_element_type *deck_element_types(int *n);

// Checks types and connectivity; *n_internal_nodes: the number of nodes that ccx will add. To be
// called when the nodes are known.
chatter_status deck_check_elements(const deck *self, const model *m, long *n_internal_nodes);
void deck_check_units(const deck *self); // warns of numbers that look like mm, t, MPa

#endif
