// Surface and line elements that meshers write of a body's skin beside its solid elements (gmsh: CPS3, CPS6,
// T3D2, ...): they are left out, and what names them names their nodes.
#ifndef CHATTER_MODEL_DECK_MESH_SKIN_ELEMENTS_H
#define CHATTER_MODEL_DECK_MESH_SKIN_ELEMENTS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Leaves the surface and line elements of a mesher out of the deck, with a warning; their sets become node
// sets of the model where it has none of the name, and its surfaces where `pressed`.
chatter_status deck_remove_skin(deck *self, int pressed, model *m);

#endif
