// Surfaces of a deck: which nodes they have, and how much of their area belongs to each.
#ifndef CHATTER_MODEL_DECK_MESH_SURFACE_H
#define CHATTER_MODEL_DECK_MESH_SURFACE_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model.h"

// weight: [n_nodes] gets the area of the surface that belongs to each of its nodes (of a surface of nodes:
// the number beside the node, or 1), zeros elsewhere. *found: 0 where the deck has no surface of this name.
chatter_status deck_read_surface_weights(const deck *self, const model *m, const deck_mesh *mesh,
                                         const char *name, double *weight, int *found);

// Likewise of a mesher's surface elements: each element set that has some, where the deck has no surface of
// its name, with the faces of the solid elements that they lie on.
chatter_status deck_add_skin_surfaces(const deck *self, const deck_mesh *mesh, model *out);

// Surfaces of element faces into the model.
chatter_status deck_add_face_surfaces(const deck *self, const deck_mesh *mesh, model *out);

#endif
