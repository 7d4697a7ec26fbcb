// Elements of meshes as in XDMF's mixed topology: for each its type, its number of nodes unless the
// type tells it, and its nodes as indices in a list of nodes.
#ifndef CHATTER_BASE_CELLS_H
#define CHATTER_BASE_CELLS_H

#include <stddef.h>

enum {
  CELL_VERTEX = 1,
  CELL_LINE = 2,
  CELL_POLYGON = 3,
  CELL_TRIANGLE = 4,
  CELL_QUADRILATERAL = 5,
  CELL_TETRAHEDRON = 6,
  CELL_PYRAMID = 7,
  CELL_WEDGE = 8,
  CELL_HEXAHEDRON = 9,
  CELL_EDGE_3 = 34, // from here on with nodes between the corners
  CELL_TRIANGLE_6 = 36,
  CELL_QUADRILATERAL_8 = 37,
  CELL_TETRAHEDRON_10 = 38,
  CELL_PYRAMID_13 = 39,
  CELL_WEDGE_15 = 40,
  CELL_HEXAHEDRON_20 = 48
};

typedef struct cell {
  int type, n;     // n: number of nodes
  const int *node; // [n]
} cell;

const char *cells_word(int type); // XDMF's word; "": unknown
int cells_has_count(int type);    // 1: the number of nodes follows the type
// Reads the cell at *at and moves *at behind it. Returns 0 at the end of the list, and if it is
// damaged.
int cells_next(const int *list, size_t entries, size_t *at, cell *out);

#endif
