// Rotations of decks: *DLOAD, CENTRIF, and the check of equations between nodes against their load.
#ifndef CHATTER_MODEL_DECK_MESH_ROTATION_H
#define CHATTER_MODEL_DECK_MESH_ROTATION_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model.h"

// Reads the rotation that *DLOAD, CENTRIF gives all elements into the model; raises if there is
// none or if elements differ.
chatter_status deck_read_rotation(const deck *self, const deck_mesh *mesh, model *out);

// Checks that the mass matrix gives the load of the rotation: the distances from the axis must
// satisfy each *EQUATION between nodes.
chatter_status deck_check_rotation(const deck *self, const model *m, const model_rotation *rotation);

#endif
