// Lists of cells (base/cells.h) as results have them.
#ifndef CHATTER_RESULTS_MESH_RESULT_CELLS_H
#define CHATTER_RESULTS_MESH_RESULT_CELLS_H

#include "base/cells.h"
#include "base/status.h"

// Raises CHATTER_IO, of the field `name`, where the list is damaged; *n cells, and *only the type and number
// of nodes of all of them, its type 0 where they differ.
chatter_status cells_check(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                           cell *only);

#endif
