// Elements of a deck: the types whose matrices are served, the check that their nodes are there, and of
// units that look wrong.
#ifndef CHATTER_MODEL_DECK_MESH_ELEMENTS_H
#define CHATTER_MODEL_DECK_MESH_ELEMENTS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

typedef struct deck_element_type {
  const char *name;
  int n_nodes;
  int internal_nodes; // that ccx adds to each: incompatible modes, three directions each
  int cell;           // of base/cells.h, whose nodes have the same order; 0: no part of the body
} deck_element_type;
const deck_element_type *deck_element_types(int *n);

// Types and connectivity; *n_internal_nodes gets the number of nodes ccx will add. To be called with the
// nodes known.
chatter_status deck_check_elements(const deck *self, const model *m, long *n_internal_nodes);
void deck_check_units(const deck *self); // warns of numbers that look like mm, t, MPa

#endif
