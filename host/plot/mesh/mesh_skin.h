// The visible skin of a mesh: faces of solid cells that belong to one cell only, surface cells,
// lines and vertices. Quadratic cells are drawn by their corners.
#ifndef CHATTER_PLOT_MESH_MESH_SKIN_H
#define CHATTER_PLOT_MESH_MESH_SKIN_H

#include "results/mesh/result_field.h"

typedef struct skin_face {
  int node[4], n; // 3 or 4 nodes; on solids oriented outwards
  int is_solid;   // 1: visible from the outside only
} skin_face;

typedef struct skin_edge {
  int node[2], face[2]; // face[1] -1: border of one face
  int is_sharp;         // 1: a border, or a bend of more than 30 degrees
} skin_edge;

typedef struct skin {
  size_t n_faces, n_edges, n_lines, n_vertices;
  skin_face *face;
  skin_edge *edge; // of the faces
  int (*line)[2];
  int *vertex;
} skin;

// Makes the skin; raises mistakes in the field's cells, whose data the results hold.
chatter_status skin_of_field(const field *of, arena *memory, skin *out);

#endif
