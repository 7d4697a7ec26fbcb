// The source files of an assembly, and their common layout.
#ifndef CHATTER_RESULTS_JOIN_ASSEMBLY_FILES_H
#define CHATTER_RESULTS_JOIN_ASSEMBLY_FILES_H

#include "results/result_rows.h"
#include "results/row_map.h"

typedef struct assembly_source {
  char *path, *owner;
  size_t *place; // [trajectories + 1] first ragged value of each; NULL: there are none
} assembly_source;

typedef struct assembly {
  int n_sources, capacity;
  assembly_source *sources;
  result_set *layout; // of all files together; variables of kind ROWS_FIXED have data
  row_map rows[N_ROWS];
  int shows;      // 1: shows progress
  double written; // bytes
} assembly;

#endif
