// Surfaces of a deck: their nodes and the area of each node.
#ifndef CHATTER_MODEL_DECK_MESH_SURFACE_H
#define CHATTER_MODEL_DECK_MESH_SURFACE_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model.h"

// weight: [n_nodes] gets the area of the surface that belongs to each of its nodes; for a surface
// of nodes the number beside the node, or 1; 0 elsewhere. *found: 0 if the deck has no surface of
// this name.
chatter_status deck_read_surface_weights(const deck *self, const model *m, const deck_mesh *mesh,
                                         const char *name, double *weight, int *found);

// Adds a surface for each element set with a mesher's surface elements, if the deck has none of its
// name. It has the faces of the solid elements that they lie on.
chatter_status deck_add_skin_surfaces(const deck *self, const deck_mesh *mesh, model *out);

// Adds the deck's surfaces of element faces to the model.
chatter_status deck_add_face_surfaces(const deck *self, const deck_mesh *mesh, model *out);

#endif
