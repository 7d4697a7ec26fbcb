// Fields in results: for each NAME its coordinates and times by trajectory and instant, and the
// basis, nodes and cells that all instants share.
#ifndef CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_EXTRACT_H
#define CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_EXTRACT_H

#include "ensemble/observe/field_outputs.h"

// The stored instants of a field, for some trajectories.
typedef struct field_rows {
  size_t n;
  int *column;         // [n] column in the batch
  const double **kept; // [n] instants of each
  double *step;        // [n] length of a step, s
  int ends;            // 1: the motion is that at the end of the step
  const char *units;   // of its time; NULL: s
} field_rows;

// Adds a field to results: coordinates and times by trajectory and instant, contact forces, and
// once basis, nodes, cells.
chatter_status field_add(const field_plan *self, const reduced_model *reduced, const field_rows *rows,
                         result_set *out);
// Adds all fields of a batch of n columns.
chatter_status fields_extract(const engine_layout *layout, long n, const kernel_batch *host, result_set *out);
// Returns how many numbers results hold once per field: basis, nodes, cells.
double fields_shared_values(const engine_layout *layout);
// Ends of the names of a field's variables; ends with NULL.
extern const char *const field_ends[];

#endif
