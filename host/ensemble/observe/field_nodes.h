// The nodes that a field is of, and the elements between them.
#ifndef CHATTER_ENSEMBLE_FIELD_NODES_H
#define CHATTER_ENSEMBLE_FIELD_NODES_H

#include "base/status.h"
#include "reduction/recovery/recovery.h"

typedef struct field_nodes {
  int n, *node; // places in the recovery, ascending
  int *place;   // [nodes of the recovery] where each stands in `node`; -1: not there
  long n_cells; // ints in cells, of elements all whose nodes are there
  int *cells;   // as the recovery has them, nodes by `place`
} field_nodes;

// `names`: "all", or sets, ids and SET.ID parted by blanks; `where`: the key that says so. Raises the nearest
// name for one that there is not.
chatter_status field_nodes_create(const recovery *of, const char *names, const char *where, field_nodes *out);
void field_nodes_destroy(field_nodes *self);
// Where the node of that id stands by `place`, -1: nowhere. moves: of two bodies it belongs to the one that
// moves.
int field_nodes_find(const recovery *of, const int *place, int moves, long id);

#endif
