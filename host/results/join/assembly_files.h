// The files that an assembly makes one results file of, and what they have in common.
#ifndef CHATTER_RESULTS_JOIN_ASSEMBLY_FILES_H
#define CHATTER_RESULTS_JOIN_ASSEMBLY_FILES_H

#include "results/result_rows.h"
#include "results/row_map.h"

typedef struct assembly_source {
  char *path, *owner;
  size_t *place; // [trajectories + 1] where their ragged values begin; NULL: there are none
} assembly_source;

typedef struct assembly {
  int n_sources, capacity;
  assembly_source *sources;
  result_set *layout; // of all files together; variables of kind ROWS_FIXED have data
  row_map rows[N_ROWS];
  int shows;      // 1: progress
  double written; // bytes
} assembly;

#endif
