// Rows of a sparse stiffness; the kernel's slices of them, and its tables.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_SPARSE_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_SPARSE_H

#include "engines/transient/transient_engine.h"

chatter_status transient_sparse_rows(const reduced_model *reduced, arena *memory, sparse_rows *to);
void transient_pack_sparse(const sparse_rows *rows, int near, const int *dim, double *value, int *tables);

#endif
