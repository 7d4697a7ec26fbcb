// What is seen of a mesh: the faces of its solid cells that belong to one cell only, the cells of its
// surfaces, lines and vertices. Of quadratic cells the corners count.
#ifndef CHATTER_PLOT_MESH_MESH_SKIN_H
#define CHATTER_PLOT_MESH_MESH_SKIN_H

#include "results/mesh/result_field.h"

typedef struct skin_face {
  int node[4], n; // 3 or 4 of them; of solids counted so that they are turned to the outside
  int is_solid;   // it is seen from the outside only
} skin_face;

typedef struct skin_edge {
  int node[2], face[2]; // face[1] -1: of one face only
  int is_sharp;         // a border, or a bend of more than 30 degrees
} skin_edge;

typedef struct skin {
  size_t n_faces, n_edges, n_lines, n_vertices;
  skin_face *face;
  skin_edge *edge; // of the faces
  int (*line)[2];
  int *vertex;
} skin;

// Raises what is wrong with the field's cells, whose data the results hold.
chatter_status skin_of_field(const field *of, arena *memory, skin *out);

#endif
