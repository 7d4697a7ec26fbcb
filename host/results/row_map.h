// Map from numbers (of trajectories, of time series) to rows of sources, in runs of consecutive
// numbers.
#ifndef CHATTER_RESULTS_ROW_MAP_H
#define CHATTER_RESULTS_ROW_MAP_H

#include <stddef.h>

#include "base/status.h"

typedef struct row_run {
  size_t first, count; // numbers first ... first + count - 1
  size_t row;          // row of `first` in the source
  int source;
} row_run;

typedef struct row_map {
  size_t n_runs, capacity, n_rows;
  row_run *runs;
} row_map;

// Adds the rows of a source: row i holds number key[i]; rows with skip[i] are left out (skip may be
// NULL).
chatter_status row_map_add(row_map *self, int source, size_t n, const int *key, const unsigned char *skip);
chatter_status row_map_add_run(row_map *self, const row_run *run);
void row_map_sort(row_map *self); // by number
// Finds, after sorting, the first number held twice, and the two runs. Returns 0 if there is none.
int row_map_find_overlap(const row_map *self, size_t *number, const row_run **a, const row_run **b);
// Writes, after sorting, "3 to 7, 12 and 2 more ranges" of the numbers below n_total that no run
// holds; returns how many numbers are missing.
size_t row_map_missing(const row_map *self, size_t n_total, char *text, size_t size);
void row_map_release(row_map *self);

#endif
