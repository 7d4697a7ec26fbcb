// Cells of a mesh in one list of numbers, as XDMF has mixed topologies: the number of the type, for vertices,
// lines and polygons how many nodes there are, and the nodes from 0.
#ifndef CHATTER_RESULTS_MESH_CELLS_H
#define CHATTER_RESULTS_MESH_CELLS_H

#include "base/status.h"

enum { CELL_VERTEX = 1, CELL_LINE = 2, CELL_POLYGON = 3, CELL_EDGE_3 = 34 };

typedef struct cell {
  int type, n;
  const int *node;
} cell;

// The cell at *at, which moves behind it; 0 at the end of the list of `entries` numbers. The list must have
// passed cells_check.
int cells_next(const int *list, size_t entries, size_t *at, cell *out);
// Raises CHATTER_IO, of the field `name`, where the list is damaged; *n cells, and *only the type and number
// of nodes of all of them, its type 0 where they differ.
chatter_status cells_check(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                           cell *only);
const char *cells_word(int type); // XDMF's own, of a topology of one type
int cells_has_count(int type);    // the number of nodes stands behind the type

#endif
