// Fields as results: for each NAME its coordinates and times by trajectory and instant, and what makes the
// field of them, which is the same for all: basis, nodes, cells.
#ifndef CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_EXTRACT_H
#define CHATTER_ENSEMBLE_OBSERVE_FIELD_OUTPUTS_EXTRACT_H

#include "ensemble/observe/field_outputs.h"

// What was kept of a field: the instants of some trajectories.
typedef struct field_rows {
  size_t n;
  int *column;         // [n] of the batch
  const double **kept; // [n] the instants of each
  double *step;        // [n] what a step is in time, s
  int ends;            // 1: the motion is where its step ends
  const char *units;   // of its time; NULL: s
} field_rows;

// Adds it to results: coordinates and times by trajectory and instant, contact forces; and what makes the
// field of them: basis, nodes, cells.
chatter_status field_add(const field_plan *self, const reduced_model *reduced, const field_rows *rows,
                         result_set *out);
// Of all fields that a batch of n columns has kept.
chatter_status fields_extract(const engine_layout *layout, long n, const kernel_batch *host, result_set *out);
// How many numbers results hold of a field besides, once: basis, nodes, cells.
double fields_shared_values(const engine_layout *layout);
// Ends of the names of a field's variables, NULL behind the last.
extern const char *const field_ends[];

#endif
