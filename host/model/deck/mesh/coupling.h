// *COUPLING with *DISTRIBUTING: a reference node that moves as the weighted mean of a surface.
#ifndef CHATTER_MODEL_DECK_MESH_COUPLING_H
#define CHATTER_MODEL_DECK_MESH_COUPLING_H

#include "model/deck/equations.h"
#include "model/deck/mesh/deck_mesh.h"

typedef struct coupling {
  const deck_line *line;
  int reference; // node
  int rotations; // bits 0 to 2: which follow the mean rotation of the surface
  int n;         // nodes of the surface that take part
  int *node;
  double *weight; // [n], their sum is 1
} coupling;

// The distributing couplings of the deck.
chatter_status deck_read_couplings(const deck *self, const model *m, const deck_mesh *mesh, arena *memory,
                                   int *n, coupling **out);
// Its equations: displacements of the reference node, and rotations, of the surface's.
chatter_status coupling_add_equations(const coupling *c, equations *out);

#endif
