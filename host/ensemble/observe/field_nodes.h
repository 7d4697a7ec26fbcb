// The nodes of a field and the elements between them.
#ifndef CHATTER_ENSEMBLE_FIELD_NODES_H
#define CHATTER_ENSEMBLE_FIELD_NODES_H

#include "base/status.h"
#include "reduction/recovery/recovery.h"

typedef struct field_nodes {
  int n, *node; // indices in the recovery, ascending
  int *place;   // [nodes of the recovery] index in `node`; -1: not there
  long n_cells; // ints in `cells`: elements all of whose nodes are there
  int *cells;   // as in the recovery, nodes by `place`
} field_nodes;

// Selects nodes. names: "all", or sets, ids and SET.ID separated by blanks; where: the key in the
// study. An unknown name raises with the nearest one.
chatter_status field_nodes_create(const recovery *of, const char *names, const char *where, field_nodes *out);
void field_nodes_destroy(field_nodes *self);
// Returns the index by `place` of the node with that id; -1: none. moves: of two bodies, 1 for the
// moving one.
int field_nodes_find(const recovery *of, const int *place, int moves, long id);

#endif
