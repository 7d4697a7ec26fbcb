// Surface and line elements that meshers write for a body's skin beside its solid elements (gmsh:
// CPS3, CPS6, T3D2, ...). They are removed, and their sets become sets of their nodes.
#ifndef CHATTER_MODEL_DECK_MESH_SKIN_ELEMENTS_H
#define CHATTER_MODEL_DECK_MESH_SKIN_ELEMENTS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Removes a mesher's surface and line elements from the deck, with a warning. Their sets become
// node sets of the model if it has none of the name, and surfaces if `pressed`.
chatter_status deck_remove_skin(deck *self, int pressed, model *m);

#endif
