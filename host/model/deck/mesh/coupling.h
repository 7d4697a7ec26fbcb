// Couplings *COUPLING with *DISTRIBUTING: the reference node moves as the weighted mean of a
// surface.
#ifndef CHATTER_MODEL_DECK_MESH_COUPLING_H
#define CHATTER_MODEL_DECK_MESH_COUPLING_H

#include "model/deck/equations.h"
#include "model/deck/mesh/deck_mesh.h"

typedef struct coupling {
  const deck_line *line;
  int reference; // index of the reference node
  int rotations; // bits 0 to 2: rotations that follow the surface's mean rotation
  int n;         // nodes of the surface
  int *node;
  double *weight; // [n], sum 1
} coupling;

// Reads the distributing couplings of the deck.
chatter_status deck_read_couplings(const deck *self, const model *m, const deck_mesh *mesh, arena *memory,
                                   int *n, coupling **out);
// Adds the equations of the reference node's displacements and rotations in terms of the surface's
// nodes.
chatter_status coupling_add_equations(const coupling *c, equations *out);

#endif
